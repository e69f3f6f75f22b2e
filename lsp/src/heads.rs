//! What an item that cannot be read as a whole still says at its head: what sort of item it is, and what it is called.

use std::ops::Range;

/// The head of an item.
#[derive(Debug, PartialEq)]
pub(crate) struct Head {
    /// Its first word behind what it cites.
    pub(crate) word: Range<usize>,
    /// What follows, up to a brace or the end of the line.
    pub(crate) rest: Range<usize>,
}

/// The head of an item, in the bytes of its text.
pub(crate) fn head(text: &str) -> Option<Head> {
    let mut tokens =
        grammar::tokens(text).skip_while(|token| text[token.clone()].starts_with('@')).peekable();
    let word = tokens.next()?;
    let line = text[word.start..].find('\n').map_or(text.len(), |end| word.start + end);
    let ends = |token: &Range<usize>| token.start >= line || &text[token.clone()] == "{";
    let start = tokens.peek().filter(|token| !ends(token)).map_or(word.end, |token| token.start);
    let end = tokens.take_while(|token| !ends(token)).last().map_or(start, |token| token.end);
    Some(Head { word, rest: start..end.max(start) })
}

/// The title of a scenario, and its place with the quotation marks, if that is what a text begins.
pub(crate) fn title(text: &str) -> Option<(&str, Range<usize>)> {
    let head = head(text)?;
    let rest = text.get(head.rest.clone()).filter(|_| &text[head.word] == "scenario")?;
    let title = rest.strip_prefix('"')?.split('"').next()?;
    let end = head.rest.start + 1 + title.len();
    Some((title, head.rest.start..(end + 1).min(head.rest.end)))
}

/// Whether a line of an item begins with a word, behind what it cites.
pub(crate) fn has_line(text: &str, word: &str) -> bool {
    text.lines().any(|line| head(line).is_some_and(|head| &line[head.word] == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_with_its_line_or_a_brace() {
        let said = |text: &'static str| head(text).map(|head| (&text[head.word], &text[head.rest]));
        assert_eq!(said("@A1 @A2 after p scores n { x"), Some(("after", "p scores n")));
        assert_eq!(said("// A remark.\nforbid m moves\n  to s"), Some(("forbid", "m moves")));
        assert_eq!(said("step"), Some(("step", "")));
        assert_eq!(said("step {"), Some(("step", "")));
        assert_eq!(said("@A1"), None);
        assert_eq!(said(""), None);
    }

    #[test]
    fn a_title_need_not_end() {
        let said = |text: &'static str| title(text).map(|(title, at)| (title, &text[at]));
        assert_eq!(said("@A1 scenario \"a boat\" { draw"), Some(("a boat", "\"a boat\"")));
        assert_eq!(said("scenario \"ä bo"), Some(("ä bo", "\"ä bo")));
        assert_eq!(said("scenario \"\n}"), Some(("", "\"")));
        assert_eq!(said("scenario a"), None);
        assert_eq!(said("step \"a\""), None);
    }
}
