//! Lines that an item says once: the second one would silently stand for the first.

use grammar::{
    Diagnostic, Span,
    ast::{ExpansionLine, FeatureLine, FigureLine, ItemKind, Line, Setting, TokenLine},
};

use super::{codes, order::InPlay};
use crate::typed::OptionId;

/// Says which lines of items are there twice.
pub(crate) fn check(items: &[InPlay<'_>], diagnostics: &mut Vec<Diagnostic>) {
    for in_play in items {
        match &in_play.item.kind {
            ItemKind::Expansion(item) => once(&item.lines, of_expansion, diagnostics),
            ItemKind::Feature(item) => once(&item.lines, of_feature, diagnostics),
            ItemKind::Figure(item) => once(&item.lines, of_figure, diagnostics),
            ItemKind::ExtendFigure(item) => once(&item.lines, of_figure, diagnostics),
            ItemKind::Token(item) => once(&item.lines, of_token, diagnostics),
            _ => {}
        }
    }
}

fn of_expansion(line: &ExpansionLine) -> Option<&'static str> {
    match line {
        ExpansionLine::Title(_) => Some("title"),
        ExpansionLine::Players { .. } => Some("players"),
        // Each of these adds names.
        ExpansionLine::Needs(_) | ExpansionLine::After(_) | ExpansionLine::Uses(_) => None,
    }
}

fn of_feature(line: &FeatureLine) -> Option<&'static str> {
    match line {
        FeatureLine::Joins(_) => Some("joins"),
        FeatureLine::Holds(_) => Some("holds"),
        // Formulas are looked at among those of all kinds, properties among all properties.
        FeatureLine::Completed(_) | FeatureLine::Worth(_) | FeatureLine::Property(_) => None,
    }
}

fn of_figure(line: &FigureLine) -> Option<&'static str> {
    match line {
        FigureLine::Each(_) => Some("each player"),
        FigureLine::One => Some("one in the game"),
        FigureLine::Size(_) => Some("size"),
        FigureLine::Counts(_) | FigureLine::Stands(_) => None,
    }
}

fn of_token(line: &TokenLine) -> Option<&'static str> {
    Some(match line {
        TokenLine::Stock(_) => "stock",
        TokenLine::Each(_) => "each player",
        TokenLine::Lays { .. } => "lays",
        TokenLine::Size(_) => "size",
    })
}

fn once<T>(
    lines: &[Line<T>],
    word: impl Fn(&T) -> Option<&'static str>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut seen: Vec<(&str, Span)> = Vec::new();
    for line in lines {
        let Some(word) = word(&line.kind) else { continue };
        match seen.iter().find(|(other, _)| *other == word) {
            Some((_, first)) => diagnostics.push(again(&format!("`{word}`"), line.span, *first)),
            None => seen.push((word, line.span)),
        }
    }
}

/// Where a setting stands, without what is blank behind it.
pub(crate) fn written(line: &Setting) -> Span {
    Span { end: line.value.span.end, ..line.span }
}

/// Says so if one list of settings sets an option twice.
pub(crate) fn set_once(
    seen: &mut Vec<(OptionId, Span)>,
    option: OptionId,
    line: &Setting,
) -> Option<Diagnostic> {
    let at = written(line);
    match seen.iter().find(|(other, _)| *other == option) {
        Some((_, first)) => Some(again(&format!("value for `{}`", line.name.text), at, *first)),
        None => {
            seen.push((option, at));
            None
        }
    }
}

fn again(what: &str, at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_NAME, format!("a second {what}"))
        .label(at, "said again here")
        .label(first, "said first here")
        .help("leave one of them out")
}
