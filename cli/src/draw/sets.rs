//! All tiles of sets, and of expansions whose tiles are in no set.

use std::collections::BTreeSet;

use abi::{Program, TileKindId};
use drawing::set_picture;
use runtime::Rules;
use toolkit::{Backend, ExpansionEntry, set_tiles};

use super::{SMALL, told_looks};
use crate::{
    args::{RulesChoice, draw::Sets},
    choice::Shelf,
    outcome::Failure,
    pictures::put,
    screen::{Screen, harmless},
};

/// All tiles of some sets, each set once however often it is named.
pub(super) fn draw_sets(arguments: &Sets, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let Sets { names, rules: choice, across, output } = arguments;
    let mut named = BTreeSet::new();
    let names: Vec<&String> = names.iter().filter(|name| named.insert(*name)).collect();
    let (shelf, rules) = with_homes(names.iter().copied(), choice)?;
    let program = rules.program();
    let (sets, alone): (Vec<&String>, Vec<&String>) =
        names.into_iter().partition(|name| shelf.known_set(name).is_ok());
    let sets: Vec<(String, u32)> = sets.into_iter().map(|set| (set.clone(), 1)).collect();
    let mut tiles = set_tiles(program, &sets).map_err(Failure::Misused)?;
    for name in alone {
        tiles.extend(declared(&shelf, program, name)?);
    }
    let tiles: Vec<_> = tiles.into_iter().map(|(kind, copies)| (kind, Some(copies))).collect();
    let looks = told_looks(&shelf, program);
    let pixels = output.size.unwrap_or(SMALL);
    put(set_picture(program, &looks, &tiles, *across, pixels), output.to.as_ref(), screen)
}

/// The chosen rules with those of whoever has some sets, and with expansions that are named in the place of sets.
pub(super) fn with_homes<'n>(
    names: impl Iterator<Item = &'n String>,
    choice: &RulesChoice,
) -> Result<(Shelf, Rules), Failure> {
    let (shelf, mut chosen) = Shelf::open(choice.said())?;
    for name in names {
        let has = |entry: &&ExpansionEntry| {
            entry.name == *name || entry.sets.iter().any(|own| own.name == *name)
        };
        match shelf.entries.iter().find(has) {
            Some(home) if chosen.contains(&home.name) => {}
            Some(home) => chosen.push(home.name.clone()),
            None => shelf.known_set(name)?,
        }
    }
    let setting = shelf.setting(chosen, choice)?;
    let rules = Rules::new(shelf.build(&setting, Backend::Native)?.program);
    Ok((shelf, rules))
}

/// The tiles that an expansion declares and no set of its name holds, one of each: they lie on the table from the
/// start.
pub(super) fn declared(
    shelf: &Shelf,
    program: &Program,
    name: &str,
) -> Result<Vec<(TileKindId, u32)>, Failure> {
    let own = |tile: &str| shelf.texts.home_of_tile(tile) == Some(name);
    let kinds = program.tiles.iter().enumerate().filter(|(_, tile)| own(&tile.name));
    let tiles: Vec<_> = kinds.map(|(kind, _)| (TileKindId(kind as u16), 1)).collect();
    if tiles.is_empty() {
        let text = format!("`{name}` has no tiles of its own; `carc list` tells the sets of tiles");
        return Err(Failure::Misused(harmless(&text)));
    }
    Ok(tiles)
}
