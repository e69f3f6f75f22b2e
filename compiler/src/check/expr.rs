//! Expressions: each kind of question finds its file here; literals and bare words of truth are here.

use abi::{ABSENT, Base, Ty, Word};
use grammar::{Span, ast};

use super::body::BodyChecker;
use crate::{
    notes::Seen,
    typed::{Expr, ExprKind},
};

/// A constant of a type.
pub(crate) fn constant(word: Word, base: Base, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(word), ty: Ty::one(base), span }
}

/// Something absent.
pub(crate) fn absent(base: Base, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(ABSENT), ty: Ty::maybe(base), span }
}

/// A flag that some expression kind gives.
pub(crate) fn flag(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Ty::one(Base::Flag), span }
}

/// `not a`, if it is to be negated.
pub(crate) fn negated(expr: Expr, negate: bool) -> Expr {
    if negate {
        let span = expr.span;
        flag(ExprKind::Not(Box::new(expr)), span)
    } else {
        expr
    }
}

impl BodyChecker<'_, '_> {
    /// An expression, with what is wanted there as a hint for names. Nothing after a mistake.
    pub(crate) fn expr(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Option<Expr> {
        let found = self.question(expr, want);
        if let Some(found) = &found {
            self.names.notes.take(expr.span, Seen::Value(found.ty));
        }
        found
    }

    fn question(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Option<Expr> {
        use ast::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            &K::Int(number) => Some(constant(number, Base::Int, span)),
            &K::Length(micrometres) => Some(constant(micrometres, Base::Length, span)),
            &K::Bool(truth) => Some(constant(Word::from(truth), Base::Flag, span)),
            K::None => Some(absent(Base::Nothing, span)),
            K::Name(name) => self.name(name, want),
            K::Property { of, name } => self.property(of, name, span),
            K::Call { name, arguments } => self.call(name, arguments, span),
            K::Method { of, name, arguments } => self.method(of, name, arguments, span),
            K::List(members) => self.list(members, want, span),
            K::Range { from, to } => self.range(from, to, span),
            K::Unary { op, operand } => self.unary(*op, operand, span),
            K::Binary { op, left, right } => self.binary(*op, left, right, want, span),
            K::Is { value, negated, test } => self.is_test(value, *negated, test, span),
            K::In { value, negated, list } => self.in_list(value, *negated, list, span),
            K::If { arms, otherwise } => self.if_value(arms, otherwise, want, span),
            K::Match { subject, arms, otherwise } => {
                self.match_value(subject, arms, otherwise.as_deref(), want, span)
            }
            K::Quantified { quantifier, name, list, filter, measure } => self.quantified(
                *quantifier,
                name,
                list,
                filter.as_deref(),
                measure.as_deref(),
                span,
            ),
            K::Count(of) => self.count(of, span),
            K::Clockwise { order, player } => self.clockwise(*order, player, span),
        }
    }

    /// An expression where a type is wanted.
    pub(crate) fn wanted(&mut self, expr: &ast::Expr, want: Ty) -> Option<Expr> {
        let found = self.expr(expr, Some(want))?;
        self.fit(found, want)
    }

    /// An expression where a single, present value of a base type is wanted.
    pub(crate) fn one(&mut self, expr: &ast::Expr, base: Base) -> Option<Expr> {
        self.wanted(expr, Ty::one(base))
    }

    /// A condition.
    pub(crate) fn condition(&mut self, expr: &ast::Expr) -> Option<Expr> {
        self.one(expr, Base::Flag)
    }

    /// An expression where a list is wanted; an enum's name and a range are lists too.
    pub(crate) fn any_list(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let hint = self.hint(expr, |_, ty| ty.is_list());
        let list = self.expr(expr, hint)?;
        if list.ty.is_list() {
            return Some(list);
        }
        let found = self.named(list.ty);
        self.error(
            super::codes::WRONG_TYPE,
            list.span,
            format!("expected a list, found {found}"),
            format!("this is `{found}`"),
            Some("write it as a list: `[…]`".to_owned()),
        )
    }
}
