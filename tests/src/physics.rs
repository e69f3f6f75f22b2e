//! Throws of rigid bodies: written tables and throws with what comes of them, and laws for any others.

use std::path::Path;

use abi::{
    Area, Catch, Figure, Flight, Hand, Landing, Launch, LyingToken, Outline, Point, Scene,
    ShotError, ShotPhysics, Size, Struck, TILE_HEIGHT, TILE_SIDE, TableTile, gap,
};
use physics::{MODULES, Rapier, Scripted, aim, module};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fixture::{each, files, folder, read};

/// A table and a throw as a file of `tests/shots` writes them.
fn shot(text: &str) -> (Scene, Launch, Value) {
    let shot: Value = serde_json::from_str(text).expect("a shot is JSON");
    let scene = serde_json::from_value(shot["scene"].clone()).expect("a scene");
    let launch = serde_json::from_value(shot["launch"].clone()).expect("a launch");
    (scene, launch, shot)
}

/// What of a landing rules can see.
fn outcome(landing: &Landing) -> Value {
    json!({
        "struck": landing.struck,
        "tiles": landing.tiles,
        "contact": landing.contact.map(|contact| contact.with),
        "catch": landing.catch,
    })
}

/// A sum (FNV-1a) over the whole flight; it is the same in every profile and on every machine.
fn print(flight: &Flight) -> String {
    let text = serde_json::to_string(flight).expect("a flight is JSON");
    let add = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, add))
}

#[test]
fn written_throws_end_as_written() {
    each(&files(&folder("shots"), "json"), |path, text| {
        let (scene, launch, shot) = shot(text);
        let flight = Rapier.throw(&scene, &launch).expect("a possible throw");
        assert!(flight.path.len() <= 200, "{} samples", flight.path.len());
        assert_eq!(Rapier.throw(&scene, &launch).expect("again"), flight);
        if std::env::var_os("CARC_ACCEPT_SHOTS").is_some() {
            return accept(path, text, &flight);
        }
        assert_eq!(outcome(&flight.landing), shot["outcome"], "{:?}", flight.landing);
        assert_eq!(print(&flight), shot["print"], "the same outcome on another way");
    });
}

/// A token that meets nothing came as far as where it passed the height of the table beside it, by either module (F63).
#[test]
fn what_meets_nothing_came_as_far_as_where_it_passed_the_table() {
    let passed = std::cell::Cell::new(0);
    each(&files(&folder("shots"), "json"), |path, text| {
        let (scene, launch, shot) = shot(text);
        let Some(wanted) = shot["reach"].as_object() else { return };
        passed.set(passed.get() + 1);
        for module in MODULES.iter().filter_map(|known| module(known.name)) {
            let landing = module.throw(&scene, &launch).expect("a possible throw").landing;
            let (name, reach) = (module.name(), landing.reach);
            assert_eq!(landing.contact, None, "{name}: {}", path.display());
            let at = wanted[name].as_i64().expect("each module has its place");
            assert!((reach - at).abs() <= 200, "{name}: {reach}, not {at}: {}", path.display());
        }
    });
    assert!(passed.get() >= 3, "{} written throws leave the table", passed.get());
}

/// A throw came as far as where it first met table, tile or hand (F63): whoever it meets on the way ends no throw.
#[test]
fn what_a_throw_meets_on_its_way_does_not_end_it() {
    for (name, met) in [("over-a-follower", "Figure"), ("over-a-token", "Token")] {
        let (scene, launch, _) = shot(&read(&folder("shots").join(name).with_extension("json")));
        for module in MODULES.iter().filter_map(|known| module(known.name)) {
            // The fast module knows no tokens that lie about.
            if met == "Token" && module.name() == "ballistic" {
                continue;
            }
            let landing = module.throw(&scene, &launch).expect("a possible throw").landing;
            let contact = landing.contact.expect("it meets something");
            let shown = format!("{}: {name}: {landing:?}", module.name());
            assert!(format!("{:?}", contact.with).starts_with(met), "{shown}");
            let there = scene.reach(contact.at).expect("somebody catches");
            assert!(landing.reach > there + 1_000, "{there}: {shown}");
            assert!(scene.is_far_enough(there) == Some(false), "{there}: {shown}");
            if module.name() == "rapier" {
                assert_eq!(scene.is_far_enough(landing.reach), Some(true), "{shown}");
            }
        }
    }
}

