//! Where a game can go back to when a rule goes wrong: the start of a step, the last decision.
//!
//! The journal of the memory takes tables back; what is not in tables is kept here.

use abi::{Memory, MemoryMark, Word};

use crate::{chance::Pcg32, frame::Frame, waiting::Waiting};

/// The start of the running step of a course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    /// Whether the journal still reaches back to it.
    pub(crate) usable: bool,
    pub(crate) mark: MemoryMark,
    pub(crate) next: u32,
    pub(crate) top: usize,
    pub(crate) events: usize,
    pub(crate) rng: Pcg32,
    pub(crate) steps: i64,
}

impl Restart {
    /// A place holder until the first step begins.
    pub(crate) fn unusable(memory: &Memory) -> Self {
        let rng = Pcg32::new(0);
        Self { usable: false, mark: memory.mark(), next: 0, top: 0, events: 0, rng, steps: 0 }
    }
}

/// The last decision where the journal was forgotten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Committed {
    /// What was there; nothing before the first time.
    pub(crate) at: Option<(MemoryMark, Pcg32, Option<Waiting>)>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) stack: Vec<Word>,
    pub(crate) answer: Word,
    pub(crate) events: usize,
    pub(crate) steps: i64,
}
