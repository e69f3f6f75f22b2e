//! Deeds of rules, carried out.

use abi::{
    FaultKind, HostOp, Place, Reason, Table, TileKindId, Word, field, fit_cell, fit_turn, list_len,
    spot_figure, spot_place,
};

use crate::{kept, lists, piles::Drawn, play::Play};

/// What a tile of a picture costs of the step budget besides the words that change.
const CELL_STEPS: usize = 64;

impl Play<'_> {
    /// Points change by an amount.
    fn points(&mut self, player: Word, amount: Option<Word>) -> Result<(), FaultKind> {
        let points = self.game.memory.get(Table::Player, player, field::player::POINTS);
        let sum = amount.and_then(|n| points.checked_add(n)).ok_or(FaultKind::Overflow)?;
        self.game.memory.set(Table::Player, player, field::player::POINTS, sum);
        Ok(())
    }

    /// Does a deed; gives its value and what was there before.
    #[inline]
    pub(crate) fn deed(
        &mut self,
        op: HostOp,
        [a, b, c, d]: [Word; 4],
    ) -> Result<(Word, Word), FaultKind> {
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
                self.board().set_placed(b);
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
                self.board().note_kept(table, field);
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
