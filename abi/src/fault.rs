//! What can go wrong while rules run.

use serde::{Deserialize, Serialize};

use crate::{
    origin::SiteId,
    stack::Stack,
    ty::Ty,
    value::{Word, list_len, list_start},
};

/// Why a rule could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FaultKind {
    /// A number left the range of a 64-bit integer.
    Overflow,
    /// A division or remainder by zero.
    DivisionByZero,
    /// The step budget between two decisions is spent.
    Budget,
    /// The lists, tiles or tokens of a game need more memory than is allowed.
    Memory,
    /// Hooks or deeds are nested deeper than is allowed.
    Depth,
    /// `the x in list` found none or several.
    NotExactlyOne,
    /// `placed` was asked before any tile was placed.
    NothingPlaced,
    /// A deed cannot be done with these things, such as placing a tile on an occupied cell.
    Impossible(Reason),
    /// A panic inside the runtime was caught: a bug in carc, not in the rules.
    Internal,
}

/// Why a deed cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Reason {
    /// The cell already holds a tile.
    CellTaken,
    /// The tile already lies on the board.
    TileLies,
    /// The tile is out of the game or in a pile.
    TileGone,
    /// The cell is farther from the middle than boards go.
    TooFar,
    /// The place does not lie on the board.
    NotOnBoard,
    /// No figure can stand on such a place.
    NoStand,
    /// The figure is not in the supply.
    NotInSupply,
    /// A figure would stand beside itself.
    BesideItself,
    /// No figure is left for a picture.
    NoFigure,
    /// No token can lie there.
    NoTokens,
    /// The player has no such token.
    NotHeld,
    /// The token is none that would lie in such a way.
    NotItsSpan,
    /// A token lies across the tile in the way.
    SpanTaken,
    /// The token lies across a tile.
    LiesAcross,
    /// Tokens lie in the pile where tiles are wanted, or the other way round.
    OtherPile,
    /// The range of a roll is empty.
    EmptyRange,
    /// The range of a roll is too wide.
    WideRange,
    /// The game is ended from outside its course.
    EndedOutside,
    /// A question is asked from outside the course of the game.
    AskedOutside,
    /// Segments of two kinds of features cannot be joined.
    Unlike,
    /// Segments part that no deed joined.
    NotJoined,
    /// A kind of deed that this release does not carry out.
    NotYet,
    /// A thing that these rules do not have.
    Unknown,
}

impl Reason {
    /// Every reason, in the order of its number.
    pub const ALL: [Self; 23] = [
        Self::CellTaken,
        Self::TileLies,
        Self::TileGone,
        Self::TooFar,
        Self::NotOnBoard,
        Self::NoStand,
        Self::NotInSupply,
        Self::BesideItself,
        Self::NoFigure,
        Self::NoTokens,
        Self::NotHeld,
        Self::NotItsSpan,
        Self::SpanTaken,
        Self::LiesAcross,
        Self::OtherPile,
        Self::EmptyRange,
        Self::WideRange,
        Self::EndedOutside,
        Self::AskedOutside,
        Self::Unlike,
        Self::NotJoined,
        Self::NotYet,
        Self::Unknown,
    ];

    /// What could not be done and why, in plain words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::CellTaken => "a tile cannot be laid on a cell where another one lies",
            Self::TileLies => {
                "a tile that lies on the board stays there: it cannot be laid, moved or leave again"
            }
            Self::TileGone => "a tile that has left the game or went to a pile cannot be used",
            Self::TooFar => "a tile cannot be laid so far from the middle of the board",
            Self::NotOnBoard => "nothing can be done on a place that does not lie on the board",
            Self::NoStand => "a figure cannot stand on such a place",
            Self::NotInSupply => "a figure that stands somewhere cannot be deployed: move it",
            Self::BesideItself => "a figure cannot stand beside itself, nor beside one that does",
            Self::NoFigure => "a picture cannot be laid: the figure on it is not in the supply",
            Self::NoTokens => "no token can lie in such a place",
            Self::NotHeld => "a player cannot put a token that he does not have",
            Self::NotItsSpan => "a token can be laid only in one of its own ways",
            Self::SpanTaken => {
                "a token cannot be laid where another one ends, nor twice across a tile"
            }
            Self::LiesAcross => "a token that lies across a tile stays there",
            Self::OtherPile => "a rule cannot draw a tile from a pile of tokens, nor the reverse",
            Self::EmptyRange => "nothing can be rolled: the range ends before it begins",
            Self::WideRange => "a roll cannot have so many outcomes: at most 1,048,576",
            Self::EndedOutside => "the game cannot be ended from outside its course",
            Self::AskedOutside => "a question cannot be asked from outside the course of the game",
            Self::Unlike => "segments of two kinds of features cannot be joined",
            Self::NotJoined => "segments cannot part that no deed has joined",
            Self::NotYet => "this release of carc cannot do such a deed",
            Self::Unknown => "a deed cannot be done with a thing that these rules do not have",
        }
    }
}

