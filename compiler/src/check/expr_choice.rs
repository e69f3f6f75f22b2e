//! `if … then … else …` and `match`: values, and the labels that both kinds of `match` share.

use std::collections::BTreeSet;

use abi::{Base, Ty, Word};
use grammar::{
    Span,
    ast::{self, ExprArm, Label, LabelKind, Name},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{self, join},
    lacking::NOT_IN_ENUM,
    near::{hint, some},
    types,
};
use crate::{
    meaning::Meaning,
    typed::{Expr, ExprKind},
};

impl BodyChecker<'_, '_> {
    /// `if c then a else if d then b else e`.
    pub(crate) fn if_value(
        &mut self,
        arms: &[(ast::Expr, ast::Expr)],
        otherwise: &ast::Expr,
        want: Option<Ty>,
        span: Span,
    ) -> Option<Expr> {
        self.branch(arms.len(), span)?;
        let outer = self.branches;
        let before = self.facts.clone();
        let mut conds = Vec::new();
        let mut values: Vec<Option<Expr>> = Vec::new();
        for (cond, then) in arms {
            let cond = self.condition(cond);
            let outside = self.facts.clone();
            if let Some(cond) = &cond {
                self.suppose(cond, true);
            }
            let hint = want.or_else(|| first_type(&values));
            values.push(self.expr(then, hint));
            self.facts = outside;
            if let Some(cond) = &cond {
                self.suppose(cond, false);
            }
            conds.push(cond);
            self.branches += 1;
        }
        let hint = want.or_else(|| first_type(&values));
        values.push(self.expr(otherwise, hint));
        self.facts = before;
        self.branches = outer;
        let conds: Vec<Expr> = conds.into_iter().collect::<Option<_>>()?;
        let mut values = self.alike(values.into_iter().collect::<Option<_>>()?)?;
        let mut value = values.pop()?;
        for (cond, then) in conds.into_iter().zip(values).rev() {
            let ty = of_either(then.ty, value.ty);
            let kind =
                ExprKind::If { cond: Box::new(cond), then: Box::new(then), other: Box::new(value) };
            value = Expr { kind, ty, span };
        }
        Some(value)
    }

    /// Values of one base type, all lists or none of them.
    pub(crate) fn alike(&mut self, values: Vec<Expr>) -> Option<Vec<Expr>> {
        let mut base = Base::Nothing;
        let list = values.first()?.ty.is_list();
        let mut shape = values.first()?.ty;
        for value in &values {
            let both = join(self.rules(), base, value.ty.base);
            match both {
                Some(both) if value.ty.is_list() == list => base = both,
                _ => {
                    return self.misfit(value, shape, convert::Misfit::Type);
                }
            }
            if shape.base == Base::Nothing {
                shape = value.ty;
            }
        }
        values.into_iter().map(|value| self.as_base(value, base)).collect()
    }

    /// `match x { a => 1, b or c => 2, else => 0 }`.
    pub(crate) fn match_value(
        &mut self,
        subject: &ast::Expr,
        arms: &[ExprArm],
        otherwise: Option<&ast::Expr>,
        want: Option<Ty>,
        span: Span,
    ) -> Option<Expr> {
        let subject = self.subject(subject);
        let mut words = Vec::new();
        let mut values: Vec<Option<Expr>> = Vec::new();
        let mut seen = BTreeSet::new();
        for arm in arms {
            if let Some(subject) = &subject {
                words.push(self.labels(subject, &arm.labels, &mut seen));
            }
            let hint = want.or_else(|| first_type(&values));
            values.push(self.expr(&arm.value, hint));
        }
        let has_other = otherwise.is_some();
        if let Some(otherwise) = otherwise {
            let hint = want.or_else(|| first_type(&values));
            values.push(self.expr(otherwise, hint));
        }
        let subject = subject?;
        let words: Vec<Vec<Word>> = words.into_iter().collect::<Option<_>>()?;
        if !has_other {
            self.complete(&subject, &seen, span)?;
        }
        let mut values = self.alike(values.into_iter().collect::<Option<_>>()?)?;
        let ty = values.iter().map(|value| value.ty).reduce(of_either)?;
        let other = if has_other { values.pop().map(Box::new) } else { None };
        let arms = words.into_iter().zip(values).collect();
        Some(Expr { kind: ExprKind::Match { on: Box::new(subject), arms, other }, ty, span })
    }

