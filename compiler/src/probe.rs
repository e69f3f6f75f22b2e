//! Probes: marks in rules that are watched, which say what a game came to. Rules that nobody watches have none.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

use grammar::Span;

/// What can be come to at a stretch of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A statement, or the expression that gives a value.
    Reached,
    /// A condition that held.
    Holds,
    /// A condition that did not hold.
    Fails,
    /// The `else` behind a value that was absent.
    Absent,
}

/// Something that a game can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Probe {
    /// The statement, condition or expression.
    pub span: Span,
    /// What of it.
    pub mark: Mark,
}

/// The probes of a program, and which of them its games came to.
#[derive(Debug)]
pub struct Probes {
    probes: Vec<Probe>,
    seen: Vec<AtomicBool>,
}

impl Probes {
    pub(crate) fn new(probes: Vec<Probe>) -> Self {
        let seen = probes.iter().map(|_| AtomicBool::new(false)).collect();
        Self { probes, seen }
    }

    /// Notes that a game came to one.
    pub(crate) fn note(&self, probe: u32) {
        if let Some(seen) = self.seen.get(probe as usize) {
            seen.store(true, Ordering::Relaxed);
        }
    }

    /// Those that games came to so far.
    pub fn seen(&self) -> impl Iterator<Item = Probe> {
        let seen = self.seen.iter().map(|seen| seen.load(Ordering::Relaxed));
        self.probes.iter().zip(seen).filter_map(|(probe, seen)| seen.then_some(*probe))
    }
}

/// The probes that are written into functions, each with its number.
#[derive(Debug, Default)]
pub(crate) struct ProbeNumbers {
    numbers: BTreeMap<Probe, u32>,
}

impl ProbeNumbers {
    /// The number of a probe.
    pub(crate) fn of(&mut self, probe: Probe) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(probe).or_insert(next)
    }

    /// All probes in the order of their numbers.
    pub(crate) fn finish(self) -> Vec<Probe> {
        let mut probes: Vec<(u32, Probe)> =
            self.numbers.into_iter().map(|(probe, number)| (number, probe)).collect();
        probes.sort_unstable();
        probes.into_iter().map(|(_, probe)| probe).collect()
    }
}
