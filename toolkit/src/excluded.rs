//! Which line of the rules keeps an answer off what is on offer. The rules are asked themselves: without a prohibition,
//! without the `when` of an offer, or without an adjustment, they would offer it or would not.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    FileId, Span,
    ast::{Expr, Item, ItemKind},
    tokens,
};

use crate::program::Texts;

/// More lines than anybody wants to hear of are not tried one by one.
const MOST: usize = 40;

/// What keeps an answer off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Excluded {
    /// These lines, each by itself.
    By(Vec<String>),
    /// No prohibition, no `when` and no adjustment: what is chosen from does not hold it.
    Unlisted(Option<String>),
}

/// A piece of the rules that can be left out.
struct Piece {
    span: Span,
    told: String,
}

/// What of the rules of some expansions keeps an answer off, by the names in it; nothing if that cannot be told.
/// `offers` plays by other texts up to the same question, and looks whether the answer is on offer there. If the
/// question is not asked at all, `asks` has the names that it may have.
pub(crate) fn excluded(
    texts: &Texts,
    plays: &[String],
    names: &[String],
    asks: &[String],
    offers: impl Fn(&Texts) -> Option<bool>,
) -> Option<Excluded> {
    let items = items(texts, plays);
    let without = |left_out: &[&Piece]| offers(&without(texts, left_out)?);
    match kept_off(texts, &items, names, without) {
        Some(by @ Excluded::By(_)) => Some(by),
        other => held_back(texts, &items, names, asks, without).or(other),
    }
}

/// Which prohibition, `when` of an offer or adjustment it is.
fn kept_off(
    texts: &Texts,
    items: &[&Item],
    names: &[String],
    without: impl Fn(&[&Piece]) -> Option<bool>,
) -> Option<Excluded> {
    let Tried { forbids, guards, lists } = Tried::of(texts, items, names);
    if forbids.len() + guards.len() > MOST {
        return None;
    }
    let mut all: Vec<&Piece> = forbids.iter().chain(&guards).collect();
    let found = if all.is_empty() { Some(false) } else { without(&all) };
    if found == Some(true) {
        return blamed(&all, without);
    }
    let adjusts = adjusts(texts, items, names);
    if all.len() + adjusts.len() > MOST {
        return None;
    }
    all.extend(&adjusts);
    let found = if adjusts.is_empty() { found } else { without(&all) };
    match found? {
        true => blamed(&all, without),
        false => Some(Excluded::Unlisted(lists.into_iter().next())),
    }
}

/// Which step or hook does not come to a question of these names because its own `when` does not hold.
fn held_back(
    texts: &Texts,
    items: &[&Item],
    names: &[String],
    asks: &[String],
    without: impl Fn(&[&Piece]) -> Option<bool>,
) -> Option<Excluded> {
    let conditions = conditions(texts, items, asks);
    if conditions.len() > MOST {
        return None;
    }
    let alone = |piece: &&Piece| without(&[*piece]) == Some(true);
    if let Some(piece) = conditions.iter().find(alone) {
        return Some(Excluded::By(vec![piece.told.clone()]));
    }
    let Tried { forbids, guards, .. } = Tried::of(texts, items, names);
    let adjusts = adjusts(texts, items, names);
    let others: Vec<&Piece> = forbids.iter().chain(&guards).chain(&adjusts).collect();
    if others.is_empty() || others.len() > MOST {
        return None;
    }
    // Without all of them something else would be asked before, so each is tried with a condition first.
    let pairs = conditions.iter().flat_map(|piece| others.iter().map(move |other| [piece, *other]));
    if let Some(both) = pairs.into_iter().find(|both| without(&both[..]) == Some(true)) {
        return Some(Excluded::By(both.map(|piece| piece.told.clone()).to_vec()));
    }
    conditions.iter().find_map(|piece| {
        let all = [&others[..], &[piece]].concat();
        if without(&all) == Some(true) { blamed(&all, &without) } else { None }
    })
}

