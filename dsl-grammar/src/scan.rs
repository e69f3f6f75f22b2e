//! Cuts a text into items before the grammar sees it, so that a broken item never hides the next.
//!
//! An item starts at column 0. Inside open brackets column 0 counts only where a word of an item
//! stands there: then the brackets of the item before were never closed. Items right inside `with`
//! may start there, too, if every bracket of the text has its partner.

use std::cell::OnceCell;

use crate::ast::Doc;
use crate::source::{FileId, Span};
use crate::words::{ITEM_WORDS, MAX_NESTING};

/// The text of one item, without what lies around it.
pub(crate) struct Chunk {
    /// The first byte, that of a citation if there is one.
    pub(crate) start: u32,
    /// The first byte behind the last token.
    pub(crate) end: u32,
    /// The doc texts beside it.
    pub(crate) docs: Vec<FoundDoc>,
    /// What already this cut finds wrong.
    pub(crate) fault: Option<Fault>,
    /// The first bracket without its partner.
    pub(crate) unbalanced: Option<Unbalanced>,
}

/// A doc text and whether it stands on lines of its own.
pub(crate) struct FoundDoc {
    pub(crate) doc: Doc,
    pub(crate) leading: bool,
}

/// A mistake that makes parsing pointless.
#[derive(Clone, Copy)]
pub(crate) enum Fault {
    /// A bracket deeper than the limit, at this byte.
    TooDeep(u32),
    /// A text without its second quote, from and to these bytes.
    UnclosedText(u32, u32),
}

/// A bracket without its partner.
#[derive(Clone, Copy)]
pub(crate) struct Unbalanced {
    /// The opening bracket that is never closed.
    pub(crate) open: Option<u32>,
    /// The closing bracket found instead; without it the item ended.
    pub(crate) close: Option<u32>,
}

/// Cuts a text into items.
pub(crate) fn scan(text: &str, file: FileId) -> Vec<Chunk> {
    let mut scanner = Scanner {
        text,
        file,
        at: if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 },
        line_is_blank: true,
        column_zero: true,
        only_citations: false,
        brackets: Vec::new(),
        pending: Vec::new(),
        chunks: Vec::new(),
        is_balanced: OnceCell::new(),
    };
    scanner.run();
    scanner.chunks
}

struct Scanner<'s> {
    text: &'s str,
    file: FileId,
    at: usize,
    /// No token yet on this line.
    line_is_blank: bool,
    /// Nothing at all yet on this line.
    column_zero: bool,
    /// The chunk consists of citations so far.
    only_citations: bool,
    brackets: Vec<(u8, u32)>,
    pending: Vec<FoundDoc>,
    chunks: Vec<Chunk>,
    /// Every bracket of the text has its partner; looked at where it matters.
    is_balanced: OnceCell<bool>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line_is_blank = true;
                    self.column_zero = true;
                    continue;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.text[self.at..].starts_with("//") => self.comment(),
                _ => {
                    self.token(byte);
                    self.line_is_blank = false;
                }
            }
            self.column_zero = false;
        }
        self.close_chunk();
        let rest = std::mem::take(&mut self.pending);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.docs.extend(rest);
        }
    }

    fn comment(&mut self) {
        let line = self.text[self.at..].split('\n').next().unwrap_or_default();
        let start = self.at;
        self.at += line.len();
        let Some(text) = line.strip_prefix("///").filter(|text| !text.starts_with('/')) else {
            return;
        };
        let span = Span::new(self.file, start as u32, (start + line.trim_end().len()) as u32);
        let text = text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned();
        let found = FoundDoc { doc: Doc { text, span }, leading: self.line_is_blank };
        match self.chunks.last_mut() {
            Some(chunk) if !found.leading => chunk.docs.push(found),
            _ => self.pending.push(found),
        }
    }

    fn token(&mut self, byte: u8) {
        if self.starts_item(byte) {
            self.open_chunk();
        }
        self.only_citations &= byte == b'@';
        let start = self.at;
        self.at += token_length(&self.text[start..]);
        match byte {
            b'(' | b'[' | b'{' => self.open_bracket(byte, start as u32),
            b')' | b']' | b'}' => self.close_bracket(byte, start as u32),
            b'"' => {
                let token = &self.text[start..self.at];
                if token.len() < 2 || !token.ends_with('"') {
                    self.fault(Fault::UnclosedText(start as u32, self.at as u32));
                }
            }
            _ => {}
        }
        let (end, pending) = (self.at as u32, std::mem::take(&mut self.pending));
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.end = end;
            chunk.docs.extend(pending);
        }
    }

    fn starts_item(&self, byte: u8) -> bool {
        if self.chunks.is_empty() {
            return true;
        }
        if !self.column_zero || self.only_citations {
            return false;
        }
        if !(byte.is_ascii_alphanumeric() || byte == b'@' || byte == b'_' || !byte.is_ascii()) {
            return false;
        }
        self.brackets.is_empty() || !self.is_lent() && starts_with_item_word(&self.text[self.at..])
    }

    /// Whether this is a place for an item inside `with` of a text without a lost bracket.
    fn is_lent(&self) -> bool {
        let first = self.chunks.last().map_or("", |chunk| &self.text[chunk.start as usize..]);
        self.brackets.len() == 1
            && split_word(behind_citations(first, 16)).0 == "with"
            && *self.is_balanced.get_or_init(|| is_balanced(self.text))
    }

    fn open_chunk(&mut self) {
        self.close_chunk();
        self.only_citations = true;
        let at = self.at as u32;
        let docs = std::mem::take(&mut self.pending);
        self.chunks.push(Chunk { start: at, end: at, docs, fault: None, unbalanced: None });
    }

    fn close_chunk(&mut self) {
        let open = self.brackets.first().map(|&(_, open)| open);
        self.brackets.clear();
        if let (Some(chunk), Some(_)) = (self.chunks.last_mut(), open) {
            chunk.unbalanced.get_or_insert(Unbalanced { open, close: None });
        }
    }

    fn open_bracket(&mut self, byte: u8, at: u32) {
        self.brackets.push((byte, at));
        if self.brackets.len() > MAX_NESTING {
            self.fault(Fault::TooDeep(at));
        }
    }

    fn close_bracket(&mut self, byte: u8, at: u32) {
        let opener = match byte {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let innermost = self.brackets.last().copied();
        if innermost.is_some_and(|(open, _)| open == opener) {
            self.brackets.pop();
            return;
        }
        if let Some(chunk) = self.chunks.last_mut() {
            let open = innermost.map(|(_, open)| open);
            chunk.unbalanced.get_or_insert(Unbalanced { open, close: Some(at) });
        }
        if let Some(partner) = self.brackets.iter().rposition(|&(open, _)| open == opener) {
            self.brackets.truncate(partner);
        }
    }

    fn fault(&mut self, fault: Fault) {
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.fault.get_or_insert(fault);
        }
    }
}

