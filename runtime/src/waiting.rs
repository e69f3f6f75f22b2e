//! Questions that wait for answers, and the answers.

use abi::{AskCall, AskKind, Options, Word, list_len, list_start};
use serde::{Deserialize, Serialize};

/// A question that waits for an answer, with what is known of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The question.
    pub call: AskCall,
    /// What kind of question it is.
    pub kind: AskKind,
    /// How many options there are, passing not counted.
    pub(crate) count: u32,
    /// Whether none of them may be taken.
    pub(crate) pass: bool,
    /// The positions of the options in the list on offer, on the stack, if some are left out.
    pub(crate) shown: Option<Word>,
}

/// One thing on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// For a menu, the number of the offer.
    pub offer: Option<u16>,
    /// The value; 1 for yes and 0 for no.
    pub value: Word,
}

/// An answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// One of the options.
    Option(Choice),
    /// None of them.
    Pass,
}

/// An answer that is taken: what the rule gets.
pub(crate) type Answer = Word;

impl Waiting {
    /// Whether chance answers, not a player.
    #[inline]
    pub fn is_chance(&self) -> bool {
        matches!(self.kind, AskKind::Draws | AskKind::Rolls)
    }

    /// Whether it is answered by a landing.
    #[inline]
    pub fn is_shot(&self) -> bool {
        self.kind == AskKind::Shoots
    }

    /// How many answers there are, passing included.
    #[inline]
    pub fn answers(&self) -> usize {
        self.count as usize + usize::from(self.pass)
    }

    /// Whether the positions of its options lie on the stack and in the list on offer.
    pub(crate) fn is_sound(&self, stack: &[Word]) -> bool {
        if let Options::Range(from, to) = self.call.options {
            let outcomes = to.checked_sub(from).and_then(|n| n.checked_add(1));
            return outcomes == Some(self.count.into());
        }
        let Options::List(of) = self.call.options else { return self.shown.is_none() };
        let all = list_len(of) / if self.kind == AskKind::Menu { 2 } else { 1 };
        match self.shown {
            None => self.count as usize == all,
            Some(shown) => {
                let (start, len) = (list_start(shown), list_len(shown));
                shown >= 0
                    && start.checked_add(len).is_some_and(|end| end <= stack.len())
                    && len == self.count as usize
                    && stack[start..start + len].iter().all(|at| (0..all as Word).contains(at))
            }
        }
    }

    /// Whether the player may pass.
    pub fn may_pass(&self) -> bool {
        self.pass
    }
}
