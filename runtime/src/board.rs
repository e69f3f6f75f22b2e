//! The board: a tile comes to lie, cells beside it change, neighbours get to know each other.

use abi::{FaultKind, Memory, Table, TileKindId, Word, cell, cell_x, cell_y, field};

use crate::{
    facts::{Facts, KindFacts, printed_side},
    grid::{FARTHEST, Grid},
};

/// Steps to the eight neighbours, in the order of a tile's neighbour columns: N E S W NE SE SW NW.
pub(crate) const AROUND: [(i64, i64); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

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
        let Some(KindFacts { first_def, segments, .. }) = facts.kinds.get(kind.index()) else {
            return Err(FaultKind::Impossible);
        };
        let first = self.memory.rows(Table::Segment) as Word;
        if first > i64::from(i32::MAX) {
            return Err(FaultKind::Memory);
        }
        let (tile, row) = self.memory.append(Table::Tile, &facts.rows[Table::Tile as usize]);
        row[field::tile::KIND as usize] = Word::from(kind.0);
        row[field::tile::CELL as usize] = abi::ABSENT;
        row[field::tile::SEGMENTS as usize] = first;
        row[field::tile::FIGURES as usize] = abi::ABSENT;
        let neighbours = field::tile::NEIGHBOUR as usize;
        row[neighbours..neighbours + 8].fill(abi::ABSENT);
        for (i, segment) in segments.iter().enumerate() {
            let fresh = &facts.rows[Table::Segment as usize];
            let (_, row) = self.memory.append(Table::Segment, fresh);
            row[field::segment::TILE as usize] = tile;
            row[field::segment::DEF as usize] = first_def + i as Word;
            row[field::segment::FEATURE as usize] = abi::ABSENT;
            row[field::segment::NEXT as usize] = abi::ABSENT;
            row[field::segment::KIND as usize] = Word::from(segment.kind);
        }
        Ok(tile)
    }

    /// Whether a tile lies on the board.
    pub(crate) fn lies(&self, tile: Word) -> bool {
        self.get(Table::Tile, tile, field::tile::CELL) != abi::ABSENT
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
        if x.abs() > FARTHEST || y.abs() > FARTHEST || !(0..4).contains(&turn) {
            return Err(FaultKind::Impossible);
        }
        if self.lies(tile) || self.get(Table::Tile, tile, field::tile::GONE) != 0 {
            return Err(FaultKind::Impossible);
        }
        self.grid.cover(at, self.memory)?;
        self.grid.forget();
        let row = match self.grid.row(at, self.memory) {
            Some(row) if self.get(Table::Cell, row, field::cell::TILE) != abi::ABSENT => {
                return Err(FaultKind::Impossible);
            }
            Some(row) => {
                self.leave_group(row);
                row
            }
            None => self.new_cell(at),
        };
        self.set(Table::Cell, row, field::cell::TILE, tile);
        self.set(Table::Cell, row, field::cell::CODE, abi::ABSENT);
        self.set(Table::Tile, tile, field::tile::CELL, at);
        self.set(Table::Tile, tile, field::tile::TURN, turn);
        let neighbours = self.meet_neighbours(tile, x, y, turn);
        self.join_neighbours(tile, turn, &neighbours);
        Ok(())
    }

    /// Enters a tile among its neighbours and the cells beside it among the groups.
    fn meet_neighbours(&mut self, tile: Word, x: i64, y: i64, turn: i64) -> [Word; 8] {
        let mut neighbours = [abi::ABSENT; 8];
        let facts = self.facts;
        let demands = &facts.kinds[self.kind(tile)].demands;
        let mut count = 0;
        for (i, (dx, dy)) in AROUND.into_iter().enumerate() {
            let at = cell(x + dx, y + dy);
            let row = self.grid.row(at, self.memory);
            let other = row.map_or(abi::ABSENT, |r| self.get(Table::Cell, r, field::cell::TILE));
            if other != abi::ABSENT {
                neighbours[i] = other;
                count += 1;
                self.set(Table::Tile, tile, field::tile::NEIGHBOUR + i as u32, other);
                self.set(Table::Tile, other, field::tile::NEIGHBOUR + opposite(i) as u32, tile);
                self.memory.add(Table::Tile, other, field::tile::AROUND, 1);
            } else if i < 4 {
                let demand = Word::from(demands[printed_side(i, turn)]);
                let added = demand * facts.weights[(i + 2) & 3];
                match row {
                    Some(row) if added != 0 => {
                        let code = self.get(Table::Cell, row, field::cell::CODE);
                        self.leave_group(row);
                        self.enter_group(row, code + added);
                    }
                    Some(_) => {}
                    None => {
                        let row = self.new_cell(at);
                        self.enter_group(row, added);
                    }
                }
            }
        }
        self.set(Table::Tile, tile, field::tile::AROUND, count);
        neighbours
    }

    /// A new row for a cell that the window covers.
    fn new_cell(&mut self, at: Word) -> Word {
        let (row, words) = self.memory.append(Table::Cell, &self.facts.rows[Table::Cell as usize]);
        words[field::cell::AT as usize] = at;
        words[field::cell::TILE as usize] = abi::ABSENT;
        words[field::cell::CODE as usize] = abi::ABSENT;
        words[field::cell::NEXT as usize] = abi::ABSENT;
        words[field::cell::PREV as usize] = abi::ABSENT;
        self.grid.put(at, row);
        row
    }
}

/// The position of the neighbour column that leads back.
pub(crate) const fn opposite(i: usize) -> usize {
    if i < 4 { (i + 2) & 3 } else { 4 + ((i + 2) & 3) }
}
