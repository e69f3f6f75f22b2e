//! Where fixtures lie, what they say of themselves, and the snapshots beside them.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace")
}

/// A folder of fixtures.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// All files below a folder whose names end in `.EXTENSION`, sorted; none if there is no folder.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("a folder can be listed").path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The bytes of a file.
pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes of a fixture; lines that end in `// so often: N` stand there so often, which would be too large to keep.
pub(crate) fn grown(path: &Path) -> Vec<u8> {
    let bytes = bytes(path);
    let Ok(text) = std::str::from_utf8(&bytes) else { return bytes };
    let line = |line: &str| match line.rsplit_once("// so often: ") {
        Some((_, times)) => line.repeat(times.trim().parse().expect("a number")),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect::<String>().into_bytes()
}

/// The text of a file; what is no text in it becomes a sign for that.
pub(crate) fn read(path: &Path) -> String {
    String::from_utf8_lossy(&bytes(path)).into_owned()
}

/// A path as it is written in this project: from the root, with `/`.
pub(crate) fn name(path: &Path) -> String {
    let inside = path.strip_prefix(root()).unwrap_or(path);
    inside.to_string_lossy().replace('\\', "/")
}

/// What the first line of a fixture says behind `// KEY: `.
pub(crate) fn header<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().next()?.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": ").map(str::trim)
}

/// The snapshot of a fixture: `unknown_name.snap` beside `unknown_name.carc`, with a suffix if it has several.
pub(crate) fn snapshot(fixture: &Path, suffix: Option<&str>, text: &str) {
    let stem = fixture.file_stem().expect("a fixture is a file").to_string_lossy();
    let name = match suffix {
        Some(suffix) => format!("{stem}.{suffix}"),
        None => stem.into_owned(),
    };
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(fixture.parent().expect("a fixture lies in a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Runs a test on every fixture and fails with the names of all that fail.
pub(crate) fn each(fixtures: &[PathBuf], test: impl Fn(&Path, &str)) {
    assert!(!fixtures.is_empty(), "there are no fixtures");
    let failed: Vec<String> = fixtures
        .iter()
        .filter(|path| catch_unwind(AssertUnwindSafe(|| test(path, &read(path)))).is_err())
        .map(|path| name(path))
        .collect();
    assert!(failed.is_empty(), "{} of {} fail: {failed:#?}", failed.len(), fixtures.len());
}

/// A page of the documents shows this table between its marks; with `CARC_WRITE_DOCS=1` it is written there.
pub(crate) fn table_is_current(page: &str, table: &str) {
    let path = root().join(page);
    let text = read(&path);
    let (before, rest) = text.split_once(TABLE.0).expect("the page has a table");
    let (_, after) = rest.split_once(TABLE.1).expect("the table ends");
    let expected = format!("{before}{}{table}{}{after}", TABLE.0, TABLE.1);
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        fs::write(&path, &expected).expect("the page can be written");
    } else {
        assert!(text == expected, "{page} is not current; its table should be\n{table}");
    }
}

/// What stands before and behind a table that a test writes.
const TABLE: (&str, &str) = ("<!-- table -->\n", "<!-- end of table -->\n");

#[test]
fn every_snapshot_has_its_fixture() {
    let kinds = ["carc", "reload"];
    let fixtures: BTreeSet<PathBuf> =
        kinds.into_iter().flat_map(|kind| files(&folder(""), kind)).collect();
    for snapshot in files(&folder(""), "snap") {
        let stem = snapshot.file_name().expect("a snapshot is a file").to_string_lossy();
        let stem = stem.split('.').next().expect("a file has a name");
        let is_there = |kind| fixtures.contains(&snapshot.with_file_name(format!("{stem}.{kind}")));
        assert!(kinds.into_iter().any(is_there), "{} has no fixture", name(&snapshot));
    }
}
