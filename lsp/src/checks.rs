//! What is wrong with the expansions, found anew after every change, and told for each file.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId, Severity, Span,
    ast::{ItemKind, ScenarioLine},
};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams,
    Range, Uri,
};

use crate::{desk::Desk, places, references::location, tree};

/// The expansions that are to be checked, and what was found in them.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    /// The nearest first.
    waiting: Vec<String>,
    found: BTreeMap<String, Vec<Diagnostic>>,
    /// Failed scenarios, by expansion and title, until something changes.
    failed: BTreeMap<(String, String), Diagnostic>,
    /// The files of which the editor was told something, by expansion.
    told: BTreeMap<String, BTreeSet<String>>,
}

impl Checks {
    /// Everything may be other than before; what is nearest to an author is looked at first.
    pub(crate) fn all(&mut self, desk: &Desk, first: Option<&str>) {
        self.failed.clear();
        self.waiting = desk.own_expansions();
        self.waiting.sort_by_key(|name| Some(name.as_str()) != first);
        // What was told of an expansion that is no longer there is taken back.
        self.waiting.extend(self.told.keys().cloned());
        let mut seen = BTreeSet::new();
        self.waiting.retain(|name| seen.insert(name.clone()));
    }

    /// Whether something is left to be checked.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// What is wrong with an expansion as its texts are now.
    pub(crate) fn current(&self, desk: &Desk, expansion: &str) -> Vec<Diagnostic> {
        if self.waiting.iter().any(|name| name == expansion) {
            return check(desk, expansion);
        }
        self.found.get(expansion).cloned().unwrap_or_default()
    }

    /// A scenario came out so.
    pub(crate) fn played(&mut self, expansion: &str, title: &str, failure: Option<Diagnostic>) {
        let key = (expansion.to_owned(), title.to_owned());
        match failure {
            Some(failure) => _ = self.failed.insert(key, failure),
            None => _ = self.failed.remove(&key),
        }
        self.waiting.insert(0, expansion.to_owned());
    }

