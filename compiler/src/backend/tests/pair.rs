//! A module on both back ends, run side by side.

use std::sync::Arc;

use abi::{Code, Fault, FaultKind, FunctionId, Outcome, Word};

use super::host::TestHost;
use crate::{Backend, build, ir::Module};

/// One module on both back ends.
pub(super) struct Pair {
    pub(super) module: Module,
    native: Arc<dyn Code>,
    eval: Arc<dyn Code>,
}

/// The state of a test game on both back ends; they never differ.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    pub(super) native: TestHost,
    eval: TestHost,
}

impl Pair {
    pub(super) fn new(mut module: Module) -> Self {
        let eval = build(Backend::Eval, &mut module);
        let native = build(Backend::Native, &mut module);
        assert!(format!("{native:?}").contains("Native"), "no machine code was made");
        Self { module, native, eval }
    }

    /// The same functions, compiled once more.
    pub(super) fn again(&self) -> Self {
        Self::new(self.module.clone())
    }

    pub(super) fn host(&self, steps: i64) -> Twins {
        let host = TestHost::new(&self.module, steps);
        Twins { native: host.clone(), eval: host }
    }

    /// The text of the functions, for failing tests.
    pub(super) fn text(&self) -> String {
        self.module.to_string()
    }

    fn compare(&self, twins: &Twins) {
        assert_eq!(twins.eval.steps, twins.native.steps, "steps left\n{}", self.text());
        assert_eq!(twins.eval.stack, twins.native.stack, "stack\n{}", self.text());
        assert_eq!(twins.eval.memory, twins.native.memory, "memory\n{}", self.text());
        assert_eq!(twins.eval.done, twins.native.done, "deeds\n{}", self.text());
    }

    fn sound(&self, fault: &Fault) {
        let broken = fault.kind == FaultKind::Internal && fault.site.is_none();
        assert!(!broken, "the machinery broke\n{}", self.text());
    }

    /// Calls a function that never waits on both back ends.
    pub(super) fn call(
        &self,
        id: FunctionId,
        args: &[Word],
        twins: &mut Twins,
    ) -> Result<Word, Fault> {
        let eval = self.eval.call(id, args, &mut twins.eval);
        let native = self.native.call(id, args, &mut twins.native);
        assert_eq!(eval, native, "results\n{}", self.text());
        self.compare(twins);
        if let Err(fault) = &eval {
            self.sound(fault);
        }
        eval
    }

    /// Goes on with a function that waits on both back ends.
    pub(super) fn resume(
        &self,
        id: FunctionId,
        base: usize,
        answer: Word,
        twins: &mut Twins,
    ) -> Outcome {
        let eval = self.eval.resume(id, base, answer, &mut twins.eval);
        let native = self.native.resume(id, base, answer, &mut twins.native);
        assert_eq!(eval, native, "outcomes\n{}", self.text());
        self.compare(twins);
        if let Outcome::Fault(fault) = &eval {
            self.sound(fault);
        }
        eval
    }

    /// Puts the frame of a waiting function on the stack and gives its place.
    pub(super) fn enter(&self, id: FunctionId, args: &[Word], twins: &mut Twins) -> usize {
        let frame = self.module.functions[id.index()].frame.as_ref().unwrap();
        let base = twins.native.stack.top();
        for host in [&mut twins.native, &mut twins.eval] {
            for i in 0..frame.words.len() {
                let word = i.checked_sub(1).and_then(|i| args.get(i)).copied().unwrap_or(0);
                assert!(host.stack.push(word));
            }
        }
        base
    }

    /// Takes a finished frame, and all above it, off the stack.
    pub(super) fn leave(base: usize, twins: &mut Twins) {
        twins.native.stack.set_top(base);
        twins.eval.stack.set_top(base);
    }
}
