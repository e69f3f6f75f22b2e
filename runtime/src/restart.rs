//! Going back: to a checkpoint, to the start of a step that faulted, to the last decision.
//!
//! The journal of the memory takes tables back. Once it has been forgotten (a simulation does so at every
//! decision), a fault goes back to the decision where that was done, from a copy of what is not in tables.

use abi::{Fault, Memory, MemoryMark, Word};

use crate::{chance::Pcg32, dispatch::Frame, game::Game, host::Play, options::Waiting};

/// The start of the running step of a course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    /// Whether the journal still reaches back to it.
    usable: bool,
    mark: MemoryMark,
    next: u32,
    top: usize,
    events: usize,
    rng: Pcg32,
    steps: i64,
}

impl Restart {
    /// A place holder until the first step begins.
    pub(crate) fn unusable(memory: &Memory) -> Self {
        let rng = Pcg32::new(0);
        Self { usable: false, mark: memory.mark(), next: 0, top: 0, events: 0, rng, steps: 0 }
    }

    /// The position of the step.
    pub(crate) const fn next(&self) -> u32 {
        self.next
    }

    /// The same step at another position, that of other rules.
    pub(crate) const fn set_next(&mut self, next: u32) {
        self.next = next;
    }
}

/// The last decision where the journal was forgotten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Committed {
    /// What was there; nothing before the first time.
    at: Option<(MemoryMark, Pcg32, Option<Waiting>)>,
    frames: Vec<Frame>,
    stack: Vec<Word>,
    answer: Word,
    events: usize,
    steps: i64,
}

/// A state of a game to which it can be taken back while its journal is kept.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    mark: MemoryMark,
    era: u64,
    frames: Vec<Frame>,
    restarts: Vec<Restart>,
    stack: Vec<Word>,
    rng: Pcg32,
    waiting: Option<Waiting>,
    answer: Word,
    events: usize,
    fault: Option<Fault>,
    steps: i64,
}

impl Checkpoint {
    /// What names things of the rules by number.
    pub(crate) fn parts(&mut self) -> (&mut [Frame], &mut [Restart], &mut Option<Waiting>) {
        (&mut self.frames, &mut self.restarts, &mut self.waiting)
    }
}

impl Game {
    /// Remembers the present state, to come back to it.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            mark: self.memory.mark(),
            era: self.era,
            frames: self.frames.clone(),
            restarts: self.restarts.clone(),
            stack: self.stack.words().to_vec(),
            rng: self.rng,
            waiting: self.waiting,
            answer: self.answer,
            events: self.chronicle.events().len(),
            fault: self.fault.clone(),
            steps: self.steps,
        }
    }

    /// Takes the game back to a checkpoint of its own; false, and nothing done, if the journal was
    /// forgotten since.
    pub fn undo(&mut self, to: &Checkpoint) -> bool {
        if self.era != to.era || self.memory.mark() < to.mark {
            return false;
        }
        self.memory.undo_to(to.mark);
        self.grid.forget();
        self.frames.clone_from(&to.frames);
        self.restarts.clone_from(&to.restarts);
        self.put_stack(&to.stack);
        self.rng = to.rng;
        self.waiting = to.waiting;
        self.answer = to.answer;
        self.chronicle.truncate(to.events);
        self.fault.clone_from(&to.fault);
        self.steps = to.steps;
        true
    }

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
    fn put_stack(&mut self, words: &[Word]) {
        self.stack.set_top(0);
        let room = self.stack.reserve(words.len());
        debug_assert!(room, "these words were on the stack before");
        self.stack.set_top(words.len());
        self.stack.words_mut().copy_from_slice(words);
    }
}

impl Play<'_> {
    /// Remembers that a step of the course on top begins.
    #[inline]
    pub(crate) fn remember(&mut self, next: u32) {
        let game = &mut *self.game;
        if let Some(restart) = game.restarts.last_mut() {
            *restart = Restart {
                usable: true,
                mark: game.memory.mark(),
                next,
                top: game.stack.top(),
                events: game.chronicle.events().len(),
                rng: game.rng,
                steps: game.steps,
            };
        }
    }

    /// Something went wrong: the game goes back to before the step, or else to the last decision where
    /// the journal was forgotten, and keeps the fault.
    pub(crate) fn fail(&mut self, fault: Fault) {
        let game = &mut *self.game;
        game.fault = Some(fault);
        if game.outside {
            return;
        }
        game.waiting = None;
        game.answer = 0;
        game.grid.forget();
        let course = game.frames.iter().rposition(|f| matches!(f, Frame::Course { .. }));
        if let (Some(course), Some(restart)) = (course, game.restarts.last())
            && restart.usable
        {
            game.memory.undo_to(restart.mark);
            game.frames.truncate(course + 1);
            if let Some(Frame::Course { next, .. }) = game.frames.last_mut() {
                *next = restart.next;
            }
            game.stack.set_top(restart.top);
            game.chronicle.truncate(restart.events);
            game.rng = restart.rng;
            game.steps = restart.steps;
            return;
        }
        let committed = std::mem::take(&mut game.committed);
        if let Some((mark, rng, waiting)) = committed.at {
            game.memory.undo_to(mark);
            game.frames.clone_from(&committed.frames);
            game.put_stack(&committed.stack);
            game.rng = rng;
            game.waiting = waiting;
            game.answer = committed.answer;
            game.chronicle.truncate(committed.events);
            game.steps = committed.steps;
            game.mend_restarts();
        }
        game.committed = committed;
    }
}

impl Game {
    /// As many unusable restarts as there are courses.
    pub(crate) fn mend_restarts(&mut self) {
        self.restarts.clear();
        for frame in &self.frames {
            if matches!(frame, Frame::Course { .. }) {
                self.restarts.push(Restart::unusable(&self.memory));
            }
        }
    }
}
