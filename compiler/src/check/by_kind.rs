//! `completed when`, `worth`, `counts`: lines of kinds that together make one function by kind.

use abi::{Base, FigureSort, OriginId, Ty};
use grammar::{Span, ast, ast::Citation};

use super::{
    body::{BodyChecker, Checking, Kind},
    convert::FIGURE,
    expr::{constant, flag},
    facts::{Known, PathStep},
    origins::ItemPlace,
};
use crate::typed::{Body, Expr, ExprKind, FnBody, KindTest};

/// What a fault calls the thing whose properties are bare names.
pub(crate) const OWN: &str = "it";

/// A function that is written by kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByKind {
    /// `completed when …`.
    Completed,
    /// `worth …`, of a feature to `scorer`.
    Worth,
    /// `counts …`, of a figure.
    Counts,
}

/// A line of one kind.
pub(crate) struct KindLine<'a> {
    /// The item that it stands in.
    pub(crate) place: ItemPlace,
    /// The kind.
    pub(crate) test: KindTest,
    /// The statements that the line cites.
    pub(crate) citations: &'a [Citation],
    /// Where the line stands.
    pub(crate) span: Span,
    /// The formula; bare names are properties of the thing itself.
    pub(crate) formula: &'a ast::Expr,
}

impl ByKind {
    /// The parameters' names and types, and the type of the value.
    pub(crate) fn signature(self) -> (Vec<(&'static str, Ty)>, Ty) {
        let feature = Ty::one(Base::Feature(None));
        match self {
            Self::Completed => (vec![("", feature)], Ty::one(Base::Flag)),
            Self::Worth => {
                (vec![("", feature), ("scorer", Ty::one(Base::Player))], Ty::one(Base::Int))
            }
            Self::Counts => (vec![("", Ty::one(FIGURE))], Ty::one(Base::Int)),
        }
    }
}

/// All lines of one function, in the order of the kinds that come first.
pub(crate) fn kind_function(
    checking: &mut Checking<'_, '_>,
    function: ByKind,
    lines: &[KindLine<'_>],
    outside: &ItemPlace,
    span: Span,
) -> Body<FnBody> {
    let mut checker = BodyChecker::new(checking, outside, Kind::Question);
    let (params, result) = function.signature();
    for (name, ty) in params {
        checker.param(name, Some(ty), span);
    }
    let own = crate::typed::LocalId(0);
    checker.own = Some(own);
    let mut arms: Vec<(KindTest, OriginId, Expr)> = Vec::new();
    for line in lines {
        checker.place = line.place.clone();
        let before = checker.facts.clone();
        if let Some(base) = base_of(line.test) {
            let known = Known { certain: true, base: Some(base), filled: false };
            checker.facts.add(checker.rules(), vec![PathStep::Local(own)], known);
        }
        let value = if function == ByKind::Counts {
            checker.strength(line.formula)
        } else {
            checker.wanted(line.formula, result)
        };
        checker.facts = before;
        let origin = checker.origin(line.span, line.citations);
        if let Some(value) = value {
            arms.push((line.test, origin, value));
        }
    }
    let other = match function {
        ByKind::Completed => constant(0, Base::Flag, span),
        ByKind::Worth => constant(0, Base::Int, span),
        ByKind::Counts => one_for_followers(own, span),
    };
    let mut body = checker.body(FnBody::ByKind(arms, other));
    // Formulas do not name the thing itself; who is told of a fault in one wants to know which it was.
    body.locals[0].name = OWN.to_owned();
    body
}

/// Checks the strength of figures of a kind that is not known.
pub(crate) fn of_no_kind(checking: &mut Checking<'_, '_>, place: &ItemPlace, formula: &ast::Expr) {
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    checker.own = Some(checker.param("", Some(Ty::one(FIGURE)), formula.span));
    checker.scope.truncate(0);
    checker.strength(formula);
}

/// The type that a kind's line knows the thing itself to be of.
fn base_of(test: KindTest) -> Option<Base> {
    Some(match test {
        KindTest::FeatureKind(kind) => Base::Feature(Some(kind)),
        KindTest::FigureKind(kind) => Base::Figure(FigureSort::Kind(kind)),
        KindTest::Follower => Base::Figure(FigureSort::Follower),
        KindTest::Special => Base::Figure(FigureSort::Special),
        KindTest::Neutral => Base::Figure(FigureSort::Neutral),
        _ => return None,
    })
}

/// Without a line a follower counts 1, everybody else nothing.
fn one_for_followers(own: crate::typed::LocalId, span: Span) -> Expr {
    let figure = Expr { kind: ExprKind::Local(own), ty: Ty::one(FIGURE), span };
    let cond = flag(ExprKind::IsKind { of: Box::new(figure), test: KindTest::Follower }, span);
    let kind = ExprKind::If {
        cond: Box::new(cond),
        then: Box::new(constant(1, Base::Int, span)),
        other: Box::new(constant(0, Base::Int, span)),
    };
    Expr { kind, ty: Ty::one(Base::Int), span }
}

impl BodyChecker<'_, '_> {
    /// A strength; a figure that stands nowhere has none.
    fn strength(&mut self, formula: &ast::Expr) -> Option<Expr> {
        let want = Ty::one(Base::Int);
        let value = self.expr(formula, Some(want))?;
        if value.ty != Ty::maybe(Base::Int) {
            return self.fit(value, want);
        }
        let span = value.span;
        let kind = ExprKind::OrElse {
            value: Box::new(value),
            default: Box::new(constant(0, Base::Int, span)),
        };
        Some(Expr { kind, ty: want, span })
    }
}
