//! The texts for players that are kept under a name, and other files that say it: what follows a renaming.

use std::{collections::BTreeSet, fs, path::Path};

use compiler::{Meaning, typed::PropertyOwner};
use grammar::{Sources, ast::ItemKind};
use lsp_types::{OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit};
use toolkit::{Expansion, Home, Study};

use crate::{desk::Desk, places, spoken, subject::Subject, tree};

/// The first words of keys that say what sort of thing they are the text of.
const SORTS: &[&str] =
    &["expansion", "option", "feature", "cause", "figure", "role", "token", "pile"];
/// How many files of snapshots are looked through, and how large they may be.
const MOST_FILES: usize = 1_000;
const MOST_BYTES: u64 = 1 << 20;

/// The changes of the texts for players whose keys are made of a name.
pub(crate) fn messages(
    desk: &Desk,
    subject: &Subject,
    former: &str,
    name: &str,
) -> Vec<TextDocumentEdit> {
    let Some(keys) = Keys::of(desk, subject, former) else { return Vec::new() };
    let mut changed = Vec::new();
    for (expansion, folder) in own(desk, &keys.home) {
        for (language, file) in &expansion.messages {
            let found = places_in(&file.text, |key| keys.part(key));
            let path = folder.join("messages").join(format!("{language}.ftl"));
            let Some(uri) = places::uri_of(&path).filter(|_| !found.is_empty()) else { continue };
            let mut sources = Sources::new();
            let id = sources.add(file.name.clone(), file.text.clone());
            let edit = |at: usize| {
                let source = sources.file(id);
                let (start, end) = (places::position(source, at), at + former.len());
                let range = lsp_types::Range { start, end: places::position(source, end) };
                OneOf::Left(TextEdit { range, new_text: name.to_owned() })
            };
            changed.push(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
                edits: found.into_iter().map(edit).collect(),
            });
        }
    }
    changed
}

/// The other files that say a name, for the author to look after: what is kept of scenarios, pictures, and so on.
pub(crate) fn left(desk: &Desk, subject: &Subject, former: &str) -> Option<String> {
    if matches!(subject, Subject::Phase(_)) {
        return None;
    }
    if matches!(subject, Subject::Local(at, _) if !spoken::is_asked(desk, *at)) {
        return None;
    }
    let home = desk.expansion(subject.at(desk)?.file)?.to_owned();
    let mut saying = BTreeSet::new();
    for (expansion, folder) in own(desk, &home) {
        let others = [&expansion.recorded, &expansion.drawing, &expansion.mutants];
        let others = others.into_iter().flatten();
        saying.extend(others.filter(|f| says(&f.text, former)).map(|file| file.name.clone()));
        let kept = fs::read_dir(folder.join("snapshots")).into_iter().flatten().flatten();
        for entry in kept.take(MOST_FILES) {
            let small = entry.metadata().is_ok_and(|m| m.is_file() && m.len() <= MOST_BYTES);
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            if small && says(&text, former) {
                let file = entry.file_name().to_string_lossy().into_owned();
                saying.insert(format!("{}/snapshots/{file}", expansion.name));
            }
        }
    }
    let some: Vec<&str> = saying.iter().map(String::as_str).collect();
    (!some.is_empty()).then(|| {
        format!(
            "`{former}` is also written in {}: look whether it is meant there; `carc test --accept` keeps snapshots anew",
            some.join(", ")
        )
    })
}

/// The expansions in folders that may play with another one.
fn own<'d>(desk: &'d Desk, home: &str) -> Vec<(&'d Expansion, &'d Path)> {
    let mut found = Vec::new();
    for expansion in desk.library().iter() {
        if let Home::Folder(folder) = &expansion.home
            && spoken::playing(desk, &expansion.name).contains(home)
        {
            found.push((expansion, folder.as_path()));
        }
    }
    found
}

/// Whether a text has a name as a word of its own.
pub(crate) fn says(text: &str, name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&text.as_bytes()[..at], &text.as_bytes()[at + name.len()..]);
        !before.last().is_some_and(|byte| is_word(*byte))
            && !behind.first().is_some_and(|byte| is_word(*byte))
    })
}

/// The keys that a thing's name is a part of.
struct Keys {
    /// The expansion that declares the thing.
    home: String,
    name: String,
    shape: Shape,
}

/// Where in a key the name stands.
enum Shape {
    /// Behind one of these sorts.
    Sort(&'static [&'static str]),
    /// At the start: a menu, or a step or deed that asks.
    First,
    /// Behind what asks, or alone if that is called so too.
    Asked(Vec<String>),
    /// At the end: a name of an enum, of one of these options or of a question.
    Value(Vec<String>),
}

