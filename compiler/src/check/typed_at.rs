//! Where what meets in a mistake of types was given its type: often there stands the slip.

use std::ops::Range;

use grammar::{Diagnostic, Sources, Span};

use super::codes;
use crate::meaning::Meaning;
use crate::names::Names;

/// Nobody follows more places of one mistake.
const MOST: usize = 2;
/// Nobody reads what is said beside more mistakes.
const MISTAKES: usize = 100;
/// How far a local is followed to what it was taken from.
const STEPS: usize = 4;

/// Adds to mistakes of types the declarations of what they are about, where those stand on other lines.
pub(crate) fn declared_at(sources: &Sources, names: &Names, diagnostics: &mut [Diagnostic]) {
    let of_types = |found: &&mut Diagnostic| {
        let codes = [codes::WRONG_TYPE, codes::UNKNOWN_PROPERTY, codes::WRONG_ARGUMENTS];
        found.is_error() && found.labels.len() == 1 && codes.contains(&found.code)
    };
    for diagnostic in diagnostics.iter_mut().filter(of_types).take(MISTAKES) {
        let Some(place) = diagnostic.span() else { continue };
        let Some(item) = Item::around(sources, place) else { continue };
        let mut found = item.words_inside(names, place);
        if diagnostic.code == codes::WRONG_TYPE {
            found.extend(item.wanted(sources, names, place));
        }
        let line = sources.position(place).line;
        for (span, word) in found {
            let known = diagnostic.labels.iter().any(|(other, _)| *other == span);
            let here = span.file == place.file && sources.position(span).line == line;
            if !known && !here && diagnostic.labels.len() <= MOST {
                diagnostic.labels.push((span, format!("`{word}` has its type here")));
            }
        }
    }
}

/// The tokens of the item around a place.
pub(super) struct Item<'s> {
    text: &'s str,
    file: grammar::FileId,
    tokens: Vec<Range<usize>>,
}

/// A place where something has a type, and what has it.
pub(super) type Typed = (Span, String);

