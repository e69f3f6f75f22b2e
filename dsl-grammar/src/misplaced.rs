//! What ends an item without being part of it: remarks with the signs of other languages, and indented items.

use pest::Parser;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::grammar::{CarcParser, Rule};
use crate::scan::{skip_blanks, split_word, tokens};
use crate::source::Span;
use crate::words::ITEM_WORDS;

/// The diagnostic for a remark that begins with the signs of another language in the line of byte `at`, up to there.
pub(crate) fn remark(text: &str, span: Span, at: usize) -> Option<Diagnostic> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let starts = tokens(text).map(|token| token.start).skip_while(|&start| start < line);
    let mut tokens = starts.take_while(|&start| start <= at);
    let (start, sign) = tokens.find_map(|start| {
        let sign = ["/*", "#", "--"].into_iter().find(|sign| text[start..].starts_with(sign))?;
        // Two signs of a number may follow each other, but hardly at the beginning of a line or before a blank.
        let is_first = || text[line..start].trim().is_empty();
        let is_remark = sign != "--" || is_first() || text[start + 2..].starts_with(' ');
        is_remark.then_some((start, sign))
    })?;
    let start = span.start + start as u32;
    let place = Span::new(span.file, start, start + sign.len() as u32);
    let help = match sign {
        "/*" => "write `//` before each line of it, without `/*` and `*/`".to_owned(),
        _ => format!("write `//` and not `{sign}`"),
    };
    Some(
        Diagnostic::error(codes::UNEXPECTED, format!("no remark begins with `{sign}`"))
            .label(place, "remarks begin with `//`")
            .help(help),
    )
}

/// The diagnostic for a blank before the first word of an item, at byte `at` behind another item that is whole.
pub(crate) fn indented(text: &str, span: Span, at: usize) -> Option<Diagnostic> {
    let (word, rest) = split_word(&text[at..]);
    let owns = || matches!(split_word(skip_blanks(rest)).0, "has" | "keeps");
    let is_item = ITEM_WORDS.contains(&word) || !word.is_empty() && owns();
    let line = text[..at].rfind('\n').map(|end| end + 1)?;
    let is_first = text[line..at].chars().all(char::is_whitespace);
    if !is_item || !is_first || CarcParser::parse(Rule::chunk, &text[..line]).is_err() {
        return None;
    }
    let start = span.start + at as u32;
    let place = Span::new(span.file, start, start + word.len() as u32);
    Some(
        Diagnostic::error(
            codes::UNEXPECTED,
            format!("the item that begins with `{word}` is indented"),
        )
        .label(place, "expected at column 0")
        .help(format!("take away the blanks before `{word}`"))
        .suggest(Span::new(span.file, span.start + line as u32, start), ""),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn a_sign_in_an_earlier_line_is_no_remark_of_a_later_one() {
        let text = "menu a\n--\n   b\n   # c\n";
        let mut sources = Sources::new();
        let file = sources.add("test.carc", text);
        let span = Span::new(file, 0, text.len() as u32);
        let label = |at: usize| remark(text, span, at).map(|found| found.message);
        assert_eq!(label(text.find('b').unwrap()), None);
        assert!(label(text.find('-').unwrap()).unwrap().contains("`--`"));
        assert!(label(text.find('#').unwrap()).unwrap().contains("`#`"));
    }
}
