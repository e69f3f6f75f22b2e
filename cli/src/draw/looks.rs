//! How the things of the expansions that play look.

use std::io::{self, Write};

use abi::Program;
use drawing::{Looks, Mistake};
use toolkit::{Expansion, Flaw, TextFile, drawn_nowhere};

use crate::{choice::Shelf, screen::harmless};

/// How things look: what those say who play comes first.
pub(crate) fn looks(shelf: &Shelf, program: &Program) -> Looks {
    let plays = |name: &str| program.expansions.iter().position(|(own, _)| own == name);
    let mut files: Vec<(usize, &TextFile)> = shelf
        .library
        .iter()
        .filter_map(|e| Some((plays(&e.name).unwrap_or(usize::MAX), e.drawing.as_ref()?)))
        .collect();
    files.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    let files = files.into_iter().map(|(_, file)| (file.name.as_str(), file.text.as_str()));
    Looks::read(files)
}

/// The same for who draws: files that are not wholly followed are named on standard error.
pub(super) fn told_looks(shelf: &Shelf, program: &Program) -> Looks {
    let looks = looks(shelf, program);
    let mut files: Vec<&str> = looks.mistakes().iter().map(|m| m.file.as_str()).collect();
    files.dedup();
    for file in files {
        let text =
            format!("carc: {file} has mistakes, and is followed without them; see `carc check`");
        // Nothing is lost if nobody reads it.
        let _ = writeln!(io::stderr(), "{}", harmless(&text));
    }
    looks
}

/// How much is told of one file at once: behind a slip everything may seem wrong.
const MOST_FLAWS: usize = 100;

/// What is wrong with the file of an expansion that says how its things look.
pub(crate) fn flaws(shelf: &Shelf, program: &Program, expansion: &Expansion) -> Vec<Flaw> {
    let Some(file) = &expansion.drawing else { return Vec::new() };
    let looks = looks(shelf, program);
    let own = looks.mistakes().iter().filter(|mistake| mistake.file == file.name);
    let flaw = |mistake: &Mistake| match mistake.at {
        Some(at) => Flaw::of_drawing(file, at, &mistake.message),
        None => {
            let sign = mistake.sign.as_deref();
            Flaw::in_drawing(file, &mistake.path, &mistake.message, sign, looks.signs())
        }
    };
    let nowhere = drawn_nowhere(file, &shelf.texts);
    own.map(flaw).chain(nowhere).take(MOST_FLAWS).collect()
}
