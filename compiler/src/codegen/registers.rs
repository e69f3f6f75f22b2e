//! Where the registers of the intermediate representation live while a function is translated.

use abi::Word;
use cranelift_codegen::ir::{Value, types::I64};
use cranelift_frontend::{FunctionBuilder, Variable};

use crate::ir::{Function, Inst, Reg};

/// A register written in one place is that value; one written in several is a variable.
#[derive(Clone, Copy, Debug)]
enum Home {
    Single(Option<Value>),
    Variable(Variable),
}

/// The homes of all registers of a function.
#[derive(Debug)]
pub(super) struct Registers {
    homes: Vec<Home>,
    constants: Vec<Option<Word>>,
}

impl Registers {
    pub(super) fn new(function: &Function, builder: &mut FunctionBuilder<'_>) -> Self {
        let mut writes = vec![0_u32; function.regs.len()];
        let mut constants = vec![None; function.regs.len()];
        let mut write = |reg: Reg| writes[reg.0 as usize] += 1;
        (0..function.params).map(Reg).for_each(&mut write);
        for block in &function.blocks {
            for inst in &block.insts {
                inst.def().into_iter().for_each(&mut write);
                if let Inst::Const { dst, value } = inst {
                    constants[dst.0 as usize] = Some(*value);
                }
            }
            block.term.def().into_iter().for_each(&mut write);
        }
        // What is loaded again behind a wait has one more place where it gets its value.
        let resumes = function.frame.iter().flat_map(|frame| &frame.resumes);
        resumes.flat_map(|resume| &resume.live).copied().for_each(&mut write);
        let mut homes = Vec::with_capacity(writes.len());
        for (constant, writes) in constants.iter_mut().zip(&writes) {
            if *writes == 1 {
                homes.push(Home::Single(None));
            } else {
                *constant = None;
                homes.push(Home::Variable(builder.declare_var(I64)));
            }
        }
        Self { homes, constants }
    }

    /// The value of a register here.
    pub(super) fn get(&self, builder: &mut FunctionBuilder<'_>, reg: Reg) -> Value {
        match self.homes[reg.0 as usize] {
            Home::Single(value) => {
                value.expect("verified: a register is written before it is read")
            }
            Home::Variable(variable) => builder.use_var(variable),
        }
    }

    /// Gives a register a value from here on.
    pub(super) fn set(&mut self, builder: &mut FunctionBuilder<'_>, reg: Reg, value: Value) {
        match &mut self.homes[reg.0 as usize] {
            Home::Single(home) => *home = Some(value),
            Home::Variable(variable) => builder.def_var(*variable, value),
        }
    }

    /// The word that a register has wherever it has a value, if that is known.
    pub(super) fn constant(&self, reg: Reg) -> Option<Word> {
        self.constants[reg.0 as usize]
    }
}
