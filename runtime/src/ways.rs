//! Ways along features: what a tile would continue, how it bends, and what is met first.

use std::collections::BTreeSet;

use abi::{
    FaultKind, Stack, Table, Word, cell, cell_x, cell_y, field, fit_cell, fit_kind, fit_turn,
};

use crate::{
    board::Board,
    facts::{End, printed_side},
    grid::AROUND,
    lists::{push, since, sort_since},
};

impl Board<'_> {
    /// The ends on a side of a tile as it lies, printed or laid, each with its segment.
    pub(crate) fn ends_at(&self, tile: Word, side: usize) -> impl Iterator<Item = (Word, End)> {
        let printed = printed_side(side, self.get(Table::Tile, tile, field::tile::TURN));
        let first = self.get(Table::Tile, tile, field::tile::SEGMENTS);
        let ends = self.facts.kinds[self.kind(tile)].ends(printed).iter();
        let ends = ends.map(move |end| (first + Word::from(end.segment), *end));
        ends.chain(self.facts.laid_end(self.memory, tile, printed))
    }

    /// The tile over a side of a cell, or absent.
    pub(crate) fn over(&self, at: Word, side: usize) -> Word {
        let (dx, dy) = AROUND[side];
        self.tile_at(cell(cell_x(at) + dx, cell_y(at) + dy))
    }

    /// The lying segments that the tile of a fit would continue, oldest first.
    pub(crate) fn joined(&self, stack: &mut Stack, fit: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        self.each_joined(fit, &mut |_, _, met| push(stack, met))?;
        Ok(sort_since(stack, start))
    }

    /// Hands over each end of the tile of a fit that meets one of a lying tile: its side, the end, and the
    /// segment that it would continue.
    fn each_joined(
        &self,
        fit: Word,
        take: &mut dyn FnMut(usize, &End, Word) -> Result<(), FaultKind>,
    ) -> Result<(), FaultKind> {
        let (at, turn) = (fit_cell(fit), fit_turn(fit));
        let Some(own) = self.facts.kinds.get(fit_kind(fit) as usize) else { return Ok(()) };
        for side in 0..4 {
            let other = self.over(at, side);
            if other == abi::ABSENT {
                continue;
            }
            for end in own.ends(printed_side(side, turn)) {
                for (segment, met) in self.ends_at(other, (side + 2) & 3) {
                    if met.kind == end.kind && met.slot == end.slot.across() {
                        take(side, end, segment)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The ways through the tile of a fit along its segments of a kind, from an edge where it continues
    /// something to one where nothing lies: 1 for a turn to the right, 0 straight on, -1 to the left.
    pub(crate) fn bends(
        &self,
        stack: &mut Stack,
        fit: Word,
        kind: Word,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let (at, turn) = (fit_cell(fit), fit_turn(fit));
        let mut entered = BTreeSet::new();
        self.each_joined(fit, &mut |side, end, _| {
            if Word::from(end.kind) == kind {
                entered.insert((side, end.segment));
            }
            Ok(())
        })?;
        for (from, segment) in entered {
            let own = &self.facts.kinds[fit_kind(fit) as usize];
            let leaves = |side: &usize| {
                self.over(at, *side) == abi::ABSENT
                    && own.ends(printed_side(*side, turn)).iter().any(|end| end.segment == segment)
            };
            for to in (0..4).filter(leaves) {
                // Who comes in from the west and leaves to the south has turned right.
                push(stack, [0, -1, 0, 1][(to + 4 - from) & 3])?;
            }
        }
        Ok(since(stack, start))
    }

    /// The goals that are met first on the ways along features from some segments, oldest first. A way ends
    /// at the goal that it meets.
    pub(crate) fn walk(
        &self,
        stack: &mut Stack,
        starts: &[Word],
        goals: &BTreeSet<Word>,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let lies = |segment: &Word| {
            self.get(Table::Segment, *segment, field::segment::FEATURE) != abi::ABSENT
        };
        let mut open: Vec<Word> = starts.iter().copied().filter(lies).collect();
        let mut reached: BTreeSet<Word> = open.iter().copied().collect();
        while let Some(segment) = open.pop() {
            if goals.contains(&segment) {
                push(stack, segment)?;
                continue;
            }
            self.each_next(segment, &mut |next| {
                if reached.insert(next) {
                    open.push(next);
                }
            });
        }
        Ok(sort_since(stack, start))
    }
}
