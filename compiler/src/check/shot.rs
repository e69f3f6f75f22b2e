//! Shots and distances: who shoots what at whom, and between which things a length is measured.

use abi::{Base, Entry, TokenKindId, Ty};
use grammar::{Span, ast};

use super::{
    body::BodyChecker,
    codes,
    convert::{PLACE, cast, lifted},
};
use crate::typed::{Ask, AskForm, Expr, ExprKind};

impl BodyChecker<'_, '_> {
    /// `p shoots TOKEN [at Q]`.
    pub(crate) fn shot(
        &mut self,
        who: &ast::Expr,
        token: &ast::Expr,
        at: Option<&ast::Expr>,
        name: String,
    ) -> Option<Ask> {
        let span = who.span.to(at.map_or(token.span, |at| at.span));
        self.uses_shots(span);
        let who = self.one(who, Base::Player);
        let token = self.one(token, Base::TokenKind).and_then(|token| self.thrown(&token));
        let at = match at {
            None => None,
            Some(at) => Some(self.target_of_shot(at)?),
        };
        let form = AskForm::Shoots(token?, at);
        Some(Ask { form, name, who: who?, ty: Ty::one(Base::Shot) })
    }

    /// What is shot from an expansion must be said by its header: it decides where the game can be played.
    fn uses_shots(&mut self, span: Span) {
        let expansion = &self.rules().expansions[self.place.expansion];
        if expansion.uses_shots {
            return;
        }
        let name = &expansion.name;
        let _: Option<()> = self.error(
            codes::MISSING_USES,
            span,
            format!("the header of `{name}` does not say that it shoots"),
            "a shot",
            Some(format!("write `uses shots` in `expansion {name} {{ … }}`")),
        );
    }

    /// The token of a shot: named, and of a known size.
    fn thrown(&mut self, token: &Expr) -> Option<TokenKindId> {
        let ExprKind::Const(kind) = token.kind else {
            return self.error(
                codes::WRONG_TYPE,
                token.span,
                "a shot names its token",
                "computed here",
                Some("ask with `match`, and shoot in each arm".to_owned()),
            );
        };
        let kind = TokenKindId(u16::try_from(kind).ok()?);
        let declared = &self.rules().tokens[kind.index()];
        if declared.size.is_none() {
            let name = &declared.name;
            return self.error(
                codes::NO_SIZE,
                token.span,
                format!("nobody knows how large `{name}` is, so it cannot be shot"),
                "has no size",
                Some(format!("say it: `token {name} {{ … size 24 mm x 24 mm x 2 mm }}`")),
            );
        }
        Some(kind)
    }

    /// What a shot is aimed at: a player who may catch it, or a tile.
    fn target_of_shot(&mut self, at: &ast::Expr) -> Option<Expr> {
        let hint = self.hint(at, |_, ty| matches!(ty.base, Base::Player | Base::Tile));
        let at = self.expr(at, hint)?;
        match at.ty.base {
            base @ (Base::Player | Base::Tile) => {
                let at = self.fit(at, Ty::one(base))?;
                Some(cast(at, PLACE))
            }
            _ => {
                let found = self.named(at.ty);
                self.error(
                    codes::WRONG_TYPE,
                    at.span,
                    format!("a shot is aimed at a player or at a tile, not at `{found}`"),
                    format!("this is `{found}`"),
                    None,
                )
            }
        }
    }

    /// `distance(a, b)`: between seats and to a shot a length, between tiles a number of steps.
    pub(super) fn distance(
        &mut self,
        entry: &Entry,
        first: Option<&Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let mut args: Vec<Expr> = first.into_iter().cloned().collect();
        for argument in arguments {
            args.push(self.expr(argument, None)?);
        }
        let ty = match args.as_slice() {
            [a, b] if !a.ty.is_list() && !b.ty.is_list() => match (a.ty.base, b.ty.base) {
                (Base::Shot, Base::Figure(_) | Base::Tile | Base::Point)
                | (Base::Player, Base::Player) => Some(Ty::one(Base::Length)),
                (Base::Tile, Base::Tile) => Some(Ty::maybe(Base::Int)),
                _ => None,
            },
            _ => None,
        };
        let Some(ty) = ty else {
            return self.no_distance(&args, span);
        };
        // The centre of a tile that lies nowhere is no missing answer: it is far away.
        let absent = args.iter().any(|a| a.ty.is_maybe() && a.ty.base != Base::Point);
        let ty = if absent { lifted(ty) } else { ty };
        let kind = ExprKind::Ask { question: entry.question, args };
        Some(Expr { kind, ty, span })
    }

    fn no_distance(&mut self, args: &[Expr], span: Span) -> Option<Expr> {
        let found: Vec<String> =
            args.iter().map(|arg| format!("`{}`", self.named(arg.ty))).collect();
        let help = match args {
            [a, b]
                if matches!(a.ty.base, Base::Figure(_) | Base::Point)
                    && b.ty.base == Base::Shot =>
            {
                Some("name the shot first: `distance(shot, …)`".to_owned())
            }
            [_, b] if matches!(b.ty.base, Base::Segment(_) | Base::Feature(_) | Base::Place(_)) => {
                Some("say which of its tiles: `.tile`".to_owned())
            }
            _ => None,
        };
        self.error(
            codes::WRONG_ARGUMENTS,
            span,
            format!("there is no distance between {}", found.join(" and ")),
            "not between these",
            help.or_else(|| {
                let known =
                    "between a shot and a figure, a tile or a point, two players, or two tiles";
                Some(format!("a distance is {known}"))
            }),
        )
    }
}
