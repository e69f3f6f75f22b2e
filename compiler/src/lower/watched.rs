//! Rules that are watched: where probes stand. What is the same in every moment is lowered without code, so what a
//! game would come to there is marked all the same.

use abi::{ABSENT, Ty};
use grammar::Span;

use super::function::Lower;
use crate::{
    ir::{BlockId, Compare, Inst, Reg},
    probe::{Mark, Probe},
    typed::{Binary, Expr, ExprKind},
};

impl<'r> Lower<'_, 'r> {
    /// Whether the rules are watched.
    pub(super) fn is_watched(&self) -> bool {
        self.shop.probes.is_some()
    }

    /// Marks what a game comes to here.
    pub(super) fn probe(&mut self, span: Span, mark: Mark) {
        let hidden = self.whole == Some(span) || !self.b.is_open();
        if let Some(probes) = self.shop.probes.as_mut().filter(|_| !hidden) {
            let probe = probes.of(Probe { span, mark });
            self.b.emit(Inst::Probe { probe });
        }
    }

    /// Marks that the value of an expression is asked for.
    pub(super) fn reached(&mut self, expr: &Expr) {
        self.probe(expr.span, Mark::Reached);
    }

    /// Keeps the value that an adjustment may change; nothing in rules that nobody watches.
    pub(super) fn before_adjusting(&mut self, it: Reg, ty: Ty) -> Option<Reg> {
        self.is_watched().then(|| {
            let before = self.b.word();
            let what = self.measured(it, ty);
            self.b.copy(before, what);
            before
        })
    }

    /// Marks that an adjustment has changed a value.
    pub(super) fn after_adjusting(&mut self, before: Option<Reg>, it: Reg, ty: Ty, by: &Expr) {
        let Some(before) = before else { return };
        let after = self.measured(it, ty);
        let other = self.b.compare(Compare::Ne, before, after);
        let (changed, join) = (self.b.block(), self.b.block());
        self.b.branch(other, changed, join);
        self.b.go_to(changed);
        self.probe(by.span, Mark::Adjusted);
        self.b.jump(join);
        self.b.go_to(join);
    }

    /// What of a value is compared: of a list its length, as every list that is made lies elsewhere.
    fn measured(&mut self, it: Reg, ty: Ty) -> Reg {
        if ty.is_list() { self.b.len(it) } else { it }
    }

    /// Whether a condition of watched rules is made of others that are marked by themselves.
    fn is_made_of_others(cond: &Expr) -> bool {
        let mut own = true;
        match &cond.kind {
            // A test of two kinds has one place in the text, and so have a test and its negation.
            ExprKind::Not(_) | ExprKind::Binary { op: Binary::And | Binary::Or, .. } => {
                cond.each_child(&mut |child| own &= child.span != cond.span);
                own
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => true,
            _ => false,
        }
    }

    /// Whether what a condition always is must not keep its parts from being marked.
    pub(super) fn is_taken_apart(&self, cond: &Expr) -> bool {
        self.is_watched() && Self::is_made_of_others(cond)
    }

    /// Goes to one of two blocks, and marks which.
    pub(super) fn watched_branch(&mut self, cond: &'r Expr, yes: BlockId, no: BlockId) {
        if Self::is_made_of_others(cond) {
            return self.plain_branch(cond, yes, no);
        }
        let (holds, fails) = (self.b.block(), self.b.block());
        let outer = self.whole.replace(cond.span);
        self.plain_branch(cond, holds, fails);
        self.whole = outer;
        for (block, mark, to) in [(holds, Mark::Holds, yes), (fails, Mark::Fails, no)] {
            self.b.go_to(block);
            self.probe(cond.span, mark);
            self.b.jump(to);
        }
    }

    /// Marks what a value that is the same in every moment goes through.
    pub(super) fn mark_constant(&mut self, expr: &'r Expr) {
        if !self.is_watched() {
            return;
        }
        match &expr.kind {
            ExprKind::If { cond, then, other } => {
                self.mark_condition(cond);
                let chosen = if self.constant(cond) == Some(0) { other } else { then };
                self.reached(chosen);
                self.mark_constant(chosen);
            }
            ExprKind::Match { on, arms, other } => {
                let word = self.constant(on);
                let arm = arms.iter().find(|(words, _)| word.is_some_and(|w| words.contains(&w)));
                if let Some(chosen) = arm.map(|(_, value)| value).or(other.as_deref()) {
                    self.reached(chosen);
                    self.mark_constant(chosen);
                }
            }
            ExprKind::OrElse { value, default } if self.constant(value) == Some(ABSENT) => {
                self.reached(default);
                self.mark_constant(default);
            }
            _ => {}
        }
    }

    /// Marks how a condition comes out that is the same in every moment.
    pub(super) fn mark_condition(&mut self, cond: &'r Expr) {
        if !self.is_watched() || !self.b.is_open() {
            return;
        }
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        self.branch(cond, yes, no);
        for block in [yes, no] {
            self.b.go_to(block);
            self.b.jump(join);
        }
        self.b.go_to(join);
    }
}
