//! Whole random games of two players on one core.

use std::sync::Arc;

use compiler::Backend;
use criterion::{Criterion, Throughput};
use runtime::Rules;

use crate::{hand::by_hand, random::Table, texts::Texts};

/// One game an iteration: machine code, hooks written by hand, the evaluator.
pub(crate) fn games(criterion: &mut Criterion) {
    let texts = Texts::read(&["base"]);
    let native = texts.compile(Backend::Native);
    let hand = Arc::new(by_hand(&native));
    let circles = Texts::read(&["base", "crop_circles"]).compile(Backend::Native);
    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(1));
    for (name, program) in [
        ("native", native),
        ("hand", hand),
        ("eval", texts.compile(Backend::Eval)),
        ("native, crop_circles", circles),
    ] {
        let rules = Rules::new(program);
        let mut table = Table::new(&rules, 2, 1);
        let mut seed = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed += 1;
                table.play(seed)
            });
        });
    }
    group.finish();
}

/// Games with more and more tiles; an element is a tile.
pub(crate) fn boards(criterion: &mut Criterion) {
    let native = Texts::read(&["base"]).compile(Backend::Native);
    let hand = Arc::new(by_hand(&native));
    let mut group = criterion.benchmark_group("boards");
    group.sample_size(20);
    for (name, program) in [("native", native), ("hand", hand)] {
        let rules = Rules::new(program);
        for times in [1, 10, 100] {
            let mut table = Table::new(&rules, 2, times);
            let tiles = u64::from(times) * 72;
            group.throughput(Throughput::Elements(tiles));
            let mut seed = 0;
            group.bench_function(format!("{name}, {tiles} tiles"), |bencher| {
                bencher.iter(|| {
                    seed += 1;
                    table.play(seed)
                });
            });
        }
    }
    group.finish();
}
