//! Loops that test at their end: the test at the head of a loop is repeated where the loop jumps back, which
//! saves a jump in every round.

use crate::ir::{Function, Inst, Term};

/// Heads of up to so many instructions are copied.
const HEAD: usize = 4;

/// Rotates the loops of a function.
pub(super) fn rotate(function: &mut Function) {
    let order = function.reverse_postorder();
    let mut place = vec![usize::MAX; function.blocks.len()];
    order.iter().enumerate().for_each(|(i, block)| place[block.0 as usize] = i);
    for id in &order {
        let Term::Jump(head) = function.block(*id).term else { continue };
        if head == *id || place[head.0 as usize] > place[id.0 as usize] {
            continue;
        }
        let head = function.block(head);
        let simple = head.insts.len() <= HEAD && head.insts.iter().all(Inst::is_pure);
        if !simple || !matches!(head.term, Term::Branch { .. }) {
            continue;
        }
        let (insts, term) = (head.insts.clone(), head.term.clone());
        let block = &mut function.blocks[id.0 as usize];
        block.insts.extend(insts);
        block.term = term;
    }
}
