//! Crossings of the grid: a corner is named by the cell to its south-east. Which segment of a tile reaches
//! which of its corners is printed, in columns of the kinds of tiles.

use abi::{ABSENT, Base, HostOp, Table, Ty, Word, field};

use super::{
    expr::Raw,
    function::{Bound, Lower},
    slots::CORNERS,
    walk::{Visit, VisitReg, Walk},
};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg},
    typed::{Expr, Rules, TileFacts},
};

/// What the word of a corner is more than that of a cell round it: one column, one row, or both.
const BESIDE: Word = 0x1_0001;

/// The segment of a printed tile that reaches one of its corners, by position on the tile.
pub(crate) fn reaching(rules: &Rules, tile: &TileFacts, corner: u32) -> Option<usize> {
    let segments = tile.segments.iter();
    let held = segments.map(|s| (rules.features[s.kind.index()].joins, s.edges));
    abi::reaching(held, corner)
}

impl<'m, 'r> Lower<'m, 'r> {
    /// Walks over the corners of a tile on the board, clockwise from the north-west.
    pub(super) fn walk_tile_corners(
        &mut self,
        tile: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let ty = Ty::one(Base::Corner);
        let Some(tile) = self.certain(tile, walk) else { return };
        let cell = self.b.load(Table::Tile, tile, field::tile::CELL);
        self.b.or_absent(cell, walk.stop);
        self.corners_of(walk, &mut |this, which, exits| {
            let corner = this.corner_at(cell, which);
            visit(this, Bound::word(corner, ty), exits);
        });
    }

    /// Walks over the corners of all tiles on the board; each comes with the oldest tile round it.
    pub(super) fn walk_corners(&mut self, walk: Walk, visit: Visit<'_, 'm, 'r>) {
        let ty = Ty::one(Base::Corner);
        self.walk_rows(Table::Tile, walk, &mut |this, tile, exits| {
            let cell = this.b.load(Table::Tile, tile, field::tile::CELL);
            this.b.or_absent(cell, exits.next);
            let inner = Walk { stop: exits.stop, ..walk };
            this.corners_of(inner, &mut |this, which, exits| {
                let behind = this.b.bits(Bits::Add, which, 3);
                let behind = this.b.bits(Bits::And, behind, 3);
                let between = this.b.bits(Bits::Add, behind, 4);
                for offset in [which, behind, between] {
                    this.require_older(tile, offset, exits.next);
                }
                let corner = this.corner_at(cell, which);
                visit(this, Bound::word(corner, ty), exits);
            });
        });
    }

    fn corners_of(&mut self, walk: Walk, visit: VisitReg<'_, 'm, 'r>) {
        let (first, end) = (self.b.constant(0), self.b.constant(CORNERS));
        self.counted(first, end, walk, visit);
    }

    /// Goes elsewhere if the neighbour in a direction is older than a tile.
    fn require_older(&mut self, tile: Reg, offset: Reg, no: BlockId) {
        let (dst, some, yes) = (self.b.word(), self.b.block(), self.b.block());
        let (table, row, field) = (Table::Tile, tile, field::tile::NEIGHBOUR);
        self.b.emit(Inst::LoadAt { dst, table, row, field, offset });
        let there = self.b.compare_to(Compare::Ne, dst, ABSENT);
        self.b.branch(there, some, yes);
        self.b.go_to(some);
        let older = self.b.compare(Compare::Lt, dst, tile);
        self.b.branch(older, no, yes);
        self.b.go_to(yes);
    }

    /// The word of a corner of a cell: the column is one further for 1 and 2, the row for 2 and 3.
    fn corner_at(&mut self, cell: Reg, which: Reg) -> Reg {
        let row = self.b.bits(Bits::Shr, which, 1);
        let column = self.b.bits_of(Bits::Xor, which, row);
        let column = self.b.bits(Bits::And, column, 1);
        let column = self.b.bits(Bits::Shl, column, 16);
        let corner = self.b.bits_of(Bits::Add, cell, column);
        self.b.bits_of(Bits::Add, corner, row)
    }

