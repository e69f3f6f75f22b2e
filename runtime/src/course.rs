//! The course of the game: set-up, turns, the parts of a turn, the finish.
//!
//! After a turn the next seat is active, except when the game ends: in the phases of the finish the player
//! of the last turn still is, so that rules can say who comes after him.

use std::ops::ControlFlow;

use abi::{CourseStep, Fault, FaultKind, Table, Word, field};

use crate::{
    chronicle::Event,
    frame::{CourseKind, Frame},
    kept::Reset,
    play::Play,
    restart::Restart,
};

use field::game as G;

/// What a step of a course costs of the budget, so that turns without questions end, too.
const STEP_COST: i64 = 64;

impl Play<'_> {
    #[inline]
    fn game_word(&self, field: u32) -> Word {
        self.game.memory.get(Table::Game, 0, field)
    }

    #[inline]
    fn set_game_word(&mut self, field: u32, word: Word) {
        self.game.memory.set(Table::Game, 0, field, word);
    }

    /// Begins a course with one of its steps.
    pub(crate) fn begin(&mut self, course: CourseKind, next: u32, former: Word) {
        self.game.frames.push(Frame::Course { course, next, former });
        self.game.restarts.push(Restart::unusable(&self.game.memory));
    }

    /// Begins a turn of the active player.
    fn begin_turn(&mut self) {
        self.game.memory.add(Table::Game, 0, G::TURN, 1);
        let player = self.game_word(G::ACTIVE);
        self.game.chronicle.write(Event::Turn { player });
        self.begin(CourseKind::Turn, 0, abi::ABSENT);
    }

    /// Runs the next step of the course on top, or ends that course.
    pub(crate) fn step(&mut self, course: CourseKind, next: u32) -> ControlFlow<FaultKind> {
        let rules = self.rules;
        self.game.steps -= STEP_COST;
        if self.game.steps < 0 {
            let step = rules.course(course).steps.get(next as usize);
            let site = step.and_then(|step| rules.site_of(step.origin));
            self.fail(Fault { kind: FaultKind::Budget, site, locals: Vec::new() });
            return ControlFlow::Continue(());
        }
        let (mut at, mut step) = (next, rules.course(course).steps.get(next as usize));
        // Those that can do nothing yet are passed over.
        while let Some(CourseStep { idle: Some(idle), .. }) = step
            && idle.unseen & self.game_word(G::SEEN) == 0
            && idle.column.is_none_or(|column| self.game_word(column) == 0)
        {
            at += 1;
            step = rules.course(course).steps.get(at as usize);
        }
        let Some(step) = step else {
            self.end_course(course);
            return ControlFlow::Continue(());
        };
        self.remember(at);
        if let Some(Frame::Course { next, .. }) = self.game.frames.last_mut() {
            *next = at + 1;
        }
        self.start(step.function)
    }

    fn end_course(&mut self, course: CourseKind) {
        match course {
            CourseKind::Part => {
                self.end_part();
                self.game.answer = 0;
            }
            CourseKind::Setup => {
                self.pop_course();
                self.next_turn_or_finish();
            }
            CourseKind::Turn => {
                self.pop_course();
                let rules = self.rules;
                self.reset(&rules.turn_resets);
                if self.game_word(G::ENDING) == 0 {
                    let seats = self.game.memory.rows(Table::Player) as Word;
                    let next = self.game_word(G::ACTIVE) + 1;
                    self.set_game_word(G::ACTIVE, if next < seats { next } else { 0 });
                }
                self.next_turn_or_finish();
            }
            CourseKind::Finish => {
                self.pop_course();
                self.set_game_word(G::OVER, 1);
            }
        }
    }

    /// Gives columns their first values again, which takes steps for their rows.
    fn reset(&mut self, resets: &[Reset]) {
        let rows = self.board().reset(resets);
        self.game.steps -= rows as i64 / 8;
    }

    fn next_turn_or_finish(&mut self) {
        if self.game_word(G::ENDING) == 0 {
            self.begin_turn();
        } else {
            self.game.chronicle.write(Event::Finish);
            self.begin(CourseKind::Finish, 0, abi::ABSENT);
        }
    }

    /// A player begins a part.
    pub(crate) fn begin_part(&mut self, player: Word) {
        let former = self.game_word(G::ACTIVE);
        self.set_game_word(G::ACTIVE, player);
        self.game.memory.add(Table::Game, 0, G::PART, 1);
        self.game.memory.truncate(Table::Changed, 0);
        self.game.chronicle.write(Event::Part { player });
        self.begin(CourseKind::Part, 0, former);
    }

    /// The part on top is over: the former player is active again.
    fn end_part(&mut self) {
        let rules = self.rules;
        self.reset(&rules.part_resets);
        if let Some(Frame::Course { former, .. }) = self.pop_course() {
            self.set_game_word(G::ACTIVE, former);
        }
    }

    fn pop_course(&mut self) -> Option<Frame> {
        self.game.restarts.pop();
        self.game.frames.pop()
    }

    /// `end game`: leaves the part and what plays it, and goes on with the last phase of the turn.
    pub(crate) fn end_game(&mut self) {
        self.drop_rules();
        if let Some(Frame::Course { course: CourseKind::Part, .. }) = self.game.frames.last() {
            self.end_part();
            self.game.answer = 0;
            let beneath = self.game.frames.iter().rev().find_map(|frame| match frame {
                Frame::Course { course, .. } => Some(*course),
                Frame::Rule { .. } => None,
            });
            if beneath == Some(CourseKind::Finish) {
                // Within the finish only the part is left: what plays it goes on.
                return;
            }
            self.drop_rules();
        }
        let last_phase = self.rules.last_phase;
        match self.game.frames.last_mut() {
            Some(Frame::Course { course: CourseKind::Turn, next, .. }) => {
                *next = last_phase.max(*next);
                self.set_game_word(G::ENDING, 1);
            }
            Some(Frame::Course { course: CourseKind::Setup, .. }) => {
                self.set_game_word(G::ENDING, 1);
            }
            _ => {}
        }
    }

    /// Drops the rules on top, down to the course that runs them.
    fn drop_rules(&mut self) {
        while let Some(&Frame::Rule { base, .. }) = self.game.frames.last() {
            self.game.stack.set_top(base as usize);
            self.game.frames.pop();
        }
    }
}
