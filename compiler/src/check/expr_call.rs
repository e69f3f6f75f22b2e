//! Questions with parentheses: functions, and the vocabulary's questions with arguments.

use abi::{Base, Cost, Entry, Owner, Question, Ty, VOCABULARY};
use grammar::{
    Span,
    ast::{self, Name},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    convert::{self, FIGURE, Misfit, lifted, narrows},
    expr::{absent, constant},
    near::did_you_mean,
};
use crate::{
    names::Meaning,
    typed::{Expr, ExprKind, FnId, KindTest, Quantifier},
};

impl BodyChecker<'_, '_> {
    /// `name(a, b)`.
    pub(crate) fn call(
        &mut self,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let word = name.text.as_str();
        let function = self.names.find(word, |meaning| match meaning {
            Meaning::Function(id) if Some(id) != self.rules().counts => Some(id),
            _ => None,
        });
        if let Some(function) = function {
            return self.function_call(function, name, None, arguments, span);
        }
        let entry = VOCABULARY.iter().find(|e| e.owner == Owner::Call && e.name == word);
        if let Some(entry) = entry {
            return self.vocabulary_call(entry, name, None, arguments, span);
        }
        let deed = self.names.meanings(word).iter().any(|d| matches!(d.meaning, Meaning::Deed(_)));
        if deed {
            return self.error(
                codes::DEED_IN_QUESTION,
                name.span,
                format!("`{word}` is a deed, and a question may only look"),
                "this changes the game",
                Some("do it on a line of its own, or as the whole right side of an `=`".to_owned()),
            );
        }
        if let [of, rest @ ..] = arguments {
            let of = self.expr(of, None)?;
            if !of.ty.is_list() && self.members(of.ty.base, word, rest.len()).is_empty() {
                return self.unknown_question(name);
            }
            return self.member_of(of, name, rest, span);
        }
        self.unknown_question(name)
    }

    fn unknown_question(&mut self, name: &Name) -> Option<Expr> {
        let names = self.names;
        let functions = names
            .words
            .iter()
            .filter(|(_, all)| all.iter().any(|d| matches!(d.meaning, Meaning::Function(_))))
            .map(|(word, _)| word.as_str());
        let vocabulary = VOCABULARY.iter().filter(|e| e.owner == Owner::Call).map(|e| e.name);
        let help = did_you_mean(&name.text, functions.chain(vocabulary));
        self.error(
            codes::UNKNOWN_NAME,
            name.span,
            format!("there is no question `{}`", name.text),
            "not known",
            help,
        )
    }

    /// Refuses a word that this release does not compile.
    pub(crate) fn ready(&mut self, entry: &Entry, span: Span) {
        if !entry.ready {
            self.not_ready(entry.name, span);
        }
    }

    /// Refuses something that this release does not compile.
    pub(crate) fn not_ready(&mut self, word: &str, span: Span) {
        let _: Option<()> = self.error(
            codes::NOT_READY,
            span,
            format!("this release does not compile `{word}`"),
            "not ready",
            None,
        );
    }

    /// Says how many things a question takes.
    pub(crate) fn wrong_count<T>(&mut self, name: &Name, wanted: usize, found: usize) -> Option<T> {
        let things = if wanted == 1 { "thing" } else { "things" };
        self.error(
            codes::WRONG_ARGUMENTS,
            name.span,
            format!("`{}` takes {wanted} {things} in parentheses, found {found}", name.text),
            format!("expected {wanted}"),
            None,
        )
    }

    /// A question of the vocabulary, its first argument perhaps standing before a dot.
    pub(crate) fn vocabulary_call(
        &mut self,
        entry: &'static Entry,
        name: &Name,
        first: Option<Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        self.ready(entry, name.span);
        if entry.question == Question::Distance {
            return self.distance(entry, name, first, arguments, span);
        }
        if entry.question == Question::New && self.kind == Kind::Question {
            return self.error(
                codes::DEED_IN_QUESTION,
                name.span,
                format!("`{}` makes a new tile, and a question may only look", name.text),
                "this changes the game",
                Some("do it in a step, offer, hook or deed".to_owned()),
            );
        }
        let given = arguments.len() + usize::from(first.is_some());
        if given != entry.params.len() {
            let before = usize::from(first.is_some());
            return self.wrong_count(name, entry.params.len() - before, arguments.len());
        }
        let mut params = entry.params.iter();
        let mut args = Vec::new();
        if let (Some(first), Some(&param)) = (first.as_ref(), params.next()) {
            args.push(self.given(first.clone(), param));
        } else {
            params = entry.params.iter();
        }
        for (argument, &param) in arguments.iter().zip(params) {
            let argument = self.argument(argument, param);
            args.push(argument);
        }
        let args: Vec<Expr> = args.into_iter().collect::<Option<_>>()?;
        let mut ty = entry.result;
        if entry.cost == Cost::H && entry.question == Question::New {
            for argument in &args {
                if argument.ty.is_maybe() {
                    return self.misfit(argument, argument.ty.certain(), Misfit::Absent);
                }
            }
        }
        if args.iter().any(|a| a.ty.is_maybe()) {
            ty = lifted(ty);
        }
        let kind = ExprKind::Ask { question: entry.question, args };
        Some(self.narrowed(Expr { kind, ty, span }))
    }

