//! The pieces of rules that may keep an answer off what is on offer, and the same rules without some of them.

use std::collections::{BTreeMap, BTreeSet};

use compiler::ExpansionSource;
use grammar::{
    FileId, Span,
    ast::{Expr, Item, ItemKind},
    tokens,
};

use crate::program::Texts;

/// A piece of the rules that can be left out.
pub(crate) struct Piece {
    pub(crate) span: Span,
    pub(crate) told: Told,
}

/// A line of the rules as a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// What it does, the line and its place.
    pub(crate) text: String,
    /// The expansion in which it stands.
    pub(crate) home: String,
    /// The numbers of the statements that it cites.
    pub(crate) cited: Vec<String>,
}

/// What may keep an answer off while its question is asked.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) forbids: Vec<Piece>,
    pub(crate) guards: Vec<Piece>,
    /// What is told if none of them does: the lists, then what they call.
    pub(crate) lists: Vec<Told>,
}

impl Tried {
    /// What of some items may keep off an answer with these names, to which these offers belong.
    pub(crate) fn of(texts: &Texts, items: &[&Item], names: &[String]) -> Self {
        let mut tried = Self::default();
        let mut called: BTreeSet<&str> = BTreeSet::new();
        for item in items {
            called.extend(tried.add(texts, item, names));
        }
        tried.lists.extend(functions(texts, items, &called));
        tried
    }

    /// Adds an item, and gives the words of its list.
    fn add<'t>(&mut self, texts: &'t Texts, item: &Item, names: &[String]) -> BTreeSet<&'t str> {
        match &item.kind {
            ItemKind::Forbid(_) => {
                let told = told(texts, item, item.span, "forbidden by ");
                self.forbids.push(Piece { span: with_citations(item), told });
            }
            ItemKind::Offer(offer) if names.contains(&offer.name.text) => {
                self.guards.extend(guard(texts, item, offer.condition.as_ref()));
                let Some(list) = &offer.list else { return BTreeSet::new() };
                let from = texts.sources().slice(list.list.span);
                let lacks = if names.len() == 1 { "holds nothing" } else { "does not hold it" };
                self.lists.push(told(texts, item, item.span, &format!("`{from}` {lacks}: ")));
                return words(texts, list.list.span);
            }
            _ => {}
        }
        BTreeSet::new()
    }
}

/// The adjustments of all that decides what may be chosen: of what steps and deeds that ask for a choice, and offers by
/// these names, call by name, and of what that calls in turn.
pub(crate) fn adjusts(texts: &Texts, items: &[&Item], names: &[String]) -> Vec<Piece> {
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut open: Vec<&str> = Vec::new();
    for item in items {
        let words = words(texts, item.span);
        let asks = ASKS.iter().any(|word| words.contains(word));
        let (name, begins) = match &item.kind {
            ItemKind::Step(_) | ItemKind::Hook(_) => (None, asks),
            ItemKind::Offer(offer) => (None, names.contains(&offer.name.text)),
            ItemKind::Forbid(_) => (None, true),
            ItemKind::To(to) => (Some(to.name.text.as_str()), asks),
            ItemKind::Fn(of) => (Some(of.name.text.as_str()), false),
            ItemKind::Adjust(adjust) => (Some(adjust.function.text.as_str()), false),
            _ => continue,
        };
        if begins {
            open.extend(&words);
        }
        if let Some(name) = name {
            called.entry(name).or_default().extend(words);
        }
    }
    let reached = reached(open, &called);
    let piece = |item: &&Item| match &item.kind {
        ItemKind::Adjust(adjust) if reached.contains(adjust.function.text.as_str()) => {
            let told = told(texts, item, item.span, "taken away by ");
            Some(Piece { span: with_citations(item), told })
        }
        _ => None,
    };
    items.iter().filter_map(piece).collect()
}

/// The words of a line that asks somebody.
const ASKS: [&str; 3] = ["choose", "chooses", "decides"];

/// The `when` of each step and hook that comes to a question of one of these names, by itself or by what it calls.
pub(crate) fn conditions(texts: &Texts, items: &[&Item], asks: &[String]) -> Vec<Piece> {
    if asks.is_empty() {
        return Vec::new();
    }
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for item in items {
        if let ItemKind::To(to) = &item.kind {
            called.entry(to.name.text.as_str()).or_default().extend(words(texts, item.span));
        }
    }
    let comes_to = |item: &Item| {
        let words = reached(words(texts, item.span).into_iter().collect(), &called);
        let has = |word: &str| words.contains(word);
        ASKS.iter().any(|word| has(word)) && asks.iter().any(|ask| has(ask))
    };
    let piece = |item: &&Item| {
        let condition = match &item.kind {
            ItemKind::Step(step) => step.condition.as_ref(),
            ItemKind::Hook(hook) => hook.condition.as_ref(),
            _ => None,
        };
        guard(texts, item, condition).filter(|_| comes_to(item))
    };
    items.iter().filter_map(piece).collect()
}

