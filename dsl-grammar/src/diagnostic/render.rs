//! Drawing diagnostics with excerpts of their sources; the only place that knows miette.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use super::{Diagnostic, Report, Severity};
use crate::source::{SourceFile, Sources, Span};

const WIDTH: usize = 100;
/// Nobody reads more, and a hostile file can have a million.
const MOST: usize = 500;

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
    for diagnostic in report.diagnostics.iter().take(MOST) {
        let drawing = Drawing::new(diagnostic, sources);
        if handler.render_report(&mut text, &drawing).is_err() {
            // An excerpt that cannot be drawn must not hide the message.
            text.push_str(&format!("{}: {}\n", diagnostic.code, diagnostic.message));
        }
        text.push('\n');
    }
    if let Some(more) = report.diagnostics.len().checked_sub(MOST).filter(|&more| more > 0) {
        text.push_str(&format!("and {more} more\n"));
    }
    without_trailing_blanks(&text)
}

fn without_trailing_blanks(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// A diagnostic with the excerpts that miette draws.
#[derive(Debug)]
struct Drawing<'s> {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    source: Option<Excerpts<'s>>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Drawing<'s>>,
}

impl<'s> Drawing<'s> {
    fn new(diagnostic: &Diagnostic, sources: &'s Sources) -> Self {
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
            source: home.and_then(|file| sources.get(file)).map(Excerpts),
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
    fn beside(span: Span, text: &str, sources: &'s Sources) -> Self {
        Self {
            code: None,
            severity: miette::Severity::Advice,
            message: text.to_owned(),
            help: None,
            source: sources.get(span.file).map(Excerpts),
            labels: vec![labelled(span, "", true)],
            elsewhere: Vec::new(),
        }
    }
}

/// A file that gives out only the lines that are drawn, however large it is.
#[derive(Debug)]
struct Excerpts<'s>(&'s SourceFile);

impl SourceCode for Excerpts<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let text = self.0.text();
        if end > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |offset: usize| self.0.position(offset as u32).line as usize - 1;
        let first = line_of(start).saturating_sub(lines_before);
        let from = self.0.line_start(first);
        let to = self.0.line_start(line_of(end) + lines_after + 1);
        // Without context only the place is asked for.
        let column = match lines_before {
            0 => self.0.position(start as u32).column as usize - 1,
            _ => 0,
        };
        let lines = text[from..to].lines().count();
        Ok(Box::new(MietteSpanContents::new_named(
            self.0.name().to_owned(),
            &text.as_bytes()[from..to],
            (from, to - from).into(),
            first,
            column,
            lines,
        )))
    }
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

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawing<'_> {}

impl miette::Diagnostic for Drawing<'_> {
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
