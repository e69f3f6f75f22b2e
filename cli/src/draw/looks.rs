//! How the things of the expansions that play look.

use abi::Program;
use drawing::Looks;
use toolkit::TextFile;

use crate::choice::Shelf;

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
