//! Games played by nobody: every answer uniformly random, on as many cores as wanted.
//!
//! The same seed gives the same games whatever the number of jobs: each game has a seed of its own, and
//! results are added up in the order of games.

use std::collections::BTreeMap;

use abi::{Options, ShotError, TileKindId};
use physics::Dice;
use rayon::prelude::*;
use runtime::{Game, Pcg32, PlayError, Rules, Seats, Setup, SetupError, Speaker, State};
use thiserror::Error;

use crate::{
    counted::counted,
    shots::{Aftermath, ShotCounts, Shots},
};

/// Which games to play.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How many games.
    pub games: u64,
    /// How many players in each.
    pub players: u8,
    /// Where chance starts from.
    pub seed: u64,
    /// On how many cores; 0 for all there are.
    pub jobs: usize,
    /// The tiles in the piles.
    pub tiles: Vec<(TileKindId, u32)>,
    /// What finds out where shots land; rules with shots need it.
    pub physics: Option<Shots>,
}

/// What came out of simulated games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many games ended.
    pub games: u64,
    /// How many answers players gave.
    pub decisions: u64,
    /// How many options there were to choose from, all decisions together.
    pub options: u64,
    /// How many turns were begun.
    pub turns: u64,
    /// How many tiles lay on the boards in the end.
    pub tiles: u64,
    /// The points of each seat, all games together.
    pub points: Vec<i64>,
    /// How often each seat was among the winners.
    pub wins: Vec<u64>,
    /// The best result of a player.
    pub best: i64,
    /// What came of the shots, by the number of the token's kind.
    pub shots: BTreeMap<u16, ShotCounts>,
    /// A number that tells two different series of games apart.
    pub digest: u64,
}

/// Why games could not be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulationError {
    /// A game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A rule went wrong.
    #[error(
        "game {game} (seed {seed}): a rule went wrong after {}: {text}",
        counted(.decisions, "decision")
    )]
    Fault {
        /// The number of the game, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// How many decisions led there.
        decisions: u64,
        /// What happened.
        text: String,
    },
    /// A game does not come to an end.
    #[error(
        "game {game} (seed {seed}): it has not come to an end after {} of players; do the rules end it?",
        counted(.decisions, "answer")
    )]
    Endless {
        /// The number of the game, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// After how many answers it was given up.
        decisions: u64,
    },
    /// The threads for it could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

/// Plays random games.
///
/// # Errors
///
/// When the games cannot be set up, or a rule goes wrong: the first game counts.
pub fn simulate(rules: &Rules, what: &Simulation) -> Result<Statistics, SimulationError> {
    simulate_watched(rules, what, &|_| ())
}

/// Plays random games and tells a watcher after each bundle how many games it held.
///
/// # Errors
///
/// As [`simulate`].
pub fn simulate_watched(
    rules: &Rules,
    what: &Simulation,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<Statistics, SimulationError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(what.jobs).build();
    let pool = pool.map_err(|e| SimulationError::Threads(e.to_string()))?;
    // Few games a bundle, so that the cores are busy to the end; always the same bundles.
    let size = (what.games / 256).clamp(1, 64);
    let bundles = what.games.div_ceil(size);
    let mut all = Statistics::empty(what.players);
    let mut first = 0;
    while first < bundles {
        // In waves, so that a long series needs no more memory than a short one.
        let last = (first + WAVE).min(bundles);
        let results: Vec<_> = pool.install(|| {
            (first..last)
                .into_par_iter()
                .map(|b| {
                    let games = b * size..((b + 1) * size).min(what.games);
                    let count = games.end - games.start;
                    let result = bundle(rules, what, games);
                    watch(count);
                    result
                })
                .collect()
        });
        for result in results {
            all.add(&result?);
        }
        first = last;
    }
    Ok(all)
}

/// How many bundles are played before their results are added up.
const WAVE: u64 = 4096;

fn bundle(
    rules: &Rules,
    what: &Simulation,
    games: std::ops::Range<u64>,
) -> Result<Statistics, SimulationError> {
    let mut statistics = Statistics::empty(what.players);
    let mut setup =
        Setup { players: what.players, seed: 0, tiles: what.tiles.clone(), board: None };
    // The set-up is the same for all games but for the seed: it is made once and copied.
    let mut fresh = Game::new(rules, &setup)?;
    fresh.set_up(rules);
    let mut game = fresh.clone();
    for number in games {
        setup.seed = game_seed(what.seed, number);
        game.clone_from(&fresh);
        game.reseed(setup.seed);
        let seed = setup.seed;
        play_out(rules, &mut game, (seed, what.physics.as_ref()), &mut statistics).map_err(
            |(decisions, what)| match what {
                Some(text) => SimulationError::Fault { game: number, seed, decisions, text },
                None => SimulationError::Endless { game: number, seed, decisions },
            },
        )?;
    }
    Ok(statistics)
}

