//! The game as compiled rules see it: every question of the contract answered, every deed written down.

use std::collections::BTreeSet;

use abi::{
    DEED_STEPS, FaultKind, Host, HostOp, Memory, Parts, PileId, Reason, Site, SiteId, Stack, Table,
    TileKindId, Word, cell, field, list_len, list_start,
};

use crate::{
    chronicle::{Deed, Event},
    game::Game,
    grid::FARTHEST,
    kept, lists,
    piles::{self, Drawn},
    play::Play,
    rules::Rules,
};

impl Play<'_> {
    /// Answers a question; a list is put on the stack.
    #[inline]
    fn question(&mut self, op: HostOp, [a, b, c, _]: [Word; 4]) -> Result<Word, FaultKind> {
        let before = self.game.stack.top();
        let value = match op {
            HostOp::KeptList => {
                let column = kept::column_of(a)?;
                let (board, stack) = self.board_and_stack();
                let start = stack.top();
                for &word in board.kept_list(column, b) {
                    lists::push(stack, word)?;
                }
                Ok(lists::since(stack, start))
            }
            HostOp::Fits | HostOp::Changed | HostOp::Features | HostOp::Tiles => {
                match op {
                    HostOp::Features => self.charge_rows(Table::Feature)?,
                    HostOp::Tiles => self.charge_rows(Table::Tile)?,
                    HostOp::Changed => self.charge(self.game.memory.rows(Table::Changed))?,
                    _ => self.charge_fitting(a)?,
                }
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::Fits => board.fits(stack, a),
                    HostOp::Changed => board.changed(stack),
                    HostOp::Features => board.features(stack),
                    _ => board.tiles(stack),
                }
            }
            HostOp::FitsWith => {
                self.charge_fitting(a)?;
                // Spans over the tile itself are tried on all cells.
                self.charge(self.game.memory.rows(Table::Cell) + list_len(b))?;
                let (board, stack) = self.board_and_stack();
                let spans = lists::words(stack, b).to_vec();
                board.fits_with(stack, a, &spans)
            }
            HostOp::Overlays | HostOp::SpanEnds => {
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::Overlays => board.overlays(stack, a, b),
                    _ => board.span_ends(stack, a),
                }
            }
            HostOp::EdgeKind => Ok(self.board().edge_kind(a)),
            HostOp::EdgeAcross => Ok(self.board().edge_across(a)),
            HostOp::CountFits => {
                self.charge_fitting(a)?;
                let mut board = self.board();
                Ok(board.count_fits(board.kind(a)) as Word)
            }
            HostOp::FeatureTiles
            | HostOp::CountTiles
            | HostOp::FeatureNeighbours
            | HostOp::Touching => {
                let feature = self.feature(a)?;
                let segments = field::feature::SEGMENTS;
                self.charge(self.game.memory.get(Table::Feature, feature, segments) as usize)?;
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::FeatureTiles => board.feature_tiles(stack, feature),
                    HostOp::CountTiles => board.count_tiles(stack, feature),
                    HostOp::FeatureNeighbours => board.feature_neighbours(stack, feature),
                    _ => board.touching(stack, feature),
                }
            }
            HostOp::TileFeatures | HostOp::Near | HostOp::SegmentEdges => {
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::Near => board.near(stack, a),
                    HostOp::SegmentEdges => board.segment_edges(stack, a),
                    _ => board.tile_features(stack, a),
                }
            }
            HostOp::TileAt => Ok(self.tile_at(a, b)),
            HostOp::CornerFeature => {
                let board = self.board();
                let feature = board.corner_feature(a);
                Ok(feature
                    .map_or(abi::ABSENT, |f| board.get(Table::Feature, f, field::feature::FIRST)))
            }
            HostOp::FitGiven => Ok(self.board().fit_given(a).unwrap_or(abi::ABSENT)),
            HostOp::Specimen => {
                let specimens = &self.rules.program.layout.specimens;
                let found = specimens.iter().position(|kind| Word::from(kind.0) == a);
                found.map(|row| row as Word).ok_or(FaultKind::Impossible(Reason::Unknown))
            }
            HostOp::Joined | HostOp::Bends => {
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::Joined => board.joined(stack, a),
                    _ => board.bends(stack, a, b),
                }
            }
            HostOp::Walk => self.walk(a, b),
            HostOp::CellBeside | HostOp::CellNeighbours => {
                let (board, stack) = self.board_and_stack();
                board.round(stack, a, if op == HostOp::CellBeside { 4 } else { 8 })
            }
            HostOp::PileHolds => {
                let Rules { facts, .. } = self.rules;
                let drawn = Drawn::Tile(TileKindId(b as u16));
                Ok(piles::holds(&self.game.memory, facts, PileId(a as u16), drawn))
            }
            HostOp::Struck => self.struck(a, b, c),
            HostOp::Distance => self.distance(a, b, c),
            HostOp::SeatDistance => self.seat_distance(a, b),
            HostOp::SetAside | HostOp::PutBack => {
                // The journal remembers what changes, though it changes back.
                self.charge(DEED_STEPS as usize)?;
                let mut board = self.board();
                if op == HostOp::SetAside { board.set_aside(a) } else { board.put_back(a, b) }?;
                Ok(0)
            }
            // Machine code comes here only where the stack has no room for a word more, and what runs the
            // rules otherwise never does: room must not be a matter of steps.
            HostOp::Append if list_start(a) + list_len(a) == before => {
                return lists::append(&mut self.game.stack, a, b);
            }
            _ => self.list(op, a, b, c),
        }?;
        // What grew on the stack was work that the rule's own steps do not count.
        self.charge(1 + self.game.stack.top().saturating_sub(before))?;
        Ok(value)
    }

    /// Takes steps for going through the groups of cells that a tile fits.
    fn charge_fitting(&mut self, tile: Word) -> Result<(), FaultKind> {
        let kind = self.board().kind(tile);
        self.charge(self.rules.facts.kinds[kind].fitting.len() / 16)
    }

    /// The work of a walk is known beforehand: all segments of the features that it goes along.
    fn walk(&mut self, from: Word, until: Word) -> Result<Word, FaultKind> {
        let starts = lists::words(&self.game.stack, from).to_vec();
        let goals: BTreeSet<Word> = lists::words(&self.game.stack, until).iter().copied().collect();
        let mut features = BTreeSet::new();
        for &segment in &starts {
            let feature = self.game.memory.get(Table::Segment, segment, field::segment::FEATURE);
            if feature != abi::ABSENT && features.insert(feature) {
                self.charge_flood(feature)?;
            }
        }
        self.charge(goals.len())?;
        let (board, stack) = self.board_and_stack();
        board.walk(stack, &starts, &goals)
    }

    fn tile_at(&mut self, x: Word, y: Word) -> Word {
        let near = |at: Word| (-FARTHEST..=FARTHEST).contains(&at);
        if near(x) && near(y) { self.board().tile_at(cell(x, y)) } else { abi::ABSENT }
    }

    /// Operations on lists.
    fn list(&mut self, op: HostOp, a: Word, b: Word, c: Word) -> Result<Word, FaultKind> {
        let work = match op {
            HostOp::Union | HostOp::Minus => list_len(b) * (list_len(a) + list_len(b)) / 8,
            HostOp::AppendNew | HostOp::Contains | HostOp::ContainsFeature => list_len(a) / 8,
            _ => 0,
        };
        self.charge(work)?;
        let Game { memory, stack, .. } = &mut *self.game;
        match op {
            HostOp::Append => lists::append(stack, a, b),
            HostOp::AppendNew => lists::append_new(stack, a, b),
            HostOp::Union => lists::union(stack, a, b),
            HostOp::Minus => lists::minus(stack, a, b),
            HostOp::Contains => Ok(lists::words(stack, a).contains(&b).into()),
            HostOp::ContainsFeature => Ok(lists::contains_feature(memory, stack, a, b).into()),
            HostOp::Slice => Ok(lists::slice(a, b, c)),
            HostOp::Grow => {
                if stack.reserve(1) {
                    Ok(0)
                } else {
                    Err(FaultKind::Memory)
                }
            }
            _ => Err(FaultKind::Internal),
        }
    }
}

