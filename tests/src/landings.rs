//! Landings that chance makes up: possible in their scene, and found by no physics.

use abi::{Catch, Contact, Landing, Outline, Point, Rest, Scene, Struck};
use runtime::Pcg32;

/// A landing somewhere on or beside the map, with touched, pushed and fallen figures.
pub(crate) fn landing(scene: &Scene, dice: &mut Pcg32) -> Landing {
    let mut along = |from: i64, to: i64| from + i64::from(dice.below((to - from) as u32 + 1));
    let tiles = scene.tiles.iter();
    let (mut west, mut north, mut east, mut south) = (0, 0, 0, 0);
    for tile in tiles {
        (west, north) = (west.min(tile.at.x), north.min(tile.at.y));
        (east, south) = (east.max(tile.at.x), south.max(tile.at.y));
    }
    let at = Point::new(along(west - 60_000, east + 60_000), along(north - 60_000, south + 60_000));
    let turn = 1000 * along(0, 359);
    let size = scene.thrown;
    let shape = if size.round { Outline::ellipse } else { Outline::rectangle };
    let catch = match scene.catcher.map(|_| along(0, 2)) {
        Some(0) => Catch::Caught,
        Some(1) => Catch::Touched,
        _ => Catch::Missed,
    };
    let caught = catch == Catch::Caught;
    let outline = match caught {
        true => Outline::default(),
        false => shape(at, size.width, size.depth, turn),
    };
    let mut struck: Vec<Struck> = Vec::new();
    for figure in &scene.figures {
        let before = struck.last().map(|s| s.figure);
        let (touched, pushed, fallen) = (along(0, 3) == 0, along(0, 5) == 0, along(0, 7) == 0);
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
    let contact = (!caught).then_some(Contact { at, with: abi::Body::Table });
    Landing { rest, tiles, struck, contact, catch, reach: scene.reach(at).unwrap_or(0) }
}