/// Whether every bracket of a text has its partner.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for token in tokens(text) {
        match &text[token] {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            close @ (")" | "]" | "}") if open.pop() != Some(close) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// Whether a text starts with an item's word, or with an owner and `has` or `keeps`.
fn starts_with_item_word(text: &str) -> bool {
    // Nobody cites more at once, and without a limit looking ahead from each would be quadratic.
    let text = behind_citations(text, 16);
    let (first, rest) = split_word(text);
    ITEM_WORDS.contains(&first)
        || matches!(split_word(skip_blanks(rest)).0, "has" | "keeps") && !first.is_empty()
}

/// The text behind the citations at its start, at most so many of them.
pub(crate) fn behind_citations(mut text: &str, most: usize) -> &str {
    for _ in 0..most {
        if !text.starts_with('@') {
            break;
        }
        let length = token_length(text);
        text = skip_blanks(&text[length..]);
    }
    text
}

/// The word at the start of a text, and what follows.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !is_word_byte(byte)).unwrap_or(text.len());
    text.split_at(end)
}

/// The places of all tokens of a text, in their order; remarks are none.
pub fn tokens(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut rest = skip_blanks(text);
    std::iter::from_fn(move || {
        let length = if rest.is_empty() { return None } else { token_length(rest) };
        let start = text.len() - rest.len();
        rest = skip_blanks(&rest[length..]);
        Some(start..start + length)
    })
}

/// The text behind blanks and comments.
pub(crate) fn skip_blanks(text: &str) -> &str {
    let mut text = text.trim_start_matches([' ', '\t', '\r', '\n']);
    while text.starts_with("//") {
        let end = text.find('\n').unwrap_or(text.len());
        text = text[end..].trim_start_matches([' ', '\t', '\r', '\n']);
    }
    text
}

/// The number of bytes of the token at the start of a text that is not empty.
pub(crate) fn token_length(text: &str) -> usize {
    let first = text.chars().next().unwrap_or(' ');
    if first == '"' {
        // No further than to its end: many texts may stand on one line.
        let Some(end) = text[1..].find(['"', '\n']) else { return text.len() };
        let inside = &text[1..=end];
        return match text[1 + end..].starts_with('"') {
            true => end + 2,
            false => 1 + inside.strip_suffix('\r').unwrap_or(inside).len(),
        };
    }
    if first == '@' {
        return 1 + split_word(&text[1..]).0.len();
    }
    if first.is_ascii_alphanumeric() || first == '_' {
        return split_word(text).0.len();
    }
    if text.starts_with("/*") {
        return foreign_remark_length(text);
    }
    const PAIRS: [&str; 9] = ["==", "!=", "<=", ">=", "..", "+=", "-=", "->", "=>"];
    if PAIRS.iter().any(|pair| text.starts_with(pair)) { 2 } else { first.len_utf8() }
}

/// How far a remark between `/*` and `*/` is looked for: without a limit many that never end would take for ever.
const LONGEST_REMARK: usize = 1000;

/// A remark as other languages have it is one token, so that nothing inside is taken for rules.
fn foreign_remark_length(text: &str) -> usize {
    let pairs = text.bytes().zip(text.bytes().skip(1)).enumerate().skip(2).take(LONGEST_REMARK);
    let mut ends = pairs.filter(|(_, pair)| *pair == (b'*', b'/'));
    let line = || text.lines().next().unwrap_or_default();
    ends.next().map_or_else(|| line().len(), |(at, _)| at + 2)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
