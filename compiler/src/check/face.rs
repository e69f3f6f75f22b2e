//! Bodies of items, one function for each kind of item: from the tree to typed code.
//!
//! Each gives nothing after a mistake; the mistake has been told.

use abi::{Base, FeatureKindId, OriginId, Ty};
use grammar::{Span, ast};

use super::{
    body::{BodyChecker, Checking, Kind},
    by_kind::OWN,
    codes,
    convert::{FIGURE, PLACE},
    head::{both, unknown},
    origins::ItemPlace,
    stmt::always,
    types,
};
use crate::typed::{
    Adjust, Binary, Block, Body, Change, Condition, DeedRef, Expectation, Expr, ExprKind, FnId,
    Forbid, ForbidDeed, Hook, Invariant, KindTest, MenuId, Moment, Offer, StandOn, StmtKind, ToId,
};

/// A single expression in parameters, wherever a number or condition stands in a declaration.
pub(crate) fn expr_body(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    params: &[(&str, Ty)],
    expr: &ast::Expr,
    want: Ty,
) -> Option<Body<Expr>> {
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    for &(name, ty) in params {
        checker.param(name, Some(ty), expr.span);
    }
    let code = checker.wanted(expr, want)?;
    Some(checker.body(code))
}

/// `fn name(…) -> T = …`: its parameters are those of its signature.
pub(crate) fn fn_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Fn,
    id: FnId,
) -> Option<Body<Expr>> {
    let def = &checking.names.rules.functions[id.index()];
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    for (parameter, local) in item.parameters.iter().zip(&def.body.locals) {
        checker.param(&parameter.name.text, types::sound(local.ty), parameter.span);
    }
    let code = checker.wanted(&item.body, def.result)?;
    Some(checker.body(code))
}

/// `to name(…) { … }`: its parameters are those of its signature.
pub(crate) fn to_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::To,
    id: ToId,
) -> Option<Body<Block>> {
    let def = &checking.names.rules.deeds[id.index()];
    let mut checker = BodyChecker::new(checking, place, Kind::Deed(def.result));
    for (parameter, local) in item.parameters.iter().zip(&def.body.locals) {
        checker.param(&parameter.name.text, types::sound(local.ty), parameter.span);
    }
    let block = checker.block(&item.body)?;
    checker.must_return(def.result, &block, item.name.span);
    Some(checker.body(block))
}

/// The guard and the body of a step.
pub(crate) fn step_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Step,
) -> Option<(Option<Expr>, Body<Block>)> {
    let mut checker = BodyChecker::new(checking, place, Kind::Step);
    let guard = checker.guard(item.condition.as_ref());
    let block = checker.block(&item.body);
    let (guard, block) = (guard?, block?);
    Some((guard, checker.body(block)))
}

/// An offer; its list is made after its guard held, its body runs right after the choice.
pub(crate) fn offer_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Offer,
    menu: Option<MenuId>,
    origin: OriginId,
) -> Option<Offer> {
    let mut checker = BodyChecker::new(checking, place, Kind::Offer);
    let guard = checker.guard(item.condition.as_ref());
    let list = item.list.as_ref().map(|offered| {
        let list = checker.any_list(&offered.list);
        let ty = list.as_ref().map(|list| Ty::one(list.ty.base));
        let local = checker.local(&offered.name.text, ty, offered.name.span);
        if let Some(list) = &list {
            let facts = checker.facts_of_members(list, local);
            checker.facts.extend(checker.rules(), facts);
        }
        list.map(|list| (local, list))
    });
    let block = checker.block(&item.body);
    let options = match list {
        None => None,
        Some(list) => Some(list?),
    };
    let (guard, block) = (guard?, block?);
    Some(Offer {
        name: item.name.text.clone(),
        menu: menu?,
        options,
        guard,
        body: checker.body(block),
        origin,
        expansion: place.expansion,
    })
}

/// A hook on a deed.
pub(crate) fn hook_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Hook,
    origin: OriginId,
) -> Option<Hook> {
    let moment = match item.moment {
        ast::Moment::Before => Moment::Before,
        ast::Moment::After => Moment::After,
        ast::Moment::Instead => Moment::Instead,
    };
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    let head = checker.head(&item.deed);
    let result = if moment == Moment::Instead { head.result } else { None };
    let narrowed = checker.params_of(&head.params, item.deed_span);
    let guard = checker.guard(item.condition.as_ref());
    checker.kind = Kind::Hook(moment, head.deed, result);
    let block = checker.block(&item.body);
    let (narrowed, guard, block) = (narrowed?, guard?, block?);
    checker.must_return(result, &block, item.deed_span);
    Some(Hook {
        moment,
        deed: head.deed?,
        guard: both(narrowed, guard),
        body: checker.body(block),
        origin,
        expansion: place.expansion,
    })
}

