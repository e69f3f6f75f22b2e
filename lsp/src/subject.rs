//! What stands at a place: the one thing that a word means, wherever else it is named.

use abi::{Base, DeedKind, Entry, Ty};
use compiler::{Declared, Seen};
use grammar::{FileId, Span, ast::ItemKind};
use toolkit::Study;

use crate::{desk::Desk, spoken, tree};

/// What a word means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Subject {
    /// Something declared.
    Declared(Declared),
    /// A local, by where it gets its name.
    Local(Span, Option<Ty>),
    /// A word of the vocabulary.
    Word(&'static Entry),
    /// A type of the language.
    Type(Base),
    /// A phase.
    Phase(Span),
    /// A step.
    Step(Span),
    /// An offer of a menu.
    Offer(Span),
    /// A decision: `p decides to NAME`.
    Choice(Span),
    /// An edition.
    Edition(Span),
    /// An expansion, by its name.
    Expansion(String),
    /// A numbered statement: the expansion whose it is, and its number.
    Statement(String, String),
    /// The verb of a sentence.
    Deed(DeedKind),
    /// Another word of the language.
    Keyword(String),
    /// A question without a name.
    Value(Ty),
}

impl Subject {
    /// Whether two words mean one thing.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Declared(a), Self::Declared(b)) => a.span == b.span,
            (Self::Local(a, _), Self::Local(b, _)) => a == b,
            (Self::Value(_), _) | (Self::Keyword(_), _) => false,
            (a, b) => a == b,
        }
    }

    /// The same with every place told otherwise.
    pub(crate) fn moved(&self, to: impl Fn(Span) -> Span) -> Self {
        match self.clone() {
            Self::Declared(declared) => {
                Self::Declared(Declared { span: to(declared.span), ..declared })
            }
            Self::Local(at, ty) => Self::Local(to(at), ty),
            Self::Phase(at) => Self::Phase(to(at)),
            Self::Step(at) => Self::Step(to(at)),
            Self::Offer(at) => Self::Offer(to(at)),
            Self::Choice(at) => Self::Choice(to(at)),
            Self::Edition(at) => Self::Edition(to(at)),
            other => other,
        }
    }

    /// Where it gets its name.
    pub(crate) fn at(&self, desk: &Desk) -> Option<Span> {
        match self {
            Self::Declared(declared) => Some(declared.span),
            Self::Local(at, _)
            | Self::Phase(at)
            | Self::Step(at)
            | Self::Offer(at)
            | Self::Choice(at)
            | Self::Edition(at) => Some(*at),
            Self::Expansion(name) => expansion_at(desk, name),
            Self::Statement(home, number) => statement_at(desk, home, number).map(|(at, _)| at),
            _ => None,
        }
    }
}

/// What a note says that its word means; of a question nothing.
pub(crate) fn noted(seen: &Seen) -> Option<Subject> {
    Some(match seen {
        Seen::Declared(declared) => Subject::Declared(*declared),
        Seen::Local { at: Some(at), ty } => Subject::Local(*at, *ty),
        Seen::Local { at: None, ty } => Subject::Value((*ty)?),
        Seen::Word(entry) => Subject::Word(entry),
        Seen::Type(base) => Subject::Type(*base),
        Seen::Phase(at) => Subject::Phase(*at),
        Seen::Step(at) => Subject::Step(*at),
        Seen::Value(_) | Seen::Unknown(_) | Seen::UnknownMember(_) => return None,
    })
}

/// What stands at a byte of a file, and the word itself.
pub(crate) fn subject(desk: &Desk, file: FileId, offset: usize) -> Option<(Subject, Span)> {
    let offset = offset as u32;
    if let Some(tree) = desk.tree(file) {
        let cited = tree::citations(&tree.items).into_iter().find(|c| c.span.holds(offset));
        if let Some(citation) = cited {
            let number = citation.statement.clone();
            return Some((
                Subject::Statement(meant_by(desk, file, &number), number),
                citation.span,
            ));
        }
        let named = tree::expansions(&tree.items).into_iter().map(|(name, _)| name);
        for name in named.filter(|name| name.span.holds(offset)) {
            if expansion_at(desk, &name.text).is_some() {
                return Some((Subject::Expansion(name.text.clone()), name.span));
            }
        }
        let own = spoken::named_at(desk, file, offset);
        if let Some(found) = own.or_else(|| spoken::meant_at(desk, file, offset)) {
            return Some(found);
        }
    } else {
        return numbered(desk, file, offset);
    }
    let expansion = desk.expansion(file)?.to_owned();
    let view = desk.view(&expansion);
    word(&view, file, offset)
        .or_else(|| ordered(desk, file, offset))
        .or_else(|| unread(desk, &view, file, offset))
        .or_else(|| language(desk, file, offset))
        .or_else(|| value(&view, file, offset))
}

/// A step that only comes before or after another one: it need not play, and is known where all of them do.
fn ordered(desk: &Desk, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let ItemKind::Step(step) = &tree::item_at(&desk.tree(file)?.items, offset)?.kind else {
        return None;
    };
    let mut names = step.before.iter().chain(&step.after);
    names.find(|name| name.span.holds(offset))?;
    word(&desk.everything(), file, offset)
}

