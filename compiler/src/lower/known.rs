//! What is known of a value before the game runs: kinds that types tell, constants, and branches on them.

use abi::{ABSENT, Base, FeatureKindId, FigureKindId, FigureSort, Shape, Ty, Word};

use super::{
    function::{Lower, Val},
    types::{is_general, narrower},
};
use crate::typed::{Binary, Expr, ExprKind, KindTest};

impl Lower<'_, '_> {
    /// The type of the word of an expression, as far as it is known here, where a body may be inlined.
    pub(super) fn known(&self, expr: &Expr) -> Ty {
        let base = if is_general(expr.ty.base) { expr.ty.base } else { self.thing(expr) };
        Ty { base, shape: expr.ty.shape }
    }

    /// What the thing itself is that an expression gives, even where its word is that of any place.
    pub(super) fn thing(&self, expr: &Expr) -> Base {
        let thing = match &expr.kind {
            ExprKind::Local(local) => {
                self.frame.env[local.0 as usize].as_ref().map(|bound| bound.thing)
            }
            ExprKind::Cast(inner) => Some(match (expr.ty.base, self.thing(inner)) {
                (Base::Place(_), Base::Feature(kind)) => Base::Segment(kind),
                (_, thing) => thing,
            }),
            ExprKind::Ask { question: abi::Question::SpotFigure, args } => {
                self.symbolic(&args[0]).and_then(|bound| bound.figure).map(|ty| ty.base)
            }
            ExprKind::Ask { question: abi::Question::SpotPlace, args } => {
                match self.symbolic(&args[0]).map(|bound| bound.val) {
                    Some(Val::Spot(_, place)) => Some(place.thing),
                    _ => None,
                }
            }
            _ => None,
        };
        match thing {
            Some(thing) if is_general(expr.ty.base) => thing,
            Some(thing) => narrower(expr.ty.base, thing),
            None => expr.ty.base,
        }
    }

    /// The kind of feature of a segment or feature, if it is known.
    pub(super) fn known_feature(&self, expr: &Expr) -> Option<FeatureKindId> {
        match self.thing(expr) {
            Base::Feature(kind) | Base::Segment(kind) => kind,
            _ => None,
        }
    }

    /// Whether something present of a type passes a test, if that is known.
    pub(super) fn known_test(&self, base: Base, test: KindTest) -> Option<bool> {
        match (test, base) {
            (KindTest::Anything, _) => Some(true),
            (KindTest::FeatureKind(kind), Base::Feature(known) | Base::Segment(known)) => {
                known.map(|known| known == kind)
            }
            (
                KindTest::FigureKind(_)
                | KindTest::Follower
                | KindTest::Special
                | KindTest::Neutral,
                Base::Figure(sort),
            ) => self.known_sort(sort, test),
            (KindTest::TileKind(_), Base::Tile | Base::TileKind) => None,
            (_, Base::Place(_) | Base::Cause) => None,
            (KindTest::Segment | KindTest::CauseFeature, Base::Segment(_) | Base::Feature(_))
            | (KindTest::Tile | KindTest::CauseTile, Base::Tile)
            | (KindTest::Corner, Base::Corner)
            | (KindTest::Figure | KindTest::CauseFigure, Base::Figure(_))
            | (KindTest::Player, Base::Player)
            | (KindTest::CauseToken, Base::TokenKind)
            | (KindTest::CausePile, Base::Pile) => Some(true),
            (KindTest::TileKind(_), _) => Some(false),
            _ => Some(false),
        }
    }

    fn known_sort(&self, sort: FigureSort, test: KindTest) -> Option<bool> {
        let mut answers = self
            .shop
            .rules
            .figures
            .iter()
            .enumerate()
            .filter(|(i, figure)| match sort {
                FigureSort::Any => true,
                FigureSort::Follower => figure.follower,
                FigureSort::Special => figure.owned && !figure.follower,
                FigureSort::Neutral => !figure.owned,
                FigureSort::Owned => figure.owned,
                FigureSort::Kind(kind) => kind.index() == *i,
            })
            .filter(|(i, _)| !self.shop.is_missing(FigureKindId(*i as u16)))
            .map(|(i, _)| self.figure_is(FigureKindId(i as u16), test));
        let first = answers.next()?;
        answers.all(|answer| answer == first).then_some(first)
    }

    /// Whether a kind of figure passes a test of figures.
    pub(super) fn figure_is(&self, kind: FigureKindId, test: KindTest) -> bool {
        let figure = &self.shop.rules.figures[kind.index()];
        match test {
            KindTest::FigureKind(wanted) => wanted == kind,
            KindTest::Follower => figure.follower,
            KindTest::Special => figure.owned && !figure.follower,
            KindTest::Neutral => !figure.owned,
            _ => true,
        }
    }

    /// The value of an expression that is the same in every moment of this game.
    pub(super) fn constant(&self, expr: &Expr) -> Option<Word> {
        let folded = self.folded(expr);
        if folded.is_some() || self.is_watched() || expr.ty != Ty::one(Base::Flag) {
            return folded;
        }
        match self.shop.sights().decided(expr)? {
            (holds, 0) => Some(Word::from(holds)),
            _ => None,
        }
    }

