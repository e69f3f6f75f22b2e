//! Which registers still matter where: each is followed backwards from where it is read to where it is written.
//! That takes time in proportion to how long values are kept, however long the function is.

use super::{Block, BlockId, Function, Module, Reg};

/// The registers whose values matter at the start of every block.
///
/// The locals that a fault shows matter at its site. What a wait leads to counts as what comes next, so a
/// register that matters behind a wait matters before it, the one that takes the answer left out.
#[derive(Debug)]
pub struct Liveness {
    /// By block, in the order of the registers.
    starts: Vec<Vec<Reg>>,
}

/// For each register the blocks that read it before they write it, and those that write it.
struct Touching {
    reads: Vec<Vec<BlockId>>,
    writes: Vec<Vec<BlockId>>,
}

impl Touching {
    fn of(module: &Module, function: &Function, order: &[BlockId]) -> Self {
        let count = function.regs.len();
        let mut touching = Self { reads: vec![Vec::new(); count], writes: vec![Vec::new(); count] };
        order.iter().for_each(|id| touching.block(module, *id, function.block(*id)));
        touching
    }

    fn block(&mut self, module: &Module, id: BlockId, block: &Block) {
        let mut step = |uses: &[Reg], site: Option<abi::SiteId>, def: Option<Reg>| {
            let shown = site.map_or(&[][..], |site| module.sites[site.index()].shown());
            for reg in uses.iter().chain(shown) {
                let i = reg.0 as usize;
                if self.writes[i].last() != Some(&id) && self.reads[i].last() != Some(&id) {
                    self.reads[i].push(id);
                }
            }
            if let Some(written) = def.map(|reg| &mut self.writes[reg.0 as usize])
                && written.last() != Some(&id)
            {
                written.push(id);
            }
        };
        for inst in &block.insts {
            step(&inst.uses(), inst.site(), inst.def());
        }
        step(&block.term.uses(), block.term.shown_site(module), block.term.def());
    }
}

impl Liveness {
    /// The liveness of a function's registers.
    pub fn of(module: &Module, function: &Function) -> Self {
        let order = function.reverse_postorder();
        let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
        for id in &order {
            for next in function.block(*id).term.successors() {
                before[next.0 as usize].push(*id);
            }
        }
        let touching = Touching::of(module, function, &order);
        let mut liveness = Self { starts: vec![Vec::new(); function.blocks.len()] };
        // For each block the register that was last seen to be written in it.
        let mut written = vec![None; function.blocks.len()];
        for (i, (reads, writes)) in touching.reads.into_iter().zip(&touching.writes).enumerate() {
            let reg = Reg(i as u32);
            if !reads.is_empty() {
                writes.iter().for_each(|block| written[block.0 as usize] = Some(reg));
            }
            let mut open = reads;
            while let Some(block) = open.pop() {
                let live = &mut liveness.starts[block.0 as usize];
                if live.last() == Some(&reg) {
                    continue;
                }
                live.push(reg);
                let former = before[block.0 as usize].iter();
                open.extend(former.filter(|former| written[former.0 as usize] != Some(reg)));
            }
        }
        liveness
    }

    /// What matters at the start of a block, in the order of the registers.
    pub fn at_start(&self, block: BlockId) -> &[Reg] {
        &self.starts[block.0 as usize]
    }
}
