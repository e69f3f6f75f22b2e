//! Why a text could not be read, in the words of the language.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::expected::phrases;
use crate::foreign;
use crate::grammar::Rule;
use crate::misplaced::{indented, remark};
use crate::repair::{LINE_WORDS, Repair, unclosed};
use crate::scan::{Unbalanced, behind_citations, skip_blanks, split_word, token_length};
use crate::source::Span;
use crate::words::{ITEM_WORDS, RESERVED_WORDS, nearest};

/// The first words of asks.
const ASK_WORDS: &[&str] = &["chooses", "decides", "draws", "may", "rolls", "shoots"];

/// The diagnostic for an item that begins with no word of an item, if so.
pub(crate) fn unknown_item(text: &str, span: Span) -> Option<Diagnostic> {
    let body = behind_citations(text, usize::MAX);
    let (first, rest) = split_word(body);
    if body.is_empty() {
        let end = Span::new(span.file, span.end, span.end);
        return Some(
            Diagnostic::error(codes::UNEXPECTED, "found the end of the item, expected an item")
                .label(end, "nothing carries out what is cited here"),
        );
    }
    if ITEM_WORDS.contains(&first) {
        return None;
    }
    let start = span.start + (text.len() - body.len()) as u32;
    if first.is_empty() {
        if let Some(diagnostic) = remark(text, span, text.len() - body.len()) {
            return Some(diagnostic);
        }
        let end = start + token_length(body) as u32;
        let found = found(body);
        return Some(
            Diagnostic::error(codes::UNKNOWN_ITEM, format!("no item starts with {found}"))
                .label(Span::new(span.file, start, end), "expected an item")
                .help(item_help()),
        );
    }
    let second = split_word(skip_blanks(rest)).0;
    if matches!(second, "has" | "keeps") || nearest(second, ["has", "keeps"]).is_some() {
        return None;
    }
    let place = Span::new(span.file, start, start + first.len() as u32);
    let help = match (foreign::item(first), nearest(first, ITEM_WORDS.iter().copied())) {
        (Some(help), _) => help.to_owned(),
        (None, Some(word)) => format!("did you mean `{word}`?"),
        (None, None) => item_help(),
    };
    Some(
        Diagnostic::error(codes::UNKNOWN_ITEM, format!("no item starts with `{first}`"))
            .label(place, "not the first word of an item")
            .help(help),
    )
}

fn item_help() -> String {
    "an item starts at column 0 with its word, such as `tile` or `step`, or with an owner and `has` \
     or `keeps`; indent what belongs to the item before"
        .to_owned()
}

