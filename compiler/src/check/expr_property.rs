//! `x.name`: a property or question of one thing, of each member of a list, or of an enum's name.

use abi::{Base, Owner, Question, Ty, Word};
use grammar::{
    Span,
    ast::{self, Name},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    convert::{PLACE, cast, is_owned, lifted},
    expr::constant,
    member::{self, Member},
    narrow,
    near::hint,
};
use crate::{
    meaning::Meaning,
    notes::Seen,
    typed::{Binary, Expr, ExprKind, OptionId, PropertyId, PropertyOwner, Quantifier, TokenRef},
};

impl BodyChecker<'_, '_> {
    /// `x.name`.
    pub(crate) fn property(&mut self, of: &ast::Expr, name: &Name, span: Span) -> Option<Expr> {
        if let ast::ExprKind::Name(expansion) = &of.kind
            && let Some(option) = self.option_of(expansion, name)
        {
            let ty = self.rules().options[option.index()].ty;
            return Some(Expr { kind: ExprKind::Option(option), ty, span });
        }
        let of = self.receiver(of, name, 0)?;
        self.member_of(of, name, &[], span)
    }

    /// `x.name(a, b)`.
    pub(crate) fn method(
        &mut self,
        of: &ast::Expr,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let Some(of) = self.receiver(of, name, arguments.len()) else {
            self.unplaced(arguments);
            return None;
        };
        self.member_of(of, name, arguments, span)
    }

    /// What stands before a dot: of a name's meanings, one that has the word behind it.
    fn receiver(&mut self, of: &ast::Expr, name: &Name, arguments: usize) -> Option<Expr> {
        let hint = self
            .hint(of, |checker, ty| !checker.members(ty.base, &name.text, arguments).is_empty());
        self.expr(of, hint)
    }

    /// `EXPANSION.option`, if no local hides the expansion's name.
    fn option_of(&self, expansion: &Name, name: &Name) -> Option<OptionId> {
        if self.in_scope(&expansion.text).is_some() {
            return None;
        }
        let expansions = &self.rules().expansions;
        let position = expansions.iter().position(|e| e.name == expansion.text)?;
        self.names.refer(name, |meaning| match meaning {
            Meaning::Option(id) if self.rules().options[id.index()].expansion == position => {
                Some(id)
            }
            _ => None,
        })
    }

    /// A word behind a value.
    pub(crate) fn member_of(
        &mut self,
        of: Expr,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if of.ty.is_list() {
            return self.list_member(of, name, arguments, span);
        }
        if let Base::Enum(_) = of.ty.base
            && name.text == "after"
        {
            return self.names_further(of, arguments, span);
        }
        if self.kind == Kind::Scenario
            && of.ty.base == Base::Tile
            && let Some(segment) = self.segment_of(&of, name, span)
        {
            return Some(segment);
        }
        let mut found = self.members(of.ty.base, &name.text, arguments.len());
        match found.len() {
            0 => {
                self.unplaced(arguments);
                self.unknown_member(&of, name)
            }
            1 => {
                self.note_member(name, found[0]);
                self.build_member(of, found.remove(0), name, arguments, span)
            }
            _ => {
                let meanings: Vec<String> = found.iter().map(|m| self.member_name(*m)).collect();
                self.error(
                    codes::AMBIGUOUS_NAME,
                    name.span,
                    format!("`.{}` can mean {}", name.text, meanings.join(" or ")),
                    "which one is meant?",
                    Some("say first what it is asked of: `x is …`, or rename one".to_owned()),
                )
            }
        }
    }

    /// A bare name as a property of the thing whose lines these are.
    pub(crate) fn own_member(&mut self, own: Expr, name: &Name) -> Option<(Member, Expr)> {
        let own = self.narrowed(own);
        let member = self.members(own.ty.base, &name.text, 0).into_iter().find(|m| match m {
            Member::Entry(entry) => entry.params.is_empty(),
            Member::Function(id) => self.rules().functions[id.index()].body.params == 1,
            Member::Property(_) | Member::Tokens(_) => true,
            Member::Question(_) => false,
        })?;
        Some((member, self.build_member(own, member, name, &[], name.span)?))
    }

