//! Going back: to a checkpoint, to the start of a step that faulted, to the last decision.
//!
//! The journal of the memory takes tables back. Once it has been forgotten (a simulation does so at every
//! decision), a fault goes back to the decision where that was done, from a copy of what is not in tables.

use abi::{Fault, MemoryMark, Word};

use crate::{
    chance::Pcg32, frame::Frame, game::Game, play::Play, restart::Restart, waiting::Waiting,
};

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
