//! Every mistake of a designer has a fixture that makes it, a report that is shown, and a page that explains it.

use std::collections::BTreeSet;
use std::path::Path;

use compiler::{Backend, Setting};
use drawing::Looks;
use grammar::Report;
use toolkit::{Flaw, Library, Messages, Texts, drawn_nowhere, recorded_flaws};

use crate::fixture::{self, each, files, folder, header};
use crate::rules::{self, Shelf};

/// What can be wrong between expansions.
const LINK_CODES: [&str; 2] = ["link/order", "link/step-circle"];

/// Every code of every stage.
fn all_codes() -> BTreeSet<&'static str> {
    let checker = compiler::CODES.iter().map(|&(code, _)| code);
    let files = toolkit::FILE_CODES.iter().copied();
    grammar::CODES.iter().copied().chain(checker).chain(LINK_CODES).chain(files).collect()
}

#[test]
fn syntax() {
    each(&files(&folder("errors/syntax"), "carc"), |path, text| {
        let code = header(text, "raises").expect("the first line says which code");
        let (sources, report) = rules::parse_bytes(&fixture::name(path), &fixture::grown(path));
        assert_eq!(rules::codes(&report.diagnostics), [code]);
        fixture::snapshot(path, None, &report.render_plain(&sources));
    });
}

/// A fixture is one expansion, played with the base game; `NAME.md` beside it are its statements.
#[test]
fn check() {
    each(&files(&folder("errors/check"), "carc"), |path, text| {
        let mut shelf = Shelf::standard();
        let statements = path.with_extension("md");
        let statements =
            statements.exists().then(|| (fixture::name(&statements), fixture::read(&statements)));
        let mut names = shelf.add("fixture", &[(fixture::name(path), text.to_owned())], statements);
        names.truncate(1);
        raises(path, text, &shelf, &names);
    });
}

/// A fixture is one expansion or more, each beginning with its `expansion` item; all of them play.
#[test]
fn link() {
    each(&files(&folder("errors/link"), "carc"), |path, text| {
        let mut shelf = Shelf::standard();
        let mut names = Vec::new();
        for part in rules::parts(text) {
            names.extend(shelf.add("fixture", &[(fixture::name(path), part)], None));
        }
        raises(path, text, &shelf, &names);
    });
}

/// A fixture is one expansion; `NAME.json` or `NAME.ftl` beside it is its file that is no rules, of the kind that the
/// code says.
#[test]
fn beside_rules() {
    each(&files(&folder("errors/files"), "carc"), |path, text| {
        let code = header(text, "raises").expect("the first line says which code");
        let scratch = tempfile::tempdir().expect("a folder");
        let home = scratch.path().join("orchard");
        let write = |name: &str, text: &str| {
            let path = home.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            std::fs::write(path, text).expect("it can be written");
        };
        write("rules.carc", text);
        let other = |extension: &str| fixture::read(&path.with_extension(extension));
        match code {
            "files/messages" => write("messages/en.ftl", &other("ftl")),
            kind => write(&format!("{}.json", kind.trim_start_matches("files/")), &other("json")),
        }
        let mut library = Library::built_in();
        library.add_folder(&home);
        let texts = Texts::new(&library);
        let mut sources = texts.sources().clone();
        let compiled = texts
            .build(&rules::playing(&["orchard".to_owned()]), Backend::Eval)
            .unwrap_or_else(|report| panic!("{}", report.render_plain(&sources)));
        let orchard = library.get("orchard").expect("it was added");
        let mut flaws = recorded_flaws(orchard, &compiled.program);
        let messages = Messages::new(&library, "en");
        flaws.extend(messages.mistakes().iter().chain(messages.warnings()).cloned());
        if let Some(file) = &orchard.drawing {
            let looks = Looks::read([(file.name.as_str(), file.text.as_str())]);
            flaws.extend(looks.mistakes().iter().map(|mistake| match mistake.at {
                Some(at) => Flaw::of_drawing(file, at, &mistake.message),
                None => {
                    let sign = mistake.sign.as_deref();
                    Flaw::in_drawing(file, &mistake.path, &mistake.message, sign, looks.signs())
                }
            }));
            flaws.extend(drawn_nowhere(file, &texts));
        }
        let mut report: Report =
            flaws.iter().map(|flaw| flaw.diagnostic(&library, &mut sources)).collect();
        report.sort();
        let rendered = report.render_plain(&sources);
        assert_eq!(rules::codes(&report.diagnostics), [code], "{rendered}");
        fixture::snapshot(path, None, &rendered);
    });
}

/// The report of a fixture is about the code of its first line, and looks as the snapshot says.
fn raises(path: &Path, text: &str, shelf: &Shelf, playing: &[String]) {
    let code = header(text, "raises").expect("the first line says which code");
    let (_, report) = shelf.check(&setting(text, playing));
    let rendered = report.render_plain(&shelf.sources);
    assert_eq!(rules::raised(&report), [code], "{rendered}");
    fixture::snapshot(path, None, &rendered);
}

/// What plays in a fixture; one whose second line is `// lends: SET` only lends the tiles of that set.
fn setting(text: &str, playing: &[String]) -> Setting {
    let lent = text.lines().nth(1).and_then(|line| line.strip_prefix("// lends: "));
    match lent {
        Some(set) => {
            Setting { tiles: vec![set.to_owned()], ..rules::playing(&["base".to_owned()]) }
        }
        None => rules::playing(playing),
    }
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
    let missing: Vec<&&str> = codes.iter().filter(|code| !raised.contains(*code)).collect();
    assert!(missing.is_empty(), "codes without a fixture: {missing:?}");
    let unexplained: Vec<&&str> = codes.iter().filter(|code| !pages.contains(**code)).collect();
    assert!(unexplained.is_empty(), "codes without a page: {unexplained:?}");
    let unknown: Vec<&String> =
        pages.iter().filter(|page| !codes.contains(page.as_str())).collect();
    assert!(unknown.is_empty(), "pages of codes that do not exist: {unknown:?}");
}
