//! What is wrong in the files beside the rules: how things look, what records call them, what players read.

mod drawn;
mod json;

use std::ops::Range;

use grammar::{Diagnostic, MAX_FILE_BYTES, Severity, Sources, Span, nearest};

pub use self::drawn::drawn_nowhere;
use crate::{discover::Library, expansion::TextFile};

/// In a `drawing.json`.
const DRAWING: &str = "files/drawing";
/// In a `recorded.json`.
pub(crate) const RECORDED: &str = "files/recorded";
/// In a `messages/LANGUAGE.ftl`.
pub(crate) const MESSAGES: &str = "files/messages";

/// The codes of what can be wrong in files beside the rules.
pub const FILE_CODES: &[&str] = &[DRAWING, RECORDED, MESSAGES];

/// How much is told of one kind of file at once: behind a slip everything may seem wrong.
pub(crate) const MOST_FLAWS: usize = 100;

/// Something wrong in a file beside the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    code: &'static str,
    severity: Severity,
    file: String,
    message: String,
    labels: Vec<(Range<usize>, String)>,
    help: Option<String>,
}

impl Flaw {
    /// A mistake in a stretch of bytes of a file.
    pub(crate) fn new(
        code: &'static str,
        file: &TextFile,
        place: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            file: file.name.clone(),
            message: message.into(),
            labels: vec![(place, label.into())],
            help: None,
        }
    }

    /// The same as a warning.
    #[must_use]
    pub(crate) fn doubtful(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Whether it is a mistake, and not only doubtful.
    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Speaks of a further place in the same file.
    #[must_use]
    pub(crate) fn beside(mut self, place: Range<usize>, label: &str) -> Self {
        self.labels.push((place, label.to_owned()));
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub(crate) fn help(self, help: Option<String>) -> Self {
        Self { help: help.or(self.help), ..self }
    }

    /// A mistake in a JSON file at the entry that keys and numbers lead to.
    pub(crate) fn in_entry(
        code: &'static str,
        file: &TextFile,
        path: &[String],
        message: impl Into<String>,
    ) -> Self {
        let place = json::place(&file.text, path);
        Self::new(code, file, place, message, "here")
    }

    /// That a JSON file cannot be read at a line and column, and the words of the reader for it.
    pub(crate) fn unreadable(
        code: &'static str,
        file: &TextFile,
        (line, column): (usize, usize),
        why: &str,
    ) -> Self {
        let json::Reason { message, label, help } = json::reason(why);
        let place = json::token(&file.text, line, column);
        Self::new(code, file, place, message, label).help(help)
    }

    /// A mistake in a `drawing.json` that can be read, at the entry that keys and numbers lead to; `sign` is one that
    /// no file draws, beside those that some file draws.
    pub fn in_drawing<'s>(
        file: &TextFile,
        path: &[String],
        message: &str,
        sign: Option<&str>,
        signs: impl IntoIterator<Item = &'s str>,
    ) -> Self {
        let near = sign.and_then(|sign| nearest(sign, signs)).map(meant);
        let other = || "draw it under `signs`".to_owned();
        let help = near.or_else(|| sign.map(|_| other()));
        Self::in_entry(DRAWING, file, path, message).help(help)
    }

    /// That a `drawing.json` cannot be read at a line and column, both from 1.
    pub fn of_drawing(file: &TextFile, at: (usize, usize), why: &str) -> Self {
        Self::unreadable(DRAWING, file, at, why)
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The same as all other mistakes are told; its file is added to the sources if they lack it.
    pub fn diagnostic(&self, library: &Library, sources: &mut Sources) -> Diagnostic {
        let made = match self.severity {
            Severity::Error => Diagnostic::error(self.code, self.message.clone()),
            Severity::Warning => Diagnostic::warning(self.code, self.message.clone()),
        };
        let file = sources.find(&self.file).unwrap_or_else(|| {
            let text = text_of(library, &self.file).filter(|text| text.len() <= MAX_FILE_BYTES);
            sources.add(self.file.clone(), text.unwrap_or_default())
        });
        let made = self.labels.iter().fold(made, |made, (place, label)| {
            let [start, end] = [place.start, place.end].map(|at| u32::try_from(at).unwrap_or(0));
            made.label(Span::new(file, start, end), label.clone())
        });
        match &self.help {
            Some(help) => made.help(help.clone()),
            None => made,
        }
    }
}

/// The help that names what was meant.
pub(crate) fn meant(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The text of a file beside the rules.
fn text_of<'l>(library: &'l Library, name: &str) -> Option<&'l str> {
    let files = library.iter().flat_map(|expansion| {
        let others = [&expansion.drawing, &expansion.recorded].into_iter().flatten();
        expansion.messages.values().chain(others)
    });
    files.filter(|file| file.name == name).map(|file| file.text.as_str()).next()
}
