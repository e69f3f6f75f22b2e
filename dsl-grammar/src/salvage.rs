//! What an item that could not be read still says: the names that it would have declared.
//!
//! Who uses them makes no mistake; saying so beside the one mistake of the item would only hide others.

use crate::ast::{Citation, Expansion, ExpansionLine, ItemKind, Line, Name};
use crate::scan::{behind_citations, skip_blanks, split_word, token_length};
use crate::source::Span;
use crate::words::{ITEM_WORDS, nearest};

/// Items that name more than themselves: every word of theirs may be a name.
const OF_MANY_NAMES: &[&str] = &["enum", "extend", "feature", "phases", "tile", "token", "with"];
/// Items without a name of their own.
const NAMELESS: &[&str] =
    &["adjust", "after", "before", "forbid", "instead", "invariant", "scenario"];

/// The rest of a broken item: of an `expansion` its lines with names, of others the names alone.
pub(crate) fn salvage(text: &str, span: Span) -> ItemKind {
    let words = words(text, span);
    let Some((first, rest)) = words.split_first() else { return ItemKind::Broken(Vec::new()) };
    match of_its_head(first, rest, text, span) {
        ItemKind::Broken(mut names) => {
            names.extend(asked(&words, text, span));
            ItemKind::Broken(names)
        }
        kind => kind,
    }
}

/// What the first words of an item say that it declares.
fn of_its_head(first: &Name, rest: &[Name], text: &str, span: Span) -> ItemKind {
    let second = rest.first().map(|word| word.text.as_str());
    if matches!(second, Some("has" | "keeps")) {
        return ItemKind::Broken(rest.get(1).map(|word| word.text.clone()).into_iter().collect());
    }
    let meant = nearest(&first.text, ITEM_WORDS.iter().copied());
    match meant.unwrap_or(&first.text) {
        "expansion" => match rest.split_first() {
            Some((name, rest))
                if !text[..(name.span.start - span.start) as usize].contains('{') =>
            {
                ItemKind::Expansion(expansion(name, rest, text, span))
            }
            _ => ItemKind::Broken(vec![first.text.clone()]),
        },
        word if NAMELESS.contains(&word) => ItemKind::Broken(Vec::new()),
        word => {
            // Behind a misspelt first word anything may be meant, so a few words more.
            let all = OF_MANY_NAMES.contains(&word);
            let most = match (all, ITEM_WORDS.contains(&word)) {
                (true, _) => rest.len(),
                (false, true) => 1,
                (false, false) => 2,
            };
            ItemKind::Broken(rest.iter().take(most).map(|word| word.text.clone()).collect())
        }
    }
}

/// The names that answers are given to: what an item sets, and what somebody decides to do.
fn asked(words: &[Name], text: &str, span: Span) -> Vec<String> {
    let is_set = |name: &Name| {
        let behind = text.get((name.span.end - span.start) as usize..).unwrap_or_default();
        let behind = behind.trim_start();
        behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>")
    };
    let set = words.iter().filter(|name| is_set(name));
    let decided = words.windows(2).filter(|pair| pair[0].text == "to").map(|pair| &pair[1]);
    set.chain(decided).map(|name| name.text.clone()).collect()
}

/// The statements that a broken item cites anywhere.
pub(crate) fn citations(text: &str, span: Span) -> Vec<Citation> {
    let mut rest = text;
    let mut citations = Vec::new();
    while !rest.is_empty() {
        let token = &rest[..token_length(rest)];
        if let Some(statement) = token.strip_prefix('@') {
            let start = span.start + (text.len() - rest.len()) as u32;
            let span = Span::new(span.file, start, start + token.len() as u32);
            citations.push(Citation { statement: statement.to_owned(), span });
        }
        rest = skip_blanks(&rest[token.len()..]);
    }
    citations
}

/// The lines of a broken `expansion` that name others.
fn expansion(name: &Name, rest: &[Name], text: &str, span: Span) -> Expansion {
    let mut lines: Vec<Line<ExpansionLine>> = Vec::new();
    let mut wanted: Option<fn(Vec<Name>) -> ExpansionLine> = None;
    let mut names: Vec<Name> = Vec::new();
    let mut close = |wanted: &mut Option<fn(Vec<Name>) -> ExpansionLine>, names: &mut Vec<Name>| {
        let names = std::mem::take(names);
        if let (Some(line), Some(first)) = (wanted.take(), names.first()) {
            let span = first.span;
            lines.push(Line { citations: Vec::new(), span, kind: line(names) });
        }
    };
    for word in rest {
        // No further back than to the blanks before it: many words may stand on one line.
        let before = text[..(word.span.start - span.start) as usize]
            .trim_end_matches(|sign: char| sign.is_whitespace() && sign != '\n');
        let first_of_line = before.is_empty() || before.ends_with('\n');
        let known = ["needs", "after", "uses", "title", "players"];
        let meant = match first_of_line {
            true => nearest(&word.text, known).unwrap_or(&word.text),
            false => &word.text,
        };
        let line: Option<fn(Vec<Name>) -> ExpansionLine> = match meant {
            "needs" => Some(ExpansionLine::Needs),
            "after" => Some(ExpansionLine::After),
            "uses" => Some(ExpansionLine::Uses),
            _ => None,
        };
        if line.is_some() || matches!(meant, "title" | "players") {
            close(&mut wanted, &mut names);
            wanted = line;
            continue;
        }
        // Only the first name, and those behind a comma.
        let before = text[..(word.span.start - span.start) as usize].trim_end();
        if names.is_empty() || before.ends_with(',') {
            names.push(word.clone());
        }
    }
    close(&mut wanted, &mut names);
    Expansion { name: name.clone(), lines }
}

/// The words of an item outside of its texts, citations and comments.
fn words(text: &str, span: Span) -> Vec<Name> {
    let mut rest = behind_citations(text, usize::MAX);
    let mut words = Vec::new();
    while !rest.is_empty() {
        let word = split_word(rest).0;
        let start = span.start + (text.len() - rest.len()) as u32;
        if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let span = Span::new(span.file, start, start + word.len() as u32);
            words.push(Name { text: word.to_owned(), span });
        }
        rest = skip_blanks(&rest[token_length(rest)..]);
    }
    words
}
