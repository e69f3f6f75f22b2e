//! Rules for tests: whole expansions from texts, and what the checker says of them.

use grammar::{FileId, Sources};

use super::{Checked, ExpansionSource, Setting, check};

/// Adds a folder with one text a file to the sources.
pub(crate) fn folder(sources: &mut Sources, name: &str, texts: &[String]) -> ExpansionSource {
    let files = texts
        .iter()
        .enumerate()
        .map(|(number, text)| {
            let id: FileId = sources.add(format!("{name}/{number}.carc"), text.as_str());
            let parsed = grammar::parse(sources, id);
            assert!(
                parsed.diagnostics.is_empty(),
                "{}",
                grammar::Report { diagnostics: parsed.diagnostics }.render_plain(sources)
            );
            (id, parsed.file)
        })
        .collect();
    ExpansionSource { folder: name.to_owned(), files, statements: None }
}

/// Checks expansions given as texts; all of them play if the setting names none.
pub(crate) fn play(expansions: &[(&str, &str)], mut setting: Setting) -> Checked {
    let mut sources = Sources::new();
    let available: Vec<_> = expansions
        .iter()
        .map(|(name, text)| folder(&mut sources, name, &[(*text).to_owned()]))
        .collect();
    if setting.expansions.is_empty() {
        setting.expansions = expansions.iter().map(|(name, _)| (*name).to_owned()).collect();
    }
    check(&sources, &available, &setting)
}

/// The codes of what was found, in order.
pub(crate) fn codes_of(checked: &Checked) -> Vec<&'static str> {
    checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// The texts of an expansion of this repository.
pub(crate) fn shipped(sources: &mut Sources, name: &str) -> ExpansionSource {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions/");
    let texts: Vec<String> = ["rules", "tiles", "scenarios"]
        .iter()
        .map(|file| format!("{root}{name}/{file}.carc"))
        .map(|path| std::fs::read_to_string(path).expect("shipped with the repository"))
        .collect();
    let mut source = folder(sources, name, &texts);
    let statements = std::fs::read_to_string(format!("{root}{name}/rules.md"));
    let statements = statements.expect("shipped with the repository");
    source.statements = Some(sources.add(format!("{name}/rules.md"), statements));
    source
}

#[test]
fn the_shipped_expansions_check_without_a_word() {
    let mut sources = Sources::new();
    let available = ["base", "crop_circles"].map(|name| shipped(&mut sources, name));
    for chosen in ["base", "crop_circles"] {
        let setting = Setting { expansions: vec![chosen.to_owned()], ..Setting::default() };
        let checked = check(&sources, &available, &setting);
        let report = grammar::Report { diagnostics: checked.diagnostics };
        assert!(report.is_empty(), "{}", report.render_plain(&sources));
    }
}

/// Each fixture raises the code that its first line names.
#[test]
fn every_fixture_raises_its_code() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/errors/check");
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .expect("shipped with the repository")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "carc"))
        .collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("readable");
        let code = text.lines().next().and_then(|line| line.strip_prefix("// raises: "));
        let code = code.expect("a first line `// raises: CODE`").to_owned();
        let mut sources = Sources::new();
        let base = shipped(&mut sources, "base");
        // A fixture whose second line is `// lends: SET` only lends the tiles of that set.
        let lent = text.lines().nth(1).and_then(|line| line.strip_prefix("// lends: "));
        let tiles: Vec<String> = lent.map(str::to_owned).into_iter().collect();
        let mut names: Vec<String> = vec!["base".to_owned()];
        names.extend(text.lines().filter(|_| tiles.is_empty()).filter_map(|line| {
            let rest = line.strip_prefix("expansion ")?;
            Some(rest.split([' ', '{']).next()?.to_owned())
        }));
        let mut fixture = folder(&mut sources, "fixture", &[text]);
        let statements = std::fs::read_to_string(path.with_extension("md")).ok();
        fixture.statements = statements.map(|text| sources.add("fixture/rules.md", text));
        let setting = Setting { expansions: names, tiles, ..Setting::default() };
        let checked = check(&sources, &[base, fixture], &setting);
        let codes = codes_of(&checked);
        if !codes.contains(&code.as_str()) {
            let report = grammar::Report { diagnostics: checked.diagnostics };
            wrong.push(format!(
                "{}: expected {code}, found {codes:?}\n{}",
                path.display(),
                report.render_plain(&sources)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