    /// What is matched: something that is there and has names or is a number.
    pub(crate) fn subject(&mut self, subject: &ast::Expr) -> Option<Expr> {
        let subject = self.expr(subject, None)?;
        let base = subject.ty.base;
        let can = matches!(
            base,
            Base::Enum(_)
                | Base::Int
                | Base::Flag
                | Base::FeatureKind
                | Base::FigureKind
                | Base::TokenKind
                | Base::TileKind
                | Base::Pile
        );
        if subject.ty.is_list() || !can {
            let found = self.named(subject.ty);
            return self.error(
                codes::WRONG_TYPE,
                subject.span,
                format!("no {found} can be matched"),
                "expected an enum, a number, a flag or a kind",
                Some("ask with `if x is …`".to_owned()),
            );
        }
        self.fit(subject, Ty::one(base))
    }

    /// The words of an arm's labels; none of them may have come before.
    pub(crate) fn labels(
        &mut self,
        subject: &Expr,
        labels: &[Label],
        seen: &mut BTreeSet<Word>,
    ) -> Option<Vec<Word>> {
        let mut words = Some(Vec::new());
        for label in labels {
            let word = self.label(subject, label);
            if let Some(word) = word
                && !seen.insert(word)
            {
                let _: Option<()> = self.error(
                    codes::REPEATED_LABEL,
                    label.span,
                    "this is matched twice",
                    "an arm before has it",
                    Some("leave it out here".to_owned()),
                );
            }
            words = words.zip(word).map(|(mut words, word)| {
                words.push(word);
                words
            });
        }
        words
    }

    fn label(&mut self, subject: &Expr, label: &Label) -> Option<Word> {
        let base = subject.ty.base;
        match &label.kind {
            LabelKind::Int(number) if base == Base::Int => return Some(*number),
            LabelKind::Name(word) if base == Base::Flag && word == "true" => return Some(1),
            LabelKind::Name(word) if base == Base::Flag && word == "false" => return Some(0),
            LabelKind::Name(word) if !matches!(base, Base::Int | Base::Flag) => {
                let name = Name { text: word.clone(), span: label.span };
                let found = self.names.refer(&name, |meaning| match (base, meaning) {
                    (Base::Enum(id), Meaning::EnumName(of, index)) if of == id => {
                        Some(index.into())
                    }
                    (Base::FeatureKind, Meaning::Feature(id)) => Some(Word::from(id.0)),
                    (Base::FigureKind, Meaning::Figure(id)) => Some(Word::from(id.0)),
                    (Base::TokenKind, Meaning::Token(id)) => Some(Word::from(id.0)),
                    (Base::TileKind, Meaning::Tile(id)) => Some(Word::from(id.0)),
                    (Base::Pile, Meaning::Pile(id)) => Some(Word::from(id.0)),
                    _ => None,
                });
                if found.is_some() {
                    return found;
                }
                return self.unknown_label(subject, &name);
            }
            _ => {}
        }
        let found = self.named(subject.ty);
        self.error(
            codes::WRONG_TYPE,
            label.span,
            format!("this is no {found}"),
            format!("`{found}` is matched"),
            None,
        )
    }

    fn unknown_label(&mut self, subject: &Expr, name: &Name) -> Option<Word> {
        self.note_open(name, Some(subject.ty));
        let found = self.named(subject.ty);
        let help = match subject.ty.base {
            Base::Enum(id) => {
                let all = &self.rules().enums[usize::from(id)].names;
                hint(self.diagnostics, &name.text, all.iter().map(String::as_str))
                    .or_else(|| Some(format!("its names are {}", quoted(all.iter()))))
            }
            _ => hint(self.diagnostics, &name.text, self.names.words.keys().map(String::as_str)),
        };
        let near = help.as_deref().is_some_and(|help| help.starts_with("did you mean"));
        let listed = match subject.ty.base {
            Base::Enum(_) if !near => types::enum_at(self.names, &found),
            _ => None,
        };
        let message = format!("{found} has no `{}`", name.text);
        let label = match subject.ty.base {
            Base::Enum(_) => NOT_IN_ENUM,
            _ => "nothing is called so",
        };
        let told: Option<Word> = self.error(codes::UNKNOWN_NAME, name.span, message, label, help);
        if let (Some(span), Some(error)) = (listed, self.diagnostics.last_mut()) {
            error.labels.push((span, "its names are listed here".to_owned()));
        }
        told
    }

