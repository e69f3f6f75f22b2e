//! Whether a game is sound: every number in range, and all that is counted as play goes on equal to what a
//! count from scratch gives.
//!
//! A saved game comes from outside, and compiled rules read tables without looking twice, so a game that was
//! read must pass this before it is played.

mod counts;
mod ranges;
mod seen;
mod shots;
mod tokens;

use abi::{Layout, Memory, Table, Word};
use thiserror::Error;

use crate::{game::Game, rules::Rules};

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} in row {row} of the {table:?} table")]
pub struct Flaw {
    /// What is wrong.
    pub what: &'static str,
    /// The table.
    pub table: Table,
    /// The row.
    pub row: usize,
}

/// The tables of a game with the rules that they must fit.
struct Audit<'a> {
    memory: &'a Memory,
    game: &'a Game,
    rules: &'a Rules,
}

impl Game {
    /// Finds the first thing that is wrong with this game under some rules.
    pub fn audit(&self, rules: &Rules) -> Result<(), Flaw> {
        let audit = Audit { memory: &self.memory, game: self, rules };
        audit.ranges()?;
        audit.kept()?;
        audit.under_way()?;
        audit.seen()?;
        audit.board()?;
        audit.features()?;
        audit.figures()?;
        audit.tokens()?;
        audit.shots()
    }
}

impl Audit<'_> {
    fn layout(&self) -> &Layout {
        &self.rules.program.layout
    }

    fn get(&self, table: Table, row: Word, field: u32) -> Word {
        self.memory.get(table, row, field)
    }

    fn rows(&self, table: Table) -> std::ops::Range<Word> {
        0..self.memory.rows(table) as Word
    }

    /// Whether a word is the number of a row.
    fn names(&self, table: Table, word: Word) -> bool {
        self.rows(table).contains(&word)
    }

    /// Whether a word is the number of a row or absent.
    fn may_name(&self, table: Table, word: Word) -> bool {
        word == abi::ABSENT || self.names(table, word)
    }
}

/// A flaw unless something holds.
fn ensure(holds: bool, what: &'static str, table: Table, row: Word) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw { what, table, row: row.max(0) as usize }) }
}
