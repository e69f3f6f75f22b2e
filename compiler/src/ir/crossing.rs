//! Which registers carry a value from one block to another. Most do not: what flows between blocks is asked
//! for these alone, so that the answer takes little room and time however long a function is.

use super::{Block, Function, Module, Reg};

/// The registers that some block reads before it writes them, and what every block does with them. Each has
/// a number, in the order of the registers.
#[derive(Debug)]
pub(super) struct Crossing {
    /// By number.
    pub(super) regs: Vec<Reg>,
    /// By block.
    pub(super) flows: Vec<Flow>,
}

/// What a block does with the registers that carry values between blocks, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// Those that it reads before it writes them; the locals that its faults show are read there.
    pub(super) reads: Vec<u32>,
    /// Those that it writes.
    pub(super) writes: Vec<u32>,
}

impl Crossing {
    /// The registers of a function that carry values between blocks.
    pub(super) fn of(module: &Module, function: &Function) -> Self {
        let mut touched = Touched {
            read: vec![usize::MAX; function.regs.len()],
            written: vec![usize::MAX; function.regs.len()],
        };
        let touches: Vec<_> = function
            .blocks
            .iter()
            .enumerate()
            .map(|(i, block)| touched.by(module, i, block))
            .collect();
        let mut numbers = vec![None; function.regs.len()];
        for reg in touches.iter().flat_map(|(reads, _)| reads) {
            numbers[reg.0 as usize] = Some(0);
        }
        let mut regs = Vec::new();
        for (i, number) in numbers.iter_mut().enumerate() {
            if number.is_some() {
                *number = Some(regs.len() as u32);
                regs.push(Reg(i as u32));
            }
        }
        let numbered = |regs: Vec<Reg>| -> Vec<u32> {
            regs.into_iter().filter_map(|reg| numbers[reg.0 as usize]).collect()
        };
        let flows = touches
            .into_iter()
            .map(|(reads, writes)| Flow { reads: numbered(reads), writes: numbered(writes) });
        Self { flows: flows.collect(), regs }
    }
}

/// For each register the block that was last seen to read it first, and to write it.
struct Touched {
    read: Vec<usize>,
    written: Vec<usize>,
}

impl Touched {
    /// What a block reads before it writes it, and what it writes.
    fn by(&mut self, module: &Module, number: usize, block: &Block) -> (Vec<Reg>, Vec<Reg>) {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut step = |uses: &[Reg], site: Option<abi::SiteId>, def: Option<Reg>| {
            let shown = site.map_or(&[][..], |site| module.sites[site.index()].shown());
            for reg in uses.iter().chain(shown) {
                let i = reg.0 as usize;
                if self.written[i] != number && self.read[i] != number {
                    self.read[i] = number;
                    reads.push(*reg);
                }
            }
            if let Some(reg) = def
                && self.written[reg.0 as usize] != number
            {
                self.written[reg.0 as usize] = number;
                writes.push(reg);
            }
        };
        for inst in &block.insts {
            step(&inst.uses(), inst.site(), inst.def());
        }
        step(&block.term.uses(), block.term.site(), block.term.def());
        (reads, writes)
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    /// None of so many numbers.
    pub(super) fn empty(numbers: usize) -> Self {
        Self(vec![0; numbers.div_ceil(64)])
    }

    /// All of so many numbers.
    pub(super) fn full(numbers: usize) -> Self {
        Self(vec![u64::MAX; numbers.div_ceil(64)])
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes a number away.
    pub(super) fn remove(&mut self, number: u32) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    /// Whether a number is in it.
    pub(super) fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Adds everything in another set; whether that changed anything.
    pub(super) fn unite(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Keeps only what is in another set too; whether that changed anything.
    pub(super) fn intersect(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, keep) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !keep != 0;
            *word &= keep;
        }
        changed
    }
}
