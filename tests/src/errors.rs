//! Every mistake of a designer has a fixture that makes it, a report that is shown, and a page that explains it.

use std::collections::BTreeSet;

use crate::fixture::{self, each, files, folder, header};
use crate::rules::{self, Shelf};

/// The code of texts that are too large to be fixtures; `hostile.rs` raises it.
const WITHOUT_FIXTURE: &[&str] = &["syntax/too-large"];

/// Every code of every stage.
fn all_codes() -> BTreeSet<&'static str> {
    let checker = compiler::CODES.iter().map(|&(code, _)| code);
    grammar::CODES.iter().copied().chain(checker).collect()
}

#[test]
fn syntax() {
    each(&files(&folder("errors/syntax"), "carc"), |path, text| {
        let code = header(text, "raises").expect("the first line says which code");
        let (sources, report) = rules::parse_bytes(&fixture::name(path), &fixture::bytes(path));
        assert_eq!(rules::codes(&report.diagnostics), [code]);
        fixture::snapshot(path, None, &report.render_plain(&sources));
    });
}

/// A fixture is one expansion, played with the base game; `NAME.md` beside it are its statements.
#[test]
fn check_and_link() {
    let mut fixtures = files(&folder("errors/check"), "carc");
    fixtures.extend(files(&folder("errors/link"), "carc"));
    each(&fixtures, |path, text| {
        let code = header(text, "raises").expect("the first line says which code");
        let mut shelf = Shelf::standard();
        let statements = path.with_extension("md");
        let statements =
            statements.exists().then(|| (fixture::name(&statements), fixture::read(&statements)));
        let texts = [(fixture::name(path), text.to_owned())];
        let mut names = shelf.add("fixture", &texts, statements);
        names.truncate(1);
        let (_, report) = shelf.check(&rules::playing(&names));
        assert_eq!(rules::raised(&report), [code], "{}", report.render_plain(&shelf.sources));
        fixture::snapshot(path, None, &report.render_plain(&shelf.sources));
    });
}

#[test]
fn every_code_has_a_fixture_and_a_page() {
    let fixtures: Vec<String> =
        files(&folder("errors"), "carc").iter().map(|path| fixture::read(path)).collect();
    let raised: BTreeSet<&str> =
        fixtures.iter().filter_map(|text| header(text, "raises")).collect();
    let pages: BTreeSet<String> = files(&fixture::root().join("docs/errors"), "md")
        .iter()
        .filter_map(|path| Some(fixture::name(path).strip_prefix("docs/errors/")?.to_owned()))
        .filter_map(|page| Some(page.strip_suffix(".md")?.to_owned()))
        .filter(|page| page != "README")
        .collect();
    let codes = all_codes();
    let missing: Vec<&&str> = codes
        .iter()
        .filter(|code| !raised.contains(*code) && !WITHOUT_FIXTURE.contains(code))
        .collect();
    assert!(missing.is_empty(), "codes without a fixture: {missing:?}");
    let unexplained: Vec<&&str> = codes.iter().filter(|code| !pages.contains(**code)).collect();
    assert!(unexplained.is_empty(), "codes without a page: {unexplained:?}");
    let unknown: Vec<&String> =
        pages.iter().filter(|page| !codes.contains(page.as_str())).collect();
    assert!(unknown.is_empty(), "pages of codes that do not exist: {unknown:?}");
}
