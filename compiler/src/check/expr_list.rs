//! Lists: literals, ranges, the order of play, and the list questions `QUANTIFIER x in L where C by E`.

use abi::{Base, Question, Ty};
use grammar::{
    Diagnostic, Span,
    ast::{self, Name, TurnOrder},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{self, Misfit, Way, cast, join},
    narrow::member,
};
use crate::typed::{Expr, ExprKind, LocalId, Quantifier};

impl BodyChecker<'_, '_> {
    /// `[a, b]`.
    pub(crate) fn list(
        &mut self,
        members: &[ast::Expr],
        want: Option<Ty>,
        span: Span,
    ) -> Option<Expr> {
        let mut hint = want.map(|want| want.certain());
        let mut found = Vec::new();
        let mut base = Base::Nothing;
        let mut complete = true;
        for ast in members {
            let Some(expr) = self.expr(ast, hint) else {
                complete = false;
                continue;
            };
            if expr.ty.is_list() {
                let help = Some("join lists with `+`".to_owned());
                let found = self.named(expr.ty);
                return self.error(
                    codes::WRONG_TYPE,
                    expr.span,
                    format!("a list cannot be a member of a list, found {found}"),
                    "this is a list",
                    help,
                );
            }
            let Some(both) = join(self.rules(), base, expr.ty.base) else {
                return self.misfit(&expr, Ty::one(base), Misfit::Type);
            };
            base = both;
            hint = hint.or(Some(expr.ty.certain()));
            found.push(expr);
        }
        if !complete {
            return None;
        }
        if let Some(want) = want
            && want.is_list()
            && found.iter().all(|e| convert::way(self.rules(), e.ty.base, want.base).is_some())
        {
            base = want.base;
        }
        let members: Option<Vec<Expr>> =
            found.into_iter().map(|expr| self.as_base(expr, base)).collect();
        Some(Expr { kind: ExprKind::List(members?), ty: Ty::list(base), span })
    }

    /// `a..b`.
    pub(crate) fn range(&mut self, from: &ast::Expr, to: &ast::Expr, span: Span) -> Option<Expr> {
        let (from, to) = (self.one(from, Base::Int), self.one(to, Base::Int));
        let kind = ExprKind::Range(Box::new(from?), Box::new(to?));
        Some(Expr { kind, ty: Ty::list(Base::Int), span })
    }

    /// `count list`, `count pile`.
    pub(crate) fn count(&mut self, of: &ast::Expr, span: Span) -> Option<Expr> {
        let hint = self.hint(of, |_, ty| ty.is_list() || ty == Ty::one(Base::Pile));
        let of = self.expr(of, hint)?;
        if !of.ty.is_list() && of.ty != Ty::one(Base::Pile) {
            let found = self.named(of.ty);
            return self.error(
                codes::WRONG_TYPE,
                of.span,
                format!("expected a list or a pile to count, found {found}"),
                format!("this is `{found}`"),
                (of.ty.base == Base::Int).then(|| "leave `count` out".to_owned()),
            );
        }
        Some(Expr { kind: ExprKind::Count(Box::new(of)), ty: Ty::one(Base::Int), span })
    }

    /// `clockwise from p`, `clockwise after p`.
    pub(crate) fn clockwise(
        &mut self,
        order: TurnOrder,
        player: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let player = Box::new(self.one(player, Base::Player)?);
        let kind = ExprKind::Clockwise { from: order == TurnOrder::From, player };
        Some(Expr { kind, ty: Ty::list(Base::Player), span })
    }

    /// A list question.
    pub(crate) fn quantified(
        &mut self,
        quantifier: ast::Quantifier,
        name: &Name,
        list: &ast::Expr,
        filter: Option<&ast::Expr>,
        measure: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let quantifier = typed(quantifier);
        let list = self.any_list(list);
        let mark = self.enter();
        let before = self.facts.clone();
        let ty = list.as_ref().map(|list| member(list.ty));
        let local = self.local(&name.text, ty, name.span);
        self.locals[local.0 as usize].domain = list.as_ref().and_then(|l| self.domain_of_list(l));
        if let Some(list) = &list {
            let facts = self.facts_of_members(list, local);
            self.facts.extend(self.rules(), facts);
        }
        let filter = filter.map(|filter| {
            let filter = self.condition(filter);
            if let Some(filter) = &filter {
                self.suppose(filter, true);
            }
            filter
        });
        let written = measure;
        let measure = measure.map(|measure| self.expr(measure, None));
        self.facts = before;
        self.leave(mark);
        if let (Some(written), Some(Some(found))) = (written, &measure)
            && found.ty == Ty::one(Base::Flag)
        {
            self.compared(quantifier, written, span)?;
        }
        let question = ListQuestion {
            quantifier,
            local,
            list: list?,
            filter: transposed(filter)?,
            measure: transposed(measure)?,
            span,
        };
        self.list_answer(question)
    }

