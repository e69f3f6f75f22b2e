//! Where a thing gets its name, where it is named, and what becomes of all that when it gets another one.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use compiler::Meaning;
use grammar::{Diagnostic, FileId, Span};
use lsp_types::{
    DocumentChanges, DocumentHighlight, Location, OneOf, OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use toolkit::Study;

use crate::{
    desk::Desk,
    places,
    subject::{Subject, noted, subject},
    tree,
};

/// A span as the editor finds it.
pub(crate) fn location(desk: &Desk, span: Span) -> Option<Location> {
    let range = places::range(desk.source(span.file), span);
    Some(Location { uri: desk.uri(span.file)?, range })
}

/// Where the thing at a byte gets its name.
pub(crate) fn definition(desk: &Desk, file: FileId, offset: usize) -> Option<Location> {
    let (subject, _) = subject(desk, file, offset)?;
    location(desk, subject.at(desk)?)
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
        Subject::Statement(number) => {
            for (_, tree) in desk.texts().available().iter().flat_map(|source| &source.files) {
                let cited = tree::citations(&tree.items).into_iter();
                spans.extend(cited.filter(|c| c.statement == *number).map(|c| c.span));
            }
        }
        _ => {
            if let Some(expansion) = desk.expansion(file) {
                collect(&desk.view(expansion), subject, &mut spans);
            }
            if let (false, Some(at)) = (matches!(subject, Subject::Local(..)), declared) {
                for study in elsewhere(desk, file, desk.texts().sources().slice(at)) {
                    collect(&study, subject, &mut spans);
                }
            }
        }
    }
    spans.extend(declared);
    let mut spans: Vec<Span> = spans.into_iter().collect();
    spans.sort_by_key(|span| (Some(*span) != declared, *span));
    spans
}

/// So few expansions are looked at one by one; more of them all at once.
const FEW: usize = 3;

/// What there is to know of the other expansions in whose texts a word stands.
fn elsewhere(desk: &Desk, file: FileId, word: &str) -> Vec<Rc<Study>> {
    let own = desk.expansion(file);
    let others =
        desk.texts().available().iter().filter(|source| Some(source.folder.as_str()) != own);
    let has = |file: FileId| desk.source(file).text().contains(word);
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
    desk: &Desk,
    file: FileId,
    offset: usize,
    with_declaration: bool,
) -> Option<Vec<Location>> {
    let (subject, _) = subject(desk, file, offset)?;
    let declared = subject.at(desk);
    let spans = named(desk, file, &subject).into_iter();
    let wanted = spans.filter(|span| with_declaration || Some(*span) != declared);
    Some(wanted.filter_map(|span| location(desk, span)).collect())
}

/// The same in one file, for its own display.
pub(crate) fn highlights(
    desk: &Desk,
    file: FileId,
    offset: usize,
) -> Option<Vec<DocumentHighlight>> {
    let (subject, _) = subject(desk, file, offset)?;
    let mut spans: BTreeSet<Span> = BTreeSet::new();
    collect(&desk.view(desk.expansion(file)?), &subject, &mut spans);
    if spans.is_empty() {
        spans.extend(named(desk, file, &subject));
    }
    let spans = spans.into_iter().filter(|span| span.file == file);
    let highlight =
        |span| DocumentHighlight { range: places::range(desk.source(file), span), kind: None };
    Some(spans.map(highlight).collect())
}

/// The word at a byte, if it can be given another name.
pub(crate) fn renamable(desk: &Desk, file: FileId, offset: usize) -> Result<Span, String> {
    let (subject, span) = subject(desk, file, offset).ok_or("there is no name here")?;
    match subject {
        Subject::Declared(_) | Subject::Local(..) | Subject::Phase(_) | Subject::Step(_) => {}
        Subject::Expansion(_) => {
            return Err("an expansion is called as its folder: rename that too".to_owned());
        }
        Subject::Statement(_) => return Err("a statement keeps its number".to_owned()),
        _ => return Err("this is a word of the language".to_owned()),
    }
    let declared = subject.at(desk).ok_or("nobody knows where it gets its name")?;
    if !desk.is_own(declared.file) {
        return Err("it is declared in an expansion that is part of carc".to_owned());
    }
    Ok(span)
}