/// Writes what came of a throw behind scene and launch.
fn accept(path: &Path, text: &str, flight: &Flight) {
    let (before, _) = text.split_once("  \"outcome\":").expect("the outcome comes last");
    let outcome = outcome(&flight.landing);
    let lines = |list: &Value| {
        let entries = list.as_array().expect("a list").iter();
        let entries: Vec<String> = entries.map(|entry| format!("\n      {entry}")).collect();
        if entries.is_empty() { "[]".to_owned() } else { format!("[{}\n    ]", entries.join(",")) }
    };
    let written = format!(
        "{before}  \"outcome\": {{\n    \"struck\": {},\n    \"tiles\": {},\n    \"contact\": {},\n    \
         \"catch\": {}\n  }},\n  \"print\": \"{}\"\n}}\n",
        lines(&outcome["struck"]),
        outcome["tiles"],
        outcome["contact"],
        outcome["catch"],
        print(flight),
    );
    std::fs::write(path, written).expect("a fixture can be written");
}

/// What comes of the throw in a file.
fn thrown(name: &str) -> (Scene, Landing) {
    let (scene, launch, _) = shot(&read(&folder("shots").join(name).with_extension("json")));
    let flight = Rapier.throw(&scene, &launch).expect("a possible throw");
    (scene, flight.landing)
}

#[test]
fn a_direct_hit_topples() {
    let (_, landing) = thrown("direct-hit");
    let [hit] = &landing.struck[..] else { panic!("{landing:?}") };
    assert!(hit.touched && hit.moved && hit.toppled, "{hit:?}");
}

/// P14: what strikes the upper half from the side topples at 1 m/s already, whichever token it is.
#[test]
fn direct_hits_from_the_side_topple() {
    let (mut scene, launch, _) = shot(&read(&folder("shots").join("direct-hit.json")));
    let tokens = [
        (24_850, 19_970, 1_950, false),
        (22_050, 21_860, 1_950, false),
        (24_130, 24_130, 1_960, true),
    ];
    for (width, depth, height, round) in tokens {
        scene.thrown = Size { width, depth, height, round };
        for n in 0..18 {
            let aside = [-6_000, 0, 6_000][n % 3];
            let from = Point::new(launch.from.x + aside, launch.from.y);
            let (height, speed) = ([18_000, 22_000, 26_000][n / 3 % 3], [1_000, 2_000][n / 9]);
            let launch = Launch { from, height, speed, ..launch };
            let landing = Rapier.throw(&scene, &launch).expect("a possible throw").landing;
            let toppled = landing.struck.iter().any(|s| s.touched && s.toppled);
            assert!(toppled, "{launch:?}: {landing:?}");
        }
    }
}

#[test]
fn a_chain_happens() {
    let (_, landing) = thrown("row-of-figures");
    assert_eq!(landing.touched().collect::<Vec<_>>(), [1], "the token meets only the first");
    assert_eq!(
        landing.touched_by_fallen().collect::<Vec<_>>(),
        [2, 3, 4],
        "each falls on the next"
    );
    let (_, landing) = thrown("pushed");
    let is_pushed = |s: &Struck| !s.touched && !s.pushed_by.is_empty() && s.fallen_on_by.is_empty();
    assert!(landing.struck.iter().any(is_pushed), "{landing:?}");
    assert!(!landing.struck.iter().any(|s| s.toppled), "{landing:?}");
}

#[test]
fn a_figure_that_lies_is_touched_and_does_not_topple() {
    let (scene, landing) = thrown("farmer");
    assert!(scene.figures[0].lying);
    assert!(landing.struck[0].touched && !landing.struck[0].toppled, "{landing:?}");
}

#[test]
fn a_disc_slides_off_the_edge_of_the_map() {
    let (scene, landing) = thrown("off-the-map");
    let contact = landing.contact.expect("it came down");
    assert!(matches!(contact.with, abi::Body::Tile(_)), "{contact:?}");
    assert!(landing.tiles.is_empty(), "{landing:?}");
    assert!(scene.table.contains(landing.rest.at) && landing.rest.height > 0, "{landing:?}");
    assert!(scene.tiles_under(&landing.rest.outline).is_empty(), "nor does it lean on the edge");
}

