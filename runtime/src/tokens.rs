//! Tokens: numbers on players, tiles, segments and figures, and in the stock.
//!
//! The stock is counted in the row of the game where the layout has a column for it; a kind of token without
//! one is never used up. Numbers alone would not tell whose a token on the board is, so each one that lies
//! there also has a row that says who put it: its own are what a player takes back.

use abi::{FaultKind, Layout, PileId, Place, Reason, Table, TokenKindId, Word, field::lying};

use crate::{
    board::Board,
    piles::{self, Drawn},
};

/// Something that can hold tokens: a row of a table.
type Holder = (Table, Word);

/// How many tokens that players put somewhere may lie there at once.
pub(crate) const MOST_LYING: usize = 1 << 16;

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
                return Err(FaultKind::Impossible(Reason::Unknown));
            }
            Some((Table::Tile, row)) if self.lies_across(row, kind.0.into()) => {
                return Err(FaultKind::Impossible(Reason::LiesAcross));
            }
            Some((table, row)) => {
                let column = column(layout, table, kind)?;
                let taken = number.clamp(0, self.get(table, row, column).max(0));
                self.memory.add(table, row, column, -taken);
                self.pick_up(player, (table, row), kind, taken);
                taken
            }
        };
        let held = self.get(Table::Player, player, to);
        let sum = held.checked_add(taken).ok_or(FaultKind::Overflow)?;
        self.set(Table::Player, player, to, sum);
        Ok(taken)
    }

    /// A player takes what he put on the board of a kind of token back; gives how many there were.
    pub(crate) fn take_tokens_back(
        &mut self,
        layout: &Layout,
        player: Word,
        kind: Word,
    ) -> Result<Word, FaultKind> {
        let kind = token(layout, kind)?;
        let to = column(layout, Table::Player, kind)?;
        let mut taken = 0;
        // From the last row on, since the last one comes in place of one that goes.
        for row in (0..self.memory.rows(Table::Lying) as Word).rev() {
            let get = |field| self.get(Table::Lying, row, field);
            if get(lying::PLAYER) != player || get(lying::KIND) != Word::from(kind.0) {
                continue;
            }
            // What a shot left lies on the table, where nothing is counted; what was drawn is in his hands.
            if get(lying::SHOT) == abi::ABSENT {
                if get(lying::PLACE) == abi::ABSENT {
                    continue;
                }
                let (table, holder) = holder(Place::from_word(get(lying::PLACE)))?;
                if table == Table::Tile && self.lies_across(holder, kind.0.into()) {
                    return Err(FaultKind::Impossible(Reason::LiesAcross));
                }
                self.memory.add(table, holder, column(layout, table, kind)?, -1);
            }
            self.remove_lying(row);
            taken += 1;
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
        if row as usize >= self.memory.rows(table) {
            return Err(FaultKind::Impossible(Reason::Unknown));
        }
        if self.get(Table::Player, player, from) <= 0 {
            return Err(FaultKind::Impossible(Reason::NotHeld));
        }
        self.forget_drawn(player, kind);
        if self.memory.rows(Table::Lying) >= MOST_LYING {
            return Err(FaultKind::Memory);
        }
        self.memory.add(Table::Player, player, from, -1);
        self.memory.add(table, row, to, 1);
        if table != Table::Player {
            self.memory.push(Table::Lying, &[player, Word::from(kind.0), place, abi::ABSENT]);
        }
        Ok(())
    }

    /// A player lays one of his tokens across a tile.
    pub(crate) fn lay_token(
        &mut self,
        layout: &Layout,
        player: Word,
        kind: Word,
        span: Word,
    ) -> Result<(), FaultKind> {
        if kind != abi::span_token(span) {
            return Err(FaultKind::Impossible(Reason::NotItsSpan));
        }
        self.put_token(layout, player, kind, Place::Tile(abi::span_tile(span)).word())?;
        self.lay_across(span)
    }

    /// A player takes tokens out of a pile, looking at them; gives how many there were to take.
    pub(crate) fn take_out_tokens(
        &mut self,
        layout: &Layout,
        [player, number, kind, pile]: [Word; 4],
    ) -> Result<Word, FaultKind> {
        let kind = token(layout, kind)?;
        let pile = PileId(pile as u16);
        let there = piles::holds(self.memory, self.facts, pile, Drawn::Token(kind));
        let taken = number.clamp(0, there);
        self.put_in(pile, Drawn::Token(kind), -taken);
        let to = column(layout, Table::Player, kind)?;
        let sum = self.get(Table::Player, player, to).checked_add(taken);
        self.set(Table::Player, player, to, sum.ok_or(FaultKind::Overflow)?);
        Ok(taken)
    }

    /// A player has drawn a token: it falls back into its pile unless he puts it somewhere.
    pub(crate) fn draw_token(&mut self, layout: &Layout, player: Word, kind: TokenKindId) {
        let Some(first) = layout.tokens[Table::Player as usize] else { return };
        self.memory.add(Table::Player, player, first + u32::from(kind.0), 1);
        if self.facts.token_piles[kind.index()].is_some() {
            let drawn = [player, kind.0.into(), abi::ABSENT, abi::ABSENT];
            self.memory.push(Table::Lying, &drawn);
        }
    }

    /// The token is put somewhere: it is no longer in the hands of who has drawn it.
    fn forget_drawn(&mut self, player: Word, kind: TokenKindId) {
        if self.facts.token_piles[kind.index()].is_none() {
            return;
        }
        let rows = 0..self.memory.rows(Table::Lying) as Word;
        let drawn = rows.rev().find(|&row| {
            self.is_drawn(row)
                && self.get(Table::Lying, row, lying::PLAYER) == player
                && self.get(Table::Lying, row, lying::KIND) == Word::from(kind.0)
        });
        if let Some(row) = drawn {
            self.remove_lying(row);
        }
    }

    /// Whether a row is a token in the hands of who has drawn it.
    fn is_drawn(&self, row: Word) -> bool {
        [lying::PLACE, lying::SHOT].iter().all(|&f| self.get(Table::Lying, row, f) == abi::ABSENT)
    }

    /// Tokens that were drawn and put nowhere fall back into their piles.
    pub(crate) fn drop_drawn(&mut self, layout: &Layout) {
        let Some(first) = layout.tokens[Table::Player as usize] else { return };
        for row in (0..self.memory.rows(Table::Lying) as Word).rev() {
            if !self.is_drawn(row) {
                continue;
            }
            let player = self.get(Table::Lying, row, lying::PLAYER);
            let kind = TokenKindId(self.get(Table::Lying, row, lying::KIND) as u16);
            self.remove_lying(row);
            // It may have been taken from him meanwhile.
            let column = first + u32::from(kind.0);
            if let Some(pile) = self.facts.token_piles[kind.index()]
                && self.get(Table::Player, player, column) > 0
            {
                self.memory.add(Table::Player, player, column, -1);
                self.put_in(pile, Drawn::Token(kind), 1);
            }
        }
    }

    /// What lies on a figure goes back where it came from: kinds of which every player has his own to whoever
    /// put them there, others to their pile or the stock.
    pub(crate) fn clear_tokens(&mut self, layout: &Layout, figure: Word) {
        let place = Place::Figure(figure).word();
        let [Some(here), Some(players), stock] =
            [Table::Figure, Table::Player, Table::Game].map(|table| layout.tokens[table as usize])
        else {
            return;
        };
        for row in (0..self.memory.rows(Table::Lying) as Word).rev() {
            if self.get(Table::Lying, row, lying::PLACE) != place {
                continue;
            }
            let kind = self.get(Table::Lying, row, lying::KIND) as u32;
            self.memory.add(Table::Figure, figure, here + kind, -1);
            if self.facts.own_tokens[kind as usize] {
                let player = self.get(Table::Lying, row, lying::PLAYER);
                self.memory.add(Table::Player, player, players + kind, 1);
            } else if let Some(pile) = self.facts.token_piles[kind as usize] {
                self.put_in(pile, Drawn::Token(TokenKindId(kind as u16)), 1);
            } else if let Some(stock) = stock {
                self.memory.add(Table::Game, 0, stock + kind, 1);
            }
            self.remove_lying(row);
        }
    }

    /// Some tokens of a kind no longer lie where they lay: those of whoever takes them first.
    fn pick_up(&mut self, player: Word, (table, holder): Holder, kind: TokenKindId, number: Word) {
        let place = match table {
            Table::Tile => Place::Tile(holder),
            Table::Segment => Place::Segment(holder),
            Table::Figure => Place::Figure(holder),
            // What players and the stock have lies nowhere.
            _ => return,
        };
        let place = place.word();
        let mut left = number;
        for own in [true, false] {
            let mut row = self.memory.rows(Table::Lying) as Word;
            while left > 0 && row > 0 {
                row -= 1;
                let get = |field| self.get(Table::Lying, row, field);
                let same = get(lying::PLACE) == place && get(lying::KIND) == Word::from(kind.0);
                if same && own == (get(lying::PLAYER) == player) {
                    self.remove_lying(row);
                    left -= 1;
                }
            }
        }
    }

    /// Removes a row of the tokens that lie somewhere; the last one comes in its place.
    fn remove_lying(&mut self, row: Word) {
        let last = self.memory.rows(Table::Lying) - 1;
        for field in 0..lying::LEN {
            let word = self.get(Table::Lying, last as Word, field);
            self.set(Table::Lying, row, field, word);
        }
        self.memory.truncate(Table::Lying, last);
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
        Some(Place::Corner(_)) | None => Err(FaultKind::Impossible(Reason::NoTokens)),
    }
}

fn token(layout: &Layout, kind: Word) -> Result<TokenKindId, FaultKind> {
    if (0..Word::from(layout.token_kinds)).contains(&kind) {
        Ok(TokenKindId(kind as u16))
    } else {
        Err(FaultKind::Impossible(Reason::Unknown))
    }
}

fn column(layout: &Layout, table: Table, kind: TokenKindId) -> Result<u32, FaultKind> {
    layout.tokens[table as usize]
        .map(|first| first + u32::from(kind.0))
        .ok_or(FaultKind::Impossible(Reason::NoTokens))
}