impl Keys {
    fn of(desk: &Desk, subject: &Subject, name: &str) -> Option<Self> {
        let at = subject.at(desk)?;
        let home = desk.expansion(at.file)?.to_owned();
        let items = &desk.tree(at.file)?.items;
        let shape = match subject {
            Subject::Declared(declared) => {
                // Numbers differ from study to study; places do not.
                let numbered = |study: &Study| {
                    let all = study.names().meanings(name).iter();
                    all.map(|d| (d.span, d.meaning)).find(|(at, _)| *at == declared.span)
                };
                match declared.meaning {
                    Meaning::Option(_) => Shape::Sort(&["option"]),
                    Meaning::Feature(_) => Shape::Sort(&["feature", "cause"]),
                    Meaning::Figure(_) => Shape::Sort(&["figure"]),
                    Meaning::Token(_) => Shape::Sort(&["token"]),
                    Meaning::Pile(_) => Shape::Sort(&["pile"]),
                    Meaning::Menu(_) | Meaning::Deed(_) => Shape::First,
                    Meaning::EnumName(..) => {
                        // Options of any expansion may have its values.
                        let study = desk.everything();
                        let (_, Meaning::EnumName(of, _)) = numbered(&study)? else { return None };
                        let options = study.names().rules.options.iter();
                        let options = options.filter(|o| o.ty.base == abi::Base::Enum(of));
                        Shape::Value(options.map(|option| option.name.clone()).collect())
                    }
                    Meaning::Property(_) => {
                        let study = desk.view(&home);
                        let (_, Meaning::Property(id)) = numbered(&study)? else { return None };
                        let owner = &study.names().rules.properties[id.index()].owner;
                        if *owner != PropertyOwner::Game {
                            return None;
                        }
                        Shape::Asked(askers(desk))
                    }
                    _ => return None,
                }
            }
            Subject::Step(_) => Shape::First,
            Subject::Offer(_) => {
                let item = tree::item_at(items, at.start)?;
                let ItemKind::Offer(offer) = &item.kind else { return None };
                Shape::Asked(vec![offer.menu.text.clone()])
            }
            Subject::Local(..) | Subject::Choice(_) => {
                let all = spoken::asked(items);
                let own = all.iter().filter(|one| one.name.span == at || one.name.text == name);
                let own = own.filter(|one| one.decision || one.name.span == at);
                Shape::Asked(own.map(|one| one.within.to_owned()).collect())
            }
            _ => return None,
        };
        Some(Self { home, name: name.to_owned(), shape })
    }

    /// The byte of a key where the name stands.
    fn part(&self, key: &str) -> Option<usize> {
        let parts: Vec<&str> = key.split('-').collect();
        let is = |at: usize| parts.get(at).is_some_and(|part| *part == self.name);
        let first = *parts.first()?;
        let sorted = SORTS.contains(&first);
        let found = match &self.shape {
            Shape::Sort(sorts) => (sorts.contains(&first) && is(1)).then_some(1),
            Shape::First => (is(0) && !sorted).then_some(0),
            Shape::Asked(within) => match within.iter().any(|asker| asker == first) {
                true if !sorted && is(1) => Some(1),
                true if !sorted && is(0) => Some(0),
                _ => None,
            },
            Shape::Value(options) => {
                let last = parts.len() - 1;
                let of_option = first == "option" && last == 2;
                let known = of_option && options.iter().any(|option| *option == parts[1]);
                (is(last) && last > 0 && (known || !sorted)).then_some(last)
            }
        }?;
        Some(parts[..found].iter().map(|part| part.len() + 1).sum())
    }
}

/// All steps and deeds, which may ask for what is kept.
fn askers(desk: &Desk) -> Vec<String> {
    let files = desk.texts().available().iter().flat_map(|source| &source.files);
    let name = |item: &grammar::ast::Item| match &item.kind {
        ItemKind::Step(own) => Some(own.name.text.clone()),
        ItemKind::To(own) => Some(own.name.text.clone()),
        ItemKind::Offer(own) => Some(own.name.text.clone()),
        _ => None,
    };
    files.flat_map(|(_, file)| tree::all_items(&file.items)).filter_map(name).collect()
}

/// The bytes of a file of texts where its keys have a part: at the start of a line, and in braces.
fn places_in(text: &str, part: impl Fn(&str) -> Option<usize>) -> Vec<usize> {
    let is_key = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut add = |at: usize| {
            let key = line.as_bytes()[at..].iter().take_while(|byte| is_key(byte)).count();
            found.extend(part(&line[at..at + key]).map(|inside| start + at + inside));
        };
        if line.split_once('=').is_some_and(|(key, _)| key.trim_end().bytes().all(|b| is_key(&b))) {
            add(0);
        }
        for (at, _) in line.match_indices('{').filter(|_| !line.starts_with('#')) {
            let blanks = line[at + 1..].bytes().take_while(|byte| *byte == b' ').count();
            add(at + 1 + blanks);
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_where_they_are_written() {
        let text = "# wish = 1\nvisit-wish = Do you?\nvisit-wish-x = { visit-wish } or {visit-wish}\nwish = no\n";
        let part =
            |key: &str| key.strip_prefix("visit-").filter(|k| k.starts_with("wish")).map(|_| 6);
        let found = places_in(text, part);
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|at| text[*at..].starts_with("wish")), "{found:?}");
        assert!(says("a wish.", "wish") && !says("wishes", "wish") && says("x-wish=1", "wish"));
    }
}
