//! The slow and safe way to run the intermediate representation: the reference that machine code is held to.

mod activation;
mod arith;
mod run;

use std::sync::Arc;

use abi::{Code, Fault, FunctionId, Host, Outcome, Word};

use self::{
    activation::{Activation, find},
    run::Run,
};
use super::Module;
use crate::probe::Probes;

pub(crate) use activation::broken;
pub(crate) use arith::{bits, compare};

/// Runs the functions of a module instruction by instruction.
#[derive(Debug)]
pub struct Evaluator {
    module: Arc<Module>,
    probes: Option<Arc<Probes>>,
}

impl Evaluator {
    /// An evaluator of a module whose waiting functions have their frames.
    pub fn new(module: Arc<Module>) -> Self {
        Self { module, probes: None }
    }

    /// The same for watched rules: what they come to is noted.
    pub(crate) fn watching(module: Arc<Module>, probes: Arc<Probes>) -> Self {
        Self { module, probes: Some(probes) }
    }
}

impl Code for Evaluator {
    fn call(
        &self,
        function: FunctionId,
        args: &[Word],
        host: &mut dyn Host,
    ) -> Result<Word, Fault> {
        let callee = find(&self.module, function, false)?;
        if callee.params as usize != args.len() {
            return Err(broken());
        }
        let mut run = Run::new(self, host, None);
        match run.finish(Activation::new(callee, args, None)) {
            Ok(Outcome::Done(word)) => Ok(word),
            Ok(_) => Err(broken()),
            Err(fault) => Err(fault),
        }
    }

    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome {
        let begin = || {
            let callee = find(&self.module, function, true)?;
            let frame = callee.frame.as_ref().ok_or_else(broken)?;
            let words = host.stack().words().get(base..).and_then(|w| w.get(..frame.words.len()));
            let words = words.ok_or_else(broken)?;
            let index = usize::try_from(words[0]).map_err(|_| broken())?;
            let Some(index) = index.checked_sub(1) else {
                let args = words.get(1..=callee.params as usize).ok_or_else(broken)?;
                return Ok(Activation::new(callee, args, None));
            };
            let resume = frame.resumes.get(index).ok_or_else(broken)?;
            let mut activation = Activation::new(callee, &[], None);
            for reg in &resume.live {
                let slot = frame.slots.get(reg.0 as usize).copied().flatten();
                let word = slot.and_then(|slot| words.get(slot as usize)).ok_or_else(broken)?;
                activation.set(*reg, *word)?;
            }
            if let Some(into) = resume.into {
                activation.set(into, answer)?;
            }
            activation.enter(resume.then);
            Ok(activation)
        };
        let activation: Result<_, Fault> = begin();
        let mut run = Run::new(self, host, Some(base));
        match activation.and_then(|activation| run.finish(activation)) {
            Ok(outcome) => outcome,
            Err(fault) => Outcome::Fault(fault),
        }
    }
}
