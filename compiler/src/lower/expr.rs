//! Expressions that give one word.
//!
//! What may be absent is lowered with a block to go to when something on the way is absent: a chain of
//! questions about absent things tests each of them once and joins at most once.

use abi::{ABSENT, Base, Ty};

use super::function::{Bound, Lower, Val};
use crate::{
    ir::{Arith, BlockId, Compare, Inst, Reg, Term},
    typed::{Binary, Expr, ExprKind, Quantifier},
};

/// A word, and whether it may be [`ABSENT`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw {
    pub(super) reg: Reg,
    pub(super) maybe: bool,
}

impl Raw {
    /// A word that is there.
    pub(super) fn there(reg: Reg) -> Self {
        Self { reg, maybe: false }
    }
}

impl<'r> Lower<'_, 'r> {
    /// The word of an expression. What is absent gives [`ABSENT`], a flag 0, a list nothing.
    pub(super) fn value(&mut self, expr: &'r Expr) -> Reg {
        if expr.ty.is_list() {
            return self.list_value(expr);
        }
        if is_flag(expr.ty) {
            return self.flag_value(expr);
        }
        if let Some(word) = self.constant(expr) {
            self.mark_constant(expr);
            return self.b.constant(word);
        }
        let absent = self.b.block();
        let raw = self.raw(expr, absent);
        self.join_absent(raw.reg, expr.ty, absent, ABSENT)
    }

    /// Joins a word with another one for the case that something on the way to it was absent.
    pub(super) fn join_absent(&mut self, reg: Reg, ty: Ty, absent: BlockId, word: i64) -> Reg {
        if !self.b.is_used(absent) {
            return reg;
        }
        let (dst, join) = (self.b.reg(ty), self.b.block());
        self.b.copy(dst, reg);
        self.b.jump(join);
        self.b.go_to(absent);
        self.b.set(dst, word);
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }

    /// The word of an expression that is there; goes elsewhere if it is absent.
    pub(super) fn present(&mut self, expr: &'r Expr, absent: BlockId) -> Reg {
        let raw = self.raw(expr, absent);
        if raw.maybe {
            self.b.or_absent(raw.reg, absent);
        }
        raw.reg
    }

    /// The same, without making a word of what is known better.
    pub(super) fn bound_value(&mut self, expr: &'r Expr, absent: BlockId) -> Bound {
        if let Some(bound) = self.symbolic(expr) {
            return bound;
        }
        if let ExprKind::Cast(inner) = &expr.kind
            && !expr.ty.is_list()
        {
            let bound = self.bound_value(inner, absent);
            return self.cast_bound(&bound, expr.ty.base, absent);
        }
        let ty = self.known(expr).certain();
        let val = match self.constant(expr).filter(|word| *word != ABSENT) {
            Some(word) => {
                self.mark_constant(expr);
                Val::Const(word)
            }
            None => Val::Word(self.present(expr, absent)),
        };
        Bound { thing: self.thing(expr), ..Bound::of(val, ty) }
    }

    /// A value that is known without any code.
    pub(super) fn symbolic(&self, expr: &Expr) -> Option<Bound> {
        match &expr.kind {
            ExprKind::Local(local) => {
                let bound = self.frame.env[local.0 as usize].as_ref()?;
                matches!(bound.val, Val::Segment(_) | Val::Spot(..)).then(|| bound.clone())
            }
            ExprKind::Ask { question: abi::Question::SpotFigure, args } => {
                let spot = self.symbolic(&args[0])?;
                let Val::Spot(figure, _) = spot.val else { return None };
                Some(Bound::word(figure, spot.figure.unwrap_or(expr.ty)))
            }
            ExprKind::Ask { question: abi::Question::SpotPlace, args } => {
                match self.symbolic(&args[0])?.val {
                    Val::Spot(_, place) => Some(*place),
                    _ => None,
                }
            }
            ExprKind::Ask { question: abi::Question::PlaceSegment, args } => {
                match self.symbolic(&args[0])? {
                    Bound { val: Val::Segment(row), thing, .. } => {
                        Some(Bound::word(row, Ty::one(thing)))
                    }
                    _ => None,
                }
            }
            // A place that is known to be a segment, narrowed to one.
            ExprKind::Cast(inner) if matches!(expr.ty.base, Base::Segment(_)) => {
                match self.symbolic(inner)? {
                    Bound { val: Val::Segment(row), thing, .. } => {
                        Some(Bound::word(row, Ty::one(thing)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The word of an expression, perhaps absent; goes elsewhere if something on the way is absent.
    pub(super) fn raw(&mut self, expr: &'r Expr, absent: BlockId) -> Raw {
        if expr.ty.is_list() {
            return Raw::there(self.list_value(expr));
        }
        if let Some(word) = self.constant(expr).filter(|_| !is_flag(expr.ty)) {
            self.mark_constant(expr);
            return Raw { reg: self.b.constant(word), maybe: word == ABSENT };
        }
        if let Some(bound) = self.symbolic(expr) {
            return Raw::there(self.reg(&bound.val));
        }
        if is_flag(expr.ty) {
            return Raw::there(self.flag_value(expr));
        }
        self.raw_kind(expr, absent)
    }

    fn raw_kind(&mut self, expr: &'r Expr, absent: BlockId) -> Raw {
        match &expr.kind {
            ExprKind::Local(local) => {
                let val = self.bound(*local).val.clone();
                Raw { reg: self.reg(&val), maybe: expr.ty.is_maybe() }
            }
            ExprKind::Ask { question, args } => self.question(*question, args, expr.ty, absent),
            ExprKind::Property { property, of } => self.property(*property, of.as_deref(), absent),
            ExprKind::Tokens { token, of } => Raw::there(self.tokens(token, of, absent)),
            ExprKind::Call { function, args } => self.call(*function, args, expr.ty, absent),
            ExprKind::Negate(inner) => {
                let zero = self.b.constant(0);
                let inner = self.present(inner, absent);
                Raw::there(self.arith(Arith::Sub, zero, inner))
            }
            ExprKind::Binary { op, left, right } => {
                let a = self.present(left, absent);
                let b = self.present(right, absent);
                Raw::there(self.arith(arith(*op), a, b))
            }
            ExprKind::If { .. } | ExprKind::Match { .. } => self.choice(expr, absent),
            ExprKind::OrElse { .. } => self.or_else(expr, absent),
            ExprKind::Quantified { quantifier, .. } => {
                let maybe = *quantifier == Quantifier::First;
                Raw { reg: self.quantified(expr), maybe }
            }
            ExprKind::Count(list) => Raw::there(self.count(list)),
            ExprKind::First(list) => Raw { reg: self.first(list, expr.ty), maybe: true },
            ExprKind::Last(list) => Raw { reg: self.last(list, expr.ty), maybe: true },
            ExprKind::Cast(_) => {
                let cast = self.bound_value(expr, absent);
                Raw::there(self.reg(&cast.val))
            }
            // Constants and options were folded, lists and flags are lowered elsewhere.
            _ => Raw { reg: self.b.constant(ABSENT), maybe: true },
        }
    }

    /// Checked arithmetic.
    pub(super) fn arith(&mut self, op: Arith, a: Reg, b: Reg) -> Reg {
        let dst = self.b.word();
        let site = self.site();
        self.b.emit(Inst::Arith { dst, op, a, b, site });
        dst
    }

    fn choice(&mut self, expr: &'r Expr, absent: BlockId) -> Raw {
        let dst = self.b.reg(expr.ty);
        let maybe = self.choose(expr, &mut |this, chosen| {
            let raw = this.raw(chosen, absent);
            this.b.copy(dst, raw.reg);
            raw.maybe
        });
        Raw { reg: dst, maybe }
    }

    /// `value else default`, whatever the type of the two.
    pub(super) fn or_else(&mut self, expr: &'r Expr, absent: BlockId) -> Raw {
        let ExprKind::OrElse { value, default } = &expr.kind else {
            return self.raw(expr, absent);
        };
        let (dst, none, join) = (self.b.reg(expr.ty), self.b.block(), self.b.block());
        let reg = self.present(value, none);
        self.b.copy(dst, reg);
        self.b.jump(join);
        self.b.go_to(none);
        self.reached(default);
        let raw = self.raw(default, absent);
        self.b.copy(dst, raw.reg);
        self.b.jump(join);
        self.b.go_to(join);
        Raw { reg: dst, maybe: raw.maybe }
    }

    /// Lowers an `if` or `match`: one of the inner values, each handed to `take`, which says whether it
    /// may be absent.
    pub(super) fn choose(
        &mut self,
        expr: &'r Expr,
        take: &mut dyn FnMut(&mut Self, &'r Expr) -> bool,
    ) -> bool {
        let join = self.b.block();
        let mut maybe = false;
        match &expr.kind {
            ExprKind::If { cond, then, other } => match self.constant(cond) {
                Some(word) => {
                    self.mark_condition(cond);
                    let chosen = if word == 0 { other } else { then };
                    self.reached(chosen);
                    maybe |= take(self, chosen);
                }
                None => {
                    let (yes, no) = (self.b.block(), self.b.block());
                    self.decide(cond, yes, no);
                    for (block, chosen) in [(yes, then), (no, other)] {
                        self.b.go_to(block);
                        self.reached(chosen);
                        maybe |= take(self, chosen);
                        self.b.jump(join);
                    }
                }
            },
            ExprKind::Match { on, arms, other } => {
                let nothing = self.b.block();
                let value = self.present(on, nothing);
                let default = if other.is_some() { self.b.block() } else { nothing };
                let blocks: Vec<BlockId> = arms.iter().map(|_| self.b.block()).collect();
                let mut cases = Vec::new();
                for ((words, _), block) in arms.iter().zip(&blocks) {
                    for word in words {
                        if cases.iter().all(|(other, _)| other != word) {
                            cases.push((*word, *block));
                        }
                    }
                }
                if other.is_none()
                    && let Some((_, last)) = cases.pop()
                {
                    // The arms cover every word, so the last one needs no test.
                    cases.retain(|(_, block)| *block != last);
                    self.b.end(Term::Switch { value, cases, default: last });
                } else {
                    self.b.end(Term::Switch { value, cases, default });
                }
                for ((_, chosen), block) in arms.iter().zip(&blocks) {
                    self.b.go_to(*block);
                    self.reached(chosen);
                    maybe |= take(self, chosen);
                    self.b.jump(join);
                }
                if let Some(other) = other {
                    self.b.go_to(default);
                    self.reached(other);
                    maybe |= take(self, other);
                    self.b.jump(join);
                }
                if self.b.is_used(nothing) {
                    self.b.go_to(nothing);
                    self.fault(abi::FaultKind::Internal);
                }
            }
            _ => maybe |= take(self, expr),
        }
        self.b.jump(join);
        self.b.go_to(join);
        maybe
    }

    /// Ends the block with a fault of the rule.
    pub(super) fn fault(&mut self, kind: abi::FaultKind) {
        let site = self.site();
        self.b.end(Term::Fault { kind, site });
    }

    /// The first word of a list, or absent.
    pub(super) fn first(&mut self, list: &'r Expr, ty: Ty) -> Reg {
        let dst = self.b.reg(ty);
        self.b.set(dst, ABSENT);
        self.each(list, false, &mut |this, item, exits| {
            let reg = this.reg(&item.val);
            this.b.copy(dst, reg);
            this.b.jump(exits.stop);
        });
        dst
    }

    /// The last word of a list, or absent.
    pub(super) fn last(&mut self, list: &'r Expr, ty: Ty) -> Reg {
        let dst = self.b.reg(ty);
        let (some, join) = (self.b.block(), self.b.block());
        let list = self.list_value(list);
        let len = self.b.len(list);
        self.b.set(dst, ABSENT);
        let any = self.b.compare_to(Compare::Gt, len, 0);
        self.b.branch(any, some, join);
        self.b.go_to(some);
        let index = self.b.bits(crate::ir::Bits::Add, len, -1);
        self.b.emit(Inst::Element { dst, list, index });
        self.b.jump(join);
        self.b.go_to(join);
        dst
    }
}

/// Whether an expression of this type is lowered as a condition.
pub(super) fn is_flag(ty: Ty) -> bool {
    ty == Ty::one(Base::Flag)
}

fn arith(op: Binary) -> Arith {
    match op {
        Binary::Subtract => Arith::Sub,
        Binary::Multiply => Arith::Mul,
        Binary::Divide => Arith::Div,
        Binary::Remainder => Arith::Rem,
        _ => Arith::Add,
    }
}
