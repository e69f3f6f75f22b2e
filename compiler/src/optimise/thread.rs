//! Where a way through the blocks already knows how the next branch will go, it goes there directly.
//! That undoes flags that are set in one place only to be tested in the next.

use std::collections::BTreeMap;

use abi::Word;

use crate::ir::{BlockId, Function, Inst, Reg, Term, bits, compare};

/// Up to so many instructions are copied to get rid of a branch.
const COPIED: usize = 4;
/// How often all blocks are looked through.
const ROUNDS: usize = 4;

/// Leads the ways of a function past the branches that they decide.
pub(super) fn thread(function: &mut Function) {
    for _ in 0..ROUNDS {
        merge(function);
        let mut changed = false;
        for block in function.reverse_postorder() {
            changed |= thread_jump(function, block) || thread_branch(function, block);
        }
        if !changed {
            return;
        }
    }
    merge(function);
}

/// Registers with a known word.
#[derive(Clone, Debug, Default)]
struct Known(BTreeMap<Reg, Word>);

impl Known {
    fn get(&self, reg: Reg) -> Option<Word> {
        self.0.get(&reg).copied()
    }

    fn set(&mut self, reg: Reg, word: Option<Word>) {
        match word {
            Some(word) => self.0.insert(reg, word),
            None => self.0.remove(&reg),
        };
    }

    fn run(&mut self, insts: &[Inst]) {
        for inst in insts {
            let Some(dst) = inst.def() else { continue };
            let word = match inst {
                Inst::Const { value, .. } => Some(*value),
                Inst::Copy { src, .. } => self.get(*src),
                Inst::Compare { op, a, b, .. } => {
                    self.get(*a).zip(self.get(*b)).map(|(a, b)| compare(*op, a, b))
                }
                Inst::Bits { op, a, b, .. } => {
                    self.get(*a).zip(self.get(*b)).map(|(a, b)| bits(*op, a, b))
                }
                _ => None,
            };
            self.set(dst, word);
        }
    }

    /// Where a terminator leads, if that is known.
    fn decide(&self, term: &Term) -> Option<BlockId> {
        match term {
            Term::Jump(to) => Some(*to),
            Term::Branch { cond, yes, no } => {
                self.get(*cond).map(|word| if word != 0 { *yes } else { *no })
            }
            Term::Switch { value, cases, default } => self.get(*value).map(|word| {
                cases.iter().find(|(case, _)| *case == word).map_or(*default, |(_, to)| *to)
            }),
            _ => None,
        }
    }
}

/// Whether an instruction can be copied without copying a place where something can go wrong.
fn is_simple(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Const { .. } | Inst::Copy { .. } | Inst::Compare { .. } | Inst::Bits { .. }
    )
}

fn thread_jump(function: &mut Function, id: BlockId) -> bool {
    let block = function.block(id);
    if !matches!(block.term, Term::Jump(_) | Term::Branch { .. } | Term::Switch { .. }) {
        return false;
    }
    let mut known = Known::default();
    known.run(&block.insts);
    let Term::Jump(to) = block.term else {
        // A branch that is decided where it stands.
        let decided = known.decide(&block.term);
        if let Some(goal) = decided {
            function.blocks[id.0 as usize].term = Term::Jump(goal);
        }
        return decided.is_some();
    };
    let next = function.block(to);
    let copied = next.insts.len() <= COPIED && next.insts.iter().all(is_simple);
    if to == id || !copied {
        return false;
    }
    known.run(&next.insts);
    let Some(goal) = known.decide(&next.term).filter(|goal| *goal != to) else { return false };
    let insts = next.insts.clone();
    let block = &mut function.blocks[id.0 as usize];
    block.insts.extend(insts);
    block.term = Term::Jump(goal);
    true
}

/// An edge of a branch that leads to nothing but a branch on the same register, or on one that is known.
fn thread_branch(function: &mut Function, id: BlockId) -> bool {
    let block = function.block(id);
    let Term::Branch { cond, yes, no } = block.term else { return false };
    let mut known = Known::default();
    known.run(&block.insts);
    let goal = |to: BlockId, known: &Known| {
        let next = function.block(to);
        let goal = if next.insts.is_empty() { known.decide(&next.term) } else { None };
        goal.filter(|goal| *goal != to).unwrap_or(to)
    };
    let on_no = goal(no, &{
        let mut known = known.clone();
        known.set(cond, Some(0));
        known
    });
    let on_yes = match function.block(yes) {
        next if next.insts.is_empty() => match next.term {
            Term::Branch { cond: again, yes: goal, .. } if again == cond && goal != yes => goal,
            _ => goal(yes, &known),
        },
        _ => yes,
    };
    let changed = (on_yes, on_no) != (yes, no);
    function.blocks[id.0 as usize].term = if on_yes == on_no {
        Term::Jump(on_yes)
    } else {
        Term::Branch { cond, yes: on_yes, no: on_no }
    };
    changed
}

/// Joins each block with the one that it jumps to if nothing else leads there.
pub(super) fn merge(function: &mut Function) {
    let ways = function.ways();
    for id in function.reverse_postorder() {
        while let Term::Jump(next) = function.block(id).term {
            if ways[next.0 as usize] != 1 || next == id {
                break;
            }
            let empty = crate::ir::Block { insts: Vec::new(), term: Term::Jump(next) };
            let tail = std::mem::replace(&mut function.blocks[next.0 as usize], empty);
            let block = &mut function.blocks[id.0 as usize];
            block.insts.extend(tail.insts);
            block.term = tail.term;
        }
    }
}
