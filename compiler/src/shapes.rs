//! What a program tells of its functions and sites, taken from the finished intermediate representation.

use abi::{FunctionShape, Site, Ty};

use crate::{ir::Module, suspend::shape};

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
        }
    });
    shapes.collect()
}

/// The sites of a module, in their order, with the names and types of the locals that a fault shows.
pub fn site_table(module: &Module) -> Vec<Site> {
    let mut sites: Vec<Site> =
        module.sites.iter().map(|site| Site { origin: site.origin, locals: Vec::new() }).collect();
    for function in &module.functions {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let terms = function.blocks.iter().map(|block| &block.term);
        let used = insts.filter_map(|inst| inst.site()).chain(terms.filter_map(|term| term.site()));
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
