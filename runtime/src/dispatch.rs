//! The loop that runs rules: the frame on top goes on until somebody is asked.

use std::ops::ControlFlow;

use crate::{
    frame::{CourseKind, DEPTH, Frame},
    play::Play,
};
use abi::{
    AskCall, Fault, FaultKind, FunctionId, LocalValue, Outcome, Reason, Word, list, list_len,
    list_start,
};

/// What it costs of the step budget to put a rule that may wait on top of another.
const CALL_STEPS: i64 = 16;

impl Play<'_> {
    /// Runs until somebody is asked, a fault stops the game, or only so many frames are left.
    pub(crate) fn run(&mut self, floor: usize) {
        while self.game.waiting.is_none() && self.game.fault.is_none() {
            if self.game.frames.len() <= floor {
                return;
            }
            let Some(&frame) = self.game.frames.last() else { return };
            self.run_frame(frame);
        }
    }

    /// Runs until the first turn is about to begin, or the set-up waits for somebody.
    pub(crate) fn run_setup(&mut self) {
        let begun =
            |frame: &Frame| matches!(frame, Frame::Course { course: CourseKind::Setup, .. });
        while self.game.waiting.is_none()
            && self.game.fault.is_none()
            && self.game.frames.first().is_some_and(begun)
            && let Some(&frame) = self.game.frames.last()
        {
            self.run_frame(frame);
        }
    }

    /// Lets the frame on top go on. A turn has some twenty frames with little to do, so entering this counts.
    #[inline(always)]
    fn run_frame(&mut self, frame: Frame) {
        let flow = match frame {
            Frame::Course { course, next, .. } => self.step(course, next),
            Frame::Rule { function, base } => self.resume(function, base as usize),
        };
        if let ControlFlow::Break(kind) = flow {
            self.fail(Fault { kind, site: None, locals: Vec::new() });
        }
    }

    /// Starts a function without parameters as a step.
    pub(crate) fn start(&mut self, function: FunctionId) -> ControlFlow<FaultKind> {
        let rules = self.rules;
        let top = self.game.stack.top();
        if rules.frames[function.index()].is_some() {
            self.push_rule(function, &[])?;
            return self.resume(function, top);
        }
        match rules.program.code.call(function, &[], self) {
            Ok(_) => self.game.stack.set_top(top),
            Err(fault) => self.fail(fault),
        }
        ControlFlow::Continue(())
    }

    /// A fault with its line, where it is that of the rule that waits for the one on top.
    fn with_line(&mut self, fault: Fault) -> Fault {
        let (None, Some(line)) = (fault.site, self.blamed.take()) else { return fault };
        if let Some(&Frame::Rule { function, base }) = self.game.frames.iter().rev().nth(1) {
            let told = self.waiting_fault(fault.kind, function, base as usize);
            if told.site.is_some() {
                return told;
            }
        }
        Fault { site: Some(line), ..fault }
    }

    /// Puts a fresh frame of a waiting function on top.
    pub(crate) fn push_rule(
        &mut self,
        function: FunctionId,
        args: &[Word],
    ) -> ControlFlow<FaultKind> {
        let rules = self.rules;
        if self.game.frames.len() >= DEPTH {
            return ControlFlow::Break(FaultKind::Depth);
        }
        let fresh = rules.frames.get(function.index()).and_then(Option::as_ref);
        let Some(fresh) = fresh.filter(|f| args.len() < f.len()) else {
            return ControlFlow::Break(FaultKind::Internal);
        };
        let stack = &mut self.game.stack;
        let base = stack.top();
        if !stack.reserve(fresh.len()) {
            return ControlFlow::Break(FaultKind::Memory);
        }
        stack.set_top(base + fresh.len());
        let words = &mut stack.words_mut()[base..];
        // Most frames are tiny, and most rules are started without arguments.
        match (&mut *words, fresh.as_slice()) {
            ([index], &[first]) => *index = first,
            ([index, word], &[first, second]) => (*index, *word) = (first, second),
            (words, fresh) => words.copy_from_slice(fresh),
        }
        if !args.is_empty() {
            words[1..=args.len()].copy_from_slice(args);
        }
        self.game.answer = 0;
        self.game.frames.push(Frame::Rule { function, base: base as u32 });
        ControlFlow::Continue(())
    }

    /// Lets the rule on top go on with the answer that came.
    fn resume(&mut self, function: FunctionId, base: usize) -> ControlFlow<FaultKind> {
        let rules = self.rules;
        let answer = std::mem::replace(&mut self.game.answer, 0);
        match rules.program.code.resume(function, base, answer, self) {
            Outcome::Done(value) => self.done(function, base, value),
            Outcome::Ask(call) => self.ask(call),
            Outcome::Call(called, args) => {
                // Too little is left only before a rule that notices: it begins with a step of its own.
                self.game.steps -= CALL_STEPS;
                if let ControlFlow::Break(kind) = self.push_rule(called, &args) {
                    let fault = self.waiting_fault(kind, function, base);
                    self.fail(fault);
                }
            }
            Outcome::Part(player) => {
                if self.game.frames.len() >= DEPTH {
                    return ControlFlow::Break(FaultKind::Depth);
                }
                self.begin_part(player);
            }
            // Somebody outside the course of the game cannot end it.
            Outcome::EndGame if self.game.outside => {
                return ControlFlow::Break(FaultKind::Impossible(Reason::EndedOutside));
            }
            Outcome::EndGame => self.end_game(),
            Outcome::Fault(fault) => {
                let fault = self.with_line(fault);
                self.fail(fault);
            }
        }
        ControlFlow::Continue(())
    }

    /// What went wrong while a rule waits for another one, at the line that calls it.
    fn waiting_fault(&self, kind: FaultKind, function: FunctionId, base: usize) -> Fault {
        let program = &self.rules.program;
        let whole = &self.game.stack;
        let stack = whole.words();
        let wait = stack.get(base).and_then(|number| usize::try_from(*number).ok()?.checked_sub(1));
        let waits = program.functions.get(function.index()).map(|shape| shape.waits.as_slice());
        let call = waits.zip(wait).and_then(|(waits, wait)| waits.get(wait)?.as_ref());
        let Some(call) = call else { return Fault { kind, site: None, locals: Vec::new() } };
        let named = program.sites.get(call.site.index()).map_or(&[][..], |site| &site.locals);
        let locals = named.iter().zip(&call.words).filter_map(|((name, ty), word)| {
            let word = *stack.get(base + (*word)? as usize)?;
            Some(LocalValue::on(whole, name, *ty, word))
        });
        Fault { kind, site: Some(call.site), locals: locals.collect() }
    }

    /// The rule on top is done: its value goes to whoever called it, a list with its words.
    fn done(&mut self, function: FunctionId, base: usize, value: Word) {
        self.game.frames.pop();
        let called =
            self.game.outside || matches!(self.game.frames.last(), Some(Frame::Rule { .. }));
        if !called && self.rules.draws_tokens {
            let layout = &self.rules.program.layout;
            self.board().drop_drawn(layout);
        }
        let stack = &mut self.game.stack;
        if called && self.rules.gives_list(function) {
            let (start, len) = (list_start(value), list_len(value));
            if start >= base {
                stack.words_mut().copy_within(start..start + len, base);
                stack.set_top(base + len);
                self.game.answer = list(base, len);
                return;
            }
        }
        stack.set_top(base);
        self.game.answer = value;
    }

    /// Asks: somebody has to answer, or there is nothing to decide and the rule goes on at once.
    fn ask(&mut self, call: AskCall) {
        match self.pose(call) {
            Ok(Some(answer)) => self.game.answer = answer,
            Ok(None) => {}
            Err(kind) => {
                let shape = self.rules.program.asks.get(call.ask.index());
                let site = shape.and_then(|shape| self.rules.site_of(shape.origin));
                self.fail(Fault { kind, site, locals: Vec::new() });
            }
        }
    }
}
