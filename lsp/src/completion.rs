//! What can follow: names, words and sentences for the place where an author writes.

use std::collections::BTreeSet;

use abi::{Base, DeedKind, Ty};
use compiler::{Open, Seen};
use grammar::FileId;
use lsp_types::{CompletionItem, CompletionItemKind, Range};
use toolkit::Study;

use crate::{
    context::{Wanted, wanted},
    desk::Desk,
    half_typed::Cursor,
    nested::innermost,
    offer::{Offer, Style, named, written},
    phrases, places,
    sorts::plain,
    subject,
};

/// The completions at a byte of a file.
pub(crate) fn completions(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    style: Style,
) -> Option<Vec<CompletionItem>> {
    let cursor = Cursor::at(desk, file, offset)?;
    let text = desk.source(file).text().to_owned();
    let before = innermost(cursor.before(&text));
    if in_remark(before) {
        return None;
    }
    let offers = match wanted(before) {
        Wanted::Item => phrases::ITEMS.iter().copied().map(Offer::phrase).collect(),
        Wanted::Member => members(desk, &cursor, &text),
        Wanted::Value => values(desk, &cursor, &text, false),
        Wanted::Statements => values(desk, &cursor, &text, true),
        Wanted::Verb => verbs(desk, &cursor, &text),
        Wanted::Expected => phrases::expected().map(Offer::phrase).collect(),
        other => plain(desk, &cursor, before, other),
    };
    let source = desk.source(file);
    let at = |start: usize| Range {
        start: places::position(source, start),
        end: places::position(source, cursor.end),
    };
    let (word, dotted) = (at(cursor.start), at(cursor.start.saturating_sub(1)));
    let mut told = BTreeSet::new();
    let offers =
        offers.into_iter().filter(|offer| told.insert((offer.label.clone(), offer.over_dot)));
    Some(offers.map(|offer| written(offer, word, dotted, style)).collect())
}

/// Whether a text ends inside a remark or between quotes.
fn in_remark(before: &str) -> bool {
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    line.contains("//") || line.matches('"').count() % 2 == 1
}

/// What the checker says of the place where the word stands, with what it knows of everything.
fn looked<T>(
    desk: &mut Desk,
    cursor: &Cursor,
    text: &str,
    look: impl FnOnce(&Desk, &Study, &Seen) -> T,
) -> Option<T> {
    let (whole, at) = cursor.whole(text)?;
    let expansion = desk.expansion(cursor.file)?.to_owned();
    desk.supposing(&[(cursor.file, whole)], |desk| {
        let study = desk.view(&expansion);
        let here = study.notes_of(cursor.file).iter().filter(|note| note.span == at);
        let open =
            |note: &&compiler::Note| matches!(note.seen, Seen::Unknown(_) | Seen::UnknownMember(_));
        let note = here.into_iter().find(open)?;
        Some(look(desk, &study, &note.seen))
    })
}

/// What can stand behind a dot: what the thing is, what can be asked of it, and what it can do.
fn members(desk: &mut Desk, cursor: &Cursor, text: &str) -> Vec<Offer> {
    let before = &text[..cursor.start.saturating_sub(1)];
    let alone = is_alone(cursor.before(text));
    let found = looked(desk, cursor, text, |desk, study, seen| match seen {
        Seen::UnknownMember(ty) => {
            let mut offers: Vec<Offer> = study
                .behind(desk.texts().sources(), *ty)
                .into_iter()
                .map(|candidate| named(study, candidate, None))
                .collect();
            if ty.is_list() {
                for word in ["first", "last", "rest"] {
                    offers.push(Offer::word(word, CompletionItemKind::PROPERTY));
                }
            } else if alone {
                offers.extend(sentences(*ty).map(|offer| Offer { over_dot: true, ..offer }));
            }
            offers
        }
        _ => Vec::new(),
    });
    if let Some(found) = found.filter(|found| !found.is_empty()) {
        return found;
    }
    // Behind the name of an expansion stand its options.
    let name = subject::token_at(before, before.len()).map(|token| &before[token]);
    let Some(expansion) = desk.expansion(cursor.file) else { return Vec::new() };
    let study = desk.view(expansion);
    let rules = &study.names().rules;
    let of = rules.expansions.iter().position(|expansion| Some(expansion.name.as_str()) == name);
    let options = rules.options.iter().filter(|option| Some(option.expansion) == of);
    let option = |option: &compiler::typed::OptionDef| {
        let mut offer = Offer::word(&option.name, CompletionItemKind::CONSTANT);
        offer.detail = Some(study.type_name(option.ty));
        offer.doc = Some(option.doc.clone());
        offer
    };
    options.map(option).collect()
}

