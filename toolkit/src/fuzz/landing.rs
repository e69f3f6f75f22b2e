//! Landings that no physics would find: whatever is possible at a table, a rule must come to terms with.

use abi::{Body, Catch, Contact, Landing, Outline, Point, Rest, Scene, Struck};

use super::temper::Bots;

/// How far beside the tiles a token may come to lie, in micrometres.
const BESIDE: i64 = 60_000;

/// A landing somewhere on or beside the map with any figures touched, pushed and fallen.
pub(super) fn wild(scene: &Scene, bots: &mut Bots) -> Landing {
    let mut along = |from: i64, to: i64| from + bots.below((to - from).max(0) as usize + 1) as i64;
    let (mut west, mut north, mut east, mut south) = (0, 0, 0, 0);
    for tile in &scene.tiles {
        (west, north) = (west.min(tile.at.x), north.min(tile.at.y));
        (east, south) = (east.max(tile.at.x), south.max(tile.at.y));
    }
    let at = Point::new(along(west - BESIDE, east + BESIDE), along(north - BESIDE, south + BESIDE));
    let turn = 1000 * along(0, 359);
    let catch = match scene.catcher.map(|_| along(0, 2)) {
        Some(0) => Catch::Caught,
        Some(1) => Catch::Touched,
        _ => Catch::Missed,
    };
    let is_caught = catch == Catch::Caught;
    let shape = if scene.thrown.round { Outline::ellipse } else { Outline::rectangle };
    let outline = if is_caught {
        Outline::default()
    } else {
        shape(at, scene.thrown.width, scene.thrown.depth, turn)
    };
    // All, some or none: each is a game of its own.
    let often = [1, 4, 1000][along(0, 2) as usize];
    let mut struck: Vec<Struck> = Vec::new();
    for figure in &scene.figures {
        let before = struck.last().map(|other| other.figure);
        let touched = along(1, often) == 1;
        let (pushed, fallen) = (along(0, 5) == 0, along(0, 7) == 0);
        if touched || ((pushed || fallen) && before.is_some()) {
            struck.push(Struck {
                figure: figure.id,
                touched,
                moved: true,
                toppled: fallen,
                pushed_by: before.filter(|_| pushed).into_iter().collect(),
                fallen_on_by: before.filter(|_| fallen).into_iter().collect(),
            });
        }
    }
    let tiles = scene.tiles_under(&outline);
    let rest = Rest { at, height: 1_000, turn, outline };
    let contact = (!is_caught).then_some(Contact { at, with: Body::Table });
    Landing { rest, tiles, struck, contact, catch, reach: scene.reach(at).unwrap_or(0) }
}
