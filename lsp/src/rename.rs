//! Another name for a thing: every place that names it, the texts for players that are kept under it, and the proof
//! that no word means anything else afterwards.

use std::collections::BTreeMap;

use compiler::{Meaning, Note};
use grammar::{
    Diagnostic, FileId, Span,
    ast::{Item, ItemKind},
};
use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use crate::{
    desk::Desk,
    half_typed::Cursor,
    places,
    references::named,
    spoken,
    subject::{Subject, noted, subject},
    texts,
};

/// The word at a byte, if it can be given another name.
pub(crate) fn renamable(desk: &Desk, file: FileId, offset: usize) -> Result<Span, String> {
    let here = |item: &&Item| item.span.holds(offset as u32) && !reads(desk, item);
    if let Some(item) = desk.tree(file).and_then(|tree| tree.items.iter().find(here)) {
        let place = desk.texts().sources().place(item.span);
        return Err(format!("the item at {place} cannot be read: mend it first"));
    }
    let (subject, span) = subject(desk, file, offset).ok_or("there is no name here")?;
    match subject {
        Subject::Declared(_)
        | Subject::Local(..)
        | Subject::Phase(_)
        | Subject::Step(_)
        | Subject::Offer(_)
        | Subject::Choice(_)
        | Subject::Edition(_) => {}
        Subject::Expansion(_) => {
            return Err("an expansion is called as its folder: rename that too".to_owned());
        }
        Subject::Statement(..) => return Err("a statement keeps its number".to_owned()),
        _ => return Err("this is a word of the language".to_owned()),
    }
    let declared = subject.at(desk).ok_or("nobody knows where it gets its name")?;
    if !desk.is_own(declared.file) {
        return Err("it is declared in an expansion that is part of carc".to_owned());
    }
    Ok(span)
}

/// Another name as it is to be written everywhere.
pub(crate) struct Renamed {
    /// The changes.
    pub(crate) edit: WorkspaceEdit,
    /// What the author has still to look after.
    pub(crate) left: Option<String>,
}

/// The changes that give the thing at a byte another name. Rules that were right before are right after them, and
/// every word means what it meant: a name that would mean something else somewhere is refused.
pub(crate) fn rename(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    name: &str,
) -> Result<Renamed, String> {
    let cursor = Cursor::at(desk, file, offset).ok_or("there is no name here")?;
    let word = desk.source(file).text()[cursor.start..cursor.end].to_owned();
    desk.saying(&[&word, name], |desk| renamed(desk, file, offset, [&word, name]))
}

/// The same, where it is known which word stands there.
fn renamed(
    desk: &mut Desk,
    file: FileId,
    offset: usize,
    [former, name]: [&str; 2],
) -> Result<Renamed, String> {
    renamable(desk, file, offset)?;
    let known = subject(desk, file, offset);
    let is_whole = |span: &Span| desk.texts().sources().slice(*span) == former;
    let known = known.filter(|(_, span)| is_whole(span));
    let (subject, span) = known.ok_or("there is no name here")?;
    fit(&subject, name)?;
    if former == name {
        return Ok(Renamed { edit: WorkspaceEdit::default(), left: None });
    }
    let place = |desk: &Desk, span: Span| desk.texts().sources().place(span);
    if let Some((place, word)) = unread(desk, &subject, [former, name]) {
        return Err(format!("{place} cannot be read and says `{word}`: mend it first"));
    }
    // What scenarios say is found by its words when a game is played: it must be clear which thing they mean.
    let declared = subject.at(desk).unwrap_or(span);
    let (_, open) = spoken::said(desk, declared);
    if let Some(open) = open.first() {
        let place = place(desk, *open);
        return Err(format!(
            "{place} says `{former}`, which can mean this or another thing: say there which one, as in `step.{former}`"
        ));
    }
    if let Some(taken) = taken(desk, &subject, name) {
        let place = place(desk, taken);
        return Err(format!("{place} says `{name}` already, and could mean this then"));
    }
    let spans = named(desk, file, &subject);
    if let Some(foreign) = spans.iter().find(|span| !desk.is_own(span.file)) {
        let place = place(desk, *foreign);
        return Err(format!("{place} names it too, and is part of carc"));
    }
    let mut by_file: BTreeMap<FileId, Vec<Span>> = BTreeMap::new();
    spans.into_iter().for_each(|span| by_file.entry(span.file).or_default().push(span));
    by_file.values_mut().for_each(|spans| spans.sort_unstable());
    refuse_others(desk, file, &by_file, [former, name])?;
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
    let mut edits: Vec<TextDocumentEdit> = edits.collect();
    edits.extend(texts::messages(desk, &subject, former, name));
    let changes = DocumentChanges::Edits(edits);
    Ok(Renamed {
        edit: WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() },
        left: texts::left(desk, &subject, former),
    })
}