    /// Whether the labels cover every word that the subject can be; if not, which are missing.
    pub(crate) fn complete(
        &mut self,
        subject: &Expr,
        seen: &BTreeSet<Word>,
        span: Span,
    ) -> Option<()> {
        let Some(domain) = self.domain(subject) else {
            let found = self.named(subject.ty);
            return self.error(
                codes::MATCH_INCOMPLETE,
                span,
                format!("a `match` of `{found}` cannot name every value"),
                "expected `else` at its end",
                None,
            );
        };
        let missing: Vec<String> = domain
            .iter()
            .filter(|word| !seen.contains(word))
            .map(|&word| self.word_name(subject.ty.base, word))
            .collect();
        if missing.is_empty() {
            return Some(());
        }
        let missing = quoted(missing.iter());
        self.error(
            codes::MATCH_INCOMPLETE,
            span,
            format!("this `match` forgets {missing}"),
            "not every name has an arm",
            Some(format!("add an arm for {missing}, or `else`")),
        )
    }

    /// All words that a value can be, where they are few.
    pub(crate) fn domain(&self, expr: &Expr) -> Option<Vec<Word>> {
        match &expr.kind {
            &ExprKind::Local(local) if self.state(local).domain.is_some() => {
                self.state(local).domain.clone()
            }
            ExprKind::Option(id) if !self.rules().options[id.index()].choices.is_empty() => {
                Some(self.rules().options[id.index()].choices.clone())
            }
            _ => match expr.ty.base {
                Base::Enum(id) => {
                    let count = self.rules().enums[usize::from(id)].names.len() as Word;
                    Some((0..count).collect())
                }
                Base::Flag => Some(vec![0, 1]),
                _ => None,
            },
        }
    }

    /// All words that a member of a literal list can be.
    pub(crate) fn domain_of_list(&self, list: &Expr) -> Option<Vec<Word>> {
        let ExprKind::List(members) = &list.kind else { return None };
        members
            .iter()
            .map(|member| match member.kind {
                ExprKind::Const(word) => Some(word),
                _ => None,
            })
            .collect()
    }

    /// A word of a type as it is written.
    fn word_name(&self, base: Base, word: Word) -> String {
        let rules = self.rules();
        let at = usize::try_from(word).unwrap_or(usize::MAX);
        let name = match base {
            Base::Enum(id) => rules.enums[usize::from(id)].names.get(at).cloned(),
            Base::Flag => Some(if word == 0 { "false" } else { "true" }.to_owned()),
            Base::FeatureKind => rules.features.get(at).map(|kind| kind.name.clone()),
            Base::FigureKind => rules.figures.get(at).map(|kind| kind.name.clone()),
            Base::TokenKind => rules.tokens.get(at).map(|kind| kind.name.clone()),
            Base::TileKind => rules.tiles.get(at).map(|kind| kind.name.clone()),
            Base::Pile => rules.piles.get(at).cloned(),
            _ => None,
        };
        name.unwrap_or_else(|| word.to_string())
    }
}

fn quoted<'n>(names: impl Iterator<Item = &'n String>) -> String {
    some(names.map(|name| format!("`{name}`")))
}

/// The type of what is one value or another of the same base.
pub(crate) fn of_either(a: Ty, b: Ty) -> Ty {
    if a.is_maybe() { Ty { base: b.base, shape: a.shape } } else { b }
}

/// The type of the first value without a mistake.
fn first_type(values: &[Option<Expr>]) -> Option<Ty> {
    values.iter().flatten().map(|value| value.ty).next()
}
