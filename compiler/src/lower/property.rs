//! Declared properties, printed and kept, that give one word.

use abi::{ABSENT, Base, Shape, Table, Ty, Word, field};

use super::{
    expr::Raw,
    function::Lower,
    slots::{Slot, adds_up, unset},
    walk::Walk,
};
use crate::{
    ir::{Arith, Bits, BlockId, Compare, Reg},
    typed::{Expr, Property, PropertyId, PropertyOwner},
};

impl<'r> Lower<'_, 'r> {
    /// The declaration of a property.
    pub(super) fn declared(&self, property: PropertyId) -> &'r Property {
        &self.shop.rules.properties[property.index()]
    }

    /// The word of a property; goes elsewhere if what it is asked of is absent.
    pub(super) fn property(
        &mut self,
        id: PropertyId,
        of: Option<&'r Expr>,
        absent: BlockId,
    ) -> Raw {
        let property = self.declared(id);
        let maybe = may_be_absent(property);
        let slot = self.shop.slots.of(id);
        let Some(of) = of else {
            let reg = match slot {
                Slot::Kept(_, field) => self.b.load_game(field),
                _ => self.b.constant(unset(property)),
            };
            return Raw { reg, maybe };
        };
        let bound = self.bound_value(of, absent);
        let row = self.reg(&bound.val);
        let base = bound.ty.base;
        match property.owner {
            PropertyOwner::Game | PropertyOwner::Player | PropertyOwner::Figure => {
                let reg = match slot {
                    Slot::Kept(table, field) => self.b.load(table, row, field),
                    _ => self.b.constant(unset(property)),
                };
                Raw { reg, maybe }
            }
            PropertyOwner::Tile => {
                let reg = self.of_tile_slot(slot, row, base);
                let turns = property.printed
                    && property.ty.base == Base::Direction
                    && base == Base::Tile
                    && property.ty.shape != Shape::List;
                let reg = if turns { self.turned_with(reg, row) } else { reg };
                Raw { reg, maybe }
            }
            PropertyOwner::Segment => self.on_landscape(id, row, base),
            PropertyOwner::Feature(kind) => {
                let known = match base {
                    Base::Feature(known) | Base::Segment(known) => known,
                    _ => None,
                };
                match known {
                    Some(known) if known == kind => self.on_landscape(id, row, base),
                    Some(_) => Raw { reg: self.b.constant(unset(property)), maybe },
                    None => self.of_one_kind(
                        id,
                        (Table::Segment, field::segment::KIND),
                        (row, Word::from(kind.0)),
                        |this| this.on_landscape(id, row, base),
                    ),
                }
            }
            PropertyOwner::FigureKind(kind) => {
                let Slot::Kept(table, field) = slot else {
                    return Raw { reg: self.b.constant(unset(property)), maybe };
                };
                let test = crate::typed::KindTest::FigureKind(kind);
                match self.known_test(base, test) {
                    Some(true) => Raw { reg: self.b.load(table, row, field), maybe },
                    Some(false) => Raw { reg: self.b.constant(unset(property)), maybe },
                    None => self.of_one_kind(
                        id,
                        (Table::Figure, field::figure::KIND),
                        (row, Word::from(kind.0)),
                        |this| Raw { reg: this.b.load(table, row, field), maybe },
                    ),
                }
            }
        }
    }

    /// The value of a property where a row is of its kind, else what is unset.
    fn of_one_kind(
        &mut self,
        id: PropertyId,
        (table, column): (Table, u32),
        (row, kind): (Reg, Word),
        read: impl FnOnce(&mut Self) -> Raw,
    ) -> Raw {
        let property = self.declared(id);
        let (dst, join) = (self.b.word(), self.b.block());
        let (right, other) = (self.b.block(), self.b.block());
        let found = self.b.load(table, row, column);
        let same = self.b.compare_to(Compare::Eq, found, kind);
        self.b.branch(same, right, other);
        self.b.go_to(right);
        let raw = read(self);
        self.b.copy(dst, raw.reg);
        self.b.jump(join);
        self.b.go_to(other);
        self.b.set(dst, unset(property));
        self.b.jump(join);
        self.b.go_to(join);
        Raw { reg: dst, maybe: raw.maybe || unset(property) == ABSENT }
    }

    /// A direction that is printed on a tile, as the tile lies.
    fn turned_with(&mut self, direction: Reg, tile: Reg) -> Reg {
        let (dst, there, join) = (self.b.word(), self.b.block(), self.b.block());
        self.b.copy(dst, direction);
        let present = self.b.compare_to(Compare::Ne, direction, ABSENT);
        self.b.branch(present, there, join);
        self.b.go_to(there);
        let quarters = self.b.load(Table::Tile, tile, field::tile::TURN);
        let eighths = self.b.bits(Bits::Shl, quarters, 1);
        let sum = self.b.bits_of(Bits::Add, direction, eighths);
        let turned = self.b.bits(Bits::And, sum, 7);
        self.b.copy(dst, turned);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    fn of_tile_slot(&mut self, slot: Slot, row: Reg, base: Base) -> Reg {
        match slot {
            Slot::Kept(table, field) => self.b.load(table, row, field),
            Slot::Tile(field) => {
                let kind = match base {
                    Base::TileKind => row,
                    _ => self.b.load(Table::Tile, row, field::tile::KIND),
                };
                self.b.load(Table::TileKind, kind, field)
            }
            Slot::Segment { .. } => self.b.constant(0),
        }
    }

    /// A property of segments, asked of a segment or of the feature that they have joined into.
    fn on_landscape(&mut self, id: PropertyId, row: Reg, base: Base) -> Raw {
        let property = self.declared(id);
        let slot = self.shop.slots.of(id);
        let maybe = may_be_absent(property);
        if !matches!(base, Base::Feature(_)) || self.is_single(base) {
            return Raw { reg: self.on_segment(slot, row), maybe };
        }
        if let Slot::Segment { sum: Some(sum), .. } = slot {
            let record = self.record(row);
            let added = self.b.load(Table::Feature, record, sum);
            let reg = match property.ty.base {
                Base::Flag => self.b.compare_to(Compare::Gt, added, 0),
                _ => added,
            };
            return Raw::there(reg);
        }
        self.over_segments(property, slot, row)
    }

    /// Whether a feature has only one segment, because its kind never joins.
    fn is_single(&self, base: Base) -> bool {
        match base {
            Base::Feature(Some(kind)) => {
                self.shop.rules.features[kind.index()].joins == abi::Joins::Nothing
            }
            _ => false,
        }
    }

    /// The word of a property of one segment.
    pub(super) fn on_segment(&mut self, slot: Slot, row: Reg) -> Reg {
        match slot {
            Slot::Kept(table, field) => self.b.load(table, row, field),
            Slot::Segment { def, .. } => {
                let row = self.b.load(Table::Segment, row, field::segment::DEF);
                self.b.load(Table::SegmentDef, row, def)
            }
            Slot::Tile(_) => self.b.constant(0),
        }
    }

    /// The word of a property of a feature that is not kept as a sum: numbers added up, flags if one is
    /// set, of things the one of the oldest segment that has one.
    fn over_segments(&mut self, property: &'r Property, slot: Slot, row: Reg) -> Raw {
        let number = adds_up(property.ty);
        let flag = number && property.ty.base == Base::Flag;
        let start = if number { 0 } else { unset(property) };
        let dst = self.b.constant(start);
        let stop = self.b.block();
        let first = self.oldest(row);
        let walk = Walk { stop, keeps: false, distinct: false };
        self.chain(first, Table::Segment, field::segment::NEXT, walk, &mut |this, row, exits| {
            let word = this.on_segment(slot, row);
            if number && !flag {
                let sum = this.arith(Arith::Add, dst, word);
                this.b.copy(dst, sum);
                return;
            }
            let set = this.b.compare_to(Compare::Ne, word, start);
            this.b.unless(set, exits.next);
            this.b.copy(dst, word);
            this.b.jump(exits.stop);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        Raw { reg: dst, maybe: may_be_absent(property) }
    }

    /// The list that a feature has of a thing printed on its segments: all of them, doubles kept.
    pub(super) fn printed_list(&mut self, id: PropertyId, of: &'r Expr, ty: Ty) -> Reg {
        let list = self.b.list(ty);
        let stop = self.b.block();
        let slot = self.shop.slots.of(id);
        let property = self.declared(id);
        let bound = self.bound_value(of, stop);
        if let PropertyOwner::Feature(kind) = property.owner {
            let right = self.b.block();
            let test = crate::typed::KindTest::FeatureKind(kind);
            self.branch_on_test(&bound, test, right, stop);
            self.b.go_to(right);
        }
        let row = self.reg(&bound.val);
        let first = self.oldest(row);
        let walk = Walk { stop, keeps: true, distinct: false };
        self.chain(first, Table::Segment, field::segment::NEXT, walk, &mut |this, row, exits| {
            let word = this.on_segment(slot, row);
            this.b.or_absent(word, exits.next);
            let site = this.site();
            this.b.push(list, word, site);
        });
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }
}

/// Whether the word of a property may be absent.
fn may_be_absent(property: &Property) -> bool {
    property.ty.shape == Shape::Maybe || unset(property) == ABSENT
}
