//! Games in which every answer is uniformly random.

use runtime::{Game, Pcg32, Rules, Setup, State};

/// A game that begins again and again without new room.
pub(crate) struct Table<'r> {
    rules: &'r Rules,
    fresh: Game,
    pub(crate) game: Game,
    pub(crate) dice: Pcg32,
}

impl<'r> Table<'r> {
    /// A table with the rules and so many copies of every tile.
    pub(crate) fn new(rules: &'r Rules, players: u8, times: u32) -> Self {
        Self::with(rules, &crate::texts::setup(rules, players, times))
    }

    /// A table with the rules and what is set up.
    pub(crate) fn with(rules: &'r Rules, setup: &Setup) -> Self {
        let fresh = Game::new(rules, setup).expect("the set-up is usual");
        Self { rules, game: fresh.clone(), fresh, dice: Pcg32::new(0) }
    }

    /// Begins another game.
    pub(crate) fn begin(&mut self, seed: u64) {
        self.game.clone_from(&self.fresh);
        self.game.reseed(seed);
        self.dice = Pcg32::new(!seed);
        self.game.advance(self.rules);
    }

    /// Lets chance or a player answer the waiting question; false if the game is over.
    pub(crate) fn step(&mut self) -> bool {
        let taken = match self.game.state() {
            State::Choice(_) => {
                let n = self.dice.below(self.game.option_count() as u32);
                self.game.commit();
                self.game.answer_index(self.rules, n as usize)
            }
            State::Chance(_) => self.game.play_chance(self.rules),
            State::Shot(_) => panic!("the rules of these games have no shots"),
            State::Over => return false,
            State::Ready => panic!("a begun game waits or is over"),
            State::Fault(fault) => panic!("{fault:?}"),
        };
        taken.expect("the answer is on offer");
        true
    }

    /// Plays a whole game; gives the points, so that nothing is left out.
    pub(crate) fn play(&mut self, seed: u64) -> i64 {
        self.begin(seed);
        while self.step() {}
        (0..self.game.players()).map(|player| self.game.points(player)).sum()
    }

    /// Plays until so many tiles lie and a tile is to be placed.
    pub(crate) fn play_to(&mut self, seed: u64, tiles: usize) {
        self.begin(seed);
        while self.game.board().count() < tiles && self.step() {}
        while !self.places_next() && self.step() {}
    }

    fn places_next(&self) -> bool {
        let asks = &self.rules.program().asks;
        self.game.waiting().is_some_and(|waiting| asks[waiting.call.ask.index()].name == "place")
    }
}