/// Where an item stands with its citations: they would belong to the next one else.
fn with_citations(item: &Item) -> Span {
    let start = item.citations.first().map_or(item.span.start, |cited| cited.span.start);
    Span { start, ..item.span }
}

/// The functions among what is called by some words, each as it is written.
fn functions(texts: &Texts, items: &[&Item], called: &BTreeSet<&str>) -> Vec<Told> {
    let function = |item: &&Item| match &item.kind {
        ItemKind::Fn(of) if called.contains(of.name.text.as_str()) => {
            let Told { home, cited, .. } = told(texts, item, item.span, "");
            let said = format!("`{}` is {}", of.name.text, whole(texts, item));
            Some(Told { text: said, home, cited })
        }
        _ => None,
    };
    items.iter().filter_map(function).collect()
}

/// All of an item in one line, with its statements and its place.
fn whole(texts: &Texts, item: &Item) -> String {
    let text = texts.sources().slice(item.span);
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    placed(texts, item, item.span, &words.join(" "))
}

/// The words of a piece of text.
fn words(texts: &Texts, span: Span) -> BTreeSet<&str> {
    let text = texts.sources().slice(span);
    tokens(text).map(|token| &text[token]).collect()
}

/// Some words with all those of what they call, and of what that calls in turn.
fn reached<'t>(
    mut open: Vec<&'t str>,
    called: &BTreeMap<&str, BTreeSet<&'t str>>,
) -> BTreeSet<&'t str> {
    let mut reached = BTreeSet::new();
    while let Some(word) = open.pop() {
        if reached.insert(word)
            && let Some(words) = called.get(word)
        {
            open.extend(words);
        }
    }
    reached
}

/// The items of some expansions, those among them that need another one only if it plays.
pub(crate) fn items<'t>(texts: &'t Texts, plays: &[String]) -> Vec<&'t Item> {
    let playing = texts.available().iter().filter(|source| plays.contains(&source.folder));
    let mut found = Vec::new();
    for item in playing.flat_map(|source| &source.files).flat_map(|(_, file)| &file.items) {
        match &item.kind {
            ItemKind::With(with) if plays.contains(&with.expansion.text) => {
                found.extend(&with.items);
            }
            _ => found.push(item),
        }
    }
    found
}

/// The `when` of an offer, a step or a hook.
fn guard(texts: &Texts, item: &Item, condition: Option<&Expr>) -> Option<Piece> {
    let condition = condition?.span;
    let head = texts.sources().slice(Span { end: condition.start, ..item.span });
    let start = item.span.start + u32::try_from(head.rfind("when")?).ok()?;
    let span = Span { start, ..condition };
    let said = texts.sources().slice(condition).split_whitespace().collect::<Vec<_>>().join(" ");
    let told = told(texts, item, span, &format!("`when {said}` does not hold: "));
    Some(Piece { span, told })
}

/// The first line of something behind what it does.
fn told(texts: &Texts, item: &Item, span: Span, does: &str) -> Told {
    let text = texts.sources().slice(item.span).lines().next().unwrap_or_default();
    let text = text.split("//").next().unwrap_or_default().trim_end();
    let holds = |source: &&ExpansionSource| source.files.iter().any(|(id, _)| *id == span.file);
    let home = texts.available().iter().find(holds).map(|source| source.folder.clone());
    Told {
        text: format!("{does}{}", placed(texts, item, span, text)),
        home: home.unwrap_or_default(),
        cited: item.citations.iter().map(|cited| cited.statement.clone()).collect(),
    }
}

/// A text of an item with its statements and its place, as reasons are told.
fn placed(texts: &Texts, item: &Item, span: Span, text: &str) -> String {
    let file = texts.sources().file(span.file);
    let number = file.position(span.start).line;
    let cited: Vec<&str> = item.citations.iter().map(|cited| cited.statement.as_str()).collect();
    let cited = if cited.is_empty() { String::new() } else { format!("[{}] ", cited.join(", ")) };
    format!("{cited}{text} ({}:{number})", file.name())
}

/// The same texts with blanks in the place of some pieces: everything else stays on its line.
pub(crate) fn without(texts: &Texts, left_out: &[&Piece]) -> Option<Texts> {
    let mut files: Vec<FileId> = left_out.iter().map(|piece| piece.span.file).collect();
    files.sort_unstable();
    files.dedup();
    let mut changed = texts.clone();
    for file in files {
        let mut text = texts.sources().text(file).to_owned();
        for piece in left_out.iter().filter(|piece| piece.span.file == file) {
            let place = piece.span.start as usize..piece.span.end as usize;
            let blank: String = text
                .get(place.clone())?
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect();
            text.replace_range(place, &blank);
        }
        changed = changed.replacing(texts.sources().name(file), &text)?;
    }
    Some(changed)
}
