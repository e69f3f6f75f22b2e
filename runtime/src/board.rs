//! The board: a tile comes to lie, cells beside it change, neighbours get to know each other.

use abi::{FaultKind, Memory, Reason, Table, TileKindId, Word, cell, cell_x, cell_y, field};

use crate::{
    facts::{Facts, KindFacts, printed_side},
    grid::{AROUND, FARTHEST, Grid},
};

/// The same steps as they change the word of a cell.
const STEPS: [Word; 8] = {
    let mut steps = [0; 8];
    let mut i = 0;
    while i < 8 {
        steps[i] = cell(AROUND[i].0, AROUND[i].1) - cell(0, 0);
        i += 1;
    }
    steps
};

/// How many tiles may leave the piles of one game, or be made by its rules. A tile that goes back to a pile and
/// is drawn again counts twice.
pub(crate) const MOST_TILES: usize = 1 << 18;
/// How many segments those tiles may have together.
const MOST_SEGMENTS: usize = 1 << 21;

/// The tables of a game with what is needed to change the board in them.
pub(crate) struct Board<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) grid: &'a mut Grid,
    pub(crate) facts: &'a Facts,
}

impl Board<'_> {
    #[inline]
    pub(crate) fn get(&self, table: Table, row: Word, field: u32) -> Word {
        self.memory.get(table, row, field)
    }

    #[inline]
    pub(crate) fn set(&mut self, table: Table, row: Word, field: u32, word: Word) {
        self.memory.set(table, row, field, word);
    }

    /// The facts of a tile's kind.
    #[inline]
    pub(crate) fn kind(&self, tile: Word) -> usize {
        self.get(Table::Tile, tile, field::tile::KIND) as usize
    }

    /// A new tile of a kind, lying nowhere, with its segments.
    pub(crate) fn new_tile(&mut self, kind: TileKindId) -> Result<Word, FaultKind> {
        let facts = self.facts;
        let Some(KindFacts { tile_row, segment_rows, segments, shows, .. }) =
            facts.kinds.get(kind.index())
        else {
            return Err(FaultKind::Impossible(Reason::Unknown));
        };
        let first = self.memory.rows(Table::Segment);
        let segments = segments.len() + facts.laid.len();
        if self.memory.rows(Table::Tile) >= MOST_TILES || first + segments > MOST_SEGMENTS {
            return Err(FaultKind::Memory);
        }
        let first = first as Word;
        let (tile, row) = self.memory.append(Table::Tile, tile_row, 1);
        row[field::tile::SEGMENTS as usize] = first;
        let stride = self.memory.stride(Table::Segment);
        let (_, rows) = self.memory.append(Table::Segment, segment_rows, segments as u32);
        for row in rows.chunks_exact_mut(stride) {
            row[field::segment::TILE as usize] = tile;
        }
        self.see(*shows);
        Ok(tile)
    }

    /// Whether a tile lies on the board.
    pub(crate) fn lies(&self, tile: Word) -> bool {
        self.get(Table::Tile, tile, field::tile::CELL) != abi::ABSENT
    }

    /// Whether a tile is in play and lies nowhere: only then it can be laid, leave or go to a pile.
    #[inline]
    pub(crate) fn is_at_hand(&self, tile: Word) -> Result<(), FaultKind> {
        if self.lies(tile) {
            Err(FaultKind::Impossible(Reason::TileLies))
        } else if self.get(Table::Tile, tile, field::tile::GONE) != 0 {
            Err(FaultKind::Impossible(Reason::TileGone))
        } else {
            Ok(())
        }
    }

    /// The tile at a cell, or absent.
    #[inline]
    pub(crate) fn tile_at(&self, cell: Word) -> Word {
        match self.grid.row(cell, self.memory) {
            Some(row) => self.get(Table::Cell, row, field::cell::TILE),
            None => abi::ABSENT,
        }
    }

    /// Lays a tile without asking whether it matches; its segments join what they meet.
    pub(crate) fn lie(&mut self, tile: Word, at: Word, turn: i64) -> Result<(), FaultKind> {
        let (x, y) = (cell_x(at), cell_y(at));
        if x.abs() > FARTHEST || y.abs() > FARTHEST {
            return Err(FaultKind::Impossible(Reason::TooFar));
        }
        if !(0..4).contains(&turn) {
            return Err(FaultKind::Impossible(Reason::Unknown));
        }
        self.is_at_hand(tile)?;
        self.grid.cover(at, self.memory)?;
        self.grid.forget();
        let on_corners = self.on_corners();
        let row = match self.grid.row(at, self.memory) {
            Some(row) if self.get(Table::Cell, row, field::cell::TILE) != abi::ABSENT => {
                return Err(FaultKind::Impossible(Reason::CellTaken));
            }
            Some(row) => {
                self.leave_group(row);
                row
            }
            None => self.new_cell(at),
        };
        let covered = [(field::cell::TILE, tile), (field::cell::CODE, abi::ABSENT)];
        self.memory.set_all(Table::Cell, row, covered);
        let lies = [(field::tile::CELL, at), (field::tile::TURN, turn)];
        self.memory.set_all(Table::Tile, tile, lies);
        let neighbours = self.meet_neighbours(tile, at, turn);
        self.join_neighbours(tile, turn, &neighbours);
        self.mend_corners(&on_corners)
    }

    /// Enters a tile among its neighbours and the cells beside it among the groups.
    fn meet_neighbours(&mut self, tile: Word, at: Word, turn: i64) -> [Word; 8] {
        let mut neighbours = [abi::ABSENT; 8];
        let facts = self.facts;
        let demands = &facts.kinds[self.kind(tile)].demands;
        let mut count = 0;
        let rows = self.grid.rows_round(at);
        for (i, (row, step)) in rows.into_iter().zip(STEPS).enumerate() {
            let cell = at + step;
            let Some([_, other, code]) = self.cell_row(row, cell) else {
                if i < 4 {
                    let added =
                        Word::from(demands[printed_side(i, turn)]) * facts.weights[(i + 2) & 3];
                    self.found_in_group(cell, added);
                }
                continue;
            };
            if other != abi::ABSENT {
                neighbours[i] = other;
                count += 1;
                self.set(Table::Tile, tile, field::tile::NEIGHBOUR + i as u32, other);
                let around = self.get(Table::Tile, other, field::tile::AROUND) + 1;
                let back = field::tile::NEIGHBOUR + opposite(i) as u32;
                let met = [(back, tile), (field::tile::AROUND, around)];
                self.memory.set_all(Table::Tile, other, met);
            } else if i < 4 {
                let added = Word::from(demands[printed_side(i, turn)]) * facts.weights[(i + 2) & 3];
                if added != 0 {
                    self.leave_group(row.into());
                    self.enter_group(row.into(), code + added);
                }
            }
        }
        self.set(Table::Tile, tile, field::tile::AROUND, count);
        neighbours
    }

    /// The first words of a row of the table of cells, if it is the row of a cell.
    #[inline]
    fn cell_row(&self, row: u32, cell: Word) -> Option<[Word; 3]> {
        let start = row as usize * self.memory.stride(Table::Cell);
        let words = self.memory.words(Table::Cell).get(start..)?.first_chunk::<3>()?;
        (words[field::cell::AT as usize] == cell).then_some(*words)
    }

    /// A new row for a cell where a tile comes to lie.
    fn new_cell(&mut self, at: Word) -> Word {
        let fresh = &self.facts.rows[Table::Cell as usize];
        let (row, words) = self.memory.append(Table::Cell, fresh, 1);
        words[field::cell::AT as usize] = at;
        self.grid.put(at, row);
        row
    }

    /// A new row for an empty cell that the window covers, at the head of a group.
    fn found_in_group(&mut self, at: Word, group: Word) {
        let next = self.get(Table::Group, group, field::group::HEAD);
        let fresh = &self.facts.rows[Table::Cell as usize];
        let (row, words) = self.memory.append(Table::Cell, fresh, 1);
        words[field::cell::AT as usize] = at;
        words[field::cell::CODE as usize] = group;
        words[field::cell::NEXT as usize] = next;
        self.grid.put(at, row);
        self.head_group(row, group, next);
    }
}

/// The position of the neighbour column that leads back.
pub(crate) const fn opposite(i: usize) -> usize {
    if i < 4 { (i + 2) & 3 } else { 4 + ((i + 2) & 3) }
}
