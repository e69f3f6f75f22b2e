//! A question of one kind asked of another: its answer is unset, that is no, 0, empty or absent.

use abi::{Base, Ty};
use grammar::Span;

use super::{
    convert::FIGURE,
    expr::{absent, constant, flag},
};
use crate::typed::{Binary, Expr, ExprKind, KindTest, LocalId, Quantifier};

/// The test for a kind that a parameter is narrowed to.
pub(crate) fn kind_test(base: Base) -> Option<KindTest> {
    use abi::FigureSort as S;
    Some(match base {
        Base::Feature(Some(kind)) | Base::Segment(Some(kind)) => KindTest::FeatureKind(kind),
        Base::Figure(S::Kind(kind)) => KindTest::FigureKind(kind),
        Base::Figure(S::Follower) => KindTest::Follower,
        Base::Figure(S::Special) => KindTest::Special,
        Base::Figure(S::Neutral) => KindTest::Neutral,
        Base::Feature(None) | FIGURE => KindTest::Anything,
        _ => return None,
    })
}

/// Whether asking twice costs next to nothing.
pub(crate) fn is_plain(expr: &Expr, depth: usize) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => true,
        ExprKind::Ask { args, .. } => match args.as_slice() {
            [] => true,
            [of] => depth > 0 && is_plain(of, depth - 1),
            _ => false,
        },
        ExprKind::Property { of, .. } => {
            of.as_ref().is_none_or(|of| depth > 0 && is_plain(of, depth - 1))
        }
        ExprKind::Cast(of) => depth > 0 && is_plain(of, depth - 1),
        _ => false,
    }
}

/// What an answer is when it is unset.
fn unset(ty: Ty, span: Span) -> Expr {
    match ty.base {
        _ if ty.is_list() => Expr { kind: ExprKind::List(Vec::new()), ty, span },
        Base::Int | Base::Flag | Base::Length if !ty.is_maybe() => constant(0, ty.base, span),
        base => absent(base, span),
    }
}

/// The answer if what is asked is of a kind, else unset; what is asked is asked twice.
pub(crate) fn if_of_kind(of: Expr, test: KindTest, call: Expr, span: Span) -> Expr {
    let other = unset(call.ty, span);
    let ty = if other.ty.is_maybe() { Ty::maybe(call.ty.base) } else { call.ty };
    let cond = flag(ExprKind::IsKind { of: Box::new(of), test }, span);
    let kind = ExprKind::If { cond: Box::new(cond), then: Box::new(call), other: Box::new(other) };
    Expr { kind, ty, span }
}

/// The answer about the one member of a list, if it passes a test; else unset.
pub(crate) fn of_the_one(local: LocalId, list: Expr, filter: Expr, call: Expr, span: Span) -> Expr {
    let ty = call.ty;
    let list = Box::new(list);
    let quantified = |quantifier, filter, measure| ExprKind::Quantified {
        quantifier,
        local,
        list,
        filter: Some(Box::new(filter)),
        measure,
    };
    match ty.base {
        Base::Flag if !ty.is_list() && !ty.is_maybe() => {
            let kind =
                ExprKind::Binary { op: Binary::And, left: Box::new(filter), right: Box::new(call) };
            let both = flag(kind, span);
            flag(quantified(Quantifier::Any, both, None), span)
        }
        Base::Int | Base::Length if !ty.is_list() && !ty.is_maybe() => {
            let kind = quantified(Quantifier::Sum, filter, Some(Box::new(call)));
            Expr { kind, ty, span }
        }
        base => {
            let kind = quantified(Quantifier::All, filter, Some(Box::new(call)));
            let all = Expr { kind, ty: Ty::list(base), span };
            if ty.is_list() {
                all
            } else {
                Expr { kind: ExprKind::First(Box::new(all)), ty: Ty::maybe(base), span }
            }
        }
    }
}