#[test]
fn throws_to_a_catcher_fall_short_reach_or_pass() {
    let (scene, short) = thrown("short");
    let ruler = scene.ruler().expect("somebody catches");
    assert!(short.catch == Catch::Missed && short.reach < ruler, "{short:?}");
    for (name, catch) in
        [("caught", Catch::Caught), ("touched", Catch::Touched), ("past-the-hand", Catch::Missed)]
    {
        let (_, landing) = thrown(name);
        assert_eq!(landing.catch, catch, "{name}");
        assert!(landing.reach > ruler, "{name}: {}", landing.reach);
    }
}

#[test]
fn what_leaves_the_table_ends_on_the_floor() {
    let (scene, landing) = thrown("off-the-table");
    assert!(!scene.table.contains(landing.rest.at));
    assert!((-750_000..-745_000).contains(&landing.rest.height), "{landing:?}");
    assert!(landing.contact.is_none() && landing.tiles.is_empty(), "{landing:?}");
}

/// A map of 4 by 4 tiles with one figure.
fn table() -> (Scene, Launch) {
    let at = |x: i64, y: i64| Point::new(x * TILE_SIDE, y * TILE_SIDE);
    let figure = Figure {
        id: 7,
        name: "blue meeple".to_owned(),
        owner: Some(1),
        at: Point::new(100_000, 100_000),
        turn: 0,
        size: Size { width: 16_000, depth: 9_940, height: 15_980, round: false },
        lying: false,
    };
    let scene = Scene {
        table: Area { west: -700_000, north: -400_000, east: 900_000, south: 500_000 },
        tiles: (0..16).map(|id| TableTile { id, at: at(id % 4, id / 4) }).collect(),
        figures: vec![figure],
        tokens: Vec::new(),
        seats: vec![Point::new(100_000, 500_000), Point::new(100_000, -400_000)],
        thrown: Size { width: 24_850, depth: 19_970, height: 1_950, round: false },
        shooter: 0,
        catcher: None,
        aimed_at: None,
    };
    let launch = aim(&scene, Point::new(150_000, 50_000), physics::HEIGHT, physics::ELEVATION);
    (scene, launch)
}