impl Host for Play<'_> {
    #[inline]
    fn parts(&mut self) -> Parts<'_> {
        let Game { memory, stack, steps, .. } = &mut *self.game;
        Parts { memory, constants: &self.rules.program.constants, stack, steps }
    }

    fn memory(&self) -> &Memory {
        &self.game.memory
    }

    fn memory_mut(&mut self) -> &mut Memory {
        &mut self.game.memory
    }

    fn constant(&self, table: Table) -> &[Word] {
        self.rules.program.constant(table)
    }

    fn stack(&self) -> &Stack {
        &self.game.stack
    }

    fn stack_mut(&mut self) -> &mut Stack {
        &mut self.game.stack
    }

    fn steps(&mut self) -> &mut i64 {
        &mut self.game.steps
    }

    fn site(&self, site: SiteId) -> &Site {
        &self.rules.program.sites[site.index()]
    }

    fn blamed(&mut self) -> Option<SiteId> {
        self.blamed = self.because.take();
        self.blamed
    }

    fn call(&mut self, op: HostOp, args: [Word; 4], site: SiteId) -> Result<Word, FaultKind> {
        if op.is_question() {
            return self.question(op, args);
        }
        if op == HostOp::Because {
            self.because = Some(SiteId(args[0] as u32));
            return Ok(0);
        }
        let mark = self.game.memory.mark();
        self.charge(DEED_STEPS as usize)?;
        let (value, before) = self.deed(op, args)?;
        // The journal remembers every word that changed.
        self.charge(2 * self.game.memory.changes_since(mark))?;
        let site = self.because.take().unwrap_or(site);
        let idle = op == HostOp::Return && before == abi::ABSENT;
        if self.game.chronicle.is_on() && !idle {
            self.game.chronicle.write(Event::Deed(Deed::new(op, args, site, before)));
        }
        Ok(value)
    }
}
