//! A declared property asked of a place of which nothing more is known: of the kind that has it, its value;
//! of every other kind, what is unset.

use abi::{ABSENT, Base, FigureSort, Shape, Ty};
use grammar::Span;

use super::{
    body::BodyChecker,
    convert::{FIGURE, cast},
    expr,
};
use crate::typed::{Expr, ExprKind, KindTest, PropertyId, PropertyOwner};

/// What a place must be to have the properties of an owner: the test, and the type it then is of.
pub(crate) fn place_with(owner: PropertyOwner) -> Option<(KindTest, Base)> {
    Some(match owner {
        PropertyOwner::Game => return None,
        PropertyOwner::Player => (KindTest::Player, Base::Player),
        PropertyOwner::Tile => (KindTest::Tile, Base::Tile),
        PropertyOwner::Segment => (KindTest::Segment, Base::Segment(None)),
        PropertyOwner::Feature(kind) => (KindTest::FeatureKind(kind), Base::Segment(Some(kind))),
        PropertyOwner::Figure => (KindTest::Figure, FIGURE),
        PropertyOwner::FigureKind(kind) => {
            (KindTest::FigureKind(kind), Base::Figure(FigureSort::Kind(kind)))
        }
    })
}

impl BodyChecker<'_, '_> {
    /// `s.hill` of a place.
    pub(crate) fn property_of_place(
        &mut self,
        of: Expr,
        id: PropertyId,
        span: Span,
    ) -> Option<Expr> {
        let property = &self.rules().properties[id.index()];
        let (unset, (test, base)) = (property.default, place_with(property.owner)?);
        let ty = self.property_type(id, base);
        let mut there = of.clone();
        there.ty = there.ty.certain();
        let of = ExprKind::IsKind { of: Box::new(of), test };
        let property = ExprKind::Property { property: id, of: Some(Box::new(cast(there, base))) };
        let then = Expr { kind: property, ty, span };
        let (kind, ty) = match ty.shape {
            Shape::List => (ExprKind::List(Vec::new()), ty),
            Shape::One if unset == ABSENT => (ExprKind::Const(ABSENT), Ty::maybe(ty.base)),
            Shape::One | Shape::Maybe => (ExprKind::Const(unset), ty),
        };
        let other = Expr { kind, ty, span };
        let kind = ExprKind::If {
            cond: Box::new(expr::flag(of, span)),
            then: Box::new(then),
            other: Box::new(other),
        };
        Some(self.narrowed(Expr { kind, ty, span }))
    }
}
