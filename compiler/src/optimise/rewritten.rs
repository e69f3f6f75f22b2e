//! Functions that were rewritten before: each is rewritten by itself, so the same function becomes the same.

use std::collections::BTreeMap;

use super::{shorten, steps};
use crate::ir::{CallGraph, Function, Inst, Module};

/// The functions of the last module by their places, and what became of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewritten(BTreeMap<usize, Known>);

#[derive(Clone, Debug)]
struct Known {
    /// The function with others inside it, not yet shortened.
    before: Function,
    /// What calls of its callees counted.
    callees: Vec<usize>,
    /// What became of it, and what a call of it counts.
    after: Function,
    counts: usize,
}

/// Shortens the functions of a module that have no frames yet and gives their ticks their steps, callees first.
pub(super) fn each_alone(module: &mut Module, mut former: Option<&mut Rewritten>) {
    let order = CallGraph::of(module).order().to_vec();
    let mut called = steps::Called::new(module.functions.len());
    for id in order {
        let id = id.index();
        let function = &mut module.functions[id];
        if function.frame.is_none() {
            let counts = match former.as_deref_mut() {
                Some(former) => former.rewrite(id, function, &called),
                None => rewrite(function, &called),
            };
            called.set(id, counts);
        }
    }
    if let Some(Rewritten(known)) = former {
        known.retain(|place, _| *place < module.functions.len());
    }
}

/// Rewrites one function; nothing else of the module is looked at but what its callees count.
fn rewrite(function: &mut Function, called: &steps::Called) -> usize {
    shorten(function);
    steps::weigh(function, called)
}

impl Rewritten {
    fn rewrite(&mut self, id: usize, function: &mut Function, called: &steps::Called) -> usize {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let callees: Vec<usize> = insts
            .filter_map(|inst| match inst {
                Inst::Call { function, .. } => Some(called.get(function.index())),
                _ => None,
            })
            .collect();
        let known = self.0.get(&id);
        let known = known.filter(|known| known.callees == callees && known.before == *function);
        if let Some(known) = known {
            function.clone_from(&known.after);
            return known.counts;
        }
        let before = function.clone();
        let counts = rewrite(function, called);
        self.0.insert(id, Known { before, callees, after: function.clone(), counts });
        counts
    }
}
