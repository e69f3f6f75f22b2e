//! Whether every register has a value before it is read, whatever way leads there.

use super::{Function, Module, Reg, liveness::RegSet};

/// Every read of a register that some way reaches without a value, in words.
pub(super) fn undefined_uses(module: &Module, function: &Function) -> Vec<String> {
    let regs = function.regs.len();
    let order = function.reverse_postorder();
    let mut starts = vec![RegSet::full(regs); function.blocks.len()];
    let mut entry = RegSet::empty(regs);
    (0..function.params).map(Reg).for_each(|reg| entry.insert(reg));
    starts[0] = entry;
    let mut changed = true;
    while changed {
        changed = false;
        for id in &order {
            let mut defined = starts[id.0 as usize].clone();
            let block = function.block(*id);
            let defs = block.insts.iter().filter_map(|inst| inst.def());
            defs.chain(block.term.def()).for_each(|reg| defined.insert(reg));
            for next in block.term.successors() {
                changed |= starts[next.0 as usize].intersect(&defined);
            }
        }
    }
    let mut found = Vec::new();
    for id in &order {
        let mut defined = starts[id.0 as usize].clone();
        let block = function.block(*id);
        let mut read = |defined: &RegSet, uses: Vec<Reg>, site: Option<abi::SiteId>| {
            let shown = site.map(|site| module.sites[site.index()].shown());
            for reg in uses.iter().chain(shown.into_iter().flatten()) {
                if !defined.contains(*reg) {
                    found.push(format!("b{} reads {reg}, which may have no value", id.0));
                }
            }
        };
        for inst in &block.insts {
            read(&defined, inst.uses(), inst.site());
            inst.def().into_iter().for_each(|reg| defined.insert(reg));
        }
        read(&defined, block.term.uses(), block.term.site());
    }
    found
}