    fn member_name(&self, member: Member) -> String {
        match member {
            Member::Entry(_) | Member::Question(_) => "a word of the vocabulary".to_owned(),
            Member::Property(id) => {
                let owner = self.rules().properties[id.index()].owner;
                format!("a property of `{}`", self.owner_name(owner))
            }
            Member::Tokens(_) => "a number of tokens".to_owned(),
            Member::Function(_) => "a question of the rules".to_owned(),
        }
    }

    fn build_member(
        &mut self,
        of: Expr,
        member: Member,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let expr = match member {
            Member::Entry(entry) => {
                if entry.params.len() != arguments.len() {
                    self.unplaced(arguments);
                    return self.wrong_count(name, entry.params.len(), arguments.len());
                }
                let of = match entry.owner {
                    Owner::Place if member::owner(of.ty.base) != Some(Owner::Place) => {
                        cast(of, PLACE)
                    }
                    _ => of,
                };
                let mut maybe = of.ty.is_maybe();
                let ty = self.answer(entry.question, of.ty.base, entry.result);
                let given: Vec<Option<Expr>> = arguments
                    .iter()
                    .zip(entry.params)
                    .map(|(argument, &param)| self.argument(argument, param))
                    .collect();
                let mut args = vec![of];
                for argument in given {
                    let argument = argument?;
                    maybe |= argument.ty.is_maybe();
                    args.push(argument);
                }
                let ty = if maybe { lifted(ty) } else { ty };
                Expr { kind: ExprKind::Ask { question: entry.question, args }, ty, span }
            }
            Member::Question(entry) => {
                return self.vocabulary_call(entry, name, Some(&of), arguments, span);
            }
            Member::Property(id) => return self.declared_property(of, id, span),
            Member::Tokens(kind) => {
                let ty = if of.ty.is_maybe() { Ty::maybe(Base::Int) } else { Ty::one(Base::Int) };
                let kind = ExprKind::Tokens { token: TokenRef::Kind(kind), of: Box::new(of) };
                Expr { kind, ty, span }
            }
            Member::Function(id) => {
                return self.function_call(id, name, Some(&of), arguments, span);
            }
        };
        Some(self.narrowed(expr))
    }

    /// The type of an answer, as precise as the type of what is asked.
    fn answer(&self, question: Question, of: Base, result: Ty) -> Ty {
        match (question, of) {
            (Question::FeatureSegments | Question::FeatureSegment, Base::Feature(kind)) => {
                Ty { base: Base::Segment(kind), ..result }
            }
            (Question::SegmentFeature, Base::Segment(kind)) => {
                Ty { base: Base::Feature(kind), ..result }
            }
            (Question::FigureOwner, Base::Figure(sort)) if is_owned(self.rules(), sort) => {
                Ty::one(Base::Player)
            }
            _ => result,
        }
    }

    /// A declared property of one thing.
    fn declared_property(&mut self, of: Expr, id: PropertyId, span: Span) -> Option<Expr> {
        let owner = self.rules().properties[id.index()].owner;
        if owner == PropertyOwner::Segment && matches!(of.ty.base, Base::Feature(_)) {
            return self.property_of_segments(of, id, span);
        }
        if matches!(of.ty.base, Base::Place(_)) {
            return self.property_of_place(of, id, span);
        }
        let ty = self.property_type(id, of.ty.base);
        let ty = if of.ty.is_maybe() { lifted(ty) } else { ty };
        let kind = ExprKind::Property { property: id, of: Some(Box::new(of)) };
        Some(self.narrowed(Expr { kind, ty, span }))
    }

    /// What segments have, their feature has by type: any flag, the sum of numbers, the oldest one's thing,
    /// else the list of all.
    fn property_of_segments(&mut self, of: Expr, id: PropertyId, span: Span) -> Option<Expr> {
        let Base::Feature(kind) = of.ty.base else { return None };
        let ty = self.rules().properties[id.index()].ty;
        let segment = Ty::one(Base::Segment(kind));
        let local = self.hidden(segment, span);
        let segments = Expr {
            kind: ExprKind::Ask { question: Question::FeatureSegments, args: vec![of] },
            ty: Ty::list(segment.base),
            span,
        };
        let one = Expr { kind: ExprKind::Local(local), ty: segment, span };
        let value =
            Expr { kind: ExprKind::Property { property: id, of: Some(Box::new(one)) }, ty, span };
        let quantified = |quantifier, filter, measure| ExprKind::Quantified {
            quantifier,
            local,
            list: Box::new(segments),
            filter,
            measure,
        };
        let value = Some(Box::new(value));
        Some(match (ty.base, ty.is_maybe()) {
            (Base::Flag, _) => Expr { kind: quantified(Quantifier::Any, value, None), ty, span },
            (Base::Int | Base::Length, false) => {
                Expr { kind: quantified(Quantifier::Sum, None, value), ty, span }
            }
            (base, maybe) => {
                let ty = Ty::list(base);
                let all = Expr { kind: quantified(Quantifier::All, None, value), ty, span };
                if maybe {
                    let kind = ExprKind::First(Box::new(all));
                    Expr { kind, ty: Ty::maybe(base), span }
                } else {
                    all
                }
            }
        })
    }

