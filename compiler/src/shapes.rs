//! What a program tells of its functions and sites, taken from the finished intermediate representation.

use std::collections::BTreeSet;

use abi::{FunctionShape, Site, Ty, WaitingCall};

use crate::{
    ir::{Function, Inst, Module, Reg, Term},
    suspend::shape,
};

/// The shapes of a module's functions, in their order, once its waiting functions have their frames.
pub fn function_shapes(module: &Module) -> Vec<FunctionShape> {
    let shapes = module.functions.iter().map(|function| {
        let params = &function.regs[..function.params as usize];
        FunctionShape {
            name: function.name.clone(),
            params: params.iter().map(|reg| reg.ty).collect(),
            result: function.result,
            frame: function.frame.as_ref().map(|frame| frame.words.clone()),
            shape: shape(module, function),
            waits: waits(module, function),
        }
    });
    shapes.collect()
}

/// Which line waits at each wait of a function, and where the frame has the locals of that line.
fn waits(module: &Module, function: &Function) -> Vec<Option<WaitingCall>> {
    let Some(frame) = &function.frame else { return Vec::new() };
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let terms = function.blocks.iter().map(|block| &block.term);
    let written: BTreeSet<Reg> =
        insts.filter_map(Inst::def).chain(terms.filter_map(Term::def)).collect();
    let waits = frame.resumes.iter().map(|resume| {
        let site = function.block(resume.asked_in).term.call_site()?;
        // What is not needed any more is not stored again; a parameter that never changes still is what it was.
        let stored = |reg: &Reg| {
            resume.live.contains(reg) || reg.0 < function.params && !written.contains(reg)
        };
        let shown = module.sites[site.index()].shown().iter();
        let words = shown.map(|reg| frame.slots[reg.0 as usize].filter(|_| stored(reg)));
        Some(WaitingCall { site, words: words.collect() })
    });
    waits.collect()
}

/// The sites of a module, in their order, with the names and types of the locals that a fault shows.
pub fn site_table(module: &Module) -> Vec<Site> {
    let mut sites: Vec<Site> =
        module.sites.iter().map(|site| Site { origin: site.origin, locals: Vec::new() }).collect();
    for function in &module.functions {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let terms = function.blocks.iter().map(|block| &block.term);
        let terms = terms.filter_map(|term| term.site().or(term.call_site()));
        let used = insts.filter_map(|inst| inst.site()).chain(terms);
        for id in used {
            let named = module.sites[id.index()].locals.iter().map(|reg| {
                let shape = &function.regs[reg.0 as usize];
                (shape.name.clone().unwrap_or_default(), shape.ty)
            });
            let locals: Vec<(String, Ty)> = named.collect();
            sites[id.index()].locals = locals;
        }
    }
    sites
}
