//! Scenarios at hand: one is run from the line above it, and what it keeps is accepted there.

use grammar::{
    Diagnostic, FileId, Span,
    ast::{Scenario, ScenarioLine},
};
use lsp_types::{CodeLens, Command};
use serde::Serialize;
use serde_json::json;
use toolkit::{Backend, Example, Kept, SnapshotFile, Snapshots, diff, examples, play_example};

use crate::{desk::Desk, heads, places, tree};

/// Runs a scenario; its arguments are the URI of the file and the title.
pub(crate) const RUN: &str = "carc.runScenario";
/// Keeps what happens in a scenario from now on; its arguments are the same.
pub(crate) const ACCEPT: &str = "carc.acceptSnapshot";

/// The code of a scenario that does not come true.
const FAILED: &str = "test/failed";

/// How a scenario came out.
#[derive(Debug, Serialize)]
pub(crate) struct Result {
    /// Whether every line came true, and the same happened as was kept.
    pub(crate) passed: bool,
    /// What to tell.
    pub(crate) message: String,
}

/// A scenario that was run: its expansion, its title, how it came out, and where it failed.
pub(crate) struct Run {
    pub(crate) expansion: String,
    pub(crate) title: String,
    pub(crate) result: Result,
    pub(crate) failure: Option<Diagnostic>,
}

/// The lenses of a file: two words above each scenario.
pub(crate) fn lenses(desk: &Desk, file: FileId) -> Option<Vec<CodeLens>> {
    let uri = desk.uri(file)?;
    let mut found = Vec::new();
    for (title, span, keeps) in scenarios(desk, file)? {
        let range = places::range(desk.source(file), Span { end: span.start, ..span });
        let arguments = Some(vec![json!(uri), json!(title)]);
        let lens = |title: &str, command: &str| CodeLens {
            range,
            command: Some(Command {
                title: title.to_owned(),
                command: command.to_owned(),
                arguments: arguments.clone(),
            }),
            data: None,
        };
        found.push(lens("Run scenario", RUN));
        if keeps {
            found.push(lens("Accept snapshot", ACCEPT));
        }
    }
    Some(found)
}

/// The scenarios of a file: title, place, and whether something is kept of it. Lines do not move because one of
/// them cannot be read for the moment.
fn scenarios(desk: &Desk, file: FileId) -> Option<Vec<(String, Span, bool)>> {
    let items = &desk.tree(file)?.items;
    let keeps =
        |scenario: &Scenario| scenario.lines.iter().any(|line| line.kind == ScenarioLine::Snapshot);
    let whole = tree::scenarios(items)
        .into_iter()
        .map(|(item, scenario)| (scenario.title.text.clone(), item.span, keeps(scenario)));
    let broken = tree::all_items(items).into_iter().filter_map(|item| {
        let text = desk.texts().sources().slice(item.span);
        let (title, _) = heads::title(text).filter(|_| tree::is_broken(item))?;
        Some((title.to_owned(), item.span, heads::has_line(text, "snapshot")))
    });
    let mut found: Vec<(String, Span, bool)> = whole.chain(broken).collect();
    found.sort_by_key(|(_, span, _)| *span);
    Some(found)
}

/// Runs a scenario of a file, and keeps what happened if that is wanted.
pub(crate) fn run(desk: &Desk, file: FileId, title: &str, accept: bool) -> Option<Run> {
    let expansion = desk.expansion(file)?.to_owned();
    let all = examples(desk.texts(), &expansion);
    let of_file = format!("{}:", desk.source(file).name());
    let example = all.iter().find(|e| e.title == title && e.place.starts_with(&of_file));
    let (result, failure) = match example {
        Some(example) => played(desk, &all, example, accept),
        None => {
            scenarios(desk, file)?.iter().find(|(known, ..)| known == title)?;
            let message = format!("\"{title}\" cannot be read");
            (Result { passed: false, message }, None)
        }
    };
    Some(Run { expansion, title: title.to_owned(), result, failure })
}

fn played(
    desk: &Desk,
    all: &[Example],
    example: &Example,
    accept: bool,
) -> (Result, Option<Diagnostic>) {
    let no = |message: String| Result { passed: false, message };
    let outcome = match play_example(desk.texts(), example, Backend::Native) {
        Ok(outcome) => outcome,
        Err(report) => {
            let first = report.diagnostics.first().map_or("", |found| found.message.as_str());
            return (no(format!("the rules have mistakes: {first}")), None);
        }
    };
    if let Some(failure) = &outcome.failure {
        let message = format!("expected: {}\nfound: {}", failure.expected, failure.found);
        let found = Diagnostic::error(FAILED, format!("{}\n{message}", failure.line));
        let found = at_line(desk, &failure.place).map(|span| found.label(span, ""));
        return (no(failure.to_string()), found);
    }
    let snapshots =
        desk.library().get(&example.expansion).and_then(|home| Snapshots::of(home, all));
    let file = snapshots.as_ref().and_then(|snapshots| snapshots.file(example));
    let kept = match (outcome.snapshot, file) {
        (Some(text), Some(file)) => compared(file, &text, accept),
        (None, _) | (_, None) if accept => {
            Err("it keeps nothing: `snapshot` is missing".to_owned())
        }
        _ => Ok(String::new()),
    };
    match kept {
        Ok(told) => {
            let message = format!("passed: {}{told}", example.title);
            (Result { passed: true, message }, None)
        }
        Err(told) => {
            let found = Diagnostic::error(FAILED, told.clone());
            let found = at_line(desk, &example.place).map(|span| found.label(span, ""));
            (no(told), found)
        }
    }
}

fn compared(file: &SnapshotFile, text: &str, accept: bool) -> std::result::Result<String, String> {
    let kept = file.compare(text).map_err(|error| error.to_string())?;
    match kept {
        Kept::Same => Ok(String::new()),
        _ if accept => {
            file.accept(text).map_err(|error| error.to_string())?;
            Ok(", and kept".to_owned())
        }
        Kept::Missing => Err("nothing is kept yet of what happens; accept it".to_owned()),
        Kept::Changed(old) => {
            let changed = diff(&old, text).into_iter().filter(|(sign, _)| *sign != ' ').take(20);
            let lines: Vec<String> = changed.map(|(sign, line)| format!("{sign} {line}")).collect();
            Err(format!("something else happens than was kept:\n{}", lines.join("\n")))
        }
    }
}

/// The line of a place such as `base/scenarios.carc:12:1`.
fn at_line(desk: &Desk, place: &str) -> Option<Span> {
    let mut parts = place.split(':');
    let file = desk.texts().sources().find(parts.next()?)?;
    let line: usize = parts.next()?.parse().ok()?;
    let source = desk.source(file);
    let start = source.line_start(line.checked_sub(1)?);
    let text = source.text()[start..].split('\n').next().unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    Some(Span::new(file, (start + indent) as u32, (start + text.trim_end().len()) as u32))
}