    /// `distance(a, b)`: between seats and to a shot a length, between tiles a number of cells.
    fn distance(
        &mut self,
        entry: &Entry,
        name: &Name,
        first: Option<Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let mut args: Vec<Expr> = first.into_iter().collect();
        for argument in arguments {
            args.push(self.expr(argument, None)?);
        }
        let ty = match args.as_slice() {
            [a, b] if !a.ty.is_list() && !b.ty.is_list() => match (a.ty.base, b.ty.base) {
                (Base::Shot, Base::Figure(_) | Base::Tile | Base::Point)
                | (Base::Player, Base::Player) => Some(Ty::one(Base::Length)),
                (Base::Tile, Base::Tile) => Some(Ty::one(Base::Int)),
                _ => None,
            },
            _ => None,
        };
        let Some(ty) = ty else {
            return self.error(
                codes::WRONG_ARGUMENTS,
                span,
                "`distance` is between two tiles, two players, or a shot and something",
                "not between these",
                None,
            );
        };
        let ty = if args.iter().any(|a| a.ty.is_maybe()) { lifted(ty) } else { ty };
        let kind = ExprKind::Ask { question: entry.question, args };
        let _ = name;
        Some(Expr { kind, ty, span })
    }

    /// An argument of a question: it may be absent, then the answer is too.
    pub(crate) fn argument(&mut self, argument: &ast::Expr, param: Ty) -> Option<Expr> {
        let argument = self.expr(argument, Some(param))?;
        self.given(argument, param)
    }

    fn given(&mut self, argument: Expr, param: Ty) -> Option<Expr> {
        match convert::convert(self.rules(), argument, param) {
            Ok(argument) => Some(argument),
            Err((argument, Misfit::Absent)) => self.fit(*argument, Ty::maybe(param.base)),
            Err((argument, misfit)) => self.misfit(&argument, param, misfit),
        }
    }

    /// A function, its first argument perhaps standing before a dot. Asked of something of another kind
    /// than its first parameter's it is unset: no, 0, empty or absent.
    pub(crate) fn function_call(
        &mut self,
        function: FnId,
        name: &Name,
        first: Option<Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let def = &self.rules().functions[function.index()];
        let params: Vec<Ty> =
            def.body.locals.iter().take(def.body.params as usize).map(|local| local.ty).collect();
        let before = usize::from(first.is_some());
        if before + arguments.len() != params.len() {
            return self.wrong_count(name, params.len() - before, arguments.len());
        }
        let mut args: Vec<Option<Expr>> = Vec::new();
        let mut other_kind = None;
        for (at, &param) in params.iter().enumerate() {
            let argument = match &first {
                Some(first) if at == 0 => Some(first.clone()),
                _ => self.expr(&arguments[at - before], Some(param)),
            };
            let argument = argument.and_then(|argument| {
                let general = argument.ty.base;
                if at == 0 && !argument.ty.is_list() && narrows(self.rules(), general, param.base) {
                    other_kind = Some(param);
                    return Some(argument);
                }
                self.given(argument, param)
            });
            args.push(argument);
        }
        let mut args: Vec<Expr> = args.into_iter().collect::<Option<_>>()?;
        let mut ty = def.result;
        if args.iter().zip(&params).any(|(a, p)| a.ty.is_maybe() && !p.is_maybe()) {
            ty = lifted(ty);
        }
        let Some(param) = other_kind else {
            let kind = ExprKind::Call { function, args };
            return Some(self.narrowed(Expr { kind, ty, span }));
        };
        let of = args[0].clone();
        let test = kind_test(param.base)?;
        if is_plain(&of, 4) {
            args[0].ty = Ty::one(param.base);
            let call = Expr { kind: ExprKind::Call { function, args }, ty: def.result, span };
            return Some(if_of_kind(of, test, call, span));
        }
        let general = of.ty.certain();
        let local = self.hidden(general, span);
        args[0] = Expr { kind: ExprKind::Local(local), ty: Ty::one(param.base), span };
        let call = Expr { kind: ExprKind::Call { function, args }, ty: def.result, span };
        let tested = Expr { kind: ExprKind::Local(local), ty: general, span };
        let filter = super::expr::flag(ExprKind::IsKind { of: Box::new(tested), test }, span);
        let list = Expr { kind: ExprKind::List(vec![of]), ty: Ty::list(general.base), span };
        Some(of_the_one(local, list, filter, call, span))
    }
}

