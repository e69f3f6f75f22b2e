//! Sweeps up behind the builder: blocks that nothing reaches, jumps to jumps, straight lines cut in
//! pieces, instructions whose value nobody reads, registers that nothing names.

use crate::ir::{Block, BlockId, Function, Inst, Reg, SiteShape, Term};

use super::builder::Draft;

/// The blocks of a finished function, in an order in which each comes before what it leads to.
pub(super) fn blocks(drafts: Vec<Draft>) -> Vec<Block> {
    let mut blocks: Vec<Block> = drafts
        .into_iter()
        .map(|draft| Block { insts: draft.insts, term: draft.term.unwrap_or(Term::Return(None)) })
        .collect();
    thread_jumps(&mut blocks);
    merge(&mut blocks);
    blocks.iter_mut().for_each(release_once);
    renumber(blocks)
}

/// Of several releases in a row only the last one counts: stretches of the stack lie in each other.
fn release_once(block: &mut Block) {
    let insts = std::mem::take(&mut block.insts);
    for inst in insts {
        if let (Inst::Release { .. }, Some(last @ Inst::Release { .. })) =
            (&inst, block.insts.last_mut())
        {
            *last = inst;
        } else {
            block.insts.push(inst);
        }
    }
}

/// Lets everything that leads to an empty block with a jump lead to where that goes.
fn thread_jumps(blocks: &mut [Block]) {
    let goal = |blocks: &[Block], mut to: BlockId| {
        // A loop of empty blocks cannot come up, but must not hang the compiler either.
        for _ in 0..blocks.len() {
            match &blocks[to.0 as usize] {
                Block { insts, term: Term::Jump(next) } if insts.is_empty() => to = *next,
                _ => break,
            }
        }
        to
    };
    // Ways lead onwards, but for loops: what comes later leads straight to its goal by the time it is met.
    for i in (0..blocks.len()).rev() {
        let mut term = blocks[i].term.clone();
        term.redirect(&mut |to| *to = goal(blocks, *to));
        if let Term::Branch { yes, no, .. } = term
            && yes == no
        {
            term = Term::Jump(yes);
        }
        blocks[i].term = term;
    }
}

/// Joins a block with the only one that leads to it by a jump.
fn merge(blocks: &mut [Block]) {
    let mut reached = vec![false; blocks.len()];
    let mut leading = vec![0u32; blocks.len()];
    let mut open = vec![BlockId(0)];
    reached[0] = true;
    leading[0] = 1;
    while let Some(block) = open.pop() {
        for next in blocks[block.0 as usize].term.successors() {
            leading[next.0 as usize] += 1;
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                open.push(next);
            }
        }
    }
    for i in 0..blocks.len() {
        if !reached[i] {
            continue;
        }
        while let Term::Jump(next) = blocks[i].term {
            let next = next.0 as usize;
            if leading[next] != 1 || next == i {
                break;
            }
            let tail = std::mem::replace(
                &mut blocks[next],
                Block { insts: Vec::new(), term: Term::Return(None) },
            );
            reached[next] = false;
            blocks[i].insts.extend(tail.insts);
            blocks[i].term = tail.term;
        }
    }
}

fn renumber(blocks: Vec<Block>) -> Vec<Block> {
    let shape = Function {
        name: String::new(),
        params: 0,
        result: None,
        waits: true,
        regs: Vec::new(),
        blocks,
        frame: None,
    };
    let order = shape.reverse_postorder();
    let mut number = vec![BlockId(0); shape.blocks.len()];
    for (new, old) in order.iter().enumerate() {
        number[old.0 as usize] = BlockId(new as u32);
    }
    let mut old: Vec<Option<Block>> = shape.blocks.into_iter().map(Some).collect();
    let mut sorted = Vec::with_capacity(order.len());
    for id in order {
        let mut block = old[id.0 as usize].take().expect("each block is visited once");
        block.term.redirect(&mut |to| *to = number[to.0 as usize]);
        sorted.push(block);
    }
    sorted
}

/// Drops instructions whose value nobody reads, then registers that nothing names. Sites of the function
/// are renamed with it.
pub(super) fn registers(function: &mut Function, sites: &mut [SiteShape]) {
    drop_unread(function, sites);
    let mut named = vec![false; function.regs.len()];
    named[..function.params as usize].fill(true);
    for block in &mut function.blocks {
        for inst in &mut block.insts {
            inst.rename(&mut |reg| named[reg.0 as usize] = true);
        }
        for reg in block.term.uses().into_iter().chain(block.term.def()) {
            named[reg.0 as usize] = true;
        }
    }
    let mut number = Vec::with_capacity(named.len());
    let mut next = 0;
    for named in &named {
        number.push(Reg(next));
        next += u32::from(*named);
    }
    let mut kept = named.iter();
    function.regs.retain(|_| *kept.next().expect("one entry for each register"));
    let rename = |reg: &mut Reg| *reg = number[reg.0 as usize];
    for block in &mut function.blocks {
        for inst in &mut block.insts {
            inst.rename(&mut { rename });
        }
        rename_term(&mut block.term, rename);
    }
    for site in sites {
        site.locals.retain(|reg| named[reg.0 as usize]);
        site.locals.iter_mut().for_each(rename);
    }
}

fn rename_term(term: &mut Term, rename: impl Fn(&mut Reg)) {
    use crate::ir::Offered;
    match term {
        Term::Jump(_) | Term::EndGame | Term::Fault { .. } => {}
        Term::Branch { cond, .. } => rename(cond),
        Term::Switch { value, .. } => rename(value),
        Term::Return(value) => value.iter_mut().for_each(rename),
        Term::Ask { who, offered, into, .. } => {
            rename(who);
            into.iter_mut().for_each(&rename);
            match offered {
                Offered::List(a) | Offered::Fits(a) | Offered::Pile(a) => rename(a),
                Offered::YesNo => {}
                Offered::Range(a, b) | Offered::Shot(a, b) => [a, b].into_iter().for_each(rename),
            }
        }
        Term::CallWaiting { args, into, .. } => args.iter_mut().chain(into).for_each(rename),
        Term::Part { who, .. } => rename(who),
    }
}

fn drop_unread(function: &mut Function, sites: &[SiteShape]) {
    let mut reads = vec![0u32; function.regs.len()];
    for block in &function.blocks {
        for inst in &block.insts {
            inst.uses().iter().for_each(|reg| reads[reg.0 as usize] += 1);
        }
        block.term.uses().iter().for_each(|reg| reads[reg.0 as usize] += 1);
    }
    for reg in sites.iter().flat_map(|site| &site.locals) {
        reads[reg.0 as usize] += 1;
    }
    // Backwards a chain of unread instructions falls in one sweep, but for values carried round a loop.
    for block in function.blocks.iter_mut().rev() {
        let insts = std::mem::take(&mut block.insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().rev() {
            let unread = inst.def().is_some_and(|dst| reads[dst.0 as usize] == 0);
            if unread && inst.is_pure() {
                inst.uses().iter().for_each(|reg| reads[reg.0 as usize] -= 1);
            } else {
                kept.push(inst);
            }
        }
        kept.reverse();
        block.insts = kept;
    }
}
