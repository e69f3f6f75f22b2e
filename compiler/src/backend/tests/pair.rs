//! A module on both back ends, run side by side, and beside them as it was before it was optimised.

use std::sync::Arc;

use abi::{Code, Fault, FaultKind, FunctionId, Outcome, Word};

use super::host::TestHost;
use crate::{
    codegen::emit,
    ir::{Evaluator, Module, verify},
    optimise::rewrite,
    suspend::split,
};

/// One module on both back ends, and as it was written on the evaluator.
pub(super) struct Pair {
    pub(super) module: Module,
    source: Module,
    native: Arc<dyn Code>,
    eval: Arc<dyn Code>,
    written: Arc<dyn Code>,
    /// Whether frames were left as they were, so that the stacks can be compared with those of the module
    /// as it was written.
    same_frames: bool,
}

/// The state of a test game on both back ends, and under the rules as they were written; they never differ.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    pub(super) native: TestHost,
    eval: TestHost,
    written: TestHost,
}

impl Pair {
    pub(super) fn new(source: Module) -> Self {
        // Without the steps for much code, which the module as it was written does not know.
        let rewritten = || {
            let mut module = source.clone();
            rewrite(&mut module);
            split(&mut module);
            assert_eq!(verify(&module), Ok(()));
            module
        };
        let module = rewritten();
        assert_eq!(module, rewritten());
        let eval = Arc::new(Evaluator::new(Arc::new(module.clone())));
        let native = Arc::new(emit(&module).expect("machine code is made"));
        let mut written = source.clone();
        written.functions.iter_mut().for_each(|function| function.compact());
        split(&mut written);
        let frames = |module: &Module| -> Vec<_> {
            let frames = module.functions.iter().flat_map(|function| &function.frame);
            let kept = |resume: &crate::ir::Resume| (resume.into, resume.live.clone());
            let kept = frames.map(|frame| {
                (frame.words.clone(), frame.resumes.iter().map(kept).collect::<Vec<_>>())
            });
            kept.collect()
        };
        let same_frames = frames(&module) == frames(&written);
        let written = Arc::new(Evaluator::new(Arc::new(written)));
        Self { module, source, native, eval, written, same_frames }
    }

    /// The same functions, compiled once more.
    pub(super) fn again(&self) -> Self {
        Self::new(self.source.clone())
    }

    pub(super) fn host(&self, steps: i64) -> Twins {
        let host = TestHost::new(&self.module, steps);
        let written = TestHost::new(&self.source, steps);
        Twins { native: host.clone(), eval: host, written }
    }

    /// The text of the functions, for failing tests.
    pub(super) fn text(&self) -> String {
        format!("{}\nwritten as\n\n{}", self.module, self.source)
    }

    /// The line of a fault.
    pub(super) fn line(&self, fault: &Fault) -> u32 {
        self.module.sites[fault.site.unwrap().index()].origin.0
    }

    fn compare(&self, twins: &Twins) {
        assert_eq!(twins.eval.steps, twins.native.steps, "steps left\n{}", self.text());
        assert_eq!(twins.eval.stack, twins.native.stack, "stack\n{}", self.text());
        assert_eq!(twins.eval.memory, twins.native.memory, "memory\n{}", self.text());
        assert_eq!(twins.eval.done, twins.native.done, "deeds\n{}", self.text());
    }

    /// Compares with the rules as they were written, where sites have other numbers.
    fn compare_written(&self, twins: &Twins) {
        assert_eq!(twins.written.steps, twins.native.steps, "steps written\n{}", self.text());
        assert_eq!(twins.written.stack, twins.native.stack, "stack written\n{}", self.text());
        assert_eq!(twins.written.memory, twins.native.memory, "memory written\n{}", self.text());
        assert_eq!(twins.written.deeds(), twins.native.deeds(), "written\n{}", self.text());
    }

    /// A fault with its line in place of its site.
    fn told(&self, fault: &Fault, module: &Module) -> (FaultKind, u32, Vec<abi::LocalValue>) {
        let broken = fault.kind == FaultKind::Internal && fault.site.is_none();
        assert!(!broken, "the machinery broke\n{}", self.text());
        let site = fault.site.unwrap();
        (fault.kind, module.sites[site.index()].origin.0, fault.locals.clone())
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
        let written = self.written.call(id, args, &mut twins.written);
        let told = |result: &Result<Word, Fault>, module| match result {
            Ok(word) => Ok(*word),
            Err(fault) => Err(self.told(fault, module)),
        };
        let both = (told(&written, &self.source), told(&eval, &self.module));
        assert_eq!(both.0, both.1, "results as written\n{}", self.text());
        self.compare_written(twins);
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
        let fault = match &eval {
            Outcome::Fault(fault) => Some(self.told(fault, &self.module)),
            _ => None,
        };
        if self.same_frames {
            let written = self.written.resume(id, base, answer, &mut twins.written);
            match &written {
                Outcome::Fault(written) => {
                    let written = Some(self.told(written, &self.source));
                    assert_eq!(written, fault, "fault as written\n{}", self.text());
                }
                written => assert_eq!(written, &eval, "outcome as written\n{}", self.text()),
            }
            self.compare_written(twins);
        }
        eval
    }

    /// Puts the frame of a waiting function on the stack and gives its place.
    pub(super) fn enter(&self, id: FunctionId, args: &[Word], twins: &mut Twins) -> usize {
        let frame = self.module.functions[id.index()].frame.as_ref().unwrap();
        let base = twins.native.stack.top();
        for host in [&mut twins.native, &mut twins.eval, &mut twins.written] {
            for i in 0..frame.words.len() {
                let word = i.checked_sub(1).and_then(|i| args.get(i)).copied().unwrap_or(0);
                assert!(host.stack.push(word));
            }
        }
        base
    }

    /// Takes a finished frame, and all above it, off the stack.
    pub(super) fn leave(base: usize, twins: &mut Twins) {
        for host in [&mut twins.native, &mut twins.eval, &mut twins.written] {
            host.stack.set_top(base);
        }
    }
}
