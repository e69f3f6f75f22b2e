//! Statements, block by block. What a statement puts on the stack is given back behind it, unless a list
//! that lives longer lies there.

use abi::{ABSENT, Base, HostOp, Shape, Ty, Word};
use grammar::Span;

use super::{
    function::{Bound, Lower, Val},
    graph::each_stmt,
    list::column,
    walk::Walk,
};
use crate::{
    ir::{Bits, BlockId, Compare, Inst, Reg, Term},
    probe::Mark,
    typed::{
        Block, Condition, Expr, ExprKind, LocalId, Otherwise, Quantifier, Stmt, StmtKind, Value,
        WayOut,
    },
};

impl<'m, 'r> Lower<'m, 'r> {
    /// Lowers the statements of a block; its locals are gone behind it.
    pub(super) fn block(&mut self, block: &'r Block) {
        self.scoped(|this| {
            for stmt in &block.stmts {
                this.on_line(stmt.origin, |this| {
                    this.probe(stmt.span, Mark::Reached);
                    this.statement(stmt);
                });
            }
        });
    }

    fn statement(&mut self, stmt: &'r Stmt) {
        if !self.is_watched() && self.shop.sights().stmt_is_nothing(stmt) {
            return;
        }
        let stretch = self.b.begin();
        let keeps = self.keeps(stmt);
        match &stmt.kind {
            StmtKind::Let { local, value, otherwise } => {
                let ty = self.frame.locals[local.0 as usize].ty;
                let reg = self.right_side(value, otherwise.as_ref(), ty, stmt.span);
                self.assign_local(*local, reg, ty);
            }
            StmtKind::Assign(assign) => self.assign(assign, stmt.span),
            StmtKind::If { cond, then, other } => self.if_statement(cond, then, other),
            StmtKind::Match { on, arms, other } => self.match_statement(on, arms, other.as_ref()),
            StmtKind::For { local, list, filter, body } => {
                self.for_statement(*local, list, filter.as_ref(), body, keeps);
            }
            StmtKind::Repeat { times, body } => self.repeat(times.as_ref(), body, keeps),
            StmtKind::Leave(way) => self.way_out(way),
            StmtKind::Again => self.again(),
            StmtKind::Ask(ask) => {
                self.ask(ask);
            }
            StmtKind::Deed(deed) => {
                self.deed(deed);
            }
            StmtKind::Lay(picture) => {
                let number = self.shop.pictures.len() as Word;
                self.shop.pictures.push(picture.clone());
                let number = self.b.constant(number);
                let site = self.site();
                self.b.host_into(None, HostOp::Lay, &[number], site);
            }
        }
        if !keeps {
            self.b.finish(stretch);
        }
    }

    /// Whether a statement leaves a list on the stack that is needed later.
    fn keeps(&self, stmt: &'r Stmt) -> bool {
        let is_list = |local: &LocalId| self.frame.locals[local.0 as usize].ty.is_list();
        let own = matches!(&stmt.kind, StmtKind::Let { local, .. } if is_list(local));
        let result = self.frame.result.is_some_and(|reg| self.b.regs[reg.0 as usize].ty.is_list());
        let mut inner = false;
        visit(stmt, &mut |stmt| match &stmt.kind {
            StmtKind::Let { local, .. } => {
                inner |= is_list(local) && self.frame.env[local.0 as usize].is_some();
            }
            StmtKind::Leave(WayOut::Return(_)) => inner |= result,
            _ => {}
        });
        own || inner
    }

    /// Gives a local a value in a register of its own.
    pub(super) fn assign_local(&mut self, local: LocalId, value: Reg, ty: Ty) {
        let own = match self.frame.env[local.0 as usize] {
            Some(Bound { val: Val::Word(reg), .. }) => reg,
            _ => self.b.local(ty, &self.frame.locals[local.0 as usize].name),
        };
        self.b.copy(own, value);
        self.bind(local, Bound::word(own, ty));
    }