/// The test for a kind that a parameter is narrowed to.
pub(crate) fn kind_test(base: Base) -> Option<KindTest> {
    use abi::FigureSort as S;
    Some(match base {
        Base::Feature(Some(kind)) | Base::Segment(Some(kind)) => KindTest::FeatureKind(kind),
        Base::Figure(S::Kind(kind)) => KindTest::FigureKind(kind),
        Base::Figure(S::Follower) => KindTest::Follower,
        Base::Figure(S::Special) => KindTest::Special,
        Base::Figure(S::Neutral) => KindTest::Neutral,
        Base::Feature(None) | FIGURE => KindTest::Anything,
        _ => return None,
    })
}

/// Whether asking twice costs next to nothing.
pub(crate) fn is_plain(expr: &Expr, depth: usize) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => true,
        ExprKind::Ask { args, .. } => match args.as_slice() {
            [] => true,
            [of] => depth > 0 && is_plain(of, depth - 1),
            _ => false,
        },
        ExprKind::Property { of, .. } => {
            of.as_ref().is_none_or(|of| depth > 0 && is_plain(of, depth - 1))
        }
        ExprKind::Cast(of) => depth > 0 && is_plain(of, depth - 1),
        _ => false,
    }
}

/// What an answer is when it is unset.
fn unset(ty: Ty, span: Span) -> Expr {
    match ty.base {
        _ if ty.is_list() => Expr { kind: ExprKind::List(Vec::new()), ty, span },
        Base::Int | Base::Flag | Base::Length if !ty.is_maybe() => constant(0, ty.base, span),
        base => absent(base, span),
    }
}

fn if_of_kind(of: Expr, test: KindTest, call: Expr, span: Span) -> Expr {
    let other = unset(call.ty, span);
    let ty = if other.ty.is_maybe() { Ty::maybe(call.ty.base) } else { call.ty };
    let cond = super::expr::flag(ExprKind::IsKind { of: Box::new(of), test }, span);
    let kind =
        ExprKind::If { cond: Box::new(cond), then: Box::new(call), other: Box::new(other) };
    Expr { kind, ty, span }
}

/// The answer about the one member of a list, if it passes a test; else unset.
fn of_the_one(
    local: crate::typed::LocalId,
    list: Expr,
    filter: Expr,
    call: Expr,
    span: Span,
) -> Expr {
    let ty = call.ty;
    let list = Box::new(list);
    let quantified = |quantifier, filter, measure| ExprKind::Quantified {
        quantifier,
        local,
        list,
        filter: Some(Box::new(filter)),
        measure,
    };
    match ty.base {
        Base::Flag if !ty.is_list() && !ty.is_maybe() => {
            let kind = ExprKind::Binary {
                op: crate::typed::Binary::And,
                left: Box::new(filter),
                right: Box::new(call),
            };
            let both = super::expr::flag(kind, span);
            super::expr::flag(quantified(Quantifier::Any, both, None), span)
        }
        Base::Int | Base::Length if !ty.is_list() && !ty.is_maybe() => {
            let kind = quantified(Quantifier::Sum, filter, Some(Box::new(call)));
            Expr { kind, ty, span }
        }
        base => {
            let kind = quantified(Quantifier::All, filter, Some(Box::new(call)));
            let all = Expr { kind, ty: Ty::list(base), span };
            if ty.is_list() {
                all
            } else {
                Expr { kind: ExprKind::First(Box::new(all)), ty: Ty::maybe(base), span }
            }
        }
    }
}