/// The diagnostic for a text that stops making sense at byte `at` of an item.
pub(crate) fn unexpected(
    text: &str,
    span: Span,
    at: usize,
    positives: &[Rule],
    unbalanced: Option<Unbalanced>,
) -> Diagnostic {
    let at = text.len() - skip_blanks(&text[at..]).len();
    if let Some(diagnostic) = remark(text, span, at).or_else(|| indented(text, span, at)) {
        return diagnostic;
    }
    if let Some(diagnostic) = partnerless(text, span, at, unbalanced) {
        return diagnostic;
    }
    let rest = &text[at..];
    let word = split_word(rest).0;
    let end = at + if rest.is_empty() { 0 } else { token_length(rest) };
    let absolute = |from: usize, to: usize| {
        Span::new(span.file, span.start + from as u32, span.start + to as u32)
    };
    let positives = &without_owners(text, positives)[..];
    if RESERVED_WORDS.contains(&word) && wants_a_name(positives) {
        return Diagnostic::error(
            codes::RESERVED_WORD,
            format!("`{word}` is a word of the language and cannot be a name"),
        )
        .label(absolute(at, end), "expected a name")
        .help("take another word; only after a dot any word is a name");
    }
    if let Some(diagnostic) = foreign::written(text, span, at, positives) {
        return diagnostic;
    }
    let expected = listed(&phrases(positives));
    let behind = last_token_end(text, at);
    let (place, label) = if text[behind..at].contains('\n') || rest.is_empty() {
        (absolute(behind, behind), "something is missing here")
    } else {
        (absolute(at, end), "unexpected")
    };
    let message = format!("found {}, expected {expected}", found(rest));
    let mut diagnostic = Diagnostic::error(codes::UNEXPECTED, message).label(place, label);
    if let Some(help) = suggestion(text, at, word, positives) {
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

/// The diagnostic for a text that one other word, or one more sign, would make readable.
pub(crate) fn repaired(text: &str, span: Span, repair: &Repair) -> Diagnostic {
    let place = |from: usize, to: usize| {
        Span::new(span.file, span.start + from as u32, span.start + to as u32)
    };
    match *repair {
        Repair::Word(start, end, word) => {
            let message = format!("`{}` means nothing here", &text[start..end]);
            Diagnostic::error(codes::UNEXPECTED, message)
                .label(place(start, end), "not known")
                .help(format!("did you mean `{word}`?"))
        }
        Repair::Sign(at, sign) => {
            Diagnostic::error(codes::UNEXPECTED, format!("a `{sign}` is missing"))
                .label(place(at, at), format!("expected `{sign}` here"))
                .help(format!("write `{sign}` behind `{}`", last_token(text, at)))
        }
    }
}

/// The token that ends at byte `at`, as messages show it.
fn last_token(text: &str, at: usize) -> String {
    let mut rest = skip_blanks(text);
    let mut last = rest;
    while !rest.is_empty() && text.len() - rest.len() < at {
        last = rest;
        rest = skip_blanks(&rest[token_length(rest)..]);
    }
    found(last).trim_matches('`').to_owned()
}

/// The expected rules without `has` and `keeps` behind an item's word: `tile` could own something
/// too, but whoever writes `tile 5` meant a tile.
fn without_owners(text: &str, positives: &[Rule]) -> Vec<Rule> {
    let others =
        |rule: &Rule| !matches!(rule, Rule::has | Rule::keeps | Rule::k_has | Rule::k_keeps);
    let first = split_word(behind_citations(text, usize::MAX)).0;
    let kept: Vec<Rule> = positives.iter().copied().filter(others).collect();
    if kept.is_empty() || !ITEM_WORDS.contains(&first) { positives.to_vec() } else { kept }
}

/// Whether a name was expected, or nothing but a sign instead of one.
fn wants_a_name(positives: &[Rule]) -> bool {
    let is_name = |rule: &Rule| {
        matches!(
            rule,
            Rule::name | Rule::names | Rule::pattern | Rule::parameter | Rule::path | Rule::setting
        )
    };
    let is_sign = |rule: &Rule| matches!(rule, Rule::c_brace | Rule::c_paren | Rule::comma);
    positives.iter().any(is_name) && positives.iter().all(|rule| is_name(rule) || is_sign(rule))
}

/// A bracket without its partner explains an error at its place or at the end of the item.
fn partnerless(
    text: &str,
    span: Span,
    at: usize,
    unbalanced: Option<Unbalanced>,
) -> Option<Diagnostic> {
    let Unbalanced { open, close } = unbalanced?;
    let here = span.start + at as u32;
    // Without an end too much, the lines behind may show that something should have ended before this place.
    let ends_before = || close.is_none() && unclosed(text).is_some_and(|(_, end)| end <= at);
    if close.map_or(at < text.len(), |close| close != here) && !ends_before() {
        return None;
    }
    let sign = |at: u32| &text[(at - span.start) as usize..][..1];
    let place = |at: u32| Span::new(span.file, at, at + 1);
    if let (Some(_), None) = (open, close)
        && let Some((open, end)) = unclosed(text)
    {
        let (open, end) = (span.start + open as u32, span.start + end as u32);
        let closing = partner(sign(open));
        let message = format!("this `{}` is never closed", sign(open));
        return Some(
            Diagnostic::error(codes::UNBALANCED, message)
                .label(place(open), "opened here")
                .label(
                    Span::new(span.file, end, end),
                    format!("`{closing}` is missing here at the latest"),
                )
                .help(format!("write `{closing}` where what it opens ends")),
        );
    }
    Some(match (open, close) {
        (Some(open), close) => {
            let message = format!("this `{}` is never closed", sign(open));
            let diagnostic =
                Diagnostic::error(codes::UNBALANCED, message).label(place(open), "opened here");
            match close {
                Some(close) => {
                    let (closing, found) = (partner(sign(open)), sign(close));
                    diagnostic
                        .label(place(close), format!("but `{found}` comes first"))
                        .help(format!("write `{closing}` before `{found}`, or instead of it"))
                }
                None => diagnostic
                    .label(Span::new(span.file, span.end, span.end), "the item ends here")
                    .help(format!("write `{}` where what it opens ends", partner(sign(open)))),
            }
        }
        (None, close) => {
            let close = close.unwrap_or(here);
            Diagnostic::error(codes::UNBALANCED, format!("this `{}` closes nothing", sign(close)))
                .label(place(close), "nothing is open here")
                .help(format!(
                    "leave it out, or write `{}` where it should begin",
                    partner(sign(close))
                ))
        }
    })
}

/// The other bracket of a pair.
fn partner(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        ")" => "(",
        "[" => "]",
        "]" => "[",
        "{" => "}",
        _ => "{",
    }
}

/// The word that was most likely meant, at the error or just before it.
fn suggestion(text: &str, at: usize, word: &str, positives: &[Rule]) -> Option<String> {
    let expected: Vec<String> = positives.iter().filter_map(|&rule| fixed_word(rule)).collect();
    if !word.is_empty()
        && let Some(near) = nearest(word, expected.iter().map(String::as_str))
    {
        return Some(format!("did you mean `{near}`?"));
    }
    if let Some(help) = foreign::sign(text[..at].trim_end(), &text[at..], positives) {
        return Some(help.to_owned());
    }
    if positives.contains(&Rule::string) && !word.is_empty() {
        return Some(format!("put it in double quotes: `\"{word}\"`"));
    }
    let before = last_word(&text[..last_token_end(text, at)]);
    if let Some(help) = misplaced_word(word, before, positives) {
        return Some(help.to_owned());
    }
    if ASK_WORDS.contains(&word) {
        return Some(
            "an ask is no expression: it stands behind `=`, or alone on its line, as in \
             `let letter = p chooses from Letter`"
                .to_owned(),
        );
    }
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    if at > 0 && ITEM_WORDS.contains(&word) && positives.contains(&Rule::EOI) {
        let again = if line_start == at { "" } else { ", not behind another item" };
        return Some(format!("`{word}` begins an item; items start at column 0{again}"));
    }
    // Where a line or a deed could go on in many ways, its first word may be the misspelt one.
    let open_ended = positives.iter().any(|rule| {
        matches!(rule, Rule::colon | Rule::sentence | Rule::statement | Rule::head_verb)
    });
    if !open_ended {
        return None;
    }
    let all = || RESERVED_WORDS.iter().chain(LINE_WORDS).copied();
    let known = |word: &str| all().any(|other| other == word);
    [word, before]
        .into_iter()
        .filter(|word| word.len() > 2 && !known(word))
        .find_map(|word| {
            nearest(word, all()).filter(|near| strsim::damerau_levenshtein(word, near) == 1)
        })
        .map(|near| format!("did you mean `{near}`?"))
}

/// Words of the language that stand where another form is written.
fn misplaced_word(word: &str, before: &str, positives: &[Rule]) -> Option<&'static str> {
    Some(match (word, before) {
        ("where", _) => {
            "only `for` and what picks of a list ask `where`: write `all x in LIST where …`"
        }
        ("then", _) if positives.contains(&Rule::block) || positives.contains(&Rule::o_brace) => {
            "`then` belongs to a value; what is done stands in braces at once: `if … { … }`"
        }
        ("from", "choose") => "one who must choose `chooses`, one who can pass `may choose`",
        _ => return None,
    })
}

