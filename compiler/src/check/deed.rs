//! Deeds as statements: sentences of the vocabulary and deeds with names.

use abi::{Base, DeedKind, Ty};
use grammar::{
    Span,
    ast::{self, Deed as AstDeed, Name},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    convert::{FIGURE, PLACE},
    expr::{absent, constant},
    near::hint,
    types,
};
use crate::{
    meaning::Meaning,
    typed::{Deed, DeedRef, Expr, ExprKind, LocalId, Moment},
};

impl BodyChecker<'_, '_> {
    /// A deed on a line of its own.
    pub(crate) fn deed(&mut self, deed: &AstDeed<ast::Expr>, span: Span) -> Option<Deed> {
        use DeedKind as K;
        let player = Base::Player;
        let (kind, args) = match deed {
            AstDeed::Scores { who, points, cause } => (K::Scores, self.points(who, points, cause)),
            AstDeed::Loses { who, points, cause } => (K::Loses, self.points(who, points, cause)),
            AstDeed::Pays { who, points, to, cause } => {
                let mut args = self.points(who, points, cause);
                args.insert(2, self.one(to, player));
                (K::Pays, args)
            }
            AstDeed::Places { who, tile, fit } => {
                let who = self.one(who, player);
                (K::Places, vec![who, self.one(tile, Base::Tile), self.one(fit, Base::Fit)])
            }
            AstDeed::Deploys { who, spot } => {
                (K::Deploys, vec![self.one(who, player), self.one(spot, Base::Spot)])
            }
            AstDeed::Moves { what, to, .. } => return self.moves(what, to),
            AstDeed::Returns { what, .. } => (K::Returns, vec![self.one(what, FIGURE)]),
            AstDeed::Leaves { what } => {
                let hint = self.hint(what, |_, ty| matches!(ty.base, Base::Tile | Base::Pile));
                let what = self.expr(what, hint)?;
                if what.ty.base == Base::Pile {
                    (K::PileLeaves, vec![self.fit(what, Ty::one(Base::Pile))])
                } else {
                    (K::TileLeaves, vec![self.fit(what, Ty::one(Base::Tile))])
                }
            }
            AstDeed::Takes { who, amount, token, from } => {
                let who = self.one(who, player);
                let amount = match amount {
                    Some(amount) => self.one(amount, Base::Int),
                    None => Some(constant(1, Base::Int, span)),
                };
                let token = self.one(token, Base::TokenKind);
                let from = match from {
                    Some(from) => self.source(from),
                    None => Some(absent(PLACE, span)),
                };
                let pile = from.as_ref().is_some_and(|from| from.ty.base == Base::Pile);
                (if pile { K::TakesOut } else { K::Takes }, vec![who, amount, token, from])
            }
            AstDeed::TakesBack { who, token } => {
                (K::TakesBack, vec![self.one(who, player), self.one(token, Base::TokenKind)])
            }
            AstDeed::Puts { who, token, place } => {
                let who = self.one(who, player);
                let token = self.one(token, Base::TokenKind);
                let place = self.table(place);
                let across = place.as_ref().is_some_and(|place| place.ty.base == Base::Span);
                (if across { K::Lays } else { K::Puts }, vec![who, token, place])
            }
            AstDeed::Joins { a, b } => (K::Joins, vec![self.segment(a), self.segment(b)]),
            AstDeed::Parts { a, b } => (K::Parts, vec![self.segment(a), self.segment(b)]),
            AstDeed::PlaysPart { who } => (K::PlaysPart, vec![self.one(who, player)]),
            AstDeed::Wins { who } => (K::Wins, vec![self.one(who, player)]),
            AstDeed::Call { name, arguments } => return self.deed_by_name(name, arguments),
        };
        let args: Vec<Expr> = args.into_iter().collect::<Option<_>>()?;
        Some(self.original(DeedRef::Sentence(kind), args, None))
    }

    fn points(
        &mut self,
        who: &ast::Expr,
        points: &ast::Expr,
        cause: &ast::Expr,
    ) -> Vec<Option<Expr>> {
        let who = self.one(who, Base::Player);
        let points = self.one(points, Base::Int);
        vec![who, points, self.one(cause, Base::Cause)]
    }

    fn segment(&mut self, segment: &ast::Expr) -> Option<Expr> {
        self.one(segment, Base::Segment(None))
    }

