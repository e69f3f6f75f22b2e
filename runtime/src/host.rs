//! The game as compiled rules see it: every operation of the contract, carried out.

use std::collections::BTreeSet;

use abi::{
    DEED_STEPS, FaultKind, Host, HostOp, Memory, Parts, PileId, Place, Reason, Site, SiteId, Stack,
    Table, TileKindId, Word, cell, field, fit_cell, fit_turn, list_len, list_start, spot_figure,
    spot_place,
};

use crate::{
    board::Board,
    chronicle::{Deed, Event},
    game::Game,
    grid::FARTHEST,
    kept, lists,
    piles::{self, Drawn},
    rules::Rules,
};

/// What a tile of a picture costs of the step budget besides the words that change.
const CELL_STEPS: usize = 64;

/// A game at play under its rules.
pub(crate) struct Play<'a> {
    pub(crate) game: &'a mut Game,
    pub(crate) rules: &'a Rules,
    /// The line that the next deed is done for, if hooks stand between the two.
    pub(crate) because: Option<SiteId>,
}

impl Play<'_> {
    /// The board of the game.
    #[inline]
    pub(crate) fn board(&mut self) -> Board<'_> {
        self.board_and_stack().0
    }

    /// The board and, beside it, the stack.
    #[inline]
    pub(crate) fn board_and_stack(&mut self) -> (Board<'_>, &mut Stack) {
        let Game { memory, grid, stack, .. } = &mut *self.game;
        (Board { memory, grid, facts: &self.rules.facts }, stack)
    }

    #[inline]
    fn feature(&self, segment: Word) -> Result<Word, FaultKind> {
        match self.game.memory.get(Table::Segment, segment, field::segment::FEATURE) {
            abi::ABSENT => Err(FaultKind::Impossible(Reason::NotOnBoard)),
            feature => Ok(feature),
        }
    }

    /// Takes steps from the budget for work that grows with the board or with lists.
    #[inline]
    pub(crate) fn charge(&mut self, steps: usize) -> Result<(), FaultKind> {
        self.game.steps -= steps as i64;
        if self.game.steps < 0 { Err(FaultKind::Budget) } else { Ok(()) }
    }

    /// Takes steps for looking through rows of a table: a step for every eight.
    #[inline]
    fn charge_rows(&mut self, table: Table) -> Result<(), FaultKind> {
        self.charge(self.game.memory.rows(table) / 8)
    }

    /// Points change by an amount.
    fn points(&mut self, player: Word, amount: Option<Word>) -> Result<(), FaultKind> {
        let points = self.game.memory.get(Table::Player, player, field::player::POINTS);
        let sum = amount.and_then(|n| points.checked_add(n)).ok_or(FaultKind::Overflow)?;
        self.game.memory.set(Table::Player, player, field::player::POINTS, sum);
        Ok(())
    }

    /// Does a deed; gives its value and what was there before.
    #[inline]
    fn deed(&mut self, op: HostOp, [a, b, c, d]: [Word; 4]) -> Result<(Word, Word), FaultKind> {
        let nothing = (0, abi::ABSENT);
        match op {
            HostOp::Score => self.points(a, Some(b)).map(|()| nothing),
            HostOp::Lose => self.points(a, b.checked_neg()).map(|()| nothing),
            HostOp::Pay => {
                self.points(a, b.checked_neg())?;
                self.points(c, Some(b)).map(|()| nothing)
            }
            HostOp::Place => {
                self.board().lie(b, fit_cell(c), fit_turn(c))?;
                self.game.memory.set(Table::Game, 0, field::game::PLACED, b);
                Ok(nothing)
            }
            HostOp::Deploy => {
                self.charge_rows(Table::Figure)?;
                let figure = spot_figure(b);
                if self.game.memory.get(Table::Figure, figure, field::figure::PLACE) != abi::ABSENT
                {
                    return Err(FaultKind::Impossible(Reason::NotInSupply));
                }
                Ok((0, self.board().move_figure(figure, spot_place(b))?))
            }
            HostOp::Move => {
                self.charge_rows(Table::Figure)?;
                let before = self.board().move_figure(a, b)?;
                if matches!(Place::from_word(b), Some(Place::Player(_))) {
                    self.clear_tokens(a)?;
                }
                Ok((0, before))
            }
            HostOp::Return => {
                self.charge_rows(Table::Figure)?;
                let before = self.board().return_figure(a)?;
                if before != abi::ABSENT {
                    self.clear_tokens(a)?;
                }
                Ok((0, before))
            }
            HostOp::TileLeaves => self.board().tile_leaves(a).map(|()| nothing),
            HostOp::PileLeaves => {
                self.board().empty_pile(a, None);
                Ok(nothing)
            }
            HostOp::TileToPile => self.board().tile_to_pile(a, b).map(|()| nothing),
            HostOp::PileToPile => {
                self.board().empty_pile(a, Some(b));
                Ok(nothing)
            }
            HostOp::TakeToken
            | HostOp::TakeTokenBack
            | HostOp::PutToken
            | HostOp::LayToken
            | HostOp::TakeFromPile => {
                self.tokens(op, [a, b, c, d]).map(|value| (value, abi::ABSENT))
            }
            HostOp::Join => {
                self.charge_rows(Table::Link)?;
                self.board().join(a, b).map(|()| nothing)
            }
            HostOp::Part => {
                let feature = self.feature(a)?;
                self.charge_flood(feature)?;
                self.board().part(a, b).map(|()| nothing)
            }
            HostOp::Win => {
                self.game.memory.set(Table::Player, a, field::player::WON, 1);
                Ok(nothing)
            }
            HostOp::Lay => {
                let rules = self.rules;
                let picture = rules.program.pictures.get(a as usize);
                let picture = picture.ok_or(FaultKind::Impossible(Reason::Unknown))?;
                self.lay(picture).map(|()| nothing)
            }
            HostOp::NewTile => Ok((self.board().new_tile(TileKindId(a as u16))?, abi::ABSENT)),
            HostOp::Keep => {
                let (table, field) = kept::column_of(a)?;
                let before = self.game.memory.get(table, b, field);
                self.game.memory.set(table, b, field, c);
                Ok((0, before))
            }
            HostOp::KeepList => {
                self.charge(list_len(c))?;
                let rules = self.rules;
                let (mut board, stack) = self.board_and_stack();
                let words = lists::words(stack, c);
                board.keep_list(&rules.list_columns, kept::column_of(a)?, b, words)?;
                Ok(nothing)
            }
            HostOp::KeepOnFeature => {
                let feature = self.feature(b)?;
                self.board().keep_on_feature(feature, a as u32, c, d);
                Ok(nothing)
            }
            _ => Err(FaultKind::Internal),
        }
    }

    fn tokens(&mut self, op: HostOp, [a, b, c, d]: [Word; 4]) -> Result<Word, FaultKind> {
        let rules = self.rules;
        let layout = &rules.program.layout;
        self.charge_rows(Table::Lying)?;
        if op == HostOp::TakeToken && d == abi::ABSENT {
            // The only one of its kind may lie anywhere.
            for table in [Table::Figure, Table::Tile, Table::Segment] {
                self.charge_rows(table)?;
            }
        }
        match op {
            HostOp::TakeToken => self.board().take_tokens(layout, a, b, c, d),
            HostOp::PutToken => self.board().put_token(layout, a, b, c).map(|()| 0),
            HostOp::LayToken => self.board().lay_token(layout, a, b, c).map(|()| 0),
            HostOp::TakeFromPile => self.board().take_out_tokens(layout, [a, b, c, d]),
            _ => self.board().take_tokens_back(layout, a, b),
        }
    }

    /// What lies on a figure that leaves the board goes back where it came from.
    fn clear_tokens(&mut self, figure: Word) -> Result<(), FaultKind> {
        let rules = self.rules;
        self.charge_rows(Table::Lying)?;
        self.board().clear_tokens(&rules.program.layout, figure);
        Ok(())
    }

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
            HostOp::TileFeatures | HostOp::Near => {
                let (board, stack) = self.board_and_stack();
                match op {
                    HostOp::Near => board.near(stack, a),
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

    /// Takes steps for going from segment to segment through a feature.
    fn charge_flood(&mut self, feature: Word) -> Result<(), FaultKind> {
        let memory = &self.game.memory;
        let segments = memory.get(Table::Feature, feature, field::feature::SEGMENTS) as usize;
        self.charge(segments * (1 + memory.rows(Table::Link) / 8))
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

    /// A figure of a kind and owner that stands nowhere, or the only one of its kind.
    pub(crate) fn figure_at_hand(&self, kind: Word, owner: Word) -> Option<Word> {
        let memory = &self.game.memory;
        let mut figures = 0..memory.rows(Table::Figure) as Word;
        figures.find(|&figure| {
            memory.get(Table::Figure, figure, field::figure::KIND) == kind
                && memory.get(Table::Figure, figure, field::figure::OWNER) == owner
                && (owner == abi::ABSENT
                    || memory.get(Table::Figure, figure, field::figure::PLACE) == abi::ABSENT)
        })
    }

    /// Lays tiles by picture, taking copies out of their piles while there are some.
    pub(crate) fn lay(&mut self, picture: &abi::Picture) -> Result<(), FaultKind> {
        let rules = self.rules;
        for laid in &picture.cells {
            self.charge(CELL_STEPS)?;
            let kind = rules.program.tiles.get(laid.tile.index());
            let kind = kind.ok_or(FaultKind::Impossible(Reason::Unknown))?;
            let mut board = self.board();
            board.take_out(kind.pile, Drawn::Tile(laid.tile));
            let tile = board.new_tile(laid.tile)?;
            board.lie(tile, laid.cell, laid.turn)?;
            let segments = board.get(Table::Tile, tile, field::tile::SEGMENTS);
            for piece in &laid.pieces {
                let owner = piece.owner.map_or(abi::ABSENT, Word::from);
                let figure = self.figure_at_hand(piece.figure.0.into(), owner);
                let figure = figure.ok_or(FaultKind::Impossible(Reason::NoFigure))?;
                let place = match piece.segment {
                    Some(s) if usize::from(s) < kind.segments.len() => {
                        Place::Segment(segments + Word::from(s))
                    }
                    Some(_) => return Err(FaultKind::Impossible(Reason::Unknown)),
                    None => Place::Tile(tile),
                };
                self.board().move_figure(figure, place.word())?;
            }
        }
        Ok(())
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
