//! A text that is being written is seldom a whole one. Here a word is put where the author writes, and what is
//! still to come behind it, so that the compiler can say what would be known there.

use grammar::{FileId, Span};

use crate::desk::Desk;

/// The word that stands for what is to be written; it means nothing.
pub(crate) const WORD: &str = "carc_here";

/// What may be missing behind the word, the simplest first.
const BEHIND: &[&str] = &[
    "",
    "()",
    " = 0",
    " {}",
    "() {}",
    " for carc_here",
    " then 0 else 0",
    " in carc_here",
    " { else {} }",
    " { else => 0 }",
    "(carc_here) by 1",
    " = at (0, 0)",
];

/// The place where an author writes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cursor {
    /// The file.
    pub(crate) file: FileId,
    /// Where the word begins that is being written; it may be empty.
    pub(crate) start: usize,
    /// Where it ends.
    pub(crate) end: usize,
    /// Where the item begins that it belongs to, or would begin.
    pub(crate) item: usize,
    /// Where the next item begins, or the text ends.
    pub(crate) behind: usize,
}

impl Cursor {
    /// The place of a byte.
    pub(crate) fn at(desk: &Desk, file: FileId, offset: usize) -> Option<Self> {
        let text = desk.source(file).text();
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let bytes = text.as_bytes();
        let offset = crate::subject::floor(text, offset);
        let start = (0..offset).rev().take_while(|&at| is_word(bytes[at])).last().unwrap_or(offset);
        let end = (offset..text.len()).find(|&at| !is_word(bytes[at])).unwrap_or(text.len());
        let items = &desk.tree(file)?.items;
        // At the start of a line an item begins, whatever stands before.
        let fresh = start == 0 || bytes[start - 1] == b'\n';
        let first = |span: Span| span.start as usize;
        let before = |item: &&grammar::ast::Item| {
            if fresh { first(item.span) < start } else { first(item.span) <= start }
        };
        let item = items.iter().rev().find(before).map(|item| first(item.span));
        let next = items.iter().map(|item| first(item.span)).find(|&at| at > start);
        let item = if fresh { start } else { item.unwrap_or(start) };
        Some(Self { file, start, end, item, behind: next.unwrap_or(text.len()) })
    }

    /// The text between the start of the item and the word.
    pub(crate) fn before<'t>(&self, text: &'t str) -> &'t str {
        &text[self.item..self.start]
    }

    /// The text with a word of its own in the place of the one that is being written, whole enough to be read;
    /// and where that word stands.
    pub(crate) fn whole(&self, text: &str) -> Option<(String, Span)> {
        let before = &text[self.item..self.start];
        let rest = &text[self.end.min(self.behind)..self.behind];
        let line = rest.find('\n').unwrap_or(rest.len());
        let closers = closers(before);
        // What follows is whole, or only its next lines are, or nothing of it.
        let tails = [rest.to_owned(), rest[line..].to_owned(), closers];
        for tail in &tails {
            for behind in BEHIND {
                let item = format!("{before}{WORD}{behind}{tail}");
                if grammar::is_item(item.trim_end()) {
                    let mut whole = text[..self.item].to_owned();
                    whole.push_str(&item);
                    if !item.ends_with('\n') {
                        whole.push('\n');
                    }
                    whole.push_str(&text[self.behind..]);
                    let span =
                        Span::new(self.file, self.start as u32, (self.start + WORD.len()) as u32);
                    return Some((whole, span));
                }
            }
        }
        None
    }
}

/// The brackets that a text leaves open, closed.
fn closers(text: &str) -> String {
    let mut open = Vec::new();
    for token in grammar::tokens(text) {
        match &text[token] {
            "(" => open.push(')'),
            "[" => open.push(']'),
            "{" => open.push('}'),
            ")" | "]" | "}" => _ = open.pop(),
            _ => {}
        }
    }
    // Blanks keep what is closed from being glued to a word.
    open.iter().rev().flat_map(|closer| [' ', *closer]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_is_closed() {
        assert_eq!(closers("step a in b { if (x"), " ) }");
        assert_eq!(closers("} ]"), "");
    }
}
