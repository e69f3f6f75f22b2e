//! A game: plain data that can be cloned, compared, saved and taken back, and the door through which
//! players, chance and tools get at it.

use abi::{Fault, FunctionId, Memory, PileId, Stack, Table, TileKindId, Word, field};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    chance::Pcg32,
    chronicle::Chronicle,
    dispatch::Frame,
    grid::Grid,
    host::Play,
    options::{Choice, Pick, Waiting, kind_word},
    piles::{self, Drawn},
    restart::{Committed, Restart},
    rules::Rules,
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

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State<'a> {
    /// A player chooses.
    Choice(&'a Waiting),
    /// The landing of a shot.
    Shot(&'a Waiting),
    /// A drawn tile or token, or a roll.
    Chance(&'a Waiting),
    /// Nothing: the game is over.
    Over,
    /// Corrected rules: a rule went wrong, and the game stands as before its step.
    Fault(&'a Fault),
    /// To be advanced.
    Ready,
}

/// Why an answer was not taken; the game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// Nobody is asked now.
    #[error("nothing is asked now")]
    NothingAsked,
    /// This is not among the options.
    #[error("this is not on offer")]
    NotOffered,
}

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
    pub(crate) fn play<'a>(&'a mut self, rules: &'a Rules) -> Play<'a> {
        Play { game: self, rules, because: None }
    }

    /// What the game is waiting for.
    pub fn state(&self) -> State<'_> {
        match (&self.fault, &self.waiting) {
            (Some(fault), _) => State::Fault(fault),
            (None, Some(waiting)) if waiting.is_chance() => State::Chance(waiting),
            (None, Some(waiting)) if waiting.is_shot() => State::Shot(waiting),
            (None, Some(waiting)) => State::Choice(waiting),
            (None, None) if self.frames.is_empty() => State::Over,
            (None, None) => State::Ready,
        }
    }

    /// Lets the rules run until something is asked, and says what.
    pub fn advance(&mut self, rules: &Rules) -> State<'_> {
        self.play(rules).run(0);
        self.state()
    }

    /// Lets the rules run until the first turn is about to begin, or the set-up asks something.
    pub fn set_up(&mut self, rules: &Rules) -> State<'_> {
        self.play(rules).run_setup();
        self.state()
    }

    /// Goes on after a fault, with corrected rules.
    pub fn retry(&mut self, rules: &Rules) -> State<'_> {
        self.fault = None;
        self.steps = abi::STEP_BUDGET;
        self.advance(rules)
    }

    /// How many answers the waiting question has; passing, where allowed, is the last one.
    #[inline]
    pub fn option_count(&self) -> usize {
        self.waiting.as_ref().map_or(0, Waiting::answers)
    }

    /// The answer with a number.
    pub fn option(&mut self, rules: &Rules, n: usize) -> Option<Pick> {
        let waiting = self.waiting?;
        if waiting.pass && n + 1 == waiting.answers() {
            return Some(Pick::Pass);
        }
        self.play(rules).option(&waiting, n).map(|(choice, _)| Pick::Option(choice))
    }

    /// Answers the waiting choice and lets the game run on.
    pub fn answer(&mut self, rules: &Rules, pick: Pick) -> Result<(), AnswerError> {
        let waiting = self.asked(false)?;
        let answer = self.play(rules).admits(&waiting, pick).ok_or(AnswerError::NotOffered)?;
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Answers the waiting choice with the option of a number and lets the game run on.
    #[inline]
    pub fn answer_index(&mut self, rules: &Rules, n: usize) -> Result<(), AnswerError> {
        let waiting = self.asked(false)?;
        let answer = if waiting.pass && n + 1 == waiting.answers() {
            abi::ABSENT
        } else {
            self.play(rules).option(&waiting, n).ok_or(AnswerError::NotOffered)?.1
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Says what chance brings: a number, or the kind of tile or token that is drawn.
    pub fn answer_chance(&mut self, rules: &Rules, outcome: Word) -> Result<(), AnswerError> {
        let waiting = self.asked(true)?;
        let answer = match waiting.call.options {
            abi::Options::Pile(pile) => {
                let contents = piles::contents(&self.memory, &rules.facts, pile);
                let drawn = contents.into_iter().map(|(drawn, _)| drawn);
                let drawn = drawn.into_iter().find(|drawn| kind_word(*drawn) == outcome);
                self.draw(rules, pile, drawn.ok_or(AnswerError::NotOffered)?)?
            }
            abi::Options::Range(from, to) if (from..=to).contains(&outcome) => outcome,
            _ => return Err(AnswerError::NotOffered),
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// What the game's own generator says chance brings; it is for the caller to have it come true.
    pub fn throw(&mut self, rules: &Rules) -> Result<Word, AnswerError> {
        let waiting = self.asked(true)?;
        match waiting.call.options {
            abi::Options::Pile(pile) => {
                let drawn = piles::pick(&self.memory, &rules.facts, pile, &mut self.rng);
                drawn.map(kind_word).ok_or(AnswerError::NotOffered)
            }
            abi::Options::Range(from, _) => Ok(from + Word::from(self.rng.below(waiting.count))),
            _ => Err(AnswerError::NotOffered),
        }
    }

    /// Lets the game's own generator say what chance brings.
    #[inline]
    pub fn play_chance(&mut self, rules: &Rules) -> Result<(), AnswerError> {
        let waiting = self.asked(true)?;
        let answer = match waiting.call.options {
            abi::Options::Pile(pile) => {
                let drawn = piles::pick(&self.memory, &rules.facts, pile, &mut self.rng);
                self.draw(rules, pile, drawn.ok_or(AnswerError::NotOffered)?)?
            }
            abi::Options::Range(from, _) => from + Word::from(self.rng.below(waiting.count)),
            _ => return Err(AnswerError::NotOffered),
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Takes something out of a pile; a tile as a new tile, a token into the hands of who is asked.
    fn draw(&mut self, rules: &Rules, pile: PileId, drawn: Drawn) -> Result<Word, AnswerError> {
        let who = self.waiting.map_or(0, |waiting| waiting.call.who);
        let mut play = self.play(rules);
        let mut board = play.board();
        if !board.take_out(pile, drawn) {
            return Err(AnswerError::NotOffered);
        }
        match drawn {
            Drawn::Tile(kind) => board.new_tile(kind).map_err(|_| AnswerError::NotOffered),
            Drawn::Token(kind) => {
                board.draw_token(&rules.program.layout, who, kind);
                Ok(kind.0.into())
            }
        }
    }

    #[inline]
    fn asked(&self, chance: bool) -> Result<Waiting, AnswerError> {
        match self.waiting {
            Some(waiting) if self.fault.is_none() && waiting.is_chance() == chance => Ok(waiting),
            _ => Err(AnswerError::NothingAsked),
        }
    }

    #[inline]
    pub(crate) fn go_on(&mut self, rules: &Rules, waiting: &Waiting, answer: Word) {
        self.waiting = None;
        self.answer = answer;
        // Chance answers for ever, players do not: only their answers renew the budget. Whether something is
        // left is seen at the next step of a rule, which is a line that can be named.
        self.steps =
            if waiting.is_chance() { self.steps - abi::CHANCE_STEPS } else { abi::STEP_BUDGET };
        let mut play = self.play(rules);
        play.release(waiting);
        play.run(0);
    }

    /// Asks a function of the rules from outside; a deed among them changes the game. The value must not
    /// be a list.
    pub fn call(
        &mut self,
        rules: &Rules,
        function: FunctionId,
        args: &[Word],
    ) -> Result<Word, Fault> {
        self.call_for(rules, function, args, |_, word| word)
    }

    /// Asks a function of the rules that gives a list.
    pub fn call_list(
        &mut self,
        rules: &Rules,
        function: FunctionId,
        args: &[Word],
    ) -> Result<Vec<Word>, Fault> {
        self.call_for(rules, function, args, |stack, word| {
            crate::lists::words(stack, word).to_vec()
        })
    }

    fn call_for<T>(
        &mut self,
        rules: &Rules,
        function: FunctionId,
        args: &[Word],
        read: impl FnOnce(&Stack, Word) -> T,
    ) -> Result<T, Fault> {
        let (mark, top, frames) = (self.memory.mark(), self.stack.top(), self.frames.len());
        let before = (self.waiting.take(), self.answer, self.steps, self.fault.take());
        let events = self.chronicle.events().len();
        self.steps = abi::STEP_BUDGET;
        let result = self.play(rules).call_outside(function, args);
        let result = result.map(|word| read(&self.stack, word));
        self.frames.truncate(frames);
        self.mend_restarts_to_frames();
        self.stack.set_top(top);
        (self.waiting, self.answer, self.steps, self.fault) = before;
        if result.is_err() {
            self.memory.undo_to(mark);
            self.grid.forget();
            self.chronicle.truncate(events);
        } else if self.memory.mark() != mark {
            self.play(rules).recount();
        }
        result
    }

    fn mend_restarts_to_frames(&mut self) {
        let courses = self.frames.iter().filter(|f| matches!(f, Frame::Course { .. })).count();
        self.restarts.truncate(courses);
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

    /// The value of a choice when there is only a number for it.
    pub fn choice(&mut self, rules: &Rules, n: usize) -> Option<Choice> {
        match self.option(rules, n)? {
            Pick::Option(choice) => Some(choice),
            Pick::Pass => None,
        }
    }
}
