//! What tests find out: after `x is none { skip }` x is there, after `f is KIND` it is of that kind.
//!
//! Facts are read off typed conditions, so every way to write a test counts. What is known of a local alone
//! holds until the local changes; what is known of a property, until the next deed or ask.

use abi::{Base, FigureSort, Ty};

use super::{
    body::BodyChecker,
    convert::{FIGURE, Way, cast, way},
    facts::{Facts, Known, Path, PathStep},
};
use crate::typed::{Binary, Expr, ExprKind, FnId, KindTest, LocalId, Quantifier, TokenRef};

impl BodyChecker<'_, '_> {
    /// The path of an expression, if it can be asked again with the same answer.
    pub(crate) fn path(&self, expr: &Expr) -> Option<Path> {
        let behind = |of: &Expr, step| {
            let mut path = self.path(of)?;
            path.push(step);
            Some(path)
        };
        match &expr.kind {
            &ExprKind::Local(local) => Some(vec![PathStep::Local(local)]),
            &ExprKind::Const(word) if matches!(expr.ty.base, Base::Figure(_)) => {
                Some(vec![PathStep::Thing(FIGURE, word)])
            }
            ExprKind::Ask { question, args } => match args.as_slice() {
                [] => Some(vec![PathStep::Ask(*question)]),
                [of] => behind(of, PathStep::Ask(*question)),
                _ => None,
            },
            ExprKind::Property { property, of: None } => Some(vec![PathStep::Property(*property)]),
            ExprKind::Property { property, of: Some(of) } => {
                behind(of, PathStep::Property(*property))
            }
            ExprKind::Call { function, args } => match args.as_slice() {
                [] => Some(vec![PathStep::Call(*function)]),
                [of] if !of.ty.is_list() => behind(of, PathStep::Call(*function)),
                _ => None,
            },
            ExprKind::Tokens { token: TokenRef::Kind(kind), of } => {
                behind(of, PathStep::Tokens(kind.0))
            }
            ExprKind::First(of) => behind(of, PathStep::First),
            ExprKind::Last(of) => behind(of, PathStep::Last),
            ExprKind::Cast(of) => self.path(of),
            _ => None,
        }
    }

    /// The expression with the type that tests have found out.
    pub(crate) fn narrowed(&self, mut expr: Expr) -> Expr {
        let Some(known) = self.path(&expr).and_then(|path| self.facts.get(&path)) else {
            return expr;
        };
        if known.certain && expr.ty.is_maybe() {
            expr.ty = expr.ty.certain();
        }
        match known.base {
            Some(base) if !expr.ty.is_list() && base != expr.ty.base => {
                match way(self.rules(), base, expr.ty.base) {
                    Some(Way::Same) => {
                        expr.ty.base = base;
                        expr
                    }
                    Some(Way::Cast) => cast(expr, base),
                    None => expr,
                }
            }
            _ => expr,
        }
    }

    /// Whether tests have found out that a list is not empty.
    pub(crate) fn known_filled(&self, list: &Expr) -> bool {
        self.path(list).and_then(|path| self.facts.get(&path)).is_some_and(|known| known.filled)
    }

    /// Takes a condition for granted from here on.
    pub(crate) fn suppose(&mut self, cond: &Expr, holds: bool) {
        let facts = self.facts_of(cond, holds);
        self.facts.extend(self.rules(), facts);
    }

    /// What a condition tells if it holds, or does not.
    pub(crate) fn facts_of(&self, cond: &Expr, holds: bool) -> Facts {
        let mut facts = Facts::default();
        match &cond.kind {
            ExprKind::Not(inner) => return self.facts_of(inner, !holds),
            ExprKind::Binary { op: op @ (Binary::And | Binary::Or), left, right } => {
                let (left, right) = (self.facts_of(left, holds), self.facts_of(right, holds));
                if (*op == Binary::And) != holds {
                    return Facts::either(self.rules(), &left, &right);
                }
                facts = left;
                facts.extend(self.rules(), right);
            }
            ExprKind::Binary { op, left, right } => {
                let told = match op {
                    Binary::NotEqual => !holds,
                    Binary::Equal
                    | Binary::Less
                    | Binary::LessOrEqual
                    | Binary::Greater
                    | Binary::GreaterOrEqual => holds,
                    _ => false,
                };
                if told {
                    self.present(&mut facts, left);
                    self.present(&mut facts, right);
                }
            }
            ExprKind::IsNone(of) if !holds => self.present(&mut facts, of),
            ExprKind::IsEmpty(of) if !holds => {
                self.receivers(&mut facts, of);
                if let Some(path) = self.path(of) {
                    facts.add(self.rules(), path, Known { filled: true, ..Known::default() });
                }
            }
            ExprKind::IsKind { of, test } => {
                let base = if holds {
                    self.present(&mut facts, of);
                    tested(*test, of.ty.base)
                } else if *test == KindTest::Neutral {
                    Some(Base::Figure(FigureSort::Owned))
                } else {
                    None
                };
                if let (Some(path), Some(base)) = (self.path(of), base) {
                    facts.add(self.rules(), path, Known { base: Some(base), ..Known::default() });
                }
            }
            ExprKind::In { item, list } if holds => {
                self.present(&mut facts, item);
                self.receivers(&mut facts, list);
            }
            // A question of something absent is answered with no.
            _ if holds => self.receivers(&mut facts, cond),
            _ => {}
        }
        facts
    }

