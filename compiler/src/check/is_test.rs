//! `x is KIND`, `x is none`, `list is empty`.

use abi::{Base, FigureSort, Question, Ty};
use grammar::{
    Diagnostic, Span,
    ast::{self, Name, Test},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{FIGURE, cast, narrows},
    expr::{constant, flag, negated},
    lift::is_plain,
    near::{did_you_mean, hint},
};
use crate::{
    meaning::Meaning,
    notes::Seen,
    typed::{Binary, Expr, ExprKind, KindTest, Quantifier},
};

/// The words of the language that a thing can be asked to be.
const TYPE_WORDS: &[(&str, Base)] = &[
    ("segment", Base::Segment(None)),
    ("feature", Base::Feature(None)),
    ("tile", Base::Tile),
    ("corner", Base::Corner),
    ("figure", FIGURE),
    ("follower", Base::Figure(FigureSort::Follower)),
    ("special", Base::Figure(FigureSort::Special)),
    ("neutral", Base::Figure(FigureSort::Neutral)),
    ("player", Base::Player),
    ("pile", Base::Pile),
    ("token_kind", Base::TokenKind),
];

impl BodyChecker<'_, '_> {
    /// `x is …`, `x is not …`.
    pub(crate) fn is_test(
        &mut self,
        value: &ast::Expr,
        negate: bool,
        test: &Test,
        span: Span,
    ) -> Option<Expr> {
        let hint = match test {
            Test::Empty => self.hint(value, |_, ty| ty.is_list() || ty == Ty::one(Base::Pile)),
            Test::None | Test::Kind(_) => None,
        };
        let of = self.expr(value, hint)?;
        let tested = match test {
            Test::None => self.is_none(of, span)?,
            Test::Empty => self.is_empty(of, span)?,
            Test::Kind(name) => self.is_kind(of, name, span)?,
        };
        Some(negated(tested, negate))
    }

    fn is_none(&mut self, of: Expr, span: Span) -> Option<Expr> {
        if of.ty.is_list() {
            let found = self.named(of.ty);
            return self.error(
                codes::WRONG_TYPE,
                of.span,
                format!("no {found} is ever absent"),
                "this is a list",
                Some("write `is empty`".to_owned()),
            );
        }
        let told = self.path(&of).is_some_and(|path| self.facts.get(&path).is_some());
        if !of.ty.is_maybe() && !told {
            let found = self.named(of.ty);
            self.diagnostics.push(
                Diagnostic::warning(codes::ALWAYS_FALSE, format!("no {found} is ever absent"))
                    .label(of.span, format!("this is `{found}`"))
                    .help("leave the test out"),
            );
        }
        Some(flag(ExprKind::IsNone(Box::new(of)), span))
    }

    fn is_empty(&mut self, of: Expr, span: Span) -> Option<Expr> {
        if !of.ty.is_list() && of.ty != Ty::one(Base::Pile) {
            let found = self.named(of.ty);
            return self.error(
                codes::WRONG_TYPE,
                of.span,
                format!("expected a list or a pile, found {found}"),
                format!("this is `{found}`"),
                of.ty.is_maybe().then(|| "write `is none`".to_owned()),
            );
        }
        Some(flag(ExprKind::IsEmpty(Box::new(of)), span))
    }

    /// `x is KIND`.
    pub(crate) fn is_kind(&mut self, of: Expr, name: &Name, span: Span) -> Option<Expr> {
        if of.ty.is_list() {
            let found = self.named(of.ty);
            let slip = did_you_mean(&name.text, ["empty", "none"]);
            let help = format!("ask of each: `any x in … where x is {}`", name.text);
            return self.error(
                codes::WRONG_TYPE,
                of.span,
                format!("a {found} is of no kind"),
                "this is a list",
                Some(slip.unwrap_or(help)),
            );
        }
        if let Some(local) = self.in_scope(&name.text) {
            match self.state(local).ty {
                None => return None,
                Some(ty) if self.kind_of(&of, ty.base, span).is_some() => {
                    let kind = self.local_value(local, name.span)?;
                    self.note_local(name, local);
                    let asked = self.kind_of(&of, ty.base, span)?;
                    return Some(equal(asked, kind, span));
                }
                Some(_) => {}
            }
        }
        let base = of.ty.base;
        let wanted = Self::type_word(&name.text);
        let test = wanted.and_then(|wanted| self.word_test(base, wanted));
        if let (Some(test), Some(wanted)) = (test, wanted) {
            self.names.notes.take(name.span, Seen::Type(wanted));
            return Some(kind_flag(of, test, span));
        }
        self.declared_kind(of, name, span)
    }

