//! What one folder prints on tiles of others: kinds of feature that no rules but its own speak of.

use crate::facts::{Facts, Feature, Tile};
use crate::sets::{Folder, Sets};
use crate::tile_text::millimetres;
use std::fmt::Write;

/// The additions of a folder to the tiles of others, those of each folder together.
///
/// What not always plays with the folder stands in `with NAME { … }`.
pub(crate) fn additions(facts: &Facts, folder: &Folder, sets: &Sets) -> Result<String, String> {
    let mut text = String::new();
    for name in &folder.adds_to {
        let other = sets.folders.iter().find(|other| other.folder == *name);
        let other = other.ok_or_else(|| format!("{}: no folder `{name}`", folder.folder))?;
        let tiles = facts.tiles.iter().filter(|tile| other.sets.contains(&tile.set));
        let lines: String = tiles.map(|tile| addition(tile, &folder.adds)).collect();
        if lines.is_empty() {
            return Err(format!("{}: no tile of `{name}` has {:?}", folder.folder, folder.adds));
        }
        if folder.needs.contains(name) {
            let _ = write!(text, "\n{lines}");
        } else {
            let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
            let _ = write!(text, "\nwith {name} {{\n{lines}}}\n");
        }
    }
    Ok(text)
}

/// The features of these kinds on a tile as an `extend tile`.
fn addition(tile: &Tile, kinds: &[String]) -> String {
    let added: Vec<&Feature> = tile.features.iter().filter(|f| kinds.contains(&f.kind)).collect();
    let mut text = String::new();
    for feature in added {
        let _ = write!(text, "extend tile {} {{ {} {}:", tile.id, feature.kind, feature.id);
        for edge in feature.edges.iter().chain(&feature.half_edges) {
            let _ = write!(text, " {edge}");
        }
        if let Some(stand) = &feature.stand_mm {
            let _ = write!(text, "  at {}", millimetres(stand));
        }
        text.push_str(" }\n");
    }
    text
}
