//! Which registers hold rows of which table, so that no word of another meaning is ever used as a row.
//!
//! What a register holds follows from its mark, or else from everything that is written to it: columns,
//! parameters, values and lists tell by their types. A word that is made by calculating is a row only where
//! the register says so.

use std::collections::BTreeMap;

use abi::{Base, Table, Ty, Word, field};

use super::{Bits, Function, Inst, Module, Reg, RegShape, Term};

/// Some of the tables: those that a word may be a row of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSet(u32);

/// The declared columns whose words are rows, and of which tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links(BTreeMap<(Table, u32), RowSet>);

impl RowSet {
    /// No table: the word is no row.
    pub const NONE: Self = Self(0);
    /// Any table: nothing was written yet, or something absent.
    pub const ALL: Self = Self(u32::MAX);
    /// A number that stands in the code.
    const WRITTEN: u32 = 1 << 31;

    /// One table.
    pub const fn of(table: Table) -> Self {
        Self(1 << table as u32)
    }

    /// What words of a base type are rows of; features are named by one of their segments.
    pub const fn of_base(base: Base) -> Self {
        match base {
            Base::Segment(_) | Base::Feature(_) => Self::of(Table::Segment),
            Base::Tile => Self::of(Table::Tile),
            Base::Figure(_) => Self::of(Table::Figure),
            Base::Player => Self::of(Table::Player),
            Base::TileKind => Self::of(Table::TileKind),
            Base::FigureKind => Self::of(Table::FigureKind),
            Base::Pile => Self::of(Table::Pile),
            Base::Shot => Self::of(Table::Shot),
            Base::Nothing => Self::ALL,
            _ => Self::NONE,
        }
    }

    /// What a value is a row of; a list is none.
    fn of_value(ty: Ty) -> Self {
        if ty.is_list() { Self::NONE } else { Self::of_base(ty.base) }
    }

    /// What a number is a row of that stands in the code: kinds, seats, piles and figures without owners are
    /// known before the game runs, nothing else is.
    const fn of_constant(word: Word) -> Self {
        match word {
            abi::ABSENT => Self::ALL,
            0.. => Self(
                Self::WRITTEN
                    | Self::of(Table::Game).0
                    | Self::of(Table::Player).0
                    | Self::of(Table::Figure).0
                    | Self::of(Table::Pile).0
                    | Self::of(Table::TileKind).0
                    | Self::of(Table::SegmentDef).0
                    | Self::of(Table::FigureKind).0,
            ),
            _ => Self(Self::WRITTEN),
        }
    }

    fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn meets(self, other: Self) -> bool {
        self.both(other).0 & !Self::WRITTEN != 0
    }

    fn without_written(self) -> Self {
        Self(self.0 & !Self::WRITTEN)
    }
}

impl Links {
    /// Adds a declared column with the type of its values. Kinds of features share columns.
    pub fn add(&mut self, table: Table, column: u32, ty: Ty) {
        let set = self.0.entry((table, column)).or_default();
        set.0 |= RowSet::of_value(ty).0;
    }

    /// What the words of a column are rows of.
    fn at(&self, table: Table, column: u32) -> RowSet {
        if let Some(set) = self.0.get(&(table, column)) {
            return *set;
        }
        fixed(table, column).map_or(RowSet::NONE, RowSet::of)
    }
}

/// What the words of a column are rows of that every program has.
fn fixed(table: Table, column: u32) -> Option<Table> {
    Some(match (table, column) {
        (Table::Game, field::game::ACTIVE)
        | (Table::Figure, field::figure::OWNER)
        | (Table::Shot, field::shot::SHOOTER) => Table::Player,
        (Table::Game, field::game::PLACED)
        | (Table::Segment, field::segment::TILE)
        | (Table::Cell, field::cell::TILE) => Table::Tile,
        (Table::Tile, field::tile::NEIGHBOUR..field::tile::GONE) => Table::Tile,
        (Table::Player, field::player::FIGURES | field::player::FIGURES_END)
        | (Table::Tile, field::tile::FIGURES)
        | (Table::Feature, field::feature::FIGURES | field::feature::LAST_FIGURE)
        | (Table::Figure, field::figure::NEXT | field::figure::PREV) => Table::Figure,
        (Table::Tile, field::tile::SEGMENTS)
        | (Table::Segment, field::segment::NEXT)
        | (Table::Changed, 0)
        | (Table::Feature, field::feature::FIRST | field::feature::LAST) => Table::Segment,
        (Table::Tile, field::tile::KIND) => Table::TileKind,
        (Table::Segment, field::segment::DEF) | (Table::TileKind, field::tile_kind::FIRST) => {
            Table::SegmentDef
        }
        (Table::Segment, field::segment::FEATURE) => Table::Feature,
        (Table::Figure, field::figure::KIND) => Table::FigureKind,
        _ => return None,
    })
}

/// Everything in a function that takes a word for a row which is none, or a row for one of another table.
pub(super) fn wrong_rows(module: &Module, function: &Function) -> Vec<String> {
    let rows = Rows { module, function, sets: held(module, function) };
    let mut found = Vec::new();
    for (i, block) in function.blocks.iter().enumerate() {
        for (j, inst) in block.insts.iter().enumerate() {
            rows.check(inst, &mut |what| found.push(format!("b{i}.{j}: {what}")));
        }
        rows.check_term(&block.term, &mut |what| found.push(format!("b{i}: {what}")));
    }
    found
}