    /// The same without what is known of rare and missing things.
    pub(super) fn folded(&self, expr: &Expr) -> Option<Word> {
        match &expr.kind {
            ExprKind::Const(word) => Some(*word),
            ExprKind::Option(id) => Some(self.shop.rules.options[id.index()].value),
            ExprKind::Local(local) => match self.frame.env[local.0 as usize].as_ref()?.val {
                Val::Const(word) => Some(word),
                _ => None,
            },
            ExprKind::Not(inner) => self.folded(inner).map(|word| Word::from(word != 1)),
            ExprKind::Negate(inner) => self.folded(inner)?.checked_neg(),
            ExprKind::Binary { op, left, right } => self.constant_binary(*op, left, right),
            ExprKind::IsKind { of, test } => self.constant_test(of, *test),
            ExprKind::IsNone(inner) => match inner.ty.shape {
                Shape::One => Some(0),
                _ => self.folded(inner).map(|word| Word::from(word == ABSENT)),
            },
            ExprKind::If { cond, then, other } => match self.folded(cond)? {
                0 => self.folded(other),
                _ => self.folded(then),
            },
            ExprKind::Match { on, arms, other } => {
                let word = self.folded(on)?;
                let arm = arms.iter().find(|(words, _)| words.contains(&word));
                self.folded(arm.map(|(_, value)| value).or(other.as_deref())?)
            }
            ExprKind::OrElse { value, default } => match self.folded(value)? {
                ABSENT => self.folded(default),
                word => Some(word),
            },
            ExprKind::In { item, list } => {
                let ExprKind::List(members) = &list.kind else { return None };
                let item = self.folded(item)?;
                let members: Option<Vec<Word>> =
                    members.iter().map(|member| self.folded(member)).collect();
                Some(Word::from(item != ABSENT && members?.contains(&item)))
            }
            _ => None,
        }
    }

    fn constant_test(&self, of: &Expr, test: KindTest) -> Option<Word> {
        let passes = self.known_test(self.thing(of), test)?;
        // Something that may be absent passes no test then, so only a certain `no` is sure.
        (!passes || of.ty.shape == Shape::One).then_some(Word::from(passes))
    }

    fn constant_binary(&self, op: Binary, left: &Expr, right: &Expr) -> Option<Word> {
        match op {
            Binary::And | Binary::Or => {
                let sure = Word::from(op == Binary::Or);
                let (left, right) = (self.folded(left), self.folded(right));
                if left == Some(sure) || right == Some(sure) {
                    return Some(sure);
                }
                return left.and(right);
            }
            Binary::Join | Binary::Without => return None,
            _ => {}
        }
        if left.ty.is_list() || is_feature(left.ty) {
            return None;
        }
        let (a, b) = (self.folded(left)?, self.folded(right)?);
        let there = a != ABSENT && b != ABSENT;
        let flag = |holds: bool| Some(Word::from(there && holds));
        let number = |value: Option<Word>| value.filter(|word| there && *word != ABSENT);
        match op {
            Binary::Equal => flag(a == b),
            Binary::NotEqual => Some(Word::from(!there || a != b)),
            Binary::Less => flag(a < b),
            Binary::LessOrEqual => flag(a <= b),
            Binary::Greater => flag(a > b),
            Binary::GreaterOrEqual => flag(a >= b),
            Binary::Add => number(a.checked_add(b)),
            Binary::Subtract => number(a.checked_sub(b)),
            Binary::Multiply => number(a.checked_mul(b)),
            Binary::Divide => number(a.checked_div(b)),
            Binary::Remainder => number(a.checked_rem(b)),
            Binary::And | Binary::Or | Binary::Join | Binary::Without => None,
        }
    }
}

/// Whether words of a type name features, of which several can mean the same.
pub(super) fn is_feature(ty: Ty) -> bool {
    matches!(ty.base, Base::Feature(_))
}

/// Whether two expressions ask the same in the same words.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    let pairs =
        |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&a.kind, &b.kind) {
        (ExprKind::Const(x), ExprKind::Const(y)) => x == y,
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Option(x), ExprKind::Option(y)) => x == y,
        (ExprKind::Ask { question: x, args: a }, ExprKind::Ask { question: y, args: b }) => {
            x == y && pairs(a, b)
        }
        (ExprKind::Call { function: x, args: a }, ExprKind::Call { function: y, args: b }) => {
            x == y && pairs(a, b)
        }
        (ExprKind::Property { property: x, of: a }, ExprKind::Property { property: y, of: b }) => {
            x == y
                && match (a, b) {
                    (Some(a), Some(b)) => same(a, b),
                    (None, None) => true,
                    _ => false,
                }
        }
        (ExprKind::Count(a), ExprKind::Count(b)) | (ExprKind::Cast(a), ExprKind::Cast(b)) => {
            same(a, b)
        }
        (
            ExprKind::Binary { op: x, left: a, right: b },
            ExprKind::Binary { op: y, left: c, right: d },
        ) => x == y && same(a, c) && same(b, d),
        _ => false,
    }
}
