//! Segments join into features, and what features add up.
//!
//! Every segment names the live row of its feature: there are no chains of references to follow. Where two
//! features become one, the row with the oldest segment goes on living; its chain of segments gets the other
//! one's at its end, and so do the figures. Unions of two are rare, since a segment that comes to lie against
//! one feature just enters it.

use abi::{FaultKind, Reason, Table, Word, field};

use crate::{
    board::Board,
    facts::{SegmentFacts, printed_side},
};

use field::feature as F;

impl Board<'_> {
    /// The live row of the feature of a segment.
    #[inline]
    pub(crate) fn feature_of(&self, segment: Word) -> Result<Word, FaultKind> {
        match self.get(Table::Segment, segment, field::segment::FEATURE) {
            abi::ABSENT => Err(FaultKind::Impossible(Reason::NotOnBoard)),
            feature => Ok(feature),
        }
    }

    /// Joins the segments of a tile that came to lie with those beside it.
    pub(crate) fn join_neighbours(&mut self, tile: Word, turn: i64, neighbours: &[Word; 8]) {
        let facts = self.facts;
        let own = &facts.kinds[self.kind(tile)];
        let segments = self.get(Table::Tile, tile, field::tile::SEGMENTS);
        let part = self.get(Table::Game, 0, field::game::PART);
        // The printed sides where an empty cell lies, by their bits.
        let mut open = 0;
        for (side, &other) in neighbours[..4].iter().enumerate() {
            open |= usize::from(other == abi::ABSENT) << printed_side(side, turn);
        }
        for (side, &other) in neighbours[..4].iter().enumerate() {
            if other == abi::ABSENT {
                continue;
            }
            let head: &[Word; 4] = self.memory.head(Table::Tile, other);
            let other_turn = head[field::tile::TURN as usize];
            let other_segments = head[field::tile::SEGMENTS as usize];
            let kind = &facts.kinds[head[field::tile::KIND as usize] as usize];
            let own_ends = own.ends(printed_side(side, turn));
            let facing = printed_side((side + 2) & 3, other_turn);
            let laid = facts.laid_end(self.memory, other, facing);
            let printed = kind.ends(facing).iter();
            let printed = printed.map(|end| (other_segments + Word::from(end.segment), *end));
            for (segment, end) in printed.chain(laid) {
                let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
                self.close_end(feature, part);
                let meeting =
                    |e: &&crate::facts::End| e.kind == end.kind && e.slot == end.slot.across();
                // Two segments may share an edge.
                for met in own_ends.iter().filter(meeting) {
                    let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
                    let i = usize::from(met.segment);
                    let mine = segments + i as Word;
                    match self.get(Table::Segment, mine, field::segment::FEATURE) {
                        abi::ABSENT => self.enter(feature, mine, &own.segments[i], open),
                        before if before != feature => self.unite(before, feature, part),
                        _ => {}
                    }
                }
            }
        }
        for (i, segment) in own.segments.iter().enumerate() {
            let mine = segments + i as Word;
            if self.get(Table::Segment, mine, field::segment::FEATURE) == abi::ABSENT {
                self.found(mine, segment, open, part);
            }
        }
        for &other in neighbours {
            if other != abi::ABSENT {
                self.mark_spaces(other, part);
            }
        }
    }

    /// Spaces that join nothing have changed when they gain a neighbour.
    fn mark_spaces(&mut self, tile: Word, part: Word) {
        let facts = self.facts;
        let spaces = &facts.kinds[self.kind(tile)].spaces;
        if spaces.is_empty() {
            return;
        }
        let segments = self.get(Table::Tile, tile, field::tile::SEGMENTS);
        for &space in spaces {
            let segment = segments + Word::from(space);
            let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
            self.mark_changed(feature, part);
        }
    }

    /// An end of a feature lies against an empty cell no longer.
    #[inline]
    fn close_end(&mut self, feature: Word, part: Word) {
        let head: &[Word; F::LEN as usize] = self.memory.head(Table::Feature, feature);
        let (open, first) = (head[F::OPEN as usize] - 1, head[F::FIRST as usize]);
        if head[F::CHANGED as usize] == part {
            self.set(Table::Feature, feature, F::OPEN, open);
        } else {
            let changes = [(F::OPEN, open), (F::CHANGED, part)];
            self.memory.set_all(Table::Feature, feature, changes);
            self.memory.push(Table::Changed, &[first]);
        }
    }

    /// Puts a feature among those that changed in this part.
    #[inline]
    pub(crate) fn mark_changed(&mut self, feature: Word, part: Word) {
        if self.get(Table::Feature, feature, F::CHANGED) != part {
            self.set(Table::Feature, feature, F::CHANGED, part);
            let first = self.get(Table::Feature, feature, F::FIRST);
            self.memory.push(Table::Changed, &[first]);
        }
    }

    /// A segment without a feature enters one.
    pub(crate) fn enter(
        &mut self,
        feature: Word,
        segment: Word,
        facts: &SegmentFacts,
        open: usize,
    ) {
        let head: [Word; F::LEN as usize] = *self.memory.head(Table::Feature, feature);
        let before = |column: u32| head[column as usize];
        self.set(Table::Segment, segment, field::segment::FEATURE, feature);
        self.set(Table::Segment, before(F::LAST), field::segment::NEXT, segment);
        let ends = Word::from(facts.ends_on[open]);
        let grown = [
            (F::LAST, segment),
            (F::SEGMENTS, before(F::SEGMENTS) + 1),
            (F::TWINS, before(F::TWINS) + Word::from(facts.twin)),
            (F::OPEN, before(F::OPEN) + ends),
        ];
        self.memory.set_all(Table::Feature, feature, grown);
        for &(column, printed) in &facts.sums {
            let sum = self.get(Table::Feature, feature, column).saturating_add(printed);
            self.set(Table::Feature, feature, column, sum);
        }
    }

    /// A segment without a feature founds one.
    pub(crate) fn found(&mut self, segment: Word, facts: &SegmentFacts, open: usize, part: Word) {
        let fresh = &self.facts.rows[Table::Feature as usize];
        let (feature, row) = self.memory.append(Table::Feature, fresh, 1);
        row[F::KIND as usize] = Word::from(facts.kind);
        row[F::FIRST as usize] = segment;
        row[F::LAST as usize] = segment;
        row[F::SEGMENTS as usize] = 1;
        row[F::TWINS as usize] = Word::from(facts.twin);
        row[F::OPEN as usize] = Word::from(facts.ends_on[open]);
        row[F::CHANGED as usize] = part;
        for &(column, printed) in &facts.sums {
            row[column as usize] = printed;
        }
        self.set(Table::Segment, segment, field::segment::FEATURE, feature);
        self.memory.push(Table::Changed, &[segment]);
    }

    /// Two features become one: the older row lives on.
    pub(crate) fn unite(&mut self, a: Word, b: Word, part: Word) {
        let (older, younger) = (a.min(b), a.max(b));
        let first = self.get(Table::Feature, younger, F::FIRST);
        let mut segment = first;
        while segment != abi::ABSENT {
            self.set(Table::Segment, segment, field::segment::FEATURE, older);
            segment = self.get(Table::Segment, segment, field::segment::NEXT);
        }
        let last = self.get(Table::Feature, older, F::LAST);
        self.set(Table::Segment, last, field::segment::NEXT, first);
        let last = self.get(Table::Feature, younger, F::LAST);
        self.set(Table::Feature, older, F::LAST, last);
        for column in [F::SEGMENTS, F::TWINS, F::OPEN, F::FOLLOWERS] {
            self.add_up(older, younger, column);
        }
        for &column in &self.facts.sums {
            self.add_up(older, younger, column);
        }
        self.set(Table::Feature, younger, F::SEGMENTS, 0);
        self.unite_figures(older, younger);
        self.mark_changed(older, part);
    }

    #[inline]
    fn add_up(&mut self, older: Word, younger: Word, column: u32) {
        let more = self.get(Table::Feature, younger, column);
        if more != 0 {
            let sum = self.get(Table::Feature, older, column).saturating_add(more);
            self.set(Table::Feature, older, column, sum);
        }
    }

    /// The figures of the younger feature queue up behind those of the older one.
    fn unite_figures(&mut self, older: Word, younger: Word) {
        let head = self.get(Table::Feature, younger, F::FIGURES);
        if head == abi::ABSENT {
            return;
        }
        let tail = self.get(Table::Feature, younger, F::LAST_FIGURE);
        let last = self.get(Table::Feature, older, F::LAST_FIGURE);
        if last == abi::ABSENT {
            self.set(Table::Feature, older, F::FIGURES, head);
        } else {
            self.set(Table::Figure, last, field::figure::NEXT, head);
            self.set(Table::Figure, head, field::figure::PREV, last);
        }
        self.set(Table::Feature, older, F::LAST_FIGURE, tail);
        self.set(Table::Feature, younger, F::FIGURES, abi::ABSENT);
        self.set(Table::Feature, younger, F::LAST_FIGURE, abi::ABSENT);
        self.set(Table::Feature, younger, F::FOLLOWERS, 0);
    }
}
