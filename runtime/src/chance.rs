//! The game's own dice: a permuted congruential generator (PCG32).
//!
//! A dozen lines of our own rather than a crate: the state must be plain data that is compared, saved and
//! taken back with the game, and its numbers must never change with a new release of a dependency.

use serde::{Deserialize, Serialize};

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const STREAM: u64 = 1_442_695_040_888_963_407;

/// A small, fast generator of random numbers; equal seeds give equal numbers everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pcg32 {
    state: u64,
}

impl Pcg32 {
    /// A generator that starts from a seed.
    pub fn new(seed: u64) -> Self {
        let mut pcg = Self { state: seed.wrapping_add(STREAM) };
        pcg.next_u32();
        pcg
    }

    /// The next 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(STREAM);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }

    /// A number below a bound, all equally likely; 0 for the bound 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        // Lemire's method: the upper half of a product, drawn anew in the few cases that would favour some.
        let mut product = u64::from(self.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }
}
