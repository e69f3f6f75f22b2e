//! Every block of code in the documents is run.

use compiler::Setting;
use grammar::Report;

use crate::markdown::{Block, blocks};
use crate::play::{BACKENDS, scenario_failures, texts_with};
use crate::rules::{self, Shelf};

/// What a block may be.
const LANGUAGES: &[&str] = &["carc", "console", "sh", "text", "ftl", "json", "toml", "rust"];

/// A block that declares no expansion is part of this one.
const EXAMPLE: &str = "expansion example {\n    title \"Example\"\n    needs base\n}\n";

#[test]
fn every_block_says_what_it_is() {
    for block in blocks() {
        assert!(LANGUAGES.contains(&block.language()), "{}: {:?}", block.place(), block.tags);
    }
}

#[test]
fn fragments_parse() {
    run(
        |block| block.has("fragment"),
        |block| {
            let (sources, report) = rules::parse(&block.document, &block.text);
            if report.is_empty() { Ok(()) } else { Err(report.render_plain(&sources)) }
        },
    );
}

/// Whether a block is to be read without a mistake.
pub(crate) fn is_right(block: &Block) -> bool {
    block.value("error").is_none() && block.value("file").is_none()
}

#[test]
fn examples_compile() {
    run(
        |block| !block.has("fragment") && is_right(block),
        |block| {
            let (shelf, report) = check(block);
            if report.has_errors() { Err(report.render_plain(&shelf.sources)) } else { Ok(()) }
        },
    );
}

#[test]
fn mistakes_raise_their_codes() {
    run(
        |block| block.value("error").is_some(),
        |block| {
            let (shelf, report) = check(block);
            let wanted = block.value("error").expect("the block was picked for it");
            let found = rules::raised(&report);
            if found == [wanted] {
                return Ok(());
            }
            Err(format!("raises {found:?}\n{}", report.render_plain(&shelf.sources)))
        },
    );
}

#[test]
fn scenarios_come_true() {
    run(
        |block| block.has("scenario"),
        |block| {
            let declares = block.text.lines().any(|line| line.starts_with("expansion "));
            let text =
                if declares { block.text.clone() } else { format!("{}\n{EXAMPLE}", block.text) };
            let (texts, expansion) = texts_with(&block.place(), &text);
            let failed = BACKENDS.iter().flat_map(|&b| scenario_failures(&texts, &expansion, b));
            let failed: Vec<String> = failed.collect();
            if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
        },
    );
}

/// Checks a block together with the base game and the expansions of `with=`.
fn check(block: &Block) -> (Shelf, Report) {
    let (shelf, setting) = shelf(block);
    let report = shelf.check(&setting).1;
    (shelf, report)
}

/// The shelf with the block on it, and the game that it is played in.
pub(crate) fn shelf(block: &Block) -> (Shelf, Setting) {
    let mut shelf = Shelf::standard();
    let statements = block.value("statements").map(|numbers| {
        let lines = numbers.split(',').map(|number| format!("- {number}. …\n"));
        ("rules.md".to_owned(), lines.collect())
    });
    let mut playing = Vec::new();
    let declares = block.text.lines().any(|line| line.starts_with("expansion "));
    for part in rules::parts(&block.text) {
        let mut texts = vec![(block.place(), part)];
        if !declares && !block.has("whole") {
            texts.push(("example".to_owned(), EXAMPLE.to_owned()));
        }
        playing.extend(shelf.add("example", &texts, statements.clone()));
    }
    playing.extend(
        block.value("with").into_iter().flat_map(|with| with.split(',')).map(str::to_owned),
    );
    (shelf, rules::playing(&playing))
}

/// Runs a test on every block of rules that is picked, and fails with all that go wrong.
fn run(pick: impl Fn(&Block) -> bool, test: impl Fn(&Block) -> Result<(), String>) {
    let failures: Vec<String> = blocks()
        .iter()
        .filter(|block| block.language() == "carc" && pick(block))
        .filter_map(|block| Some(format!("{}\n{}", block.place(), test(block).err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
