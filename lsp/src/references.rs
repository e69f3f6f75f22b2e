//! Where a thing gets its name, and where it is named.

use std::{collections::BTreeSet, rc::Rc};

use grammar::{FileId, Span};
use lsp_types::{DocumentHighlight, Location};
use toolkit::Study;

use crate::{
    desk::{Desk, FEW},
    places,
    recall::{Recall, recalled},
    spoken,
    subject::{Subject, meant_by, noted, subject},
    texts::says,
    tree,
};

/// A span as the editor finds it.
pub(crate) fn location(desk: &Desk, span: Span) -> Option<Location> {
    let range = places::range(desk.source(span.file), span);
    Some(Location { uri: desk.uri(span.file)?, range })
}

/// Where the thing at a byte gets its name.
pub(crate) fn definition(desk: &mut Desk, file: FileId, offset: usize) -> Option<Location> {
    // What is known and declared nowhere is known all the same: no other text is looked at for it.
    let look = |desk: &Desk, file, offset| Some(subject(desk, file, offset)?.0.at(desk));
    let back = |desk: &Desk, recall: &Recall, span: Option<Span>| match span {
        Some(span) => Some(Some(location(desk, recall.now(desk, span)?)?)),
        None => Some(None),
    };
    recalled(desk, file, offset, look, back).flatten()
}

/// Everywhere that a thing is named; where it gets its name is the first.
pub(crate) fn named(desk: &Desk, file: FileId, subject: &Subject) -> Vec<Span> {
    let mut spans: BTreeSet<Span> = BTreeSet::new();
    let declared = subject.at(desk);
    match subject {
        Subject::Expansion(name) => {
            for (_, tree) in desk.texts().available().iter().flat_map(|source| &source.files) {
                let names = tree::expansions(&tree.items).into_iter().map(|(name, _)| name);
                spans.extend(names.filter(|n| n.text == *name).map(|n| n.span));
            }
        }
        Subject::Statement(home, number) => {
            for (file, tree) in desk.texts().available().iter().flat_map(|source| &source.files) {
                let cited = tree::citations(&tree.items).into_iter();
                let mut cited = cited.filter(|c| c.statement == *number).peekable();
                // Two expansions may well have the same numbers.
                if cited.peek().is_some() && meant_by(desk, *file, number) == *home {
                    spans.extend(cited.map(|c| c.span));
                }
            }
        }
        _ => {
            if let Some(expansion) = desk.expansion(file) {
                collect(&desk.view(expansion), subject, &mut spans);
            }
            if let Some(at) = declared {
                let name = desk.texts().sources().slice(at);
                if !matches!(subject, Subject::Local(..)) {
                    for study in elsewhere(desk, file, name) {
                        collect(&study, subject, &mut spans);
                    }
                }
                if let (Subject::Choice(_), Some(home)) = (subject, desk.expansion(at.file)) {
                    spans.extend(spoken::decisions(desk, home, name));
                }
                spans.extend(spoken::said(desk, at).0);
            }
        }
    }
    spans.extend(declared);
    let mut spans: Vec<Span> = spans.into_iter().collect();
    spans.sort_by_key(|span| (Some(*span) != declared, *span));
    spans
}

/// What there is to know of the other expansions in whose texts a word stands.
fn elsewhere(desk: &Desk, file: FileId, word: &str) -> Vec<Rc<Study>> {
    let own = desk.expansion(file);
    let others =
        desk.texts().available().iter().filter(|source| Some(source.folder.as_str()) != own);
    let has = |file: FileId| says(desk.source(file).text(), word);
    let found = others.filter(|source| source.files.iter().any(|(file, _)| has(*file)));
    let found: Vec<&str> = found.map(|source| source.folder.as_str()).collect();
    if found.len() <= FEW {
        return found.into_iter().map(|name| desk.view(name)).collect();
    }
    vec![desk.everything()]
}

fn collect(study: &Study, subject: &Subject, spans: &mut BTreeSet<Span>) {
    for note in study.notes() {
        if noted(&note.seen).is_some_and(|seen| seen.is(subject)) {
            spans.insert(note.span);
        }
    }
}

/// Everywhere that the thing at a byte is named.
pub(crate) fn references(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    with_declaration: bool,
) -> Option<Vec<Location>> {
    let look = |desk: &Desk, file, offset| {
        let (subject, _) = subject(desk, file, offset)?;
        let declared = subject.at(desk);
        let mut spans = named(desk, file, &subject);
        spans.retain(|span| with_declaration || Some(*span) != declared);
        Some(spans)
    };
    recalled(desk, file, offset, look, |desk, recall, spans| {
        let still = spans.into_iter().filter_map(|span| recall.now(desk, span));
        Some(still.filter_map(|span| location(desk, span)).collect())
    })
}

/// The same in one file, for its own display.
pub(crate) fn highlights(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
) -> Option<Vec<DocumentHighlight>> {
    let look = |desk: &Desk, file, offset| {
        let (subject, _) = subject(desk, file, offset)?;
        let mut spans: BTreeSet<Span> = BTreeSet::new();
        collect(&desk.view(desk.expansion(file)?), &subject, &mut spans);
        if spans.is_empty() {
            spans.extend(named(desk, file, &subject));
        }
        spans.retain(|span| span.file == file);
        Some(spans)
    };
    recalled(desk, file, offset, look, |desk, recall, spans| {
        let still = spans.into_iter().filter_map(|span| recall.now(desk, span));
        let highlight =
            |span| DocumentHighlight { range: places::range(desk.source(file), span), kind: None };
        Some(still.map(highlight).collect())
    })
}
