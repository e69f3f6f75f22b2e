//! Questions with parentheses: functions, and the vocabulary's questions with arguments.

use abi::{Base, Entry, Owner, Question, Ty, VOCABULARY};
use grammar::{
    Span,
    ast::{self, Name},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    convert::{self, Misfit, lifted, narrows},
    expr::flag,
    lift::{if_of_kind, is_plain, kind_test, of_the_one},
    near::hint,
    types,
};
use crate::{
    candidate::signature,
    meaning::Meaning,
    notes::Seen,
    typed::{Expr, ExprKind, FnId},
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
        let function = self.names.refer(name, |meaning| match meaning {
            Meaning::Function(id) if Some(id) != self.rules().counts => Some(id),
            _ => None,
        });
        if let Some(function) = function {
            return self.function_call(function, name, None, arguments, span);
        }
        let entry = VOCABULARY.iter().find(|e| e.owner == Owner::Call && e.name == word);
        if let Some(entry) = entry {
            self.names.notes.take(name.span, Seen::Word(entry));
            return self.vocabulary_call(entry, name, None, arguments, span);
        }
        let deed = self.names.meanings(word).iter().any(|d| matches!(d.meaning, Meaning::Deed(_)));
        if deed {
            self.unplaced(arguments);
            return self.error(
                codes::DEED_IN_QUESTION,
                name.span,
                format!("`{word}` is a deed, and a question may only look"),
                "this changes the game",
                Some("do it on a line of its own, or as the whole right side of an `=`".to_owned()),
            );
        }
        if let [of, rest @ ..] = arguments {
            let Some(of) = self.expr(of, None) else {
                self.unplaced(rest);
                return if self.may_be_member(word) { None } else { self.unknown_question(name) };
            };
            if !of.ty.is_list() && self.members(of.ty.base, word, rest.len()).is_empty() {
                self.unplaced(rest);
                return self.unknown_question(name);
            }
            return self.member_of(of, name, rest, span);
        }
        self.unknown_question(name)
    }

    fn unknown_question(&mut self, name: &Name) -> Option<Expr> {
        let names = self.names;
        self.note_open(name, None);
        let functions = names
            .words
            .iter()
            .filter(|(_, all)| all.iter().any(|d| matches!(d.meaning, Meaning::Function(_))))
            .map(|(word, _)| word.as_str());
        let vocabulary = VOCABULARY.iter().filter(|e| e.owner == Owner::Call).map(|e| e.name);
        let help = hint(self.diagnostics, &name.text, functions.chain(vocabulary));
        self.error(
            codes::UNKNOWN_NAME,
            name.span,
            format!("there is no question `{}`", name.text),
            "not known",
            help,
        )
    }

    /// Says how many things a question takes.
    pub(crate) fn wrong_count<T>(&mut self, name: &Name, wanted: usize, found: usize) -> Option<T> {
        let things = if wanted == 1 { "thing" } else { "things" };
        self.error(
            codes::WRONG_ARGUMENTS,
            name.span,
            format!("`{}` takes {wanted} {things} in parentheses, found {found}", name.text),
            format!("expected {wanted}"),
            Some(self.taken(name, wanted)),
        )
    }

    /// What a question or deed takes in parentheses, so many things.
    fn taken(&self, name: &Name, wanted: usize) -> String {
        let word = &name.text;
        if wanted == 0 {
            return format!("write `{word}` with nothing in parentheses");
        }
        let mut meanings = self.names.meanings(word).iter();
        let parameters = meanings
            .find_map(|declared| signature(self.rules(), declared.meaning))
            .filter(|(parameters, _)| parameters.len() >= wanted);
        match parameters {
            Some((all, _)) => {
                let typed = all[all.len() - wanted..].iter();
                let typed = typed.map(|(name, ty)| format!("{name}: {}", self.named(*ty)));
                format!("it is declared as `{word}({})`", typed.collect::<Vec<_>>().join(", "))
            }
            None if wanted == 1 => format!("write one thing: `{word}(…)`"),
            None => format!("write {wanted} things with commas between: `{word}(…, …)`"),
        }
    }

    /// A question of the vocabulary, its first argument perhaps standing before a dot.
    pub(crate) fn vocabulary_call(
        &mut self,
        entry: &'static Entry,
        name: &Name,
        first: Option<&Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if entry.question == Question::Distance {
            return self.distance(entry, first, arguments, span);
        }
        if entry.question == Question::New && self.kind == Kind::Question {
            self.unplaced(arguments);
            return self.error(
                codes::DEED_IN_QUESTION,
                name.span,
                format!("`{}` makes a new tile, and a question may only look", name.text),
                "this changes the game",
                Some("do it in a step, offer, hook or deed".to_owned()),
            );
        }
        let before = usize::from(first.is_some());
        if before + arguments.len() != entry.params.len() {
            self.unplaced(arguments);
            return self.wrong_count(name, entry.params.len() - before, arguments.len());
        }
        let mut args: Vec<Option<Expr>> = Vec::new();
        for (at, &param) in entry.params.iter().enumerate() {
            let argument = match first {
                Some(first) if at == 0 => Some(first.clone()),
                _ => self.expr(&arguments[at - before], Some(param)),
            };
            args.push(argument.and_then(|argument| self.asked_of(entry, argument, param)));
        }
        let args: Vec<Expr> = args.into_iter().collect::<Option<_>>()?;
        let mut ty = entry.result;
        if args.iter().any(|a| a.ty.is_maybe()) {
            ty = lifted(ty);
        }
        let kind = ExprKind::Ask { question: entry.question, args };
        Some(self.narrowed(Expr { kind, ty, span }))
    }

    /// An argument of the vocabulary's question.
    fn asked_of(&mut self, entry: &Entry, argument: Expr, param: Ty) -> Option<Expr> {
        // What is asked of a kind is asked of any tile of it.
        if entry.question == Question::Fits
            && argument.ty.base == Base::TileKind
            && !argument.ty.is_list()
        {
            return Some(argument);
        }
        if entry.question == Question::New {
            return self.fit(argument, param);
        }
        self.given(argument, param)
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
        first: Option<&Expr>,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let def = &self.rules().functions[function.index()];
        let params: Vec<Ty> =
            def.body.locals.iter().take(def.body.params as usize).map(|local| local.ty).collect();
        let before = usize::from(first.is_some());
        if before + arguments.len() != params.len() {
            self.unplaced(arguments);
            return self.wrong_count(name, params.len() - before, arguments.len());
        }
        let mut args: Vec<Option<Expr>> = Vec::new();
        let mut other_kind = None;
        for (at, &param) in params.iter().enumerate() {
            let argument = match first {
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
        let mut ty = types::sound(def.result)?;
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
        let filter = flag(ExprKind::IsKind { of: Box::new(tested), test }, span);
        let list = Expr { kind: ExprKind::List(vec![of]), ty: Ty::list(general.base), span };
        Some(of_the_one(local, list, filter, call, span))
    }
}