/// Whether an item can be read. Of a header that cannot be something is known all the same.
fn reads(desk: &Desk, item: &Item) -> bool {
    match item.kind {
        ItemKind::Broken(_) => false,
        ItemKind::Expansion(_) => {
            grammar::is_item(desk.texts().sources().slice(item.span).trim_end())
        }
        _ => true,
    }
}

/// What cannot be read and says one of two names, of which nobody knows what they mean there; and that name.
fn unread<'n>(desk: &Desk, subject: &Subject, names: [&'n str; 2]) -> Option<(String, &'n str)> {
    let sources = desk.texts().sources();
    if matches!(subject, Subject::Local(at, _) if !spoken::is_asked(desk, *at)) {
        return None;
    }
    let said = |text: &str| names.into_iter().find(|name| texts::says(text, name));
    let files = desk.texts().available().iter().flat_map(|source| &source.files);
    for (file, tree) in files.filter(|(file, _)| desk.is_own(*file)) {
        if let (Some(_), Some(word)) = (desk.fault(*file), desk.written(*file).and_then(said)) {
            return Some((sources.name(*file).to_owned(), word));
        }
        for item in &tree.items {
            if let Some(word) = said(sources.slice(item.span)).filter(|_| !reads(desk, item)) {
                return Some((format!("the item at {}", sources.place(item.span)), word));
            }
        }
    }
    None
}

