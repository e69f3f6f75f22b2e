//! What somebody aims at who has no better idea.

use abi::{Figure, Hand, Launch, Point, Scene, ShotPhysics, TILE_SIDE, TableTile};

use crate::Ballistic;
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

/// How often a launch is tried and corrected.
const TRIES: usize = 3;
/// How finely the edge of the map is looked for on the way to what is aimed at, in micrometres.
const STEP: i64 = TILE_SIDE / 3;

/// A hand that waits, open, at a point.
pub const fn open_hand(at: Point) -> Hand {
    Hand { at, height: HAND_HEIGHT, catches: CATCHES, touches: TOUCHES }
}

/// A launch that makes sense: so that the token comes to rest at what the rules aim at; to the catcher, whose hand waits at his seat; else
/// where the figures of others stand closest, far from the shooter's own.
///
/// Chance decides between places that are as good.
pub fn sensible(scene: &Scene, dice: &mut Dice) -> Launch {
    if let Some(at) = scene.aimed_at {
        return aim_to_rest(scene, at);
    }
    if let Some(&at) = scene.catcher.and_then(|seat| scene.seats.get(seat)) {
        let launch = aim_at_height(scene, at, HAND_HEIGHT, HEIGHT, ELEVATION);
        return Launch { hand: Some(open_hand(at)), ..launch };
    }
    let at = densest(scene, dice).unwrap_or_else(|| middle(scene));
    aim(scene, at, HEIGHT, ELEVATION)
}

/// The launch after which a token rests at a point, if nothing is in its way: it comes down so far before the
/// point as it slides on, which the fast module tells at a bare table.
fn aim_to_rest(scene: &Scene, at: Point) -> Launch {
    let bare = Scene {
        table: scene.table,
        tiles: Vec::new(),
        figures: Vec::new(),
        tokens: Vec::new(),
        seats: scene.seats.clone(),
        thrown: scene.thrown,
        shooter: scene.shooter,
        catcher: None,
        aimed_at: None,
    };
    let straight = aim(scene, at, HEIGHT, ELEVATION);
    let (from, wanted) = (straight.from, straight.from.distance(at));
    let along = |goal: i64| {
        let part = |a: i64, b: i64| a + (b - a) * goal / wanted.max(1);
        Point::new(part(from.x, at.x), part(from.y, at.y))
    };
    // Before the map it must not come down: the edge would stop it.
    let on_map = |goal: &i64| {
        let p = along(*goal);
        let is_under = |tile: &TableTile| {
            (0..=TILE_SIDE).contains(&(p.x - tile.at.x))
                && (0..=TILE_SIDE).contains(&(p.y - tile.at.y))
        };
        scene.tiles.iter().any(is_under)
    };
    let steps = (0..wanted / STEP).map(|step| wanted - step * STEP);
    let nearest =
        steps.take_while(on_map).last().map_or(wanted / 4, |edge| edge.min(wanted - STEP) + STEP);
    let mut launch = straight;
    let mut goal = wanted;
    for _ in 0..TRIES {
        let Ok(flight) = Ballistic.throw(&bare, &launch) else { return straight };
        let missed = from.distance(flight.landing.rest.at) - wanted;
        goal = (goal - missed).clamp(nearest, wanted);
        launch = aim(scene, along(goal), HEIGHT, ELEVATION);
    }
    launch
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

#[cfg(test)]
mod tests {
    use abi::{Area, Size, TableTile};

    use super::*;
    use crate::{Rapier, Skill};

    /// A map of 8 by 8 tiles, and figures of two players.
    fn scene() -> Scene {
        let figure = |id, owner, x, y| Figure {
            id,
            name: String::new(),
            owner: Some(owner),
            at: Point::new(x, y),
            turn: 0,
            size: Size { width: 16_000, depth: 9_940, height: 15_980, round: false },
            lying: false,
        };
        let tile = |id| TableTile { id, at: Point::new(id % 8 * TILE_SIDE, id / 8 * TILE_SIDE) };
        Scene {
            table: Area { west: -620_000, north: -270_000, east: 980_000, south: 630_000 },
            tiles: (0..64).map(tile).collect(),
            figures: vec![
                figure(1, 1, 100_000, 100_000),
                figure(2, 1, 260_000, 100_000),
                figure(3, 1, 280_000, 100_000),
                figure(4, 1, 100_000, 280_000),
                figure(5, 1, 120_000, 280_000),
                figure(6, 0, 110_000, 300_000),
            ],
            tokens: Vec::new(),
            seats: vec![Point::new(180_000, 630_000), Point::new(180_000, -270_000)],
            thrown: Size { width: 24_130, depth: 24_130, height: 1_960, round: true },
            shooter: 0,
            catcher: None,
            aimed_at: None,
        }
    }

    #[test]
    fn what_is_aimed_at_is_where_the_token_rests() {
        let mut scene = Scene { figures: Vec::new(), ..scene() };
        let at = Point::new(180_000, 150_000);
        scene.aimed_at = Some(at);
        // One shot says little, since tokens bounce and roll: the middle one of many practised ones does.
        let middle = |launch: &Launch| {
            let mut dice = Dice::new(1);
            let mut throw = || {
                let launch = Skill::PRACTISED.spread(*launch, &mut dice);
                let flight = Rapier.throw(&scene, &launch).expect("a throw");
                flight.landing.rest.at.distance(at)
            };
            let mut missed: Vec<i64> = (0..101).map(|_| throw()).collect();
            missed.sort_unstable();
            missed[50]
        };
        let sensible = middle(&sensible(&scene, &mut Dice::new(1)));
        let straight = middle(&aim(&scene, at, HEIGHT, ELEVATION));
        assert!(sensible < straight, "{sensible}, {straight}");
    }

    #[test]
    fn throws_go_to_the_densest_figures_of_others() {
        let scene = scene();
        for seed in 0..20 {
            let launch = sensible(&scene, &mut Dice::new(seed));
            let at = |x| aim(&scene, Point::new(x, 100_000), HEIGHT, ELEVATION);
            assert!(launch == at(260_000) || launch == at(280_000), "{launch:?}");
        }
    }

    #[test]
    fn throws_to_somebody_go_to_his_open_hand() {
        let scene = Scene { catcher: Some(1), ..scene() };
        let launch = sensible(&scene, &mut Dice::new(1));
        assert_eq!(launch.hand, Some(open_hand(scene.seats[1])));
        assert_eq!(launch.heading, 0);
    }

    #[test]
    fn an_empty_table_is_aimed_at_in_the_middle() {
        let scene = Scene { tiles: Vec::new(), figures: Vec::new(), ..scene() };
        let launch = sensible(&scene, &mut Dice::new(1));
        assert_eq!(launch, aim(&scene, scene.table.centre(), HEIGHT, ELEVATION));
    }
}
