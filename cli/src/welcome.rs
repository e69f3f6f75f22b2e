//! What `carc` says when it is told nothing: the most useful first step.

use std::io;

use crate::screen::{Screen, Style};

/// Writes the short help.
pub(crate) fn run(screen: &mut Screen<'_>) -> io::Result<()> {
    let lines = [
        ("carc play --bots", "watch a whole game"),
        ("carc play", "play one in this terminal"),
        ("carc list", "see what can be played"),
        ("carc new NAME", "begin with rules of your own"),
        ("carc check FOLDER", "look for mistakes in your own rules"),
        ("carc help", "everything else"),
    ];
    screen.line("carc plays Carcassonne-like games by rules that anybody can read and write.\n")?;
    screen.line("Begin with\n")?;
    for (command, what) in lines {
        let padded = format!("{command:<20}");
        let command = screen.paint(Style::Cyan, &padded);
        screen.line(&format!("  {command} {what}"))?;
    }
    Ok(())
}
