//! What is shown beside a word: what it is, its type, the text that stands beside its declaration, and the
//! statements that it carries out.

use abi::{Entry, Owner};
use compiler::Meaning;
use grammar::{FileId, Span, ast::Item};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use toolkit::Study;

use crate::{
    desk::Desk,
    places,
    recall::recalled,
    subject::{Subject, statement_at, subject},
    tree,
};

/// The longest excerpt of a declaration, in lines.
const LINES: usize = 12;

/// What to show at a byte of a file.
pub(crate) fn hover(desk: &mut Desk, file: FileId, offset: usize) -> Option<Hover> {
    let look = |desk: &Desk, file, offset| {
        let (subject, span) = subject(desk, file, offset)?;
        let study = desk.view(desk.expansion(file)?);
        Some((told(desk, &study, &subject, span)?, span))
    };
    recalled(desk, file, offset, look, |desk, recall, (value, span)| {
        let range = places::range(desk.source(file), recall.now(desk, span)?);
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(range) })
    })
}

/// What there is to say of a subject, as Markdown.
pub(crate) fn told(desk: &Desk, study: &Study, subject: &Subject, span: Span) -> Option<String> {
    let word = desk.texts().sources().slice(span);
    Some(match subject {
        Subject::Declared(declared) => {
            let name = desk.texts().sources().slice(declared.span);
            // A number of tokens is asked for by the name of their kind.
            let item = item_of(desk, declared.span);
            let says = match declared.meaning {
                Meaning::Tile(_) | Meaning::Pile(_) | Meaning::Token(_) | Meaning::Menu(_) => {
                    item.map(|item| excerpt(desk, item))
                }
                _ if desk.expansion(declared.span.file).is_some() => {
                    known(study, name, declared.span)
                        .or_else(|| known(&desk.everything(), name, declared.span))
                }
                _ => None,
            };
            let mut text = code(&says.unwrap_or_else(|| name.to_owned()));
            if let Some(home) = desk.expansion(declared.span.file) {
                text.push_str(&format!("\nof `{home}`"));
            }
            text + &beside(desk, item)
        }
        Subject::Local(at, ty) => {
            let name = desk.texts().sources().slice(*at);
            let ty = ty.map_or("?".to_owned(), |ty| study.type_name(ty));
            code(&format!("{name}: {ty}"))
        }
        Subject::Word(entry) => vocabulary(study, entry),
        Subject::Type(base) => {
            code(&study.type_name(abi::Ty::one(*base))) + "\na type of the language"
        }
        Subject::Phase(at) => code(&format!("phase {word}")) + &beside(desk, item_of(desk, *at)),
        Subject::Choice(_) => code(&format!("decides to {word}")) + "\na decision: yes or no",
        Subject::Step(at) | Subject::Offer(at) | Subject::Edition(at) => {
            let item = item_of(desk, *at);
            let head = item.map_or_else(|| word.to_owned(), |item| head(desk, item));
            code(&head) + &beside(desk, item)
        }
        Subject::Expansion(name) => {
            let at = crate::subject::expansion_at(desk, name)?;
            let item = item_of(desk, at);
            code(&item.map_or_else(|| name.clone(), |item| excerpt(desk, item)))
                + &beside(desk, item)
        }
        Subject::Statement(home, number) => {
            let (at, says) = statement_at(desk, home, number)?;
            let home = desk.expansion(at.file).unwrap_or_default();
            format!("**{number}** {says}\n\nof `{home}`")
        }
        Subject::Deed(deed) => {
            let [sentence, head, does] = deed.words();
            format!("{}\n{does}\n\nin the head of a hook: `{head}`", code(sentence))
        }
        Subject::Keyword(_) => return None,
        Subject::Value(ty) => code(&study.type_name(*ty)),
    })
}

/// What a study says of something declared, if it is declared there at all; numbers differ from study to study.
fn known(study: &Study, name: &str, at: Span) -> Option<String> {
    let declared = study.names().meanings(name).iter().find(|declared| declared.span == at)?;
    Some(study.says(name, declared.meaning))
}

/// A word of the vocabulary as its line in the reference has it.
fn vocabulary(study: &Study, entry: &Entry) -> String {
    let of = |ty| study.type_name(ty);
    let params: Vec<String> = entry.params.iter().map(|ty| of(*ty)).collect();
    let called = !params.is_empty() || entry.owner == Owner::Call;
    let params = if called { format!("({})", params.join(", ")) } else { String::new() };
    let owner = match entry.owner {
        Owner::Global | Owner::Call => String::new(),
        owner => format!("{}.", format!("{owner:?}").to_lowercase()),
    };
    format!(
        "{}\n{}",
        code(&format!("{owner}{}{params}: {}", entry.name, of(entry.result))),
        entry.doc
    )
}

/// A stretch of rules as Markdown.
fn code(text: &str) -> String {
    format!("```carc\n{text}\n```\n")
}

/// The item that a name is declared in.
pub(crate) fn item_of(desk: &Desk, at: Span) -> Option<&Item> {
    tree::item_at(&desk.tree(at.file)?.items, at.start)
}

/// The text of an item; of a long one its first lines.
fn excerpt(desk: &Desk, item: &Item) -> String {
    let text = desk.texts().sources().slice(item.span);
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= LINES {
        return text.to_owned();
    }
    format!("{}\n    …", lines[..LINES].join("\n"))
}

/// The text of an item before its body.
fn head(desk: &Desk, item: &Item) -> String {
    let end = tree::block(item).map_or(item.span.end, |block| block.span.start);
    let span = Span { end, ..item.span };
    desk.texts().sources().slice(span).trim_end().to_owned()
}

/// The text beside an item, and the statements that it cites.
fn beside(desk: &Desk, item: Option<&Item>) -> String {
    let Some(item) = item else { return String::new() };
    let mut text = String::new();
    if let Some(doc) = &item.doc {
        text.push_str(&format!("\n\n{}", doc.text));
    }
    for citation in &item.citations {
        let citing = desk.expansion(item.span.file).unwrap_or_default();
        if let Some((_, says)) = statement_at(desk, citing, &citation.statement) {
            text.push_str(&format!("\n\n**{}** {says}", citation.statement));
        }
    }
    text
}
