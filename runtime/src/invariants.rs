//! What the rules promise of every moment at which the game waits, and whether it is so.

use abi::{Fault, OriginId};

use crate::{game::Game, rules::Rules};

/// A promise of the rules that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line that promises it.
    pub origin: OriginId,
    /// What went wrong while it was asked for; nothing if it is just not true.
    pub fault: Option<Fault>,
}

impl Game {
    /// The first `invariant` of the rules that does not hold now.
    ///
    /// Nothing is changed: conditions only look. It is for whoever tests rules; play itself never asks.
    pub fn broken_invariant(&mut self, rules: &Rules) -> Option<Broken> {
        rules.program().invariants.iter().find_map(|invariant| {
            let origin = invariant.origin;
            match self.call(rules, invariant.function, &[]) {
                Ok(0) => Some(Broken { origin, fault: None }),
                Ok(_) => None,
                Err(fault) => Some(Broken { origin, fault: Some(fault) }),
            }
        })
    }
}
