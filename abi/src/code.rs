//! Whatever runs the functions of a program: machine code, the evaluator, or functions written in Rust.

use std::fmt;

use crate::{fault::Fault, host::Host, kinds::FunctionId, outcome::Outcome, value::Word};

/// The functions of a program, ready to run.
pub trait Code: Send + Sync + fmt::Debug {
    /// Runs a function that never waits. The arguments must be words of its parameters' types.
    fn call(&self, function: FunctionId, args: &[Word], host: &mut dyn Host)
    -> Result<Word, Fault>;

    /// Runs a function that may wait, or goes on behind its last ask with an answer.
    ///
    /// Its frame lies on the host's stack from `base` on: word 0 is 0 at first, the parameters follow.
    /// The function keeps in word 0 where it will go on.
    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome;
}