    /// Says so if a comparison is the measure of a list question: all of it belongs to the measure.
    fn compared(&mut self, quantifier: Quantifier, measure: &ast::Expr, span: Span) -> Option<()> {
        use Quantifier as Q;
        let measured = matches!(quantifier, Q::Sum | Q::Max | Q::Min | Q::Most | Q::Least);
        let ast::ExprKind::Binary { left, right, .. } = &measure.kind else { return Some(()) };
        if !measured {
            return Some(());
        }
        let sources = self.origins.sources();
        let slice = |start, end| sources.slice(Span::new(span.file, start, end)).trim().to_owned();
        let question = slice(span.start, left.span.end);
        let rest = slice(left.span.end, right.span.end);
        let meant = format!("({question}) {rest}");
        let message =
            format!("`{}` needs a number as its measure, found a comparison", word(quantifier));
        self.diagnostics.push(
            Diagnostic::error(codes::WRONG_TYPE, message)
                .label(measure.span, "all of this is the measure")
                .help(format!("to compare what comes out, write `{meant}`"))
                .suggest(Span { end: right.span.end, ..span }, meant),
        );
        None
    }

    /// The list question with its type.
    fn list_answer(&mut self, question: ListQuestion) -> Option<Expr> {
        use Quantifier as Q;
        let ListQuestion { quantifier, local, list, filter, measure, span } = question;
        let base = list.ty.base;
        let narrow = match &filter {
            Some(filter) => self.member_base(filter, local, base),
            None => base,
        };
        let mut measure = measure;
        if matches!(quantifier, Q::Sum | Q::Max | Q::Min | Q::Most | Q::Least) {
            let Some(by) = measure else {
                return self.error(
                    codes::WRONG_ARGUMENTS,
                    span,
                    format!("`{}` needs a measure", word(quantifier)),
                    "expected `by` at its end",
                    Some(format!("write `{} x in … by …`", word(quantifier))),
                );
            };
            let number = if by.ty.base == Base::Length { Base::Length } else { Base::Int };
            measure = Some(self.fit(by, Ty::one(number))?);
        } else if let (Some(by), false) = (&measure, quantifier == Q::All) {
            return self.error(
                codes::WRONG_ARGUMENTS,
                by.span,
                format!("`{}` takes no measure", word(quantifier)),
                "expected nothing behind the test",
                Some(format!(
                    "leave `by …` out; what is asked of each stands behind `where`: `{} x in LIST where TEST`",
                    word(quantifier)
                )),
            );
        }
        let ty = match quantifier {
            Q::All => match &measure {
                Some(measure) => Ty::list(measure.ty.base),
                None => Ty::list(base),
            },
            Q::Most | Q::Least => Ty::list(base),
            Q::First => Ty::maybe(base),
            Q::The => Ty::one(base),
            Q::Count => Ty::one(Base::Int),
            Q::Any | Q::No | Q::Every => Ty::one(Base::Flag),
            Q::Sum | Q::Max | Q::Min => Ty::one(measure.as_ref()?.ty.base),
        };
        let picks = matches!(quantifier, Q::Most | Q::Least | Q::First | Q::The)
            || (quantifier == Q::All && measure.is_none());
        let kind = ExprKind::Quantified {
            quantifier,
            local,
            list: Box::new(list),
            filter: filter.map(Box::new),
            measure: measure.map(Box::new),
        };
        let mut expr = Expr { kind, ty, span };
        if picks && narrow != base {
            match convert::way(self.rules(), narrow, base) {
                Some(Way::Same) => expr.ty.base = narrow,
                Some(Way::Cast) => expr = cast(expr, narrow),
                None => {}
            }
        }
        Some(expr)
    }

    /// Whether a list has a member whatever happens.
    pub(crate) fn surely_filled(&self, list: &Expr) -> bool {
        match &list.kind {
            ExprKind::List(members) => members.iter().any(|m| !m.ty.is_maybe()),
            ExprKind::Range(from, to) => match (&from.kind, &to.kind) {
                (ExprKind::Const(from), ExprKind::Const(to)) => from <= to,
                _ => false,
            },
            ExprKind::Ask { question, .. } if *question == Question::Players => true,
            ExprKind::Clockwise { .. } => true,
            ExprKind::Cast(inner) => self.surely_filled(inner),
            _ => self.known_filled(list),
        }
    }
}

struct ListQuestion {
    quantifier: Quantifier,
    local: LocalId,
    list: Expr,
    filter: Option<Expr>,
    measure: Option<Expr>,
    span: Span,
}

/// Nothing after a mistake; else what was said, if anything.
fn transposed(part: Option<Option<Expr>>) -> Option<Option<Expr>> {
    match part {
        None => Some(None),
        Some(part) => part.map(Some),
    }
}

fn typed(quantifier: ast::Quantifier) -> Quantifier {
    use ast::Quantifier as Q;
    match quantifier {
        Q::All => Quantifier::All,
        Q::First => Quantifier::First,
        Q::The => Quantifier::The,
        Q::Count => Quantifier::Count,
        Q::Any => Quantifier::Any,
        Q::No => Quantifier::No,
        Q::Every => Quantifier::Every,
        Q::Sum => Quantifier::Sum,
        Q::Max => Quantifier::Max,
        Q::Min => Quantifier::Min,
        Q::Most => Quantifier::Most,
        Q::Least => Quantifier::Least,
    }
}

fn word(quantifier: Quantifier) -> &'static str {
    use Quantifier as Q;
    match quantifier {
        Q::All => "all",
        Q::First => "first",
        Q::The => "the",
        Q::Count => "count",
        Q::Any => "any",
        Q::No => "no",
        Q::Every => "every",
        Q::Sum => "sum",
        Q::Max => "max",
        Q::Min => "min",
        Q::Most => "most",
        Q::Least => "least",
    }
}
