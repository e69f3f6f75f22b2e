//! Probes: marks in rules that are watched, which say what a game came to. Rules that nobody watches have none.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use abi::{HostOp, Word};

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
    /// The number of points of a deed begins to be worked out.
    Counts,
    /// It is worked out.
    Counted,
    /// An adjustment has changed a value.
    Adjusted,
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
    tally: Option<Mutex<Tally>>,
}

/// Points that were given, lost or paid, and what changed their number while it was worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The deed.
    pub op: HostOp,
    /// Its arguments.
    pub args: [Word; 4],
    /// Where the adjustments stand that changed a value on the way, in the order in which they did.
    pub adjusted: Vec<Span>,
}

/// The points of a game as they are worked out.
#[derive(Debug, Default)]
struct Tally {
    /// What has changed the number that is worked out; nothing while none is.
    open: Option<Vec<Span>>,
    /// Numbers whose deeds have yet to be done: hooks with points of their own may come before.
    ready: Vec<Vec<Span>>,
    done: Vec<Counted>,
}

impl Probes {
    pub(crate) fn new(probes: Vec<Probe>) -> Self {
        let seen = probes.iter().map(|_| AtomicBool::new(false)).collect();
        Self { probes, seen, tally: None }
    }

    /// The same, which also note for all points what changed their number.
    pub(crate) fn counting(self) -> Self {
        Self { tally: Some(Mutex::default()), ..self }
    }

    /// Notes that a game came to one.
    pub(crate) fn note(&self, probe: u32) {
        if let Some(seen) = self.seen.get(probe as usize) {
            seen.store(true, Ordering::Relaxed);
        }
        if let (Some(tally), Some(probe)) = (&self.tally, self.probes.get(probe as usize)) {
            tally.lock().unwrap_or_else(PoisonError::into_inner).note(*probe);
        }
    }

    /// Notes that the host is asked for something, which may be points.
    pub(crate) fn note_deed(&self, op: HostOp, args: [Word; 4]) {
        if let (Some(tally), HostOp::Score | HostOp::Lose | HostOp::Pay) = (&self.tally, op) {
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            let adjusted = tally.ready.pop().unwrap_or_default();
            tally.done.push(Counted { op, args, adjusted });
        }
    }

    /// All points so far, with what changed their number.
    pub fn counted(&self) -> Vec<Counted> {
        let tally = self.tally.as_ref().map(|t| t.lock().unwrap_or_else(PoisonError::into_inner));
        tally.map(|tally| tally.done.clone()).unwrap_or_default()
    }

    /// Those that games came to so far.
    pub fn seen(&self) -> impl Iterator<Item = Probe> {
        let seen = self.seen.iter().map(|seen| seen.load(Ordering::Relaxed));
        self.probes.iter().zip(seen).filter_map(|(probe, seen)| seen.then_some(*probe))
    }
}

impl Tally {
    fn note(&mut self, probe: Probe) {
        match probe.mark {
            Mark::Counts => self.open = Some(Vec::new()),
            Mark::Counted => self.ready.extend(self.open.take()),
            Mark::Adjusted => {
                if let Some(open) = self.open.as_mut().filter(|open| !open.contains(&probe.span)) {
                    open.push(probe.span);
                }
            }
            Mark::Reached | Mark::Holds | Mark::Fails | Mark::Absent => {}
        }
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
