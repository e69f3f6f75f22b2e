//! Who calls whom among the functions that never wait, and what follows from it.

use abi::{FunctionId, HostOp};

use super::{Function, Inst, Module, Term};

/// What a function may do, its callees included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// It may fault.
    pub faults: bool,
    /// It may move the tables.
    pub moves_tables: bool,
    /// It may move or lengthen the stack's memory.
    pub grows_stack: bool,
}

/// The functions in an order in which callees come before their callers.
#[derive(Debug)]
pub struct CallGraph {
    order: Vec<FunctionId>,
    recursive: Option<FunctionId>,
}

fn callees(function: &Function) -> Vec<FunctionId> {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let mut callees: Vec<_> = insts
        .filter_map(|inst| match inst {
            Inst::Call { function, .. } => Some(*function),
            _ => None,
        })
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

impl CallGraph {
    /// The call graph of a module whose calls are in range.
    pub fn of(module: &Module) -> Self {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; module.functions.len()];
        let mut graph = Self { order: Vec::new(), recursive: None };
        for root in 0..module.functions.len() {
            if states[root] != State::New {
                continue;
            }
            states[root] = State::Open;
            let mut path = vec![(root, callees(&module.functions[root]))];
            while let Some((function, open)) = path.last_mut() {
                let Some(callee) = open.pop() else {
                    states[*function] = State::Done;
                    graph.order.push(FunctionId(*function as u32));
                    path.pop();
                    continue;
                };
                let next = callee.index();
                match states[next] {
                    State::New => {
                        states[next] = State::Open;
                        path.push((next, callees(&module.functions[next])));
                    }
                    State::Open => graph.recursive = Some(callee),
                    State::Done => {}
                }
            }
        }
        graph
    }

    /// The functions, callees before their callers.
    pub fn order(&self) -> &[FunctionId] {
        &self.order
    }

    /// The name of a function that calls itself, perhaps through others.
    pub fn recursive<'a>(&self, module: &'a Module) -> Option<&'a str> {
        self.recursive.map(|id| module.functions[id.index()].name.as_str())
    }

    /// What every function of the module may do.
    pub fn effects(&self, module: &Module) -> Vec<Effects> {
        let mut effects = vec![Effects::default(); module.functions.len()];
        for id in &self.order {
            let mut sum = Effects::default();
            for block in &module.functions[id.index()].blocks {
                for inst in &block.insts {
                    let own = match inst {
                        Inst::Call { function, .. } => effects[function.index()],
                        inst => own_effects(inst),
                    };
                    sum.faults |= own.faults;
                    sum.moves_tables |= own.moves_tables;
                    sum.grows_stack |= own.grows_stack;
                }
                sum.faults |= matches!(block.term, Term::Fault { .. });
            }
            effects[id.index()] = sum;
        }
        effects
    }

    /// The most registers that are in use at once along a chain of calls, each call counted as some.
    pub fn deepest_chain(&self, module: &Module) -> u64 {
        /// What a call takes on the machine's stack besides registers: addresses and saved words.
        const CALL: u64 = 16;
        let mut depths = vec![0; module.functions.len()];
        for id in &self.order {
            let function = &module.functions[id.index()];
            let below = callees(function).iter().map(|callee| depths[callee.index()]).max();
            depths[id.index()] = CALL + function.regs.len() as u64 + below.unwrap_or(0);
        }
        depths.into_iter().max().unwrap_or(0)
    }
}

fn own_effects(inst: &Inst) -> Effects {
    match inst {
        Inst::Host { op, .. } => {
            Effects { faults: true, moves_tables: op.moves_tables(), grows_stack: true }
        }
        Inst::Push { .. } => {
            Effects { faults: true, moves_tables: HostOp::Append.moves_tables(), grows_stack: true }
        }
        Inst::Arith { .. } | Inst::Tick { .. } => Effects { faults: true, ..Effects::default() },
        _ => Effects::default(),
    }
}
