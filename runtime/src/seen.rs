//! What there has been in a game, by the bits of one word: whoever has never seen something need not look for it.

use abi::{Place, Table, Word, field, seen};

use crate::board::Board;

use field::game as G;

impl Board<'_> {
    /// Notes what a game sees, mostly for the hundredth time.
    #[inline]
    pub(crate) fn see(&mut self, bits: Word) {
        let before = self.get(Table::Game, 0, G::SEEN);
        if bits & !before != 0 {
            self.set(Table::Game, 0, G::SEEN, before | bits);
        }
    }

    /// Notes where a figure comes to be.
    #[inline]
    pub(crate) fn see_place(&mut self, place: Word) {
        if matches!(Place::from_word(place), Some(Place::Player(_))) {
            self.see(seen::HELD);
        }
    }

    /// A tile is the one that was placed last.
    #[inline]
    pub(crate) fn set_placed(&mut self, tile: Word) {
        self.set(Table::Game, 0, G::PLACED, tile);
        let before = self.get(Table::Game, 0, G::SEEN);
        if before & seen::UNPLACED != 0 {
            self.set(Table::Game, 0, G::SEEN, before & !seen::UNPLACED);
        }
    }
}