    /// Checks the next expansion; gives what the editor is to be told.
    pub(crate) fn next(&mut self, desk: &Desk) -> Vec<PublishDiagnosticsParams> {
        let Some(name) = self.waiting.first() else { return Vec::new() };
        // One thing at a time: somebody may ask meanwhile.
        if desk.prepare(name) {
            return Vec::new();
        }
        let name = self.waiting.remove(0);
        let found = check(desk, &name);
        let mut by_file: BTreeMap<FileId, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for file in files(desk, &name) {
            by_file.entry(file).or_default();
        }
        let failed = self.failed.iter().filter(|((of, _), _)| *of == name).map(|(_, found)| found);
        for diagnostic in found.iter().chain(failed) {
            let Some(span) = diagnostic.span() else { continue };
            by_file.entry(span.file).or_default().push(shown(desk, diagnostic, span));
        }
        self.found.insert(name.clone(), found);
        let mut told: Vec<PublishDiagnosticsParams> = Vec::new();
        for (file, diagnostics) in by_file {
            if let Some(uri) = desk.uri(file) {
                told.push(PublishDiagnosticsParams {
                    uri,
                    diagnostics,
                    version: desk.version(file),
                });
            }
        }
        let now: BTreeSet<String> = told.iter().map(|told| told.uri.as_str().to_owned()).collect();
        let before = self.told.insert(name, now.clone()).unwrap_or_default();
        for gone in before.difference(&now) {
            if let Ok(uri) = gone.parse::<Uri>() {
                told.push(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
            }
        }
        told
    }
}

/// The files of an expansion that an author can change.
fn files(desk: &Desk, expansion: &str) -> Vec<FileId> {
    let source = desk.texts().available().iter().find(|source| source.folder == expansion);
    let rules = source.into_iter().flat_map(|source| source.files.iter().map(|(id, _)| *id));
    let all = rules.chain(source.and_then(|source| source.statements));
    let all = all.chain(desk.unreadable(expansion));
    all.filter(|file| desk.is_own(*file)).collect()
}

/// Everything that is wrong with an expansion, each with a place in one of its files.
pub(crate) fn check(desk: &Desk, expansion: &str) -> Vec<Diagnostic> {
    let own: BTreeSet<FileId> = files(desk, expansion).into_iter().collect();
    let Some(first) = own.first().copied() else { return Vec::new() };
    let alone = desk.study(&[expansion.to_owned()]);
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut elsewhere: Option<&Diagnostic> = None;
    for diagnostic in &alone.diagnostics {
        match diagnostic.span() {
            Some(span) if own.contains(&span.file) => found.push(diagnostic.clone()),
            Some(_) if diagnostic.is_error() => elsewhere = elsewhere.or(Some(diagnostic)),
            Some(_) => {}
            None => {
                let at = beginning(desk, expansion, first);
                found.push(diagnostic.clone().label(at, ""));
            }
        }
    }
    if let (true, Some(other)) = (found.iter().all(|found| !found.is_error()), elsewhere) {
        found.push(hidden(desk, expansion, first, other));
    }
    // What only plays with others is checked with all of them, and alone looked at there.
    let sheltered = sheltered(desk, &own);
    if !sheltered.is_empty() {
        let together = desk.view(expansion);
        let inside = |found: &&Diagnostic| {
            found.span().is_some_and(|span| {
                sheltered.iter().any(|item| item.file == span.file && item.holds(span.start))
            })
        };
        let new = together.diagnostics.iter().filter(inside);
        let new: Vec<Diagnostic> = new.filter(|d| !found.contains(d)).cloned().collect();
        found.extend(new);
    }
    let faults = own.iter().filter_map(|file| {
        let fault = desk.fault(*file)?;
        Some(fault.label(Span::new(*file, 0, 0), "this file"))
    });
    let faults: Vec<Diagnostic> = faults.collect();
    if !faults.is_empty() || desk.unreadable(expansion).any(|file| desk.is_rules(file)) {
        // What is missing elsewhere may be in the files that nobody could read.
        found.retain(|found| found.code.starts_with("syntax/"));
    }
    found.extend(faults);
    found
}

/// Where an expansion begins.
fn beginning(desk: &Desk, expansion: &str, first: FileId) -> Span {
    crate::subject::expansion_at(desk, expansion).unwrap_or(Span::new(first, 0, 0))
}

/// Mistakes of what an expansion needs may hide its own.
fn hidden(desk: &Desk, expansion: &str, first: FileId, other: &Diagnostic) -> Diagnostic {
    let place = other.span().expect("it is told of mistakes with a place");
    let name = desk.expansion(place.file).unwrap_or("another expansion").to_owned();
    let message = format!("there are mistakes in `{name}`, which may hide some of this expansion");
    let found = Diagnostic::warning(other.code, message);
    found.label(beginning(desk, expansion, first), "").label(place, other.message.clone())
}

/// The items that only play with other expansions.
fn sheltered(desk: &Desk, own: &BTreeSet<FileId>) -> Vec<Span> {
    let mut found = Vec::new();
    for file in own {
        let Some(tree) = desk.tree(*file) else { continue };
        for item in tree::all_items(&tree.items) {
            let with = match &item.kind {
                ItemKind::With(_) => true,
                ItemKind::Scenario(scenario) => {
                    scenario.lines.iter().any(|line| matches!(line.kind, ScenarioLine::With { .. }))
                }
                _ => false,
            };
            if with {
                found.push(item.span);
            }
        }
    }
    found
}

/// A diagnostic as the editor shows it.
pub(crate) fn shown(desk: &Desk, found: &Diagnostic, span: Span) -> lsp_types::Diagnostic {
    let mut message = found.message.clone();
    if let Some((_, label)) = found.labels.first().filter(|(_, label)| !label.is_empty()) {
        message.push_str(&format!("\n{label}"));
    }
    if let Some(help) = &found.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let related = found.labels.iter().skip(1).filter_map(|(span, label)| {
        let location = location(desk, *span)?;
        let message = if label.is_empty() { found.message.clone() } else { label.clone() };
        Some(DiagnosticRelatedInformation { location, message })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    lsp_types::Diagnostic {
        range: visible(desk, span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(found.code.to_owned())),
        source: Some("carc".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// The range of a span; of one that is empty the sign before it, so that there is something to underline.
fn visible(desk: &Desk, span: Span) -> Range {
    let source = desk.source(span.file);
    if span.is_empty() {
        let text = &source.text()[..crate::subject::floor(source.text(), span.start as usize)];
        if let Some(last) = text.chars().next_back().filter(|last| *last != '\n') {
            let start = span.start - last.len_utf8() as u32;
            return places::range(source, Span { start, ..span });
        }
    }
    places::range(source, span)
}