/// A place of a scenario that says the new name where it could mean the thing.
fn taken(desk: &Desk, subject: &Subject, name: &str) -> Option<Span> {
    let part = |part: &spoken::Part| match subject {
        Subject::Local(..) | Subject::Choice(_) => matches!(part, spoken::Part::Question(_)),
        Subject::Step(_) => *part == spoken::Part::Asker,
        Subject::Offer(_) => matches!(part, spoken::Part::Answer(_, true)),
        Subject::Edition(_) => *part == spoken::Part::Edition,
        Subject::Declared(declared) => match declared.meaning {
            Meaning::Menu(_) | Meaning::Property(_) => matches!(part, spoken::Part::Question(_)),
            Meaning::Deed(_) => *part == spoken::Part::Asker,
            Meaning::Option(_) | Meaning::Function(_) | Meaning::Enum(_) => false,
            _ => matches!(part, spoken::Part::Answer(..)),
        },
        _ => false,
    };
    // What scenarios never say, such as a local that nobody is asked for, can be called anything.
    if matches!(subject, Subject::Local(at, _) if !spoken::is_asked(desk, *at)) {
        return None;
    }
    let home = desk.expansion(subject.at(desk)?.file)?;
    for source in desk.texts().available() {
        for (_, file) in &source.files {
            let mut words = spoken::spoken(&file.items).into_iter();
            let found = words.find(|word| word.text == name && part(&word.part));
            if let Some(word) = found
                && spoken::playing(desk, &source.folder).contains(home)
            {
                return Some(word.span);
            }
        }
    }
    None
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

/// What a check sees: the mistakes, and what each word means.
struct Sight {
    errors: Vec<Diagnostic>,
    words: Vec<(Span, Subject)>,
}

fn sight(study: &toolkit::Study) -> Sight {
    let errors = study.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
    let word = |note: &Note| Some((note.span, noted(&note.seen)?));
    Sight { errors, words: study.notes().iter().filter_map(word).collect() }
}

/// Says so if the new name makes a mistake anywhere, or any word mean something else.
fn refuse_others(
    desk: &mut Desk,
    file: FileId,
    by_file: &BTreeMap<FileId, Vec<Span>>,
    [former, name]: [&str; 2],
) -> Result<(), String> {
    let Some(expansion) = desk.expansion(file).map(str::to_owned) else { return Ok(()) };
    let choices = desk.concerned(&expansion, &[former, name]);
    let look =
        |desk: &Desk| choices.iter().map(|names| sight(&desk.study(names))).collect::<Vec<Sight>>();
    let before = look(desk);
    let changed = by_file.iter().map(|(file, spans)| (*file, with_name(desk, *file, spans, name)));
    let changed: Vec<(FileId, String)> = changed.collect();
    let after = desk.supposing(&changed, look);
    for (before, after) in before.iter().zip(&after) {
        if after.errors.len() > before.errors.len() {
            let told = after.errors.iter().find(|found| !before.errors.contains(found));
            let told = told.map_or("", |found| found.message.as_str());
            return Err(format!("`{name}` makes mistakes: {told}"));
        }
        let back = |span: Span| former_place(by_file, span, name.len());
        let mut now: Vec<(Span, Subject)> = Vec::new();
        for (span, subject) in &after.words {
            now.push((back(*span), subject.moved(back)));
        }
        now.sort_by_key(|(span, _)| *span);
        let mut then = before.words.iter().collect::<Vec<_>>();
        then.sort_by_key(|(span, _)| *span);
        let differs = then.iter().zip(&now).find(|(then, now)| {
            then.0 != now.0 || !(then.1.is(&now.1) || untold(&then.1) && untold(&now.1))
        });
        let other = differs.map(|(then, now)| then.0.min(now.0));
        let other = other.or_else(|| match then.len().cmp(&now.len()) {
            std::cmp::Ordering::Less => Some(now[then.len()].0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(then[now.len()].0),
        });
        if let Some(span) = other {
            let place = desk.texts().sources().place(span);
            let word = desk.texts().sources().slice(span);
            return Err(format!("`{word}` at {place} would mean something else then"));
        }
    }
    Ok(())
}

/// A thing without a name of its own.
fn untold(subject: &Subject) -> bool {
    matches!(subject, Subject::Value(_) | Subject::Keyword(_))
}

/// Where a place of a text with the new name lies in the text as it is.
fn former_place(by_file: &BTreeMap<FileId, Vec<Span>>, span: Span, new: usize) -> Span {
    let Some(changed) = by_file.get(&span.file) else { return span };
    let back = |at: u32, end: bool| {
        let mut grown = 0_i64;
        for old in changed {
            let start = i64::from(old.start) + grown;
            let stop = start + new as i64;
            let at = i64::from(at);
            if at < start || at == start && !end {
                break;
            }
            if at < stop || at == stop && end {
                // Inside the name: its own ends are all that notes have.
                return if end { old.end } else { old.start };
            }
            grown += new as i64 - i64::from(old.len());
        }
        u32::try_from(i64::from(at) - grown).unwrap_or(0)
    };
    Span { start: back(span.start, false), end: back(span.end, true), ..span }
}

/// The text of a file with another name at some places.
fn with_name(desk: &Desk, file: FileId, spans: &[Span], name: &str) -> String {
    let mut text = desk.source(file).text().to_owned();
    for span in spans.iter().rev() {
        text.replace_range(span.start as usize..span.end as usize, name);
    }
    text
}