/// Whether what stands before a dot is the first thing of a statement.
fn is_alone(before: &str) -> bool {
    let tokens: Vec<&str> = grammar::tokens(before).map(|token| &before[token]).collect();
    let first = tokens.len().checked_sub(3).map(|at| tokens[at]);
    let line = before[before.rfind('\n').map_or(0, |at| at + 1)..].trim();
    first.is_some_and(|word| matches!(word, "{" | "}" | "given"))
        || line.split_whitespace().count() == 1
}

/// The sentences and asks of something.
fn sentences(ty: Ty) -> impl Iterator<Item = Offer> {
    let deeds = DeedKind::ALL.iter().filter(move |deed| phrases::does(ty.base, **deed));
    let deeds = deeds.map(|deed| {
        let [sentence, _, does] = deed.words();
        let (label, text) = phrases::sentence(sentence);
        let mut offer = Offer::word(&label, CompletionItemKind::METHOD);
        (offer.text, offer.doc, offer.rank) = (text, Some(does.to_owned()), 3);
        offer
    });
    let asks = if ty.base == Base::Player { phrases::ASKS } else { &[] };
    deeds.chain(asks.iter().copied().map(Offer::phrase))
}

/// Names that have a value, and the words that values begin with; at the start of a statement deeds too.
fn values(desk: &mut Desk, cursor: &Cursor, text: &str, statement: bool) -> Vec<Offer> {
    let seen = looked(desk, cursor, text, |desk, study, seen| {
        let Seen::Unknown(open) = seen else { return Vec::new() };
        let sources = desk.texts().sources();
        let value = Open { deed: false, ..open.clone() };
        let mut all = study.named(sources, &value);
        if open.deed {
            all.extend(study.named(sources, open));
        }
        all.into_iter().map(|candidate| named(study, candidate, open.want)).collect()
    });
    let mut offers: Vec<Offer> = seen.unwrap_or_default();
    if offers.is_empty() {
        offers = everywhere(desk, cursor);
    }
    let words = if statement { phrases::STATEMENTS } else { phrases::VALUES };
    offers.extend(words.iter().copied().map(Offer::phrase));
    offers
}

/// What is known at every place: where nothing nearer can be told.
fn everywhere(desk: &Desk, cursor: &Cursor) -> Vec<Offer> {
    let Some(expansion) = desk.expansion(cursor.file) else { return Vec::new() };
    let study = desk.view(expansion);
    let all = study.named(desk.texts().sources(), &Open::default());
    all.into_iter().map(|candidate| named(&study, candidate, None)).collect()
}

/// What can follow a value: a verb that it can do, and the words between values.
fn verbs(desk: &mut Desk, cursor: &Cursor, text: &str) -> Vec<Offer> {
    let mut offers: Vec<Offer> = phrases::BETWEEN.iter().copied().map(Offer::phrase).collect();
    let end = text[..cursor.start].trim_end().len();
    // As if something were asked of it: then its type is told.
    let probe = Cursor { start: end, end: cursor.end, ..cursor.clone() };
    let asked = format!("{}.{}", &text[..end], &text[cursor.end..]);
    let probe = Cursor {
        start: end + 1,
        end: end + 1,
        behind: cursor.behind + asked.len() - text.len(),
        ..probe
    };
    let ty = looked(desk, &probe, &asked, |_, _, seen| match seen {
        Seen::UnknownMember(ty) => Some(*ty),
        _ => None,
    });
    if let Some(ty) = ty.flatten() {
        offers.extend(sentences(ty));
    }
    offers
}

/// Where the arguments of a call begin that a text ends in: the name before the open parenthesis, and how many
/// arguments stand before the one that is being written.
pub(crate) fn open_call(before: &str) -> Option<(std::ops::Range<usize>, usize)> {
    let tokens: Vec<std::ops::Range<usize>> = grammar::tokens(before).collect();
    let (mut depth, mut commas) = (0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate().rev() {
        match &before[token.clone()] {
            ")" | "]" | "}" => depth += 1,
            "(" if depth == 0 => {
                let name = tokens.get(at.checked_sub(1)?)?.clone();
                let word = before.as_bytes()[name.start].is_ascii_alphabetic();
                return word.then_some((name, commas));
            }
            "[" | "{" if depth == 0 => return None,
            "(" | "[" | "{" => depth = depth.saturating_sub(1),
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}
