//! Two ways to run the same functions, behind one face.

use std::sync::Arc;

use abi::Code;

use crate::{
    codegen::{self, emit_after},
    ir::{Evaluator, Module, verify_after},
    optimise::{Rewritten, optimise_after},
    suspend::split_after,
};

/// What runs the functions of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Backend {
    /// Machine code.
    #[default]
    Native,
    /// The evaluator: slow, safe, and the reference for machine code.
    Eval,
}

/// What a module leaves for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Former {
    pub(crate) rewritten: Rewritten,
    pub(crate) code: codegen::Former,
}

/// Makes the functions of a module ready to run: it is optimised, which may add sites, and its waiting
/// functions get their frames. What a program tells of sites and functions is to be taken from it afterwards.
///
/// A module beyond the limits of the machine (call chains or frames of absurd size) is left to the evaluator,
/// which means the same and has no such limits.
pub fn build(backend: Backend, module: &mut Module) -> Arc<dyn Code> {
    build_after(backend, module, None)
}

/// The same after another module, whose functions are taken over where they are still the same.
pub(crate) fn build_after(
    backend: Backend,
    module: &mut Module,
    former: Option<&mut Former>,
) -> Arc<dyn Code> {
    if cfg!(debug_assertions) {
        // Only says sooner what is wrong: what is trusted is looked at below.
        check(module, &[], "as it was lowered");
    }
    let (rewritten, code) =
        former.map_or((None, None), |Former { rewritten, code }| (Some(rewritten), Some(code)));
    optimise_after(module, rewritten);
    let unchanged = code.as_ref().map_or_else(Vec::new, |former| former.unchanged(module));
    split_after(module, &unchanged, code.as_ref().map(|former| former.module()));
    check(module, &unchanged, "after it was split");
    if backend == Backend::Native
        && let Ok(code) = emit_after(module, &unchanged, code)
    {
        return Arc::new(code);
    }
    Arc::new(Evaluator::new(Arc::new(module.clone())))
}

/// Machine code trusts the intermediate representation, so a mistake in it must not come that far.
fn check(module: &Module, unchanged: &[bool], when: &str) {
    if let Err(found) = verify_after(module, unchanged) {
        panic!("this is a bug in carc: {when}, the module is wrong: {}", found.join("; "));
    }
}

#[cfg(test)]
pub(crate) mod tests;
