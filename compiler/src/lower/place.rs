//! Places, features and their rows: what belongs to what on the board.

use abi::{Base, Cause, HostOp, Place, Table, Ty, Word, field};

use super::{
    function::{Bound, Lower, Val},
    types::{is_general, narrower},
};
use crate::ir::{Bits, BlockId, Compare, Reg, Term};

impl Lower<'_, '_> {
    /// The row of the feature of one of its segments.
    pub(super) fn record(&mut self, segment: Reg) -> Reg {
        self.b.load(Table::Segment, segment, field::segment::FEATURE)
    }

    /// The oldest segment of a feature, by any of its segments.
    pub(super) fn oldest(&mut self, segment: Reg) -> Reg {
        let record = self.record(segment);
        self.b.load(Table::Feature, record, field::feature::FIRST)
    }

    /// Goes elsewhere unless a segment belongs to a feature: its tile may not lie on the board.
    pub(super) fn require_feature(&mut self, segment: Reg, absent: BlockId) {
        let record = self.record(segment);
        self.b.or_absent(record, absent);
    }

    /// The segment that a place is; goes elsewhere if it is something else.
    pub(super) fn segment_of(&mut self, place: &Val, absent: BlockId) -> Reg {
        match place {
            Val::Segment(row) => *row,
            _ => self.tagged(place, Place::SEGMENT, absent),
        }
    }

