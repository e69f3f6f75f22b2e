//! Tests of the grammar: the listings, single forms, broken texts and hostile ones.

mod forms;
mod hostile;
mod landings;
mod listings;
mod recovery;
mod shown;

use crate::{FileId, Parsed, Report, Sources};

/// Parses one text.
fn parsed(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let file = sources.add("test.carc", text);
    let parsed = crate::parse(&sources, file);
    assert_eq!(file, FileId(0));
    (sources, parsed)
}

/// The rendered diagnostics of one text.
fn rendered(text: &str) -> String {
    let (sources, parsed) = parsed(text);
    Report { diagnostics: parsed.diagnostics }.render_plain(&sources)
}

/// The codes of the diagnostics of one text.
fn codes(text: &str) -> Vec<&'static str> {
    parsed(text).1.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}
