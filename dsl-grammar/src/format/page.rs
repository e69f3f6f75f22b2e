//! A text as lines of signs, each with a comment perhaps, and the columns where all of it stands.

use std::collections::BTreeMap;
use std::ops::Range;

use super::role::Role;
use super::sign::Sign;
use super::space;
use crate::scan::token_length;

/// Where the next column of a tab is.
const TAB: usize = 4;

/// A text in lines.
#[derive(Debug, Default)]
pub(super) struct Page<'t> {
    /// Its lines; of several blank ones together the first.
    pub(super) lines: Vec<Line<'t>>,
    /// The signs of all lines.
    pub(super) signs: Vec<Sign<'t>>,
}

/// A line: signs, a comment, both, or nothing.
#[derive(Debug, Default)]
pub(super) struct Line<'t> {
    /// Which signs stand on it.
    pub(super) signs: Range<usize>,
    /// The comment at its end.
    pub(super) comment: Option<Comment<'t>>,
}

/// A comment or a text for players or authors, with its slashes.
#[derive(Debug)]
pub(super) struct Comment<'t> {
    pub(super) text: &'t str,
    /// Where the author put it.
    pub(super) column: usize,
}

impl Page<'_> {
    /// Whether a line has no sign and no comment.
    pub(super) fn is_blank(&self, line: usize) -> bool {
        self.lines[line].signs.is_empty() && self.lines[line].comment.is_none()
    }

    /// The column behind the last sign of a line, where the author put it.
    pub(super) fn end(&self, line: usize) -> usize {
        let signs = &self.signs[self.lines[line].signs.clone()];
        signs.last().map_or(0, Sign::end)
    }
}

/// Reads a text that has no mistakes.
pub(super) fn read<'t>(text: &'t str, roles: &BTreeMap<usize, Role>) -> Page<'t> {
    let mut page = Page::default();
    let mut open = Vec::new();
    let mut line = Line::default();
    let mut column = 0;
    for (at, piece) in pieces(text) {
        match piece {
            Piece::Blank(blank) => {
                column = if blank == "\t" { (column / TAB + 1) * TAB } else { column + 1 };
            }
            Piece::End => {
                page.lines.push(std::mem::take(&mut line));
                line.signs = page.signs.len()..page.signs.len();
                column = 0;
            }
            Piece::Comment(text) => line.comment = Some(Comment { text, column }),
            Piece::Sign(text) => {
                for (at, text) in parts(at, text, roles) {
                    let role = roles.get(&at).copied().unwrap_or_default();
                    page.put(Sign::new(text, role, column), &line, &mut open);
                    column += text.chars().count();
                }
                line.signs.end = page.signs.len();
            }
        }
    }
    page.lines.push(line);
    page
}

impl<'t> Page<'t> {
    /// Adds a sign to the line that is read; `open` are the brackets before it.
    fn put(&mut self, mut sign: Sign<'t>, line: &Line<'t>, open: &mut Vec<usize>) {
        if self.signs.len() > line.signs.start {
            sign.space = space::between(&self.signs[line.signs.start..], &sign);
        }
        if sign.closes() {
            open.pop();
        }
        sign.depth = open.len();
        sign.around = open.last().copied();
        if sign.opens() {
            open.push(self.signs.len());
        }
        self.signs.push(sign);
    }
}

/// Parts of a run of letters and digits: a number and its unit may be written as one.
fn parts<'t>(
    at: usize,
    text: &'t str,
    roles: &BTreeMap<usize, Role>,
) -> impl Iterator<Item = (usize, &'t str)> {
    let inside = roles.range(at + 1..at + text.len().max(1));
    let unit = inside.filter(|(_, role)| role.is_unit).map(|(&unit, _)| unit - at).next();
    let (first, second) = text.split_at(unit.unwrap_or(text.len()));
    let second = (!second.is_empty()).then_some((at + first.len(), second));
    std::iter::once((at, first)).chain(second)
}

/// A piece of text.
enum Piece<'t> {
    Blank(&'t str),
    End,
    Comment(&'t str),
    Sign(&'t str),
}

/// The pieces of a text with the bytes where they begin.
fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let start = at;
        let rest = &text[start..];
        let piece = match rest.as_bytes().first()? {
            b'\n' => Piece::End,
            b' ' | b'\t' | b'\r' => Piece::Blank(&rest[..1]),
            b'/' if rest.starts_with("//") => {
                let line = rest.split('\n').next().unwrap_or_default();
                at += line.len();
                return Some((start, Piece::Comment(line.trim_end())));
            }
            _ => {
                let length = token_length(rest);
                at += length;
                return Some((start, Piece::Sign(&rest[..length])));
            }
        };
        at += 1;
        Some((start, piece))
    })
}

/// Everything in a text that is not blank, letter by letter; each comment as a whole.
pub(super) fn signs(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).flat_map(|(_, piece)| {
        let (comment, sign) = match piece {
            Piece::Comment(text) => (Some(text), ""),
            Piece::Sign(text) => (None, text),
            Piece::Blank(_) | Piece::End => (None, ""),
        };
        comment.into_iter().chain(sign.split_inclusive(|_| true))
    })
}
