//! Tiles in true size, to be printed and cut out.

use abi::{Program, TileKindId};
use drawing::{MOST_TILES, Paper, pdf, sheet_pages};
use toolkit::{ExpansionEntry, set_tiles};

use super::{told_looks, with_sets};
use crate::{
    args::draw::{Draw, PaperChoice},
    choice::{Shelf, set_and_times},
    outcome::Failure,
    pictures::write_over,
    screen::{Screen, harmless},
};

/// A print sheet of all copies of tiles.
pub(super) fn draw_sheet(arguments: &Draw, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let Some(path) = &arguments.sheet else { return Ok(()) };
    if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("pdf")) {
        let shown = path.display();
        let text = format!("`{shown}` is no sheet; its name would end in .pdf");
        return Err(Failure::Misused(harmless(&text)));
    }
    let sets = arguments.tiles.iter().map(|text| set_and_times(text));
    let mut sets = sets.collect::<Result<Vec<_>, Failure>>()?;
    let mut alone: Vec<String> = Vec::new();
    if sets.is_empty() {
        let (shelf, chosen) = Shelf::open(&arguments.rules.with())?;
        let has_set = |name: &String| {
            let mut entries = shelf.entries.iter();
            entries.any(|entry| entry.name == *name && (entry.tiles > 0 || own_set(entry)))
        };
        let (whole, without): (Vec<_>, Vec<_>) = chosen.into_iter().partition(has_set);
        sets = whole.into_iter().map(|name| (name, 1)).collect();
        alone = without;
    }
    let (shelf, rules) = with_sets(&sets, &arguments.rules)?;
    let program = rules.program();
    let mut tiles = set_tiles(program, &sets).map_err(Failure::Misused)?;
    for name in &alone {
        tiles.extend(declared(&shelf, program, name)?);
    }
    let count: u64 = tiles.iter().map(|(_, copies)| u64::from(*copies)).sum();
    if count == 0 || count > MOST_TILES {
        let text = format!("a sheet has 1 to {MOST_TILES} tiles, and these are {count}");
        return Err(Failure::Misused(text));
    }
    let looks = told_looks(&shelf, program);
    let names: Vec<&str> =
        sets.iter().map(|(name, _)| name).chain(&alone).map(String::as_str).collect();
    let paper = match arguments.paper {
        PaperChoice::A4 => Paper::A4,
        PaperChoice::Letter => Paper::LETTER,
    };
    let pages = sheet_pages(program, &looks, &tiles, &names.join(", "), paper);
    let pdf = pdf(&pages, paper).map_err(|error| Failure::Wrong(error.to_string()))?;
    write_over(path, &pdf)?;
    let s = |n: u64| if n == 1 { "" } else { "s" };
    let pages = pages.len() as u64;
    screen.line(&format!("{count} tile{} on {pages} page{}", s(count), s(pages)))?;
    Ok(())
}

/// Whether an expansion has a set that bears its name.
fn own_set(entry: &ExpansionEntry) -> bool {
    entry.sets.iter().any(|set| set.name == entry.name)
}

/// The tiles that an expansion declares and no set of its name holds, one of each: they lie on the table from the
/// start.
fn declared(
    shelf: &Shelf,
    program: &Program,
    name: &str,
) -> Result<Vec<(TileKindId, u32)>, Failure> {
    let own = |tile: &str| shelf.texts.home_of_tile(tile) == Some(name);
    let kinds = program.tiles.iter().enumerate().filter(|(_, tile)| own(&tile.name));
    let tiles: Vec<_> = kinds.map(|(kind, _)| (TileKindId(kind as u16), 1)).collect();
    if tiles.is_empty() {
        let text = format!(
            "`{name}` has no tiles of its own; --tiles names sets, which `carc list` tells"
        );
        return Err(Failure::Misused(harmless(&text)));
    }
    Ok(tiles)
}
