//! How long a throw takes: rigid bodies and the fast module, on an empty table and among figures.

use abi::{Area, Figure, Launch, Point, Scene, Size, TILE_SIDE, TableTile};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

use carc_physics::{Dice, MODULES, Skill, module, sensible};

/// How many throws one measurement goes through: they differ much from each other.
const THROWS: usize = 32;

/// A map of 8 by 8 tiles with so many figures, every fifth lying.
fn scene(figures: i64) -> Scene {
    let mut dice = Dice::new(5);
    let mut figure = |id: i64| {
        let (cell, spot) = (id * 7 % 64, id / 64 % 2 * 16_000);
        let mut within = || 12_000 + dice.below(5_000) as i64 + spot;
        let (x, y) = (within(), within());
        Figure {
            id,
            name: String::new(),
            owner: Some(id as usize % 2),
            at: Point::new(cell % 8 * TILE_SIDE + x, cell / 8 * TILE_SIDE + y),
            turn: id * 37_000 % 360_000,
            size: Size { width: 16_000, depth: 9_940, height: 15_980, round: false },
            lying: id % 5 == 4,
        }
    };
    let tile = |id| TableTile { id, at: Point::new(id % 8 * TILE_SIDE, id / 8 * TILE_SIDE) };
    Scene {
        table: Area { west: -620_000, north: -270_000, east: 980_000, south: 630_000 },
        tiles: (0..64).map(tile).collect(),
        figures: (0..figures).map(&mut figure).collect(),
        tokens: Vec::new(),
        seats: vec![Point::new(180_000, 630_000), Point::new(180_000, -270_000)],
        thrown: Size { width: 24_850, depth: 19_970, height: 1_950, round: false },
        shooter: 0,
        catcher: None,
        aimed_at: None,
    }
}

/// One round is all throws of a series; a throw takes a thirty-second part of it.
fn throws(criterion: &mut Criterion) {
    for each in MODULES {
        let physics = module(each.name).expect("a listed module");
        let mut group = criterion.benchmark_group(format!("{} {THROWS} throws", each.name));
        group.sample_size(20);
        for figures in [0, 30, 60] {
            let scene = scene(figures);
            let mut dice = Dice::new(9);
            let launches: Vec<Launch> = (0..THROWS)
                .map(|_| Skill::PRACTISED.spread(sensible(&scene, &mut dice), &mut dice))
                .collect();
            group.bench_function(BenchmarkId::new("figures", figures), |bencher| {
                bencher.iter(|| {
                    launches.iter().filter(|launch| physics.throw(&scene, launch).is_ok()).count()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(shots, throws);
criterion_main!(shots);
