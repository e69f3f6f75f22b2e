//! What one other word, or one more sign, would make readable: tried out, not guessed.

use std::collections::BTreeSet;

use crate::scan::{skip_blanks, split_word, token_length};
use crate::words::{ITEM_WORDS, RESERVED_WORDS};

/// Larger items are not read again and again.
const MAX_BYTES: usize = 16 << 10;
/// How many tokens before the place where reading stopped may be the misspelt one.
const BACK: usize = 9;
/// The signs that are forgotten.
const SIGNS: &[&str] = &[",", ")", "(", ":", "=", "{", "}", "]", "->", "=>"];
/// Words that begin a line or stand inside one and are no reserved words.
pub(crate) const LINE_WORDS: &[&str] = &[
    "across",
    "after",
    "as",
    "back",
    "before",
    "board",
    "box",
    "can",
    "cannot",
    "choose",
    "closes",
    "completed",
    "counts",
    "draw",
    "each",
    "game",
    "given",
    "holds",
    "lays",
    "list",
    "near",
    "needs",
    "of",
    "one",
    "part",
    "player",
    "players",
    "roll",
    "size",
    "snapshot",
    "stands",
    "stock",
    "times",
    "title",
    "turn",
    "turned",
    "uses",
    "worth",
];
/// Words that stand only inside of lines.
const INNER_WORDS: &[&str] = &[
    "a",
    "across",
    "as",
    "back",
    "common",
    "empty",
    "edges",
    "game",
    "half_edges",
    "lies",
    "list",
    "lying",
    "nothing",
    "of",
    "on",
    "per",
    "round",
    "turn",
    "x",
];

/// One change that makes a text readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The word at these bytes is another one.
    Word(usize, usize, &'static str),
    /// A sign is missing at this byte.
    Sign(usize, &'static str),
}

/// How far a text can be read: to its end, or to a byte.
type Reads<'r> = &'r dyn Fn(&str) -> Result<(), usize>;

/// The change of one word or sign near byte `at` after which the text can be read: to its end, or by a
/// misspelt word at least beyond its line.
pub(crate) fn repair(text: &str, at: usize, balanced: bool, reads: Reads<'_>) -> Option<Repair> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let tokens = tokens_to(text, at);
    let mut further: Option<(usize, Repair)> = None;
    // A word of an earlier line that can be read is not what stops the reading here.
    let last = tokens.iter().map(|&(start, _)| start).filter(|&start| start < at).max();
    let line_of_last = last.and_then(|last| text[..last].rfind('\n')).unwrap_or(0);
    for &(start, end) in tokens.iter().rev().take(BACK + 2) {
        // What stands behind a dot is a name of the rules.
        if text[..start].ends_with('.') && !text[..start].ends_with("..") {
            continue;
        }
        for other in near_words(&text[start..end]) {
            let changed = format!("{}{other}{}", &text[..start], &text[end..]);
            let repair = Repair::Word(start, end, other);
            match reads(&changed) {
                Ok(()) if begins_a_line(text, start) => {
                    // What goes on in a new line could be one of its own: `hand none` is no `and none`.
                    let whole = format!("{} = {}", &text[..end], &text[end..]);
                    let assigned = reads(&whole).is_ok();
                    return Some(if assigned { Repair::Sign(end, "=") } else { repair });
                }
                Ok(()) => return Some(repair),
                Err(stop) => {
                    let stop = (stop + end).saturating_sub(start + other.len());
                    let line = line_end(text, at);
                    let known = is_known(&text[start..end]);
                    if balanced
                        && !known
                        && start >= line_of_last
                        && stop > line
                        && further.as_ref().is_none_or(|(best, _)| stop > *best)
                    {
                        further = Some((stop, repair));
                    }
                }
            }
        }
    }
    let gap = tokens.iter().map(|&(_, end)| end).filter(|&end| end <= at).max().unwrap_or(0);
    let with = |sign: &str| reads(&format!("{} {sign} {}", &text[..gap], &text[gap..]));
    // In a list whose commas are all forgotten one of them helps as far as the next.
    let comma = || match with(",") {
        Err(stop) if stop > line_end(text, at) + 3 => Some(Repair::Sign(gap, ",")),
        Ok(()) => Some(Repair::Sign(gap, ",")),
        Err(_) => None,
    };
    let is_name = |repair: &Repair| {
        matches!(repair, Repair::Word(start, ..)
            if tokens.get(1).is_some_and(|second| second.0 == *start))
    };
    match further {
        // The second word of an item is its name, if anything else explains the rest.
        Some((_, repair)) if is_name(&repair) => comma().or(Some(repair)),
        Some((_, repair)) => Some(repair),
        None => SIGNS
            .iter()
            .find(|sign| with(sign).is_ok())
            .map(|sign| Repair::Sign(gap, sign))
            .or_else(comma),
    }
}

/// Whether the word at a byte is the first of its line, and the line before is indented as far or further.
fn begins_a_line(text: &str, at: usize) -> bool {
    let Some(line) = text[..at].rfind('\n').map(|newline| newline + 1) else { return false };
    let mut lines = text[..line].lines().rev().filter(|line| !line.trim().is_empty());
    let before = lines.next().map_or(0, |before| indentation(before, 0));
    text[line..at].trim().is_empty() && indentation(text, line) <= before
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |line| at + line)
}