    /// The right side of a `let` or an assignment, with what happens when it is absent.
    pub(super) fn right_side(
        &mut self,
        value: &'r Value,
        otherwise: Option<&'r Otherwise>,
        ty: Ty,
        span: Span,
    ) -> Reg {
        let Some(otherwise) = otherwise else {
            return match value {
                Value::Expr(expr) => self.value(expr),
                Value::Ask(ask) => self.ask(ask),
                Value::Deed(deed) => self.deed(deed).unwrap_or(Reg(0)),
            };
        };
        let absent = self.b.block();
        let reg = match value {
            Value::Expr(expr) => self.present(expr, absent),
            Value::Ask(ask) => {
                let answer = self.ask(ask);
                self.b.or_absent(answer, absent);
                answer
            }
            Value::Deed(deed) => {
                let given = self.deed(deed).unwrap_or(Reg(0));
                if value.ty().shape == Shape::Maybe {
                    self.b.or_absent(given, absent);
                }
                given
            }
        };
        match otherwise {
            Otherwise::Leave(way) => {
                let there = self.b.block();
                self.b.jump(there);
                self.b.go_to(absent);
                self.probe(span, Mark::Absent);
                self.way_out(way);
                self.b.go_to(there);
                reg
            }
            Otherwise::Value(other) => {
                let (dst, join) = (self.b.reg(ty), self.b.block());
                self.b.copy(dst, reg);
                self.b.jump(join);
                self.b.go_to(absent);
                self.probe(span, Mark::Absent);
                let other = self.value(other);
                self.b.copy(dst, other);
                self.b.jump(join);
                self.b.go_to(join);
                dst
            }
        }
    }

    fn if_statement(&mut self, cond: &'r Condition, then: &'r Block, other: &'r Block) {
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        match cond {
            Condition::Expr(expr) => self.decide(expr, yes, no),
            Condition::Ask(ask) => {
                let answer = self.ask(ask);
                let agreed = self.b.compare_to(Compare::Eq, answer, 1);
                let (agrees, refuses) = (self.b.block(), self.b.block());
                self.b.branch(agreed, agrees, refuses);
                for (block, mark, to) in [(agrees, Mark::Holds, yes), (refuses, Mark::Fails, no)] {
                    self.b.go_to(block);
                    self.probe(ask.who.span, mark);
                    self.b.jump(to);
                }
            }
        }
        for (block, body) in [(yes, then), (no, other)] {
            self.b.go_to(block);
            if self.b.is_open() || self.is_watched() {
                self.block(body);
            }
            self.b.jump(join);
        }
        self.b.go_to(join);
    }

    fn match_statement(
        &mut self,
        on: &'r Expr,
        arms: &'r [(Vec<Word>, Block)],
        other: Option<&'r Block>,
    ) {
        if let Some(word) = self.constant(on) {
            let arm = arms.iter().find(|(words, _)| words.contains(&word));
            if let Some(body) = arm.map(|(_, body)| body).or(other) {
                self.block(body);
            }
            return;
        }
        let (join, default) = (self.b.block(), self.b.block());
        let value = self.present(on, default);
        let blocks: Vec<BlockId> = arms.iter().map(|_| self.b.block()).collect();
        let mut cases: Vec<(Word, BlockId)> = Vec::new();
        for ((words, _), block) in arms.iter().zip(&blocks) {
            for word in words {
                if cases.iter().all(|(other, _)| other != word) {
                    cases.push((*word, *block));
                }
            }
        }
        self.b.end(Term::Switch { value, cases, default });
        for ((_, body), block) in arms.iter().zip(&blocks) {
            self.b.go_to(*block);
            self.block(body);
            self.b.jump(join);
        }
        self.b.go_to(default);
        if let Some(other) = other {
            self.block(other);
        }
        self.b.jump(join);
        self.b.go_to(join);
    }

    fn for_statement(
        &mut self,
        local: LocalId,
        list: &'r Expr,
        filter: Option<&'r Expr>,
        body: &'r Block,
        keeps: bool,
    ) {
        let stop = self.b.block();
        let sight = self.shop.sights().members(list, filter);
        let former = self.require_seen(sight, stop);
        let walk = Walk { stop, keeps, distinct: true };
        let mut visit = |this: &mut Self, item: Bound, exits: super::function::Exits| {
            this.bind(local, item);
            if let Some(filter) = filter {
                this.require(filter, exits.next);
            }
            this.frame.loops.push(exits);
            this.block(body);
            this.frame.loops.pop();
        };
        if stands_still(list) {
            self.walk(list, walk, &mut visit);
        } else {
            // The list is made once, before the first round, and a deed in the loop does not change it.
            let ty = Ty::one(self.known(list).base);
            let list = self.list_value(list);
            let made = self.b.reg(Ty::list(ty.base));
            self.b.copy(made, list);
            self.walk_list(made, ty, walk, &mut visit);
        }
        self.sighted = former;
        self.b.jump(stop);
        self.b.go_to(stop);
    }

