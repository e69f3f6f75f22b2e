//! The machine that code is made for, and memory for the code of one module.

use std::sync::OnceLock;

use cranelift_codegen::{
    isa::OwnedTargetIsa,
    settings::{self, Configurable},
};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::default_libcall_names;

use super::{EmitError, code};
use crate::ir::{Block, Module, Term};

/// Address space set aside for each instruction; what is not used costs no memory.
const BYTES_PER_INST: usize = 1024;
/// Address space set aside for each function.
const BYTES_PER_FUNCTION: usize = 4096;
/// Address space set aside whatever the module.
const BYTES_AT_LEAST: usize = 1 << 16;

fn isa() -> Result<OwnedTargetIsa, EmitError> {
    static ISA: OnceLock<Result<OwnedTargetIsa, EmitError>> = OnceLock::new();
    ISA.get_or_init(|| {
        let mut flags = settings::builder();
        let verifier = if cfg!(debug_assertions) { "true" } else { "false" };
        let choices = [
            ("opt_level", "speed"),
            ("enable_verifier", verifier),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("unwind_info", "false"),
            // Frames larger than a page are probed in place: no library function is ever called.
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
            // Rules are no secret keepers: they see the whole game anyway.
            ("enable_heap_access_spectre_mitigation", "false"),
            ("enable_table_access_spectre_mitigation", "false"),
        ];
        for (name, value) in choices {
            flags.set(name, value).map_err(EmitError::new)?;
        }
        let builder = cranelift_native::builder().map_err(EmitError::new)?;
        builder.finish(settings::Flags::new(flags)).map_err(EmitError::new)
    })
    .clone()
}

/// A module for machine code, with room for a module's functions.
///
/// All code lies in one piece of memory, so that its functions reach each other by short calls.
pub(super) fn module(module: &Module) -> Result<JITModule, EmitError> {
    let blocks = module.functions.iter().flat_map(|function| &function.blocks);
    let insts: usize = blocks.map(|block| block.size() + cases(block)).sum();
    let room =
        BYTES_AT_LEAST + insts * BYTES_PER_INST + module.functions.len() * BYTES_PER_FUNCTION;
    let memory = ArenaMemoryProvider::new_with_size(room).map_err(EmitError::new)?;
    let mut builder = JITBuilder::with_isa(isa()?, default_libcall_names());
    builder.memory_provider(Box::new(memory));
    Ok(JITModule::new(builder))
}

fn cases(block: &Block) -> usize {
    match &block.term {
        Term::Switch { cases, .. } => cases.len(),
        _ => 0,
    }
}

/// Gives back the memory of a module from which no code was handed out.
pub(super) fn release(jit: JITModule) {
    code::Memory::new(jit).release();
}
