//! Questions about the board whose answers are lists: they are built on the stack, oldest first.

use abi::{FaultKind, Stack, Table, Word, cell, cell_x, cell_y, edge, field, list};

use crate::{
    board::Board,
    grid::AROUND,
    lists::{push, since, sort_since},
};

use field::{feature as F, segment as S, tile as T};

impl Board<'_> {
    /// Every feature that changed in this part and lives.
    pub(crate) fn changed(&self, stack: &mut Stack) -> Result<Word, FaultKind> {
        let start = stack.top();
        for &segment in self.memory.words(Table::Changed) {
            push(stack, self.get(Table::Segment, segment, S::FEATURE))?;
        }
        Ok(self.canonical(stack, start))
    }

    /// All live features.
    pub(crate) fn features(&self, stack: &mut Stack) -> Result<Word, FaultKind> {
        let start = stack.top();
        for feature in 0..self.memory.rows(Table::Feature) as Word {
            if self.get(Table::Feature, feature, F::SEGMENTS) > 0 {
                push(stack, self.get(Table::Feature, feature, F::FIRST))?;
            }
        }
        Ok(since(stack, start))
    }

    /// The features of a tile's segments.
    pub(crate) fn tile_features(&self, stack: &mut Stack, tile: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        if self.lies(tile) {
            let first = self.get(Table::Tile, tile, T::SEGMENTS);
            for i in 0..self.facts.segments_of(self.kind(tile)) {
                let feature = self.get(Table::Segment, first + i, S::FEATURE);
                // What no token has laid yet belongs to none.
                if feature != abi::ABSENT {
                    push(stack, feature)?;
                }
            }
        }
        Ok(self.canonical(stack, start))
    }

    /// The features with a segment near one of a feature's.
    pub(crate) fn touching(&self, stack: &mut Stack, feature: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        let mut segment = self.get(Table::Feature, feature, F::FIRST);
        while segment != abi::ABSENT {
            for &near in self.near_of(segment) {
                let first = self.first_segment(segment);
                let other = self.get(Table::Segment, first + Word::from(near), S::FEATURE);
                if other != feature {
                    push(stack, other)?;
                }
            }
            segment = self.get(Table::Segment, segment, S::NEXT);
        }
        Ok(self.canonical(stack, start))
    }

    /// The segments near a segment on its tile.
    pub(crate) fn near(&self, stack: &mut Stack, segment: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        let first = self.first_segment(segment);
        for &near in self.near_of(segment) {
            push(stack, first + Word::from(near))?;
        }
        Ok(since(stack, start))
    }

    /// The edges of its tile that a segment reaches.
    pub(crate) fn segment_edges(
        &self,
        stack: &mut Stack,
        segment: Word,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let tile = self.get(Table::Segment, segment, S::TILE);
        // A token may lie with its end over a side that closes.
        let open = self.facts.kinds[self.kind(tile)].open_sides();
        let ends = self.facts.of_segment(self.memory, segment).ends;
        for (side, ends) in ends.into_iter().enumerate() {
            if ends > 0 && open >> side & 1 == 1 {
                push(stack, edge(tile, side as Word))?;
            }
        }
        Ok(since(stack, start))
    }

    /// The tiles of a feature.
    pub(crate) fn feature_tiles(
        &self,
        stack: &mut Stack,
        feature: Word,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let mut segment = self.get(Table::Feature, feature, F::FIRST);
        while segment != abi::ABSENT {
            push(stack, self.get(Table::Segment, segment, S::TILE))?;
            segment = self.get(Table::Segment, segment, S::NEXT);
        }
        Ok(sort_since(stack, start))
    }

    /// How many tiles a feature has: only tiles with several of its segments need a closer look.
    pub(crate) fn count_tiles(&self, stack: &mut Stack, feature: Word) -> Result<Word, FaultKind> {
        let segments = self.get(Table::Feature, feature, F::SEGMENTS);
        let twins = self.get(Table::Feature, feature, F::TWINS);
        if twins < 2 {
            return Ok(segments);
        }
        let start = stack.top();
        let mut segment = self.get(Table::Feature, feature, F::FIRST);
        while segment != abi::ABSENT {
            if self.facts.of_segment(self.memory, segment).twin {
                push(stack, self.get(Table::Segment, segment, S::TILE))?;
            }
            segment = self.get(Table::Segment, segment, S::NEXT);
        }
        let tiles = abi::list_len(sort_since(stack, start)) as Word;
        stack.set_top(start);
        Ok(segments - twins + tiles)
    }

    /// The tiles round the tiles of a feature, not its own.
    pub(crate) fn feature_neighbours(
        &self,
        stack: &mut Stack,
        feature: Word,
    ) -> Result<Word, FaultKind> {
        let own = self.feature_tiles(stack, feature)?;
        let (from, to) = (abi::list_start(own), stack.top());
        for i in from..to {
            let tile = stack.words()[i];
            for n in 0..8 {
                let other = self.get(Table::Tile, tile, T::NEIGHBOUR + n);
                if other != abi::ABSENT && stack.words()[from..to].binary_search(&other).is_err() {
                    push(stack, other)?;
                }
            }
        }
        let found = sort_since(stack, to);
        let len = abi::list_len(found);
        stack.words_mut().copy_within(to.., from);
        stack.set_top(from + len);
        Ok(list(from, len))
    }

    /// All tiles on the board.
    pub(crate) fn tiles(&self, stack: &mut Stack) -> Result<Word, FaultKind> {
        let start = stack.top();
        for tile in 0..self.memory.rows(Table::Tile) as Word {
            if self.lies(tile) {
                push(stack, tile)?;
            }
        }
        Ok(since(stack, start))
    }

    /// The tiles over the first so many of the steps round a cell, oldest first.
    pub(crate) fn round(
        &self,
        stack: &mut Stack,
        at: Word,
        steps: usize,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let (x, y) = (cell_x(at), cell_y(at));
        for (dx, dy) in &AROUND[..steps] {
            let tile = self.tile_at(cell(x + dx, y + dy));
            if tile != abi::ABSENT {
                push(stack, tile)?;
            }
        }
        Ok(sort_since(stack, start))
    }

    /// All fits of a tile.
    pub(crate) fn fits(&self, stack: &mut Stack, tile: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        if self.each_fit(self.kind(tile), |fit| stack.push(fit)) {
            Ok(since(stack, start))
        } else {
            Err(FaultKind::Memory)
        }
    }

    /// Turns the rows of features on the stack into features oldest first, without doubles.
    fn canonical(&self, stack: &mut Stack, start: usize) -> Word {
        let found = sort_since(stack, start);
        for word in &mut stack.words_mut()[start..] {
            *word = self.get(Table::Feature, *word, F::FIRST);
        }
        found
    }

    fn first_segment(&self, segment: Word) -> Word {
        let tile = self.get(Table::Segment, segment, S::TILE);
        self.get(Table::Tile, tile, T::SEGMENTS)
    }

    fn near_of(&self, segment: Word) -> &[u16] {
        &self.facts.of_segment(self.memory, segment).near
    }
}
