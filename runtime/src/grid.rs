//! Where on the table the rows of cells are: a dense window over the coordinates in use.
//!
//! The window is derived from the table of cells: it is not compared and not saved. Taking moves back
//! shortens that table and leaves stale numbers here, so a number counts only if its row exists and names
//! the same cell.

use std::fmt;

use abi::{FaultKind, Memory, Reason, Table, Word, cell_x, cell_y, field};

/// Steps to the eight neighbours, in the order of a tile's neighbour columns: N E S W NE SE SW NW.
pub(crate) const AROUND: [(i64, i64); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// How far from the middle of the table a cell may lie, in columns or rows.
pub const FARTHEST: i64 = 32_000;

/// The side of the first window.
const SIDE: i64 = 32;
/// How many cells a window may have: 64 MB.
const LARGEST: i64 = 1 << 24;

/// From cells to their rows.
#[derive(Default)]
pub(crate) struct Grid {
    rows: Vec<u32>,
    left: i64,
    top: i64,
    width: i64,
    height: i64,
    /// The kind of tile whose fits were counted last on this board, with their number.
    counted: Option<(usize, usize)>,
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clone_from(&source.rows);
        *self = Self { rows, ..*source };
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { left, top, width, height, .. } = self;
        write!(f, "Grid({width} x {height} from ({left}, {top}))")
    }
}

impl Grid {
    /// The window over all cells of a memory; nothing if they lie too far apart.
    pub(crate) fn over(memory: &Memory) -> Option<Self> {
        let mut grid = Self::default();
        for row in 0..memory.rows(Table::Cell) as Word {
            let cell = memory.get(Table::Cell, row, field::cell::AT);
            grid.cover(cell, memory).ok()?;
            grid.put(cell, row);
        }
        Some(grid)
    }

    /// Forgets what was counted: the board changed.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.counted = None;
    }

    /// The number of fits of a kind of tile, counted at most once while the board stays as it is.
    #[inline]
    pub(crate) fn counted(&mut self, kind: usize, count: impl FnOnce() -> usize) -> usize {
        match self.counted {
            Some((same, number)) if same == kind => number,
            _ => {
                let number = count();
                self.counted = Some((kind, number));
                number
            }
        }
    }

    /// The row of a cell, if it has one.
    #[inline]
    pub(crate) fn row(&self, cell: Word, memory: &Memory) -> Option<Word> {
        let (x, y) = (cell_x(cell) - self.left, cell_y(cell) - self.top);
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        let row = Word::from(self.rows[(y * self.width + x) as usize]);
        let stride = memory.stride(Table::Cell);
        let at = row as usize * stride + field::cell::AT as usize;
        (memory.words(Table::Cell).get(at) == Some(&cell)).then_some(row)
    }

    /// What is remembered as the rows of the eight cells round one that the window covers, in the order of a
    /// tile's neighbours; whether they are is still to be seen.
    #[inline]
    pub(crate) fn rows_round(&self, cell: Word) -> [u32; 8] {
        let (x, y) = (cell_x(cell) - self.left, cell_y(cell) - self.top);
        let at = y * self.width + x;
        AROUND.map(|(dx, dy)| self.rows[(at + dy * self.width + dx) as usize])
    }

    /// Remembers the row of a cell that the window covers.
    #[inline]
    pub(crate) fn put(&mut self, cell: Word, row: Word) {
        let (x, y) = (cell_x(cell) - self.left, cell_y(cell) - self.top);
        self.rows[(y * self.width + x) as usize] = row as u32;
    }

    /// Makes the window cover a cell and those round it.
    #[inline]
    pub(crate) fn cover(&mut self, cell: Word, memory: &Memory) -> Result<(), FaultKind> {
        let (x, y) = (cell_x(cell), cell_y(cell));
        let inside = x > self.left
            && y > self.top
            && x + 1 < self.left + self.width
            && y + 1 < self.top + self.height;
        if inside { Ok(()) } else { self.grow(x, y, memory) }
    }

    #[cold]
    fn grow(&mut self, x: i64, y: i64, memory: &Memory) -> Result<(), FaultKind> {
        // The cells beside the farthest tiles have rows too.
        if x.abs() > FARTHEST + 1 || y.abs() > FARTHEST + 1 {
            return Err(FaultKind::Impossible(Reason::TooFar));
        }
        let mut grown = if self.width == 0 {
            Self {
                left: x - SIDE / 2,
                top: y - SIDE / 2,
                width: SIDE,
                height: SIDE,
                ..Self::default()
            }
        } else {
            let (left, width) = stretched(self.left, self.width, x);
            let (top, height) = stretched(self.top, self.height, y);
            Self { left, top, width, height, ..Self::default() }
        };
        if grown.width * grown.height > LARGEST {
            return Err(FaultKind::Memory);
        }
        grown.rows = vec![u32::MAX; (grown.width * grown.height) as usize];
        for row in 0..memory.rows(Table::Cell) as Word {
            let cell = memory.get(Table::Cell, row, field::cell::AT);
            // Rows that were never put here, as while a saved game is read, come later.
            if self.row(cell, memory) == Some(row) {
                grown.put(cell, row);
            }
        }
        *self = grown;
        Ok(())
    }
}

/// A stretch that doubles until it holds a coordinate and its neighbours.
fn stretched(mut start: i64, mut len: i64, at: i64) -> (i64, i64) {
    while at <= start {
        start -= len;
        len *= 2;
    }
    while at + 1 >= start + len {
        len *= 2;
    }
    (start, len)
}
