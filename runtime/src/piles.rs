//! Piles: numbers of each kind of tile and token, hidden in order, so that drawing is a matter of chance.

use abi::{FaultKind, Memory, PileId, Reason, Table, TileKindId, TokenKindId, Word, field};

use crate::{board::Board, chance::Pcg32, facts::Facts};

/// What is drawn from a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A copy of a kind of tile.
    Tile(TileKindId),
    /// A token of a kind.
    Token(TokenKindId),
}

/// The kind that was drawn, as a word.
pub(crate) fn kind_word(drawn: Drawn) -> Word {
    match drawn {
        Drawn::Tile(kind) => kind.0.into(),
        Drawn::Token(kind) => kind.0.into(),
    }
}

/// Where the number of a kind stands in a pile's row.
pub(crate) fn column(facts: &Facts, drawn: Drawn) -> u32 {
    let kind = match drawn {
        Drawn::Tile(kind) => kind.0.into(),
        Drawn::Token(kind) => facts.kinds.len() as u32 + u32::from(kind.0),
    };
    field::pile::LEN + kind
}

/// What a column of a pile's row counts.
fn counted(facts: &Facts, column: usize) -> Drawn {
    match column.checked_sub(facts.kinds.len()) {
        None => Drawn::Tile(TileKindId(column as u16)),
        Some(token) => Drawn::Token(TokenKindId(token as u16)),
    }
}

/// How many of something lie in a pile.
pub(crate) fn holds(memory: &Memory, facts: &Facts, pile: PileId, drawn: Drawn) -> Word {
    let column = column(facts, drawn);
    if pile.index() < memory.rows(Table::Pile) && (column as usize) < memory.stride(Table::Pile) {
        memory.get(Table::Pile, pile.0.into(), column)
    } else {
        0
    }
}

/// How many different things lie in a pile.
pub(crate) fn variety(memory: &Memory, pile: PileId) -> usize {
    let stride = memory.stride(Table::Pile);
    let row = &memory.words(Table::Pile)[pile.index() * stride..][..stride];
    // The sign of -n: additions alone, which processors do in pairs.
    let some = |&n: &Word| n.wrapping_neg() as u64 >> 63;
    row[field::pile::LEN as usize..].iter().map(some).sum::<u64>() as usize
}

/// Whether all that lies in a pile are tokens, or all tiles.
pub(crate) fn is_all(memory: &Memory, facts: &Facts, pile: PileId, tokens: bool) -> bool {
    let stride = memory.stride(Table::Pile);
    let row = &memory.words(Table::Pile)[pile.index() * stride..][..stride];
    let (tiles, rest) = row[field::pile::LEN as usize..].split_at(facts.kinds.len());
    let others = if tokens { tiles } else { rest };
    others.iter().all(|n| *n <= 0)
}

/// The different things in a pile, in the order of their kinds.
pub(crate) fn contents(memory: &Memory, facts: &Facts, pile: PileId) -> Vec<(Drawn, Word)> {
    let stride = memory.stride(Table::Pile);
    let row = &memory.words(Table::Pile)[pile.index() * stride..][..stride];
    let counts = row[field::pile::LEN as usize..].iter().enumerate().filter(|&(_, &n)| n > 0);
    counts.map(|(column, &n)| (counted(facts, column), n)).collect()
}

/// What chance would draw from a pile, every copy being as likely; nothing from an empty one.
pub(crate) fn pick(memory: &Memory, facts: &Facts, pile: PileId, rng: &mut Pcg32) -> Option<Drawn> {
    let stride = memory.stride(Table::Pile);
    let row = &memory.words(Table::Pile)[pile.index() * stride..][..stride];
    let all = row[field::pile::COUNT as usize];
    if all <= 0 {
        return None;
    }
    let mut n = Word::from(rng.below(all.min(u32::MAX.into()) as u32));
    for (column, &here) in row[field::pile::LEN as usize..].iter().enumerate() {
        if n < here {
            return Some(counted(facts, column));
        }
        n -= here;
    }
    None
}

impl Board<'_> {
    /// Takes one copy out of a pile; false if there is none.
    pub(crate) fn take_out(&mut self, pile: PileId, drawn: Drawn) -> bool {
        let row = pile.0.into();
        if holds(self.memory, self.facts, pile, drawn) <= 0 {
            return false;
        }
        self.memory.add(Table::Pile, row, column(self.facts, drawn), -1);
        self.memory.add(Table::Pile, row, field::pile::COUNT, -1);
        true
    }

    /// Puts copies into a pile.
    pub(crate) fn put_in(&mut self, pile: PileId, drawn: Drawn, copies: Word) {
        let row = pile.0.into();
        self.memory.add(Table::Pile, row, column(self.facts, drawn), copies);
        self.memory.add(Table::Pile, row, field::pile::COUNT, copies);
    }

    /// A tile that lies nowhere leaves the game.
    pub(crate) fn tile_leaves(&mut self, tile: Word) -> Result<(), FaultKind> {
        if self.lies(tile) {
            return Err(FaultKind::Impossible(Reason::TileLies));
        }
        self.set(Table::Tile, tile, field::tile::GONE, 1);
        Ok(())
    }

    /// A tile that lies nowhere goes back to a pile.
    pub(crate) fn tile_to_pile(&mut self, tile: Word, pile: Word) -> Result<(), FaultKind> {
        self.is_at_hand(tile)?;
        self.set(Table::Tile, tile, field::tile::GONE, 1);
        let kind = TileKindId(self.get(Table::Tile, tile, field::tile::KIND) as u16);
        self.put_in(PileId(pile as u16), Drawn::Tile(kind), 1);
        Ok(())
    }

    /// All of a pile goes to another one, or out of the game.
    pub(crate) fn empty_pile(&mut self, pile: Word, to: Option<Word>) {
        if to == Some(pile) {
            return;
        }
        for column in field::pile::COUNT..self.memory.stride(Table::Pile) as u32 {
            let here = self.get(Table::Pile, pile, column);
            if here != 0 {
                self.set(Table::Pile, pile, column, 0);
                if let Some(to) = to {
                    self.memory.add(Table::Pile, to, column, here);
                }
            }
        }
    }
}
