//! The six forms that wait for somebody.

use abi::{Base, FaultKind, PileId, Reason, Ty};
use grammar::{
    Span,
    ast::{self, ExprKind as AstExprKind, Name},
};

use super::{body::BodyChecker, codes, convert::Misfit};
use crate::{
    meaning::Meaning,
    typed::{Ask, AskForm, Expr, ExprKind, MenuId},
};

/// So many outcomes a roll has at most.
const MOST_OUTCOMES: u64 = 1 << 20;

impl BodyChecker<'_, '_> {
    /// An ask that fills a local or property.
    pub(crate) fn ask(
        &mut self,
        ask: &ast::Ask,
        choice: &str,
        has_else: bool,
        span: Span,
    ) -> Option<Ask> {
        let name = choice.to_owned();
        match ask {
            ast::Ask::Chooses { who, from } => {
                let who = self.one(who, Base::Player);
                let list = self.options(from)?;
                let filled = self.surely_filled(&list);
                if !filled && !has_else {
                    return self.error(
                        codes::MISSING_ELSE,
                        list.span,
                        "this list may be empty, and then nothing is chosen",
                        "not surely filled",
                        Some("say what happens then: `… else skip`".to_owned()),
                    );
                }
                let ty = if filled { Ty::one(list.ty.base) } else { Ty::maybe(list.ty.base) };
                Some(Ask { form: AskForm::Chooses(list), name, who: who?, ty })
            }
            ast::Ask::MayChoose { who, from } => {
                if let Some(menu) = self.menu(from) {
                    let word = self.rules().menus[menu.0 as usize].name.clone();
                    return self.error(
                        codes::MISPLACED,
                        span,
                        format!("the menu `{word}` gives no value: its offers act themselves"),
                        "a menu stands alone on its line",
                        Some(format!("write `active may choose from {word}`")),
                    );
                }
                let who = self.one(who, Base::Player);
                let list = self.options(from)?;
                let ty = Ty::maybe(list.ty.base);
                Some(Ask { form: AskForm::MayChoose(list), name, who: who?, ty })
            }
            ast::Ask::DecidesTo { who, name } => self.decision(who, name),
            ast::Ask::Shoots { who, token, at } => self.shot(who, token, at.as_ref(), name),
            ast::Ask::Rolls { who, from, to } => {
                let who = self.one(who, Base::Player);
                let (from, to) = (self.one(from, Base::Int), self.one(to, Base::Int));
                let (from, to) = (from?, to?);
                if let (ExprKind::Const(least), ExprKind::Const(most)) = (&from.kind, &to.kind)
                    && least > most
                {
                    return self.error(
                        codes::WRONG_TYPE,
                        from.span,
                        "there is no number in this range",
                        "greater than the last number",
                        Some(format!("write `{most}..{least}`")),
                    );
                }
                if let (ExprKind::Const(least), ExprKind::Const(most)) = (&from.kind, &to.kind)
                    && most.abs_diff(*least) >= MOST_OUTCOMES
                {
                    return self.error(
                        codes::WRONG_TYPE,
                        to.span,
                        FaultKind::Impossible(Reason::WideRange).text(),
                        "the last of too many numbers",
                        Some(format!("write fewer numbers: at most {MOST_OUTCOMES}")),
                    );
                }
                let form = AskForm::Rolls(from, to);
                Some(Ask { form, name, who: who?, ty: Ty::one(Base::Int) })
            }
            ast::Ask::Draws { who, pile } => {
                let who = self.one(who, Base::Player);
                let pile = self.one(pile, Base::Pile)?;
                let ty = self.drawn(&pile);
                Some(Ask { form: AskForm::Draws(pile), name, who: who?, ty })
            }
        }
    }

    /// `p decides to NAME`.
    pub(crate) fn decision(&mut self, who: &ast::Expr, name: &Name) -> Option<Ask> {
        let who = self.one(who, Base::Player)?;
        let name = name.text.clone();
        Some(Ask { form: AskForm::Decides, name, who, ty: Ty::one(Base::Flag) })
    }

    /// An ask alone on its line: a menu, or a shot for its own sake.
    pub(crate) fn lone_ask(&mut self, ask: &ast::Ask, span: Span) -> Option<Ask> {
        let asked = match ask {
            ast::Ask::MayChoose { who, from } if self.menu(from).is_some() => {
                let menu = self.menu(from)?;
                let who = self.one(who, Base::Player);
                let name = self.rules().menus[menu.0 as usize].name.clone();
                who.map(|who| Ask {
                    form: AskForm::Menu(menu),
                    name,
                    who,
                    ty: Ty::maybe(Base::Nothing),
                })
            }
            ast::Ask::Shoots { who, token, at } => {
                self.shot(who, token, at.as_ref(), "shot".to_owned())
            }
            ast::Ask::DecidesTo { .. } => self.error(
                codes::MISPLACED,
                span,
                "nobody hears this answer",
                "a decision is the condition of an `if`",
                Some("write `if p decides to … { … }`".to_owned()),
            ),
            // A menu that is misspelt is no choice without a name.
            ast::Ask::MayChoose { from, .. } if self.options(from).is_none() => None,
            _ => self.error(
                codes::MISPLACED,
                span,
                "every choice has a name",
                "nobody hears this answer",
                Some("give it one: `let x = …`".to_owned()),
            ),
        };
        self.happened();
        asked
    }

    fn menu(&self, from: &ast::Expr) -> Option<MenuId> {
        let AstExprKind::Name(name) = &from.kind else { return None };
        if self.in_scope(&name.text).is_some() {
            return None;
        }
        self.names.refer(name, |meaning| match meaning {
            Meaning::Menu(id) => Some(id),
            _ => None,
        })
    }

    /// The options of a choice; a space that joins nothing may be chosen like anything else.
    fn options(&mut self, from: &ast::Expr) -> Option<Expr> {
        let list = self.any_list(from)?;
        if list.ty.base == Base::Nothing {
            return self.misfit(&list, Ty::list(Base::Nothing), Misfit::Type);
        }
        Some(list)
    }

    /// What comes out of a pile: a tile, or a kind of token if tokens lie in it.
    fn drawn(&self, pile: &Expr) -> Ty {
        let tokens = match pile.kind {
            ExprKind::Const(word) => {
                u16::try_from(word).is_ok_and(|id| self.names.token_piles.contains(&PileId(id)))
            }
            _ => false,
        };
        Ty::maybe(if tokens { Base::TokenKind } else { Base::Tile })
    }
}
