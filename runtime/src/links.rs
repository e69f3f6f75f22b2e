//! Segments that a deed joins and parts: links beside those that the edges of tiles make.
//!
//! A feature that parts is flooded from one of the two segments. What keeps its oldest segment keeps its row;
//! the rest becomes a new row with sums and open ends counted anew.

use std::collections::BTreeSet;

use abi::{FaultKind, Reason, Table, Word, field};

use crate::board::Board;

use field::{feature as F, link, segment as S, tile as T};

impl Board<'_> {
    /// Two segments are joined by a deed; their features become one.
    pub(crate) fn join(&mut self, a: Word, b: Word) -> Result<(), FaultKind> {
        let (one, other) = (self.feature_of(a)?, self.feature_of(b)?);
        if self.get(Table::Segment, a, S::KIND) != self.get(Table::Segment, b, S::KIND) {
            return Err(FaultKind::Impossible(Reason::Unlike));
        }
        if self.link_of(a, b).is_some() {
            return Ok(());
        }
        self.memory.push(Table::Link, &[a, b]);
        if one == other {
            return Ok(());
        }
        let on_corners = self.on_corners();
        let part = self.get(Table::Game, 0, field::game::PART);
        self.unite(one, other, part);
        self.mend_corners(&on_corners)
    }

    /// Two segments that a deed has joined part; unless there is another way from one to the other, their
    /// feature becomes two.
    pub(crate) fn part(&mut self, a: Word, b: Word) -> Result<(), FaultKind> {
        let feature = self.feature_of(a)?;
        let not_joined = FaultKind::Impossible(Reason::NotJoined);
        self.unlink(self.link_of(a, b).ok_or(not_joined)?);
        let reached = self.flood(a);
        if reached.contains(&b) {
            return Ok(());
        }
        let first = self.get(Table::Feature, feature, F::FIRST);
        let (mut kept, mut gone) = (Vec::new(), Vec::new());
        let mut segment = first;
        while segment != abi::ABSENT {
            if reached.contains(&segment) == reached.contains(&first) {
                kept.push(segment);
            } else {
                gone.push(segment);
            }
            segment = self.get(Table::Segment, segment, S::NEXT);
        }
        // The chain begins with the oldest segment, also that of what parts.
        if let Some(oldest) = (0..gone.len()).min_by_key(|&i| gone[i]) {
            gone.swap(0, oldest);
        }
        let fresh = &self.facts.rows[Table::Feature as usize];
        let (other, _) = self.memory.append(Table::Feature, fresh, 1);
        let kind = self.get(Table::Feature, feature, F::KIND);
        self.set(Table::Feature, other, F::KIND, kind);
        self.enter_all(feature, &kept);
        self.enter_all(other, &gone);
        self.part_figures(feature)?;
        let part = self.get(Table::Game, 0, field::game::PART);
        self.mark_changed(feature, part);
        self.mark_changed(other, part);
        Ok(())
    }

    /// The row of the link between two segments.
    fn link_of(&self, a: Word, b: Word) -> Option<Word> {
        let links = self.memory.words(Table::Link).chunks_exact(link::LEN as usize);
        let found = links.clone().position(|link| link == [a, b] || link == [b, a]);
        found.map(|row| row as Word)
    }

    /// Takes a link out; the last one takes its row.
    fn unlink(&mut self, row: Word) {
        let last = self.memory.rows(Table::Link) - 1;
        for column in [link::A, link::B] {
            let word = self.get(Table::Link, last as Word, column);
            self.set(Table::Link, row, column, word);
        }
        self.memory.truncate(Table::Link, last);
    }

    /// All segments of a feature that can be reached from one of them.
    fn flood(&self, start: Word) -> BTreeSet<Word> {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(segment) = open.pop() {
            self.each_next(segment, &mut |next| {
                if reached.insert(next) {
                    open.push(next);
                }
            });
        }
        reached
    }

    /// Hands over the segments that a lying one meets over the edges of its tile or is linked with.
    pub(crate) fn each_next(&self, segment: Word, take: &mut dyn FnMut(Word)) {
        let tile = self.get(Table::Segment, segment, S::TILE);
        for side in 0..4 {
            let other = self.get(Table::Tile, tile, T::NEIGHBOUR + side as u32);
            if other == abi::ABSENT {
                continue;
            }
            for (_, end) in self.ends_at(tile, side).filter(|(own, _)| *own == segment) {
                for (met, facing) in self.ends_at(other, (side + 2) & 3) {
                    if facing.kind == end.kind && facing.slot == end.slot.across() {
                        take(met);
                    }
                }
            }
        }
        for link in self.memory.words(Table::Link).chunks_exact(link::LEN as usize) {
            match *link {
                [a, b] if a == segment => take(b),
                [a, b] if b == segment => take(a),
                _ => {}
            }
        }
    }

    /// Makes a list of segments the chain of a feature and counts what it has.
    fn enter_all(&mut self, feature: Word, segments: &[Word]) {
        let (mut twins, mut open) = (0, 0);
        let mut sums = vec![0; self.facts.sums.len()];
        for (i, &segment) in segments.iter().enumerate() {
            let next = segments.get(i + 1).copied().unwrap_or(abi::ABSENT);
            self.set(Table::Segment, segment, S::FEATURE, feature);
            self.set(Table::Segment, segment, S::NEXT, next);
            let tile = self.get(Table::Segment, segment, S::TILE);
            let facts = self.facts.of_segment(self.memory, segment);
            for side in 0..4 {
                if self.get(Table::Tile, tile, T::NEIGHBOUR + side as u32) == abi::ABSENT {
                    let own = self.ends_at(tile, side).filter(|(own, _)| *own == segment);
                    open += own.count() as Word;
                }
            }
            twins += Word::from(facts.twin);
            for &(column, printed) in &facts.sums {
                if let Some(at) = self.facts.sums.iter().position(|&sum| sum == column) {
                    let sum: &mut Word = &mut sums[at];
                    *sum = sum.saturating_add(printed);
                }
            }
        }
        let ends = (segments.first(), segments.last());
        let counted = [
            (F::FIRST, ends.0.copied().unwrap_or(abi::ABSENT)),
            (F::LAST, ends.1.copied().unwrap_or(abi::ABSENT)),
            (F::SEGMENTS, segments.len() as Word),
            (F::TWINS, twins),
            (F::OPEN, open),
        ];
        self.memory.set_all(Table::Feature, feature, counted);
        for (i, sum) in sums.into_iter().enumerate() {
            self.set(Table::Feature, feature, self.facts.sums[i], sum);
        }
    }
}
