//! What only shows inside: that nothing moves without a throw, and how a hand decides.

use abi::{
    Area, Body, Catch, Contact, Figure, Hand, LARGEST_PIECE, Launch, LyingToken, Outline, Point,
    Quantity, Scene, ShotError, ShotPhysics, Size, TILE_SIDE, TableTile,
};
use rapier3d::prelude::{Pose, Vector};

use super::Rapier;
use super::bodies::{Bodies, STEPS_A_SECOND};
use crate::{ELEVATION, HEIGHT, aim, aim_at_height};

/// Sizes of figures in micrometres: P8 to P12, and footprints of P28.
const SIZES: [(i64, i64, i64); 8] = [
    (16_000, 9_940, 15_980),
    (18_500, 9_880, 19_280),
    (14_290, 9_800, 20_520),
    (22_110, 8_010, 11_150),
    (19_400, 10_990, 29_020),
    (18_000, 10_000, 18_000),
    (20_000, 20_000, 18_000),
    (16_000, 9_940, 15_980),
];

/// A table with a map of 8 by 8 tiles, and nothing on it.
fn map() -> Scene {
    let middle = 4 * TILE_SIDE;
    let tile = |id| TableTile { id, at: Point::new(id % 8 * TILE_SIDE, id / 8 * TILE_SIDE) };
    Scene {
        table: Area {
            west: middle - 800_000,
            north: middle - 450_000,
            east: middle + 800_000,
            south: middle + 450_000,
        },
        tiles: (0..64).map(tile).collect(),
        figures: Vec::new(),
        tokens: Vec::new(),
        seats: vec![Point::new(middle, middle + 450_000), Point::new(middle, middle - 450_000)],
        thrown: Size { width: 19_140, depth: 19_140, height: 1_950, round: true },
        shooter: 0,
        catcher: None,
        aimed_at: None,
    }
}

fn figure(id: i64, x: i64, y: i64, turn: i64) -> Figure {
    let (width, depth, height) = SIZES[id as usize % SIZES.len()];
    Figure {
        id,
        name: String::new(),
        owner: Some(0),
        at: Point::new(x, y),
        turn,
        size: Size { width, depth, height, round: id % 11 == 10 },
        lying: id % 5 == 4,
    }
}

#[test]
fn sixty_figures_stand_for_ten_seconds() {
    let mut scene = map();
    let places = (0..60).map(|id| (id, id % 8 * TILE_SIDE + 22_500, id / 8 * TILE_SIDE + 22_500));
    scene.figures = places.map(|(id, x, y)| figure(id, x, y, id * 37_000 % 360_000)).collect();
    scene.examine().expect("such a table can be");
    for sleeps in [true, false] {
        let mut bodies = Bodies::of(&scene, scene.seats[0]).expect("few figures");
        if !sleeps {
            for (_, body) in bodies.world.rigid_bodies_mut() {
                body.activation_mut().normalized_linear_threshold = -1.0;
            }
        }
        bodies.settle();
        let poses = |bodies: &Bodies| -> Vec<Pose> {
            let pose = |body| *bodies.world.bodies.get(body).expect("it is there").position();
            bodies.figures.iter().map(|piece| pose(piece.body)).collect()
        };
        let before = poses(&bodies);
        for _ in 0..10 * STEPS_A_SECOND {
            bodies.world.step();
        }
        for (i, (before, after)) in before.iter().zip(poses(&bodies)).enumerate() {
            let drift = (before.translation - after.translation).length();
            assert!(drift < 0.001, "figure {i} drifts {drift} cm (sleeps: {sleeps})");
            let upright = (after.rotation * Vector::Y).y;
            assert!(upright > 0.999, "figure {i} leans: {upright}");
        }
    }
}

