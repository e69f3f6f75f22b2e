//! What there has been is neither forgotten nor made up.

use abi::{Lasts, Place, Table, field, seen};

use super::{Audit, Flaw, ensure};
use crate::kept::resets;

impl Audit<'_> {
    /// The bits of what the game has seen.
    pub(super) fn seen(&self) -> Result<(), Flaw> {
        let found = self.get(Table::Game, 0, field::game::SEEN);
        let kinds =
            self.rows(Table::Tile).map(|tile| self.get(Table::Tile, tile, field::tile::KIND));
        let shown = kinds.fold(0, |bits, kind| bits | self.rules.facts.kinds[kind as usize].shows);
        let bits = found & ((1 << seen::SHOWN) - 1);
        ensure(bits == shown, "something else than its tiles show", Table::Game, 0)?;
        let placed = self.get(Table::Game, 0, field::game::PLACED) != abi::ABSENT;
        let right = placed == (found & seen::UNPLACED == 0);
        ensure(right, "a wrong sight of placed tiles", Table::Game, 0)?;
        let mut places =
            self.rows(Table::Figure).map(|m| self.get(Table::Figure, m, field::figure::PLACE));
        let held = places.any(|place| matches!(Place::from_word(place), Some(Place::Player(_))));
        ensure(!held || found & seen::HELD != 0, "a figure with a player unseen", Table::Game, 0)?;
        self.noted()
    }

    /// What lasts no longer than a turn or a part is only looked for where it was noted.
    fn noted(&self) -> Result<(), Flaw> {
        let noted = self.get(Table::Game, 0, field::game::KEPT);
        let program = &self.rules.program;
        for lasts in [Lasts::Part, Lasts::Turn] {
            for reset in resets(program, lasts).iter().filter(|reset| noted & reset.bit() == 0) {
                let (table, field) = reset.column();
                let usual = self.rows(table).all(|row| reset.is_usual(self.get(table, row, field)));
                ensure(usual, "something kept that was not noted", table, 0)?;
            }
        }
        Ok(())
    }
}
