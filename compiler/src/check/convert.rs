//! Which types can stand for which, and what a value of one becomes where another is wanted.

use abi::{Base, FigureKindId, FigureSort, PlaceSort, Shape, Ty};

use crate::typed::{Expr, ExprKind, Rules};

/// How a value of one base type becomes one of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The words are the same.
    Same,
    /// The word must be encoded anew.
    Cast,
}

/// Why a value cannot stand where another type is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It may be absent.
    Absent,
    /// A list of features where places are wanted: only one feature has an oldest segment.
    Segments,
    /// It is of another type.
    Type,
}

/// Any place.
pub(crate) const PLACE: Base = Base::Place(PlaceSort::Any);
/// Any figure.
pub(crate) const FIGURE: Base = Base::Figure(FigureSort::Any);

/// Whether players own what is known of a figure.
pub(crate) fn is_owned(rules: &Rules, sort: FigureSort) -> bool {
    match sort {
        FigureSort::Any | FigureSort::Neutral => false,
        FigureSort::Follower | FigureSort::Special | FigureSort::Owned => true,
        FigureSort::Kind(kind) => kind_sort(rules, kind) != FigureSort::Neutral,
    }
}

/// Follower, special or neutral.
pub(crate) fn kind_sort(rules: &Rules, kind: FigureKindId) -> FigureSort {
    match rules.figures.get(kind.index()) {
        Some(figure) if figure.follower => FigureSort::Follower,
        Some(figure) if figure.owned => FigureSort::Special,
        _ => FigureSort::Neutral,
    }
}

fn sort_is(rules: &Rules, from: FigureSort, to: FigureSort) -> bool {
    use FigureSort as S;
    match (from, to) {
        (_, S::Any) => true,
        (a, b) if a == b => true,
        (a, S::Owned) => is_owned(rules, a),
        (S::Kind(kind), b) => kind_sort(rules, kind) == b,
        _ => false,
    }
}

/// How a value of one base type can stand where another is wanted, if it can.
pub(crate) fn way(rules: &Rules, from: Base, to: Base) -> Option<Way> {
    match (from, to) {
        (a, b) if a == b => Some(Way::Same),
        (Base::Nothing, _) => Some(Way::Same),
        (Base::Segment(Some(_)), Base::Segment(None))
        | (Base::Feature(Some(_)), Base::Feature(None)) => Some(Way::Same),
        (Base::Figure(a), Base::Figure(b)) => sort_is(rules, a, b).then_some(Way::Same),
        (Base::Feature(a), Base::Segment(b)) => (b.is_none() || a == b).then_some(Way::Cast),
        (
            Base::Segment(_)
            | Base::Feature(_)
            | Base::Tile
            | Base::Corner
            | Base::Figure(_)
            | Base::Player,
            Base::Place(_),
        )
        | (
            Base::Feature(_) | Base::Tile | Base::Figure(_) | Base::TokenKind | Base::Pile,
            Base::Cause,
        ) => Some(Way::Cast),
        _ => None,
    }
}

/// Whether a test can find out that a value of the general type is of the special one.
pub(crate) fn narrows(rules: &Rules, general: Base, special: Base) -> bool {
    general != special
        && match (general, special) {
            (Base::Feature(None), Base::Feature(Some(_)))
            | (Base::Segment(None), Base::Segment(Some(_))) => true,
            (Base::Figure(a), Base::Figure(b)) => sort_is(rules, b, a),
            _ => false,
        }
}

/// The type that both can stand for.
pub(crate) fn join(rules: &Rules, a: Base, b: Base) -> Option<Base> {
    if way(rules, a, b) == Some(Way::Same) {
        return Some(b);
    }
    if way(rules, b, a) == Some(Way::Same) {
        return Some(a);
    }
    match (a, b) {
        (Base::Segment(_), Base::Segment(_)) => Some(Base::Segment(None)),
        (Base::Feature(_), Base::Feature(_)) => Some(Base::Feature(None)),
        (Base::Figure(x), Base::Figure(y)) => {
            let owned = is_owned(rules, x) && is_owned(rules, y);
            let sort = match (x, y) {
                (FigureSort::Kind(x), FigureSort::Kind(y))
                    if kind_sort(rules, x) == kind_sort(rules, y) =>
                {
                    kind_sort(rules, x)
                }
                _ if owned => FigureSort::Owned,
                _ => FigureSort::Any,
            };
            Some(Base::Figure(sort))
        }
        (Base::Place(_) | Base::Cause, _) => way(rules, b, a).map(|_| a),
        (_, Base::Place(_) | Base::Cause) => way(rules, a, b).map(|_| b),
        _ => None,
    }
}

