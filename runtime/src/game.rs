//! A game: plain data that can be cloned, compared, saved and taken back.

use abi::{Fault, Memory, PileId, Stack, Table, TileKindId, Word, field};
use serde::{Deserialize, Serialize};

use crate::{
    chance::Pcg32,
    chronicle::Chronicle,
    frame::Frame,
    grid::Grid,
    piles::{self, Drawn},
    restart::{Committed, Restart},
    rules::Rules,
    waiting::Waiting,
};

/// The whole state of a game.
///
/// Two games are equal when whatever happens next would be the same; how they came there does not count,
/// except for what their chronicles say.
#[derive(Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Game {
    pub(crate) memory: Memory,
    pub(crate) stack: Stack,
    pub(crate) frames: Vec<Frame>,
    pub(crate) rng: Pcg32,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) answer: Word,
    pub(crate) steps: i64,
    pub(crate) fault: Option<Fault>,
    pub(crate) chronicle: Chronicle,
    #[serde(skip)]
    pub(crate) grid: Grid,
    #[serde(skip)]
    pub(crate) restarts: Vec<Restart>,
    #[serde(skip)]
    pub(crate) committed: Committed,
    /// How often the journal was forgotten.
    #[serde(skip)]
    pub(crate) era: u64,
    /// Whether a function runs for somebody outside the course of the game.
    #[serde(skip)]
    pub(crate) outside: bool,
}

/// A game as it is saved.
#[derive(Deserialize)]
struct Stored {
    memory: Memory,
    stack: Stack,
    frames: Vec<Frame>,
    rng: Pcg32,
    waiting: Option<Waiting>,
    answer: Word,
    steps: i64,
    fault: Option<Fault>,
    chronicle: Chronicle,
}

impl TryFrom<Stored> for Game {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { memory, stack, frames, rng, waiting, answer, steps, fault, chronicle } =
            stored;
        let grid = Grid::over(&memory).ok_or("the tiles of this game lie too far apart")?;
        let mut game = Self {
            grid,
            restarts: Vec::new(),
            committed: Committed::default(),
            era: 0,
            outside: false,
            memory,
            stack,
            frames,
            rng,
            waiting,
            answer,
            steps,
            fault,
            chronicle,
        };
        game.mend_restarts();
        game.commit();
        Ok(game)
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            stack: self.stack.clone(),
            frames: self.frames.clone(),
            rng: self.rng,
            waiting: self.waiting,
            answer: self.answer,
            steps: self.steps,
            fault: self.fault.clone(),
            chronicle: self.chronicle.clone(),
            grid: self.grid.clone(),
            restarts: self.restarts.clone(),
            committed: self.committed.clone(),
            era: self.era,
            outside: self.outside,
        }
    }

    // Copying into a game that was played before needs no new room: simulations start so.
    fn clone_from(&mut self, source: &Self) {
        self.memory.clone_from(&source.memory);
        self.stack.clone_from(&source.stack);
        self.frames.clone_from(&source.frames);
        self.rng = source.rng;
        self.waiting = source.waiting;
        self.answer = source.answer;
        self.steps = source.steps;
        self.fault.clone_from(&source.fault);
        self.chronicle.clone_from(&source.chronicle);
        self.grid.clone_from(&source.grid);
        self.restarts.clone_from(&source.restarts);
        self.committed.clone_from(&source.committed);
        self.era = source.era;
        self.outside = source.outside;
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.memory == other.memory
            && self.stack == other.stack
            && self.frames == other.frames
            && self.rng == other.rng
            && self.waiting == other.waiting
            && self.answer == other.answer
            && self.fault == other.fault
            && self.chronicle == other.chronicle
    }
}

impl Eq for Game {}

/// A tile that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LyingTile {
    /// Its word.
    pub tile: Word,
    /// Its kind.
    pub kind: TileKindId,
    /// The cell where it lies.
    pub cell: Word,
    /// Its clockwise quarter turns.
    pub turn: i64,
}

impl Game {
    /// Forgets the journal: what was done stays done, and checkpoints up to now cannot be gone back to.
    pub fn commit(&mut self) {
        self.memory.commit();
        self.era += 1;
        for restart in &mut self.restarts {
            restart.usable = false;
        }
        let committed = &mut self.committed;
        committed.at = Some((self.memory.mark(), self.rng, self.waiting));
        committed.frames.clear();
        committed.frames.extend_from_slice(&self.frames);
        committed.stack.clear();
        committed.stack.extend_from_slice(self.stack.words());
        committed.answer = self.answer;
        committed.events = self.chronicle.events().len();
        committed.steps = self.steps;
    }

