//! The heads of hooks, adjustments and prohibitions: names in the place of things, perhaps narrowed.

use abi::{Base, DeedKind, Ty};
use grammar::{
    Span,
    ast::{Deed as AstDeed, Name, Pattern},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{FIGURE, PLACE},
    expr::flag,
    near::hint,
    types,
};
use crate::{
    meaning::Meaning,
    typed::{Binary, DeedRef, Expr, ExprKind, FnId, LocalId, ToId},
};

/// A head: its deed, and what stands for each of the deed's things.
pub(crate) struct Head<'a> {
    /// Nothing after a mistake; then nothing is known of its things either.
    pub(crate) deed: Option<DeedRef>,
    /// The type of the value that the deed gives.
    pub(crate) result: Option<Ty>,
    pub(crate) params: Vec<Param<'a>>,
}

/// A name in the place of a thing, and the thing's type if that is known.
pub(crate) type Param<'a> = (Option<&'a Pattern>, Option<Ty>);

impl BodyChecker<'_, '_> {
    /// The deed that a head names.
    pub(crate) fn head<'a>(&mut self, deed: &'a AstDeed<Pattern>) -> Head<'a> {
        use DeedKind as K;
        let (player, number, cause) =
            (Ty::one(Base::Player), Ty::one(Base::Int), Ty::one(Base::Cause));
        let segment = Ty::one(Base::Segment(None));
        let token = Ty::one(Base::TokenKind);
        let (kind, params) = match deed {
            AstDeed::Scores { who, points, cause: x } => {
                (K::Scores, vec![(Some(who), player), (Some(points), number), (Some(x), cause)])
            }
            AstDeed::Loses { who, points, cause: x } => {
                (K::Loses, vec![(Some(who), player), (Some(points), number), (Some(x), cause)])
            }
            AstDeed::Pays { who, points, to, cause: x } => (
                K::Pays,
                vec![
                    (Some(who), player),
                    (Some(points), number),
                    (Some(to), player),
                    (Some(x), cause),
                ],
            ),
            AstDeed::Places { who, tile, fit } => (
                K::Places,
                vec![
                    (Some(who), player),
                    (Some(tile), Ty::one(Base::Tile)),
                    (Some(fit), Ty::one(Base::Fit)),
                ],
            ),
            AstDeed::Deploys { who, spot } => {
                (K::Deploys, vec![(Some(who), player), (Some(spot), Ty::one(Base::Spot))])
            }
            AstDeed::Moves { what, from, to } => match self.moved(what) {
                Base::Tile => {
                    let pile = Ty::one(Base::Pile);
                    (K::TileMoves, vec![(Some(what), Ty::one(Base::Tile)), (Some(to), pile)])
                }
                Base::Pile => {
                    let pile = Ty::one(Base::Pile);
                    (K::PileMoves, vec![(Some(what), pile), (Some(to), pile)])
                }
                _ => (
                    K::Moves,
                    vec![
                        (Some(what), Ty::one(FIGURE)),
                        (from.as_ref(), Ty::maybe(PLACE)),
                        (Some(to), Ty::one(PLACE)),
                    ],
                ),
            },
            AstDeed::Returns { what, from } => {
                (K::Returns, vec![(Some(what), Ty::one(FIGURE)), (from.as_ref(), Ty::one(PLACE))])
            }
            AstDeed::Leaves { what } if self.moved(what) == Base::Pile => {
                (K::PileLeaves, vec![(Some(what), Ty::one(Base::Pile))])
            }
            AstDeed::Leaves { what } => (K::TileLeaves, vec![(Some(what), Ty::one(Base::Tile))]),
            AstDeed::Takes { who, amount, token: k, from } => {
                let out = from.as_ref().is_some_and(|from| is_narrowed(from, "pile"));
                let (kind, source) = match out {
                    true => (K::TakesOut, Ty::one(Base::Pile)),
                    false => (K::Takes, Ty::maybe(PLACE)),
                };
                let params = vec![
                    (Some(who), player),
                    (amount.as_ref(), number),
                    (Some(k), token),
                    (from.as_ref(), source),
                ];
                (kind, params)
            }
            AstDeed::TakesBack { who, token: k } => {
                (K::TakesBack, vec![(Some(who), player), (Some(k), token)])
            }
            AstDeed::Puts { who, token: k, place } => {
                let (kind, at) = match is_narrowed(place, "span") {
                    true => (K::Lays, Base::Span),
                    false => (K::Puts, PLACE),
                };
                (kind, vec![(Some(who), player), (Some(k), token), (Some(place), Ty::one(at))])
            }
            AstDeed::Joins { a, b } => (K::Joins, vec![(Some(a), segment), (Some(b), segment)]),
            AstDeed::Parts { a, b } => (K::Parts, vec![(Some(a), segment), (Some(b), segment)]),
            AstDeed::PlaysPart { who } => (K::PlaysPart, vec![(Some(who), player)]),
            AstDeed::Wins { who } => (K::Wins, vec![(Some(who), player)]),
            AstDeed::Call { name, arguments } => return self.named_head(name, arguments),
        };
        let params = params.into_iter().map(|(pattern, ty)| (pattern, Some(ty))).collect();
        Head { deed: Some(DeedRef::Sentence(kind)), result: None, params }
    }

    /// What a pattern says that it stands for: a figure, unless it is narrowed to a tile or a pile.
    fn moved(&self, what: &Pattern) -> Base {
        match &what.kind {
            Some(kind) if kind.text == "tile" => Base::Tile,
            Some(kind) if kind.text == "pile" => Base::Pile,
            Some(kind)
                if self
                    .names
                    .find(&kind.text, |m| matches!(m, Meaning::Tile(_)).then_some(()))
                    .is_some() =>
            {
                Base::Tile
            }
            _ => FIGURE,
        }
    }

    fn named_head<'a>(&mut self, name: &Name, arguments: &'a [Pattern]) -> Head<'a> {
        let Some(id) = self.named_deed(name, arguments.len()) else {
            // Whatever an unknown deed gives, nothing is held against it.
            return Head { deed: None, result: Some(types::MISTAKEN), params: unknown(arguments) };
        };
        let def = &self.rules().deeds[id.0 as usize];
        let count = def.body.params as usize;
        let types = def.body.locals.iter().take(count).map(|local| types::sound(local.ty));
        let params = arguments.iter().map(Some).zip(types).collect();
        Head { deed: Some(DeedRef::Named(id)), result: def.result, params }
    }

    /// The deed of a name that takes so many things.
    fn named_deed(&mut self, name: &Name, found: usize) -> Option<ToId> {
        let id = self.names.refer(name, |meaning| match meaning {
            Meaning::Deed(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else {
            let is_function = self
                .names
                .meanings(&name.text)
                .iter()
                .any(|d| matches!(d.meaning, Meaning::Function(_)));
            let rules = self.rules();
            let help = if is_function {
                Some(format!("a question is changed by `adjust {}(…)`", name.text))
            } else {
                hint(
                    self.diagnostics,
                    &name.text,
                    rules.deeds.iter().map(|deed| deed.name.as_str()),
                )
            };
            return self.error(
                codes::UNKNOWN_NAME,
                name.span,
                format!("there is no deed `{}`", name.text),
                "not known",
                help,
            );
        };
        let count = self.rules().deeds[id.0 as usize].body.params as usize;
        if count != found {
            return self.wrong_count(name, count, found);
        }
        Some(id)
    }

    /// The function that an adjustment names, and what stands for each of its things.
    pub(crate) fn adjusted<'a>(
        &mut self,
        name: &Name,
        patterns: &'a [Pattern],
    ) -> (Option<FnId>, Vec<Param<'a>>) {
        let Some(id) = self.adjusted_function(name, patterns.len()) else {
            return (None, unknown(patterns));
        };
        let locals = &self.rules().functions[id.index()].body.locals;
        let types = locals.iter().map(|local| types::sound(local.ty));
        (Some(id), patterns.iter().map(Some).zip(types).collect())
    }

    fn adjusted_function(&mut self, name: &Name, found: usize) -> Option<FnId> {
        let id = self.names.refer(name, |meaning| match meaning {
            Meaning::Function(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else {
            let rules = self.rules();
            let vocabulary = abi::VOCABULARY.iter().any(|e| e.name == name.text);
            let help = if vocabulary {
                Some("only functions of the rules can be adjusted, not the vocabulary".to_owned())
            } else {
                hint(self.diagnostics, &name.text, rules.functions.iter().map(|f| f.name.as_str()))
            };
            return self.error(
                codes::UNKNOWN_NAME,
                name.span,
                format!("there is no function `{}` to adjust", name.text),
                "not known",
                help,
            );
        };
        let count = self.rules().functions[id.index()].body.params as usize;
        if count != found {
            return self.wrong_count(name, count, found);
        }
        Some(id)
    }

    /// The parameters of a head as locals, and the condition that their narrowed kinds make.
    pub(crate) fn params_of(&mut self, params: &[Param<'_>], span: Span) -> Option<Option<Expr>> {
        let mut locals: Vec<(LocalId, &Pattern)> = Vec::new();
        for &(pattern, ty) in params {
            match pattern {
                Some(pattern) => {
                    self.unhidden(&pattern.name);
                    // Of a thing that is narrowed to a type at least that is known.
                    let narrowed = pattern.kind.as_ref().filter(|_| ty.is_none());
                    let narrowed = narrowed.and_then(|kind| types::base(self.names, kind));
                    let ty = ty.or(narrowed.map(Ty::one));
                    let local = self.param(&pattern.name.text, ty, pattern.span);
                    locals.push((local, pattern));
                }
                None => {
                    self.param("", ty, span);
                    self.scope.pop();
                }
            }
        }
        let mut guard = None;
        let mut right = true;
        for (local, pattern) in locals {
            let Some(kind) = &pattern.kind else { continue };
            let Some(value) = self.local_value(local, pattern.name.span) else { continue };
            match self.narrowed_to(value, kind) {
                Some(None) => {}
                Some(Some(test)) => {
                    self.suppose(&test, true);
                    guard = both(guard, Some(test));
                }
                None => right = false,
            }
        }
        right.then_some(guard)
    }

    /// The test that a parameter narrowed to a kind makes; none if it is of that kind anyway.
    #[allow(clippy::option_option, reason = "a mistake, nothing to test, a test")]
    fn narrowed_to(&mut self, value: Expr, kind: &Name) -> Option<Option<Expr>> {
        if types::base(self.names, kind) == Some(value.ty.base) && !value.ty.is_maybe() {
            return Some(None);
        }
        self.is_kind(value, kind, kind.span).map(Some)
    }
}

/// Two conditions as one.
pub(crate) fn both(left: Option<Expr>, right: Option<Expr>) -> Option<Expr> {
    match (left, right) {
        (Some(left), Some(right)) => {
            let span = right.span;
            let kind =
                ExprKind::Binary { op: Binary::And, left: Box::new(left), right: Box::new(right) };
            Some(flag(kind, span))
        }
        (left, right) => left.or(right),
    }
}

/// Names in the place of things of which nothing is known.
pub(crate) fn unknown(patterns: &[Pattern]) -> Vec<Param<'_>> {
    patterns.iter().map(|pattern| (Some(pattern), None)).collect()
}

/// Whether a pattern is narrowed to what a word says.
fn is_narrowed(pattern: &Pattern, word: &str) -> bool {
    pattern.kind.as_ref().is_some_and(|kind| kind.text == word)
}
