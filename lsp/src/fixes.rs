//! The fixes that diagnostics propose, as changes of a text.
//!
//! A diagnostic says in its help what to write instead. Where that is one change of the text and no choice is
//! left, it is offered to be made.

use grammar::{Diagnostic, Sources, Span, ast::ItemKind};

use crate::desk::Desk;

/// A change that a diagnostic proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fix {
    /// What it does.
    pub(crate) title: String,
    /// What is replaced; an empty stretch is a place where something is put in.
    pub(crate) span: Span,
    /// By what.
    pub(crate) text: String,
}

/// The fixes of a diagnostic.
pub(crate) fn fixes(desk: &Desk, found: &Diagnostic) -> Vec<Fix> {
    let (Some(help), Some(place)) = (&found.help, found.span()) else { return Vec::new() };
    let sources = desk.texts().sources();
    spelt(help, place)
        .or_else(|| put_in(help, place, found, sources))
        .or_else(|| left_out(help, place, sources))
        .or_else(|| needed(desk, help, place))
        .or_else(|| declared(desk, help, place))
        .or_else(|| arms(help, place, found, sources))
        .into_iter()
        .collect()
}

/// The words of a help in back quotes.
fn quoted(help: &str) -> Vec<&str> {
    help.split('`').skip(1).step_by(2).collect()
}

/// What stands between two texts in a help that consists of nothing else.
fn between<'h>(help: &'h str, before: &str, behind: &str) -> Option<&'h str> {
    let inside = help.strip_prefix(before)?.strip_suffix(behind)?;
    (!inside.contains('`')).then_some(inside)
}

/// Nothing that an author has still to think about.
fn whole(text: &str) -> bool {
    !text.contains('…') && !text.is_empty()
}

/// `did you mean …?`: another word in the place of this one.
fn spelt(help: &str, place: Span) -> Option<Fix> {
    let word = between(help, "did you mean `", "`?").filter(|word| whole(word))?;
    Some(Fix { title: format!("write `{word}`"), span: place, text: word.to_owned() })
}

/// `write … behind …`, `write … before the list`, `write … here`: something more.
fn put_in(help: &str, place: Span, found: &Diagnostic, sources: &Sources) -> Option<Fix> {
    let words = quoted(help);
    let word = *words.first().filter(|word| whole(word))?;
    let before = |text: String| Fix {
        title: format!("put in `{word}`"),
        span: Span { end: place.start, ..place },
        text,
    };
    let behind = |text: String| Fix {
        title: format!("put in `{word}`"),
        span: Span { start: place.end, ..place },
        text,
    };
    let is = |form: &str| help == form.replace("{}", &format!("`{word}`"));
    if is("write {} here") {
        return Some(before(format!("{word} ")));
    }
    if is("write {} before the list") {
        return Some(before(format!("{word} ")));
    }
    if is("write {} behind the list") {
        let blank = if word.starts_with('.') { "" } else { " " };
        return Some(behind(format!("{blank}{word}")));
    }
    if is("write {}") && found.message.contains("is asked with parentheses") {
        return Some(Fix { title: format!("write `{word}`"), span: place, text: word.to_owned() });
    }
    if words.len() == 2 && help.starts_with("write `") && help.contains("` behind `") {
        return place.is_empty().then(|| before(word.to_owned()));
    }
    if let Some(word) = between(help, "to compare, write `", "`") {
        let found = sources.slice(place);
        return (found == "=").then(|| Fix {
            title: format!("write `{word}`"),
            span: place,
            text: word.to_owned(),
        });
    }
    None
}

/// `leave it out`: nothing in its place.
fn left_out(help: &str, place: Span, sources: &Sources) -> Option<Fix> {
    let ends = ["leave it out", "leave it out here"].iter().any(|form| help.ends_with(form));
    let word = sources.slice(place);
    (ends && !word.is_empty() && word.len() <= 40 && !word.contains('\n')).then(|| Fix {
        title: format!("leave out `{word}`"),
        span: place,
        text: String::new(),
    })
}

/// `write `needs x` in the `expansion` item`: a line of the expansion.
fn needed(desk: &Desk, help: &str, place: Span) -> Option<Fix> {
    let line = *quoted(help).iter().find(|word| word.starts_with("needs ") && whole(word))?;
    let expansion = desk.expansion(place.file)?;
    let source = desk.texts().available().iter().find(|source| source.folder == expansion)?;
    let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
    let item = items.find(|item| matches!(item.kind, ItemKind::Expansion(_)))?;
    let text = desk.texts().sources().slice(item.span);
    let end = item.span.start + text.rfind('}')? as u32;
    let alone = text.contains('\n');
    Some(Fix {
        title: format!("write `{line}`"),
        span: Span { start: end, end, ..item.span },
        text: if alone { format!("    {line}\n") } else { format!("{line} ") },
    })
}

/// `declare it: …`: an item more, before the one that uses it.
fn declared(desk: &Desk, help: &str, place: Span) -> Option<Fix> {
    let item = between(help, "declare it: `", "`").filter(|item| whole(item))?;
    let first = desk.tree(place.file)?.items.iter().find(|item| item.span.holds(place.start))?;
    let start = first.span.start;
    Some(Fix {
        title: format!("declare `{item}`"),
        span: Span { start, end: start, ..place },
        text: format!("{item}\n\n"),
    })
}

/// `add an arm for …, or `else``: the arm for all others.
fn arms(help: &str, place: Span, found: &Diagnostic, sources: &Sources) -> Option<Fix> {
    if !help.starts_with("add an arm for `") || found.code != "check/match-incomplete" {
        return None;
    }
    let text = sources.text(place.file);
    let rest = text.get(place.end as usize..)?;
    let open = rest.find('{')?;
    let close = closing(&rest[open..])? + open;
    let at = place.end + close as u32;
    let is_value = rest[open..close].contains("=>");
    let missing = *quoted(help).first()?;
    // A value nobody can guess; a block may be empty.
    (!is_value).then(|| Fix {
        title: format!("add an arm for `{missing}`"),
        span: Span { start: at, end: at, ..place },
        text: format!("{missing} {{ }} "),
    })
}

/// The byte of the bracket that closes the one at the start of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for token in grammar::tokens(text) {
        match &text[token.clone()] {
            "{" => depth += 1,
            "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(token.start);
                }
            }
            _ => {}
        }
    }
    None
}
