//! Machine code against the same hooks written by hand, in turns.
//!
//! Two figures taken one after the other tell little on a machine that does other things, too. Here both play
//! the same few games by turns, and what is told is the median of the ratios, with quartiles beside it.

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use compiler::Backend;
use criterion::Criterion;
use runtime::Rules;

use crate::{hand::by_hand, random::Table, texts::Texts};

/// So many sets of tiles, games by turns, and turns.
const SIZES: [(u32, u64, usize); 3] = [(1, 16, 600), (10, 2, 300), (100, 1, 40)];

/// Prints a line for each size of the board, unless other measurements were asked for.
#[expect(clippy::print_stdout, reason = "the figures are what this is for")]
pub(crate) fn pairs(_: &mut Criterion) {
    let args: Vec<String> = env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let tries = args.iter().any(|arg| arg == "--test");
    if args.iter().any(|arg| arg == "--list")
        || !(filters.is_empty() || filters.iter().any(|filter| "pairs".contains(filter.as_str())))
    {
        return;
    }
    let native = Texts::read(&["base"]).compile(Backend::Native);
    let hand = Rules::new(Arc::new(by_hand(&native)));
    let native = Rules::new(native);
    for (times, games, turns) in SIZES {
        let mut tables = [&native, &hand].map(|rules| Table::new(rules, 2, times));
        let mut took = [Vec::new(), Vec::new()];
        for turn in 0..if tries { 1 } else { turns as u64 } {
            for (table, took) in tables.iter_mut().zip(&mut took) {
                took.push(play(table, turn * games, games));
            }
        }
        let mut ratios: Vec<u128> =
            took[0].iter().zip(&took[1]).map(|(a, b)| a.as_nanos() * 100 / b.as_nanos()).collect();
        let [low, middle, high] = quartiles(&mut ratios);
        let tiles = 72 * u128::from(times);
        let [native, hand] = took.map(|mut took| {
            let [_, middle, _] = quartiles(&mut took);
            middle.as_nanos() / u128::from(games) / tiles
        });
        println!(
            "pairs/{tiles} tiles: native {native} ns, hand {hand} ns a tile; \
             native/hand {middle} % (quartiles {low} %, {high} %)"
        );
    }
}

/// How long some games take.
#[expect(clippy::disallowed_methods, reason = "measuring needs a clock")]
fn play(table: &mut Table<'_>, first: u64, games: u64) -> Duration {
    let start = Instant::now();
    for seed in first..first + games {
        std::hint::black_box(table.play(seed));
    }
    start.elapsed()
}

/// The quartiles of some values.
pub(crate) fn quartiles<T: Ord + Copy>(values: &mut [T]) -> [T; 3] {
    values.sort_unstable();
    [1, 2, 3].map(|quarter| values[(values.len() * quarter / 4).min(values.len() - 1)])
}