    /// Puts back the words of the stack.
    pub(crate) fn put_stack(&mut self, words: &[Word]) {
        self.stack.set_top(0);
        let room = self.stack.reserve(words.len());
        debug_assert!(room, "these words were on the stack before");
        self.stack.set_top(words.len());
        self.stack.words_mut().copy_from_slice(words);
    }

    /// As many unusable restarts as there are courses.
    pub(crate) fn mend_restarts(&mut self) {
        self.restarts.clear();
        for frame in &self.frames {
            if matches!(frame, Frame::Course { .. }) {
                self.restarts.push(Restart::unusable(&self.memory));
            }
        }
    }

    /// Begins or stops writing the chronicle.
    pub fn keep_chronicle(&mut self, on: bool) {
        self.chronicle.switch(on);
    }

    /// What happened while the chronicle was written.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// Gives the game's generator a new seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = Pcg32::new(seed);
    }

    /// The tables of the game.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The stack, on which lists on offer lie.
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// What is under way, from the course at the bottom to the rule that runs or waits.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The question that waits for an answer.
    pub fn waiting(&self) -> Option<&Waiting> {
        self.waiting.as_ref()
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.memory.rows(Table::Player)
    }

    /// The points of a player.
    pub fn points(&self, player: usize) -> Word {
        self.memory.get(Table::Player, player as Word, field::player::POINTS)
    }

    /// Whose turn it is.
    pub fn active(&self) -> usize {
        self.memory.get(Table::Game, 0, field::game::ACTIVE) as usize
    }

    /// The number of the turn, from 1; 0 in the set-up.
    pub fn turn(&self) -> Word {
        self.memory.get(Table::Game, 0, field::game::TURN)
    }

    /// Whether the last phase is done.
    pub fn is_over(&self) -> bool {
        self.memory.get(Table::Game, 0, field::game::OVER) != 0
    }

    /// Who has won, in seating order.
    pub fn winners(&self) -> Vec<usize> {
        let won = |&p: &usize| self.memory.get(Table::Player, p as Word, field::player::WON) != 0;
        (0..self.players()).filter(won).collect()
    }

    /// The tile that a player placed last.
    pub fn placed(&self) -> Option<Word> {
        let tile = self.memory.get(Table::Game, 0, field::game::PLACED);
        (tile != abi::ABSENT).then_some(tile)
    }

    /// The tiles on the board, oldest first.
    pub fn board(&self) -> impl Iterator<Item = LyingTile> {
        (0..self.memory.rows(Table::Tile) as Word).filter_map(|tile| {
            let get = |field| self.memory.get(Table::Tile, tile, field);
            let kind = TileKindId(get(field::tile::KIND) as u16);
            let (cell, turn) = (get(field::tile::CELL), get(field::tile::TURN));
            (cell != abi::ABSENT).then_some(LyingTile { tile, kind, cell, turn })
        })
    }

    /// The tile at a cell.
    pub fn tile_at(&self, cell: Word) -> Option<Word> {
        let row = self.grid.row(cell, &self.memory)?;
        let tile = self.memory.get(Table::Cell, row, field::cell::TILE);
        (tile != abi::ABSENT).then_some(tile)
    }

    /// The figures that stand somewhere, with their places.
    pub fn standing(&self) -> impl Iterator<Item = (Word, Word)> {
        (0..self.memory.rows(Table::Figure) as Word).filter_map(|figure| {
            let place = self.memory.get(Table::Figure, figure, field::figure::PLACE);
            (place != abi::ABSENT).then_some((figure, place))
        })
    }

    /// How many tiles and tokens lie in a pile.
    pub fn pile_count(&self, pile: PileId) -> Word {
        self.memory.get(Table::Pile, pile.0.into(), field::pile::COUNT)
    }

    /// What lies in a pile, by kind, with numbers of copies.
    pub fn pile(&self, rules: &Rules, pile: PileId) -> Vec<(Drawn, Word)> {
        piles::contents(&self.memory, &rules.facts, pile)
    }
}
