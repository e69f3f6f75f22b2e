//! How many steps of the budget go with a call and with a round of a loop: one, and more for much code.
//!
//! Whatever runs must spend steps in proportion, or rules could hang a game within their budget. The steps of a
//! tick cover the instructions up to the next one: those of the innermost loop around it, or of the whole
//! function. Small functions that neither loop nor call count as instructions of whoever calls them.

use std::collections::{BTreeMap, BTreeSet};

use abi::STEP_INSTRUCTIONS;

use crate::ir::{Block, BlockId, Function, Inst};

/// Functions of up to so many instructions need no steps of their own.
const SMALL: usize = 48;
/// What entering a function or the host counts.
const ENTERED: usize = 4;

/// What a call counts, by function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Called(Vec<usize>);

impl Called {
    /// What calls count as long as nothing is known of the functions.
    pub(super) fn new(functions: usize) -> Self {
        Self(vec![ENTERED; functions])
    }

    /// What a call of one function counts.
    pub(super) fn get(&self, function: usize) -> usize {
        self.0[function]
    }

    /// Takes over what is known of a function.
    pub(super) fn set(&mut self, function: usize, counts: usize) {
        self.0[function] = counts;
    }
}

/// Gives every tick of a function that has no frame yet its steps, and drops those of a small one; tells what a
/// call of it counts. Its callees are known.
pub(super) fn weigh(function: &mut Function, called: &Called) -> usize {
    let sizes: Vec<_> = function.blocks.iter().map(|block| size(block, called)).collect();
    let all: usize = sizes.iter().sum();
    let loops = loops(function, &sizes);
    if loops.is_empty() && !function.waits && all <= SMALL && !calls_costly(function, called) {
        for block in &mut function.blocks {
            block.insts.retain(|inst| !matches!(inst, Inst::Tick { .. }));
        }
        return ENTERED + all;
    }
    // For each block what the innermost loop around it counts, or else the whole function.
    let mut covered = vec![all; function.blocks.len()];
    for each in &loops {
        for block in &each.blocks {
            covered[*block] = covered[*block].min(each.size);
        }
    }
    for (block, covered) in function.blocks.iter_mut().zip(covered) {
        for inst in &mut block.insts {
            if let Inst::Tick { steps, .. } = inst {
                *steps = u32::try_from(1 + covered / STEP_INSTRUCTIONS).unwrap_or(u32::MAX);
            }
        }
    }
    ENTERED
}

fn size(block: &Block, called: &Called) -> usize {
    let of = |inst: &Inst| match inst {
        Inst::Call { function, .. } => called.get(function.index()),
        Inst::Host { .. } => ENTERED,
        _ => 1,
    };
    1 + block.insts.iter().map(of).sum::<usize>()
}

/// Whether a function calls one that spends steps itself.
fn calls_costly(function: &Function, called: &Called) -> bool {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.into_iter().any(
        |inst| matches!(inst, Inst::Call { function, .. } if called.get(function.index()) == ENTERED),
    )
}

/// A loop: its blocks and what their instructions count.
struct Loop {
    blocks: Vec<usize>,
    size: usize,
}

/// The loops of a function, one for each head.
fn loops(function: &Function, sizes: &[usize]) -> Vec<Loop> {
    let order = function.reverse_postorder();
    let mut place = vec![usize::MAX; function.blocks.len()];
    order.iter().enumerate().for_each(|(i, block)| place[block.0 as usize] = i);
    let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    let mut back: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for &block in &order {
        for to in function.block(block).term.successors() {
            before[to.0 as usize].push(block);
            if place[to.0 as usize] <= place[block.0 as usize] {
                back.entry(to).or_default().push(block);
            }
        }
    }
    let loops = back.into_iter().map(|(head, ends)| natural_loop(head, ends, &before, sizes));
    loops.collect()
}

/// Everything from which one of the ends of a loop is reached without passing its head.
fn natural_loop(
    head: BlockId,
    ends: Vec<BlockId>,
    before: &[Vec<BlockId>],
    sizes: &[usize],
) -> Loop {
    let mut blocks = BTreeSet::from([head.0 as usize]);
    let mut open = ends;
    while let Some(block) = open.pop() {
        if blocks.insert(block.0 as usize) {
            open.extend(&before[block.0 as usize]);
        }
    }
    let size = blocks.iter().map(|block| sizes[*block]).sum();
    Loop { blocks: blocks.into_iter().collect(), size }
}
