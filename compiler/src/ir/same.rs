//! Which functions of a module are what they were in another one, with all of the module that they refer to.

use super::{Function, Inst, Module, Term};

/// For each function whether it is the one in its place in a former module, and so is what it names: its sites
/// with the locals that they show, what its callees take and give, the types of its asks, and all tables. What is
/// made of such a function alone comes out the same.
///
/// The former module was verified; this one need not be, and its waiting functions may lack their frames, which
/// are made of them alone.
pub(crate) fn unchanged(old: &Module, new: &Module) -> Vec<bool> {
    if old.strides != new.strides || old.links != new.links {
        return vec![false; new.functions.len()];
    }
    let same = |(i, function): (usize, &Function)| {
        let same = old.functions.get(i).is_some_and(|old| same_function(old, function));
        same && same_surroundings(old, new, function)
    };
    new.functions.iter().enumerate().map(same).collect()
}

fn same_function(old: &Function, new: &Function) -> bool {
    let Function { name, params, result, waits, regs, blocks, frame } = new;
    (&old.name, old.params, old.result, old.waits) == (name, *params, *result, *waits)
        && old.regs == *regs
        && old.blocks == *blocks
        && (old.frame == *frame || *waits && frame.is_none())
}

fn same_surroundings(old: &Module, new: &Module, function: &Function) -> bool {
    function.blocks.iter().all(|block| {
        block.insts.iter().all(|inst| {
            let same_callee = match inst {
                Inst::Call { function, .. } => same_head(old, new, function.index()),
                _ => true,
            };
            same_callee && inst.site().is_none_or(|site| same_site(old, new, site.index()))
        }) && same_term(old, new, &block.term)
    })
}

fn same_term(old: &Module, new: &Module, term: &Term) -> bool {
    let same_target = match term {
        // Whether the line of the call is shown depends on what the callee does.
        Term::CallWaiting { function, .. } => {
            same_head(old, new, function.index()) && term.shown_site(old) == term.shown_site(new)
        }
        Term::Ask { ask, .. } => match (old.asks.get(ask.index()), new.asks.get(ask.index())) {
            (Some(a), Some(b)) => (a.kind, a.ty) == (b.kind, b.ty),
            _ => false,
        },
        _ => true,
    };
    let mut sites = term.site().into_iter().chain(term.call_site());
    same_target && sites.all(|site| same_site(old, new, site.index()))
}

fn same_site(old: &Module, new: &Module, site: usize) -> bool {
    match (old.sites.get(site), new.sites.get(site)) {
        (Some(a), Some(b)) => a.locals == b.locals,
        _ => false,
    }
}

/// What a caller sees of a function.
fn same_head(old: &Module, new: &Module, function: usize) -> bool {
    let (Some(a), Some(b)) = (old.functions.get(function), new.functions.get(function)) else {
        return false;
    };
    (a.params, a.result, a.waits) == (b.params, b.result, b.waits)
        && a.regs.get(..a.params as usize) == b.regs.get(..b.params as usize)
}

#[cfg(test)]
mod tests;
