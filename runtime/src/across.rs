//! Tokens across tiles: a segment comes to lie on top of a tile, and tiles that would fit then.
//!
//! The segment that a token lays joins what its ends meet, and nothing else about the tile changes: what it
//! lies above stays as it is.

use abi::{FaultKind, Reason, Stack, Table, Word, edge, edge_side, edge_tile, field};

use crate::{
    board::Board,
    facts::{Slot, printed_side},
    grid::AROUND,
    lists::{push, since},
};

use field::{segment as S, tile as T};

/// The side of a tile as it lies where a printed one is.
const fn lying_side(side: usize, turn: Word) -> usize {
    (side + turn as usize) & 3
}

/// A fit with a token across a tile.
const fn with(fit: Word, over: Word, span: Word) -> Word {
    abi::fit_with(fit, over, abi::span_token(span), abi::span_way(span))
}

/// The printed sides of a set.
fn sides(set: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |side| set >> side & 1 == 1)
}

impl Board<'_> {
    /// Lays a token's segment across a tile.
    pub(crate) fn lay_across(&mut self, span: Word) -> Result<(), FaultKind> {
        let facts = self.facts;
        let (tile, way) = (abi::span_tile(span), abi::span_way(span));
        let at = facts.laying(abi::span_token(span)).filter(|_| facts.is_span(self.memory, span));
        let at = at.ok_or(FaultKind::Impossible(Reason::Unknown))?;
        if !self.lies(tile) {
            return Err(FaultKind::Impossible(Reason::NotOnBoard));
        }
        let kind = &facts.kinds[self.kind(tile)];
        let (set, segment_facts) = &facts.laid[at].ways[way as usize];
        let set = set & kind.open_sides();
        let taken = self.taken(tile, at);
        if taken & set != 0 || taken == u8::MAX {
            return Err(FaultKind::Impossible(Reason::SpanTaken));
        }
        let segment = self.get(Table::Tile, tile, T::SEGMENTS) + (kind.segments.len() + at) as Word;
        let turn = self.get(Table::Tile, tile, T::TURN);
        let part = self.get(Table::Game, 0, field::game::PART);
        self.grid.forget();
        self.set(Table::Segment, segment, S::DEF, facts.laid[at].first_def + way);
        let mut open = 0;
        let mut met = Vec::new();
        for side in sides(set) {
            let lying = lying_side(side, turn);
            let other = self.get(Table::Tile, tile, T::NEIGHBOUR + lying as u32);
            if other == abi::ABSENT {
                open |= 1 << side;
                let asks = kind.laid[at][side].map_or(0, |(asks, _)| asks);
                let more = Word::from(asks) - Word::from(kind.demands[side]);
                if let Some(row) = self.grid.row(self.cell_over(tile, lying), self.memory) {
                    self.ask_anew(row, more * facts.weights[(lying + 2) & 3]);
                }
            } else {
                met.extend(self.ends_over(tile, lying, facts.laid[at].kind));
            }
        }
        for other in met {
            let feature = self.get(Table::Segment, other, S::FEATURE);
            match self.get(Table::Segment, segment, S::FEATURE) {
                abi::ABSENT => {
                    self.enter(feature, segment, segment_facts, open);
                    self.mark_changed(feature, part);
                }
                before if before != feature => self.unite(before, feature, part),
                _ => {}
            }
        }
        if self.get(Table::Segment, segment, S::FEATURE) == abi::ABSENT {
            self.found(segment, segment_facts, open, part);
        }
        Ok(())
    }

    /// The printed sides of a tile, by their bits, where a kind of token cannot end, by its place among those
    /// that lay; all bits where one lies already.
    fn taken(&self, tile: Word, at: usize) -> u8 {
        let facts = self.facts;
        let shown = facts.kinds[self.kind(tile)].shows(facts.laid[at].kind);
        facts
            .laid_on(self.memory, tile)
            .fold(shown, |taken, (other, _, ends)| if other == at { u8::MAX } else { taken | ends })
    }

    /// The cell over a side of a tile as it lies.
    fn cell_over(&self, tile: Word, lying: usize) -> Word {
        let (dx, dy) = AROUND[lying];
        let at = self.get(Table::Tile, tile, T::CELL);
        abi::cell(abi::cell_x(at) + dx, abi::cell_y(at) + dy)
    }

    /// The segments of a kind whose whole edge lies against a side of a tile as it lies.
    fn ends_over(&self, tile: Word, lying: usize, kind: u16) -> Vec<Word> {
        let facts = self.facts;
        let other = self.get(Table::Tile, tile, T::NEIGHBOUR + lying as u32);
        let facing = printed_side((lying + 2) & 3, self.get(Table::Tile, other, T::TURN));
        let first = self.get(Table::Tile, other, T::SEGMENTS);
        let printed = facts.kinds[self.kind(other)].ends(facing).iter();
        let printed = printed.map(|end| (first + Word::from(end.segment), *end));
        let laid = facts.laid_end(self.memory, other, facing);
        let ends = printed.chain(laid);
        ends.filter(|(_, end)| end.kind == kind && end.slot == Slot::Whole)
            .map(|(segment, _)| segment)
            .collect()
    }

    /// Whether a token that lays lies across a tile.
    pub(crate) fn lies_across(&self, tile: Word, token: Word) -> bool {
        let at = self.facts.laying(token);
        at.is_some_and(|at| self.facts.laid_on(self.memory, tile).any(|(other, ..)| other == at))
    }

    /// The ways to lay a token across a tile where no other one is in the way.
    pub(crate) fn overlays(
        &self,
        stack: &mut Stack,
        token: Word,
        tile: Word,
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        if let Some(at) = self.facts.laying(token) {
            let open = self.facts.kinds[self.kind(tile)].open_sides();
            let taken = self.taken(tile, at);
            for (way, (set, _)) in self.facts.laid[at].ways.iter().enumerate() {
                if set & open & taken == 0 && taken != u8::MAX {
                    push(stack, abi::span(tile, token, way as Word))?;
                }
            }
        }
        Ok(since(stack, start))
    }

    /// The edges where a span ends.
    pub(crate) fn span_ends(&self, stack: &mut Stack, span: Word) -> Result<Word, FaultKind> {
        let start = stack.top();
        if let Some(at) = self.facts.laying(abi::span_token(span))
            && self.facts.is_span(self.memory, span)
        {
            let (set, _) = self.facts.laid[at].ways[abi::span_way(span) as usize];
            for side in sides(set) {
                push(stack, edge(abi::span_tile(span), side as Word))?;
            }
        }
        Ok(since(stack, start))
    }

    /// The kind of feature that reaches an edge: as a whole, else its halves.
    pub(crate) fn edge_kind(&self, edge: Word) -> Word {
        let (tile, side) = (edge_tile(edge), edge_side(edge) as usize);
        if let Some((at, _)) = self.facts.laid_at(self.memory, tile, side) {
            return self.facts.laid[at].kind.into();
        }
        let ends = self.facts.kinds[self.kind(tile)].ends(side);
        let whole = ends.iter().find(|end| end.slot == Slot::Whole);
        whole.or(ends.first()).map_or(abi::ABSENT, |end| end.kind.into())
    }

    /// The edge that lies against an edge.
    pub(crate) fn edge_across(&self, edge: Word) -> Word {
        let tile = edge_tile(edge);
        if !self.lies(tile) {
            return abi::ABSENT;
        }
        let lying = lying_side(edge_side(edge) as usize, self.get(Table::Tile, tile, T::TURN));
        let other = self.get(Table::Tile, tile, T::NEIGHBOUR + lying as u32);
        if other == abi::ABSENT {
            return abi::ABSENT;
        }
        let facing = printed_side((lying + 2) & 3, self.get(Table::Tile, other, T::TURN));
        abi::edge(other, facing as Word)
    }

    /// The fits of a tile that match only with one of some spans laid.
    pub(crate) fn fits_with(
        &self,
        stack: &mut Stack,
        tile: Word,
        spans: &[Word],
    ) -> Result<Word, FaultKind> {
        let start = stack.top();
        let kind = self.kind(tile);
        for &span in spans.iter().filter(|span| self.facts.is_span(self.memory, **span)) {
            let over = abi::span_tile(span);
            if over == tile {
                self.fits_under(stack, kind, span)?;
            } else if self.lies(over) {
                self.fits_beside(stack, kind, span)?;
            }
        }
        Ok(since(stack, start))
    }

    /// The fits of a tile with a token across itself.
    fn fits_under(&self, stack: &mut Stack, kind: usize, span: Word) -> Result<(), FaultKind> {
        let Some(at) = self.facts.laying(abi::span_token(span)) else { return Ok(()) };
        let (set, _) = self.facts.laid[at].ways[abi::span_way(span) as usize];
        for row in 0..self.memory.rows(Table::Cell) as Word {
            let group = self.get(Table::Cell, row, field::cell::CODE);
            if group == abi::ABSENT {
                continue;
            }
            let cell = self.get(Table::Cell, row, field::cell::AT);
            for turn in 0..4 {
                if !self.facts.fits(kind, group, turn)
                    && self.facts.fits_laid(kind, group, turn, Some((at, set)))
                {
                    let fit = abi::fit(kind as Word, cell, turn);
                    push(stack, with(fit, abi::ITSELF, span))?;
                }
            }
        }
        Ok(())
    }

    /// The span that goes with a fit: across the tile that lies there, or one of its kind that is still to be
    /// placed, or one beside it.
    pub(crate) fn fit_given(&self, fit: Word) -> Option<Word> {
        let (over, token, way) = abi::fit_given(fit)?;
        let cell = abi::fit_cell(fit);
        let tile = match over {
            abi::ITSELF => match self.tile_at(cell) {
                abi::ABSENT => {
                    let mut tiles = (0..self.memory.rows(Table::Tile) as Word).rev();
                    tiles.find(|&tile| {
                        self.kind(tile) as Word == abi::fit_kind(fit)
                            && self.is_at_hand(tile).is_ok()
                    })
                }
                tile => Some(tile),
            },
            side => Some(self.over(cell, side as usize)).filter(|&tile| tile != abi::ABSENT),
        };
        tile.map(|tile| abi::span(tile, token, way))
    }

    /// The fits of a tile beside one with a token across.
    fn fits_beside(&self, stack: &mut Stack, kind: usize, span: Word) -> Result<(), FaultKind> {
        let facts = self.facts;
        let Some(at) = facts.laying(abi::span_token(span)) else { return Ok(()) };
        let over = abi::span_tile(span);
        let here = &facts.kinds[self.kind(over)];
        let (set, _) = facts.laid[at].ways[abi::span_way(span) as usize];
        let turn_over = self.get(Table::Tile, over, T::TURN);
        for side in sides(set & here.open_sides()) {
            let lying = lying_side(side, turn_over);
            let cell = self.cell_over(over, lying);
            let Some(row) = self.grid.row(cell, self.memory) else { continue };
            let group = self.get(Table::Cell, row, field::cell::CODE);
            if group == abi::ABSENT {
                continue;
            }
            let asks = here.laid[at][side].map_or(0, |(asks, _)| asks);
            let before = facts.demand(self.memory, over, side);
            let more = Word::from(asks) - Word::from(before);
            let then = group + more * facts.weights[(lying + 2) & 3];
            for turn in 0..4 {
                if !facts.fits(kind, group, turn) && facts.fits(kind, then, turn) {
                    let fit = abi::fit(kind as Word, cell, turn);
                    push(stack, with(fit, ((lying + 2) & 3) as Word, span))?;
                }
            }
        }
        Ok(())
    }
}
