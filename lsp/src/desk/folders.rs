//! Where expansions and their files lie.

use std::path::{Path, PathBuf};

use grammar::Diagnostic;
use toolkit::{Expansion, Home};

/// Whether a file is one of rules.
pub(super) fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "carc")
}

/// The folder of an expansion.
pub(super) fn folder_of(expansion: &Expansion) -> Option<PathBuf> {
    match &expansion.home {
        Home::Folder(folder) => Some(canonical(folder)),
        Home::BuiltIn => None,
    }
}

/// The files of an expansion with their names.
pub(super) fn saved(expansion: &Expansion) -> Vec<(PathBuf, String)> {
    let files = expansion.rules.iter().chain(&expansion.statements).map(|file| &file.name);
    let broken = expansion.unreadable.iter().map(|(name, _)| name);
    files.chain(broken).filter_map(|name| Some((path_of(expansion, name)?, name.clone()))).collect()
}

/// The files of an expansion that cannot be read, and why.
pub(super) fn broken(expansion: &Expansion) -> Vec<(PathBuf, Diagnostic)> {
    let broken = expansion.unreadable.iter();
    broken.filter_map(|(name, why)| Some((path_of(expansion, name)?, why.clone()))).collect()
}

/// Where a file of an expansion lies.
fn path_of(expansion: &Expansion, name: &str) -> Option<PathBuf> {
    let inside = name.strip_prefix(&expansion.name).unwrap_or(name);
    Some(folder_of(expansion)?.join(inside.trim_start_matches('/')))
}

/// An expansion that consists of one document; what it says of itself is its name.
pub(super) fn alone(folder: &Path, text: &str) -> Expansion {
    let said = text.lines().find_map(|line| line.trim().strip_prefix("expansion "));
    let said = said.and_then(|rest| rest.split([' ', '{']).find(|word| !word.is_empty()));
    let name = match (folder.is_dir(), said, folder.file_name().and_then(|name| name.to_str())) {
        (false, Some(said), _) => said.to_owned(),
        (_, _, Some(folder)) => folder.to_owned(),
        _ => "untitled".to_owned(),
    };
    Expansion::empty(name, Home::Folder(folder.to_owned()))
}

/// The one path of a file that may not be there yet.
pub(super) fn canonical(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    match (path.parent().map(Path::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
