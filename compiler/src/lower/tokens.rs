//! How many tokens of a kind lie on something.

use abi::{Base, Place, Table, Word, field};

use super::function::{Lower, Val};
use crate::{
    ir::{Bits, BlockId, Inst, Reg, Term},
    typed::{Expr, TokenRef},
};

impl<'r> Lower<'_, 'r> {
    /// The number of tokens of a kind that a player, place, tile, feature or figure has.
    pub(super) fn tokens(&mut self, token: &'r TokenRef, of: &'r Expr, absent: BlockId) -> Reg {
        let bound = self.bound_value(of, absent);
        let kind = match token {
            TokenRef::Kind(kind) => self.b.constant(Word::from(kind.0)),
            TokenRef::Expr(expr) => self.present(expr, absent),
        };
        match bound.ty.base {
            Base::Player => self.tokens_of(Table::Player, &bound.val, kind),
            Base::Tile => self.tokens_of(Table::Tile, &bound.val, kind),
            Base::Figure(_) => self.tokens_of(Table::Figure, &bound.val, kind),
            Base::Segment(_) => self.tokens_of(Table::Segment, &bound.val, kind),
            Base::Feature(_) => self.tokens_on_feature(&bound.val, kind),
            _ => self.tokens_on_place(&bound.val, kind),
        }
    }

    fn tokens_of(&mut self, table: Table, val: &Val, kind: Reg) -> Reg {
        let row = self.reg(val);
        self.token_count(table, row, kind)
    }

    /// The number of tokens of a kind in a row of a table.
    pub(super) fn token_count(&mut self, table: Table, row: Reg, kind: Reg) -> Reg {
        let Some(field) = self.shop.slots.layout.tokens[table as usize] else {
            return self.b.constant(0);
        };
        let dst = self.b.word();
        self.b.emit(Inst::LoadAt { dst, table, row, field, offset: kind });
        dst
    }

    fn tokens_on_feature(&mut self, val: &Val, kind: Reg) -> Reg {
        let sum = self.b.constant(0);
        let first = self.reg(val);
        let first = self.oldest(first);
        let stop = self.b.block();
        let walk = super::walk::Walk { stop, keeps: false, distinct: false };
        self.chain(first, Table::Segment, field::segment::NEXT, walk, &mut |this, segment, _| {
            let count = this.token_count(Table::Segment, segment, kind);
            this.b.emit(Inst::Bits { dst: sum, op: Bits::Add, a: sum, b: count });
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        sum
    }

    fn tokens_on_place(&mut self, val: &Val, kind: Reg) -> Reg {
        if let Val::Segment(row) = val {
            return self.token_count(Table::Segment, *row, kind);
        }
        let word = self.reg(val);
        let tag = self.b.bits(Bits::And, word, 7);
        let (dst, join) = (self.b.word(), self.b.block());
        let tables = [
            (Place::SEGMENT, Table::Segment),
            (Place::TILE, Table::Tile),
            (Place::FIGURE, Table::Figure),
            (Place::PLAYER, Table::Player),
        ];
        let cases: Vec<(Word, BlockId)> =
            tables.iter().map(|(tag, _)| (*tag, self.b.block())).collect();
        let none = self.b.block();
        self.b.end(Term::Switch { value: tag, cases: cases.clone(), default: none });
        for ((_, table), (_, block)) in tables.iter().zip(&cases) {
            self.b.go_to(*block);
            let row = self.b.untagged(word, *table);
            let count = self.token_count(*table, row, kind);
            self.b.copy(dst, count);
            self.b.jump(join);
        }
        self.b.go_to(none);
        self.b.set(dst, 0);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }
}
