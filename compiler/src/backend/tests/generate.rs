//! Random modules that are well formed: every choice is read from a tape of bytes, so that a shorter tape is
//! a simpler module.

use abi::{ABSENT, AskId, Base, FaultKind, FunctionId, HostOp, Table, Ty, Word};

use super::{
    draft::{Body, module},
    host::ROWS,
};
use crate::ir::{Arith, Bits, BlockId, Compare, Inst, Module, Offered, Reg, Term};

const LIST: Ty = Ty::list(Base::Int);
const EDGES: [Word; 9] = [0, 1, -1, 2, 7, -3, Word::MAX, ABSENT + 1, ABSENT];

/// Choices, until they run out; then the first of each.
pub(super) struct Tape<'t> {
    bytes: &'t [u8],
}

impl<'t> Tape<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Self {
        Self { bytes }
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        let Some((byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*byte) % count
    }

    pub(super) fn word(&mut self) -> Word {
        match self.below(12) {
            9 => 40 + self.below(200) as Word,
            10 => (self.below(256) as Word).wrapping_mul(-0x0101_0101_0101_0101),
            i if i < EDGES.len() => EDGES[i],
            _ => self.below(6) as Word,
        }
    }

    fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// A random module with the functions to begin with: one that never waits, and one that may.
///
/// Each function has its own part of the bytes.
pub(super) fn generate(bytes: &[u8]) -> (Module, FunctionId, FunctionId) {
    let mut module = module();
    let mut parts = bytes.chunks(bytes.len().div_ceil(5).max(1)).chain(std::iter::repeat(&[][..]));
    let mut part = || Tape::new(parts.next().unwrap_or(&[]));
    let mut plain = Vec::new();
    for params in [1, 2, 3] {
        plain.push(function(&mut module, &mut part(), params, false, &plain, &[]));
    }
    let helper = function(&mut module, &mut part(), 1, true, &plain, &[]);
    let waiting = function(&mut module, &mut part(), 2, true, &plain, &[helper]);
    (module, plain[2], waiting)
}

fn function(
    module: &mut Module,
    tape: &mut Tape<'_>,
    params: u32,
    waits: bool,
    plain: &[FunctionId],
    waiting: &[FunctionId],
) -> FunctionId {
    let body = Body::new(module, if waits { "waiting" } else { "plain" }, params, waits);
    let ints = (0..params).map(Reg).collect();
    let scope = Scope { ints, lists: Vec::new(), frozen: Vec::new() };
    let mut writer = Writer { body, tape, scope, plain, waiting, left: 40 };
    writer.statements(0);
    let result = writer.int();
    writer.body.finish(Term::Return(Some(result)))
}

/// The registers that surely have a value. Lists below a mark may be read, but not grow.
#[derive(Clone)]
struct Scope {
    ints: Vec<Reg>,
    lists: Vec<Reg>,
    frozen: Vec<Reg>,
}

struct Writer<'w, 'm, 't> {
    body: Body<'m>,
    tape: &'w mut Tape<'t>,
    scope: Scope,
    plain: &'w [FunctionId],
    waiting: &'w [FunctionId],
    /// How many statements there may still be.
    left: usize,
}