impl FaultKind {
    /// The word that machine code tells a fault by; 0 is none. Reasons lie above the lowest byte.
    pub const fn word(self) -> Word {
        match self {
            Self::Overflow => 1,
            Self::DivisionByZero => 2,
            Self::Budget => 3,
            Self::Memory => 4,
            Self::Depth => 5,
            Self::NotExactlyOne => 6,
            Self::NothingPlaced => 7,
            Self::Impossible(reason) => 8 | (reason as Word) << 8,
            Self::Internal => 9,
        }
    }

    /// The kind with this word; unknown words are internal faults.
    pub const fn from_word(word: Word) -> Self {
        match word {
            1 => Self::Overflow,
            2 => Self::DivisionByZero,
            3 => Self::Budget,
            4 => Self::Memory,
            5 => Self::Depth,
            6 => Self::NotExactlyOne,
            7 => Self::NothingPlaced,
            _ if word & 0xff == 8 && word >> 8 >= 0 && word >> 8 < Reason::ALL.len() as Word => {
                Self::Impossible(Reason::ALL[(word >> 8) as usize])
            }
            _ => Self::Internal,
        }
    }

    /// All kinds, with every reason why a deed cannot be done.
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = [
            Self::Overflow,
            Self::DivisionByZero,
            Self::Budget,
            Self::Memory,
            Self::Depth,
            Self::NotExactlyOne,
            Self::NothingPlaced,
            Self::Internal,
        ];
        plain.into_iter().chain(Reason::ALL.into_iter().map(Self::Impossible))
    }

    /// What happened, in plain words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Overflow => "a number became too large",
            Self::DivisionByZero => "a division by zero",
            Self::Budget => "this rule does not come to an end within the step budget",
            Self::Memory => "the lists, tiles or tokens of these rules need too much memory",
            Self::Depth => "rules set each other off too deeply",
            Self::NotExactlyOne => "`the` needs exactly one, and found none or several",
            Self::NothingPlaced => "no tile has been placed yet",
            Self::Impossible(reason) => reason.text(),
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
    /// The first words of a list, at most [`LocalValue::WORDS`]: its own word only says where they lay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Word>,
}

impl LocalValue {
    /// How many words of a list are kept at most.
    pub const WORDS: usize = 8;

    /// A local as it is on a stack, before the rule's words leave that.
    pub fn on(stack: &Stack, name: &str, ty: Ty, word: Word) -> Self {
        let lies = if ty.is_list() { stack.words().get(list_start(word)..) } else { None };
        let words = lies.unwrap_or_default().iter().take(list_len(word).min(Self::WORDS));
        Self { name: name.to_owned(), ty, word, words: words.copied().collect() }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_is_its_word() {
        let plain = [
            FaultKind::Overflow,
            FaultKind::DivisionByZero,
            FaultKind::Budget,
            FaultKind::Memory,
            FaultKind::Depth,
            FaultKind::NotExactlyOne,
            FaultKind::NothingPlaced,
            FaultKind::Internal,
        ];
        for kind in plain.into_iter().chain(Reason::ALL.map(FaultKind::Impossible)) {
            assert_ne!(kind.word(), 0);
            assert_eq!(FaultKind::from_word(kind.word()), kind);
        }
        for (i, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, i, "the list is in the order of the numbers");
        }
        let unknown = (Reason::ALL.len() as Word) << 8;
        assert_eq!(FaultKind::from_word(8 | unknown), FaultKind::Internal);
        assert_eq!(FaultKind::from_word(-1), FaultKind::Internal);
    }
}
