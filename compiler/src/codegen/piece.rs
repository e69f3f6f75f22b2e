//! The machine code of single functions on its way into memory: made on all cores, and taken over from the
//! module before where nothing about a function has changed.

use std::{
    fmt,
    num::NonZero,
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use cranelift_codegen::{Context, isa::TargetIsa};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _, ModuleReloc};

use super::{EmitError, Unit, direct_params, entry, function, signature};
use crate::ir::{Block, Effects, Inst, Module, unchanged};

/// So many functions are worth a thread of their own.
const WORTH_A_THREAD: usize = 32;
/// More threads than this only wait for each other.
const MOST_THREADS: usize = 8;

/// The machine code of one function, not yet where it will run.
pub(super) struct Piece {
    alignment: u64,
    bytes: Vec<u8>,
    relocs: Vec<ModuleReloc>,
}

impl Piece {
    /// Puts the code into the memory of a module.
    pub(super) fn define(&self, jit: &mut JITModule, id: FuncId) -> Result<(), EmitError> {
        let Self { alignment, bytes, relocs, .. } = self;
        jit.define_function_bytes(id, *alignment, bytes, relocs).map_err(EmitError::new)
    }
}

/// The module that was compiled last, with the machine code of its functions.
#[derive(Clone, Default)]
pub(crate) struct Former {
    module: Module,
    effects: Vec<Effects>,
    pieces: Vec<Arc<Piece>>,
}

impl Former {
    /// For each function of a module whether it is the same here, with all that it refers to.
    pub(crate) fn unchanged(&self, module: &Module) -> Vec<bool> {
        unchanged(&self.module, module)
    }

    /// The module itself.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Keeps a module for the next one.
    fn keep(&mut self, unit: &Unit<'_>, unchanged: &[bool], pieces: &[Arc<Piece>]) {
        let mut known = std::mem::take(&mut self.module.functions).into_iter();
        let functions = unit.module.functions.iter().enumerate().map(|(i, function)| {
            let same = unchanged.get(i).copied().unwrap_or(false);
            known.next().filter(|_| same).unwrap_or_else(|| function.clone())
        });
        let functions = functions.collect();
        let Module { functions: _, asks, origins, sites, strides, links } = unit.module;
        self.module = Module {
            functions,
            asks: asks.clone(),
            origins: origins.clone(),
            sites: sites.clone(),
            strides: strides.clone(),
            links: links.clone(),
        };
        self.effects.clone_from(&unit.effects);
        self.pieces = pieces.to_vec();
    }

    /// The code of all functions, in words that can be compared.
    #[cfg(test)]
    pub(crate) fn told(&self) -> Vec<String> {
        let told = |piece: &Arc<Piece>| {
            let Piece { alignment, bytes, relocs } = &**piece;
            let relocs = relocs.iter().map(|it| (it.offset, it.kind, &it.name, it.addend));
            format!("{alignment} {bytes:?} {:?}", relocs.collect::<Vec<_>>())
        };
        self.pieces.iter().map(told).collect()
    }

    /// How many functions have the very code that they have in another one.
    #[cfg(test)]
    pub(crate) fn shared(&self, other: &Self) -> usize {
        let pairs = self.pieces.iter().zip(&other.pieces);
        pairs.filter(|(piece, other)| Arc::ptr_eq(piece, other)).count()
    }

    /// The code of an unchanged function, if what its callees may do is unchanged as well.
    fn piece(&self, unit: &Unit<'_>, i: usize) -> Option<&Arc<Piece>> {
        let same = |i: usize| self.effects.get(i) == unit.effects.get(i);
        let mut insts = unit.module.functions[i].blocks.iter().flat_map(|block| &block.insts);
        let holds = same(i)
            && insts.all(|inst| match inst {
                Inst::Call { function, .. } => same(function.index()),
                _ => true,
            });
        self.pieces.get(i).filter(|_| holds)
    }
}

impl fmt::Debug for Former {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Former({} functions)", self.pieces.len())
    }
}

