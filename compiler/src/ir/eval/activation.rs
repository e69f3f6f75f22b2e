//! One running function of the evaluator: its registers and where it is.

use abi::{Fault, FaultKind, FunctionId, SiteId, Word};

use super::super::{BlockId, Function, Inst, Module, Reg, Term};

/// The entry of every function.
const ENTRY: BlockId = BlockId(0);

/// A fault of the machinery itself, where no line of the rules is to blame.
pub(crate) fn broken() -> Fault {
    Fault { kind: FaultKind::Internal, site: None, locals: Vec::new() }
}

/// The function of an identity that waits or does not, as is asked for.
pub(super) fn find(module: &Module, id: FunctionId, waits: bool) -> Result<&Function, Fault> {
    module.functions.get(id.index()).filter(|function| function.waits == waits).ok_or_else(broken)
}

/// A running function.
#[derive(Debug)]
pub(super) struct Activation<'m> {
    pub(super) function: &'m Function,
    regs: Vec<Word>,
    block: BlockId,
    next: usize,
    /// Where the caller wants the value.
    pub(super) returns_to: Option<Reg>,
    /// The line of the call that it waits for, if that may fault for it.
    pub(super) calls_at: Option<SiteId>,
}

impl<'m> Activation<'m> {
    pub(super) fn new(function: &'m Function, args: &[Word], returns_to: Option<Reg>) -> Self {
        let mut regs = vec![0; function.regs.len()];
        for (reg, arg) in regs.iter_mut().zip(args) {
            *reg = *arg;
        }
        Self { function, regs, block: ENTRY, next: 0, returns_to, calls_at: None }
    }

    pub(super) fn get(&self, reg: Reg) -> Result<Word, Fault> {
        self.regs.get(reg.0 as usize).copied().ok_or_else(broken)
    }

    pub(super) fn get_all(&self, regs: &[Reg]) -> Result<Vec<Word>, Fault> {
        regs.iter().map(|reg| self.get(*reg)).collect()
    }

    pub(super) fn set(&mut self, reg: Reg, word: Word) -> Result<(), Fault> {
        *self.regs.get_mut(reg.0 as usize).ok_or_else(broken)? = word;
        Ok(())
    }

    /// Goes on at the start of a block.
    pub(super) fn enter(&mut self, block: BlockId) {
        self.block = block;
        self.next = 0;
    }

    pub(super) fn block(&self) -> BlockId {
        self.block
    }

    /// The next instruction, or at the end of the block its terminator.
    pub(super) fn step(&mut self) -> Result<Result<&'m Inst, &'m Term>, Fault> {
        let block = self.function.blocks.get(self.block.0 as usize).ok_or_else(broken)?;
        let inst = block.insts.get(self.next);
        self.next += 1;
        Ok(inst.ok_or(&block.term))
    }
}
