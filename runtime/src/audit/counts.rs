//! What is counted as play goes on equals what a count from scratch gives.

use std::collections::{BTreeMap, BTreeSet};

use abi::{Place, Table, Word, cell, cell_x, cell_y, field};
use field::link;

use super::{Audit, Flaw, ensure};
use crate::{
    facts::{Slot, printed_side},
    grid::AROUND,
};

/// A segment's end on the board: a side of a cell and a part of it.
type Spot = (Word, usize, Slot);

impl Audit<'_> {
    /// Tiles by cell.
    fn lying(&self) -> BTreeMap<Word, Word> {
        let cells =
            self.rows(Table::Tile).map(|t| (self.get(Table::Tile, t, field::tile::CELL), t));
        cells.filter(|(cell, _)| *cell != abi::ABSENT).collect()
    }

    /// Neighbours, cells and the groups of empty ones.
    pub(super) fn board(&self) -> Result<(), Flaw> {
        let lying = self.lying();
        let at = |word: Word, i: usize| {
            let (dx, dy) = AROUND[i];
            cell(cell_x(word) + dx, cell_y(word) + dy)
        };
        for tile in self.rows(Table::Tile) {
            let here = self.get(Table::Tile, tile, field::tile::CELL);
            let mut around = 0;
            for i in 0..8 {
                let expected = match here {
                    abi::ABSENT => None,
                    here => lying.get(&at(here, i)).copied(),
                };
                around += Word::from(expected.is_some());
                let found = self.get(Table::Tile, tile, field::tile::NEIGHBOUR + i as u32);
                ensure(
                    found == expected.unwrap_or(abi::ABSENT),
                    "a wrong neighbour",
                    Table::Tile,
                    tile,
                )?;
            }
            let found = self.get(Table::Tile, tile, field::tile::AROUND);
            let alone = here == abi::ABSENT || lying[&here] == tile;
            ensure(found == around && alone, "wrongly placed", Table::Tile, tile)?;
        }
        let mut beside = BTreeMap::new();
        for (&here, &tile) in &lying {
            let turn = self.get(Table::Tile, tile, field::tile::TURN);
            for side in 0..4 {
                let empty = at(here, side);
                if !lying.contains_key(&empty) {
                    let facts = &self.rules.facts;
                    let demand = facts.demand(self.memory, tile, printed_side(side, turn));
                    let weight = self.rules.facts.weights[(side + 2) & 3];
                    *beside.entry(empty).or_insert(0) += Word::from(demand) * weight;
                }
            }
        }
        let mut seen = BTreeSet::new();
        for row in self.rows(Table::Cell) {
            let at = self.get(Table::Cell, row, field::cell::AT);
            let tile = self.get(Table::Cell, row, field::cell::TILE);
            let code = self.get(Table::Cell, row, field::cell::CODE);
            let right = tile == lying.get(&at).copied().unwrap_or(abi::ABSENT)
                && code == beside.get(&at).copied().unwrap_or(abi::ABSENT)
                && seen.insert(at)
                && self.game.grid.row(at, self.memory) == Some(row);
            ensure(right, "a wrong cell", Table::Cell, row)?;
        }
        ensure(seen.len() == lying.len() + beside.len(), "too few cells", Table::Cell, 0)?;
        self.groups(&beside)
    }

    /// The lists of empty cells hold each cell once, where it belongs.
    fn groups(&self, beside: &BTreeMap<Word, Word>) -> Result<(), Flaw> {
        let mut listed = 0;
        for group in self.rows(Table::Group) {
            let mut count = 0;
            let mut prev = abi::ABSENT;
            let mut row = self.get(Table::Group, group, field::group::HEAD);
            while row != abi::ABSENT {
                let right = self.get(Table::Cell, row, field::cell::CODE) == group
                    && self.get(Table::Cell, row, field::cell::PREV) == prev
                    && listed < beside.len();
                ensure(right, "a wrong list", Table::Group, group)?;
                prev = row;
                row = self.get(Table::Cell, row, field::cell::NEXT);
                count += 1;
                listed += 1;
            }
            let right = self.get(Table::Group, group, field::group::COUNT) == count;
            ensure(right, "a wrong number", Table::Group, group)?;
        }
        ensure(listed == beside.len(), "cells in no list", Table::Group, 0)
    }

    /// Features by flooding the board, compared with those that grew.
    pub(super) fn features(&self) -> Result<(), Flaw> {
        let mut ends: BTreeMap<Word, Vec<Spot>> = BTreeMap::new();
        let mut at: BTreeMap<(Spot, u16), Vec<Word>> = BTreeMap::new();
        let lying = self.lying();
        for (&here, &tile) in &lying {
            let facts =
                &self.rules.facts.kinds[self.get(Table::Tile, tile, field::tile::KIND) as usize];
            let turn = self.get(Table::Tile, tile, field::tile::TURN);
            let first = self.get(Table::Tile, tile, field::tile::SEGMENTS);
            for i in 0..facts.segments.len() as Word {
                ends.insert(first + i, Vec::new());
            }
            for side in 0..4 {
                for end in facts.ends(printed_side(side, turn)) {
                    let spot = (here, side, end.slot);
                    let segment = first + Word::from(end.segment);
                    at.entry((spot, end.kind)).or_default().push(segment);
                    ends.entry(segment).or_default().push(spot);
                }
            }
            for (laid, segment, sides) in self.rules.facts.laid_on(self.memory, tile) {
                let spots = ends.entry(segment).or_default();
                for side in (0..4).filter(|&side| sides >> printed_side(side, turn) & 1 == 1) {
                    let spot = (here, side, Slot::Whole);
                    let kind = self.rules.facts.laid[laid].kind;
                    at.entry((spot, kind)).or_default().push(segment);
                    spots.push(spot);
                }
            }
        }
        let mut linked: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
        for link in self.rows(Table::Link) {
            let [a, b] = [link::A, link::B].map(|column| self.get(Table::Link, link, column));
            let kind = |segment| self.get(Table::Segment, segment, field::segment::KIND);
            let right = ends.contains_key(&a) && ends.contains_key(&b) && kind(a) == kind(b);
            ensure(right, "a wrong link", Table::Link, link)?;
            linked.entry(a).or_default().push(b);
            linked.entry(b).or_default().push(a);
        }
        let kind = |segment| self.get(Table::Segment, segment, field::segment::KIND) as u16;
        let opposite = |(here, side, slot): Spot| {
            let (dx, dy) = AROUND[side];
            (cell(cell_x(here) + dx, cell_y(here) + dy), (side + 2) & 3, slot.across())
        };
        let mut found = BTreeMap::new();
        for &start in ends.keys() {
            if found.contains_key(&start) {
                continue;
            }
            let mut flood = vec![start];
            let mut reached = BTreeSet::from([start]);
            let mut open = 0;
            while let Some(segment) = flood.pop() {
                for &end in &ends[&segment] {
                    let across = opposite(end);
                    open += Word::from(!lying.contains_key(&across.0));
                    let others = at.get(&(across, kind(segment)));
                    flood.extend(others.into_iter().flatten().filter(|o| reached.insert(**o)));
                }
                for &other in linked.get(&segment).into_iter().flatten() {
                    if reached.insert(other) {
                        flood.push(other);
                    }
                }
            }
            let feature = self.get(Table::Segment, start, field::segment::FEATURE);
            self.feature(feature, &reached, open)?;
            found.extend(reached.into_iter().map(|segment| (segment, feature)));
        }
        let live = found.values().collect::<BTreeSet<_>>();
        for feature in self.rows(Table::Feature) {
            let segments = self.get(Table::Feature, feature, field::feature::SEGMENTS);
            let right = (segments > 0) == live.contains(&feature);
            ensure(right, "alive or dead by mistake", Table::Feature, feature)?;
        }
        Ok(())
    }

    /// One feature against the segments that it should have.
    fn feature(&self, feature: Word, reached: &BTreeSet<Word>, open: Word) -> Result<(), Flaw> {
        let get = |field| self.get(Table::Feature, feature, field);
        let mut chain = BTreeSet::new();
        let mut segment = get(field::feature::FIRST);
        let mut last = abi::ABSENT;
        let mut twins = 0;
        let mut sums = BTreeMap::<u32, Word>::new();
        while segment != abi::ABSENT {
            ensure(chain.insert(segment), "a circle of segments", Table::Feature, feature)?;
            let facts = self.rules.facts.of_segment(self.memory, segment);
            twins += Word::from(facts.twin);
            for &(column, printed) in &facts.sums {
                *sums.entry(column).or_default() += printed;
            }
            let right = Word::from(facts.kind) == get(field::feature::KIND)
                && self.get(Table::Segment, segment, field::segment::FEATURE) == feature;
            ensure(right, "a foreign segment", Table::Feature, feature)?;
            last = segment;
            segment = self.get(Table::Segment, segment, field::segment::NEXT);
        }
        let right = chain == *reached
            && last == get(field::feature::LAST)
            && chain.len() as Word == get(field::feature::SEGMENTS)
            && twins == get(field::feature::TWINS)
            && open == get(field::feature::OPEN)
            && self.rules.facts.sums.iter().all(|c| get(*c) == sums.get(c).copied().unwrap_or(0));
        ensure(right, "wrong counts", Table::Feature, feature)
    }

    /// The chains of figures hold exactly those that stand there.
    pub(super) fn figures(&self) -> Result<(), Flaw> {
        let mut on_features = BTreeMap::<Word, BTreeSet<Word>>::new();
        let mut on_tiles = BTreeMap::<Word, BTreeSet<Word>>::new();
        let mut on_corners = 0;
        for figure in self.rows(Table::Figure) {
            match Place::from_word(self.get(Table::Figure, figure, field::figure::PLACE)) {
                Some(Place::Segment(segment)) => {
                    let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
                    ensure(feature != abi::ABSENT, "on no board", Table::Figure, figure)?;
                    on_features.entry(feature).or_default().insert(figure);
                }
                Some(Place::Tile(tile)) => {
                    on_tiles.entry(tile).or_default().insert(figure);
                }
                Some(Place::Figure(_)) => self.beside(figure)?,
                Some(Place::Corner(corner)) => {
                    on_corners += 1;
                    if let Some(feature) = self.corner_feature(corner) {
                        on_features.entry(feature).or_default().insert(figure);
                    }
                }
                Some(Place::Player(_)) | None => {}
            }
        }
        let counted = self.get(Table::Game, 0, field::game::CROSSINGS);
        ensure(on_corners == counted, "a wrong number on corners", Table::Game, 0)?;
        let none = BTreeSet::new();
        for feature in self.rows(Table::Feature) {
            let get = |field| self.get(Table::Feature, feature, field);
            let expected = on_features.get(&feature).unwrap_or(&none);
            let last =
                self.chain(get(field::feature::FIGURES), expected, Table::Feature, feature)?;
            let followers = expected.iter().filter(|&&figure| {
                let kind = self.get(Table::Figure, figure, field::figure::KIND);
                self.rules.facts.followers[kind as usize]
            });
            let right = followers.count() as Word == get(field::feature::FOLLOWERS)
                && last == get(field::feature::LAST_FIGURE);
            ensure(right, "wrong figures", Table::Feature, feature)?;
        }
        for tile in self.rows(Table::Tile) {
            let head = self.get(Table::Tile, tile, field::tile::FIGURES);
            self.chain(head, on_tiles.get(&tile).unwrap_or(&none), Table::Tile, tile)?;
        }
        Ok(())
    }

    /// The feature to which all segments belong that reach a corner.
    fn corner_feature(&self, corner: Word) -> Option<Word> {
        let lying = self.lying();
        let mut features = BTreeSet::new();
        for (which, (east, south)) in [(0, 0), (-1, 0), (-1, -1), (0, -1)].into_iter().enumerate() {
            let at = cell(cell_x(corner) + east, cell_y(corner) + south);
            let Some(&tile) = lying.get(&at) else { continue };
            let get = |field| self.get(Table::Tile, tile, field);
            let kind = &self.rules.facts.kinds[get(field::tile::KIND) as usize];
            let printed = (which as Word - get(field::tile::TURN)).rem_euclid(4) as usize;
            if let Some(at) = kind.corners[printed] {
                let segment = get(field::tile::SEGMENTS) + Word::from(at);
                features.insert(self.get(Table::Segment, segment, field::segment::FEATURE));
            }
        }
        if features.len() == 1 { features.first().copied() } else { None }
    }

    /// Follows a chain of figures and gives its last one.
    fn chain(
        &self,
        head: Word,
        expected: &BTreeSet<Word>,
        table: Table,
        row: Word,
    ) -> Result<Word, Flaw> {
        let (mut last, mut figure, mut count) = (abi::ABSENT, head, 0);
        while figure != abi::ABSENT {
            count += 1;
            let right = count <= expected.len()
                && expected.contains(&figure)
                && self.get(Table::Figure, figure, field::figure::PREV) == last;
            ensure(right, "a wrong chain of figures", table, row)?;
            last = figure;
            figure = self.get(Table::Figure, figure, field::figure::NEXT);
        }
        ensure(count == expected.len(), "a short chain of figures", table, row)?;
        Ok(last)
    }

    /// A figure beside others ends up beside one that stands by itself.
    fn beside(&self, figure: Word) -> Result<(), Flaw> {
        let mut other = figure;
        for _ in self.rows(Table::Figure) {
            match Place::from_word(self.get(Table::Figure, other, field::figure::PLACE)) {
                Some(Place::Figure(next)) => other = next,
                Some(_) => return Ok(()),
                None => break,
            }
        }
        ensure(false, "beside nobody", Table::Figure, figure)
    }
}
