//! Crossings of the grid: a corner is named by the cell to its south-east.

use abi::{Table, Word, cell, cell_x, cell_y, field};

use crate::board::Board;

/// Steps from a corner to the cells round it, each with which corner of that cell it is, clockwise from the
/// north-west.
const ROUND: [(i64, i64, i64); 4] = [(0, 0, 0), (-1, 0, 1), (-1, -1, 2), (0, -1, 3)];

impl Board<'_> {
    /// The tiles that meet at a corner, each with which of its corners it is as it lies.
    pub(crate) fn round_corner(&self, corner: Word) -> impl Iterator<Item = (Word, i64)> {
        let (x, y) = (cell_x(corner), cell_y(corner));
        ROUND.into_iter().filter_map(move |(east, south, which)| {
            let tile = self.tile_at(cell(x + east, y + south));
            (tile != abi::ABSENT).then_some((tile, which))
        })
    }

    /// The live row of the feature to which all segments belong that reach a corner.
    pub(crate) fn corner_feature(&self, corner: Word) -> Option<Word> {
        let mut found = None;
        for (tile, which) in self.round_corner(corner) {
            let turn = self.get(Table::Tile, tile, field::tile::TURN);
            let printed = (which - turn).rem_euclid(4) as usize;
            let Some(at) = self.facts.kinds[self.kind(tile)].corners[printed] else { continue };
            let segment = self.get(Table::Tile, tile, field::tile::SEGMENTS) + Word::from(at);
            let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
            match found {
                Some(other) if other != feature => return None,
                _ => found = Some(feature),
            }
        }
        found
    }
}
