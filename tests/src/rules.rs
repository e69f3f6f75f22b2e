//! Rules as tests read them: texts of fixtures and documents together with the standard expansions.

use std::sync::OnceLock;

use compiler::{Backend, Checked, ExpansionSource, Setting};
use grammar::{Diagnostic, Report, Sources, ast, ast::ItemKind};

use crate::fixture::{files, name, read, root};

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

/// What a report is about: the codes of its errors, or those of its warnings if it has no errors.
///
/// What is broken may look unfinished too, so warnings beside errors say nothing.
pub(crate) fn raised(report: &Report) -> Vec<&'static str> {
    let mut found = report.diagnostics.clone();
    if report.has_errors() {
        found.retain(Diagnostic::is_error);
    }
    codes(&found)
}

/// Expansions that can be chosen, and everything that is wrong with their texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// The texts.
    pub(crate) sources: Sources,
    /// The expansions.
    pub(crate) available: Vec<ExpansionSource>,
    unreadable: Report,
}

impl Shelf {
    /// All expansions of the repository, read once.
    pub(crate) fn standard() -> Self {
        static STANDARD: OnceLock<Shelf> = OnceLock::new();
        STANDARD.get_or_init(Self::read).clone()
    }

    fn read() -> Self {
        let mut shelf = Self::default();
        let rules = files(&root().join("expansions"), "carc").into_iter();
        for rules in rules.filter(|path| path.ends_with("rules.carc")) {
            let folder = rules.parent().expect("rules lie in a folder");
            let texts: Vec<(String, String)> =
                files(folder, "carc").iter().map(|path| (name(path), read(path))).collect();
            let statements = folder.join("rules.md");
            shelf.add(&name(folder), &texts, Some((name(&statements), read(&statements))));
        }
        shelf
    }

    /// Adds an expansion of one or more texts and gives the names that it calls itself.
    pub(crate) fn add(
        &mut self,
        folder: &str,
        texts: &[(String, String)],
        statements: Option<(String, String)>,
    ) -> Vec<String> {
        let mut files = Vec::new();
        for (name, text) in texts {
            let id = self.sources.add(name.as_str(), text.as_str());
            let parsed = grammar::parse(&self.sources, id);
            self.unreadable.extend(parsed.diagnostics);
            files.push((id, parsed.file));
        }
        let names = files.iter().flat_map(|(_, file)| expansions(file)).collect();
        let statements = statements.map(|(name, text)| self.sources.add(name, text));
        self.available.push(ExpansionSource { folder: folder.to_owned(), files, statements });
        names
    }

    /// Checks and compiles the rules of a game with these expansions.
    pub(crate) fn check(&self, setting: &Setting) -> (Checked, Report) {
        let checked = compiler::check(&self.sources, &self.available, setting);
        let mut report = self.unreadable.clone();
        report.extend(checked.diagnostics.iter().cloned());
        if !report.has_errors() {
            // What checks must link, and what links must compile.
            let (sources, available) = (&self.sources, &self.available);
            match compiler::compile(sources, available, setting, Backend::Eval, None) {
                Ok(compiled) => report.extend(compiled.warnings),
                Err(found) => report.extend(found),
            }
        }
        report.sort();
        (checked, report)
    }
}

/// A text with several expansions in parts of one each; lines keep their numbers.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut declared = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("expansion ") && std::mem::replace(&mut declared, true) {
            parts.push("\n".repeat(number));
        }
        let part = parts.last_mut().expect("there is one");
        part.push_str(line);
        part.push('\n');
    }
    parts
}

/// The expansions that a file declares.
fn expansions(file: &ast::File) -> impl Iterator<Item = String> {
    file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Expansion(expansion) => Some(expansion.name.text.clone()),
        _ => None,
    })
}

/// A game with these expansions and no options set.
pub(crate) fn playing(expansions: &[String]) -> Setting {
    Setting { expansions: expansions.to_vec(), ..Setting::default() }
}

#[test]
fn the_standard_expansions_check_without_a_word() {
    let shelf = Shelf::standard();
    assert!(shelf.available.len() >= 2);
    for source in &shelf.available {
        let names: Vec<String> =
            source.files.iter().flat_map(|(_, file)| expansions(file)).collect();
        let (_, report) = shelf.check(&playing(&names));
        assert_eq!(report.render_plain(&shelf.sources), "");
    }
}
