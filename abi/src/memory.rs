//! The plain data of a game, with a journal that takes changes back.

use serde::{Deserialize, Serialize};

use crate::{
    layout::{Layout, Table},
    value::Word,
};

/// One change, as it is taken back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A word had this value.
    Word { table: Table, index: u32, old: Word },
    /// So many rows were added: the table had this length.
    Grown { table: Table, len: u32, rows: u32 },
}

/// How far the journal had come: where to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemoryMark(usize);

/// Where the tables of a memory lie and how many rows they have, in the order that machine code reads.
///
/// The places are addresses, not pointers: only machine code follows them.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct Locations {
    pub(crate) words: [usize; Table::MUTABLE],
    pub(crate) rows: [Word; Table::MUTABLE],
}

/// All tables of a game that change in play.
///
/// Two memories are equal when their words are; the journal does not count.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Memory {
    tables: [Vec<Word>; Table::MUTABLE],
    strides: [u32; Table::MUTABLE],
    /// Where the tables lie and how many rows each has: divisions would be dear where that is read.
    #[serde(skip)]
    locations: Locations,
    #[serde(skip)]
    journal: Vec<Change>,
}

/// A memory as it is saved.
#[derive(Deserialize)]
struct Stored {
    tables: [Vec<Word>; Table::MUTABLE],
    strides: [u32; Table::MUTABLE],
}

impl From<Stored> for Memory {
    fn from(Stored { tables, strides }: Stored) -> Self {
        let mut memory = Self { tables, strides, ..Self::default() };
        for i in 0..Table::MUTABLE {
            memory.count_rows(i);
        }
        memory
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut memory = Self::default();
        memory.clone_from(self);
        memory
    }

    // Copying into a memory that was used before needs no new room.
    fn clone_from(&mut self, source: &Self) {
        for (table, from) in self.tables.iter_mut().zip(&source.tables) {
            table.clone_from(from);
        }
        self.strides = source.strides;
        self.journal.clone_from(&source.journal);
        self.locations.rows = source.locations.rows;
        for (words, table) in self.locations.words.iter_mut().zip(&self.tables) {
            *words = table.as_ptr().expose_provenance();
        }
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.tables == other.tables && self.strides == other.strides
    }
}

impl Eq for Memory {}

impl Memory {
    /// Empty tables of a layout's shape.
    pub fn new(layout: &Layout) -> Self {
        let mut memory = Self::default();
        for (i, stride) in memory.strides.iter_mut().enumerate() {
            *stride = layout.strides[i];
        }
        memory
    }

    /// All words of a table.
    #[inline]
    pub fn words(&self, table: Table) -> &[Word] {
        &self.tables[table as usize]
    }

    /// Words a row of a table.
    #[inline]
    pub fn stride(&self, table: Table) -> usize {
        self.strides[table as usize] as usize
    }

    /// How many rows a table has.
    #[inline]
    pub fn rows(&self, table: Table) -> usize {
        self.locations.rows[table as usize] as usize
    }

    /// Where the tables lie, for machine code.
    #[inline]
    pub(crate) fn locations(&self) -> &Locations {
        &self.locations
    }

    /// Counts the rows of a table anew, and looks where it lies.
    fn count_rows(&mut self, i: usize) {
        let words = self.tables[i].len();
        self.locations.words[i] = self.tables[i].as_ptr().expose_provenance();
        self.locations.rows[i] = match self.strides[i] {
            0 => 0,
            1 => words as Word,
            stride => (words / stride as usize) as Word,
        };
    }

    /// One word of a row.
    #[inline]
    pub fn get(&self, table: Table, row: Word, field: u32) -> Word {
        self.tables[table as usize][row as usize * self.stride(table) + field as usize]
    }

    /// The first words of a row.
    #[inline]
    pub fn head<const N: usize>(&self, table: Table, row: Word) -> &[Word; N] {
        let start = row as usize * self.stride(table);
        let words = &self.tables[table as usize][start..];
        words.first_chunk().expect("a row has the columns that every program has")
    }

