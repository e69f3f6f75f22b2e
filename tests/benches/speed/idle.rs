//! What an expansion costs that is loaded and has nothing to do: its rules without its tiles, beside the base
//! game alone, by turns.
//!
//! Some expansions give players something to choose whatever tiles there are, as long as they have the pieces:
//! those are left out by an option. The games of the rest are others, which is told instead of a ratio.

use std::{
    env,
    time::{Duration, Instant},
};

use abi::TileKindId;
use compiler::{Backend, Setting};
use criterion::Criterion;
use runtime::{Rules, Setup, State};
use toolkit::Library;

use crate::{pairs::quartiles, random::Table};

/// Options by which an expansion has no pieces that players choose to use.
const WITHOUT_PIECES: &[(&str, &[(&str, &str)])] = &[
    ("abbey_and_mayor", &[("abbeys", "0"), ("mayors", "0"), ("wagons", "0"), ("barns", "0")]),
    ("abbot", &[("abbots", "0")]),
    ("bridges_castles_and_bazaars", &[("bridges", "false"), ("castles", "false")]),
    ("hills_and_sheep", &[("shepherds", "0")]),
    ("inns_and_cathedrals", &[("big_followers", "0")]),
    ("phantom", &[("phantoms", "0")]),
    ("princess_and_dragon", &[("fairy_plays", "false")]),
    ("traders_and_builders", &[("builders", "0"), ("pigs", "0")]),
];
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
        let options = WITHOUT_PIECES.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, o)| o);
        let said = |&(option, value): &(&str, &str)| (None, option.to_owned(), value.to_owned());
        let options = options.iter().map(said).collect();
        let setting = Setting { expansions: vec![name.to_owned()], options, ..Setting::default() };
        let built = texts.build(&setting, Backend::Native);
        Rules::new(built.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources()))).program)
    };
    let alone = rules("base");
    for name in library.names().filter(|name| *name != "base") {
        let loaded = rules(name);
        let mut tables = [&alone, &loaded].map(|rules| Table::with(rules, &base_tiles(rules)));
        let mut took = [Vec::new(), Vec::new()];
        // Points may be others: the King's are given at the end, whatever was played.
        let [one, other] =
            tables.each_mut().map(|table| (0..GAMES).map(|g| chosen(table, g)).collect());
        let (one, other): (Vec<_>, Vec<_>) = (one, other);
        if one != other {
            println!("idle/{name}: plays other games");
            continue;
        }
        for turn in 0..if tries { 1 } else { TURNS } {
            for i in [0, 1] {
                took[i].push(play(&mut tables[i], turn * GAMES));
            }
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

/// How many options each decision of a game has.
fn chosen(table: &mut Table<'_>, seed: u64) -> Vec<usize> {
    table.begin(seed);
    let mut options = Vec::new();
    loop {
        if matches!(table.game.state(), State::Choice(_)) {
            options.push(table.game.option_count());
        }
        if !table.step() {
            return options;
        }
    }
}

/// How long some games take.
#[expect(clippy::disallowed_methods, reason = "measuring needs a clock")]
fn play(table: &mut Table<'_>, first: u64) -> Duration {
    let start = Instant::now();
    let points: i64 = (first..first + GAMES).map(|seed| table.play(seed)).sum();
    std::hint::black_box(points);
    start.elapsed()
}
