//! Types as written, and constants of them.

use abi::{Base, Direction, FigureSort, PlaceSort, Ty, Word};
use grammar::{
    Diagnostic, Span,
    ast::{Expr, ExprKind, Name, Type, TypeKind, UnaryOp},
};

use super::{
    codes,
    convert::type_name,
    lacking::NO_NAME_OF_ENUM,
    near::{hint, some},
};
use crate::{
    meaning::Meaning,
    names::Names,
    notes::{Open, Seen},
};

/// The types that need no declaration.
pub(crate) const TYPES: &[(&str, Base)] = &[
    ("int", Base::Int),
    ("flag", Base::Flag),
    ("length", Base::Length),
    ("player", Base::Player),
    ("tile", Base::Tile),
    ("tile_kind", Base::TileKind),
    ("cell", Base::Cell),
    ("corner", Base::Corner),
    ("edge", Base::Edge),
    ("segment", Base::Segment(None)),
    ("feature", Base::Feature(None)),
    ("figure", Base::Figure(FigureSort::Any)),
    ("follower", Base::Figure(FigureSort::Follower)),
    ("special", Base::Figure(FigureSort::Special)),
    ("neutral", Base::Figure(FigureSort::Neutral)),
    ("place", Base::Place(PlaceSort::Any)),
    ("spot", Base::Spot),
    ("fit", Base::Fit),
    ("span", Base::Span),
    ("pile", Base::Pile),
    ("shot", Base::Shot),
    ("token_kind", Base::TokenKind),
    ("figure_kind", Base::FigureKind),
    ("feature_kind", Base::FeatureKind),
    ("direction", Base::Direction),
];

/// The type of what is declared with a mistake, which has been told.
pub(crate) const MISTAKEN: Ty = Ty::maybe(Base::Nothing);

/// A declared type, unless its declaration has a mistake.
pub(crate) fn sound(ty: Ty) -> Option<Ty> {
    (ty != MISTAKEN).then_some(ty)
}

/// The points of the compass as constants.
pub(crate) const DIRECTIONS: &[(&str, Direction)] = &[
    ("N", Direction::N),
    ("NE", Direction::NE),
    ("E", Direction::E),
    ("SE", Direction::SE),
    ("S", Direction::S),
    ("SW", Direction::SW),
    ("W", Direction::W),
    ("NW", Direction::NW),
];

/// The base type that a name means.
pub(crate) fn base(names: &Names, name: &Name) -> Option<Base> {
    if let Some((_, base)) = TYPES.iter().find(|(word, _)| *word == name.text) {
        names.notes.take(name.span, Seen::Type(*base));
        return Some(*base);
    }
    names.refer(name, |meaning| match meaning {
        Meaning::Enum(id) => Some(Base::Enum(id)),
        Meaning::Feature(id) => Some(Base::Feature(Some(id))),
        Meaning::Figure(id) => Some(Base::Figure(FigureSort::Kind(id))),
        _ => None,
    })
}

/// A type as written; what is wrong with it is said.
pub(crate) fn ty(names: &Names, written: &Type, diagnostics: &mut Vec<Diagnostic>) -> Option<Ty> {
    match &written.kind {
        TypeKind::Named(name) => {
            let base = base(names, name);
            if base.is_none() {
                diagnostics.push(unknown_type(names, name, diagnostics));
            }
            let base = base?;
            Some(if written.optional { Ty::maybe(base) } else { Ty::one(base) })
        }
        TypeKind::List(inner) => {
            let member = ty(names, inner, diagnostics)?;
            if member.is_list() || member.is_maybe() || written.optional {
                diagnostics.push(
                    Diagnostic::error(
                        codes::WRONG_TYPE,
                        "lists hold single things, and are empty rather than absent",
                    )
                    .label(written.span, "expected `list of T`"),
                );
                return None;
            }
            Some(Ty::list(member.base))
        }
    }
}

fn unknown_type(names: &Names, name: &Name, told: &[Diagnostic]) -> Diagnostic {
    let declared = names.words.iter().filter(|(_, meanings)| {
        meanings.iter().any(|d| {
            matches!(d.meaning, Meaning::Enum(_) | Meaning::Feature(_) | Meaning::Figure(_))
        })
    });
    let known = TYPES.iter().map(|(word, _)| *word).chain(declared.map(|(word, _)| word.as_str()));
    let mut error =
        Diagnostic::error(codes::UNKNOWN_NAME, format!("`{}` is not a type", name.text))
            .label(name.span, "expected a type, such as `player`, `feature`, `list of tile`");
    error.help = of_another_language(&name.text).or_else(|| hint(told, &name.text, known));
    error
}

/// What is written instead of types as other languages call them.
fn of_another_language(name: &str) -> Option<String> {
    Some(match name {
        "integer" | "num" | "number" => "did you mean `int`?".to_owned(),
        "bool" | "boolean" => "did you mean `flag`?".to_owned(),
        "float" | "double" | "decimal" | "real" => {
            "numbers are whole, of type `int`; what is measured is a `length`".to_owned()
        }
        "string" | "str" | "text" => {
            "no value is a text: words to choose from are an `enum`, and what players read stands in \
             `messages/en.ftl`"
                .to_owned()
        }
        _ => return None,
    })
}

