//! Converts tile facts to `.carc` tile files: `carc-tile-facts FACTS.json EXPANSIONS_FOLDER [SETS.json]`.

mod additions;
mod facts;
mod file_text;
mod parted;
mod sets;
#[cfg(test)]
mod tests;
mod tile_text;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

/// Which sets go to which folder.
const SETS: &str = include_str!("../sets.json");

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (facts, expansions, table) = match arguments.as_slice() {
        [facts, expansions] => (facts, expansions, None),
        [facts, expansions, table] => (facts, expansions, Some(Path::new(table))),
        _ => return failure("usage: carc-tile-facts FACTS.json EXPANSIONS_FOLDER [SETS.json]"),
    };
    match convert(Path::new(facts), Path::new(expansions), table) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => failure(&message),
    }
}

fn failure(message: &str) -> ExitCode {
    // If even the message cannot be written, the exit code still tells.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::FAILURE
}

/// Reads the facts and writes every folder's tile file; nothing is written if any of them is wrong.
fn convert(facts: &Path, expansions: &Path, table: Option<&Path>) -> Result<(), String> {
    let read =
        |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let table = table.map_or_else(|| Ok(SETS.to_owned()), read)?;
    for (folder, text) in tile_files(&read(facts)?, &table)? {
        let path = expansions.join(folder).join("tiles.carc");
        let parent = path.parent().expect("a joined path has a parent");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Every folder of the table with the text of its tile file.
fn tile_files(json: &str, table: &str) -> Result<Vec<(String, String)>, String> {
    let facts: facts::Facts =
        serde_json::from_str(json).map_err(|e| format!("the tile facts: {e}"))?;
    if facts.format != facts::FORMAT {
        return Err(format!("format `{}` instead of `{}`", facts.format, facts::FORMAT));
    }
    let sets: sets::Sets =
        serde_json::from_str(table).map_err(|e| format!("the table of sets: {e}"))?;
    let text = |folder: &sets::Folder| {
        file_text::file_text(&facts, folder, &sets).map(|text| (folder.folder.clone(), text))
    };
    sets.folders.iter().map(text).collect()
}
