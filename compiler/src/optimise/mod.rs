//! Changes to the intermediate representation that make it run faster and mean the same: what the code
//! generator behind it does not do by itself.

mod idle;
mod inline;
mod rotate;
mod steps;
mod thread;

#[cfg(test)]
mod tests;

pub(crate) use idle::idle;

use crate::ir::Module;

/// Rewrites the functions of a verified module whose waiting functions have no frames yet, and gives their
/// ticks the steps that go with them.
///
/// Functions, asks and origins keep their places; sites may be added.
pub(crate) fn optimise(module: &mut Module) {
    rewrite(module);
    steps::weigh(module);
}

/// Rewrites the functions so that they do the same, in the same steps where loops alone take any.
pub(crate) fn rewrite(module: &mut Module) {
    inline::inline(module);
    for function in module.functions.iter_mut().filter(|function| function.frame.is_none()) {
        thread::thread(function);
        rotate::rotate(function);
        thread::merge(function);
        function.compact();
    }
}
