//! Whether every register has a value before it is read, whatever way leads there.

use super::{
    Function, Module,
    crossing::{BitSet, Crossing},
};

/// Every read of a register that some way reaches without a value, in words.
pub(super) fn undefined_uses(module: &Module, function: &Function) -> Vec<String> {
    let crossing = Crossing::of(module, function);
    let count = crossing.regs.len();
    let order = function.reverse_postorder();
    let mut starts = vec![BitSet::full(count); function.blocks.len()];
    let mut entry = BitSet::empty(count);
    let params = (0..).zip(&crossing.regs).filter(|(_, reg)| reg.0 < function.params);
    params.for_each(|(number, _)| entry.insert(number));
    starts[0] = entry;
    let mut changed = true;
    while changed {
        changed = false;
        for id in &order {
            let mut defined = starts[id.0 as usize].clone();
            let writes = &crossing.flows[id.0 as usize].writes;
            writes.iter().for_each(|number| defined.insert(*number));
            for next in function.block(*id).term.successors() {
                changed |= starts[next.0 as usize].intersect(&defined);
            }
        }
    }
    let mut found = Vec::new();
    for id in &order {
        for number in &crossing.flows[id.0 as usize].reads {
            if !starts[id.0 as usize].contains(*number) {
                let reg = crossing.regs[*number as usize];
                found.push(format!("b{} reads {reg}, which may have no value", id.0));
            }
        }
    }
    found
}
