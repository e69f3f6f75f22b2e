//! Tokens: numbers on players, tiles, segments and figures, and in the stock.
//!
//! The stock is counted in the row of the game where the layout has a column for it; a kind of token without
//! one is never used up. Which player a token on the board belongs to is not recorded, so tokens that are
//! taken back come from the board only while nobody else has any there.

use abi::{FaultKind, Layout, Place, Table, TokenKindId, Word};

use crate::board::Board;

/// Something that can hold tokens: a row of a table.
type Holder = (Table, Word);

/// The tables whose rows hold tokens outside the stock.
const HOLDERS: [Table; 4] = [Table::Player, Table::Tile, Table::Segment, Table::Figure];

impl Board<'_> {
    /// A player takes tokens from a place or a player, or from the stock; gives how many there were to take.
    ///
    /// If the stock has none and there is only one in the game, it comes from whoever has it.
    pub(crate) fn take_tokens(
        &mut self,
        layout: &Layout,
        player: Word,
        number: Word,
        kind: Word,
        from: Word,
    ) -> Result<Word, FaultKind> {
        let kind = token(layout, kind)?;
        let to = column(layout, Table::Player, kind)?;
        let source = match Place::from_word(from) {
            None if from == abi::ABSENT => self.stock_or_only_one(layout, kind),
            place => Some(holder(place)?),
        };
        let taken = match source {
            None => number.max(0),
            Some((table, row)) if row as usize >= self.memory.rows(table) => {
                return Err(FaultKind::Impossible);
            }
            Some((table, row)) => {
                let column = column(layout, table, kind)?;
                let taken = number.clamp(0, self.get(table, row, column).max(0));
                self.memory.add(table, row, column, -taken);
                taken
            }
        };
        let held = self.get(Table::Player, player, to);
        let sum = held.checked_add(taken).ok_or(FaultKind::Overflow)?;
        self.set(Table::Player, player, to, sum);
        Ok(taken)
    }

    /// A player takes his own tokens of a kind back from the board; gives how many.
    pub(crate) fn take_tokens_back(
        &mut self,
        layout: &Layout,
        player: Word,
        kind: Word,
        others_have: bool,
    ) -> Result<Word, FaultKind> {
        let kind = token(layout, kind)?;
        let to = column(layout, Table::Player, kind)?;
        if others_have {
            return Err(FaultKind::Impossible);
        }
        let mut taken = 0;
        for table in [Table::Tile, Table::Segment, Table::Figure] {
            let Some(first) = layout.tokens[table as usize] else { continue };
            for row in 0..self.memory.rows(table) as Word {
                taken += self.get(table, row, first + u32::from(kind.0));
                self.set(table, row, first + u32::from(kind.0), 0);
            }
        }
        self.memory.add(Table::Player, player, to, taken);
        Ok(taken)
    }

    /// A player puts one of his tokens on a place.
    pub(crate) fn put_token(
        &mut self,
        layout: &Layout,
        player: Word,
        kind: Word,
        place: Word,
    ) -> Result<(), FaultKind> {
        let kind = token(layout, kind)?;
        let (table, row) = holder(Place::from_word(place))?;
        let to = column(layout, table, kind)?;
        let from = column(layout, Table::Player, kind)?;
        if self.get(Table::Player, player, from) <= 0 || row as usize >= self.memory.rows(table) {
            return Err(FaultKind::Impossible);
        }
        self.memory.add(Table::Player, player, from, -1);
        self.memory.add(table, row, to, 1);
        Ok(())
    }

    /// What lies on a figure goes back to the stock.
    pub(crate) fn clear_tokens(&mut self, layout: &Layout, figure: Word) {
        let Some(first) = layout.tokens[Table::Figure as usize] else { return };
        for kind in 0..layout.token_kinds {
            let here = self.get(Table::Figure, figure, first + kind);
            if here != 0 {
                self.set(Table::Figure, figure, first + kind, 0);
                if let Some(stock) = layout.tokens[Table::Game as usize] {
                    self.memory.add(Table::Game, 0, stock + kind, here);
                }
            }
        }
    }

    /// Where tokens come from when nobody is named; nothing for a stock without an end.
    fn stock_or_only_one(&self, layout: &Layout, kind: TokenKindId) -> Option<Holder> {
        let stock = layout.tokens[Table::Game as usize]? + u32::from(kind.0);
        if self.get(Table::Game, 0, stock) > 0 {
            return Some((Table::Game, 0));
        }
        let mut only = None;
        for table in HOLDERS {
            let Some(first) = layout.tokens[table as usize] else { continue };
            for row in 0..self.memory.rows(table) as Word {
                match self.get(table, row, first + u32::from(kind.0)) {
                    0 => {}
                    1 if only.is_none() => only = Some((table, row)),
                    _ => return Some((Table::Game, 0)),
                }
            }
        }
        only.or(Some((Table::Game, 0)))
    }
}

/// The row that holds what lies on a place.
fn holder(place: Option<Place>) -> Result<Holder, FaultKind> {
    match place {
        Some(Place::Segment(row)) => Ok((Table::Segment, row)),
        Some(Place::Tile(row)) => Ok((Table::Tile, row)),
        Some(Place::Figure(row)) => Ok((Table::Figure, row)),
        Some(Place::Player(row)) => Ok((Table::Player, row)),
        Some(Place::Corner(_)) | None => Err(FaultKind::Impossible),
    }
}

fn token(layout: &Layout, kind: Word) -> Result<TokenKindId, FaultKind> {
    if (0..Word::from(layout.token_kinds)).contains(&kind) {
        Ok(TokenKindId(kind as u16))
    } else {
        Err(FaultKind::Impossible)
    }
}

fn column(layout: &Layout, table: Table, kind: TokenKindId) -> Result<u32, FaultKind> {
    layout.tokens[table as usize]
        .map(|first| first + u32::from(kind.0))
        .ok_or(FaultKind::Impossible)
}