impl Writer<'_, '_, '_> {
    fn int(&mut self) -> Reg {
        self.scope.ints[self.tape.below(self.scope.ints.len())]
    }

    fn new_int(&mut self, inst: impl FnOnce(Reg) -> Inst) {
        // One result in four overwrites a register that has a value already.
        if self.tape.below(4) == 3 {
            let dst = self.int();
            return self.body.push(inst(dst));
        }
        let dst = self.body.put(inst);
        self.scope.ints.push(dst);
    }

    fn any_list(&mut self) -> Option<Reg> {
        let all: Vec<Reg> = self.scope.lists.iter().chain(&self.scope.frozen).copied().collect();
        if all.is_empty() { None } else { Some(all[self.tape.below(all.len())]) }
    }

    fn own_list(&mut self) -> Reg {
        if self.scope.lists.is_empty() || self.tape.below(5) == 4 {
            return self.new_list(|dst| Inst::List { dst });
        }
        self.scope.lists[self.tape.below(self.scope.lists.len())]
    }

    fn new_list(&mut self, inst: impl FnOnce(Reg) -> Inst) -> Reg {
        let list = self.body.put(inst);
        self.body.function.regs[list.0 as usize].ty = LIST;
        self.scope.lists.push(list);
        list
    }

    fn site(&mut self) -> abi::SiteId {
        let mut shown = Vec::new();
        for _ in 0..self.tape.below(4) {
            shown.push(self.int());
        }
        shown.extend(self.scope.lists.last());
        self.body.site(&shown)
    }

    fn row(&mut self) -> Reg {
        let (a, mask) = (self.int(), self.body.constant(ROWS - 1));
        self.body.put(|dst| Inst::Bits { dst, op: Bits::And, a, b: mask })
    }

    fn table(&mut self) -> Table {
        Table::ALL[self.tape.below(Table::COUNT)]
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.tape.below(7) {
            if self.left == 0 || self.tape.is_empty() {
                return;
            }
            self.left -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.tape.below(if depth < 3 { 24 } else { 14 }) {
            0 => {
                let value = self.tape.word();
                self.new_int(|dst| Inst::Const { dst, value });
            }
            1..=3 => self.arith(),
            4 => {
                let ops =
                    [Compare::Eq, Compare::Ne, Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge];
                let (op, a, b) = (ops[self.tape.below(6)], self.int(), self.int());
                self.new_int(|dst| Inst::Compare { dst, op, a, b });
            }
            5 => {
                let ops = [Bits::And, Bits::Or, Bits::Xor, Bits::Shl, Bits::Shr, Bits::Add];
                let (op, a, b) = (ops[self.tape.below(6)], self.int(), self.int());
                self.new_int(|dst| Inst::Bits { dst, op, a, b });
            }
            6 | 7 => self.load(),
            8 | 9 => {
                let (list, value, site) = (self.own_list(), self.int(), self.site());
                self.body.push(Inst::Push { list, value, site });
            }
            10 => self.read_list(),
            11 | 12 => self.host(),
            13 => self.copy(),
            14 | 15 => self.choice(depth),
            16 => self.repeat(depth),
            17 => self.for_each(depth),
            18 => self.marked(depth),
            19 => self.call(),
            20 => self.switch(depth),
            _ if self.body.function.waits => self.wait(),
            21 => self.early_end(),
            _ => self.arith(),
        }
    }

    fn arith(&mut self) {
        let ops = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem];
        let (op, a) = (ops[self.tape.below(5)], self.int());
        let b = if self.tape.below(2) == 0 {
            self.int()
        } else {
            let value = self.tape.word();
            self.body.constant(value)
        };
        let (a, b) = if self.tape.below(4) == 0 { (b, a) } else { (a, b) };
        let site = self.site();
        self.new_int(|dst| Inst::Arith { dst, op, a, b, site });
    }

    fn load(&mut self) {
        let (table, row) = (self.table(), self.row());
        let row = self.body.row_of(table, row);
        let stride = [1, 3, 5, 10, 14, 7][table as usize % 6];
        match self.tape.below(3) {
            0 if table.is_mutable() => self.new_int(|dst| Inst::Rows { dst, table }),
            0 | 1 => {
                let field = self.tape.below(stride) as u32;
                self.new_int(|dst| Inst::Load { dst, table, row, field });
            }
            _ => {
                let field = self.tape.below(stride) as u32;
                let offset = self.body.constant(self.tape.below(stride - field as usize) as Word);
                self.new_int(|dst| Inst::LoadAt { dst, table, row, field, offset });
            }
        }
    }

    /// The length of a list, and its last word if it has one.
    fn read_list(&mut self) {
        let Some(list) = self.any_list() else { return };
        let len = self.body.put(|dst| Inst::Len { dst, list });
        let last = self.body.put(|dst| Inst::Copy { dst, src: len });
        let (some, next) = (self.body.block(), self.body.block());
        self.body.end(Term::Branch { cond: len, yes: some, no: next }, some);
        let less = self.body.constant(-1);
        let index = self.body.put(|dst| Inst::Bits { dst, op: Bits::Add, a: len, b: less });
        self.body.push(Inst::Element { dst: last, list, index });
        self.body.end(Term::Jump(next), next);
        self.scope.ints.extend([len, last]);
    }

    fn host(&mut self) {
        let (a, b, site) = (self.int(), self.int(), self.site());
        match self.tape.below(16) {
            0..=3 => {
                let args = vec![a, b];
                self.new_int(|dst| Inst::Host { dst: Some(dst), op: HostOp::Score, args, site });
            }
            4 | 5 => {
                let args = vec![a];
                self.body.push(Inst::Host { dst: None, op: HostOp::NewTile, args, site });
            }
            6 | 7 => {
                let args = vec![a, b, a, b];
                let op = HostOp::CountTiles;
                self.new_int(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            8..=10 => {
                let Some(first) = self.any_list() else { return };
                let second = self.any_list().unwrap_or(first);
                let args = vec![first, second];
                let op = HostOp::Union;
                self.new_list(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            11 | 12 => {
                let Some(list) = self.any_list() else { return };
                let args = vec![list, b];
                let op = HostOp::AppendNew;
                self.new_list(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            13 => {
                let Some(list) = self.any_list() else { return };
                let args = vec![list, b];
                let op = HostOp::Contains;
                self.new_int(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            14 if self.tape.below(4) == 3 => {
                let op = if self.tape.below(8) == 7 { HostOp::Win } else { HostOp::Return };
                self.body.push(Inst::Host { dst: None, op, args: vec![], site });
            }
            15 if self.tape.below(2) == 1 => {
                let (args, op) = (vec![a, b, a], HostOp::Struck);
                self.new_list(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            15 => {
                let (args, op) = (vec![a, b, a], HostOp::Distance);
                self.new_int(|dst| Inst::Host { dst: Some(dst), op, args, site });
            }
            _ => self.body.push(Inst::Host { dst: None, op: HostOp::Lay, args: vec![b], site }),
        }
    }

    fn copy(&mut self) {
        if let (Some(src), false) = (self.any_list(), self.scope.lists.is_empty()) {
            let dst = self.own_list();
            return self.body.push(Inst::Copy { dst, src });
        }
        let src = self.int();
        self.new_int(|dst| Inst::Copy { dst, src });
    }

    /// Statements whose registers are forgotten behind them.
    fn inner(&mut self, depth: usize) {
        let outer = self.scope.clone();
        self.statements(depth + 1);
        self.scope = outer;
    }

    fn choice(&mut self, depth: usize) {
        let cond = self.int();
        let (yes, no, next) = (self.body.block(), self.body.block(), self.body.block());
        self.body.end(Term::Branch { cond, yes, no }, yes);
        self.inner(depth);
        self.body.end(Term::Jump(next), no);
        self.inner(depth);
        self.body.end(Term::Jump(next), next);
    }

    fn switch(&mut self, depth: usize) {
        let value = self.int();
        let words: &[Word] = match self.tape.below(3) {
            0 => &[0, 1, 2, 3, 4, 5],
            1 => &[ABSENT, -1, 0, Word::MAX],
            _ => &[7],
        };
        let (default, next) = (self.body.block(), self.body.block());
        let blocks: Vec<BlockId> = words.iter().map(|_| self.body.block()).collect();
        let mut cases: Vec<_> = words.iter().copied().zip(blocks.iter().copied()).collect();
        // Some cases share their block, with each other or with what is none of them.
        cases.last_mut().unwrap().1 = if words.len() > 4 { blocks[0] } else { default };
        self.body.end(Term::Switch { value, cases, default }, default);
        for block in blocks {
            self.inner(depth);
            self.body.end(Term::Jump(next), block);
        }
        self.body.end(Term::Jump(next), next);
    }

    /// A loop that ends when a register says so, or with the budget.
    fn repeat(&mut self, depth: usize) {
        let (head, round, next) = (self.body.block(), self.body.block(), self.body.block());
        let count = self.body.constant(1 + self.tape.below(9) as Word);
        self.body.end(Term::Jump(head), head);
        self.body.end(Term::Branch { cond: count, yes: round, no: next }, round);
        let site = self.site();
        self.body.push(Inst::Tick { steps: 1, site });
        let less = self.body.constant(-1);
        self.body.push(Inst::Bits { dst: count, op: Bits::Add, a: count, b: less });
        self.inner(depth);
        self.body.end(Term::Jump(head), next);
        self.scope.ints.push(count);
    }

    fn for_each(&mut self, depth: usize) {
        let Some(src) = self.any_list() else { return };
        let list = self.body.put(|dst| Inst::Copy { dst, src });
        self.body.function.regs[list.0 as usize].ty = LIST;
        let index = self.body.constant(0);
        let len = self.body.put(|dst| Inst::Len { dst, list });
        let (head, round, next) = (self.body.block(), self.body.block(), self.body.block());
        self.body.end(Term::Jump(head), head);
        let more = self.body.compare(Compare::Lt, index, len);
        self.body.end(Term::Branch { cond: more, yes: round, no: next }, round);
        let site = self.site();
        self.body.push(Inst::Tick { steps: 1, site });
        let outer = self.scope.clone();
        let word = self.body.put(|dst| Inst::Element { dst, list, index });
        self.scope.ints.push(word);
        self.statements(depth + 1);
        self.scope = outer;
        let one = self.body.constant(1);
        self.body.push(Inst::Bits { dst: index, op: Bits::Add, a: index, b: one });
        self.body.end(Term::Jump(head), next);
    }

    fn marked(&mut self, depth: usize) {
        let mark = self.body.put(|dst| Inst::Mark { dst });
        let outer = self.scope.clone();
        let below = std::mem::take(&mut self.scope.lists);
        self.scope.frozen.extend(below);
        self.statements(depth + 1);
        self.scope = outer;
        self.body.push(Inst::Release { mark });
    }

    fn call(&mut self) {
        if self.plain.is_empty() {
            return self.arith();
        }
        let function = self.plain[self.tape.below(self.plain.len())];
        let count = self.body.callee(function).params;
        let args = (0..count).map(|_| self.int()).collect();
        self.new_int(|dst| Inst::Call { dst: Some(dst), function, args, site: None });
    }

    fn early_end(&mut self) {
        let cond = self.int();
        let (end, next) = (self.body.block(), self.body.block());
        self.body.end(Term::Branch { cond, yes: next, no: end }, end);
        let term = if self.tape.below(2) == 0 {
            Term::Return(Some(self.int()))
        } else {
            Term::Fault { kind: FaultKind::NotExactlyOne, site: self.site() }
        };
        self.body.end(term, next);
    }

    fn wait(&mut self) {
        let then = self.body.block();
        let into = self.body.reg();
        let mut keep = Some(into);
        let (who, other) = (self.int(), self.int());
        let term = match self.tape.below(8) {
            0 => {
                keep = None;
                Term::Part { who, then }
            }
            1 | 2 if !self.waiting.is_empty() => {
                let (function, site) = (self.waiting[0], self.site());
                Term::CallWaiting { function, args: vec![who], into: keep, then, site }
            }
            3 if self.tape.below(6) == 5 => {
                keep = None;
                Term::EndGame
            }
            kind => {
                let offered = match kind {
                    3 => Offered::Fits(other),
                    4 => Offered::YesNo,
                    5 => Offered::Range(who, other),
                    6 => Offered::Pile(other),
                    _ => Offered::Shot(other, who),
                };
                let list = self.any_list();
                let offered = list.map_or(offered, Offered::List);
                if self.tape.below(5) == 4 {
                    keep = None;
                }
                Term::Ask { ask: AskId(0), who, offered, into: keep, then }
            }
        };
        // Behind the end of the game nothing follows, but the next block must have a way into it.
        if term == Term::EndGame {
            let end = self.body.block();
            self.body.end(Term::Branch { cond: who, yes: then, no: end }, end);
        }
        self.body.end(term, then);
        self.scope.ints.extend(keep);
    }
}