/// The word of a rule that is a fixed word.
fn fixed_word(rule: Rule) -> Option<String> {
    Some(format!("{rule:?}").strip_prefix("k_")?.to_owned())
}

fn last_word(text: &str) -> &str {
    let start = text
        .bytes()
        .rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
        .map_or(0, |before| before + 1);
    &text[start..]
}

/// Where the last token before byte `at` ends.
fn last_token_end(text: &str, at: usize) -> usize {
    let mut end = 0;
    let mut rest = skip_blanks(text);
    while text.len() - rest.len() < at && !rest.is_empty() {
        rest = &rest[token_length(rest)..];
        end = text.len() - rest.len();
        rest = skip_blanks(rest);
    }
    end.min(at)
}

/// The token at the start of a text, as messages show it.
fn found(text: &str) -> String {
    let Some(first) = text.chars().next() else {
        return "the end of the item".to_owned();
    };
    if first == '"' {
        return "a text".to_owned();
    }
    if first.is_control() || (first.is_whitespace() && first != ' ') {
        return format!("the character U+{:04X}", first as u32);
    }
    let token = &text[..token_length(text)];
    if token.len() > 40 { "a very long word".to_owned() } else { format!("`{token}`") }
}

/// `a, b or c`.
fn listed(phrases: &[String]) -> String {
    match phrases {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