    /// The kind of something as a value, to be compared with one of a type.
    fn kind_of(&self, of: &Expr, kinds: Base, span: Span) -> Option<Expr> {
        let of = of.clone();
        let ask = |question, of: Expr| {
            let ty = if of.ty.is_maybe() { Ty::maybe(kinds) } else { Ty::one(kinds) };
            Expr { kind: ExprKind::Ask { question, args: vec![of] }, ty, span }
        };
        Some(match (of.ty.base, kinds) {
            (Base::Segment(_), Base::FeatureKind) => ask(Question::SegmentKind, of),
            (Base::Feature(_), Base::FeatureKind) => ask(Question::FeatureKindOf, of),
            (Base::Place(_), Base::FeatureKind) => {
                let kind = ExprKind::Ask { question: Question::PlaceSegment, args: vec![of] };
                ask(Question::SegmentKind, Expr { kind, ty: Ty::maybe(Base::Segment(None)), span })
            }
            (Base::Figure(_), Base::FigureKind) => ask(Question::FigureKindOf, of),
            (Base::Tile, Base::TileKind) => ask(Question::TileKindOf, of),
            _ => return None,
        })
    }

    /// The type that a word of the language names.
    fn type_word(word: &str) -> Option<Base> {
        TYPE_WORDS.iter().find(|(known, _)| *known == word).map(|&(_, base)| base)
    }

    /// The test whether something of a type is of the type that a word names.
    fn word_test(&self, from: Base, wanted: Base) -> Option<KindTest> {
        Some(match (from, wanted) {
            (Base::Figure(_), Base::Figure(FigureSort::Follower)) => KindTest::Follower,
            (Base::Figure(_), Base::Figure(FigureSort::Special)) => KindTest::Special,
            (Base::Figure(_), Base::Figure(FigureSort::Neutral)) => KindTest::Neutral,
            (Base::Place(_), Base::Segment(None)) => KindTest::Segment,
            (Base::Place(_), Base::Tile) => KindTest::Tile,
            (Base::Place(_), Base::Corner) => KindTest::Corner,
            (Base::Place(_), FIGURE) => KindTest::Figure,
            (Base::Place(_), Base::Player) => KindTest::Player,
            (Base::Cause, Base::Feature(None)) => KindTest::CauseFeature,
            (Base::Cause, Base::Tile) => KindTest::CauseTile,
            (Base::Cause, FIGURE) => KindTest::CauseFigure,
            (Base::Cause, Base::TokenKind) => KindTest::CauseToken,
            (Base::Cause, Base::Pile) => KindTest::CausePile,
            (Base::Segment(_), Base::Segment(None))
            | (Base::Feature(_), Base::Feature(None))
            | (Base::Figure(_), FIGURE)
            | (Base::Tile, Base::Tile)
            | (Base::Corner, Base::Corner)
            | (Base::Player, Base::Player) => KindTest::Anything,
            _ => return None,
        })
    }

    /// A test for a declared kind; of a place or cause, first for what it is at all.
    fn declared_kind(&mut self, of: Expr, name: &Name, span: Span) -> Option<Expr> {
        use Meaning as M;
        let names = self.names;
        for declared in names.meanings(&name.text) {
            let meaning = declared.meaning;
            let tested = match (of.ty.base, meaning) {
                (Base::Segment(known) | Base::Feature(known), M::Feature(kind)) => {
                    if known.is_some_and(|known| known != kind) {
                        self.never(&of, name);
                    }
                    kind_flag(of, KindTest::FeatureKind(kind), span)
                }
                (Base::Place(_), M::Feature(kind)) => {
                    kind_flag(of, KindTest::FeatureKind(kind), span)
                }
                (Base::Figure(known), M::Figure(kind)) => {
                    let kind_base = Base::Figure(FigureSort::Kind(kind));
                    if known != FigureSort::Kind(kind)
                        && !narrows(self.rules(), of.ty.base, kind_base)
                        && known != FigureSort::Owned
                    {
                        self.never(&of, name);
                    }
                    kind_flag(of, KindTest::FigureKind(kind), span)
                }
                (Base::Tile, M::Tile(kind)) => kind_flag(of, KindTest::TileKind(kind), span),
                (Base::Place(_), M::Tile(kind)) => {
                    self.two_tests(of, KindTest::Tile, Base::Tile, span, |of| {
                        kind_flag(of, KindTest::TileKind(kind), span)
                    })
                }
                (Base::Place(_), M::Figure(kind)) => {
                    self.two_tests(of, KindTest::Figure, FIGURE, span, |of| {
                        kind_flag(of, KindTest::FigureKind(kind), span)
                    })
                }
                (Base::Cause, M::Feature(kind)) => {
                    self.two_tests(of, KindTest::CauseFeature, Base::Feature(None), span, |of| {
                        kind_flag(of, KindTest::FeatureKind(kind), span)
                    })
                }
                (Base::Cause, M::Tile(kind)) => {
                    self.two_tests(of, KindTest::CauseTile, Base::Tile, span, |of| {
                        kind_flag(of, KindTest::TileKind(kind), span)
                    })
                }
                (Base::Cause, M::Figure(kind)) => {
                    self.two_tests(of, KindTest::CauseFigure, FIGURE, span, |of| {
                        kind_flag(of, KindTest::FigureKind(kind), span)
                    })
                }
                (Base::Cause, M::Token(kind)) => {
                    self.two_tests(of, KindTest::CauseToken, Base::TokenKind, span, |of| {
                        equal(of, constant(kind.0.into(), Base::TokenKind, span), span)
                    })
                }
                (Base::Cause, M::Pile(pile)) => {
                    self.two_tests(of, KindTest::CausePile, Base::Pile, span, |of| {
                        equal(of, constant(pile.0.into(), Base::Pile, span), span)
                    })
                }
                _ => continue,
            };
            names.note(name, declared);
            return Some(tested);
        }
        self.no_kind(&of, name)
    }

