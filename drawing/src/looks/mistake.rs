//! What is wrong in a file of looks, and where: what shows it to people is not known here.

use std::fmt;

/// Something wrong in a file of looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The name of the file.
    pub file: String,
    /// The keys, and numbers of entries from 0, that lead to the place in the file.
    pub path: Vec<String>,
    /// Line and column from 1 instead, where the file cannot be read.
    pub at: Option<(usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// The sign that is meant and that no file draws.
    pub sign: Option<String>,
}

impl Mistake {
    pub(super) fn new(file: &str, path: Vec<String>, message: String) -> Self {
        Self { file: file.to_owned(), path, at: None, message, sign: None }
    }

    /// That a file cannot be read.
    pub(super) fn unreadable(file: &str, error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
        Self { at: Some((line, column)), ..Self::new(file, Vec::new(), message) }
    }

    /// That no file draws a sign.
    pub(super) fn unknown(file: &str, path: Vec<String>, sign: String) -> Self {
        let message = format!("no file draws the sign `{sign}`");
        Self { sign: Some(sign), ..Self::new(file, path, message) }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.at {
            write!(f, ":{line}:{column}")?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path.join("."))?;
        }
        write!(f, ": {}", self.message)
    }
}

/// What is wrong inside of one entry: the keys that lead there from the entry, and why.
#[derive(Debug, Default)]
pub(super) struct Wrong(Vec<(Vec<String>, String)>);

impl Wrong {
    pub(super) fn push(&mut self, inside: &[&str], why: String) {
        self.0.push((inside.iter().map(|&key| key.to_owned()).collect(), why));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of it, as mistakes of an entry of a file.
    pub(super) fn of<'a>(
        self,
        file: &'a str,
        part: &'a str,
        key: &'a str,
    ) -> impl Iterator<Item = Mistake> + 'a {
        self.0.into_iter().map(move |(inside, why)| {
            let path = [part.to_owned(), key.to_owned()].into_iter().chain(inside).collect();
            Mistake::new(file, path, why)
        })
    }
}
