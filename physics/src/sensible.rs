//! What somebody aims at who has no better idea.

use abi::{Figure, Hand, Launch, Point, Scene, TILE_SIDE};

use crate::aim::{ELEVATION, HEIGHT, aim, aim_at_height};
use crate::dice::Dice;

/// How high a hand waits above the table, in micrometres.
const HAND_HEIGHT: i64 = 100_000;
/// How near to the middle of the palm a token is held, in micrometres.
const CATCHES: i64 = 40_000;
/// How near to the middle of the palm a token is touched at all, in micrometres.
const TOUCHES: i64 = 80_000;
/// Figures so near to each other fall by one throw, in micrometres.
const NEAR: i64 = 40_000;

/// A hand that waits, open, at a point.
pub const fn open_hand(at: Point) -> Hand {
    Hand { at, height: HAND_HEIGHT, catches: CATCHES, touches: TOUCHES }
}

/// A launch that makes sense: at what the rules aim at; to the catcher, whose hand waits at his seat; else
/// where the figures of others stand closest, far from the shooter's own.
///
/// Chance decides between places that are as good.
pub fn sensible(scene: &Scene, dice: &mut Dice) -> Launch {
    if let Some(at) = scene.aimed_at {
        return aim(scene, at, HEIGHT, ELEVATION);
    }
    if let Some(&at) = scene.catcher.and_then(|seat| scene.seats.get(seat)) {
        let launch = aim_at_height(scene, at, HAND_HEIGHT, HEIGHT, ELEVATION);
        return Launch { hand: Some(open_hand(at)), ..launch };
    }
    let at = densest(scene, dice).unwrap_or_else(|| middle(scene));
    aim(scene, at, HEIGHT, ELEVATION)
}

/// The figure of somebody else with most figures of others round it, each of the shooter's own counting against.
fn densest(scene: &Scene, dice: &mut Dice) -> Option<Point> {
    let mut figures: Vec<&Figure> = scene.figures.iter().filter(|f| f.owner.is_some()).collect();
    figures.sort_by_key(|figure| (figure.at, figure.id));
    let is_own = |figure: &Figure| figure.owner == Some(scene.shooter);
    let mut best: (i64, Vec<Point>) = (i64::MIN, Vec::new());
    let mut first = 0;
    for figure in figures.iter().filter(|figure| !is_own(figure)) {
        while figures[first].at.x < figure.at.x - NEAR {
            first += 1;
        }
        let near = figures[first..]
            .iter()
            .take_while(|other| other.at.x <= figure.at.x + NEAR)
            .filter(|other| other.at.distance(figure.at) <= NEAR);
        let worth = near.map(|other| if is_own(other) { -1 } else { 1 }).sum();
        if worth > best.0 {
            best = (worth, vec![figure.at]);
        } else if worth == best.0 {
            best.1.push(figure.at);
        }
    }
    let (_, places) = best;
    places.get(dice.below(places.len())).copied()
}

/// The middle of the map.
fn middle(scene: &Scene) -> Point {
    let extent = |along: fn(&Point) -> i64| {
        let low = scene.tiles.iter().map(|tile| along(&tile.at)).min()?;
        let high = scene.tiles.iter().map(|tile| along(&tile.at)).max()?;
        Some((low + high + TILE_SIDE) / 2)
    };
    match (extent(|p| p.x), extent(|p| p.y)) {
        (Some(x), Some(y)) => Point::new(x, y),
        _ => scene.table.centre(),
    }
}
