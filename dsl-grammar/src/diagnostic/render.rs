//! Drawing diagnostics with excerpts of their sources; the only place that knows miette.

use std::{borrow::Cow, fmt, ops::Range};

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use super::{Diagnostic, Report, Severity, window::narrowed};
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
        text.push_str(&format!(
            "and {more} more, which are not shown here; `carc check --format json` lists all\n"
        ));
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
        let at_home: Vec<Span> = diagnostic
            .labels
            .iter()
            .map(|&(span, _)| span)
            .filter(|s| Some(s.file) == home)
            .collect();
        let source = home.and_then(|file| sources.get(file));
        let (source, mut ranges) = excerpts(source, &at_home);
        let mut drawing = Self {
            code: Some(diagnostic.code),
            severity,
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            source,
            labels: Vec::new(),
            elsewhere: Vec::new(),
        };
        for (index, (span, text)) in diagnostic.labels.iter().enumerate() {
            if Some(span.file) == home {
                drawing.labels.extend(ranges.next().map(|range| labelled(range, text, index == 0)));
            } else {
                drawing.elsewhere.push(Self::beside(*span, text, sources));
            }
        }
        drawing
    }

    /// A label in another file than the mistake gets an excerpt of its own.
    fn beside(span: Span, text: &str, sources: &'s Sources) -> Self {
        let (source, ranges) = excerpts(sources.get(span.file), &[span]);
        Self {
            code: None,
            severity: miette::Severity::Advice,
            message: text.to_owned(),
            help: None,
            source,
            labels: ranges.map(|range| labelled(range, "", true)).collect(),
            elsewhere: Vec::new(),
        }
    }
}

/// A file that gives out only the lines that are drawn, however large it is.
#[derive(Debug)]
struct Excerpts<'s> {
    file: Cow<'s, SourceFile>,
    /// The columns where labels begin, if lines were cut.
    columns: Vec<(usize, u32)>,
}

/// What is drawn of a file, and where some stretches of it lie there.
fn excerpts<'s>(
    file: Option<&'s SourceFile>,
    spans: &[Span],
) -> (Option<Excerpts<'s>>, std::vec::IntoIter<Range<usize>>) {
    let places: Vec<usize> =
        spans.iter().flat_map(|s| [s.start as usize, s.end as usize]).collect();
    let cut = file.and_then(|file| Some((file, narrowed(file, &places)?)));
    let (excerpts, places) = match cut {
        None => {
            (file.map(|file| Excerpts { file: Cow::Borrowed(file), columns: Vec::new() }), places)
        }
        Some((file, (short, moved))) => {
            let column = |(span, at): (&Span, &[usize])| (at[0], file.position(span.start).column);
            let columns = spans.iter().zip(moved.chunks(2)).map(column).collect();
            (Some(Excerpts { file: Cow::Owned(short), columns }), moved)
        }
    };
    let ranges: Vec<Range<usize>> = places.chunks(2).map(|at| at[0]..at[1].max(at[0])).collect();
    (excerpts, ranges.into_iter())
}

impl SourceCode for Excerpts<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let text = self.file.text();
        if end > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |offset: usize| self.file.position(offset as u32).line as usize - 1;
        let first = line_of(start).saturating_sub(lines_before);
        let from = self.file.line_start(first);
        let to = self.file.line_start(line_of(end) + lines_after + 1);
        // Without context only the place is asked for.
        let column = match lines_before {
            0 => {
                let known = self.columns.iter().find(|(at, _)| *at == start);
                let column = known.map_or_else(|| self.file.position(start as u32).column, |c| c.1);
                column as usize - 1
            }
            _ => 0,
        };
        let lines = text[from..to].lines().count();
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.name().to_owned(),
            &text.as_bytes()[from..to],
            (from, to - from).into(),
            first,
            column,
            lines,
        )))
    }
}

fn labelled(range: Range<usize>, text: &str, primary: bool) -> LabeledSpan {
    let text = (!text.is_empty()).then(|| text.to_owned());
    let range = (range.start, range.len());
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
