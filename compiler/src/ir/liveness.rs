//! Which registers still matter where: backward dataflow over the blocks of a function.

use super::{BlockId, Function, Module, Reg};

/// A set of registers of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegSet(Vec<u64>);

impl RegSet {
    /// No register of a function with so many.
    pub fn empty(regs: usize) -> Self {
        Self(vec![0; regs.div_ceil(64)])
    }

    /// All registers of a function with so many.
    pub fn full(regs: usize) -> Self {
        Self(vec![u64::MAX; regs.div_ceil(64)])
    }

    /// Adds a register.
    pub fn insert(&mut self, reg: Reg) {
        self.0[reg.0 as usize / 64] |= 1 << (reg.0 % 64);
    }

    /// Takes a register away.
    pub fn remove(&mut self, reg: Reg) {
        self.0[reg.0 as usize / 64] &= !(1 << (reg.0 % 64));
    }

    /// Whether a register is in it.
    pub fn contains(&self, reg: Reg) -> bool {
        self.0[reg.0 as usize / 64] >> (reg.0 % 64) & 1 == 1
    }

    /// Adds all registers of another set; whether that changed anything.
    pub fn unite(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Keeps only what is in another set too; whether that changed anything.
    pub fn intersect(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, keep) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !keep != 0;
            *word &= keep;
        }
        changed
    }

    /// The registers, in order, of a function with so many.
    pub fn iter(&self, regs: usize) -> impl Iterator<Item = Reg> + '_ {
        (0..regs as u32).map(Reg).filter(|reg| self.contains(*reg))
    }
}

/// The registers whose values matter at the start of every block.
///
/// The locals that a fault shows matter at its site. What a wait leads to counts as what comes next, so a
/// register that matters behind a wait matters before it, the one that takes the answer left out.
#[derive(Debug)]
pub struct Liveness {
    starts: Vec<RegSet>,
}

impl Liveness {
    /// The liveness of a function's registers.
    pub fn of(module: &Module, function: &Function) -> Self {
        let regs = function.regs.len();
        let order = function.reverse_postorder();
        let mut liveness = Self { starts: vec![RegSet::empty(regs); function.blocks.len()] };
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().rev() {
                let live = liveness.before(module, function, *block);
                changed |= liveness.starts[block.0 as usize].unite(&live);
            }
        }
        liveness
    }

    /// What matters at the start of a block.
    pub fn at_start(&self, block: BlockId) -> &RegSet {
        &self.starts[block.0 as usize]
    }

    fn before(&self, module: &Module, function: &Function, block: BlockId) -> RegSet {
        let block = function.block(block);
        let mut live = RegSet::empty(function.regs.len());
        for next in block.term.successors() {
            live.unite(self.at_start(next));
        }
        let mut step = |def: Option<Reg>, uses: Vec<Reg>, site: Option<abi::SiteId>| {
            if let Some(def) = def {
                live.remove(def);
            }
            let shown = site.map(|site| module.sites[site.index()].shown());
            uses.into_iter().chain(shown.into_iter().flatten().copied()).for_each(|reg| {
                live.insert(reg);
            });
        };
        step(block.term.def(), block.term.uses(), block.term.site());
        for inst in block.insts.iter().rev() {
            step(inst.def(), inst.uses(), inst.site());
        }
        live
    }
}