    /// Walks over the tiles round a corner, oldest first, with which of their corners it is.
    fn walk_round(
        &mut self,
        corner: Reg,
        walk: Walk,
        visit: &mut dyn FnMut(&mut Self, Reg, Reg, super::function::Exits),
    ) {
        self.walk_rows(Table::Tile, walk, &mut |this, tile, exits| {
            let cell = this.b.load(Table::Tile, tile, field::tile::CELL);
            this.b.or_absent(cell, exits.next);
            let minus = this.b.bits(Bits::Xor, cell, -1);
            let apart = this.b.bits_of(Bits::Add, corner, minus);
            let apart = this.b.bits(Bits::Add, apart, 1);
            let beyond = this.b.bits(Bits::And, apart, !BESIDE);
            let round = this.b.compare_to(Compare::Eq, beyond, 0);
            this.b.unless(round, exits.next);
            visit(this, tile, apart, exits);
        });
    }

    /// Walks over the tiles that meet at a corner.
    pub(super) fn walk_corner_tiles(
        &mut self,
        corner: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let ty = Ty::one(Base::Tile);
        let Some(corner) = self.certain(corner, walk) else { return };
        self.walk_round(corner, walk, &mut |this, tile, _, exits| {
            visit(this, Bound::word(tile, ty), exits);
        });
    }

    /// Walks over the segments that reach a corner, at most one of each tile there.
    pub(super) fn walk_corner_segments(
        &mut self,
        corner: &'r Expr,
        walk: Walk,
        visit: Visit<'_, 'm, 'r>,
    ) {
        let ty = Ty::one(Base::Segment(None));
        let Some(corner) = self.certain(corner, walk) else { return };
        self.walk_reaching(corner, walk, &mut |this, segment, exits| {
            visit(this, Bound::word(segment, ty), exits);
        });
    }

    fn walk_reaching(&mut self, corner: Reg, walk: Walk, visit: VisitReg<'_, 'm, 'r>) {
        let columns = self.shop.slots.corners;
        self.walk_round(corner, walk, &mut |this, tile, apart, exits| {
            // A column further is 1, a row further 3, both are 2: the corner as it lies.
            let row = this.b.bits(Bits::And, apart, 1);
            let column = this.b.bits(Bits::Shr, apart, 16);
            let odd = this.b.bits_of(Bits::Xor, row, column);
            let twice = this.b.bits(Bits::Shl, row, 1);
            let lying = this.b.bits_of(Bits::Add, twice, odd);
            // The corner as printed is as many quarter turns back: lying - turn, counted round.
            let turn = this.b.load(Table::Tile, tile, field::tile::TURN);
            let back = this.b.bits(Bits::Xor, turn, 3);
            let back = this.b.bits(Bits::Add, back, 1);
            let printed = this.b.bits_of(Bits::Add, lying, back);
            let offset = this.b.bits(Bits::And, printed, 3);
            let kind = this.b.load(Table::Tile, tile, field::tile::KIND);
            let at = this.b.word();
            let (table, row) = (Table::TileKind, kind);
            this.b.emit(Inst::LoadAt { dst: at, table, row, field: columns, offset });
            this.b.or_absent(at, exits.next);
            let first = this.b.load(Table::Tile, tile, field::tile::SEGMENTS);
            let segment = this.b.bits_of(Bits::Add, first, at);
            visit(this, segment, exits);
        });
    }

    /// The feature that reaches a corner, if it is one.
    pub(super) fn corner_feature(&mut self, corner: &'r Expr, absent: BlockId) -> Raw {
        let corner = self.present(corner, absent);
        let ty = Ty::maybe(Base::Feature(None));
        let site = self.site();
        Raw { reg: self.b.host(HostOp::CornerFeature, &[corner], ty, site), maybe: true }
    }
}
