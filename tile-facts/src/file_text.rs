//! The whole tile file of one expansion folder: its tiles, then the published sets of them.

use crate::additions::additions;
use crate::facts::Facts;
use crate::sets::{Folder, Sets};
use crate::tile_text::tile_text;
use std::fmt::Write;

/// Lines of a set are filled up to this column.
const WIDTH: usize = 100;

/// The text of the folder's `tiles.carc`, or what is wrong with the facts.
pub(crate) fn file_text(facts: &Facts, folder: &Folder, sets: &Sets) -> Result<String, String> {
    if let Some(copies) = &folder.copies
        && !facts.compositions.contains_key(copies)
    {
        return Err(format!("{}: no composition is called `{copies}`", folder.folder));
    }
    let mut text = header(folder);
    for tile in facts.tiles.iter().filter(|t| folder.sets.contains(&t.set)) {
        text.push('\n');
        text.push_str(&tile_text(tile, folder, sets)?);
    }
    for (name, composition) in &facts.compositions {
        if folder.copies.is_some() && folder.sets.contains(&composition.set) {
            text.push('\n');
            text.push_str(&set_text(facts, folder, name, composition.total)?);
        }
    }
    text.push_str(&additions(facts, folder, sets)?);
    Ok(text)
}

fn header(folder: &Folder) -> String {
    let made = "// Made from the facts about the published tiles by `carc-tile-facts` (tile-facts/README.md); edit the\n\
                // facts, not this file.";
    match &folder.copies {
        Some(copies) => format!("{made} Copies (`xN`) are those of the set `{copies}`.\n"),
        None if folder.sets.is_empty() => format!("{made}\n"),
        None => format!("{made} These tiles lie in no pile: the rules lay them.\n"),
    }
}

/// One composition as a `set`; its total is checked, since a wrong pile spoils every game quietly.
fn set_text(facts: &Facts, folder: &Folder, name: &str, total: u32) -> Result<String, String> {
    let tiles = facts.tiles.iter().filter(|t| folder.sets.contains(&t.set));
    let mut copies: Vec<(u32, &str)> = tiles
        .filter_map(|t| t.counts.get(name).map(|n| (*n, t.id.as_str())))
        .filter(|(n, _)| *n > 0)
        .collect();
    let sum: u32 = copies.iter().map(|(n, _)| n).sum();
    if sum != total {
        return Err(format!("set {name}: {sum} tiles, but the facts say {total}"));
    }
    if folder.copies.as_deref() == Some(name) {
        copies.extend(folder.removes.iter().map(|id| (0, id.as_str())));
    }
    let mut text = format!("/// {total} tiles.\nset {name} {{\n");
    let mut line = String::from("   ");
    for (at, (n, id)) in copies.iter().enumerate() {
        let comma = if at + 1 < copies.len() { "," } else { "" };
        let entry = format!(" {n} {id}{comma}");
        if line.len() + entry.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("   ");
        }
        line.push_str(&entry);
    }
    let _ = writeln!(text, "{line}\n}}");
    Ok(text)
}
