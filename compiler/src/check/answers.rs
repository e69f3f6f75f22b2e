//! The words of answers in scenarios: each is the name of something, or a word that answers are made of.

use std::collections::BTreeSet;

use grammar::{
    Diagnostic, Sources,
    ast::{self, ItemKind, Name, Word, WordKind},
};

use super::{
    body::Checking,
    codes,
    near::{did_you_mean, hint},
    order::{InPlay, Playing},
    remembered::Remembered,
};
use crate::{
    meaning::Meaning,
    names::{Asked, Names},
    typed::{PropertyOwner, TileFacts},
};

/// The words of the language that answers are made of.
const WORDS: &[&str] = &[
    "E", "N", "NE", "NW", "S", "SE", "SW", "W", "at", "beside", "by", "caught", "fallen", "missed",
    "moved", "no", "none", "nothing", "number", "of", "on", "onto", "reach", "shot", "tile", "to",
    "touched", "touching", "turned", "with", "yes",
];

/// Those of them that join others, and name nothing themselves.
const JOINING: &[&str] =
    &["at", "by", "number", "of", "on", "onto", "to", "touching", "turned", "with"];

/// What answers are given to by the rules in play: a question is called by what its answer is kept in.
pub(crate) fn asked(
    sources: &Sources,
    playing: &Playing<'_>,
    items: &[InPlay<'_>],
    names: &Names,
    remembered: &mut Remembered,
) -> Asked {
    let mut asked = Asked::default();
    asked.questions.insert("shot".to_owned());
    for in_play in items {
        match &in_play.item.kind {
            ItemKind::Offer(item) => _ = asked.offers.insert(item.name.text.clone()),
            ItemKind::Menu(item) => _ = asked.questions.insert(item.name.text.clone()),
            _ => {}
        }
    }
    let kept = names.rules.properties.iter().filter(|p| p.owner == PropertyOwner::Game);
    asked.questions.extend(kept.map(|property| property.name.clone()));
    for (file, tree) in playing.expansions.iter().flat_map(|e| &e.source.files) {
        let words = remembered.questions(tree, || questions(sources.text(*file)));
        asked.questions.extend(words.iter().cloned());
    }
    asked
}

/// The names that the text of a file gives to answers, whether the rest of it can be read or not.
fn questions(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = ["", ""];
    for token in grammar::tokens(text) {
        let word = &text[token];
        if before[1] == "let" || before == ["decides", "to"] {
            found.push(word.to_owned());
        }
        before = [before[1], word];
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The names of all segments of the tiles in play.
pub(crate) fn segments(tiles: &[TileFacts]) -> BTreeSet<String> {
    tiles.iter().flat_map(|tile| &tile.segments).map(|segment| segment.name.clone()).collect()
}

/// Checks the name of a question and the words of an answer.
pub(crate) fn check(
    checking: &mut Checking<'_, '_>,
    players: &[String],
    question: &Name,
    answer: &ast::Answer,
) {
    let names = checking.names;
    let asked = &names.asked;
    let plain = question.text.rsplit('.').next().unwrap_or_default();
    if !asked.questions.contains(plain) {
        let known = asked.questions.iter().map(String::as_str);
        let mut error = Diagnostic::error(
            codes::UNKNOWN_NAME,
            format!("nobody is ever asked `{}`", question.text),
        )
        .label(question.span, "expected the name of a question");
        error.help = hint(checking.diagnostics, plain, known);
        checking.diagnostics.push(error);
    }
    for word in &answer.words {
        if let WordKind::Name(text) = &word.kind {
            checking.diagnostics.extend(unknown(names, players, word, text));
        }
    }
    checking.diagnostics.extend(answer.words.windows(2).filter_map(|words| pair(names, words)));
    checking.diagnostics.extend(figure_forgotten(names, players, &answer.words));
    checking.diagnostics.extend(catcher_forgotten(answer));
    if let [first, _, ..] = answer.words.as_slice()
        && matches!(first.kind, WordKind::Cell { .. })
    {
        checking.diagnostics.push(missing("at", first));
    }
    if let [.., last] = answer.words.as_slice()
        && let WordKind::Name(text) = &last.kind
        && let Some(wanted) = wanted_behind(text)
        && answer.words.len() > 1
    {
        checking.diagnostics.push(lacks(last, text, wanted));
    }
}

/// A word that names nothing.
fn unknown(names: &Names, players: &[String], word: &Word, text: &str) -> Option<Diagnostic> {
    let named = |text: &str| {
        names
            .meanings(text)
            .iter()
            .any(|d| !matches!(d.meaning, Meaning::Function(_) | Meaning::Deed(_)))
    };
    let known = WORDS.contains(&text)
        || players.iter().any(|player| player == text)
        || names.asked.offers.contains(text)
        || named(text)
        || names.asked.segments.contains(text)
        || names.absent.iter().any(|absent| absent == text);
    if known {
        return None;
    }
    let declared = names.words.keys().map(String::as_str).filter(|word| named(word));
    let candidates = WORDS
        .iter()
        .copied()
        .chain(players.iter().map(String::as_str))
        .chain(names.asked.offers.iter().map(String::as_str))
        .chain(declared)
        .chain(names.asked.segments.iter().map(String::as_str));
    let mut error = Diagnostic::error(codes::UNKNOWN_NAME, format!("no answer says `{text}`"))
        .label(word.span, "not known");
    error.help = did_you_mean(text, candidates);
    Some(error)
}

/// A shot that came so far was caught, touched or missed by whom it was aimed at.
fn catcher_forgotten(answer: &ast::Answer) -> Option<Diagnostic> {
    let word = |word: &Word, all: &[&str]| matches!(&word.kind, WordKind::Name(name) if all.contains(&name.as_str()));
    let reach = answer.words.iter().find(|it| word(it, &["reach"]))?;
    let said = answer.words.iter().any(|it| word(it, &["caught", "missed", "touched"]));
    (!said).then(|| {
        Diagnostic::warning(codes::SCENARIO, "this does not say what the catcher did")
            .label(reach.span, "only how far it came")
            .help("write `caught`, `touched` or `missed` before `reach`")
    })
}

/// What must follow a word of an answer.
fn wanted_behind(word: &str) -> Option<&'static str> {
    Some(match word {
        "turned" => "degrees such as `90`",
        // Figures that cannot be told apart are counted.
        "number" => "a whole number such as `2`",
        "at" => "a cell such as `(0, 1)`",
        "on" => "a segment or a thing",
        "touching" => "a figure or `none`",
        "fallen" | "moved" => "`onto`",
        _ => return None,
    })
}

fn lacks(word: &Word, text: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO, format!("behind `{text}` stands {wanted}"))
        .label(word.span, "nothing of that follows")
        .help(format!("write {wanted} behind `{text}`, or leave `{text}` out"))
}

/// What stands on something is named before `on`: its owner, or what one does with it, is not enough.
fn figure_forgotten(names: &Names, players: &[String], words: &[Word]) -> Option<Diagnostic> {
    let name = |word: &Word| match &word.kind {
        WordKind::Name(name) => Some(name.clone()),
        _ => None,
    };
    let at = words.iter().position(|word| name(word).is_some_and(|name| name == "on"))?;
    let is_figure =
        |text: &str| names.find(text, |m| matches!(m, Meaning::Figure(_)).then_some(())).is_some();
    // A word that means nothing is told of its own.
    let is_other = |text: &String| {
        let known = WORDS.contains(&text.as_str())
            || names.asked.offers.contains(text)
            || players.contains(text);
        known && !is_figure(text) && wanted_behind(text).is_none()
    };
    let lacking = match at.checked_sub(1) {
        None => true,
        Some(before) => name(&words[before]).is_some_and(|text| is_other(&text)),
    };
    lacking.then(|| {
        Diagnostic::error(codes::SCENARIO, "this does not say which figure")
            .label(words[at].span, "expected a figure before this")
            .help(match names.rules.figures.iter().find(|figure| figure.owned) {
                Some(figure) => format!("write a figure such as `{}` before `on`", figure.name),
                None => "write a figure before `on`".to_owned(),
            })
    })
}

/// Two words of an answer that cannot follow each other.
fn pair(names: &Names, words: &[Word]) -> Option<Diagnostic> {
    let [first, second] = words else { return None };
    if let WordKind::Name(text) = &first.kind
        && let Some(wanted) = wanted_behind(text)
    {
        let follows = match text.as_str() {
            "turned" | "number" => matches!(second.kind, WordKind::Int(_)),
            "at" => matches!(second.kind, WordKind::Cell { .. }),
            "fallen" | "moved" => matches!(&second.kind, WordKind::Name(onto) if onto == "onto"),
            _ => match &second.kind {
                WordKind::Name(word) => !JOINING.contains(&word.as_str()),
                _ => false,
            },
        };
        return (!follows).then(|| lacks(first, text, wanted));
    }
    let lacking = match (&first.kind, &second.kind) {
        (WordKind::Cell { .. }, WordKind::Int(_)) => "turned",
        (WordKind::Name(_), WordKind::Cell { .. }) => "at",
        (WordKind::Length(_), WordKind::Name(none)) if none == "none" => "touching",
        (WordKind::Length(_), WordKind::Int(_)) => {
            return Some(
                Diagnostic::error(codes::SCENARIO, "this length has no unit")
                    .label(second.span, "expected `mm` behind it")
                    .help("write `mm` behind each length"),
            );
        }
        (WordKind::Name(figure), WordKind::Name(segment)) if stands(names, figure, segment) => "on",
        _ => return None,
    };
    Some(missing(lacking, second))
}

/// Whether a word is a figure and the other one can only be a segment that it stands on.
fn stands(names: &Names, figure: &str, segment: &str) -> bool {
    let is_figure =
        names.find(figure, |meaning| matches!(meaning, Meaning::Figure(_)).then_some(()));
    let is_segment = names.meanings(segment).is_empty() && names.asked.segments.contains(segment);
    is_figure.is_some() && is_segment
}

/// A word that is missing before another one.
fn missing(word: &str, before: &Word) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO, format!("`{word}` is missing"))
        .label(before.span, format!("expected `{word}` before this"))
        .help(format!("write `{word}` here"))
}