    /// `list.first`, a question about the list, or the list of the properties of its members.
    fn list_member(
        &mut self,
        list: Expr,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let base = list.ty.base;
        if arguments.is_empty() {
            let of = |list| Box::new(list);
            let (kind, ty) = match name.text.as_str() {
                "first" => (ExprKind::First(of(list)), Ty::maybe(base)),
                "last" => (ExprKind::Last(of(list)), Ty::maybe(base)),
                "rest" => (ExprKind::Rest(of(list)), Ty::list(base)),
                _ => return self.list_question(list, name, arguments, span),
            };
            return Some(self.narrowed(Expr { kind, ty, span }));
        }
        self.list_question(list, name, arguments, span)
    }

    fn list_question(
        &mut self,
        list: Expr,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let function = self.names.refer(name, |meaning| match meaning {
            Meaning::Function(id) if self.function_takes(id, list.ty) => Some(id),
            _ => None,
        });
        if let Some(function) = function {
            return self.function_call(function, name, Some(&list), arguments, span);
        }
        let member = narrow::member(list.ty);
        let local = self.hidden(member, span);
        let one = Expr { kind: ExprKind::Local(local), ty: member, span };
        let measure = self.member_of(one, name, arguments, span)?;
        let ty = Ty::list(measure.ty.base);
        let kind = ExprKind::Quantified {
            quantifier: Quantifier::All,
            local,
            list: Box::new(list),
            filter: None,
            measure: Some(Box::new(measure)),
        };
        Some(Expr { kind, ty, span })
    }

    /// `name.after(n)`: n names further in its enum, round and round.
    fn names_further(&mut self, of: Expr, arguments: &[ast::Expr], span: Span) -> Option<Expr> {
        let Base::Enum(id) = of.ty.base else { return None };
        let [steps] = arguments else {
            return self.error(
                codes::WRONG_ARGUMENTS,
                span,
                "`after` behind an enum's name takes one number",
                format!("found {}", arguments.len()),
                Some("write `x.after(1)` for the next name".to_owned()),
            );
        };
        let of = self.fit(of, Ty::one(Base::Enum(id)))?;
        let steps = self.one(steps, Base::Int)?;
        let count = self.rules().enums[usize::from(id)].names.len() as Word;
        let op = |op, left, right, base| {
            let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
            Expr { kind, ty: Ty::one(base), span }
        };
        let names = || constant(count, Base::Int, span);
        let steps = op(Binary::Remainder, steps, names(), Base::Int);
        let sum = op(Binary::Add, op(Binary::Add, of, steps, Base::Int), names(), Base::Int);
        Some(op(Binary::Remainder, sum, names(), Base::Enum(id)))
    }

    fn unknown_member(&mut self, of: &Expr, name: &Name) -> Option<Expr> {
        self.names.notes.take(name.span, Seen::UnknownMember(of.ty));
        let found = self.named(of.ty);
        let word = name.text.as_str();
        let owner = self.names.properties(word).next();
        let help = match owner {
            Some(id) => {
                let owner = self.owner_name(self.rules().properties[id.index()].owner);
                Some(format!("`{word}` is a property of `{owner}`"))
            }
            None => {
                let words = || self.member_words(of.ty.base);
                hint(self.diagnostics, word, std::iter::once_with(words).flatten())
            }
        };
        self.error(
            codes::UNKNOWN_PROPERTY,
            name.span,
            format!("no {found} has `{word}`"),
            format!("asked of `{found}`"),
            help,
        )
    }
}