    /// Writes several words of a row, each in another column, and remembers the old ones.
    #[inline]
    pub fn set_all<const N: usize>(&mut self, table: Table, row: Word, words: [(u32, Word); N]) {
        let stride = self.stride(table);
        let start = row as usize * stride;
        let row = &mut self.tables[table as usize][start..start + stride];
        // Room for all is made at once.
        self.journal.extend(words.map(|(field, word)| {
            let old = std::mem::replace(&mut row[field as usize], word);
            Change::Word { table, index: start as u32 + field, old }
        }));
    }

    /// Writes one word of a row and remembers the old one.
    #[inline]
    pub fn set(&mut self, table: Table, row: Word, field: u32, word: Word) {
        let index = row as usize * self.stride(table) + field as usize;
        let slot = &mut self.tables[table as usize][index];
        let old = *slot;
        if old != word {
            *slot = word;
            self.journal.push(Change::Word { table, index: index as u32, old });
        }
    }

    /// Adds to one word of a row and remembers the old one.
    #[inline]
    pub fn add(&mut self, table: Table, row: Word, field: u32, amount: Word) {
        let old = self.get(table, row, field);
        self.set(table, row, field, old + amount);
    }

    /// Appends a row and gives its number. The row must have the table's stride.
    #[inline]
    pub fn push(&mut self, table: Table, row: &[Word]) -> Word {
        debug_assert_eq!(row.len(), self.stride(table), "a row has the stride of its table");
        self.append(table, row, 1).0
    }

    /// Appends copies of so many rows and gives the number of the first, with the words of the new rows to
    /// be filled in.
    #[inline]
    pub fn append(&mut self, table: Table, words: &[Word], rows: u32) -> (Word, &mut [Word]) {
        debug_assert_eq!(words.len(), rows as usize * self.stride(table), "whole rows");
        let number = self.locations.rows[table as usize];
        let all = &mut self.tables[table as usize];
        let len = all.len();
        self.journal.push(Change::Grown { table, len: len as u32, rows });
        all.extend_from_slice(words);
        self.locations.words[table as usize] = all.as_ptr().expose_provenance();
        self.locations.rows[table as usize] = number + Word::from(rows);
        (number, &mut all[len..])
    }

    /// Shortens a table to a number of rows, remembering what was there.
    pub fn truncate(&mut self, table: Table, rows: usize) {
        let keep = rows * self.stride(table);
        while self.tables[table as usize].len() > keep {
            let index = self.tables[table as usize].len() - 1;
            let old = self.tables[table as usize][index];
            self.journal.push(Change::Word { table, index: index as u32, old });
            self.tables[table as usize].pop();
        }
        self.count_rows(table as usize);
    }

    /// Where the journal stands now.
    #[inline]
    pub fn mark(&self) -> MemoryMark {
        MemoryMark(self.journal.len())
    }

    /// How many changes were made since a mark: words that changed, and stretches of rows that were added.
    #[inline]
    pub fn changes_since(&self, mark: MemoryMark) -> usize {
        self.journal.len().saturating_sub(mark.0)
    }

    /// Takes back every change made since a mark.
    pub fn undo_to(&mut self, mark: MemoryMark) {
        while self.journal.len() > mark.0 {
            match self.journal.pop() {
                Some(Change::Word { table, index, old }) => {
                    let words = &mut self.tables[table as usize];
                    let index = index as usize;
                    if index == words.len() {
                        words.push(old);
                        self.count_rows(table as usize);
                    } else {
                        words[index] = old;
                    }
                }
                Some(Change::Grown { table, len, rows }) => {
                    self.tables[table as usize].truncate(len as usize);
                    self.locations.rows[table as usize] -= Word::from(rows);
                }
                None => break,
            }
        }
    }

    /// Forgets the journal: what was done stays done.
    #[inline]
    pub fn commit(&mut self) {
        self.journal.clear();
    }

    /// How many bytes the words and the journal take.
    pub fn size(&self) -> usize {
        let words: usize = self.tables.iter().map(Vec::len).sum();
        words * size_of::<Word>() + self.journal.len() * size_of::<Change>()
    }
}
