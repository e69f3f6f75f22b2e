//! The fixes that diagnostics propose, as changes of a text.
//!
//! A diagnostic says in its help what to write instead. Where that is one change of the text and no choice is
//! left, it is tried; what mends the mistake and makes none is offered.

mod proof;

use grammar::{Diagnostic, FileId, Sources, Span, ast::ItemKind};

use self::proof::proven;
use crate::desk::Desk;

/// A change that a diagnostic proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fix {
    /// What it does.
    pub(crate) title: String,
    /// What is replaced, and by what; an empty stretch is a place where something is put in. All of it lies in one
    /// file, each behind the one before.
    pub(crate) edits: Vec<(Span, String)>,
    /// Whether the help means just this, and no other change would do.
    pub(crate) meant: bool,
}

impl Fix {
    fn new(title: String, span: Span, text: String) -> Self {
        Self { title, edits: vec![(span, text)], meant: true }
    }

    /// The file that it changes.
    pub(crate) fn file(&self) -> FileId {
        self.edits[0].0.file
    }

    /// A text with the change made.
    fn made(&self, text: &str) -> Option<String> {
        let mut text = text.to_owned();
        for (span, new) in self.edits.iter().rev() {
            let place = span.start as usize..span.end as usize;
            text.get(place.clone())?;
            text.replace_range(place, new);
        }
        Some(text)
    }

    /// Where its new texts stand in the changed text.
    fn places(&self) -> Vec<Span> {
        let mut grown = 0_i64;
        let mut places = Vec::new();
        for (span, text) in &self.edits {
            let start = u32::try_from(i64::from(span.start) + grown).unwrap_or(0);
            places.push(Span { start, end: start + text.len() as u32, ..*span });
            grown += text.len() as i64 - i64::from(span.len());
        }
        places
    }

    /// Where a place of the changed text lies in the text as it is; it must lie behind all that is changed.
    fn place_before(&self, at: Span) -> Option<Span> {
        let grown: usize = self.edits.iter().map(|(_, text)| text.len()).sum();
        let shrunk: usize = self.edits.iter().map(|(span, _)| span.len() as usize).sum();
        let back = |at: u32| u32::try_from((at as usize + shrunk).checked_sub(grown)?).ok();
        let (start, end) = (back(at.start)?, back(at.end)?);
        let behind = self.edits.last().is_some_and(|(last, _)| last.end <= start);
        behind.then_some(Span { start, end, ..at })
    }
}

/// How many changes are tried for one question of an editor: each is a check of the whole expansion.
pub(crate) const TRIED: usize = 48;

/// The fixes of a diagnostic: what its suggestion or its help says. Each is tried: only what takes the mistake
/// away and makes no other one is offered.
pub(crate) fn fixes(
    desk: &mut Desk,
    found: &Diagnostic,
    all: &[Diagnostic],
    left: &mut usize,
) -> Vec<Fix> {
    let (Some(help), Some(place)) = (&found.help, found.span()) else { return Vec::new() };
    let sources = desk.texts().sources();
    let said = suggested(found, sources)
        .or_else(|| spelt(help, place, sources))
        .or_else(|| put_in(help, place, found, sources))
        .or_else(|| left_out(help, place, sources))
        .or_else(|| needed(desk, help, place))
        .or_else(|| declared(desk, help, place))
        .or_else(|| arms(help, place, found, sources));
    let mut fixes: Vec<Fix> = match said {
        Some(fix) => at_its_declaration(found, place, sources).into_iter().chain([fix]).collect(),
        None => instead(help, place, sources).into_iter().collect(),
    };
    let mut proven: Vec<Fix> =
        fixes.drain(..).filter_map(|fix| proven(desk, fix, found, all, left)).collect();
    if proven.len() > 1 {
        proven.iter_mut().for_each(|fix| fix.meant = false);
    }
    proven
}

/// What the diagnostic itself says is to be changed.
fn suggested(found: &Diagnostic, sources: &Sources) -> Option<Fix> {
    let (span, text) = *found.suggestion.clone()?;
    let title = match text.trim() {
        "" if sources.slice(span).trim().is_empty() => "take away the blanks".to_owned(),
        "" => "leave it out".to_owned(),
        word if span.is_empty() => format!("put in `{word}`"),
        word => format!("write `{word}`"),
    };
    Some(Fix::new(title, span, text))
}

/// The declaration that is called otherwise than all who use it.
fn at_its_declaration(found: &Diagnostic, place: Span, sources: &Sources) -> Option<Fix> {
    let is_alone = |(_, label): &&(Span, String)| label.ends_with("is named here only");
    let (span, _) = found.labels.iter().skip(1).find(is_alone)?;
    let word = sources.slice(place);
    Some(Fix::new(format!("declare `{word}`"), *span, word.to_owned()))
}

/// What a help tells to write in the place of what stands there.
fn instead(help: &str, place: Span, sources: &Sources) -> Option<Fix> {
    let here = sources.slice(place).trim_end();
    let place = Span { end: place.start + here.len() as u32, ..place };
    let guess = |title: String, span: Span, text: String| {
        Some(Fix { meant: false, ..Fix::new(title, span, text) })
    };
    if here.is_empty() {
        return None;
    }
    if help.contains("as a list: `[…]`") {
        return guess("write it as a list".to_owned(), place, format!("[{here}]"));
    }
    if let Some((place, text)) = operator(help, place, sources) {
        return guess(format!("write `{}`", text.trim()), place, text);
    }
    let words = quoted(help);
    let word = *words.first().filter(|word| whole(word))?;
    let tells = ["write `", "numbers stand without quotes: `", "put it in double quotes: `"];
    let plain = tells.iter().any(|tell| help.contains(&format!("{tell}{word}`")))
        || help.starts_with("`skip` leaves");
    // What is a line of an item is not written in the place of a word.
    let placed = [" in the ", " in `", " before the line"].iter().any(|form| help.contains(form));
    if !plain || placed {
        return None;
    }
    guess(format!("write `{word}`"), place, word.to_owned())
}

