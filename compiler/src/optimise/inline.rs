//! Small functions take the place of their calls.

use std::collections::BTreeMap;

use abi::SiteId;

use crate::ir::{Block, BlockId, CallGraph, Function, Inst, Module, Reg, SiteShape, Term};

/// Functions of up to so many instructions are small.
const SMALL: usize = 48;
/// A function does not grow beyond so many instructions.
const GROWN: usize = 1000;
/// All functions together do not grow by more instructions than this.
const GROWTH: usize = 200_000;

/// Replaces calls of small functions, innermost first.
pub(super) fn inline(module: &mut Module) {
    let order = CallGraph::of(module).order().to_vec();
    let mut small = vec![false; module.functions.len()];
    let mut growth = 0;
    for id in order {
        let id = id.index();
        let empty = Function {
            name: String::new(),
            params: 0,
            result: None,
            waits: false,
            regs: Vec::new(),
            blocks: Vec::new(),
            frame: None,
        };
        let mut function = std::mem::replace(&mut module.functions[id], empty);
        if function.frame.is_none() {
            let before = size(&function);
            if growth < GROWTH {
                expand(&mut function, &module.functions, &mut module.sites, &small);
            }
            growth += size(&function).saturating_sub(before);
        }
        small[id] = is_small(&function);
        module.functions[id] = function;
    }
}

fn size(function: &Function) -> usize {
    function.blocks.iter().map(Block::size).sum()
}

/// Whether a copy of the function costs little compared with a call. One with a loop takes its time anyway.
fn is_small(function: &Function) -> bool {
    if function.waits || size(function) > SMALL {
        return false;
    }
    let order = function.reverse_postorder();
    let mut place = vec![usize::MAX; function.blocks.len()];
    order.iter().enumerate().for_each(|(i, block)| place[block.0 as usize] = i);
    order.iter().enumerate().all(|(i, block)| {
        function.block(*block).term.successors().iter().all(|to| place[to.0 as usize] > i)
    })
}

fn expand(
    function: &mut Function,
    callees: &[Function],
    sites: &mut Vec<SiteShape>,
    small: &[bool],
) {
    let mut grown = size(function);
    let mut block = 0;
    while block < function.blocks.len() {
        let called =
            function.blocks[block].insts.iter().enumerate().find_map(|(i, inst)| match inst {
                // What may fault for its caller's line must have a caller.
                Inst::Call { function: callee, site: None, .. } if small[callee.index()] => {
                    Some((i, callee.index()))
                }
                _ => None,
            });
        if let Some((at, callee)) = called
            && grown < GROWN
        {
            grown += size(&callees[callee]);
            splice(function, block, at, &callees[callee], sites);
        }
        // What was behind the call now lies in the last block, which is still to come.
        block += 1;
    }
}

/// Puts the blocks of the called function between what is before and what is behind its call.
fn splice(
    function: &mut Function,
    block: usize,
    at: usize,
    callee: &Function,
    sites: &mut Vec<SiteShape>,
) {
    let first_reg = function.regs.len() as u32;
    let first_block = function.blocks.len() as u32;
    let behind = BlockId(first_block + callee.blocks.len() as u32);
    function.regs.extend(callee.regs.iter().cloned());

    let before = &mut function.blocks[block];
    let tail = before.insts.split_off(at + 1);
    let Some(Inst::Call { dst, args, .. }) = before.insts.pop() else {
        unreachable!("a call stood there")
    };
    for (i, src) in args.into_iter().enumerate() {
        before.insts.push(Inst::Copy { dst: Reg(first_reg + i as u32), src });
    }
    let term = std::mem::replace(&mut before.term, Term::Jump(BlockId(first_block)));

    let mut moved = BTreeMap::new();
    for old in &callee.blocks {
        let mut copy = old.clone();
        // The steps of a call go with the call; what is done in its place is counted with the caller's.
        copy.insts.retain(|inst| !matches!(inst, Inst::Tick { .. }));
        let mut rename = |reg: &mut Reg| reg.0 += first_reg;
        copy.insts.iter_mut().for_each(|inst| inst.rename(&mut rename));
        copy.term.rename(&mut rename);
        copy.term.redirect(&mut |to| to.0 += first_block);
        let own_sites = copy.insts.iter_mut().filter_map(Inst::site_mut);
        for site in own_sites.chain(copy.term.site_mut()) {
            *site = *moved.entry(*site).or_insert_with(|| copy_site(sites, *site, first_reg));
        }
        if let Term::Return(value) = copy.term {
            copy.insts.extend(dst.map(|dst| match value {
                Some(src) => Inst::Copy { dst, src },
                None => Inst::Const { dst, value: 0 },
            }));
            copy.term = Term::Jump(behind);
        }
        function.blocks.push(copy);
    }
    function.blocks.push(Block { insts: tail, term });
}

/// The same line and the same locals, in their new registers.
fn copy_site(sites: &mut Vec<SiteShape>, site: SiteId, first_reg: u32) -> SiteId {
    let mut copy = sites[site.index()].clone();
    copy.locals.iter_mut().for_each(|reg| reg.0 += first_reg);
    sites.push(copy);
    SiteId(sites.len() as u32 - 1)
}
