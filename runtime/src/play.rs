//! A game at play: the game and its rules together, which everything that rules set going works on.

use abi::{FaultKind, Reason, SiteId, Stack, Table, Word, field};

use crate::{board::Board, game::Game, rules::Rules};

/// A game at play under its rules.
pub(crate) struct Play<'a> {
    pub(crate) game: &'a mut Game,
    pub(crate) rules: &'a Rules,
    /// The line that the next deed is done for, if hooks stand between the two.
    pub(crate) because: Option<SiteId>,
    /// That line, once the deed has failed: as long as nobody has told its locals.
    pub(crate) blamed: Option<SiteId>,
}

impl Game {
    /// The game at play under rules.
    pub(crate) fn play<'a>(&'a mut self, rules: &'a Rules) -> Play<'a> {
        Play { game: self, rules, because: None, blamed: None }
    }
}

impl Play<'_> {
    /// The board of the game.
    #[inline]
    pub(crate) fn board(&mut self) -> Board<'_> {
        self.board_and_stack().0
    }

    /// The board and, beside it, the stack.
    #[inline]
    pub(crate) fn board_and_stack(&mut self) -> (Board<'_>, &mut Stack) {
        let Game { memory, grid, stack, .. } = &mut *self.game;
        (Board { memory, grid, facts: &self.rules.facts }, stack)
    }

    #[inline]
    pub(crate) fn feature(&self, segment: Word) -> Result<Word, FaultKind> {
        match self.game.memory.get(Table::Segment, segment, field::segment::FEATURE) {
            abi::ABSENT => Err(FaultKind::Impossible(Reason::NotOnBoard)),
            feature => Ok(feature),
        }
    }

    /// Takes steps from the budget for work that grows with the board or with lists.
    #[inline]
    pub(crate) fn charge(&mut self, steps: usize) -> Result<(), FaultKind> {
        self.game.steps -= steps as i64;
        if self.game.steps < 0 { Err(FaultKind::Budget) } else { Ok(()) }
    }

    /// Takes steps for looking through rows of a table: a step for every eight.
    #[inline]
    pub(crate) fn charge_rows(&mut self, table: Table) -> Result<(), FaultKind> {
        self.charge(self.game.memory.rows(table) / 8)
    }

    /// Takes steps for going from segment to segment through a feature.
    pub(crate) fn charge_flood(&mut self, feature: Word) -> Result<(), FaultKind> {
        let memory = &self.game.memory;
        let segments = memory.get(Table::Feature, feature, field::feature::SEGMENTS) as usize;
        self.charge(segments * (1 + memory.rows(Table::Link) / 8))
    }
}