/// What each register of a function holds.
fn held(module: &Module, function: &Function) -> Vec<RowSet> {
    let params = function.params as usize;
    let first = |(i, shape): (usize, &RegShape)| match shape.row {
        Some(table) => RowSet::of(table),
        None if i < params => RowSet::of_value(shape.ty),
        None => RowSet::ALL,
    };
    let mut sets: Vec<RowSet> = function.regs.iter().enumerate().map(first).collect();
    // For each register the instructions that write another one depending on what it holds.
    let mut followers: Vec<Vec<&Inst>> = vec![Vec::new(); sets.len()];
    let mut open: Vec<Reg> = Vec::new();
    let write = |sets: &mut Vec<RowSet>, open: &mut Vec<Reg>, dst: Option<Reg>, held| {
        let Some(dst) = dst.filter(|dst| function.regs[dst.0 as usize].row.is_none()) else {
            return;
        };
        let set = &mut sets[dst.0 as usize];
        let less = set.both(held);
        if less != *set {
            *set = less;
            open.push(dst);
        }
    };
    for block in &function.blocks {
        for inst in &block.insts {
            if let Inst::Copy { src: of, .. } | Inst::Bits { op: Bits::Add, a: of, .. } = inst {
                followers[of.0 as usize].push(inst);
            }
            let held = written(module, function, &sets, inst);
            write(&mut sets, &mut open, inst.def(), held);
        }
        let held = match &block.term {
            Term::Ask { ask, .. } => RowSet::of_value(module.asks[ask.index()].ty),
            Term::CallWaiting { function, .. } => result(module, function.index()),
            _ => continue,
        };
        write(&mut sets, &mut open, block.term.def(), held);
    }
    while let Some(reg) = open.pop() {
        for inst in &followers[reg.0 as usize] {
            let held = written(module, function, &sets, inst);
            write(&mut sets, &mut open, inst.def(), held);
        }
    }
    sets
}

/// What an instruction writes.
fn written(module: &Module, function: &Function, sets: &[RowSet], inst: &Inst) -> RowSet {
    let of = |reg: &Reg| sets[reg.0 as usize];
    let shape = |reg: &Reg| &function.regs[reg.0 as usize];
    match inst {
        Inst::Const { value, .. } => RowSet::of_constant(*value),
        Inst::Copy { src, .. } => of(src),
        // The next row, or the one behind the last.
        Inst::Bits { op: Bits::Add, a, .. } => of(a).without_written(),
        Inst::Load { table, field, .. } | Inst::LoadAt { table, field, .. } => {
            module.links.at(*table, *field)
        }
        Inst::Rows { table, .. } => RowSet::of(*table),
        Inst::Element { dst, list, .. } => match shape(list).ty.base {
            // The list of a menu has words of several types.
            Base::Int => RowSet::of_base(shape(dst).ty.base),
            base => RowSet::of_base(base),
        },
        Inst::Host { dst: Some(dst), .. } => RowSet::of_value(shape(dst).ty),
        Inst::Call { function, .. } => result(module, function.index()),
        // A list keeps its type while words are appended to it.
        Inst::Push { .. } => RowSet::ALL,
        _ => RowSet::NONE,
    }
}

fn result(module: &Module, function: usize) -> RowSet {
    module.functions[function].result.map_or(RowSet::NONE, RowSet::of_value)
}

struct Rows<'a> {
    module: &'a Module,
    function: &'a Function,
    sets: Vec<RowSet>,
}

impl Rows<'_> {
    fn check(&self, inst: &Inst, wrong: &mut dyn FnMut(String)) {
        match inst {
            Inst::Load { table, row, .. } | Inst::LoadAt { table, row, .. } => {
                self.need(*row, RowSet::of(*table), &format!("a row of {table:?}"), wrong);
            }
            Inst::Copy { dst, src } => {
                if let Some(table) = self.shape(*dst).row
                    && self.sets[src.0 as usize].0 & RowSet::WRITTEN == 0
                {
                    self.need(*src, RowSet::of(table), &format!("a row of {table:?}"), wrong);
                }
            }
            Inst::Push { list, value, .. } => {
                let base = self.shape(*list).ty.base;
                self.need(*value, RowSet::of_base(base), &format!("a member of {base:?}"), wrong);
            }
            Inst::Call { function, args, .. } => self.arguments(function.index(), args, wrong),
            _ => {}
        }
    }

    fn check_term(&self, term: &Term, wrong: &mut dyn FnMut(String)) {
        match term {
            Term::Return(Some(value)) => {
                let ty = self.function.result;
                let held = ty.map_or(RowSet::NONE, RowSet::of_value);
                self.need(*value, held, "the value of the function", wrong);
            }
            Term::CallWaiting { function, args, .. } => {
                self.arguments(function.index(), args, wrong);
            }
            _ => {}
        }
    }

    fn arguments(&self, function: usize, args: &[Reg], wrong: &mut dyn FnMut(String)) {
        let callee = &self.module.functions[function];
        for (arg, param) in args.iter().zip(&callee.regs) {
            let held = RowSet::of_value(param.ty);
            self.need(*arg, held, &format!("an argument of {}", callee.name), wrong);
        }
    }

    fn shape(&self, reg: Reg) -> &RegShape {
        &self.function.regs[reg.0 as usize]
    }

    /// A word must be a row of these tables, if of any.
    fn need(&self, reg: Reg, tables: RowSet, what: &str, wrong: &mut dyn FnMut(String)) {
        if tables != RowSet::NONE && !self.sets[reg.0 as usize].meets(tables) {
            wrong(format!("{reg} cannot be {what}"));
        }
    }
}