/// An adjustment of a function; `it` is the value so far.
pub(crate) fn adjust_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Adjust,
    origin: OriginId,
) -> Option<Adjust> {
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    let (function, params) = checker.adjusted(&item.function, &item.parameters);
    let narrowed = checker.params_of(&params, item.function.span);
    let (change, replaces) = match item.change {
        ast::Change::To => (Change::To, true),
        ast::Change::By => (Change::By, false),
        ast::Change::AtMost => (Change::AtMost, false),
        ast::Change::AtLeast => (Change::AtLeast, false),
    };
    let ty = function.and_then(|id| types::sound(checker.rules().functions[id.index()].result));
    checker.param(if replaces { "it" } else { "" }, ty, item.function.span);
    let guard = checker.guard(item.condition.as_ref());
    let may = ty.and_then(|ty| checker.may_change(change, ty, item.function.span));
    let value = match ty {
        Some(ty) if may.is_some() => checker.wanted(&item.value, ty),
        _ => {
            checker.unplaced(std::slice::from_ref(&item.value));
            None
        }
    };
    let (narrowed, guard, value) = (narrowed?, guard?, value?);
    Some(Adjust {
        function: function?,
        change,
        guard: both(narrowed, guard),
        body: checker.body(value),
        origin,
        expansion: place.expansion,
    })
}

/// A prohibition.
pub(crate) fn forbid_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    item: &ast::Forbid,
    origin: OriginId,
) -> Option<Forbid> {
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    let deed = match &item.deed {
        ast::Deed::Deploys { .. } => Some(ForbidDeed::Deploys),
        ast::Deed::Places { .. } => Some(ForbidDeed::Places),
        ast::Deed::Moves { from: None, .. } => Some(ForbidDeed::Moves),
        _ => checker.error(
            codes::WRONG_TYPE,
            item.deed_span,
            "only options can be forbidden: `p deploys spot`, `p places t at fit`, `m moves to s`",
            "nobody chooses this from a list",
            Some("stop the deed itself with `instead of`".to_owned()),
        ),
    };
    let params = match &item.deed {
        ast::Deed::Moves { what, from: None, to } => {
            vec![(Some(what), Some(Ty::one(FIGURE))), (Some(to), Some(Ty::one(PLACE)))]
        }
        // An unknown deed is no option, whatever it was meant to be: that is told once.
        ast::Deed::Call { arguments, .. } => unknown(arguments),
        other => checker.head(other).params,
    };
    let narrowed = checker.params_of(&params, item.deed_span);
    let guard = checker.guard(item.condition.as_ref());
    let deed = deed?;
    let code = both(narrowed?, guard?).unwrap_or_else(|| always(item.deed_span));
    Some(Forbid { deed, body: checker.body(code), origin, expansion: place.expansion })
}

/// What must be true whenever the game waits.
pub(crate) fn invariant_item(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    condition: &ast::Expr,
    origin: OriginId,
) -> Option<Invariant> {
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    let code = checker.condition(condition)?;
    Some(Invariant { body: checker.body(code), origin, expansion: place.expansion })
}

/// `holds N`: nobody may stand where N figures stand already.
pub(crate) fn holds_line(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    kind: FeatureKindId,
    number: &ast::Expr,
    origin: OriginId,
) -> Option<Forbid> {
    let span = number.span;
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    checker.param("", Some(Ty::one(FIGURE)), span);
    let target = checker.param("", Some(Ty::one(PLACE)), span);
    checker.scope.truncate(0);
    let number = checker.one(number, Base::Int)?;
    let target = checker.local_value(target, span)?;
    let test = ExprKind::IsKind { of: Box::new(target.clone()), test: KindTest::FeatureKind(kind) };
    let test = super::expr::flag(test, span);
    let segment = Base::Segment(Some(kind));
    let segment = super::convert::cast(target, segment);
    let figures = Expr {
        kind: ExprKind::Ask { question: abi::Question::SegmentFigures, args: vec![segment] },
        ty: Ty::list(FIGURE),
        span,
    };
    let count = Expr { kind: ExprKind::Count(Box::new(figures)), ty: Ty::one(Base::Int), span };
    let full = ExprKind::Binary {
        op: Binary::GreaterOrEqual,
        left: Box::new(count),
        right: Box::new(number),
    };
    let full = super::expr::flag(full, span);
    let code = both(Some(test), Some(full))?;
    let body = checker.body(code);
    Some(Forbid { deed: ForbidDeed::Moves, body, origin, expansion: place.expansion })
}

