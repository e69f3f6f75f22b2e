//! What landings answer, and how far things are from each other.

use abi::{Base, FAR, FaultKind, HostOp, Measured, Question, Table, Ty, Word, field};

use super::function::Lower;
use crate::{
    ir::{Arith, Bits, BlockId, Compare, Reg},
    typed::Expr,
};

/// By direction, clockwise from the north: columns to the east and rows to the south.
const STEPS: [(Word, Word); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
/// Columns and rows of cells are less than this, and no less than its opposite.
const GRID: Word = 1 << 15;

impl<'r> Lower<'_, 'r> {
    /// What a landing says in one word.
    pub(super) fn of_shot(&mut self, question: Question, of: &'r Expr, absent: BlockId) -> Reg {
        let shot = self.present(of, absent);
        let field = match question {
            Question::Shooter => field::shot::SHOOTER,
            Question::RestsOnBoard => field::shot::RESTS,
            Question::Caught => field::shot::CAUGHT,
            Question::TouchedCatcher => field::shot::TOUCHED,
            _ => field::shot::REACH,
        };
        self.b.load(Table::Shot, shot, field)
    }

    /// The middle of a tile as the word of a point; goes elsewhere unless it lies on the board.
    pub(super) fn centre(&mut self, tile: Reg, absent: BlockId) -> Reg {
        let cell = self.b.load(Table::Tile, tile, field::tile::CELL);
        self.b.or_absent(cell, absent);
        let side = self.b.constant(abi::TILE_SIDE);
        let middle = |this: &mut Self, column| {
            let at = this.coordinate(cell, column);
            let corner = this.arith(Arith::Mul, at, side);
            this.b.bits(Bits::Add, corner, abi::TILE_SIDE / 2)
        };
        let (x, y) = (middle(self, true), middle(self, false));
        let (x, y) = (self.b.bits(Bits::Shl, x, 32), self.b.bits(Bits::And, y, 0xffff_ffff));
        self.b.bits_of(Bits::Or, x, y)
    }

    /// How far two things are from each other: a length to a shot and between seats, steps between tiles.
    pub(super) fn distance(&mut self, args: &'r [Expr], absent: BlockId) -> Reg {
        let [a, b] = args else {
            self.never();
            return self.b.constant(0);
        };
        let length = Ty::one(Base::Length);
        let measured = match (a.ty.base, b.ty.base) {
            (Base::Player, _) => {
                let (a, b) = (self.present(a, absent), self.present(b, absent));
                let site = self.site();
                return self.b.host(HostOp::SeatDistance, &[a, b], length, site);
            }
            (Base::Tile, _) => return self.steps_between(a, b, absent),
            (_, Base::Tile) => Measured::Tile,
            (_, Base::Point) => Measured::Point,
            _ => Measured::Figure,
        };
        let shot = self.present(a, absent);
        let nowhere = if measured == Measured::Point { self.b.block() } else { absent };
        let thing = self.present(b, nowhere);
        let kind = self.b.constant(measured as Word);
        let site = self.site();
        let reg = self.b.host(HostOp::Distance, &[shot, thing, kind], length, site);
        match measured {
            Measured::Point => self.join_absent(reg, length, nowhere, FAR),
            _ => reg,
        }
    }

    /// How many tiles further one tile lies than another, along rows and columns.
    fn steps_between(&mut self, a: &'r Expr, b: &'r Expr, absent: BlockId) -> Reg {
        let cell = |this: &mut Self, tile| {
            let tile = this.present(tile, absent);
            let cell = this.b.load(Table::Tile, tile, field::tile::CELL);
            this.b.or_absent(cell, absent);
            cell
        };
        let (a, b) = (cell(self, a), cell(self, b));
        let along = |this: &mut Self, column| {
            let (a, b) = (this.coordinate(a, column), this.coordinate(b, column));
            let (dst, back, join) = (this.b.word(), this.b.block(), this.b.block());
            let ahead = this.arith(Arith::Sub, a, b);
            this.b.copy(dst, ahead);
            let before = this.b.compare_to(Compare::Lt, ahead, 0);
            this.b.branch(before, back, join);
            this.b.go_to(back);
            let behind = this.arith(Arith::Sub, b, a);
            this.b.copy(dst, behind);
            this.b.jump(join);
            this.b.go_to(join);
            dst
        };
        let (x, y) = (along(self, true), along(self, false));
        self.b.bits_of(Bits::Add, x, y)
    }

    /// The cell so many cells further in a direction; a fault where the grid ends.
    pub(super) fn towards(&mut self, args: &'r [Expr], absent: BlockId) -> Reg {
        let [cell, direction, count] = args else {
            self.never();
            return self.b.constant(0);
        };
        let cell = self.present(cell, absent);
        let direction = self.present(direction, absent);
        let count = self.present(count, absent);
        let (east, south, join) = (self.b.word(), self.b.word(), self.b.block());
        let blocks: Vec<BlockId> = STEPS.iter().map(|_| self.b.block()).collect();
        let cases = (0..).zip(blocks.iter().copied()).skip(1).collect();
        self.switch(direction, cases, blocks[0]);
        for (block, (x, y)) in blocks.into_iter().zip(STEPS) {
            self.b.go_to(block);
            self.b.set(east, x);
            self.b.set(south, y);
            self.b.jump(join);
        }
        self.b.go_to(join);
        let (beyond, there) = (self.b.block(), self.b.block());
        let along = |this: &mut Self, step, column| {
            let far = this.arith(Arith::Mul, step, count);
            let from = this.coordinate(cell, column);
            let to = this.arith(Arith::Add, from, far);
            let above = this.b.compare_to(Compare::Ge, to, -GRID);
            this.b.unless(above, beyond);
            let below = this.b.compare_to(Compare::Lt, to, GRID);
            this.b.unless(below, beyond);
            this.b.bits(Bits::Add, to, GRID)
        };
        let (x, y) = (along(self, east, true), along(self, south, false));
        let x = self.b.bits(Bits::Shl, x, 16);
        let word = self.b.bits_of(Bits::Or, x, y);
        self.b.jump(there);
        self.b.go_to(beyond);
        self.fault(FaultKind::Overflow);
        self.b.go_to(there);
        word
    }
}
