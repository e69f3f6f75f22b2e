//! When a step does nothing: found by running it with what is known of a game that has not seen what is rare, and
//! that keeps nothing in one column, along all ways that are left.

use std::collections::BTreeMap;

use abi::{ABSENT, Idle, Table, Word, field, seen};

use crate::{
    ir::{Bits, BlockId, Compare, Function, Inst, Reg, Term, bits, compare},
    lower::{Unseen, kind_column},
};

/// So many blocks are run through: a step that loops does something, or may.
const BLOCKS: usize = 96;

/// What is known of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Its word.
    Word(Word),
    /// It is the word of what has been seen.
    Seen,
    /// It is the tile that was placed last.
    Placed,
    /// It is the kind of a segment or feature.
    Feature,
    /// It is a row of a table of kinds that something in the game has.
    Kind(Table),
    /// It is an empty list.
    Empty,
}

/// So many columns are tried.
const COLUMNS: usize = 4;

/// When a function without parameters does nothing, if that can be told from what has been seen, or else from
/// a column besides.
pub(crate) fn idle(function: &Function, unseen: &Unseen) -> Option<Idle> {
    let run = |column| {
        let mut run = Run { function, unseen, bits: 0, column, read: false, left: BLOCKS };
        run.block(BlockId(0), BTreeMap::new())?;
        Some(Idle { unseen: run.bits, column: column.filter(|_| run.read) })
    };
    let useful = |idle: &Idle| idle.unseen & !seen::UNPLACED != 0 || idle.column.is_some();
    if let Some(idle) = run(None).filter(useful) {
        return Some(idle);
    }
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let mut columns = insts.filter_map(|inst| match inst {
        Inst::Load { table: Table::Game, field, .. } if unseen.is_kept(*field) => Some(*field),
        _ => None,
    });
    let mut tried = Vec::new();
    while tried.len() < COLUMNS {
        let column = columns.find(|column| !tried.contains(column))?;
        if let Some(idle) = run(Some(column)).filter(useful) {
            return Some(idle);
        }
        tried.push(column);
    }
    None
}

struct Run<'a> {
    function: &'a Function,
    unseen: &'a Unseen,
    bits: Word,
    /// The column of the game that is taken to hold 0, and whether it was read.
    column: Option<u32>,
    read: bool,
    left: usize,
}

impl Run<'_> {
    /// Runs a block and all that may come after it; nothing if it does something.
    fn block(&mut self, id: BlockId, mut regs: BTreeMap<Reg, Known>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let block = self.function.block(id);
        for inst in &block.insts {
            let known = self.inst(inst, &regs)?;
            if let Some(dst) = inst.def() {
                match known {
                    Some(known) => regs.insert(dst, known),
                    None => regs.remove(&dst),
                };
            }
        }
        let word = |reg: &Reg| match regs.get(reg) {
            Some(Known::Word(word)) => Some(*word),
            _ => None,
        };
        match &block.term {
            Term::Jump(to) => self.block(*to, regs),
            Term::Branch { cond, yes, no } => match word(cond) {
                Some(word) => self.block(if word != 0 { *yes } else { *no }, regs),
                None => {
                    self.block(*yes, regs.clone())?;
                    self.block(*no, regs)
                }
            },
            Term::Switch { value, cases, default } => {
                let to = word(value).map(|word| {
                    cases.iter().find(|(case, _)| *case == word).map_or(*default, |(_, to)| *to)
                })?;
                self.block(to, regs)
            }
            Term::Return(_) => Some(()),
            _ => None,
        }
    }

    /// What is known of the register that an instruction writes; nothing if it does something or may go wrong.
    fn inst(&mut self, inst: &Inst, regs: &BTreeMap<Reg, Known>) -> Option<Option<Known>> {
        let get = |reg: &Reg| regs.get(reg).copied();
        let known = match inst {
            Inst::Const { value, .. } => Some(Known::Word(*value)),
            Inst::Copy { src, .. } => get(src),
            Inst::Compare { op, a, b, .. } => self.compare(*op, get(a), get(b)).map(Known::Word),
            Inst::Bits { op, a, b, .. } => match (op, get(a), get(b)) {
                (op, Some(Known::Word(a)), Some(Known::Word(b))) => {
                    Some(Known::Word(bits(*op, a, b)))
                }
                (Bits::And, Some(Known::Seen), Some(Known::Word(asked))) => {
                    self.bits |= asked;
                    Some(Known::Word(0))
                }
                _ => None,
            },
            Inst::Load { table, row, field, .. } => self.load(*table, *field, get(row)),
            Inst::List { .. } => Some(Known::Empty),
            Inst::Len { list, .. } => match get(list) {
                Some(Known::Empty) => Some(Known::Word(0)),
                _ => None,
            },
            Inst::LoadAt { .. }
            | Inst::Rows { .. }
            | Inst::Element { .. }
            | Inst::Mark { .. }
            | Inst::Release { .. }
            | Inst::Tick { .. } => None,
            Inst::Arith { .. }
            | Inst::Push { .. }
            | Inst::Host { .. }
            | Inst::Call { .. }
            | Inst::Probe { .. } => return None,
        };
        Some(known)
    }

    fn compare(&mut self, op: Compare, a: Option<Known>, b: Option<Known>) -> Option<Word> {
        let equal = match op {
            Compare::Eq => 1,
            Compare::Ne => 0,
            _ => match (a, b) {
                (Some(Known::Word(a)), Some(Known::Word(b))) => return Some(compare(op, a, b)),
                _ => return None,
            },
        };
        match (a?, b?) {
            (Known::Word(a), Known::Word(b)) => Some(compare(op, a, b)),
            (Known::Placed, Known::Word(ABSENT)) | (Known::Word(ABSENT), Known::Placed) => {
                self.bits |= seen::UNPLACED;
                Some(1 - equal)
            }
            (Known::Feature, Known::Word(kind)) | (Known::Word(kind), Known::Feature) => {
                self.bits |= self.unseen.feature(kind)?;
                Some(1 - equal)
            }
            (Known::Kind(Table::TileKind), Known::Word(kind))
            | (Known::Word(kind), Known::Kind(Table::TileKind)) => {
                self.bits |= self.unseen.tile(kind)?;
                Some(1 - equal)
            }
            _ => None,
        }
    }

    fn load(&mut self, table: Table, field: u32, row: Option<Known>) -> Option<Known> {
        use field::{feature, game, segment};
        match (table, field) {
            (Table::Game, game::SEEN) => Some(Known::Seen),
            (Table::Game, game::PLACED) => Some(Known::Placed),
            (Table::Game, column) if self.column == Some(column) => {
                self.read = true;
                Some(Known::Word(0))
            }
            (Table::Segment, segment::KIND) | (Table::Feature, feature::KIND) => {
                Some(Known::Feature)
            }
            (Table::Tile, column) if kind_column(Table::TileKind) == Some((table, column)) => {
                Some(Known::Kind(Table::TileKind))
            }
            (Table::Segment, column) if kind_column(Table::SegmentDef) == Some((table, column)) => {
                Some(Known::Kind(Table::SegmentDef))
            }
            (table, column) => {
                let (bits, word) = self.unseen.column(table, column)?;
                // A kind of tile or segment need not be in the game.
                let printed = matches!(table, Table::TileKind | Table::SegmentDef);
                if printed && row != Some(Known::Kind(table)) {
                    return None;
                }
                self.bits |= bits;
                Some(Known::Word(word))
            }
        }
    }
}
