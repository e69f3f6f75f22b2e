//! Whether every register has a value before it is read, whatever way leads there.

use super::{BlockId, Function, Module, Reg, liveness::Liveness};

/// Every register that some way from the start reads without a value, in words: it matters at the start.
pub(super) fn undefined_uses(module: &Module, function: &Function) -> Vec<String> {
    let liveness = Liveness::of(module, function);
    let undefined = liveness.at_start(BlockId(0)).iter().filter(|reg| reg.0 >= function.params);
    let tell = |reg: &Reg| {
        let block = reader(module, function, &liveness, *reg);
        format!("b{} reads {reg}, which may have no value", block.0)
    };
    undefined.map(tell).collect()
}

/// A block that reads a register which nothing on the way from the start has written.
fn reader(module: &Module, function: &Function, liveness: &Liveness, reg: Reg) -> BlockId {
    let mut seen = vec![false; function.blocks.len()];
    let mut open = vec![BlockId(0)];
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        match touched(module, function, id, reg) {
            Some(true) => return id,
            Some(false) => {}
            None => {
                let next = function.block(id).term.successors().into_iter();
                open.extend(next.filter(|to| liveness.at_start(*to).binary_search(&reg).is_ok()));
            }
        }
    }
    BlockId(0)
}

/// Whether a block reads a register before it writes it, if it does either.
fn touched(module: &Module, function: &Function, id: BlockId, reg: Reg) -> Option<bool> {
    let block = function.block(id);
    let reads = |uses: Vec<Reg>, site: Option<abi::SiteId>| {
        let shown = site.map_or(&[][..], |site| module.sites[site.index()].shown());
        uses.contains(&reg) || shown.contains(&reg)
    };
    for inst in &block.insts {
        if reads(inst.uses(), inst.site()) {
            return Some(true);
        }
        if inst.def() == Some(reg) {
            return Some(false);
        }
    }
    if reads(block.term.uses(), block.term.site()) {
        return Some(true);
    }
    (block.term.def() == Some(reg)).then_some(false)
}
