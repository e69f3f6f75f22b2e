//! Games that look for trouble: with other expansions and options mixed in, played by bots that go where people
//! seldom do, by both back ends, and watched at every decision.
//!
//! Games go in rounds. A round is one choice of rules and a few games by them; whatever is in it follows from
//! the seed and its number alone, so the same seed finds the same whatever the number of cores.

mod cast;
mod endless;
mod finding;
mod landing;
mod shrink;
mod swap;
mod table;
mod temper;
mod trouble;
mod unfired;

use std::collections::{BTreeMap, BTreeSet};

use compiler::Probe;
use rayon::prelude::*;
use runtime::Pcg32;

use crate::{catalogue::catalogue, program::Texts, simulate::game_seed};
use cast::Stalls;
use table::{Game, Seen, Table};

pub use finding::Finding;
pub use trouble::Trouble;

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Fuzz {
    /// The expansions that always play.
    pub expansions: Vec<String>,
    /// Whose rules are listed that never ran, and beside whose rules a finding is to stand; else the first
    /// expansion's.
    pub home: String,
    /// Options with values that all games have.
    pub options: Vec<(Option<String>, String, String)>,
    /// Whether other expansions are mixed in.
    pub others: bool,
    /// Whether options have other values than usual.
    pub varies: bool,
    /// Where chance starts from.
    pub seed: u64,
    /// How many games at most.
    pub games: Option<u64>,
    /// On how many cores; 0 for all there are.
    pub jobs: usize,
    /// Whether findings are made as small as they can be and written as scenarios.
    pub shrinks: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Fuzzed {
    /// How many games were played.
    pub games: u64,
    /// How many answers they had.
    pub answers: u64,
    /// How many choices of rules they were played by.
    pub rounds: u64,
    /// The troubles, each once, in the order in which they were found.
    pub findings: Vec<Finding>,
    /// The rules of the expansion that never ran in these games, with their places.
    pub unfired: Vec<String>,
}

/// How many games one choice of rules is good for.
const GAMES: u64 = 4;
/// So many rounds are played before somebody asks whether to go on: always the same, so that the number of
/// cores makes no difference.
const WAVE: u64 = 4;
/// Where games have no end, later ones are broken off after so many entries of their logs.
const BROKEN_OFF: usize = 1_200;
/// Trouble of so many kinds is enough to begin with.
const MOST: usize = 20;

/// Plays games as long as they are wanted.
///
/// Between waves of rounds it asks whether to go on, and tells how many games there were.
///
/// # Errors
///
/// When the threads for it cannot be started.
pub fn fuzz(
    texts: &Texts,
    what: &Fuzz,
    goes_on: &(dyn Fn(&Fuzzed) -> bool + Sync),
) -> Result<Fuzzed, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(what.jobs).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let stalls = Stalls::new(texts, catalogue(texts), what);
    let mut all = Fuzzed::default();
    let mut found: BTreeMap<String, Seen> = BTreeMap::new();
    let mut found_small: BTreeSet<String> = BTreeSet::new();
    let mut fired: BTreeSet<Probe> = BTreeSet::new();
    let mut first = 0;
    loop {
        // Counted in rounds: where nobody can play, games would never be enough.
        let all_rounds = what.games.map_or(u64::MAX, |games| games.div_ceil(GAMES));
        let rounds = (all_rounds - first).min(WAVE);
        if rounds == 0 || all.findings.len() >= MOST || (first > 0 && !goes_on(&all)) {
            break;
        }
        let games = |number: u64| {
            what.games.map_or(GAMES, |games| games.saturating_sub(number * GAMES).min(GAMES))
        };
        let is_endless = |finding: &Finding| matches!(finding.trouble, Trouble::Endless(_));
        let most = all.findings.iter().any(is_endless).then_some(BROKEN_OFF);
        let played: Vec<Round> = pool.install(|| {
            let numbers = (first..first + rounds).into_par_iter();
            numbers.map(|number| round(texts, what, &stalls, number, games(number), most)).collect()
        });
        for round in played {
            all.rounds += 1;
            all.games += round.games;
            all.answers += round.answers;
            fired.extend(round.fired);
            for seen in round.seen {
                let key = seen.trouble.key();
                if found.len() < MOST && !found.contains_key(&key) {
                    let taken: Vec<&str> = all.findings.iter().map(|f| f.title.as_str()).collect();
                    let finding = finding::of(texts, what, &seen, &taken);
                    // Made small, what looked like two may turn out to be one.
                    let small = finding.trouble.key();
                    if !found.contains_key(&small) && !found_small.contains(&small) {
                        all.findings.push(finding);
                    }
                    found_small.insert(small);
                    found.insert(key, seen);
                }
            }
        }
        first += rounds;
    }
    all.unfired = unfired::unfired(texts, &what.expansions, &what.home, &fired);
    Ok(all)
}

/// What came of one choice of rules.
#[derive(Default)]
struct Round {
    games: u64,
    answers: u64,
    seen: Vec<Seen>,
    fired: Vec<Probe>,
}

fn round(
    texts: &Texts,
    what: &Fuzz,
    stalls: &Stalls,
    number: u64,
    games: u64,
    most: Option<usize>,
) -> Round {
    let mut dice = Pcg32::new(game_seed(what.seed, number));
    let cast = stalls.cast(number, &mut dice);
    let mut round = Round::default();
    let table = match Table::set(texts, &cast, number.is_multiple_of(2)) {
        Ok(table) => table,
        Err(trouble) => {
            round.seen.push(Seen::unplayed(cast, trouble));
            return round;
        }
    };
    for game in 0..games {
        let seed = game_seed(what.seed ^ 0x5eed, number * GAMES + game);
        let players = table.players(&mut dice);
        let played = Game::play(&table, players, seed, most);
        round.games += 1;
        round.answers += played.answers as u64;
        if let Some(trouble) = played.trouble {
            // One game without an end is enough.
            let is_endless = matches!(trouble, Trouble::Endless(_));
            round.seen.push(table.seen(trouble, players, seed, played.log));
            if is_endless {
                return round;
            }
        }
    }
    if number % 3 == 2
        && let Some(seen) = swap::swapped(texts, &table, &mut dice, game_seed(what.seed, !number))
    {
        round.games += 1;
        round.seen.push(seen);
    }
    round.fired = table.fired();
    round
}

#[cfg(test)]
mod tests;
