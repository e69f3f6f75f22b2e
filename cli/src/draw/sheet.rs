//! Tiles in true size, to be printed and cut out.

use drawing::{MOST_TILES, Paper, pdf, sheet_pages};
use toolkit::set_tiles;

use super::{
    sets::{declared, with_homes},
    told_looks,
};
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
        let (whole, without): (Vec<_>, Vec<_>) =
            chosen.into_iter().partition(|name| shelf.known_set(name).is_ok());
        sets = whole.into_iter().map(|name| (name, 1)).collect();
        alone = without;
    }
    let (shelf, rules) = with_homes(sets.iter().map(|(set, _)| set), &arguments.rules)?;
    sets.iter().try_for_each(|(set, _)| shelf.known_set(set))?;
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
