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
        if *times == 0 {
            // It takes no tiles out of the game, either.
            continue;
        }
        all.extend(set.tiles.iter().map(|&(kind, n)| (kind, n.saturating_mul(*times))));
    }
    Ok(add_up(all.into_iter()))
}

/// Sets of tiles, each with how many times it is taken, whose copies these are; nothing if none were found.
pub(crate) fn sets_of(
    program: &Program,
    tiles: &[(TileKindId, u32)],
) -> Option<Vec<(String, u32)>> {
    let mut left: BTreeMap<TileKindId, u32> = tiles.iter().copied().collect();
    let mut taken = Vec::new();
    for set in &program.sets {
        let of_kind = |(kind, n): &(TileKindId, u32)| left.get(kind).unwrap_or(&0).checked_div(*n);
        let times = set.tiles.iter().filter_map(of_kind).min().unwrap_or(0);
        if times > 0 {
            for (kind, n) in &set.tiles {
                left.entry(*kind).and_modify(|left| *left -= n * times);
            }
            taken.push((set.name.clone(), times));
        }
    }
    (set_tiles(program, &taken).as_deref() == Ok(tiles)).then_some(taken)
}

/// All copies of each kind of tile; none of those that one of the sets takes out of the game.
fn add_up(tiles: impl Iterator<Item = (TileKindId, u32)>) -> Vec<(TileKindId, u32)> {
    let mut all: BTreeMap<TileKindId, Option<u32>> = BTreeMap::new();
    for (kind, copies) in tiles {
        let sum = all.entry(kind).or_insert(Some(0));
        *sum = sum.filter(|_| copies > 0).map(|sum| sum.saturating_add(copies));
    }
    let some = |(kind, copies): (TileKindId, Option<u32>)| Some((kind, copies?));
    all.into_iter().filter_map(some).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_set_takes_out_is_not_in_the_game_whatever_comes_before_or_behind() {
        let [one, other] = [TileKindId(1), TileKindId(2)];
        let sum = |tiles: &[(TileKindId, u32)]| add_up(tiles.iter().copied());
        assert_eq!(sum(&[(one, 2), (other, 1), (one, 3)]), [(one, 5), (other, 1)]);
        assert_eq!(sum(&[(one, 2), (other, 1), (one, 0)]), [(other, 1)]);
        assert_eq!(sum(&[(one, 0), (other, 1), (one, 2)]), [(other, 1)]);
    }
}