/// Whatever a scene permits near the rim of the map stands still, on the tiles or beside them.
#[test]
fn figures_at_the_rim_stand_still_or_are_refused() {
    let mut refused = 0;
    for id in [0, 4] {
        for south in (-12_000..=12_000).step_by(500).chain([-100, -10, 10, 100]) {
            let mut scene = map();
            scene.figures = vec![figure(id, 100_000, 8 * TILE_SIDE + south, 0)];
            let launch = aim(&scene, Point::new(300_000, 100_000), HEIGHT, ELEVATION);
            match Rapier.throw(&scene, &launch) {
                Ok(flight) => assert_eq!(flight.landing.struck, [], "{id}: {south}"),
                Err(error) => {
                    assert!(matches!(error, ShotError::AcrossTheRim(_)), "{id}: {south}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused >= 10, "{refused}");
}

#[test]
fn figures_that_stand_in_each_other_stand_still() {
    let mut scene = map();
    scene.figures = vec![figure(0, 100_000, 100_000, 0), figure(7, 115_200, 100_000, 0)];
    scene.examine().expect("they overlap by less than a millimetre");
    let launch = aim(&scene, Point::new(300_000, 300_000), HEIGHT, ELEVATION);
    let flight = Rapier.throw(&scene, &launch).expect("a throw");
    assert_eq!(flight.landing.struck, []);
}

#[test]
fn hands_catch_touch_or_miss() {
    let mut scene = map();
    scene.catcher = Some(1);
    let catcher = scene.seats[1];
    let launch = aim_at_height(&scene, catcher, 100_000, HEIGHT, ELEVATION);
    let with = |beside: i64| {
        let at = Point::new(catcher.x + beside, catcher.y);
        let hand = Some(Hand { at, height: 100_000, catches: 40_000, touches: 80_000 });
        Rapier.throw(&scene, &Launch { hand, ..launch }).expect("a throw").landing
    };
    let caught = with(20_000);
    assert_eq!(caught.catch, Catch::Caught);
    assert!(caught.rest.outline.0.is_empty() && caught.tiles.is_empty(), "{caught:?}");
    assert!(matches!(caught.contact, Some(Contact { with: Body::Hand, .. })), "{caught:?}");
    assert!((caught.reach - 900_000).abs() < 45_000, "{}", caught.reach);
    let touched = with(60_000);
    assert_eq!(touched.catch, Catch::Touched);
    assert!(matches!(touched.contact, Some(Contact { with: Body::Hand, .. })), "{touched:?}");
    assert!(!touched.rest.outline.0.is_empty());
    assert_eq!(with(120_000).catch, Catch::Missed);
}

#[test]
fn tokens_that_lie_about_are_in_the_way() {
    let mut scene = map();
    let at = Point::new(180_000, 180_000);
    let launch = aim(&scene, at, HEIGHT, ELEVATION);
    let first = Rapier.throw(&scene, &launch).expect("a throw").landing;
    let Some(Contact { at: met, .. }) = first.contact else { panic!("{first:?}") };
    scene.tokens = vec![
        LyingToken { outline: Outline::ellipse(met, 60_000, 60_000, 0), height: 1_950 },
        LyingToken { outline: Outline::ellipse(met, 40_000, 40_000, 0), height: 1_950 },
    ];
    let second = Rapier.throw(&scene, &launch).expect("a throw").landing;
    assert!(matches!(second.contact, Some(Contact { with: Body::Token(1), .. })), "{second:?}");
}

/// A plate is wider in plan when it has turned, and so is one that leans on another.
#[test]
fn what_shots_leave_lying_is_in_no_later_scene_too_large() {
    let sides = [250_000, LARGEST_PIECE];
    for (side, height) in sides.into_iter().flat_map(|side| [(side, 2_000), (side, side)]) {
        let mut scene = map();
        scene.thrown = Size { width: side, depth: side, height, round: false };
        for heading in [0, 20_000, 45_000] {
            let launch = aim(&scene, Point::new(180_000, 180_000), HEIGHT, ELEVATION);
            let launch = Launch { heading: launch.heading + heading, ..launch };
            let landing = Rapier.throw(&scene, &launch).expect("a throw").landing;
            scene.tokens.push(LyingToken { outline: landing.rest.outline, height });
        }
        let middle = Point::new(180_000, 180_000);
        let turned = Outline::rectangle(middle, side, side, 45_000);
        scene.tokens.push(LyingToken { outline: turned, height });
        let launch = aim(&scene, middle, HEIGHT, ELEVATION);
        Rapier.throw(&scene, &launch).expect("a throw over all that lies there");
    }
}

#[test]
fn tokens_without_sense_are_harmless() {
    let mut scene = map();
    scene.figures = vec![figure(0, 100_000, 100_000, 0)];
    let launch = aim(&scene, Point::new(180_000, 180_000), HEIGHT, ELEVATION);
    let p = |x: i64, y: i64| Point::new(180_000 + x, 180_000 + y);
    let outlines = [
        vec![],
        vec![p(0, 0)],
        vec![p(0, 0), p(9_000, 0)],
        vec![p(0, 0), p(9_000, 9_000), p(4_000, 4_000)],
        vec![p(0, 0), p(9_000, 9_000), p(4_000, 4_010)],
        vec![p(0, 0), p(0, 0), p(9_000, 0), p(9_000, 9_000), p(9_000, 9_000)],
        vec![p(0, 0), p(9_000, 0), p(0, 9_000), p(9_000, 9_000)],
        Outline::rectangle(Point::new(100_000, 100_000), 20_000, 20_000, 0).0,
    ];
    for outline in outlines {
        scene.tokens = vec![LyingToken { outline: Outline(outline), height: 2_000 }];
        Rapier.throw(&scene, &launch).expect("a throw");
    }
    let far = Outline::rectangle(Point::new(180_000, 180_000), 400_000, 400_000, 0);
    scene.tokens = vec![LyingToken { outline: far, height: 2_000 }];
    let refused = Rapier.throw(&scene, &launch).expect_err("no token is so large");
    assert!(
        matches!(refused, ShotError::Range("a lying token's width", Quantity::Length(400_000), ..)),
        "{refused}"
    );
    let token = |i: i64| LyingToken {
        outline: Outline::ellipse(Point::new(i % 30 * 30_000, i / 30 * 30_000), 24_000, 24_000, 0),
        height: 2_000,
    };
    scene.tokens = (0..201).map(token).collect();
    let refused = Rapier.throw(&scene, &launch).expect_err("nobody left so many");
    assert!(matches!(refused, ShotError::Range("the number of lying tokens", ..)), "{refused}");
}
