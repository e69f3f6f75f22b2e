//! Which registers still matter where: backward dataflow over the blocks of a function.

use super::{
    BlockId, Function, Module, Reg,
    crossing::{BitSet, Crossing},
};

/// The registers whose values matter at the start of every block.
///
/// The locals that a fault shows matter at its site. What a wait leads to counts as what comes next, so a
/// register that matters behind a wait matters before it, the one that takes the answer left out.
#[derive(Debug)]
pub struct Liveness {
    crossing: Crossing,
    starts: Vec<BitSet>,
}

impl Liveness {
    /// The liveness of a function's registers.
    pub fn of(module: &Module, function: &Function) -> Self {
        let crossing = Crossing::of(module, function);
        let order = function.reverse_postorder();
        let nothing = BitSet::empty(crossing.regs.len());
        let mut starts = vec![nothing.clone(); function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().rev() {
                let mut live = nothing.clone();
                for next in function.block(*block).term.successors() {
                    live.unite(&starts[next.0 as usize]);
                }
                let flow = &crossing.flows[block.0 as usize];
                flow.writes.iter().for_each(|number| live.remove(*number));
                flow.reads.iter().for_each(|number| live.insert(*number));
                changed |= starts[block.0 as usize].unite(&live);
            }
        }
        Self { crossing, starts }
    }

    /// What matters at the start of a block, in the order of the registers.
    pub fn at_start(&self, block: BlockId) -> impl Iterator<Item = Reg> + '_ {
        let live = &self.starts[block.0 as usize];
        let regs = (0..).zip(&self.crossing.regs);
        regs.filter(|(number, _)| live.contains(*number)).map(|(_, reg)| *reg)
    }
}
