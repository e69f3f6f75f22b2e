//! Every pair of expansions at one table: whether the two play together without trouble.

use rayon::prelude::*;

use crate::{
    fuzz::{Fuzz, Fuzzed, fuzz},
    program::Texts,
};

/// Which games every pair plays.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The expansions of the pairs.
    pub expansions: Vec<String>,
    /// How many games each pair plays.
    pub games: u64,
    /// Where chance starts from.
    pub seed: u64,
    /// On how many cores; 0 for all there are.
    pub jobs: usize,
}

impl Matrix {
    /// The names of every pair, in the order in which they are given.
    pub fn pairs(&self) -> Vec<[String; 2]> {
        let mut pairs = Vec::new();
        for (at, first) in self.expansions.iter().enumerate() {
            for second in &self.expansions[at + 1..] {
                pairs.push([first.clone(), second.clone()]);
            }
        }
        pairs
    }
}

/// What came of one pair.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The two.
    pub names: [String; 2],
    /// The games, and what was found in them.
    pub found: Fuzzed,
}

/// Plays every pair of expansions that are not played together anyway, in the order of their names.
///
/// A watcher is told after each pair.
///
/// # Errors
///
/// When the threads for it cannot be started.
pub fn matrix(
    texts: &Texts,
    what: &Matrix,
    watch: &(dyn Fn(&Pair) + Sync),
) -> Result<Vec<Pair>, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(what.jobs).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let played = |names: [String; 2]| {
        let [first, second] = &names;
        // An expansion with one that it needs anyway is played as it is.
        let plays = texts.closure(std::slice::from_ref(second));
        let home = if plays.contains(first) { second } else { first };
        let plan = Fuzz {
            expansions: names.to_vec(),
            home: home.clone(),
            options: Vec::new(),
            others: false,
            varies: true,
            seed: what.seed,
            games: Some(what.games),
            jobs: 1,
            shrinks: true,
        };
        let found = fuzz(texts, &plan, &|_| true)?;
        let pair = Pair { names, found };
        watch(&pair);
        Ok(pair)
    };
    pool.install(|| what.pairs().into_par_iter().map(played).collect())
}
