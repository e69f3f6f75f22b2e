//! What happened, with the rule line behind it: the answer to "why".
//!
//! Written only when switched on: simulations do without it until something is shot.

use abi::{AskId, HostOp, SiteId, Word};
use serde::{Deserialize, Serialize};

/// A deed that was done, with the line that did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    op: u16,
    /// The arguments of the operation.
    pub args: [Word; 4],
    /// The line of the rules.
    pub site: SiteId,
    /// What was there before: the place that a figure left, the word that a kept property had.
    pub before: Word,
}

impl Deed {
    /// A deed that was done by a line.
    pub(crate) fn new(op: HostOp, args: [Word; 4], site: SiteId, before: Word) -> Self {
        Self { op: op as u16, args, site, before }
    }

    /// Which operation it was; nothing for a number that stands for none.
    pub fn op(&self) -> Option<HostOp> {
        HostOp::ALL.get(usize::from(self.op)).copied()
    }
}

/// An entry of the chronicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A deed was done.
    Deed(Deed),
    /// A compulsory choice had a single option, which was taken.
    Taken {
        /// The question.
        ask: AskId,
        /// Who would have been asked.
        who: Word,
        /// The option.
        value: Word,
    },
    /// A shot landed.
    Shot {
        /// The question.
        ask: AskId,
        /// The shot.
        shot: Word,
    },
    /// A player began a turn.
    Turn {
        /// Whose turn.
        player: Word,
    },
    /// A player began a part of a turn.
    Part {
        /// Whose part.
        player: Word,
    },
    /// The last turn is over.
    Finish,
}

/// Everything that happened while it was switched on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chronicle {
    on: bool,
    events: Vec<Event>,
}

impl Chronicle {
    /// What happened, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The same, for whoever gives the rules' things other numbers.
    pub(crate) fn events_mut(&mut self) -> &mut [Event] {
        &mut self.events
    }

    /// Whether it is written.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Begins or stops writing.
    pub(crate) fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// Writes an entry.
    #[inline]
    pub(crate) fn write(&mut self, event: Event) {
        if self.on {
            self.events.push(event);
        }
    }

    /// Forgets what was written after the first so many entries.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.events.truncate(len);
    }
}
