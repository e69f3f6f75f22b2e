//! From the intermediate representation to machine code. Only this folder knows Cranelift.
//!
//! A function that never waits becomes `(context, parameters…) -> value`; it faulted if the context says so.
//! A function that may wait becomes `(context) -> status` and keeps in its frame what outlives a wait.
//! Machine code never traps: whatever can go wrong is tested for, and told through the context.

mod code;
mod entry;
mod fault;
mod function;
mod inst;
mod memory;
mod number;
mod piece;
mod regions;
mod registers;
mod target;
mod term;
mod told;

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, fmt};

use abi::TRANSFER;
use cranelift_codegen::{ir::Signature, isa::TargetIsa};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _};

pub use code::NativeCode;
pub(crate) use piece::Former;
use piece::{Maker, Piece};

use crate::ir::{Block, CallGraph, Effects, Function, Module};

/// Why a module could not become machine code: a limit of the machine or of the code generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmitError(String);

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no machine code: {}", self.0)
    }
}

impl std::error::Error for EmitError {}

impl EmitError {
    fn new(cause: impl fmt::Display) -> Self {
        Self(cause.to_string())
    }
}

/// Up to so many arguments machine code is called directly, beyond that through an entry that reads them.
const DIRECT_ARGS: usize = 5;
/// How many words of registers a chain of calls may have: 256 KB of the machine's stack.
const CHAIN_LIMIT: u64 = 1 << 15;

/// A function of more instructions is not compiled: the time that it takes grows with their square.
const SIZE_LIMIT: usize = 10_000;

/// Everything about a module that the translation of each of its functions needs.
struct Unit<'m> {
    module: &'m Module,
    effects: Vec<Effects>,
    functions: Vec<FuncId>,
}

/// Compiles a verified module whose waiting functions have their frames.
pub fn emit(module: &Module) -> Result<NativeCode, EmitError> {
    emit_after(module, &[], None)
}

/// The same after another module, whose machine code is taken over for functions that are unchanged.
pub(crate) fn emit_after(
    module: &Module,
    unchanged: &[bool],
    former: Option<&mut Former>,
) -> Result<NativeCode, EmitError> {
    Emission::new(module)?.finish(unchanged, former)
}

/// The text of the code that each function becomes before the machine's own code is made of it.
#[cfg(test)]
pub(crate) fn clif(module: &Module) -> Result<Vec<String>, EmitError> {
    let emission = Emission::new(module)?;
    let isa = emission.jit.isa();
    let texts = (0..module.functions.len())
        .map(|i| Maker::new(&emission.unit, isa).optimised(i))
        .collect::<Result<Vec<_>, _>>();
    target::release(emission.jit);
    texts
}

/// A module on its way to machine code.
struct Emission<'m> {
    unit: Unit<'m>,
    jit: JITModule,
    entries: BTreeMap<usize, FuncId>,
}

impl<'m> Emission<'m> {
    fn new(module: &'m Module) -> Result<Self, EmitError> {
        let calls = CallGraph::of(module);
        if calls.deepest_chain(module) > CHAIN_LIMIT {
            return Err(EmitError::new("functions call each other too deeply"));
        }
        let size = |f: &Function| f.blocks.iter().map(Block::size).sum::<usize>();
        if module.functions.iter().any(|f| size(f) > SIZE_LIMIT) {
            return Err(EmitError::new("a function is too long"));
        }
        let words = |f: &Function| f.frame.as_ref().map_or(0, |frame| frame.words.len());
        if module.functions.iter().any(|f| words(f) > i32::MAX as usize / 16) {
            return Err(EmitError::new("a frame is too large"));
        }
        let widest = module.functions.iter().filter(|f| f.waits).map(|f| f.params).max();
        if widest.unwrap_or(0) as usize + 2 > TRANSFER {
            return Err(EmitError::new("a function that may wait has too many parameters"));
        }
        let effects = calls.effects(module);
        let mut jit = target::module(module)?;
        let mut functions = Vec::new();
        for function in &module.functions {
            let signature = signature(jit.isa(), direct_params(function));
            functions.push(jit.declare_anonymous_function(&signature).map_err(EmitError::new)?);
        }
        let unit = Unit { module, effects, functions };
        Ok(Self { unit, jit, entries: BTreeMap::new() })
    }

    fn compile(
        &mut self,
        unchanged: &[bool],
        former: Option<&mut Former>,
    ) -> Result<(), EmitError> {
        let pieces = piece::make(&self.unit, self.jit.isa(), unchanged, former)?;
        for (id, piece) in self.unit.functions.iter().zip(&pieces) {
            piece.define(&mut self.jit, *id)?;
        }
        for function in &self.unit.module.functions {
            let params = function.params as usize;
            if !function.waits && params > DIRECT_ARGS && !self.entries.contains_key(&params) {
                let signature = entry::signature(self.jit.isa());
                let id = self.jit.declare_anonymous_function(&signature).map_err(EmitError::new)?;
                let piece: Piece = Maker::new(&self.unit, self.jit.isa()).entry(params, id)?;
                piece.define(&mut self.jit, id)?;
                self.entries.insert(params, id);
            }
        }
        self.jit.finalize_definitions().map_err(EmitError::new)
    }

    fn finish(
        mut self,
        unchanged: &[bool],
        former: Option<&mut Former>,
    ) -> Result<NativeCode, EmitError> {
        match self.compile(unchanged, former) {
            Ok(()) => Ok(NativeCode::new(self.jit, &self.unit, &self.entries)),
            Err(error) => {
                target::release(self.jit);
                Err(error)
            }
        }
    }
}

/// How many arguments are handed over besides the context: a function that may wait has them in its frame.
fn direct_params(function: &Function) -> u32 {
    if function.waits { 0 } else { function.params }
}

/// The signature of a function with the context and so many parameters.
fn signature(isa: &dyn TargetIsa, params: u32) -> Signature {
    use cranelift_codegen::ir::{AbiParam, types::I64};
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend((0..=params).map(|_| AbiParam::new(I64)));
    signature.returns.push(AbiParam::new(I64));
    signature
}
