//! `carc draw`: tiles, sets, boards and shots as pictures, and sheets to print and cut out.

mod board;
pub(crate) mod looks;
mod sets;
mod sheet;
mod shot;
mod tokens;

use abi::TileKindId;
use drawing::{board_picture, set_picture, tile_picture};
use runtime::Rules;
use toolkit::Backend;

use self::looks::told_looks;
pub(crate) use self::{board::board as board_of, looks::flaws};
use crate::{
    args::draw::{Draw, TilesByName, What},
    choice::{Shelf, unknown},
    outcome::{Failure, Verdict},
    pictures::put,
    screen::{Screen, harmless},
};

/// The width of a tile that is drawn alone, in pixels.
const LARGE: u32 = 300;
/// The width of a tile among others, in pixels.
pub(crate) const SMALL: u32 = 100;

/// Draws.
pub(crate) fn run(arguments: &Draw, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    match &arguments.what {
        Some(What::Tile(tiles)) => draw_tiles(tiles, screen)?,
        Some(What::Set(sets)) => sets::draw_sets(sets, screen)?,
        Some(What::Board(wanted)) => {
            let (play, looks) = board::game(wanted)?;
            let board = board::board(&play, wanted.coordinates, wanted.bare);
            let pixels = wanted.output.size.unwrap_or(SMALL);
            let svg = board_picture(play.rules().program(), &looks, &board, pixels);
            put(svg, wanted.output.to.as_ref(), screen)?;
        }
        Some(What::Shot(shot)) => put(shot::draw(shot)?, shot.to.as_ref(), screen)?,
        None => sheet::draw_sheet(arguments, screen)?,
    }
    Ok(Verdict::Good)
}

/// Tiles by their names.
fn draw_tiles(arguments: &TilesByName, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let TilesByName { names, rules: choice, turned, segments, output } = arguments;
    let (shelf, mut chosen) = Shelf::open(choice.said())?;
    if chosen.is_empty() {
        // Whoever declares them.
        let homes = names.iter().filter_map(|name| shelf.texts.home_of_tile(name));
        homes.map(str::to_owned).for_each(|home| {
            if !chosen.contains(&home) {
                chosen.push(home);
            }
        });
        if chosen.is_empty() {
            chosen = choice.with();
        }
    }
    let setting = shelf.setting(chosen, choice)?;
    let rules = Rules::new(shelf.build(&setting, Backend::Native)?.program);
    let program = rules.program();
    let looks = told_looks(&shelf, program);
    let kinds = names.iter().map(|name| {
        let known = || program.tiles.iter().map(|tile| tile.name.as_str());
        program.tile(name).ok_or_else(|| unknown("tile", &harmless(name), known))
    });
    let kinds = kinds.collect::<Result<Vec<TileKindId>, Failure>>()?;
    let pixels = output.size.unwrap_or(LARGE);
    let svg = match kinds[..] {
        [kind] => tile_picture(program, &looks, kind, *turned, *segments, pixels),
        _ if *turned != 0 || *segments => {
            let text = "--turned and --segments are for one tile";
            return Err(Failure::Misused(text.to_owned()));
        }
        _ => {
            let tiles: Vec<_> = kinds.into_iter().map(|kind| (kind, None)).collect();
            set_picture(program, &looks, &tiles, 6, pixels)
        }
    };
    put(svg, output.to.as_ref(), screen)
}
