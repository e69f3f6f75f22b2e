//! Rules as tests read them: texts of fixtures and documents together with the standard expansions.

use grammar::{Diagnostic, Report, Sources};

/// Parses one text under a name.
pub(crate) fn parse(name: &str, text: &str) -> (Sources, Report) {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let mut report: Report = grammar::parse(&sources, file).diagnostics.into_iter().collect();
    report.sort();
    (sources, report)
}

/// Parses the bytes of a file, which may be no text at all.
pub(crate) fn parse_bytes(name: &str, bytes: &[u8]) -> (Sources, Report) {
    match grammar::decode(bytes) {
        Ok(text) => parse(name, &text),
        Err(diagnostic) => (Sources::new(), Report { diagnostics: vec![diagnostic] }),
    }
}

/// The codes of diagnostics, each once.
pub(crate) fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = diagnostics.iter().map(|found| found.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}