/// A word for an operator of other languages, of which one sign was shown: it is replaced as a whole.
fn operator(help: &str, place: Span, sources: &Sources) -> Option<(Span, String)> {
    let (_, word) = help.strip_suffix('`')?.rsplit_once("write `")?;
    let text = sources.text(place.file);
    let (start, end) = (place.start as usize, place.end as usize);
    match (text.get(start..end)?, word) {
        (sign @ ("&" | "&&"), "and") | (sign @ ("|" | "||"), "or") => {
            let sign = &sign[..1];
            let before = usize::from(sign.len() == end - start && text[..start].ends_with(sign));
            let behind = usize::from(sign.len() == end - start && text[end..].starts_with(sign));
            let place = Span {
                start: place.start - before as u32,
                end: place.end + behind as u32,
                ..place
            };
            let (start, end) = (place.start as usize, place.end as usize);
            let blank = |part: bool| if part { "" } else { " " };
            let before = blank(text[..start].ends_with(char::is_whitespace));
            let behind = blank(text[end..].starts_with(char::is_whitespace));
            Some((place, format!("{before}{word}{behind}")))
        }
        // Two signs that are one here.
        ("=", "<=") if text[end..].starts_with('<') => {
            Some((Span { end: place.end + 1, ..place }, word.to_owned()))
        }
        (">", "!=") if text[..start].ends_with('<') => {
            Some((Span { start: place.start - 1, ..place }, word.to_owned()))
        }
        ("!", "not") => {
            let blank = if text[end..].starts_with(char::is_whitespace) { "" } else { " " };
            Some((place, format!("{word}{blank}")))
        }
        _ => None,
    }
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
    Some(Fix::new(format!("write `{word}`"), place, text))
}

/// `write … behind …`, `write … before the list`, `write … here`: something more.
fn put_in(help: &str, place: Span, found: &Diagnostic, sources: &Sources) -> Option<Fix> {
    let words = quoted(help);
    let word = *words.first().filter(|word| whole(word))?;
    let before = |text: String| {
        Fix::new(format!("put in `{word}`"), Span { end: place.start, ..place }, text)
    };
    let behind = |text: String| {
        Fix::new(format!("put in `{word}`"), Span { start: place.end, ..place }, text)
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
        return Some(Fix::new(format!("write `{word}`"), place, word.to_owned()));
    }
    if words.len() == 2 && help.starts_with("write `") && help.contains("` behind `") {
        return place.is_empty().then(|| before(word.to_owned()));
    }
    if let Some(word) = between(help, "to compare, write `", "`") {
        let found = sources.slice(place);
        return (found == "=").then(|| Fix::new(format!("write `{word}`"), place, word.to_owned()));
    }
    None
}

/// `leave it out`: nothing in its place.
fn left_out(help: &str, place: Span, sources: &Sources) -> Option<Fix> {
    let ends = ["leave it out", "leave it out here"].iter().any(|form| help.ends_with(form));
    let word = sources.slice(place);
    (ends && !word.is_empty() && word.len() <= 40 && !word.contains('\n'))
        .then(|| Fix::new(format!("leave out `{word}`"), place, String::new()))
}

/// `write `needs x` in the `expansion` item`: a line of the expansion.
fn needed(desk: &Desk, help: &str, place: Span) -> Option<Fix> {
    let line = *quoted(help).iter().find(|word| is_line(word) && whole(word))?;
    let expansion = desk.expansion(place.file)?;
    let source = desk.texts().available().iter().find(|source| source.folder == expansion)?;
    let mut items = source.files.iter().flat_map(|(_, file)| &file.items);
    let item = items.find(|item| matches!(item.kind, ItemKind::Expansion(_)))?;
    let text = desk.texts().sources().slice(item.span);
    let end = item.span.start + text.rfind('}')? as u32;
    let alone = text.contains('\n');
    Some(Fix::new(
        format!("write `{line}`"),
        Span { start: end, end, ..item.span },
        if alone { format!("    {line}\n") } else { format!("{line} ") },
    ))
}

/// A line of the header of an expansion.
fn is_line(word: &str) -> bool {
    word.starts_with("needs ") || word.starts_with("uses ")
}

/// `declare it: …`: an item more, before the one that uses it.
fn declared(desk: &Desk, help: &str, place: Span) -> Option<Fix> {
    let item = between(help, "declare it: `", "`").filter(|item| whole(item))?;
    let first = desk.tree(place.file)?.items.iter().find(|item| item.span.holds(place.start))?;
    let start = first.span.start;
    Some(Fix::new(
        format!("declare `{item}`"),
        Span { start, end: start, ..place },
        format!("{item}\n\n"),
    ))
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
    (!is_value).then(|| {
        Fix::new(
            format!("add an arm for `{missing}`"),
            Span { start: at, end: at, ..place },
            format!("{missing} {{ }} "),
        )
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
