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

const TOGETHER: &str = "
## With The Fair and The Crop Circles

What other expansions do together with these two: each row is a scenario, and the statements that its lines cite.

| expansion | with | scenario | statements |
| --- | --- | --- | --- |
";

/// The expansions whose meetings with others are listed.
const HOSTS: [&str; 2] = ["the_fair", "crop_circles"];

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

/// The rows of the scenarios of an expansion that play with one of the hosts.
fn meetings(home: &Path) -> String {
    let expansion = name(home).trim_start_matches("expansions/").to_owned();
    let mut rows = String::new();
    if HOSTS.contains(&expansion.as_str()) {
        return rows;
    }
    let mut texts = files(home, "carc");
    texts.retain(|path| name(path).ends_with("scenarios.carc"));
    for text in texts.iter().map(|path| read(path)) {
        for scenario in text.split("\nscenario \"").skip(1) {
            let title = scenario.split('"').next().unwrap_or_default();
            let with = scenario.lines().find_map(|line| line.trim().strip_prefix("with "));
            let played: Vec<&str> = with.unwrap_or_default().split(", ").collect();
            let hosts: Vec<String> = HOSTS
                .iter()
                .filter(|host| played.contains(host))
                .map(|host| format!("`{host}`"))
                .collect();
            if !hosts.is_empty() {
                let cited = cited(scenario).join(", ");
                let hosts = hosts.join(", ");
                writeln!(rows, "| `{expansion}` | {hosts} | {title} | {cited} |")
                    .expect("a text can grow");
            }
        }
    }
    rows
}

/// The statements that the lines of a scenario cite, each once.
fn cited(scenario: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    for word in scenario.split_whitespace().filter_map(|word| word.strip_prefix('@')) {
        if !statements.contains(&word) {
            statements.push(word);
        }
    }
    statements
}

#[test]
fn the_page_counts_what_is_there() {
    let mut page = INTRODUCTION.to_owned();
    let mut rows = files(&root().join("expansions"), "md");
    rows.retain(|path| path.ends_with("rules.md"));
    for statements in &rows {
        writeln!(page, "{}", row(statements)).expect("a text can grow");
    }
    page.push_str(TOGETHER);
    for statements in &rows {
        page.push_str(&meetings(statements.parent().expect("a file lies in a folder")));
    }
    let path = root().join(PAGE);
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    assert!(fs::read_to_string(&path).unwrap_or_default() == page, "{PAGE} should be\n{page}");
}
