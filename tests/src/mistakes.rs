//! Typical mistakes of designers: one mistake is one error, at the right line, with what to write instead.
//!
//! A fixture says in its first lines what is expected, each mistake in a line of its own:
//! `// expects: check/unknown-name at 9, fix did you mean`.

use std::path::Path;
use std::sync::Arc;

use compiler::Backend;
use grammar::{Diagnostic, Report, Sources};
use toolkit::{Messages, Programs};

use crate::fixture::{self, each, files, folder};
use crate::play::{library, texts_with};
use crate::rules::{self, Shelf};

/// The least number of fixtures.
const LEAST: usize = 160;

/// What one line of a fixture's head promises.
#[derive(Debug)]
struct Expected<'t> {
    code: &'t str,
    line: u32,
    fix: Option<&'t str>,
}

impl<'t> Expected<'t> {
    /// What stands behind `// expects: `.
    fn read(text: &'t str) -> Option<Self> {
        let (place, fix) = match text.split_once(", fix ") {
            Some((place, fix)) => (place, Some(fix)),
            None => (text, None),
        };
        let (code, line) = place.split_once(" at ")?;
        Some(Self { code, line: line.parse().ok()?, fix })
    }
}

/// What a fixture expects, in the order of its lines.
fn expected(text: &str) -> Vec<Expected<'_>> {
    let head = text.lines().map_while(|line| line.strip_prefix("// expects: "));
    head.map(|line| Expected::read(line).unwrap_or_else(|| panic!("`{line}` expects nothing")))
        .collect()
}

/// The keys of texts for players that a fixture lacks in English: `// lacks: figure-picker`.
fn lacks(text: &str) -> Vec<&str> {
    text.lines().map_while(|line| line.strip_prefix("// lacks: ")).collect()
}

/// What `carc check` says of texts that players would miss.
fn missing_texts(path: &Path, text: &str) -> (Vec<String>, String) {
    let (texts, name) = texts_with(&fixture::name(path), text);
    let setting = rules::playing(std::slice::from_ref(&name));
    let programs = Programs::new(Arc::new(texts), Backend::Eval);
    let rules = programs.rules(&setting).unwrap_or_else(|report| {
        panic!("{}", report.render_plain(programs.texts().sources()));
    });
    let missing = Messages::new(&library(), "en").missing(rules.program());
    let told = format!("{name}: messages/en.ftl lacks {}\n", missing.join(", "));
    (missing, told)
}

/// The line of a mistake itself; 0 if it has no place.
fn line(diagnostic: &Diagnostic, sources: &Sources) -> u32 {
    diagnostic.to_record(sources).line.unwrap_or(0)
}

/// The errors of a report, or the warnings if there are no errors.
fn told(report: &Report) -> Vec<&Diagnostic> {
    let errors = report.has_errors();
    report.diagnostics.iter().filter(|found| !errors || found.is_error()).collect()
}

/// The report of one expansion that is played with what it needs.
fn report(path: &Path, text: &str) -> (Shelf, Report) {
    let mut shelf = Shelf::standard();
    let statements = path.with_extension("md");
    let statements =
        statements.exists().then(|| (fixture::name(&statements), fixture::read(&statements)));
    let names = shelf.add("orchard", &[(fixture::name(path), text.to_owned())], statements);
    let (_, report) = shelf.check(&rules::playing(&names));
    (shelf, report)
}

#[test]
fn one_mistake_is_one_error_at_its_line_with_its_fix() {
    let fixtures = files(&folder("mistakes"), "carc");
    assert!(fixtures.len() >= LEAST);
    each(&fixtures, |path, text| {
        let (shelf, report) = report(path, text);
        let mut rendered = report.render_plain(&shelf.sources);
        let lacking = lacks(text);
        if !lacking.is_empty() {
            let (missing, told) = missing_texts(path, text);
            assert_eq!(missing, lacking, "{told}");
            rendered.push_str(&told);
        }
        let mut places: Vec<(u32, &str)> =
            told(&report).iter().map(|found| (line(found, &shelf.sources), found.code)).collect();
        places.sort_unstable();
        let expected = expected(text);
        let mut wanted: Vec<(u32, &str)> =
            expected.iter().map(|expected| (expected.line, expected.code)).collect();
        wanted.sort_unstable();
        assert_eq!(places, wanted, "{rendered}");
        for Expected { code, line: at, fix } in expected {
            let Some(fix) = fix else { continue };
            let proposes = |found: &&Diagnostic| {
                let help = found.help.as_deref().unwrap_or_default();
                let here = found.code == code && line(found, &shelf.sources) == at;
                here && (help.contains(fix) || found.message.contains(fix))
            };
            assert!(told(&report).iter().any(proposes), "no fix `{fix}`:\n{rendered}");
        }
        fixture::snapshot(path, None, &rendered);
    });
}

#[test]
fn fixtures_make_mistakes_in_every_stage_and_say_what_they_expect() {
    let texts: Vec<String> =
        files(&folder("mistakes"), "carc").iter().map(|path| fixture::read(path)).collect();
    for stage in ["syntax/", "check/", "link/"] {
        let of_stage = |text: &&String| expected(text).iter().any(|it| it.code.starts_with(stage));
        assert!(texts.iter().any(|text| of_stage(&text)), "no mistake of {stage}");
    }
    assert!(texts.iter().all(|text| !expected(text).is_empty() || !lacks(text).is_empty()));
    let several = texts.iter().filter(|text| expected(text).len() > 1).count();
    assert!(several >= 3, "{several} texts with several mistakes");
}