    /// A value is there, so what it was asked of is there too.
    fn present(&self, facts: &mut Facts, of: &Expr) {
        if of.ty.is_list() {
            return;
        }
        if let Some(path) = self.path(of) {
            facts.add(self.rules(), path, Known { certain: true, ..Known::default() });
        }
        self.receivers(facts, of);
    }

    fn receivers(&self, facts: &mut Facts, of: &Expr) {
        let Some(path) = self.path(of) else { return };
        for end in 1..path.len() {
            let takes_absent = match path[end] {
                PathStep::Call(function) => self.takes_absent(function),
                PathStep::First | PathStep::Last => true,
                _ => false,
            };
            if !takes_absent {
                let certain = Known { certain: true, ..Known::default() };
                facts.add(self.rules(), path[..end].to_vec(), certain);
            }
        }
    }

    /// Whether a function may be asked about something absent.
    fn takes_absent(&self, function: FnId) -> bool {
        let body = &self.rules().functions[function.index()].body;
        body.locals.first().is_none_or(|param| param.ty.is_maybe())
    }

    /// What is known of each member of a list, told of one local.
    pub(crate) fn facts_of_members(&self, list: &Expr, member: LocalId) -> Facts {
        let mut facts = Facts::default();
        let mut list = list;
        loop {
            match &list.kind {
                ExprKind::Cast(inner) => list = inner,
                ExprKind::Quantified {
                    quantifier: Quantifier::All | Quantifier::Most | Quantifier::Least,
                    local,
                    list: inner,
                    filter,
                    measure,
                } => {
                    let picks = measure.is_none()
                        || matches!(
                            list.kind,
                            ExprKind::Quantified {
                                quantifier: Quantifier::Most | Quantifier::Least,
                                ..
                            }
                        );
                    if !picks {
                        return facts;
                    }
                    if let Some(filter) = filter {
                        let of_filter = self.facts_of(filter, true).about(*local, member);
                        facts.extend(self.rules(), of_filter);
                    }
                    list = inner;
                }
                _ => return facts,
            }
        }
    }

    /// The base type of a list's members after a filter was applied to a local.
    pub(crate) fn member_base(&self, filter: &Expr, local: LocalId, base: Base) -> Base {
        let facts = self.facts_of(filter, true);
        match facts.get(&[PathStep::Local(local)]).and_then(|known| known.base) {
            Some(narrow) if way(self.rules(), narrow, base).is_some() => narrow,
            _ => base,
        }
    }

    /// A deed was done or an ask answered.
    pub(crate) fn happened(&mut self) {
        self.facts.forget_properties();
    }
}

/// What passes a test: the type that it is known to be of.
fn tested(test: KindTest, from: Base) -> Option<Base> {
    Some(match (test, from) {
        (KindTest::FeatureKind(kind), Base::Feature(_)) => Base::Feature(Some(kind)),
        (KindTest::FeatureKind(kind), _) => Base::Segment(Some(kind)),
        (KindTest::FigureKind(kind), _) => Base::Figure(FigureSort::Kind(kind)),
        (KindTest::TileKind(_) | KindTest::Tile | KindTest::CauseTile, _) => Base::Tile,
        (KindTest::Follower, _) => Base::Figure(FigureSort::Follower),
        (KindTest::Special, _) => Base::Figure(FigureSort::Special),
        (KindTest::Neutral, _) => Base::Figure(FigureSort::Neutral),
        (KindTest::Segment, _) => Base::Segment(None),
        (KindTest::Corner, _) => Base::Corner,
        (KindTest::Figure | KindTest::CauseFigure, _) => FIGURE,
        (KindTest::Player, _) => Base::Player,
        (KindTest::CauseFeature, _) => Base::Feature(None),
        (KindTest::CauseToken, _) => Base::TokenKind,
        (KindTest::CausePile, _) => Base::Pile,
        (KindTest::Anything, _) => return None,
    })
}

/// The type of a member of a list.
pub(crate) fn member(list: Ty) -> Ty {
    Ty::one(list.base)
}