    /// `m moves to s`, and tiles and piles into piles.
    fn moves(&mut self, what: &ast::Expr, to: &ast::Expr) -> Option<Deed> {
        let moves = |base| matches!(base, Base::Figure(_) | Base::Tile | Base::Pile);
        let hint = self.hint(what, |_, ty| moves(ty.base));
        let what = self.expr(what, hint);
        let base = match what.as_ref().map(|what| what.ty.base) {
            None => {
                self.unplaced(std::slice::from_ref(to));
                return None;
            }
            Some(base) => base,
        };
        let (kind, from, target) = match base {
            Base::Tile => (DeedKind::TileMoves, Base::Tile, Base::Pile),
            Base::Pile => (DeedKind::PileMoves, Base::Pile, Base::Pile),
            _ => (DeedKind::Moves, FIGURE, PLACE),
        };
        let what = what.and_then(|what| self.fit(what, Ty::one(from)));
        let to = self.one(to, target);
        Some(self.original(DeedRef::Sentence(kind), vec![what?, to?], None))
    }

    /// Whom or what tokens are taken from.
    fn source(&mut self, from: &ast::Expr) -> Option<Expr> {
        let from = self.expr(from, Some(Ty::one(PLACE)))?;
        if from.ty.base == Base::Pile {
            return self.fit(from, Ty::one(Base::Pile));
        }
        self.fit(from, Ty::one(PLACE))
    }

    /// Where a token is put; across a tile it lies on a span.
    fn table(&mut self, place: &ast::Expr) -> Option<Expr> {
        let place = self.expr(place, Some(Ty::one(PLACE)))?;
        if place.ty.base == Base::Span {
            return self.fit(place, Ty::one(Base::Span));
        }
        self.fit(place, Ty::one(PLACE))
    }

    /// A deed by name.
    pub(crate) fn deed_by_name(&mut self, name: &Name, arguments: &[ast::Expr]) -> Option<Deed> {
        let id = self.names.refer(name, |meaning| match meaning {
            Meaning::Deed(id) => Some(id),
            _ => None,
        });
        let Some(id) = id else {
            self.unplaced(arguments);
            return self.no_deed(name);
        };
        let def = &self.rules().deeds[id.0 as usize];
        let count = def.body.params as usize;
        let params: Vec<Ty> = def.body.locals.iter().take(count).map(|local| local.ty).collect();
        let result = def.result;
        if params.len() != arguments.len() {
            self.unplaced(arguments);
            return self.wrong_count(name, params.len(), arguments.len());
        }
        let args: Vec<Option<Expr>> =
            arguments.iter().zip(params).map(|(a, param)| self.wanted(a, param)).collect();
        let args = args.into_iter().collect::<Option<_>>()?;
        if result.is_some_and(|ty| types::sound(ty).is_none()) {
            return None;
        }
        Some(self.original(DeedRef::Named(id), args, result))
    }

    fn no_deed(&mut self, name: &Name) -> Option<Deed> {
        let word = name.text.as_str();
        let names = self.names;
        self.note_deed(name);
        if names.meanings(word).iter().any(|d| matches!(d.meaning, Meaning::Function(_))) {
            return self.error(
                codes::QUESTION_ALONE,
                name.span,
                format!("`{word}` is a question, and nothing is done with its answer"),
                "only looks",
                Some(format!("give the answer a name: `let x = {word}(…)`")),
            );
        }
        let deeds = names
            .words
            .iter()
            .filter(|(_, all)| all.iter().any(|d| matches!(d.meaning, Meaning::Deed(_))))
            .map(|(word, _)| word.as_str());
        let help = hint(self.diagnostics, word, deeds);
        self.error(
            codes::UNKNOWN_NAME,
            name.span,
            format!("there is no deed `{word}`"),
            "not known",
            help,
        )
    }

    /// A deed; inside its own `instead of`, done with the same things, it is the original.
    fn original(&self, deed: DeedRef, args: Vec<Expr>, ty: Option<Ty>) -> Deed {
        let here = matches!(self.kind, Kind::Hook(Moment::Instead, of, _) if of == Some(deed));
        let same = here
            && args.iter().zip(own_params(deed)).all(|(arg, param)| {
                let mut arg = arg;
                while let ExprKind::Cast(inner) = &arg.kind {
                    arg = inner;
                }
                arg.kind == ExprKind::Local(param)
            });
        if !same {
            return Deed { deed, args, ty, original: false };
        }
        let args = args
            .into_iter()
            .zip(own_params(deed))
            .map(|(arg, param)| {
                let ty = self.state(param).ty.unwrap_or(arg.ty);
                Expr { kind: ExprKind::Local(param), ty, span: arg.span }
            })
            .collect();
        Deed { deed, args, ty, original: true }
    }
}

/// The parameters of a hook that are the deed's own arguments: a move tells where from besides.
fn own_params(deed: DeedRef) -> impl Iterator<Item = LocalId> {
    let moves = deed == DeedRef::Sentence(DeedKind::Moves);
    (0..).map(move |at| LocalId(if moves && at > 0 { at + 1 } else { at }))
}