/// A word of an item that cannot be read, if one thing alone has that name.
fn unread(desk: &Desk, study: &Study, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let items = &desk.tree(file)?.items;
    let item = items.iter().find(|item| item.span.holds(offset))?;
    if !matches!(item.kind, ItemKind::Broken(_)) {
        return None;
    }
    let text = desk.source(file).text();
    let token = token_at(text, offset as usize)?;
    let [declared] = study.names().meanings(&text[token.clone()]) else { return None };
    let span = Span::new(file, token.start as u32, token.end as u32);
    Some((Subject::Declared(*declared), span))
}

/// The word at a byte that a note tells of.
fn word(study: &Study, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let notes = study.notes_of(file).iter().filter(|note| note.span.holds(offset));
    let found = notes.filter_map(|note| Some((noted(&note.seen)?, note.span)));
    // Of two words that touch, the one that begins here is meant.
    found.min_by_key(|(_, span)| (span.end == offset, span.len()))
}

/// The smallest question round a byte.
fn value(study: &Study, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let notes = study.notes_of(file).iter().filter(|note| note.span.holds(offset));
    let found = notes.filter_map(|note| match note.seen {
        Seen::Value(ty) => Some((Subject::Value(ty), note.span)),
        _ => None,
    });
    found.min_by_key(|(_, span)| span.len())
}

/// A word of the language itself.
fn language(desk: &Desk, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    let text = desk.source(file).text();
    let token = token_at(text, offset as usize)?;
    let word = &text[token.clone()];
    let span = Span::new(file, token.start as u32, token.end as u32);
    let deed = DeedKind::ALL.iter().find(|deed| deed.verb() == word);
    if let Some(deed) = deed {
        return Some((Subject::Deed(*deed), span));
    }
    let known = grammar::RESERVED_WORDS.contains(&word) || grammar::ITEM_WORDS.contains(&word);
    known.then(|| (Subject::Keyword(word.to_owned()), span))
}

/// The token that a byte lies in or, if no other begins there, behind.
pub(crate) fn token_at(text: &str, offset: usize) -> Option<std::ops::Range<usize>> {
    let line = text[..floor(text, offset)].rfind('\n').map_or(0, |at| at + 1);
    let mut last = None;
    for token in grammar::tokens(&text[line..]) {
        let token = line + token.start..line + token.end;
        if token.start > offset {
            break;
        }
        if token.end >= offset {
            last = Some(token);
        }
    }
    last
}

/// The start of the character that a byte lies in.
pub(crate) fn floor(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A numbered statement in its own text.
fn numbered(desk: &Desk, file: FileId, offset: u32) -> Option<(Subject, Span)> {
    statements(desk.source(file).text()).into_iter().find_map(|(number, at, _)| {
        let span = Span::new(file, at as u32, (at + number.len()) as u32);
        let home = desk.expansion(file).unwrap_or_default().to_owned();
        span.holds(offset).then(|| (Subject::Statement(home, number.to_owned()), span))
    })
}

/// The numbered statements of a text: number, its place, and what the line says.
pub(crate) fn statements(text: &str) -> Vec<(&str, usize, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((number, says)) = line.strip_prefix("- ").and_then(|rest| rest.split_once(". "))
        {
            let digits = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
            if digits.len() < number.len()
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit())
            {
                found.push((number, start + 2, says.trim_end()));
            }
        }
        start += line.len();
    }
    found
}

/// The expansion whose statement a file means by a number: its own, if it has such a one.
pub(crate) fn meant_by(desk: &Desk, file: FileId, number: &str) -> String {
    let citing = desk.expansion(file).unwrap_or_default();
    let at = statement_at(desk, citing, number);
    at.and_then(|(at, _)| desk.expansion(at.file)).unwrap_or(citing).to_owned()
}

/// Where the statement stands that an expansion means by a number, and what it says: its own, if it has such a one,
/// else that of another, the first by name.
pub(crate) fn statement_at(desk: &Desk, citing: &str, number: &str) -> Option<(Span, String)> {
    let mut pages: Vec<(&str, FileId)> = desk
        .texts()
        .available()
        .iter()
        .filter_map(|source| Some((source.folder.as_str(), source.statements?)))
        .collect();
    pages.sort_by_key(|(home, _)| (*home != citing, *home));
    pages.into_iter().find_map(|(_, file)| {
        let all = statements(desk.source(file).text());
        let (found, at, says) = all.into_iter().find(|(found, ..)| *found == number)?;
        Some((Span::new(file, at as u32, (at + found.len()) as u32), says.to_owned()))
    })
}

/// Where an expansion says its name.
pub(crate) fn expansion_at(desk: &Desk, name: &str) -> Option<Span> {
    let source = desk.texts().available().iter().find(|source| source.folder == name)?;
    source.files.iter().flat_map(|(_, file)| &file.items).find_map(|item| match &item.kind {
        ItemKind::Expansion(own) => Some(own.name.span),
        _ => None,
    })
}