/// A type as a reader says it.
pub(crate) fn shown(names: &Names, ty: Ty) -> String {
    type_name(&names.rules, ty)
}

/// The value of a type before anything is set: 0, unset, empty or absent.
pub(crate) fn unset(ty: Ty) -> Word {
    match (ty.shape, ty.base) {
        (abi::Shape::List, _) => 0,
        (abi::Shape::One, Base::Int | Base::Flag | Base::Length) => 0,
        _ => abi::ABSENT,
    }
}

/// The word of a constant of a wanted type: a number, a flag, a length, a name.
pub(crate) fn constant(
    names: &Names,
    expr: &Expr,
    want: Ty,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Word> {
    let word = match (&expr.kind, want.base) {
        (ExprKind::None, _) if want.is_maybe() => Some(abi::ABSENT),
        _ if want.is_list() => None,
        (&ExprKind::Int(value), Base::Int) => Some(value),
        (&ExprKind::Length(value), Base::Length) => Some(value),
        (&ExprKind::Bool(value), Base::Flag) => Some(Word::from(value)),
        (ExprKind::Unary { op: UnaryOp::Negate, operand }, Base::Int) => match operand.kind {
            ExprKind::Int(value) => value.checked_neg(),
            _ => None,
        },
        (ExprKind::Name(name), base) => {
            let word = named(names, &name.text, base);
            note_constant(names, name, want, word);
            if word.is_none() && matches!(base, Base::Enum(_)) {
                diagnostics.push(not_in_enum(names, name, base, diagnostics));
                return None;
            }
            word
        }
        _ => None,
    };
    if word.is_none() {
        diagnostics.push(
            Diagnostic::error(
                codes::WRONG_TYPE,
                format!("this is no constant of type `{}`", shown(names, want)),
            )
            .label(expr.span, format!("expected {}", example(names, want)))
            .help(format!("write {}, or declare it with another type", example(names, want))),
        );
    }
    word
}

/// The word of a name that stands for itself, if it is one of a base type.
pub(crate) fn named(names: &Names, word: &str, base: Base) -> Option<Word> {
    if base == Base::Direction {
        return DIRECTIONS.iter().find(|(name, _)| *name == word).map(|(_, d)| *d as Word);
    }
    names.find(word, |meaning| word_of(meaning, base))
}

/// The word of a meaning that stands for itself, if it is one of a base type.
fn word_of(meaning: Meaning, base: Base) -> Option<Word> {
    match (meaning, base) {
        (Meaning::EnumName(id, position), Base::Enum(wanted)) if id == wanted => {
            Some(Word::from(position))
        }
        (Meaning::Feature(id), Base::FeatureKind) => Some(Word::from(id.0)),
        (Meaning::Figure(id), Base::FigureKind) => Some(Word::from(id.0)),
        (Meaning::Token(id), Base::TokenKind) => Some(Word::from(id.0)),
        (Meaning::Tile(id), Base::TileKind) => Some(Word::from(id.0)),
        (Meaning::Pile(id), Base::Pile) => Some(Word::from(id.0)),
        _ => None,
    }
}

/// Notes what a constant's name means, or what it could have meant.
fn note_constant(names: &Names, name: &Name, want: Ty, word: Option<Word>) {
    if word.is_none() {
        let open = Open { want: Some(want), ..Open::default() };
        names.notes.take(name.span, Seen::Unknown(open));
    } else {
        names.refer(name, |meaning| word_of(meaning, want.base));
    }
}

fn not_in_enum(names: &Names, name: &Name, base: Base, told: &[Diagnostic]) -> Diagnostic {
    let shape = match base {
        Base::Enum(id) => &names.rules.enums[id as usize],
        _ => unreachable!("only asked of enums"),
    };
    let mut error = Diagnostic::error(
        codes::UNKNOWN_NAME,
        format!("`{}` {NO_NAME_OF_ENUM} `{}`", name.text, shape.name),
    )
    .label(name.span, format!("expected {}", some(&shape.names)));
    error.help = hint(told, &name.text, shape.names.iter().map(String::as_str));
    if let (None, Some(span)) = (&error.help, enum_at(names, &shape.name)) {
        error = error.label(span, "its names are listed here");
    }
    error
}

/// Where an enum is declared.
pub(crate) fn enum_at(names: &Names, name: &str) -> Option<Span> {
    let mut meanings = names.meanings(name).iter();
    meanings.find(|d| matches!(d.meaning, Meaning::Enum(_))).map(|d| d.span)
}

fn example(names: &Names, want: Ty) -> String {
    match want.base {
        Base::Int => "a number, such as 2".to_owned(),
        Base::Flag => "`true` or `false`".to_owned(),
        Base::Length => "a length, such as 5 mm".to_owned(),
        Base::Enum(id) => format!("one of {}", some(&names.rules.enums[id as usize].names)),
        _ => format!("a name of type `{}`", shown(names, want)),
    }
}
