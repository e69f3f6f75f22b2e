//! Functions of the rules, run for somebody outside the course of the game.

use std::ops::ControlFlow;

use abi::{Fault, FaultKind, FunctionId, Reason, Stack, Word};

use crate::{frame::Frame, game::Game, lists, play::Play, rules::Rules};

impl Game {
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
        self.call_for(rules, function, args, |stack, word| lists::words(stack, word).to_vec())
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
}

impl Play<'_> {
    /// Runs a function for somebody outside the course of the game and gives its value; a list lies above
    /// the top of the stack as it was.
    pub(crate) fn call_outside(
        &mut self,
        function: FunctionId,
        args: &[Word],
    ) -> Result<Word, Fault> {
        let fault = |kind| Fault { kind, site: None, locals: Vec::new() };
        let rules = self.rules;
        let shape = rules.program.functions.get(function.index());
        if shape.is_none_or(|shape| shape.params.len() != args.len()) {
            return Err(fault(FaultKind::Internal));
        }
        if rules.frames[function.index()].is_none() {
            return rules.program.code.call(function, args, self);
        }
        let floor = self.game.frames.len();
        if let ControlFlow::Break(kind) = self.push_rule(function, args) {
            return Err(fault(kind));
        }
        self.game.outside = true;
        self.run(floor);
        self.game.outside = false;
        match self.game.fault.take() {
            Some(fault) => Err(fault),
            None if self.game.frames.len() == floor => Ok(self.game.answer),
            // It waits for an answer that nobody can give here.
            None => Err(fault(FaultKind::Impossible(Reason::AskedOutside))),
        }
    }
}
