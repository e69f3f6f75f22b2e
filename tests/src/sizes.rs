//! How long the rules of each expansion are: the page is counted from the files.
//! `CARC_WRITE_DOCS=1 cargo test -p carc-tests sizes` writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::fixture::{files, name, read, root};

const PAGE: &str = "docs/expansions.md";

const INTRODUCTION: &str = "# The expansions

What comes with carc, and how much text its rules take. Lines of rules are the lines of `rules.carc` that hold more than a
comment; tiles, texts and scenarios are not among them. Statements are the numbered ones of `rules.md`, and a scenario is
an example that is also a test. Which recorded games agree stands in [conformance](conformance.md).

| expansion | lines of rules | statements | scenarios | kinds of tiles |
| --- | --- | --- | --- | --- |
";

/// The row of the expansion whose `rules.md` this is.
fn row(statements: &Path) -> String {
    let home = statements.parent().expect("a file lies in a folder");
    let (mut rules, mut scenarios, mut tiles) = (0, 0, 0);
    for path in files(home, "carc") {
        let text = read(&path);
        let said = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let count = |begin: &str| text.lines().filter(|line| line.starts_with(begin)).count();
        scenarios += count("scenario \"");
        tiles += count("tile ") - count("tile has ") - count("tile keeps ");
        if path.ends_with("rules.carc") {
            rules = text.lines().filter(said).count();
        }
    }
    let stated = read(statements).lines().filter(|line| is_statement(line)).count();
    let expansion = name(home).trim_start_matches("expansions/").to_owned();
    format!("| `{expansion}` | {rules} | {stated} | {scenarios} | {tiles} |")
}

/// Whether a line of `rules.md` states a rule: `- B7. …`.
fn is_statement(line: &str) -> bool {
    let Some((number, _)) = line.strip_prefix("- ").and_then(|rest| rest.split_once(". ")) else {
        return false;
    };
    let digits = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
    digits.len() < number.len() && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

#[test]
fn the_page_counts_what_is_there() {
    let mut page = INTRODUCTION.to_owned();
    let mut rows = files(&root().join("expansions"), "md");
    rows.retain(|path| path.ends_with("rules.md"));
    for statements in &rows {
        writeln!(page, "{}", row(statements)).expect("a text can grow");
    }
    let path = root().join(PAGE);
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    assert!(fs::read_to_string(&path).unwrap_or_default() == page, "{PAGE} should be\n{page}");
}
