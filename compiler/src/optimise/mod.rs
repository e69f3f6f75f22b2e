//! Changes to the intermediate representation that make it run faster and mean the same: what the code
//! generator behind it does not do by itself.

mod idle;
mod inline;
mod rewritten;
mod rotate;
mod steps;
mod thread;

#[cfg(test)]
mod tests;

pub(crate) use idle::idle;
pub(crate) use rewritten::Rewritten;

use crate::ir::{Function, Module};

/// Rewrites the functions of a verified module whose waiting functions have no frames yet, and gives their
/// ticks the steps that go with them.
///
/// Functions, asks and origins keep their places; sites may be added. Functions that are the same as in a former
/// module, and call such as count the same, are taken over as they became then.
pub(crate) fn optimise_after(module: &mut Module, former: Option<&mut Rewritten>) {
    inline::inline(module);
    rewritten::each_alone(module, former);
}

/// The same after no other module.
#[cfg(test)]
pub(crate) fn optimise(module: &mut Module) {
    optimise_after(module, None);
}

/// Rewrites the functions so that they do the same, in the same steps where loops alone take any.
#[cfg(test)]
pub(crate) fn rewrite(module: &mut Module) {
    inline::inline(module);
    module.functions.iter_mut().filter(|function| function.frame.is_none()).for_each(shorten);
}

/// Shortens the ways through one function; nothing else of the module is looked at.
fn shorten(function: &mut Function) {
    thread::thread(function);
    rotate::rotate(function);
    thread::merge(function);
    function.compact();
}