impl<'s> Item<'s> {
    pub(super) fn around(sources: &'s Sources, place: Span) -> Option<Self> {
        let text = sources.get(place.file)?.text();
        let start = (0..=place.start as usize)
            .rev()
            .find(|&at| {
                let first = text[at.min(text.len())..].bytes().next();
                let begins = first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'@');
                begins && (at == 0 || text.as_bytes()[at - 1] == b'\n')
            })
            .filter(|&start| text.is_char_boundary(start))?;
        let rest = &text[start..];
        let end = place.end as usize;
        let tokens = grammar::tokens(rest)
            .map(|token| token.start + start..token.end + start)
            .take_while(|token| token.start <= end)
            .collect();
        Some(Self { text, file: place.file, tokens })
    }

    fn word(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| &self.text[token.clone()])
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let (start, end) = (self.tokens[from].start, self.tokens[to].end);
        Span::new(self.file, start as u32, end as u32)
    }

    /// The declarations of the names inside of a place, or of what a place behind a dot is asked of.
    fn words_inside(&self, names: &Names, place: Span) -> Vec<Typed> {
        let mut found = Vec::new();
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            if (token.start as u32) < place.start || token.start as u32 >= place.end {
                continue;
            }
            let mut head = at;
            while head >= 2 && self.word(head - 1) == "." {
                head -= 2;
            }
            found.extend(self.declaration(names, head, STEPS));
        }
        found
    }

    /// The declarations that the type of a place may come from: of its names, of its properties, and of its locals.
    pub(super) fn of_type(&self, names: &Names, place: Span) -> Vec<Typed> {
        let mut found = self.words_inside(names, place);
        for at in 0..self.tokens.len() {
            let start = self.tokens[at].start as u32;
            if start < place.start || start >= place.end {
                continue;
            }
            let word = self.word(at);
            if at > 0 && self.word(at - 1) == "." {
                let properties = names.meanings(word).iter();
                let mut properties =
                    properties.filter(|d| matches!(d.meaning, Meaning::Property(_)));
                if let (Some(declared), None) = (properties.next(), properties.next()) {
                    found.push((declared.span, word.to_owned()));
                }
            } else if let Some(local) = (1..at)
                .rev()
                .find(|&local| self.word(local) == word && self.word(local - 1) == "let")
            {
                found.push((self.span(local, local), word.to_owned()));
            }
        }
        found
    }

    /// Where a name has its type: as a parameter, through what a local was taken from, or as a property or
    /// question of the rules.
    fn declaration(&self, names: &Names, at: usize, steps: usize) -> Option<Typed> {
        let word = self.word(at);
        if !word.starts_with(|first: char| first.is_ascii_alphabetic()) || steps == 0 {
            return None;
        }
        for other in (0..at).rev() {
            if self.word(other) != word {
                continue;
            }
            match (self.word(other.wrapping_sub(1)), self.word(other + 1)) {
                (_, ":") => {
                    let end = (other + 2..self.tokens.len())
                        .find(|&end| matches!(self.word(end), "," | ")" | "=" | "{"))?;
                    return Some((self.span(other, end - 1), word.to_owned()));
                }
                ("let", "=") => return self.declaration(names, other + 2, steps - 1),
                (_, "in") => {
                    let of = if self.word(other + 2) == "least" { other + 5 } else { other + 2 };
                    return self.declaration(names, of, steps - 1);
                }
                _ => {}
            }
        }
        names.meanings(word).iter().find_map(|declared| match declared.meaning {
            Meaning::Property(_) | Meaning::Function(_) | Meaning::Deed(_) | Meaning::Option(_) => {
                Some((declared.span, word.to_owned()))
            }
            _ => None,
        })
    }

    /// Where the type comes from that is wanted at a place: of a parameter, of what is assigned, or of the
    /// value of a question.
    pub(super) fn wanted(&self, sources: &Sources, names: &Names, place: Span) -> Option<Typed> {
        let first = self.tokens.iter().position(|token| token.start as u32 >= place.start)?;
        let (mut depth, mut commas) = (0_usize, 0_usize);
        for at in (0..first).rev() {
            match self.word(at) {
                ")" | "]" | "}" => depth += 1,
                "[" | "{" if depth == 0 => break,
                "(" if depth == 0 => {
                    let called = self.word(at.checked_sub(1)?);
                    return parameter(sources, names, called, commas);
                }
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                "," if depth == 0 => commas += 1,
                "=" | "+=" | "-=" if depth == 0 && at > 0 => {
                    if let Some(found) = self.declaration(names, at - 1, 1) {
                        return Some(found);
                    }
                    break;
                }
                _ => {}
            }
        }
        let arrow = (0..first).find(|&at| self.word(at) == "->")?;
        let is_question = (0..arrow).any(|at| self.word(at) == "fn");
        let end = (arrow..first).find(|&at| self.word(at) == "=")?;
        let name = (0..arrow).find(|&at| self.word(at) == "fn").map(|at| self.word(at + 1))?;
        (is_question && end > arrow + 1).then(|| (self.span(arrow + 1, end - 1), name.to_owned()))
    }
}

/// The parameter of a declared question or deed at a position.
fn parameter(sources: &Sources, names: &Names, called: &str, position: usize) -> Option<Typed> {
    let declared = names
        .meanings(called)
        .iter()
        .find(|declared| matches!(declared.meaning, Meaning::Function(_) | Meaning::Deed(_)))?;
    let text = sources.get(declared.span.file)?.text();
    let head = declared.span.end as usize;
    let inside = text[head..].strip_prefix('(')?;
    let list = &inside[..inside.find(')')?];
    let mut start = head + 1;
    for (at, one) in list.split(',').enumerate() {
        if at == position {
            let trimmed = one.trim();
            let from = start + (one.len() - one.trim_start().len());
            let span = Span::new(declared.span.file, from as u32, (from + trimmed.len()) as u32);
            let name = trimmed.split(':').next().unwrap_or_default().trim();
            return (!trimmed.is_empty()).then(|| (span, name.to_owned()));
        }
        start += one.len() + 1;
    }
    None
}