    /// What a place or cause is at all, and then which kind of that.
    fn two_tests(
        &mut self,
        of: Expr,
        first: KindTest,
        base: Base,
        span: Span,
        second: impl FnOnce(Expr) -> Expr,
    ) -> Expr {
        let both = |of: Expr| {
            let mut narrow = cast(of.clone(), base);
            narrow.ty = Ty::one(base);
            let kind = ExprKind::Binary {
                op: Binary::And,
                left: Box::new(kind_flag(of, first, span)),
                right: Box::new(second(narrow)),
            };
            flag(kind, span)
        };
        if is_plain(&of, 4) {
            return both(of);
        }
        let ty = of.ty.certain();
        let local = self.hidden(ty, span);
        let list = Expr { kind: ExprKind::List(vec![of]), ty: Ty::list(ty.base), span };
        let filter = both(Expr { kind: ExprKind::Local(local), ty, span });
        let kind = ExprKind::Quantified {
            quantifier: Quantifier::Any,
            local,
            list: Box::new(list),
            filter: Some(Box::new(filter)),
            measure: None,
        };
        flag(kind, span)
    }

    fn never(&mut self, of: &Expr, name: &Name) {
        let found = self.named(of.ty);
        self.diagnostics.push(
            Diagnostic::warning(codes::ALWAYS_FALSE, format!("a {found} is never a {}", name.text))
                .label(name.span, format!("asked of `{found}`"))
                .help("leave the test out, or ask it of something else"),
        );
    }

    fn no_kind(&mut self, of: &Expr, name: &Name) -> Option<Expr> {
        let found = self.named(of.ty);
        let base = of.ty.base;
        let has_kinds = matches!(
            base,
            Base::Segment(_)
                | Base::Feature(_)
                | Base::Figure(_)
                | Base::Tile
                | Base::Place(_)
                | Base::Cause
        );
        let known = !self.names.meanings(&name.text).is_empty();
        let (code, message, help) = if !has_kinds {
            let help = format!("write `== {}`", name.text);
            (codes::WRONG_TYPE, format!("a {found} is of no kind"), Some(help))
        } else if known {
            (codes::WRONG_TYPE, format!("`{}` is no kind of {found}", name.text), None)
        } else {
            let names = self.names;
            let kinds = names.words.iter().filter(|(_, all)| {
                all.iter().any(|d| {
                    matches!(d.meaning, Meaning::Feature(_) | Meaning::Figure(_) | Meaning::Tile(_))
                })
            });
            let known = kinds
                .map(|(word, _)| word.as_str())
                .chain(TYPE_WORDS.iter().map(|(word, _)| *word))
                .chain(["none", "empty"])
                .chain(self.scope.names());
            let help = hint(self.diagnostics, &name.text, known);
            (codes::UNKNOWN_NAME, format!("there is no kind `{}`", name.text), help)
        };
        self.error(code, name.span, message, format!("asked of `{found}`"), help)
    }
}

fn kind_flag(of: Expr, test: KindTest, span: Span) -> Expr {
    flag(ExprKind::IsKind { of: Box::new(of), test }, span)
}

fn equal(left: Expr, right: Expr, span: Span) -> Expr {
    let kind = ExprKind::Binary { op: Binary::Equal, left: Box::new(left), right: Box::new(right) };
    flag(kind, span)
}