/// What may keep an answer off while its question is asked.
#[derive(Default)]
struct Tried {
    forbids: Vec<Piece>,
    guards: Vec<Piece>,
    /// What is told if none of them does.
    lists: Vec<String>,
}

impl Tried {
    fn of(texts: &Texts, items: &[&Item], names: &[String]) -> Self {
        let mut tried = Self::default();
        for item in items {
            tried.add(texts, item, names);
        }
        tried
    }

    fn add(&mut self, texts: &Texts, item: &Item, names: &[String]) {
        match &item.kind {
            ItemKind::Forbid(_) => {
                let told = format!("forbidden by {}", line(texts, item, item.span));
                self.forbids.push(Piece { span: item.span, told });
            }
            ItemKind::Offer(offer) if names.contains(&offer.name.text) => {
                self.guards.extend(guard(texts, item, offer.condition.as_ref()));
                self.lists.extend(offer.list.as_ref().map(|list| {
                    let from = texts.sources().slice(list.list.span);
                    format!("`{from}` does not hold it: {}", line(texts, item, item.span))
                }));
            }
            _ => {}
        }
    }
}

/// Whoever keeps it off while nobody else does is to blame.
fn blamed(all: &[&Piece], without: impl Fn(&[&Piece]) -> Option<bool>) -> Option<Excluded> {
    let alone = |piece: &&&Piece| {
        let others: Vec<&Piece> =
            all.iter().copied().filter(|other| other.span != piece.span).collect();
        without(&others) == Some(false)
    };
    let blamed: Vec<String> = all.iter().filter(alone).map(|piece| piece.told.clone()).collect();
    (!blamed.is_empty()).then_some(Excluded::By(blamed))
}

/// The adjustments of all that decides what may be chosen: of what steps and deeds that ask for a choice, and offers by
/// these names, call by name, and of what that calls in turn.
fn adjusts(texts: &Texts, items: &[&Item], names: &[String]) -> Vec<Piece> {
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut open: Vec<&str> = Vec::new();
    for item in items {
        let words = words(texts, item);
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
            let told = format!("taken away by {}", line(texts, item, item.span));
            Some(Piece { span: item.span, told })
        }
        _ => None,
    };
    items.iter().filter_map(piece).collect()
}

/// The words of a line that asks somebody.
const ASKS: [&str; 3] = ["choose", "chooses", "decides"];

/// The `when` of each step and hook that comes to a question of one of these names, by itself or by what it calls.
fn conditions(texts: &Texts, items: &[&Item], asks: &[String]) -> Vec<Piece> {
    if asks.is_empty() {
        return Vec::new();
    }
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for item in items {
        if let ItemKind::To(to) = &item.kind {
            called.entry(to.name.text.as_str()).or_default().extend(words(texts, item));
        }
    }
    let comes_to = |item: &Item| {
        let words = reached(words(texts, item).into_iter().collect(), &called);
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

/// The words of an item.
fn words<'t>(texts: &'t Texts, item: &Item) -> BTreeSet<&'t str> {
    let text = texts.sources().slice(item.span);
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
    Some(Piece { span, told: format!("`when {said}` does not hold: {}", line(texts, item, span)) })
}

/// The first line of something with its statements and its place, as reasons are told.
fn line(texts: &Texts, item: &Item, span: Span) -> String {
    let file = texts.sources().file(span.file);
    let number = file.position(span.start).line;
    let text = texts.sources().slice(item.span).lines().next().unwrap_or_default();
    let text = text.split("//").next().unwrap_or_default().trim_end();
    let cited: Vec<&str> = item.citations.iter().map(|cited| cited.statement.as_str()).collect();
    let cited = if cited.is_empty() { String::new() } else { format!("[{}] ", cited.join(", ")) };
    format!("{cited}{text} ({}:{number})", file.name())
}

/// The same texts with blanks in the place of some pieces: everything else stays on its line.
fn without(texts: &Texts, left_out: &[&Piece]) -> Option<Texts> {
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