    /// The segment that stands for the feature of a place; goes elsewhere if there is none.
    pub(super) fn feature_of(&mut self, place: &Val, absent: BlockId) -> Reg {
        let known = matches!(place, Val::Segment(_));
        if known || !self.shop.corners {
            let segment = self.segment_of(place, absent);
            self.require_feature(segment, absent);
            return segment;
        }
        let (dst, join) = (self.b.reg(Ty::one(Base::Segment(None))), self.b.block());
        let other = self.b.block();
        let segment = self.segment_of(place, other);
        self.require_feature(segment, absent);
        self.b.copy(dst, segment);
        self.b.jump(join);
        self.b.go_to(other);
        let corner = self.tagged(place, Place::CORNER, absent);
        let site = self.site();
        let feature =
            self.b.host(HostOp::CornerFeature, &[corner], Ty::maybe(Base::Feature(None)), site);
        self.b.or_absent(feature, absent);
        self.b.copy(dst, feature);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    /// The tile that a place belongs to; goes elsewhere if there is none.
    pub(super) fn tile_of(&mut self, place: &Val, absent: BlockId) -> Reg {
        if let Val::Segment(row) = place {
            return self.b.load(Table::Segment, *row, field::segment::TILE);
        }
        let word = self.reg(place);
        let (dst, join) = (self.b.reg(Ty::one(Base::Tile)), self.b.block());
        let (plain, beside) = (self.b.block(), self.b.block());
        // Who stands beside a figure stands where that one does, on a segment or a tile.
        let at = self.b.word();
        self.b.copy(at, word);
        let tag = self.b.bits(Bits::And, word, 7);
        let figure = self.b.compare_to(Compare::Eq, tag, Place::FIGURE);
        self.b.branch(figure, beside, plain);
        self.b.go_to(beside);
        let row = self.b.untagged(word, Table::Figure);
        let place = self.b.load(Table::Figure, row, field::figure::PLACE);
        self.b.or_absent(place, absent);
        self.b.copy(at, place);
        self.b.jump(plain);
        self.b.go_to(plain);
        let (segment, tile) = (self.b.block(), self.b.block());
        let tag = self.b.bits(Bits::And, at, 7);
        self.b.end(Term::Switch {
            value: tag,
            cases: vec![(Place::SEGMENT, segment), (Place::TILE, tile)],
            default: absent,
        });
        self.b.go_to(segment);
        let row = self.b.untagged(at, Table::Segment);
        let of = self.b.load(Table::Segment, row, field::segment::TILE);
        self.b.copy(dst, of);
        self.b.jump(join);
        self.b.go_to(tile);
        let row = self.b.untagged(at, Table::Tile);
        self.b.copy(dst, row);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    /// Where a figure stands; goes elsewhere if it is in the supply or the box.
    pub(super) fn standing(&mut self, figure: Reg, absent: BlockId) -> Val {
        let place = self.b.load(Table::Figure, figure, field::figure::PLACE);
        self.b.or_absent(place, absent);
        Val::Word(place)
    }

    /// Goes elsewhere unless a figure stands on the board: neither in the supply nor in a prison.
    pub(super) fn require_deployed(&mut self, figure: Reg, no: BlockId) {
        let Val::Word(place) = self.standing(figure, no) else { return };
        let tag = self.b.bits(Bits::And, place, 7);
        let free = self.b.compare_to(Compare::Ne, tag, Place::PLAYER);
        self.b.unless(free, no);
    }

    /// A value at hand as another type; goes elsewhere if it is no such thing.
    pub(super) fn cast_bound(&mut self, from: &Bound, to: Base, absent: BlockId) -> Bound {
        let val = match (from.ty.base, to) {
            (Base::Segment(_), Base::Place(_)) => Val::Segment(self.reg(&from.val)),
            (Base::Feature(_), Base::Place(_)) => {
                let segment = self.reg(&from.val);
                Val::Segment(self.oldest(segment))
            }
            (Base::Tile, Base::Place(_)) => self.tag(&from.val, Place::TILE),
            (Base::Corner, Base::Place(_)) => self.tag(&from.val, Place::CORNER),
            (Base::Figure(_), Base::Place(_)) => self.tag(&from.val, Place::FIGURE),
            (Base::Player, Base::Place(_)) => self.tag(&from.val, Place::PLAYER),
            (Base::Place(_), Base::Segment(_)) => Val::Word(self.segment_of(&from.val, absent)),
            (Base::Place(_), Base::Feature(_)) => Val::Word(self.feature_of(&from.val, absent)),
            (Base::Place(_), Base::Tile) => Val::Word(self.tagged(&from.val, Place::TILE, absent)),
            (Base::Place(_), Base::Corner) => {
                Val::Word(self.tagged(&from.val, Place::CORNER, absent))
            }
            (Base::Place(_), Base::Figure(_)) => {
                Val::Word(self.tagged(&from.val, Place::FIGURE, absent))
            }
            (Base::Place(_), Base::Player) => {
                Val::Word(self.tagged(&from.val, Place::PLAYER, absent))
            }
            (Base::Feature(_), Base::Segment(_)) => {
                let segment = self.reg(&from.val);
                Val::Word(self.oldest(segment))
            }
            (Base::Segment(_), Base::Feature(_)) => {
                let segment = self.reg(&from.val);
                self.require_feature(segment, absent);
                Val::Word(segment)
            }
            (_, Base::Cause) => self.cause(from),
            (Base::Cause, _) => {
                let tag = match to {
                    Base::Tile => Cause::Tile(0),
                    Base::Figure(_) => Cause::Figure(0),
                    Base::TokenKind => Cause::Token(0),
                    Base::Pile => Cause::Pile(0),
                    _ => Cause::Feature(0),
                };
                Val::Word(self.cause_tagged(&from.val, tag.word(), absent))
            }
            _ => from.val.clone(),
        };
        // What is known of the thing is known of it as a place or cause, too.
        let thing = match (to, from.thing) {
            (Base::Place(_), Base::Feature(kind)) => Base::Segment(kind),
            (Base::Place(_) | Base::Cause, thing) => thing,
            (_, thing) => narrower(to, thing),
        };
        let ty = if is_general(to) { Ty::one(to) } else { Ty::one(thing) };
        Bound { thing, ..Bound::of(val, ty) }
    }

    fn cause(&mut self, from: &Bound) -> Val {
        let tag = match from.ty.base {
            Base::Feature(_) => {
                let segment = self.reg(&from.val);
                let oldest = self.oldest(segment);
                return self.tag(&Val::Word(oldest), Cause::Feature(0).word());
            }
            Base::Segment(_) => Cause::Feature(0),
            Base::Tile => Cause::Tile(0),
            Base::Figure(_) => Cause::Figure(0),
            Base::TokenKind => Cause::Token(0),
            Base::Pile => Cause::Pile(0),
            _ => return from.val.clone(),
        };
        self.tag(&from.val, tag.word())
    }

    fn tag(&mut self, val: &Val, tag: Word) -> Val {
        if let Val::Const(word) = val {
            return Val::Const(word << Place::BITS | tag);
        }
        let row = self.reg(val);
        let shifted = self.b.bits(Bits::Shl, row, Place::BITS);
        Val::Word(if tag == 0 { shifted } else { self.b.bits(Bits::Or, shifted, tag) })
    }

    /// How many different tiles a feature has, by any of its segments.
    pub(super) fn count_tiles(&mut self, segment: Reg) -> Reg {
        let (dst, join) = (self.b.word(), self.b.block());
        let (simple, twins) = (self.b.block(), self.b.block());
        let record = self.record(segment);
        let doubled = self.b.load(Table::Feature, record, field::feature::TWINS);
        self.b.branch(doubled, twins, simple);
        self.b.go_to(simple);
        let segments = self.b.load(Table::Feature, record, field::feature::SEGMENTS);
        self.b.copy(dst, segments);
        self.b.jump(join);
        self.b.go_to(twins);
        let site = self.site();
        self.b.host_into(Some(dst), HostOp::CountTiles, &[segment], site);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }
}