    fn repeat(&mut self, times: Option<&'r Expr>, body: &'r Block, keeps: bool) {
        let stop = self.b.block();
        let walk = Walk { stop, keeps, distinct: false };
        match times {
            Some(times) => {
                let (first, end) = (self.b.constant(0), self.present(times, stop));
                self.counted(first, end, walk, &mut |this, _, exits| {
                    this.frame.loops.push(exits);
                    this.block(body);
                    this.frame.loops.pop();
                });
            }
            None => {
                let head = self.b.block();
                let next = self.b.block();
                self.b.jump(head);
                self.b.go_to(head);
                let stretch = self.b.begin();
                self.frame.loops.push(super::function::Exits { next, stop });
                self.block(body);
                self.frame.loops.pop();
                self.b.jump(next);
                self.b.go_to(next);
                if !keeps {
                    self.b.finish(stretch);
                }
                self.tick();
                self.b.jump(head);
            }
        }
        self.b.jump(stop);
        self.b.go_to(stop);
    }

    fn way_out(&mut self, way: &'r WayOut) {
        match way {
            WayOut::Skip => self.b.jump(self.frame.exit),
            WayOut::Next => {
                let next = self.frame.loops.last().map_or(self.frame.exit, |exits| exits.next);
                self.b.jump(next);
            }
            WayOut::Stop => {
                let stop = self.frame.loops.last().map_or(self.frame.exit, |exits| exits.stop);
                self.b.jump(stop);
            }
            WayOut::Return(value) => {
                let value = self.value(value);
                if let Some(result) = self.frame.result {
                    self.b.copy(result, value);
                }
                self.b.jump(self.frame.exit);
            }
            WayOut::EndGame => {
                // The hooks that are left this way run no more.
                for hook in self.shop.graph.ending.clone() {
                    self.set_running(hook, false);
                }
                self.b.end(Term::EndGame);
            }
        }
    }

    fn again(&mut self) {
        if let Some(again) = self.frame.again {
            let (dst, bit) = (again.closed, self.b.constant(again.bit));
            self.b.emit(Inst::Bits { dst, op: Bits::Or, a: dst, b: bit });
            self.b.jump(again.open);
        }
    }

    /// Notes in the game whether a hook runs, if it must know.
    pub(super) fn set_running(&mut self, hook: usize, runs: bool) {
        if let Some(field) = self.shop.slots.running.get(&hook).copied() {
            let column = self.b.constant(column(abi::Table::Game, field));
            let row = self.b.constant(0);
            let word = self.b.constant(Word::from(runs));
            let site = self.site();
            self.b.host_into(None, HostOp::Keep, &[column, row, word], site);
        }
    }

    /// What a body gives that is left without `return`.
    pub(super) fn set_default(&mut self, result: Reg, ty: Ty) {
        match ty.shape {
            Shape::List => self.b.emit(Inst::List { dst: result }),
            Shape::One if matches!(ty.base, Base::Int | Base::Flag | Base::Length) => {
                self.b.set(result, 0);
            }
            Shape::One | Shape::Maybe => self.b.set(result, ABSENT),
        }
    }
}

/// Whether no deed can change a list while it is walked over.
fn stands_still(list: &Expr) -> bool {
    match &list.kind {
        ExprKind::Ask { question, .. } => matches!(
            question,
            abi::Question::Players | abi::Question::Figures | abi::Question::TileSegments
        ),
        ExprKind::Clockwise { .. } | ExprKind::Range(..) => true,
        ExprKind::List(members) => members.len() <= 1,
        ExprKind::Quantified { quantifier: Quantifier::Most | Quantifier::Least, .. } => true,
        _ => false,
    }
}

fn visit<'r>(stmt: &'r Stmt, see: &mut dyn FnMut(&'r Stmt)) {
    see(stmt);
    match &stmt.kind {
        StmtKind::If { then, other, .. } => {
            each_stmt(then, see);
            each_stmt(other, see);
        }
        StmtKind::Match { arms, other, .. } => {
            arms.iter().for_each(|(_, block)| each_stmt(block, see));
            other.iter().for_each(|block| each_stmt(block, see));
        }
        StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => each_stmt(body, see),
        _ => {}
    }
}
