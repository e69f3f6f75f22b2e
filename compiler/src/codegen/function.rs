//! One function of the intermediate representation as one function of the code generator.

use std::collections::BTreeMap;

use abi::{FunctionId, SiteId, Word};
use cranelift_codegen::{
    ir::{self, Block, FuncRef, InstBuilder, SigRef, Value, condcodes::IntCC, types::I64},
    isa::TargetIsa,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::{EmitError, Unit, regions::Regions, registers::Registers, told::Told};
use crate::ir::{BlockId, Effects, FrameLayout, Function, Reg};

/// Up to so many waits are told apart one by one, beyond that by a table of jumps.
const COMPARED_RESUMES: usize = 3;

/// A function in the course of translation.
pub(super) struct Translator<'u, 'b> {
    pub(super) unit: &'u Unit<'u>,
    pub(super) function: &'u Function,
    pub(super) effects: Effects,
    pub(super) isa: &'u dyn TargetIsa,
    pub(super) builder: FunctionBuilder<'b>,
    pub(super) context: Value,
    pub(super) registers: Registers,
    pub(super) regions: Regions,
    pub(super) faults: BTreeMap<(SiteId, Told), Block>,
    pub(super) exit: Option<Block>,
    pub(super) imports: BTreeMap<FunctionId, FuncRef>,
    pub(super) host_signature: Option<SigRef>,
    blocks: Vec<Block>,
    /// For each block how many ways into it are still to be translated.
    ways: Vec<u32>,
}

/// Translates a function of a unit.
pub(super) fn translate(
    unit: &Unit<'_>,
    index: usize,
    isa: &dyn TargetIsa,
    target: &mut ir::Function,
    builders: &mut FunctionBuilderContext,
) -> Result<(), EmitError> {
    let function = &unit.module.functions[index];
    let regions = Regions::new(target);
    let mut builder = FunctionBuilder::new(target, builders);
    let prologue = builder.create_block();
    builder.append_block_params_for_function_params(prologue);
    builder.switch_to_block(prologue);
    builder.seal_block(prologue);
    let params = builder.block_params(prologue).to_vec();
    let order = function.reverse_postorder();
    let mut blocks = vec![prologue; function.blocks.len()];
    for block in &order {
        blocks[block.0 as usize] = builder.create_block();
    }
    let registers = Registers::new(function, &mut builder);
    let mut translator = Translator {
        unit,
        function,
        effects: unit.effects[index],
        isa,
        builder,
        context: params[0],
        registers,
        regions,
        faults: BTreeMap::new(),
        exit: None,
        imports: BTreeMap::new(),
        host_signature: None,
        ways: ways(function, &order),
        blocks,
    };
    translator.prologue(&params[1..])?;
    for block in order {
        translator.block(block)?;
    }
    translator.fill_faults();
    translator.builder.seal_all_blocks();
    let config = translator.isa.frontend_config();
    translator.builder.finalize(config);
    Ok(())
}

/// How many ways lead into every block: from other blocks, from the start, and from behind a wait.
fn ways(function: &Function, order: &[BlockId]) -> Vec<u32> {
    let mut ways = vec![0; function.blocks.len()];
    ways[0] = 1;
    for block in order {
        let term = &function.block(*block).term;
        if !term.waits() {
            term.successors().iter().for_each(|to| ways[to.0 as usize] += 1);
        }
    }
    for resume in function.frame.iter().flat_map(|frame| &frame.resumes) {
        ways[resume.then.0 as usize] += 1;
    }
    ways
}

impl<'u> Translator<'u, '_> {
    pub(super) fn word(&mut self, word: Word) -> Value {
        self.builder.ins().iconst(I64, word)
    }

    pub(super) fn get(&mut self, reg: Reg) -> Value {
        self.registers.get(&mut self.builder, reg)
    }

    pub(super) fn set(&mut self, reg: Reg, value: Value) {
        self.registers.set(&mut self.builder, reg, value);
    }

    /// The block to jump to; the caller then calls [`Self::arrived`] once for the jump.
    pub(super) fn target(&self, to: BlockId) -> Block {
        self.blocks[to.0 as usize]
    }

    /// Notes that one more way into a block was translated.
    pub(super) fn arrived(&mut self, to: BlockId) {
        let ways = &mut self.ways[to.0 as usize];
        *ways -= 1;
        if *ways == 0 {
            self.builder.seal_block(self.blocks[to.0 as usize]);
        }
    }

    pub(super) fn jump(&mut self, to: BlockId) {
        let target = self.target(to);
        self.builder.ins().jump(target, &[]);
        self.arrived(to);
    }

    fn block(&mut self, id: BlockId) -> Result<(), EmitError> {
        let target = self.target(id);
        self.builder.switch_to_block(target);
        let block: &'u _ = self.function.block(id);
        for inst in &block.insts {
            self.inst(inst);
        }
        self.term(id, &block.term)
    }

    /// Takes the parameters, or finds the way to behind the wait where the function stopped.
    fn prologue(&mut self, params: &[Value]) -> Result<(), EmitError> {
        if !self.function.waits {
            for (i, param) in params.iter().enumerate() {
                self.set(Reg(i as u32), *param);
            }
            self.jump(BlockId(0));
            return Ok(());
        }
        let function: &'u Function = self.function;
        let frame = function.frame.as_ref();
        let frame = frame.ok_or_else(|| EmitError::new("a waiting function has no frame"))?;
        let address = self.frame_address();
        let index = self.load_stack(address, 0);
        let resumes: Vec<Block> =
            frame.resumes.iter().map(|_| self.builder.create_block()).collect();
        let start = self.builder.create_block();
        self.dispatch(index, start, &resumes);
        self.builder.switch_to_block(start);
        self.builder.seal_block(start);
        for i in 0..function.params {
            let value = self.load_stack(address, 8 * (i as i32 + 1));
            self.set(Reg(i), value);
        }
        self.jump(BlockId(0));
        for (resume, block) in frame.resumes.iter().zip(resumes) {
            self.builder.switch_to_block(block);
            self.builder.seal_block(block);
            for reg in &resume.live {
                let value = self.load_stack(address, slot(frame, *reg)?);
                self.set(*reg, value);
            }
            if let Some(into) = resume.into {
                let answer = self.load_state(abi::ContextField::Answer);
                self.set(into, answer);
            }
            self.jump(resume.then);
        }
        Ok(())
    }

    /// Jumps to the block of a resume index; 0, and whatever else, leads to the start.
    fn dispatch(&mut self, index: Value, start: Block, resumes: &[Block]) {
        if resumes.len() > COMPARED_RESUMES {
            let pool = &mut self.builder.func.dfg.value_lists;
            let mut calls: Vec<_> = [start]
                .iter()
                .chain(resumes)
                .map(|block| ir::BlockCall::new(*block, [], pool))
                .collect();
            let table = ir::JumpTableData::new(calls[0], &std::mem::take(&mut calls));
            let table = self.builder.create_jump_table(table);
            let index = self.builder.ins().ireduce(ir::types::I32, index);
            self.builder.ins().br_table(index, table);
            return;
        }
        for (i, block) in resumes.iter().enumerate() {
            let number = self.word(i as Word + 1);
            let here = self.builder.ins().icmp(IntCC::Equal, index, number);
            let next = self.builder.create_block();
            self.builder.ins().brif(here, *block, &[], next, &[]);
            self.builder.switch_to_block(next);
            self.builder.seal_block(next);
        }
        self.builder.ins().jump(start, &[]);
    }
}

/// Where a register lies in the frame, in bytes.
pub(super) fn slot(frame: &FrameLayout, reg: Reg) -> Result<i32, EmitError> {
    let slot = frame.slots.get(reg.0 as usize).copied().flatten();
    let slot = slot.ok_or_else(|| EmitError::new("a register has no word in the frame"))?;
    Ok(slot as i32 * 8)
}
