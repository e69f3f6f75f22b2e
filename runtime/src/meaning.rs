//! What an option means, as words that stay or go together: an answer may leave some of them out.
//!
//! Logs, saves and scenarios name options by these words and never by a number, so that they survive a
//! change of the rules as far as their meaning does.

use std::fmt;

/// One word of a meaning or of an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Token {
    /// A name, or a word such as `on`.
    Name(String),
    /// A number.
    Int(i64),
    /// A length in micrometres.
    Length(i64),
    /// A cell: column, row.
    Cell(i64, i64),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Int(n) => write!(f, "{n}"),
            Self::Length(um) if um % 1000 == 0 => write!(f, "{} mm", um / 1000),
            Self::Length(um) => write!(f, "{um} um"),
            Self::Cell(x, y) => write!(f, "({x}, {y})"),
        }
    }
}

/// Words that stay or go together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    tokens: Vec<Token>,
    /// Whether an answer may leave it out.
    spare: bool,
    /// Whether texts show it; what they do not show may still be said.
    shown: bool,
}

/// What one option means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    parts: Vec<Part>,
}

impl Meaning {
    /// More words behind, which answers may leave out or not.
    pub(crate) fn add(&mut self, tokens: Vec<Token>, spare: bool) -> &mut Self {
        self.parts.push(Part { tokens, spare, shown: true });
        self
    }

    /// The same with more words behind, which answers may leave out or not.
    #[must_use]
    pub fn with(mut self, tokens: Vec<Token>, spare: bool) -> Self {
        self.add(tokens, spare);
        self
    }

    /// One more word, which answers must say.
    pub(crate) fn word(&mut self, word: &str) -> &mut Self {
        self.add(vec![name(word)], false)
    }

    /// The meaning that is one word, such as `none`.
    pub fn of_name(word: &str) -> Self {
        let mut meaning = Self::default();
        meaning.word(word);
        meaning
    }

    /// One more word, which answers may leave out and texts show or not.
    pub(crate) fn spare(&mut self, word: &str, shown: bool) {
        self.parts.push(Part { tokens: vec![name(word)], spare: true, shown });
    }

    /// Whether these words say it, perhaps with some of what may be left out left out.
    pub fn is_said_by(&self, said: &[Token]) -> bool {
        matches_from(&self.parts, said)
    }

    /// Whether these words say all of it.
    pub fn is_said_fully_by(&self, said: &[Token]) -> bool {
        self.parts.iter().filter(|p| p.shown).flat_map(|p| &p.tokens).eq(said)
    }

    /// All words that it can be said with.
    pub fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.parts.iter().flat_map(|p| &p.tokens)
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for token in self.parts.iter().filter(|p| p.shown).flat_map(|p| &p.tokens) {
            write!(f, "{between}{token}")?;
            between = " ";
        }
        Ok(())
    }
}

/// Parts are few, and each is either taken or left: this ends after at most 2 to their number.
fn matches_from(parts: &[Part], said: &[Token]) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return said.is_empty();
    };
    if said.starts_with(&part.tokens) && matches_from(rest, &said[part.tokens.len()..]) {
        return true;
    }
    part.spare && matches_from(rest, said)
}

/// A name as a token.
pub(crate) fn name(word: &str) -> Token {
    Token::Name(word.to_owned())
}