/// The changes that give the thing at a byte another name. Rules that were right before are right after them:
/// a name that would mean something else somewhere is refused.
pub(crate) fn rename(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    name: &str,
) -> Result<WorkspaceEdit, String> {
    renamable(desk, file, offset)?;
    let (subject, _) = subject(desk, file, offset).ok_or("there is no name here")?;
    fit(&subject, name)?;
    let spans = named(desk, file, &subject);
    if let Some(foreign) = spans.iter().find(|span| !desk.is_own(span.file)) {
        let place = desk.texts().sources().place(*foreign);
        return Err(format!("{place} names it too, and is part of carc"));
    }
    let mut by_file: BTreeMap<FileId, Vec<Span>> = BTreeMap::new();
    spans.into_iter().for_each(|span| by_file.entry(span.file).or_default().push(span));
    refuse_mistakes(desk, file, &by_file, name)?;
    let edits = by_file.into_iter().filter_map(|(file, spans)| {
        let edit = |span| TextEdit {
            range: places::range(desk.source(file), span),
            new_text: name.to_owned(),
        };
        Some(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: desk.uri(file)?,
                version: desk.version(file),
            },
            edits: spans.into_iter().map(|span| OneOf::Left(edit(span))).collect(),
        })
    });
    let changes = DocumentChanges::Edits(edits.collect());
    Ok(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() })
}

/// Whether a word can be the name of such a thing.
fn fit(subject: &Subject, name: &str) -> Result<(), String> {
    let first = name.chars().next().unwrap_or(' ');
    let sound = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !sound || !first.is_ascii_alphabetic() {
        return Err(format!("`{name}` is no name: letters, digits and `_`, a letter first"));
    }
    if grammar::RESERVED_WORDS.contains(&name) {
        return Err(format!("`{name}` is a word of the language"));
    }
    let is_type = matches!(subject, Subject::Declared(d) if matches!(d.meaning, Meaning::Enum(_)));
    if is_type != first.is_ascii_uppercase() {
        let wanted = if is_type { "a capital" } else { "a small letter" };
        return Err(format!("it begins with {wanted}"));
    }
    Ok(())
}

/// Says so if the new name makes a mistake anywhere.
fn refuse_mistakes(
    desk: &mut Desk,
    file: FileId,
    by_file: &BTreeMap<FileId, Vec<Span>>,
    name: &str,
) -> Result<(), String> {
    let Some(expansion) = desk.expansion(file).map(str::to_owned) else { return Ok(()) };
    let errors = |desk: &Desk| {
        let studies = [desk.view(&expansion), desk.everything()];
        studies.map(|study| {
            let found = study.diagnostics.iter().filter(|found| found.is_error());
            found.cloned().collect::<Vec<Diagnostic>>()
        })
    };
    let before = errors(desk).map(|found| found.len());
    let changed = by_file.iter().map(|(file, spans)| (*file, with_name(desk, *file, spans, name)));
    let changed: Vec<(FileId, String)> = changed.collect();
    let after = desk.supposing(&changed, errors);
    for (before, after) in before.into_iter().zip(after) {
        if after.len() > before {
            let told = after.first().map_or("", |found| found.message.as_str());
            return Err(format!("`{name}` makes mistakes: {told}"));
        }
    }
    Ok(())
}

/// The text of a file with another name at some places.
fn with_name(desk: &Desk, file: FileId, spans: &[Span], name: &str) -> String {
    let mut text = desk.source(file).text().to_owned();
    let mut spans = spans.to_vec();
    spans.sort_unstable();
    for span in spans.into_iter().rev() {
        text.replace_range(span.start as usize..span.end as usize, name);
    }
    text
}