/// Makes the code of all functions. Which thread makes which function changes nothing about the code.
pub(super) fn make(
    unit: &Unit<'_>,
    isa: &dyn TargetIsa,
    unchanged: &[bool],
    former: Option<&mut Former>,
) -> Result<Vec<Arc<Piece>>, EmitError> {
    let functions = &unit.module.functions;
    // The longest first, so that no thread is left alone with one at the end.
    let old = former.as_deref();
    let known = |i: usize| {
        old.filter(|_| unchanged.get(i).copied().unwrap_or(false))?.piece(unit, i).cloned()
    };
    let known: Vec<Option<Arc<Piece>>> = (0..functions.len()).map(known).collect();
    let mut order: Vec<usize> = (0..functions.len()).filter(|i| known[*i].is_none()).collect();
    let size = |i: &usize| functions[*i].blocks.iter().map(Block::size).sum::<usize>();
    order.sort_by_key(|i| std::cmp::Reverse(size(i)));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut maker = Maker::new(unit, isa);
        let mut made = Vec::new();
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push((i, maker.function(i)));
        }
        made
    };
    let mut made = thread::scope(|scope| {
        let others: Vec<_> = (1..threads(order.len()))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut made = work();
        for other in others {
            made.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    });
    let known = known.into_iter().enumerate();
    made.extend(known.filter_map(|(i, piece)| Some((i, Ok(piece?)))));
    made.sort_by_key(|(i, _)| *i);
    let pieces = made.into_iter().map(|(_, piece)| piece).collect::<Result<Vec<_>, _>>()?;
    if let Some(former) = former {
        former.keep(unit, unchanged, &pieces);
    }
    Ok(pieces)
}

fn threads(functions: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(MOST_THREADS).min(1 + functions / WORTH_A_THREAD)
}

/// What makes one function after the other.
pub(super) struct Maker<'u> {
    unit: &'u Unit<'u>,
    isa: &'u dyn TargetIsa,
    context: Context,
    builders: FunctionBuilderContext,
}

impl<'u> Maker<'u> {
    pub(super) fn new(unit: &'u Unit<'u>, isa: &'u dyn TargetIsa) -> Self {
        let (context, builders) = (Context::new(), FunctionBuilderContext::new());
        Self { unit, isa, context, builders }
    }

    /// The code of a function.
    fn function(&mut self, i: usize) -> Result<Arc<Piece>, EmitError> {
        self.translate(i)?;
        Ok(Arc::new(self.piece(self.unit.functions[i])?))
    }

    /// The way in for functions with so many parameters.
    pub(super) fn entry(&mut self, params: usize, id: FuncId) -> Result<Piece, EmitError> {
        self.context.clear();
        self.context.func.signature = entry::signature(self.isa);
        let callee = signature(self.isa, params as u32);
        let target = &mut self.context.func;
        entry::translate(self.isa, params, callee, target, &mut self.builders);
        self.piece(id)
    }

    /// The text of an optimised function.
    #[cfg(test)]
    pub(super) fn optimised(&mut self, i: usize) -> Result<String, EmitError> {
        self.translate(i)?;
        self.context.optimize(self.isa, &mut Default::default()).map_err(EmitError::new)?;
        Ok(self.context.func.display().to_string())
    }

    /// Translates one function into the context.
    fn translate(&mut self, i: usize) -> Result<(), EmitError> {
        self.context.clear();
        let params = direct_params(&self.unit.module.functions[i]);
        self.context.func.signature = signature(self.isa, params);
        function::translate(self.unit, i, self.isa, &mut self.context.func, &mut self.builders)
    }

    /// Makes machine code of what the context holds.
    fn piece(&mut self, id: FuncId) -> Result<Piece, EmitError> {
        let compiled = self.context.compile(self.isa, &mut Default::default());
        let compiled = compiled.map_err(|error| EmitError::new(error.inner))?;
        let alignment = u64::from(compiled.buffer.alignment);
        let bytes = compiled.code_buffer().to_vec();
        let code = self.context.compiled_code().into_iter().flat_map(|code| code.buffer.relocs());
        let func = &self.context.func;
        let relocs = code.map(|reloc| ModuleReloc::from_mach_reloc(reloc, func, id)).collect();
        Ok(Piece { alignment, bytes, relocs })
    }
}