/// The condition on a place in `stands on`; bare names are properties of that place.
pub(crate) fn stand_condition(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    on: StandOn,
    condition: &ast::Expr,
) -> Option<Body<Expr>> {
    let ty = Ty::one(match on {
        StandOn::Feature(kind) => Base::Segment(Some(kind)),
        StandOn::Tile => Base::Tile,
        StandOn::Corner => Base::Corner,
        StandOn::Figure => FIGURE,
    });
    let mut checker = BodyChecker::new(checking, place, Kind::Question);
    let own = checker.param("", Some(ty), condition.span);
    checker.scope.truncate(0);
    checker.own = Some(own);
    let code = checker.condition(condition)?;
    let mut body = checker.body(code);
    body.locals[0].name = OWN.to_owned();
    Some(body)
}

/// A statement of an example: `given …`.
pub(crate) fn statement_body(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    players: &[String],
    statement: &ast::Statement,
) -> Option<Body<Block>> {
    let mut checker = BodyChecker::new(checking, place, Kind::Scenario);
    checker.players = players;
    let block = ast::Block { statements: vec![statement.clone()], span: statement.span };
    let block = checker.block(&block)?;
    let waits = block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Ask(_) => true,
        StmtKind::Assign(assign) => matches!(assign.value, crate::typed::Value::Ask(_)),
        StmtKind::Deed(deed) => deed.deed == DeedRef::Sentence(abi::DeedKind::PlaysPart),
        StmtKind::If { cond: Condition::Ask(_), .. } => true,
        _ => false,
    });
    if waits {
        return checker.error(
            codes::MISPLACED,
            statement.span,
            "nobody is asked before an example begins",
            "this waits for somebody",
            Some("write the answer as a line: `red: place = …`".to_owned()),
        );
    }
    Some(checker.body(block))
}

/// What an example expects to hold.
pub(crate) fn expectation(
    checking: &mut Checking<'_, '_>,
    place: &ItemPlace,
    players: &[String],
    expr: &ast::Expr,
) -> Option<Expectation> {
    let mut checker = BodyChecker::new(checking, place, Kind::Scenario);
    checker.players = players;
    let code = checker.condition(expr)?;
    let whole = checker.body(code);
    let (left, right) = match &whole.code.kind {
        ExprKind::Binary { op: Binary::Or | Binary::And, .. } => {
            return Some(Expectation::Holds(whole));
        }
        ExprKind::Binary { left, right, .. } => (left, right),
        _ => return Some(Expectation::Holds(whole)),
    };
    let side = |code: &Expr| Body {
        locals: whole.locals.clone(),
        params: whole.params,
        code: code.clone(),
    };
    let (left, right) = (side(left), side(right));
    Some(Expectation::Compares(whole, left, right))
}

impl BodyChecker<'_, '_> {
    /// A guard: it only looks, and what it tells is known behind it.
    #[allow(clippy::option_option, reason = "a mistake, no guard, a guard")]
    fn guard(&mut self, condition: Option<&ast::Expr>) -> Option<Option<Expr>> {
        let Some(condition) = condition else { return Some(None) };
        let kind = std::mem::replace(&mut self.kind, Kind::Question);
        let guard = self.condition(condition);
        self.kind = kind;
        let guard = guard?;
        self.suppose(&guard, true);
        Some(Some(guard))
    }

    /// Whether a value of a type can be adjusted in a way.
    fn may_change(&mut self, change: Change, ty: Ty, span: Span) -> Option<()> {
        let number = !ty.is_list() && matches!(ty.base, Base::Int | Base::Length) && !ty.is_maybe();
        let (fits, word) = match change {
            Change::To => (true, "to"),
            Change::By => (number || ty.is_list(), "by"),
            Change::AtMost => (number, "at most"),
            Change::AtLeast => (number, "at least"),
        };
        if fits {
            return Some(());
        }
        let found = self.named(ty);
        self.error(
            codes::WRONG_TYPE,
            span,
            format!("no {found} can be adjusted `{word}` something"),
            format!("this gives `{found}`"),
            Some("replace it: `adjust … to …`".to_owned()),
        )
    }
}