#[test]
fn impossible_throws_are_refused() {
    let refused = |change: fn(&mut Scene, &mut Launch)| {
        let (mut scene, mut launch) = table();
        change(&mut scene, &mut launch);
        Rapier.throw(&scene, &launch).expect_err("an impossible throw").to_string()
    };
    let found = [
        refused(|_, launch| launch.speed = 0),
        refused(|_, launch| launch.speed = 1_000_000),
        refused(|_, launch| launch.from.x = 901_000),
        refused(|_, launch| launch.elevation = 91_000),
        refused(|_, launch| launch.height = -1),
        refused(|scene, _| scene.figures.extend(scene.figures.clone())),
        refused(|scene, _| scene.figures[0].size.height = 0),
        refused(|scene, _| scene.thrown.width = i64::MAX),
        refused(|scene, _| scene.shooter = 2),
        refused(|scene, _| scene.tiles[0].at.x = i64::MIN),
        refused(|scene, _| scene.figures[0].at.x = 181_000),
        refused(|scene, _| scene.figures[0].at.x = 901_000),
        refused(|scene, _| scene.figures[0].owner = Some(77)),
        refused(|scene, _| scene.seats[1].x = 5_000_000),
        refused(|scene, _| {
            let figure = scene.figures[0].clone();
            let at = |id: i64| Point::new(id % 45 * 20_000, id / 45 * 20_000);
            scene.figures =
                (0..1_001).map(|id| Figure { id, at: at(id), ..figure.clone() }).collect();
        }),
    ];
    insta::assert_snapshot!(found.join("\n"), @r"
    the speed is 0 m/s; it must be from 0.001 m/s to 20 m/s
    the speed is 1000 m/s; it must be from 0.001 m/s to 20 m/s
    the launcher does not stand on the table
    the elevation is 91 degrees; it must be from -30 degrees to 90 degrees
    the height of the launch is -0.001 mm; it must be from 0 mm to 500 mm
    blue meeple and blue meeple stand in the same place
    a figure's height is 0 mm; it must be from 0.5 mm to 300 mm
    the thrown token's width is 9223372036854775.807 mm; it must be from 0.5 mm to 300 mm
    there is no seat 2
    a tile's place is -9223372036854775.808 mm; it must be from -2000000 mm to 2000000 mm
    blue meeple stands across the rim of the tiles; a figure stands with its middle on a tile, or wholly beside them
    blue meeple stands neither on a tile nor on the table
    there is no seat 77
    seat 1 is not at the table
    the number of figures within 10 m is 1001; it must be from 0 to 1000
    ");
}

#[test]
fn written_landings_come_in_order_until_none_is_left() {
    let (scene, launch) = table();
    let first = Rapier.throw(&scene, &launch).expect("a possible throw").landing;
    let second = Landing { catch: Catch::Missed, struck: Vec::new(), ..first.clone() };
    let scripted = Scripted::new(vec![first.clone(), second.clone()]);
    assert_eq!(scripted.throw(&scene, &launch).expect("the first").landing, first);
    assert_eq!(scripted.left(), 1);
    assert_eq!(scripted.throw(&scene, &launch).expect("the second").landing, second);
    let refused = scripted.throw(&scene, &launch).expect_err("there are two");
    assert_eq!(refused, ShotError::NoAnswer("no written landing is left".to_owned()));
    let strange = Struck {
        figure: 8,
        touched: true,
        moved: false,
        toppled: false,
        pushed_by: Vec::new(),
        fallen_on_by: Vec::new(),
    };
    let wrong = Scripted::new(vec![Landing { struck: vec![strange], ..first }]);
    let refused = wrong.throw(&scene, &launch).expect_err("there is no figure 8");
    assert_eq!(refused, ShotError::Unknown("figure", 8));
}

/// How much higher than its speed is worth the middle of a token may come to be, in micrometres.
const SPARE: i64 = 350_000;
/// How low and how far anything comes to be, in micrometres.
const LOWEST: i64 = 12_000_000;
const FARTHEST: i64 = 60_000_000;

/// A point near the map.
fn near() -> impl Strategy<Value = Point> {
    (-300_000..500_000_i64, -300_000..500_000_i64).prop_map(|(x, y)| Point::new(x, y))
}

fn size(most: i64) -> impl Strategy<Value = Size> {
    (500..most, 500..most, 500..most, any::<bool>())
        .prop_map(|(width, depth, height, round)| Size { width, depth, height, round })
}

fn figures() -> impl Strategy<Value = Vec<Figure>> {
    let figure = (near(), -400_000..400_000_i64, size(40_000), any::<bool>());
    prop::collection::vec(figure, 0..12).prop_map(|figures| {
        let figure = |(id, (at, turn, size, lying)): (i64, (Point, i64, Size, bool))| Figure {
            id,
            name: String::new(),
            owner: None,
            at,
            turn,
            size,
            lying,
        };
        (0..).zip(figures).map(figure).collect()
    })
}

fn tokens() -> impl Strategy<Value = Vec<LyingToken>> {
    let corner = (-20_000..20_000_i64, -20_000..20_000_i64);
    let token = (near(), prop::collection::vec(corner, 0..8), 500..5_000_i64);
    prop::collection::vec(token, 0..6).prop_map(|tokens| {
        let token = |(at, corners, height): (Point, Vec<(i64, i64)>, i64)| LyingToken {
            outline: Outline(
                corners.into_iter().map(|(x, y)| Point::new(at.x + x, at.y + y)).collect(),
            ),
            height,
        };
        tokens.into_iter().map(token).collect()
    })
}

fn launches() -> impl Strategy<Value = Launch> {
    let hand = (near(), 0..300_000_i64, 0..50_000_i64, 0..50_000_i64);
    let hand = hand.prop_map(|(at, height, catches, more)| Hand {
        at,
        height,
        catches,
        touches: catches + more,
    });
    let elevation = prop_oneof![
        4 => -30_000..=90_000_i64,
        1 => Just(-30_000),
        1 => Just(90_000),
        1 => 89_990..90_000_i64,
    ];
    let launch = (near(), 0..=500_000_i64, -360_000..360_000_i64, elevation, 1..=20_000_i64);
    (launch, prop::option::of(hand)).prop_map(
        |((from, height, heading, elevation, speed), hand)| Launch {
            from,
            height,
            heading,
            elevation,
            speed,
            hand,
        },
    )
}

/// What of a flight no throw can do.
fn what_cannot_be(flight: &Flight, scene: &Scene, launch: &Launch) -> Option<String> {
    let Flight { landing, path } = flight;
    if let Err(error) = landing.examine(scene) {
        return Some(error.to_string());
    }
    if !(1..=200).contains(&path.len()) {
        return Some(format!("{} samples", path.len()));
    }
    if path[0].time < 0 || !path.is_sorted_by_key(|sample| sample.time) {
        return Some(format!("times {:?}", path.iter().map(|s| s.time).collect::<Vec<_>>()));
    }
    // Where a token lies flat, no figure is: but for those that the shot has struck, which may lie elsewhere now.
    let is_struck = |figure: &Figure| landing.struck.iter().any(|s| s.figure == figure.id);
    let thin = |side: i64| (side - 1_000).max(1);
    let mut there = scene.figures.iter().filter(|figure| !is_struck(figure));
    let in_the_way = there.find(|figure| {
        let Size { width, depth, height, round } = figure.size;
        let size = Size { width: thin(width), depth: thin(depth), height: thin(height), round };
        gap(&landing.rest.outline, &Figure { size, ..(*figure).clone() }.outline()) == 0
    });
    let floor = if landing.tiles.is_empty() { 0 } else { TILE_HEIGHT };
    if let Some(figure) = in_the_way
        && (landing.rest.height - floor - scene.thrown.height / 2).abs() < 100
    {
        return Some(format!("the token lies where {figure:?} is: {:?}", landing.rest));
    }
    // Nothing rises above what its speed is worth (v² / 2 g), but for what a token's own size adds.
    let worth = launch.speed * launch.speed * 1_000 / (2 * 9_810);
    let highest = launch.height + worth + SPARE;
    // A module stops at 10 m, or at the floor under the table; sparing a last step.
    let far = |p: Point| p.distance(launch.from) > FARTHEST;
    path.iter()
        .find(|s| s.height > highest || s.height < -LOWEST || far(s.at))
        .map(|s| format!("{s:?}, at most {highest} high"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever stands and flies: a throw ends, and its landing can be.
    #[test]
    fn any_throw_ends(
        figures in figures(),
        tokens in tokens(),
        tiles in prop::collection::vec(near(), 0..12),
        thrown in prop_oneof![size(40_000), size(300_000)],
        launch in launches(),
    ) {
        let (mut scene, _) = table();
        let tiles = (100..).zip(tiles).map(|(id, at)| TableTile { id, at });
        scene.tiles.extend(tiles);
        // Where each figure can stand at all, they may still stand in each other.
        let can_stand = |figure: &Figure| {
            let alone = Scene { figures: vec![figure.clone()], tokens: Vec::new(), ..scene.clone() };
            alone.examine().is_ok()
        };
        let figures = figures.into_iter().filter(can_stand).collect();
        scene = Scene { figures, tokens, thrown, catcher: Some(1), ..scene };
        for each in MODULES {
            match module(each.name).expect("a listed module").throw(&scene, &launch) {
                Err(error) => prop_assert!(scene.examine().is_err(), "{}: {error}", each.name),
                Ok(flight) => {
                    let wrong = what_cannot_be(&flight, &scene, &launch);
                    prop_assert!(wrong.is_none(), "{}: {wrong:?} {launch:?}", each.name);
                }
            }
        }
    }

    /// Numbers of any size are refused or thrown; nothing overflows.
    #[test]
    fn any_numbers_are_refused_or_thrown(numbers in prop::collection::vec(any::<i64>(), 16)) {
        let (scene, launch) = table();
        for (i, &number) in numbers.iter().enumerate() {
            let (mut scene, mut launch) = (scene.clone(), launch);
            let field = match i {
                0 => &mut launch.from.x,
                1 => &mut launch.height,
                2 => &mut launch.heading,
                3 => &mut launch.elevation,
                4 => &mut launch.speed,
                5 => &mut scene.table.west,
                6 => &mut scene.table.south,
                7 => &mut scene.tiles[3].at.x,
                8 => &mut scene.figures[0].at.y,
                9 => &mut scene.figures[0].turn,
                10 => &mut scene.figures[0].size.width,
                11 => &mut scene.figures[0].size.height,
                12 => &mut scene.seats[0].x,
                13 => &mut scene.thrown.width,
                14 => &mut scene.thrown.height,
                _ => &mut scene.tiles[3].id,
            };
            *field = number;
            let possible = scene.examine().is_ok() && launch.examine(&scene).is_ok();
            for each in MODULES {
                let thrown = module(each.name).expect("a listed module").throw(&scene, &launch);
                prop_assert_eq!(thrown.is_ok(), possible, "{}: number {}", each.name, i);
                let wrong = thrown.ok().and_then(|flight| what_cannot_be(&flight, &scene, &launch));
                prop_assert!(wrong.is_none(), "{}: number {}: {:?}", each.name, i, wrong);
            }
        }
    }
}
