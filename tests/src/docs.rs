//! Every block of code in the documents is run.

use crate::markdown::{Block, blocks};
use crate::rules;

/// What a block may be.
const LANGUAGES: &[&str] = &["carc", "console", "sh", "text", "ftl", "json", "toml", "rust"];

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

/// Runs a test on every block of rules that is picked, and fails with all that go wrong.
fn run(pick: impl Fn(&Block) -> bool, test: impl Fn(&Block) -> Result<(), String>) {
    let failures: Vec<String> = blocks()
        .iter()
        .filter(|block| block.language() == "carc" && pick(block))
        .filter_map(|block| Some(format!("{}\n{}", block.place(), test(block).err()?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
