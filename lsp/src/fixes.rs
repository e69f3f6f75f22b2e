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

/// The most changes that are tried for one diagnostic.
const TRIED: usize = 6;

/// The fixes of a diagnostic: what its help says in so many words, else what it can be taken for and does mend it.
pub(crate) fn fixes(desk: &mut Desk, found: &Diagnostic) -> Vec<Fix> {
    let (Some(help), Some(place)) = (&found.help, found.span()) else { return Vec::new() };
    let sources = desk.texts().sources();
    let said = spelt(help, place, sources)
        .or_else(|| put_in(help, place, found, sources))
        .or_else(|| left_out(help, place, sources))
        .or_else(|| needed(desk, help, place))
        .or_else(|| declared(desk, help, place))
        .or_else(|| arms(help, place, found, sources));
    if let Some(fix) = said {
        return at_its_declaration(found, place, sources).into_iter().chain([fix]).collect();
    }
    let tried = attempts(help, place, sources).into_iter().take(TRIED).collect::<Vec<_>>();
    tried.into_iter().find(|fix| mends(desk, fix, found)).into_iter().collect()
}

/// The declaration that is called otherwise than all who use it.
fn at_its_declaration(found: &Diagnostic, place: Span, sources: &Sources) -> Option<Fix> {
    let is_alone = |(_, label): &&(Span, String)| label.ends_with("is named here only");
    let (span, _) = found.labels.iter().skip(1).find(is_alone)?;
    let word = sources.slice(place);
    Some(Fix { title: format!("declare `{word}`"), span: *span, text: word.to_owned() })
}

/// Whether a change takes a diagnostic away, and brings none.
fn mends(desk: &mut Desk, fix: &Fix, found: &Diagnostic) -> bool {
    let Some(expansion) = desk.expansion(fix.span.file).map(str::to_owned) else { return false };
    let errors = |desk: &Desk| {
        let study = desk.study(std::slice::from_ref(&expansion));
        let same = |other: &&Diagnostic| other.code == found.code && other.message == found.message;
        let count = study.diagnostics.iter().filter(|other| other.is_error()).count();
        (count, study.diagnostics.iter().filter(same).count())
    };
    let before = errors(desk);
    let mut text = desk.source(fix.span.file).text().to_owned();
    let place = fix.span.start as usize..fix.span.end as usize;
    if text.get(place.clone()).is_none() {
        return false;
    }
    text.replace_range(place, &fix.text);
    let after = desk.supposing(&[(fix.span.file, text)], errors);
    after.1 < before.1 && (after.0 < before.0 || !found.is_error())
}

/// What a help with a text in back quotes can be taken for: that text in this place, or before or behind it.
fn attempts(help: &str, place: Span, sources: &Sources) -> Vec<Fix> {
    let here = sources.slice(place);
    let mut found = Vec::new();
    let mut add = |title: String, span: Span, text: String| found.push(Fix { title, span, text });
    let (start, end) = (Span { end: place.start, ..place }, Span { start: place.end, ..place });
    if help.contains("as a list: `[…]`") {
        add("write it as a list".to_owned(), place, format!("[{here}]"));
    }
    if help.starts_with("lengths have a unit") {
        add("put in `mm`".to_owned(), end, " mm".to_owned());
    }
    for word in quoted(help).into_iter().filter(|word| whole(word)).take(2) {
        if !here.is_empty() {
            add(format!("write `{word}`"), place, word.to_owned());
        }
        add(format!("put in `{word}`"), end, format!(" {word}"));
        add(format!("put in `{word}`"), start, format!("{word} "));
    }
    found
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
fn spelt(help: &str, place: Span, sources: &Sources) -> Option<Fix> {
    let (word, _) = help.strip_prefix("did you mean `")?.split_once("`?")?;
    if !whole(word) || word.contains('`') {
        return None;
    }
    let cites = sources.slice(place).starts_with('@') && !word.starts_with('@');
    let text = if cites { format!("@{word}") } else { word.to_owned() };
    Some(Fix { title: format!("write `{word}`"), span: place, text })
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
