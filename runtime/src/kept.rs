//! Kept properties: single words in rows, and lists whose words lie in the heap.
//!
//! A list is written over in place where it has the room, and at the end of the heap otherwise; what it
//! leaves behind is reclaimed when the heap has doubled.

use abi::{FaultKind, Lasts, Program, Table, Word, field, list, list_len, list_start};

use crate::board::Board;

use field::game as G;

/// How many words all kept lists of a game may have.
const HEAP_LIMIT: usize = 1 << 22;
/// A heap up to this size is not worth tidying.
const HEAP_TIDY: usize = 1 << 12;

/// So far apart lie the bits of the first columns of two tables.
const COLUMNS_APART: u32 = 7;

/// A column that goes back to its first value when a turn or a part ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reset {
    table: Table,
    field: u32,
    default: Word,
    is_list: bool,
}

impl Reset {
    /// The table of the column and its place in a row.
    pub(crate) fn column(self) -> (Table, u32) {
        (self.table, self.field)
    }

    /// The bit that is set as soon as rules keep something in the column.
    pub(crate) fn bit(self) -> Word {
        bit(self.table, self.field)
    }

    /// Whether a word is the first value.
    pub(crate) fn is_usual(self, word: Word) -> bool {
        word == self.default
    }
}

/// The bit by which a game notes that rules kept something in a column.
fn bit(table: Table, field: u32) -> Word {
    1 << ((table as u32 * COLUMNS_APART + field) % Word::BITS)
}

/// The columns of a program that last no longer than a turn or a part.
pub(crate) fn resets(program: &Program, lasts: Lasts) -> Vec<Reset> {
    let columns = program.layout.columns.iter();
    let columns = columns.filter(|c| c.lasts == lasts && c.table.is_mutable());
    let reset = |c: &abi::Column| Reset {
        table: c.table,
        field: c.field,
        default: c.default,
        is_list: c.ty.is_list(),
    };
    columns.map(reset).collect()
}

/// The columns that hold kept lists.
pub(crate) fn list_columns(program: &Program) -> Vec<(Table, u32)> {
    let columns = program.layout.columns.iter();
    let lists = columns.filter(|c| c.table.is_mutable() && c.sum_of.is_none() && c.ty.is_list());
    lists.map(|c| (c.table, c.field)).collect()
}

/// The table and the column of an operation's argument.
pub(crate) fn column_of(word: Word) -> Result<(Table, u32), FaultKind> {
    match Table::ALL.get((word >> 32) as usize) {
        Some(&table) if table.is_mutable() => Ok((table, word as u32)),
        _ => Err(FaultKind::Internal),
    }
}

impl Board<'_> {
    /// Notes that rules keep something in a column.
    pub(crate) fn note_kept(&mut self, table: Table, field: u32) {
        let noted = self.get(Table::Game, 0, G::KEPT);
        let with = noted | bit(table, field);
        if with != noted {
            self.set(Table::Game, 0, G::KEPT, with);
        }
    }

    /// Gives columns their first values again; gives how many rows were looked at. Where rules never kept anything
    /// there is nothing to look for.
    pub(crate) fn reset(&mut self, resets: &[Reset]) -> usize {
        let noted = self.get(Table::Game, 0, G::KEPT);
        let mut rows = 0;
        for reset in resets.iter().filter(|reset| noted & reset.bit() != 0) {
            rows += self.memory.rows(reset.table);
            let mut from = 0;
            while let Some((row, word)) = self.written(reset, from) {
                from = row + 1;
                self.set(reset.table, row, reset.field, reset.default);
                // Only the word of a list says where something lies in the heap.
                if reset.is_list && list_start(word) + list_len(word) == self.heap_len() {
                    self.memory.truncate(Table::Heap, list_start(word));
                }
            }
        }
        rows
    }

    /// The first row from one on with another word than the first value of a column. Hardly any row has one when
    /// a part ends, so they are looked through in one go.
    #[inline]
    fn written(&self, reset: &Reset, from: Word) -> Option<(Word, Word)> {
        let stride = self.memory.stride(reset.table);
        let words = self.memory.words(reset.table);
        let column = words.get(from as usize * stride + reset.field as usize..)?;
        let mut column = column.iter().step_by(stride).zip(from..);
        let (word, row) = column.find(|(word, _)| **word != reset.default)?;
        Some((row, *word))
    }

    /// Keeps words as the list in a column of a row.
    pub(crate) fn keep_list(
        &mut self,
        lists: &[(Table, u32)],
        (table, field): (Table, u32),
        row: Word,
        words: &[Word],
    ) -> Result<(), FaultKind> {
        self.note_kept(table, field);
        let old = self.get(table, row, field);
        let (mut start, room) = (list_start(old), list_len(old));
        if room == 0 || (words.len() > room && start + room != self.heap_len()) {
            self.set(table, row, field, list(0, 0));
            self.make_room(lists, words.len())?;
            start = self.heap_len();
        }
        if start + words.len() > HEAP_LIMIT {
            return Err(FaultKind::Memory);
        }
        for (i, &word) in words.iter().enumerate() {
            let at = start + i;
            if at < self.heap_len() {
                self.set(Table::Heap, at as Word, 0, word);
            } else {
                self.memory.push(Table::Heap, &[word]);
            }
        }
        let start = if words.is_empty() { 0 } else { start };
        self.set(table, row, field, list(start, words.len()));
        Ok(())
    }

    /// The words of the list in a column of a row.
    pub(crate) fn kept_list(&self, (table, field): (Table, u32), row: Word) -> &[Word] {
        let word = self.get(table, row, field);
        &self.memory.words(Table::Heap)[list_start(word)..][..list_len(word)]
    }

    /// The state of a feature goes on its oldest segment; the others are cleared.
    pub(crate) fn keep_on_feature(
        &mut self,
        feature: Word,
        column: u32,
        value: Word,
        cleared: Word,
    ) {
        self.note_kept(Table::Segment, column);
        let mut segment = self.get(Table::Feature, feature, field::feature::FIRST);
        let mut word = value;
        while segment != abi::ABSENT {
            self.set(Table::Segment, segment, column, word);
            word = cleared;
            segment = self.get(Table::Segment, segment, field::segment::NEXT);
        }
    }

    fn heap_len(&self) -> usize {
        self.memory.rows(Table::Heap)
    }

    /// Tidies the heap when it is about to pass a power of two.
    fn make_room(&mut self, lists: &[(Table, u32)], more: usize) -> Result<(), FaultKind> {
        let (now, then) = (self.heap_len(), self.heap_len() + more);
        if then > HEAP_TIDY && now.next_power_of_two() != then.next_power_of_two() {
            self.tidy(lists);
        }
        if self.heap_len() + more > HEAP_LIMIT { Err(FaultKind::Memory) } else { Ok(()) }
    }

    /// Moves all kept lists together.
    fn tidy(&mut self, lists: &[(Table, u32)]) {
        let mut live = Vec::new();
        for &(table, field) in lists {
            for row in 0..self.memory.rows(table) as Word {
                let word = self.get(table, row, field);
                if list_len(word) == 0 {
                    continue;
                }
                let start = live.len();
                live.extend_from_slice(self.kept_list((table, field), row));
                self.set(table, row, field, list(start, list_len(word)));
            }
        }
        for (at, word) in live.iter().enumerate() {
            self.set(Table::Heap, at as Word, 0, *word);
        }
        self.memory.truncate(Table::Heap, live.len());
    }
}
