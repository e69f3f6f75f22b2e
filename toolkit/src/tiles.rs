//! Which tiles are in a game: the published sets that were chosen, or each expansion's own.

use std::collections::BTreeMap;

use abi::{Program, TileKindId};

/// The copies of every expansion's own set, the one that bears its name.
pub fn default_tiles(program: &Program) -> Vec<(TileKindId, u32)> {
    let own = program.sets.iter().filter(|set| program.expansions.iter().any(|e| e.0 == set.name));
    add_up(own.flat_map(|set| &set.tiles).map(|&(kind, copies)| (kind, copies)))
}

/// The copies of named sets, each so many times.
///
/// # Errors
///
/// When there is no such set, with its name.
pub fn set_tiles(
    program: &Program,
    sets: &[(String, u32)],
) -> Result<Vec<(TileKindId, u32)>, String> {
    let mut all = Vec::new();
    for (name, times) in sets {
        let set = program.sets.iter().find(|set| set.name == *name);
        let set = set.ok_or_else(|| format!("there is no tile set `{name}` here"))?;
        all.extend(set.tiles.iter().map(|&(kind, n)| (kind, n.saturating_mul(*times))));
    }
    Ok(add_up(all.into_iter()))
}

fn add_up(tiles: impl Iterator<Item = (TileKindId, u32)>) -> Vec<(TileKindId, u32)> {
    let mut all: BTreeMap<TileKindId, u32> = BTreeMap::new();
    for (kind, copies) in tiles {
        let sum = all.entry(kind).or_default();
        *sum = sum.saturating_add(copies);
    }
    all.into_iter().filter(|&(_, copies)| copies > 0).collect()
}
