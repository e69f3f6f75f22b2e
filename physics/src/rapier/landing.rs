//! What is said of a throw, in integers.

use abi::{
    Body, Catch, Contact, Flight, Landing, Outline, Point, Rest, Sample, Scene, Size, Struck,
    TILE_HEIGHT, TILE_SIDE,
};
use rapier3d::prelude::{Pose, Vector};

use super::bodies::{Bodies, Part, STEPS_A_SECOND};
use super::flight::Thrown;
use super::vector::vector;
use crate::border::{centimetres, micrometres, thousandths};
use crate::parameters::CORNERS;

/// How many samples of the way are kept, the last one not counted.
const SAMPLES: usize = 199;
/// A token that reaches no higher than this above the tiles lies beside them, in micrometres.
const LOW: i64 = 30;

/// Tells what came of a throw.
pub(super) fn describe(bodies: &Bodies, scene: &Scene, thrown: &Thrown) -> Flight {
    let is_held = thrown.catch == Catch::Caught;
    let corners = corners(scene.thrown, &thrown.rest);
    let outline = if is_held { Outline::default() } else { outline(bodies, &corners) };
    let tiles = if is_held { Vec::new() } else { tiles_under(scene, &outline, &corners) };
    let contact = contact(bodies, scene, thrown);
    // Figures and other tokens end no throw (F63).
    let reached = thrown.met_hand.or(thrown.witness.down).map(|place| bodies.point(place));
    let reached = reached.or_else(|| passed_the_table(bodies, &thrown.path));
    let reached = reached.unwrap_or_else(|| bodies.point(thrown.rest.translation));
    let landing = Landing {
        rest: Rest {
            at: bodies.point(thrown.rest.translation),
            height: micrometres(f64::from(thrown.rest.translation.y)).clamp(-2_000_000, 2_000_000),
            turn: turn(&thrown.rest),
            outline,
        },
        tiles,
        struck: struck(bodies, scene, thrown),
        contact,
        catch: thrown.catch,
        reach: scene.reach(reached).unwrap_or(0),
    };
    Flight { landing, path: path(bodies, &thrown.path) }
}

/// Where a token that falls beside the table passes its height.
fn passed_the_table(bodies: &Bodies, path: &[Vector]) -> Option<Point> {
    let mut ways = path.windows(2);
    ways.find_map(|way| {
        let (above, below) = (way[0].y, way[1].y);
        let share = (above > 0.0 && below <= 0.0).then(|| above / (above - below))?;
        Some(bodies.point(way[0] + (way[1] - way[0]) * share))
    })
}

/// The corners of the token where it rests.
fn corners(size: Size, rest: &Pose) -> Vec<Vector> {
    let [width, depth, height] = [size.width, size.depth, size.height].map(centimetres);
    let plan: Vec<(f64, f64)> = if size.round {
        let angle = |step: usize| core::f64::consts::TAU * step as f64 / CORNERS as f64;
        (0..CORNERS).map(angle).map(|a| (libm::cos(a) / 2.0, libm::sin(a) / 2.0)).collect()
    } else {
        vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    };
    let sides = |(x, z): (f64, f64)| [-0.5, 0.5].map(|y| vector(x * width, y * height, z * depth));
    plan.into_iter().flat_map(sides).map(|corner| rest.transform_point(corner)).collect()
}

fn outline(bodies: &Bodies, corners: &[Vector]) -> Outline {
    let points: Vec<Point> = corners.iter().map(|&corner| bodies.point(corner)).collect();
    Outline::round(&points)
}

/// The tiles on which a token lies: it covers them, and reaches higher than they do. One that lies on the
/// table beside a tile is lower; one on the floor is far below.
fn tiles_under(scene: &Scene, outline: &Outline, corners: &[Vector]) -> Vec<i64> {
    let heights = || corners.iter().map(|corner| micrometres(f64::from(corner.y)));
    let (low, high) = (heights().min().unwrap_or(0), heights().max().unwrap_or(0));
    if high <= TILE_HEIGHT + LOW || low < -1_000 {
        return Vec::new();
    }
    scene.tiles_under(outline)
}

/// By how much a token is turned; one that stands on its edge by its other side.
fn turn(rest: &Pose) -> i64 {
    let angle = |side: Vector, quarter: i64| {
        let angle = libm::atan2(f64::from(side.z), f64::from(side.x));
        (thousandths(angle) - quarter).rem_euclid(360_000)
    };
    let (x, z) = (rest.rotation * Vector::X, rest.rotation * Vector::Z);
    if x.y.abs() < z.y.abs() { angle(x, 0) } else { angle(z, 90_000) }
}

fn contact(bodies: &Bodies, scene: &Scene, thrown: &Thrown) -> Option<Contact> {
    if let Some(at) = thrown.met_hand {
        return Some(Contact { at: bodies.point(at), with: Body::Hand });
    }
    let (place, part) = thrown.witness.first?;
    let at = bodies.point(place);
    let with = match part {
        Part::Table => Body::Table,
        Part::Ground => tile_at(scene, at).map_or(Body::Table, Body::Tile),
        Part::Figure(i) => Body::Figure(scene.figures[bodies.figures[i].index].id),
        Part::Token(i) => Body::Token(i),
        // What met only the floor has left the table.
        Part::Floor | Part::Thrown => return None,
    };
    Some(Contact { at, with })
}

/// The tile that is nearest to a point where the ground was met; points are rounded.
fn tile_at(scene: &Scene, p: Point) -> Option<i64> {
    let beside = |from: i64, x: i64| (from - x).max(x - from - TILE_SIDE).max(0);
    let distance = |at: Point| beside(at.x, p.x).max(beside(at.y, p.y));
    let nearest = scene.tiles.iter().min_by_key(|tile| distance(tile.at))?;
    Some(nearest.id)
}

fn struck(bodies: &Bodies, scene: &Scene, thrown: &Thrown) -> Vec<Struck> {
    let id = |i: usize| scene.figures[bodies.figures[i].index].id;
    let ids = |of: Vec<usize>| of.into_iter().map(id).collect::<Vec<_>>();
    let seen = thrown.witness.figures.iter().enumerate();
    seen.map(|(i, seen)| {
        let (pushed, fallen) = thrown.witness.passed_on(i);
        Struck {
            figure: id(i),
            touched: seen.touched,
            moved: seen.moved,
            toppled: seen.toppled,
            pushed_by: ids(pushed),
            fallen_on_by: ids(fallen),
        }
    })
    .filter(|s| {
        s.touched || s.moved || s.toppled || !s.pushed_by.is_empty() || !s.fallen_on_by.is_empty()
    })
    .collect()
}

fn path(bodies: &Bodies, places: &[Vector]) -> Vec<Sample> {
    let stride = places.len().div_ceil(SAMPLES).max(1);
    let last = places.len().saturating_sub(1);
    let sample = |step: usize| Sample {
        time: step as i64 * 1_000_000 / i64::from(STEPS_A_SECOND),
        at: bodies.point(places[step]),
        height: micrometres(f64::from(places[step].y)),
    };
    let kept = (0..places.len()).filter(|step| step % stride == 0 || *step == last);
    kept.map(sample).collect()
}
