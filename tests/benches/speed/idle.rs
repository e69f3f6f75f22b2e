//! What an expansion costs that is loaded and has nothing to do: its rules without its tiles, beside the base
//! game alone, by turns.
//!
//! Some expansions give players something to choose whatever tiles there are. Their games are others, which is
//! told instead of a ratio.

use std::{
    env,
    time::{Duration, Instant},
};

use abi::TileKindId;
use compiler::{Backend, Setting};
use criterion::Criterion;
use runtime::{Rules, Setup};
use toolkit::Library;

use crate::{pairs::quartiles, random::Table};

/// So many games by turns, and turns.
const GAMES: u64 = 16;
const TURNS: u64 = 300;

/// Prints a line for each expansion, unless other measurements were asked for.
#[expect(clippy::print_stdout, reason = "the figures are what this is for")]
pub(crate) fn idle(_: &mut Criterion) {
    let args: Vec<String> = env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let tries = args.iter().any(|arg| arg == "--test");
    if args.iter().any(|arg| arg == "--list")
        || !(filters.is_empty() || filters.iter().any(|filter| "idle".contains(filter.as_str())))
    {
        return;
    }
    let library = Library::built_in();
    let texts = toolkit::Texts::new(&library);
    let rules = |name: &str| {
        let setting = Setting { expansions: vec![name.to_owned()], ..Setting::default() };
        let built = texts.build(&setting, Backend::Native);
        Rules::new(built.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources()))).program)
    };
    let alone = rules("base");
    for name in library.names().filter(|name| *name != "base") {
        let loaded = rules(name);
        let mut tables = [&alone, &loaded].map(|rules| Table::with(rules, &base_tiles(rules)));
        let mut took = [Vec::new(), Vec::new()];
        let mut points = [0, 0];
        let mut turn = 0;
        while turn < if tries { 1 } else { TURNS } && points[0] == points[1] {
            for i in [0, 1] {
                let (time, sum) = play(&mut tables[i], turn * GAMES);
                took[i].push(time);
                points[i] += sum;
            }
            turn += 1;
        }
        if points[0] != points[1] {
            println!("idle/{name}: plays other games");
            continue;
        }
        let ratio = |(a, b): (&Duration, &Duration)| b.as_nanos() * 1000 / a.as_nanos();
        let mut ratios: Vec<u128> = took[0].iter().zip(&took[1]).map(ratio).collect();
        let [low, middle, high] =
            quartiles(&mut ratios).map(|n| format!("{}.{} %", n / 10, n % 10));
        let least = took.map(|took| took.into_iter().min().unwrap_or_default().as_micros());
        let least = least[1] * 1000 / least[0].max(1);
        println!(
            "idle/{name}: {middle} of the time without it (quartiles {low}, {high}; least times {}.{} %)",
            least / 10,
            least % 10
        );
    }
}

/// The base game's own tiles.
fn base_tiles(rules: &Rules) -> Setup {
    let sets = &rules.program().sets;
    let tiles = sets.iter().filter(|set| set.name == "base").flat_map(|set| &set.tiles);
    let tiles: Vec<(TileKindId, u32)> = tiles.copied().collect();
    Setup { players: 2, seed: 0, tiles, board: None }
}

/// How long some games take, and their points.
#[expect(clippy::disallowed_methods, reason = "measuring needs a clock")]
fn play(table: &mut Table<'_>, first: u64) -> (Duration, i64) {
    let start = Instant::now();
    let points = (first..first + GAMES).map(|seed| table.play(seed)).sum();
    (start.elapsed(), points)
}
