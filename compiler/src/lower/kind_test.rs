//! Tests of kinds: `x is KIND`, of segments, features, tiles, figures, places and causes.

use abi::{Base, Cause, Place, Shape, Table, Word, field};

use super::function::{Bound, Lower, Val};
use crate::{
    ir::{Bits, BlockId, Compare, Reg},
    typed::{Expr, KindTest, PropertyOwner},
};

impl<'r> Lower<'_, 'r> {
    /// `x is KIND` as a branch.
    pub(super) fn branch_on_kind(
        &mut self,
        of: &'r Expr,
        test: KindTest,
        yes: BlockId,
        no: BlockId,
    ) {
        let sure = self.known_test(self.thing(of), test);
        if sure == Some(false) {
            return self.b.jump(no);
        }
        if sure == Some(true) {
            match of.ty.shape {
                Shape::Maybe => {
                    self.present(of, no);
                }
                Shape::One | Shape::List => {}
            }
            return self.b.jump(yes);
        }
        let bound = self.bound_value(of, no);
        self.branch_on_test(&bound, test, yes, no);
    }

    /// Tests the kind of something that is there.
    pub(super) fn branch_on_test(&mut self, of: &Bound, test: KindTest, yes: BlockId, no: BlockId) {
        match self.known_test(of.thing, test) {
            Some(true) => return self.b.jump(yes),
            Some(false) => return self.b.jump(no),
            None => {}
        }
        let (base, val) = (of.ty.base, of.val.clone());
        let holds = match (base, test) {
            (Base::Place(_), KindTest::FeatureKind(kind)) => {
                let row = self.segment_of(&val, no);
                let found = self.b.load(Table::Segment, row, field::segment::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (Base::Place(_), KindTest::TileKind(kind)) => {
                let row = self.tagged(&val, Place::TILE, no);
                let found = self.b.load(Table::Tile, row, field::tile::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (
                Base::Place(_),
                KindTest::FigureKind(_)
                | KindTest::Follower
                | KindTest::Special
                | KindTest::Neutral,
            ) => {
                let row = self.tagged(&val, Place::FIGURE, no);
                self.figure_test(row, test)
            }
            (Base::Cause, KindTest::FeatureKind(kind)) => {
                let row = self.cause_tagged(&val, 0, no);
                let found = self.b.load(Table::Segment, row, field::segment::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (Base::Cause, KindTest::TileKind(kind)) => {
                let row = self.cause_tagged(&val, 1, no);
                let found = self.b.load(Table::Tile, row, field::tile::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (
                Base::Cause,
                KindTest::FigureKind(_)
                | KindTest::Follower
                | KindTest::Special
                | KindTest::Neutral,
            ) => {
                let row = self.cause_tagged(&val, 2, no);
                self.figure_test(row, test)
            }
            (Base::Place(_) | Base::Cause, _) => {
                let word = self.reg(&val);
                let tag = self.b.bits(Bits::And, word, 7);
                self.b.compare_to(Compare::Eq, tag, tag_of(test))
            }
            (Base::Segment(_) | Base::Feature(_), KindTest::FeatureKind(kind)) => {
                let row = self.reg(&val);
                let found = self.b.load(Table::Segment, row, field::segment::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (Base::Tile, KindTest::TileKind(kind)) => {
                let row = self.reg(&val);
                let found = self.b.load(Table::Tile, row, field::tile::KIND);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (Base::TileKind, KindTest::TileKind(kind)) => {
                let found = self.reg(&val);
                self.b.compare_to(Compare::Eq, found, Word::from(kind.0))
            }
            (Base::Figure(_), _) => {
                let row = self.reg(&val);
                self.figure_test(row, test)
            }
            _ => self.b.constant(0),
        };
        self.b.branch(holds, yes, no);
    }

    /// Whether a figure passes a test of its kind or sort.
    fn figure_test(&mut self, row: Reg, test: KindTest) -> Reg {
        let kind = self.b.load(Table::Figure, row, field::figure::KIND);
        match test {
            KindTest::FigureKind(wanted) => {
                self.b.compare_to(Compare::Eq, kind, Word::from(wanted.0))
            }
            KindTest::Follower => {
                self.b.load(Table::FigureKind, kind, field::figure_kind::FOLLOWER)
            }
            KindTest::Neutral => {
                let owned = self.b.load(Table::FigureKind, kind, field::figure_kind::OWNED);
                self.b.compare_to(Compare::Eq, owned, 0)
            }
            _ => {
                let owned = self.b.load(Table::FigureKind, kind, field::figure_kind::OWNED);
                let follower = self.b.load(Table::FigureKind, kind, field::figure_kind::FOLLOWER);
                self.b.compare(Compare::Gt, owned, follower)
            }
        }
    }

    /// The identity in a place of one tag; goes elsewhere if it has another.
    pub(super) fn tagged(&mut self, val: &Val, tag: Word, no: BlockId) -> Reg {
        self.identity(val, tag, place_table(tag), no)
    }

    /// The identity in a cause of one tag; goes elsewhere if it has another.
    pub(super) fn cause_tagged(&mut self, val: &Val, tag: Word, no: BlockId) -> Reg {
        let table = match Cause::from_word(tag) {
            Some(Cause::Feature(_)) => Some(Table::Segment),
            Some(Cause::Tile(_)) => Some(Table::Tile),
            Some(Cause::Figure(_)) => Some(Table::Figure),
            Some(Cause::Pile(_)) => Some(Table::Pile),
            Some(Cause::Token(_)) | None => None,
        };
        self.identity(val, tag, table, no)
    }

    fn identity(&mut self, val: &Val, tag: Word, table: Option<Table>, no: BlockId) -> Reg {
        let word = self.reg(val);
        let found = self.b.bits(Bits::And, word, 7);
        let right = self.b.compare_to(Compare::Eq, found, tag);
        self.b.unless(right, no);
        match table {
            Some(table) => self.b.untagged(word, table),
            None => self.b.bits(Bits::Shr, word, Place::BITS),
        }
    }
}

/// The table whose rows the places of a tag are.
pub(super) fn place_table(tag: Word) -> Option<Table> {
    match Place::from_word(tag)? {
        Place::Segment(_) => Some(Table::Segment),
        Place::Tile(_) => Some(Table::Tile),
        Place::Corner(_) => None,
        Place::Figure(_) => Some(Table::Figure),
        Place::Player(_) => Some(Table::Player),
    }
}

fn tag_of(test: KindTest) -> Word {
    match test {
        KindTest::Tile | KindTest::CauseTile => 1,
        KindTest::Corner | KindTest::CauseFigure => 2,
        KindTest::Figure | KindTest::CauseToken => 3,
        KindTest::Player | KindTest::CausePile => 4,
        _ => 0,
    }
}

/// The kind that something must be to have a property of an owner.
pub(super) fn kind_of_owner(owner: PropertyOwner) -> Option<KindTest> {
    match owner {
        PropertyOwner::Feature(kind) => Some(KindTest::FeatureKind(kind)),
        PropertyOwner::FigureKind(kind) => Some(KindTest::FigureKind(kind)),
        PropertyOwner::Game
        | PropertyOwner::Player
        | PropertyOwner::Tile
        | PropertyOwner::Segment
        | PropertyOwner::Figure => None,
    }
}
