//! Drawing diagnostics with excerpts of their sources; the only place that knows miette.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode, ThemeCharacters,
    ThemeStyles,
};

use super::{Diagnostic, Report, Severity};
use crate::source::{FileId, Sources, Span};

const WIDTH: usize = 100;

/// Renders all diagnostics of a report, one after the other.
pub(super) fn render(report: &Report, sources: &Sources, colour: bool) -> String {
    let styles = if colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(WIDTH)
        .with_links(false)
        .with_context_lines(1)
        .tab_width(4);
    let mut text = String::new();
    for diagnostic in &report.diagnostics {
        let drawing = Drawing::new(diagnostic, sources);
        if handler.render_report(&mut text, &drawing).is_err() {
            // An excerpt that cannot be drawn must not hide the message.
            text.push_str(&format!("{}: {}\n", diagnostic.code, diagnostic.message));
        }
        text.push('\n');
    }
    without_trailing_blanks(&text)
}

fn without_trailing_blanks(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// A diagnostic with the excerpts that miette draws.
#[derive(Debug)]
struct Drawing {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Drawing>,
}

impl Drawing {
    fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let severity = match diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        };
        let home = diagnostic.span().map(|span| span.file);
        let mut drawing = Self {
            code: Some(diagnostic.code),
            severity,
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            source: home.and_then(|file| named(sources, file)),
            labels: Vec::new(),
            elsewhere: Vec::new(),
        };
        for (index, (span, text)) in diagnostic.labels.iter().enumerate() {
            if Some(span.file) == home {
                drawing.labels.push(labelled(*span, text, index == 0));
            } else {
                drawing.elsewhere.push(Self::beside(*span, text, sources));
            }
        }
        drawing
    }

    /// A label in another file than the mistake gets an excerpt of its own.
    fn beside(span: Span, text: &str, sources: &Sources) -> Self {
        Self {
            code: None,
            severity: miette::Severity::Advice,
            message: text.to_owned(),
            help: None,
            source: named(sources, span.file),
            labels: vec![labelled(span, "", true)],
            elsewhere: Vec::new(),
        }
    }
}

fn named(sources: &Sources, file: FileId) -> Option<NamedSource<String>> {
    let file = sources.get(file)?;
    Some(NamedSource::new(file.name(), file.text().to_owned()))
}

fn labelled(span: Span, text: &str, primary: bool) -> LabeledSpan {
    let text = (!text.is_empty()).then(|| text.to_owned());
    let range = (span.start as usize, span.len() as usize);
    if primary {
        LabeledSpan::new_primary_with_span(text, range)
    } else {
        LabeledSpan::new_with_span(text, range)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as Box<_>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        (!self.elsewhere.is_empty()).then(|| {
            Box::new(self.elsewhere.iter().map(|other| other as &dyn miette::Diagnostic)) as Box<_>
        })
    }
}
