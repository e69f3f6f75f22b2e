//! The numbers of tokens equal those that lie there one by one.

use std::collections::BTreeMap;

use abi::{Place, Table, Word, field::lying};

use super::{Audit, Flaw, ensure};

impl Audit<'_> {
    /// No number is below zero, and what lies on the board is what players put there.
    pub(super) fn tokens(&self) -> Result<(), Flaw> {
        let kinds = Word::from(self.layout().token_kinds);
        let mut laid: BTreeMap<(Table, Word, Word), Word> = BTreeMap::new();
        for row in self.rows(Table::Lying) {
            let kind = self.get(Table::Lying, row, lying::KIND);
            if self.get(Table::Lying, row, lying::SHOT) != abi::ABSENT {
                self.shot_left(row)?;
                continue;
            }
            if self.get(Table::Lying, row, lying::PLACE) == abi::ABSENT {
                self.drawn(row)?;
                continue;
            }
            let holder = match Place::from_word(self.get(Table::Lying, row, lying::PLACE)) {
                Some(Place::Tile(tile)) => Some((Table::Tile, tile)),
                Some(Place::Segment(segment)) => Some((Table::Segment, segment)),
                Some(Place::Figure(figure)) => Some((Table::Figure, figure)),
                Some(Place::Corner(_) | Place::Player(_)) | None => None,
            };
            let holder = holder.filter(|&(table, holder)| self.names(table, holder));
            let right = (0..kinds).contains(&kind) && holder.is_some();
            ensure(right, "a token that lies nowhere", Table::Lying, row)?;
            if let Some((table, holder)) = holder {
                *laid.entry((table, holder, kind)).or_default() += 1;
            }
        }
        for table in [Table::Game, Table::Player, Table::Tile, Table::Segment, Table::Figure] {
            let Some(first) = self.layout().tokens[table as usize] else { continue };
            let on_board = !matches!(table, Table::Game | Table::Player);
            for row in self.rows(table) {
                for kind in 0..kinds {
                    let number = self.get(table, row, first + kind as u32);
                    let right = match on_board {
                        true => number == laid.remove(&(table, row, kind)).unwrap_or(0),
                        false => number >= 0,
                    };
                    ensure(right, "another number of tokens", table, row)?;
                }
            }
        }
        ensure(laid.is_empty(), "tokens where none can lie", Table::Lying, 0)
    }

    /// A token in the hands of who has drawn it is of a kind that falls back into a pile.
    fn drawn(&self, row: Word) -> Result<(), Flaw> {
        let kind = usize::try_from(self.get(Table::Lying, row, lying::KIND)).ok();
        let pile = kind.and_then(|kind| self.rules.facts.token_piles.get(kind).copied().flatten());
        ensure(pile.is_some(), "a token that nobody can draw", Table::Lying, row)
    }
}
