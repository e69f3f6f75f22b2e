//! The empty cells beside the board, kept in groups by what their four sides ask for.
//!
//! Fits of a kind of tile come in a fixed order: by the number of the group, in it by the group's list with
//! the cell that entered last first, and for each cell by turn.

use abi::{Table, Word, field, fit, fit_cell, fit_turn};

use crate::board::Board;

impl Board<'_> {
    /// Takes an empty cell out of its group.
    #[inline]
    pub(crate) fn leave_group(&mut self, row: Word) {
        let head: &[Word; field::cell::LEN as usize] = self.memory.head(Table::Cell, row);
        let group = head[field::cell::CODE as usize];
        let next = head[field::cell::NEXT as usize];
        let prev = head[field::cell::PREV as usize];
        if prev == abi::ABSENT {
            self.set(Table::Group, group, field::group::HEAD, next);
        } else {
            self.set(Table::Cell, prev, field::cell::NEXT, next);
        }
        if next != abi::ABSENT {
            self.set(Table::Cell, next, field::cell::PREV, prev);
        }
        self.memory.add(Table::Group, group, field::group::COUNT, -1);
    }

    /// Puts an empty cell at the head of a group.
    #[inline]
    pub(crate) fn enter_group(&mut self, row: Word, group: Word) {
        let next = self.get(Table::Group, group, field::group::HEAD);
        let place = [
            (field::cell::CODE, group),
            (field::cell::NEXT, next),
            (field::cell::PREV, abi::ABSENT),
        ];
        self.memory.set_all(Table::Cell, row, place);
        self.head_group(row, group, next);
    }

    /// Links a cell that names its group and the next cell into the group as its head.
    #[inline]
    pub(crate) fn head_group(&mut self, row: Word, group: Word, next: Word) {
        if next != abi::ABSENT {
            self.set(Table::Cell, next, field::cell::PREV, row);
        }
        let count = self.get(Table::Group, group, field::group::COUNT) + 1;
        let grown = [(field::group::HEAD, row), (field::group::COUNT, count)];
        self.memory.set_all(Table::Group, group, grown);
    }

    /// How many fits a kind of tile has.
    pub(crate) fn count_fits(&mut self, kind: usize) -> usize {
        let Self { memory, grid, facts } = self;
        grid.counted(kind, || {
            let stride = memory.stride(Table::Group);
            let groups = memory.words(Table::Group);
            let mut count = 0;
            for fitting in &facts.kinds[kind].fitting {
                let cells = groups[fitting.group as usize * stride + field::group::COUNT as usize];
                count += cells as usize * usize::from(fitting.count);
            }
            count
        })
    }

    /// The fit of a kind of tile with a number in the fixed order.
    pub(crate) fn nth_fit(&self, kind: usize, mut n: usize) -> Option<Word> {
        for fitting in &self.facts.kinds[kind].fitting {
            let group = Word::from(fitting.group);
            let turns = usize::from(fitting.count);
            let here = self.get(Table::Group, group, field::group::COUNT) as usize * turns;
            if n >= here {
                n -= here;
                continue;
            }
            let mut row = self.get(Table::Group, group, field::group::HEAD);
            for _ in 0..n / turns {
                row = self.get(Table::Cell, row, field::cell::NEXT);
            }
            let turn = (0..4).filter(|t| fitting.turns >> t & 1 == 1).nth(n % turns)?;
            return Some(fit(kind as Word, self.get(Table::Cell, row, field::cell::AT), turn));
        }
        None
    }

    /// Hands every fit of a kind of tile to a function until that one says no.
    pub(crate) fn each_fit(&self, kind: usize, mut take: impl FnMut(Word) -> bool) -> bool {
        for fitting in &self.facts.kinds[kind].fitting {
            let mut row = self.get(Table::Group, Word::from(fitting.group), field::group::HEAD);
            while row != abi::ABSENT {
                let at = self.get(Table::Cell, row, field::cell::AT);
                for turn in (0..4).filter(|t| fitting.turns >> t & 1 == 1) {
                    if !take(fit(kind as Word, at, turn)) {
                        return false;
                    }
                }
                row = self.get(Table::Cell, row, field::cell::NEXT);
            }
        }
        true
    }

    /// An empty cell beside a tile asks for something else: it changes its group.
    pub(crate) fn ask_anew(&mut self, row: Word, more: Word) {
        if more != 0 {
            let group = self.get(Table::Cell, row, field::cell::CODE) + more;
            self.leave_group(row);
            self.enter_group(row, group);
        }
    }

    /// Whether a fit is one of a kind's.
    pub(crate) fn is_fit(&self, kind: usize, fit: Word) -> bool {
        if fit != abi::fit(kind as Word, fit_cell(fit), fit_turn(fit)) {
            return false;
        }
        let Some(row) = self.grid.row(fit_cell(fit), self.memory) else { return false };
        let group = self.get(Table::Cell, row, field::cell::CODE);
        group != abi::ABSENT && self.facts.fits(kind, group, fit_turn(fit))
    }
}