/// The seed of one game of a series: far from those of its neighbours.
pub fn game_seed(seed: u64, number: u64) -> u64 {
    // SplitMix64, so that seeds 1 and 2 share no games.
    let mut x = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// After so many answers a game is given up.
const LONGEST: u64 = 1_000_000;

/// Plays one game to its end. If it does not get there, the number of decisions and what happened, which is
/// nothing where it just goes on.
fn play_out(
    rules: &Rules,
    game: &mut Game,
    (seed, physics): (u64, Option<&Shots>),
    statistics: &mut Statistics,
) -> Result<(), (u64, Option<String>)> {
    let mut dice = Pcg32::new(!seed);
    let mut throws = Dice::new(!seed);
    let mut decisions = 0;
    let mut aftermath: Option<Aftermath> = None;
    game.advance(rules);
    loop {
        match game.state() {
            State::Choice(_) => {
                let options = game.option_count();
                if decisions >= LONGEST {
                    return Err((decisions, None));
                }
                let n = dice.below(options as u32);
                decisions += 1;
                statistics.options += options as u64;
                game.commit();
                if let Err(error) = game.answer_index(rules, n as usize) {
                    return Err((decisions, Some(error.to_string())));
                }
            }
            State::Shot(_) => {
                if decisions >= LONGEST {
                    return Err((decisions, None));
                }
                decisions += 1;
                game.commit();
                if let Some(last) = aftermath.take() {
                    last.count(game, &mut statistics.shots);
                }
                match shoot(rules, game, physics, &mut throws, statistics) {
                    Ok(begun) => aftermath = begun,
                    Err(error) => return Err((decisions, Some(error))),
                }
            }
            State::Chance(_) => {
                if let Err(error) = game.play_chance(rules) {
                    return Err((decisions, Some(error.to_string())));
                }
            }
            State::Fault(fault) => {
                let line = fault.site.and_then(|s| rules.program().sites.get(s.index()));
                let why = line.map(|site| runtime::because(rules.program(), site.origin));
                let text = fault.kind.text();
                let mut text = why.map_or_else(|| text.to_owned(), |w| format!("{text}: {w}"));
                let seats = Seats::colours(u8::try_from(game.players()).unwrap_or(u8::MAX));
                let speaker = Speaker::new(rules.program(), game.memory(), &seats, None);
                for local in speaker.locals(fault) {
                    text.push_str(&format!("\n  {local}"));
                }
                return Err((decisions, Some(text)));
            }
            State::Over => break,
            State::Ready => {
                game.advance(rules);
            }
        }
    }
    if let Some(last) = aftermath {
        last.count(game, &mut statistics.shots);
    }
    statistics.count(game, decisions);
    Ok(())
}

/// Lets a bot shoot; where that makes sense, as well as it can. What rules make of it is still to be counted.
fn shoot(
    rules: &Rules,
    game: &mut Game,
    physics: Option<&Shots>,
    dice: &mut Dice,
    statistics: &mut Statistics,
) -> Result<Option<Aftermath>, String> {
    let Some(physics) = physics else {
        return Err("somebody shoots, and no physics was chosen".to_owned());
    };
    let scene = game.scene(rules).ok_or("a shot without a scene")?;
    let call = game.waiting().map(|waiting| waiting.call);
    let impossible = |why: ShotError| match call {
        Some(call) => PlayError::no_shot(rules.program(), call.ask, why).to_string(),
        None => why.to_string(),
    };
    let (_, landing) = physics.throw(&scene, dice).map_err(impossible)?;
    landing.examine(&scene).map_err(impossible)?;
    let options = call.map(|call| call.options);
    let aftermath = match options {
        Some(Options::Shot(token, _)) => {
            statistics.shots.entry(token as u16).or_default().count(&scene, &landing);
            Some(Aftermath::listen(game, token as u16))
        }
        _ => None,
    };
    game.answer_shot(rules, &landing).map_err(|error| error.to_string())?;
    Ok(aftermath)
}

impl Statistics {
    fn empty(players: u8) -> Self {
        let seats = usize::from(players);
        Self { points: vec![0; seats], wins: vec![0; seats], ..Self::default() }
    }

    fn count(&mut self, game: &Game, decisions: u64) {
        self.games += 1;
        self.decisions += decisions;
        self.turns += game.turn() as u64;
        self.tiles += game.board().count() as u64;
        for (player, points) in self.points.iter_mut().enumerate() {
            let scored = game.points(player);
            *points += scored;
            self.best = self.best.max(scored);
            self.digest =
                self.digest.rotate_left(7).wrapping_add(scored as u64).wrapping_mul(PRIME);
        }
        self.digest = self.digest.wrapping_add(decisions).wrapping_mul(PRIME);
        for winner in game.winners() {
            self.wins[winner] += 1;
        }
    }

    /// Adds a later bundle.
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.options += other.options;
        self.turns += other.turns;
        self.tiles += other.tiles;
        self.best = self.best.max(other.best);
        for (&kind, shots) in &other.shots {
            self.shots.entry(kind).or_default().add(shots);
        }
        self.points.iter_mut().zip(&other.points).for_each(|(a, b)| *a += b);
        self.wins.iter_mut().zip(&other.wins).for_each(|(a, b)| *a += b);
        self.digest = self.digest.rotate_left(11).wrapping_add(other.digest).wrapping_mul(PRIME);
    }
}

const PRIME: u64 = 0x0000_0100_0000_01b3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_a_series_are_all_different() {
        let mut seeds: Vec<u64> =
            (0..3).flat_map(|s| (0..1000).map(move |n| game_seed(s, n))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 3000);
    }
}
