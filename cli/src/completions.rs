//! `carc completions`: what a shell needs to complete commands and options.

use std::io;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::{args::Arguments, screen::Screen};

/// Writes the completions of a shell.
pub(crate) fn run(shell: Shell, screen: &mut Screen<'_>) -> io::Result<()> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "carc", &mut script);
    screen.text(&String::from_utf8_lossy(&script))
}
