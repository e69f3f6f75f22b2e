//! Conditions: expressions of type flag, as branches wherever possible. A test on something absent fails.

use abi::{ABSENT, FaultKind, Shape, Word};

use super::{expr::is_flag, function::Lower, known::is_feature};
use crate::{
    ir::{BlockId, Compare, Reg, Term},
    typed::{Binary, Expr, ExprKind, Quantifier},
};

impl<'r> Lower<'_, 'r> {
    /// Goes to one of two blocks, and gives back what the condition put on the stack.
    pub(super) fn decide(&mut self, cond: &'r Expr, yes: BlockId, no: BlockId) {
        let stretch = self.b.begin();
        let (on_yes, on_no) = (self.b.block(), self.b.block());
        self.branch(cond, on_yes, on_no);
        self.b.finish_in(stretch, &[on_yes, on_no]);
        for (from, to) in [(on_yes, yes), (on_no, no)] {
            self.b.go_to(from);
            self.b.jump(to);
        }
    }

    /// Goes on only if a condition holds, else to another block.
    pub(super) fn require(&mut self, cond: &'r Expr, no: BlockId) {
        let yes = self.b.block();
        self.decide(cond, yes, no);
        self.b.go_to(yes);
    }

    /// Goes to one of two blocks.
    pub(super) fn branch(&mut self, cond: &'r Expr, yes: BlockId, no: BlockId) {
        if self.is_watched() {
            return self.watched_branch(cond, yes, no);
        }
        self.plain_branch(cond, yes, no);
    }

    /// The same without marks of its own.
    pub(super) fn plain_branch(&mut self, cond: &'r Expr, yes: BlockId, no: BlockId) {
        if let Some(word) = self.constant(cond).filter(|_| !self.is_taken_apart(cond)) {
            return self.b.jump(if word == 1 { yes } else { no });
        }
        match &cond.kind {
            ExprKind::Not(inner) => self.branch(inner, no, yes),
            ExprKind::Binary { op: op @ (Binary::And | Binary::Or), left, right } => {
                let rest = self.b.block();
                match op {
                    Binary::And => self.branch(left, rest, no),
                    _ => self.branch(left, yes, rest),
                }
                self.b.go_to(rest);
                self.branch(right, yes, no);
            }
            ExprKind::Binary { op: Binary::NotEqual, left, right } => {
                let equal = self.compared(Binary::Equal, left, right, yes);
                self.b.branch(equal, no, yes);
            }
            ExprKind::If { .. } | ExprKind::Match { .. } if is_flag(cond.ty) => {
                self.choose(cond, &mut |this, chosen| {
                    this.branch(chosen, yes, no);
                    false
                });
            }
            ExprKind::Call { function, args } if is_flag(cond.ty) => {
                self.branch_on_call(*function, args, yes, no);
            }
            ExprKind::Quantified {
                quantifier: Quantifier::Any | Quantifier::No | Quantifier::Every,
                ..
            } => self.branch_on_members(cond, yes, no),
            ExprKind::In { item, list } => self.branch_on_member(item, list, yes, no),
            ExprKind::IsEmpty(list) => self.branch_on_empty(list, yes, no),
            ExprKind::IsKind { of, test } => self.branch_on_kind(of, *test, yes, no),
            ExprKind::IsNone(of) => {
                let raw = self.raw(of, yes);
                if raw.maybe {
                    let none = self.b.compare_to(Compare::Eq, raw.reg, ABSENT);
                    self.b.branch(none, yes, no);
                } else {
                    self.b.jump(no);
                }
            }
            _ => {
                let holds = self.simple_flag(cond, no);
                self.b.branch(holds, yes, no);
            }
        }
    }

    /// A condition as a word: 1 or 0.
    pub(super) fn flag_value(&mut self, cond: &'r Expr) -> Reg {
        if let Some(word) = self.constant(cond).filter(|_| !self.is_watched()) {
            return self.b.constant(Word::from(word == 1));
        }
        match &cond.kind {
            _ if self.is_watched() => self.branched(cond),
            ExprKind::Not(inner) => {
                let inner = self.flag_value(inner);
                self.b.compare_to(Compare::Eq, inner, 0)
            }
            ExprKind::Binary {
                op:
                    Binary::Equal
                    | Binary::Less
                    | Binary::LessOrEqual
                    | Binary::Greater
                    | Binary::GreaterOrEqual,
                ..
            }
            | ExprKind::Local(_)
            | ExprKind::Ask { .. }
            | ExprKind::Property { .. } => {
                let no = self.b.block();
                let holds = self.simple_flag(cond, no);
                self.join_absent(holds, cond.ty, no, 0)
            }
            ExprKind::Call { function, args } if self.inlined(*function, args).is_none() => {
                let no = self.b.block();
                let raw = self.call(*function, args, cond.ty, no);
                self.join_absent(raw.reg, cond.ty, no, 0)
            }
            _ => self.branched(cond),
        }
    }

    /// A condition as a word, by way of branches.
    fn branched(&mut self, cond: &'r Expr) -> Reg {
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        let dst = self.b.reg(cond.ty);
        self.branch(cond, yes, no);
        for (block, word) in [(yes, 1), (no, 0)] {
            self.b.go_to(block);
            self.b.set(dst, word);
            self.b.jump(join);
        }
        self.b.go_to(join);
        dst
    }

    /// A condition without branches of its own; goes to `no` if something on the way is absent.
    fn simple_flag(&mut self, cond: &'r Expr, no: BlockId) -> Reg {
        match &cond.kind {
            ExprKind::Binary { op, left, right } => self.compared(*op, left, right, no),
            ExprKind::Ask { question, args } => {
                let raw = self.question(*question, args, cond.ty, no);
                raw.reg
            }
            ExprKind::Property { property, of } => {
                let raw = self.property(*property, of.as_deref(), no);
                if cond.ty.shape == Shape::Maybe {
                    return self.b.compare_to(Compare::Eq, raw.reg, 1);
                }
                raw.reg
            }
            ExprKind::OrElse { .. } => self.or_else(cond, no).reg,
            ExprKind::Local(local) => {
                let val = self.bound(*local).val.clone();
                let reg = self.reg(&val);
                if cond.ty.is_maybe() { self.b.compare_to(Compare::Eq, reg, 1) } else { reg }
            }
            _ => {
                let reg = self.present(cond, no);
                self.b.compare_to(Compare::Eq, reg, 1)
            }
        }
    }

    /// Whether two values compare so, neither absent.
    fn compared(&mut self, op: Binary, left: &'r Expr, right: &'r Expr, no: BlockId) -> Reg {
        let equal = matches!(op, Binary::Equal | Binary::NotEqual);
        if left.ty.is_list() && right.ty.is_list() {
            return self.equal_lists(left, right);
        }
        let a = self.operand(left, no);
        let b = self.operand(right, no);
        // Only two absent words could be equal; an absent one is less than all others.
        if a.maybe && (!equal || b.maybe) {
            self.b.or_absent(a.reg, no);
        }
        if b.maybe && !equal {
            self.b.or_absent(b.reg, no);
        }
        if is_feature(left.ty) && is_feature(right.ty) {
            if b.maybe {
                self.b.or_absent(b.reg, no);
            }
            if a.maybe && !b.maybe {
                self.b.or_absent(a.reg, no);
            }
            let (a, b) = (self.record(a.reg), self.record(b.reg));
            return self.b.compare(Compare::Eq, a, b);
        }
        let op = match op {
            Binary::Less => Compare::Lt,
            Binary::LessOrEqual => Compare::Le,
            Binary::Greater => Compare::Gt,
            Binary::GreaterOrEqual => Compare::Ge,
            _ => Compare::Eq,
        };
        self.b.compare(op, a.reg, b.reg)
    }

    /// One side of a comparison; the measure of the list question at hand is not asked twice.
    fn operand(&mut self, expr: &'r Expr, no: BlockId) -> super::expr::Raw {
        match self.frame.measured {
            Some((measure, reg)) if super::known::same(measure, expr) => {
                super::expr::Raw::there(reg)
            }
            _ => self.raw(expr, no),
        }
    }

    /// Lists are equal if they have equal members in the same order.
    fn equal_lists(&mut self, left: &'r Expr, right: &'r Expr) -> Reg {
        let (a, b) = (self.list_value(left), self.list_value(right));
        let (dst, done, some) = (self.b.word(), self.b.block(), self.b.block());
        let (len, other) = (self.b.len(a), self.b.len(b));
        let same_length = self.b.compare(Compare::Eq, len, other);
        self.b.copy(dst, same_length);
        self.b.branch(same_length, some, done);
        self.b.go_to(some);
        let zero = self.b.constant(0);
        let feature = is_feature(left.ty) && is_feature(right.ty);
        let item = left.ty.certain();
        let walk = super::walk::Walk { stop: done, keeps: false, distinct: false };
        self.counted(zero, len, walk, &mut |this, i, exits| {
            let (mut a, mut b) = (this.b.element(a, i, item), this.b.element(b, i, item));
            if feature {
                (a, b) = (this.record(a), this.record(b));
            }
            let equal = this.b.compare(Compare::Eq, a, b);
            this.b.copy(dst, equal);
            this.b.branch(equal, exits.next, exits.stop);
        });
        self.b.jump(done);
        self.b.go_to(done);
        dst
    }

    /// Ends the block where nothing can lead.
    pub(super) fn never(&mut self) {
        let site = self.site();
        self.b.end(Term::Fault { kind: FaultKind::Internal, site });
    }
}
