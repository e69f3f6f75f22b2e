//! What is wrong with a text, as data; the prose is here, the drawing next door in `render`.

mod render;
mod window;

use serde::{Deserialize, Serialize};

use crate::source::{Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules cannot be played.
    Error,
    /// They can, but perhaps not as meant.
    Warning,
}

/// One mistake of a rule author, found by any stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of mistake: `check/unknown-name`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What was found and what was expected, in lower case without a full stop.
    pub message: String,
    /// Where, with a word on each place; the first is the mistake itself.
    pub labels: Vec<(Span, String)>,
    /// What to write instead.
    pub help: Option<String>,
    /// The change of the text that the help speaks of, where no choice is left to the author.
    pub suggestion: Option<Box<(Span, String)>>,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            suggestion: None,
        }
    }

    /// A warning without a place yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds a place; the first one added is the mistake itself.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Says which change of the text the help means: what is written in the place of a stretch.
    #[must_use]
    pub fn suggest(mut self, span: Span, text: impl Into<String>) -> Self {
        self.suggestion = Some(Box::new((span, text.into())));
        self
    }

    /// The place of the mistake itself.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|&(span, _)| span)
    }

    /// Whether the rules cannot be played.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The same as plain data for other programs.
    pub fn to_record(&self, sources: &Sources) -> Record {
        let place = self.span().and_then(|span| Some((span, sources.get(span.file)?)));
        let (start, end) = match place {
            Some((span, file)) => (Some(file.position(span.start)), Some(file.position(span.end))),
            None => (None, None),
        };
        Record {
            code: self.code.to_owned(),
            severity: self.severity,
            message: self.message.clone(),
            file: place.map(|(_, file)| file.name().to_owned()),
            line: start.map(|position| position.line),
            column: start.map(|position| position.column),
            end_line: end.map(|position| position.line),
            end_column: end.map(|position| position.column),
            help: self.help.clone(),
        }
    }
}

/// A diagnostic as flat data, with lines and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The code.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// The name of the file.
    pub file: Option<String>,
    /// The first line.
    pub line: Option<u32>,
    /// The first column.
    pub column: Option<u32>,
    /// The last line.
    pub end_line: Option<u32>,
    /// The first column behind.
    pub end_column: Option<u32>,
    /// What to write instead.
    pub help: Option<String>,
}

/// All that was found, in the order of files and places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds many diagnostics.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether the rules cannot be played.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The number of errors.
    pub fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// The number of warnings.
    pub fn warning_count(&self) -> usize {
        self.diagnostics.len() - self.error_count()
    }

    /// Sorts by file and place, those without a place first, and drops repetitions.
    pub fn sort(&mut self) {
        self.diagnostics
            .sort_by(|a, b| (a.span(), a.code, &a.message).cmp(&(b.span(), b.code, &b.message)));
        self.diagnostics.dedup();
    }

    /// The text for people without colour, the same on every machine.
    pub fn render_plain(&self, sources: &Sources) -> String {
        render::render(self, sources, false)
    }

    /// The text for people with colour.
    pub fn render_fancy(&self, sources: &Sources) -> String {
        render::render(self, sources, true)
    }

    /// Flat data for other programs.
    pub fn to_records(&self, sources: &Sources) -> Vec<Record> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.to_record(sources)).collect()
    }
}

impl FromIterator<Diagnostic> for Report {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self { diagnostics: diagnostics.into_iter().collect() }
    }
}
