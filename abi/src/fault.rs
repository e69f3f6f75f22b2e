//! What can go wrong while rules run.

use serde::{Deserialize, Serialize};

use crate::{origin::SiteId, ty::Ty, value::Word};

/// Why a rule could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(i64)]
pub enum FaultKind {
    /// A number left the range of a 64-bit integer.
    Overflow = 1,
    /// A division or remainder by zero.
    DivisionByZero = 2,
    /// The step budget between two decisions is spent.
    Budget = 3,
    /// The lists of one hook need more memory than is allowed.
    Memory = 4,
    /// Hooks or deeds are nested deeper than is allowed.
    Depth = 5,
    /// `the x in list` found none or several.
    NotExactlyOne = 6,
    /// `placed` was asked before any tile was placed.
    NothingPlaced = 7,
    /// A deed cannot be done with these things, such as placing a tile on an occupied cell.
    Impossible = 8,
    /// A panic inside the runtime was caught: a bug in carc, not in the rules.
    Internal = 9,
}

impl FaultKind {
    /// The kind with this number; unknown numbers are internal faults.
    pub const fn from_word(word: Word) -> Self {
        match word {
            1 => Self::Overflow,
            2 => Self::DivisionByZero,
            3 => Self::Budget,
            4 => Self::Memory,
            5 => Self::Depth,
            6 => Self::NotExactlyOne,
            7 => Self::NothingPlaced,
            8 => Self::Impossible,
            _ => Self::Internal,
        }
    }

    /// What happened, in plain words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Overflow => "a number became too large",
            Self::DivisionByZero => "a division by zero",
            Self::Budget => "this rule does not come to an end within the step budget",
            Self::Memory => "the lists of this rule need too much memory",
            Self::Depth => "rules set each other off too deeply",
            Self::NotExactlyOne => "`the` needs exactly one, and found none or several",
            Self::NothingPlaced => "no tile has been placed yet",
            Self::Impossible => "this cannot be done now",
            Self::Internal => "this is a bug in carc, not in the rules",
        }
    }
}

/// A local of a faulting rule with the value that it had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalValue {
    /// The name in the rule.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value when the rule faulted.
    pub word: Word,
}

/// A fault with the place in the rules where it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Why the rule could not go on.
    pub kind: FaultKind,
    /// Where, as an index into the program's sites; nothing when no rule was running.
    pub site: Option<SiteId>,
    /// The named locals that had a value there.
    pub locals: Vec<LocalValue>,
}