/// The value where a type is wanted.
pub(crate) fn convert(
    rules: &Rules,
    mut expr: Expr,
    want: Ty,
) -> Result<Expr, (Box<Expr>, Misfit)> {
    let from = expr.ty;
    let Some(way) = way(rules, from.base, want.base) else {
        return Err((Box::new(expr), Misfit::Type));
    };
    match (from.shape, want.shape) {
        (Shape::List, Shape::List)
        | (Shape::One, Shape::One | Shape::Maybe)
        | (Shape::Maybe, Shape::Maybe) => {}
        (Shape::Maybe, Shape::One) => return Err((Box::new(expr), Misfit::Absent)),
        _ => return Err((Box::new(expr), Misfit::Type)),
    }
    match way {
        Way::Same => {
            if from.base == Base::Nothing {
                expr.ty = want;
            }
            Ok(expr)
        }
        Way::Cast
            if from.is_list()
                && matches!(from.base, Base::Feature(_))
                && want.base != Base::Cause =>
        {
            Err((Box::new(expr), Misfit::Segments))
        }
        Way::Cast => Ok(cast(expr, want.base)),
    }
}

/// The same value as another base type, in another encoding.
pub(crate) fn cast(expr: Expr, base: Base) -> Expr {
    let ty = Ty { base, shape: expr.ty.shape };
    let span = expr.span;
    Expr { kind: ExprKind::Cast(Box::new(expr)), ty, span }
}

/// The type of an answer to something that may be absent: flags are false, lists empty, all else absent.
pub(crate) fn lifted(ty: Ty) -> Ty {
    match ty.shape {
        Shape::One if ty.base != Base::Flag => Ty::maybe(ty.base),
        _ => ty,
    }
}

/// A type in the words of the language.
pub(crate) fn type_name(rules: &Rules, ty: Ty) -> String {
    let base = base_name(rules, ty.base);
    match ty.shape {
        Shape::One => base,
        Shape::Maybe if ty.base == Base::Nothing => "none".to_owned(),
        Shape::Maybe => format!("{base}?"),
        Shape::List if ty.base == Base::Nothing => "an empty list".to_owned(),
        Shape::List => format!("list of {base}"),
    }
}

/// A base type in the words of the language.
pub(crate) fn base_name(rules: &Rules, base: Base) -> String {
    let word = match base {
        Base::Nothing => "nothing",
        Base::Int => "int",
        Base::Flag => "flag",
        Base::Length => "length",
        Base::Enum(id) => match rules.enums.get(usize::from(id)) {
            Some(shape) => &shape.name,
            None => "enum",
        },
        Base::Player => "player",
        Base::Tile => "tile",
        Base::TileKind => "tile_kind",
        Base::Cell => "cell",
        Base::Corner => "corner",
        Base::Edge => "edge",
        Base::Segment(None) => "segment",
        Base::Segment(Some(kind)) => {
            return match rules.features.get(kind.index()) {
                Some(feature) => format!("{} segment", feature.name),
                None => "segment".to_owned(),
            };
        }
        Base::Feature(None) => "feature",
        Base::Feature(Some(kind)) => match rules.features.get(kind.index()) {
            Some(feature) => &feature.name,
            None => "feature",
        },
        Base::Figure(FigureSort::Any) => "figure",
        Base::Figure(FigureSort::Follower) => "follower",
        Base::Figure(FigureSort::Special) => "special",
        Base::Figure(FigureSort::Neutral) => "neutral",
        Base::Figure(FigureSort::Owned) => "figure with an owner",
        Base::Figure(FigureSort::Kind(kind)) => match rules.figures.get(kind.index()) {
            Some(figure) => &figure.name,
            None => "figure",
        },
        Base::Place(_) => "place",
        Base::Spot => "spot",
        Base::Fit => "fit",
        Base::Span => "span",
        Base::Pile => "pile",
        Base::Shot => "shot",
        Base::TokenKind => "token_kind",
        Base::FigureKind => "figure_kind",
        Base::FeatureKind => "feature_kind",
        Base::Direction => "direction",
        Base::Point => "point",
        Base::Cause => "cause",
    };
    word.to_owned()
}