/// The places of all tokens that begin at byte `at` or before, and of the one behind.
fn tokens_to(text: &str, at: usize) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut rest = skip_blanks(text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let end = start + token_length(rest);
        tokens.push((start, end));
        if start > at {
            break;
        }
        rest = skip_blanks(&text[end..]);
    }
    tokens
}

fn known_words() -> impl Iterator<Item = &'static str> {
    [RESERVED_WORDS, ITEM_WORDS, LINE_WORDS, INNER_WORDS].into_iter().flatten().copied()
}

fn is_known(word: &str) -> bool {
    known_words().any(|other| other == word)
}

/// The words of the language that are one slip away from a word that is none.
fn near_words(word: &str) -> BTreeSet<&'static str> {
    // No word of the language has a digit, and no slip makes one.
    let is_word = word.len() > 1
        && split_word(word).0.len() == word.len()
        && !word.bytes().any(|byte| byte.is_ascii_digit());
    if !is_word {
        return BTreeSet::new();
    }
    known_words()
        .filter(|other| *other != word)
        .filter(|other| other.len() > 1 && strsim::osa_distance(word, other) == 1)
        .collect()
}

/// The opening bracket that the indentation of the lines behind shows to be unclosed, and the byte behind
/// the last token that it can hold.
pub(crate) fn unclosed(text: &str) -> Option<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let (mut last_end, mut line_of_last, mut line) = (0, 0, 0);
    let mut indent = indentation(text, 0);
    let mut rest = skip_blanks(text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let end = start + token_length(rest);
        let token = &text[start..end];
        // Only what lies between two tokens is looked at: many may stand on one line.
        if let Some(newline) = text[last_end..start].rfind('\n') {
            line = last_end + newline + 1;
            indent = indentation(text, line);
        }
        let closes = matches!(token, ")" | "]" | "}");
        if line != line_of_last || last_end == 0 {
            if let Some(&(bracket, of)) = open.last()
                && line > bracket
                && (indent < of || indent == of && !closes)
            {
                return Some((bracket, last_end));
            }
            line_of_last = line;
        }
        if matches!(token, "(" | "[" | "{") {
            open.push((start, indent));
        } else if closes {
            open.pop();
        }
        last_end = end;
        rest = skip_blanks(&text[end..]);
    }
    open.last().map(|&(bracket, _)| (bracket, last_end))
}

fn indentation(text: &str, line: usize) -> usize {
    text[line..].bytes().take_while(|byte| *byte == b' ' || *byte == b'\t').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_tried_before_a_sign() {
        let reads = |text: &str| if text.contains("for p in") { Ok(()) } else { Err(9) };
        assert_eq!(repair("{ forr p in x }", 9, true, &reads), Some(Repair::Word(2, 6, "for")));
        let reads = |text: &str| if text.starts_with("a ,") { Ok(()) } else { Err(2) };
        assert_eq!(repair("a b", 2, true, &reads), Some(Repair::Sign(1, ",")));
        assert_eq!(repair("a b", 2, true, &|_| Err(2)), None);
        let reads = |text: &str| match text.contains(" and none") || text.contains("hand = ") {
            true => Ok(()),
            false => Err(text.len()),
        };
        let own = "{\n  a\n  hand none\n}";
        assert_eq!(repair(own, 13, true, &reads), Some(Repair::Sign(12, "=")));
        let more = "{\n  a\n    hand none\n}";
        assert_eq!(repair(more, 15, true, &reads), Some(Repair::Word(10, 14, "and")));
    }

    #[test]
    fn indentation_tells_which_bracket_is_open() {
        let text = "step s in t {\n    for p in q {\n        p wins\n}";
        assert_eq!(
            unclosed(text),
            Some((text.find("{\n        p").expect("there"), text.len() - 2))
        );
        let text = "step s in t {\n    p wins";
        assert_eq!(unclosed(text), Some((12, text.len())));
    }
}
