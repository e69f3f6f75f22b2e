//! Texts become trees: listings without a word of complaint, small files as snapshots.

use std::fs;

use grammar::{MAX_FILE_BYTES, Report, Sources, ast::ItemKind};

use crate::fixture::{self, each, files, folder};
use crate::tree;

#[test]
fn listings_and_expansions_parse() {
    let mut texts = files(&folder("listings"), "carc");
    assert_eq!(texts.len(), 15, "the listings of the language");
    texts.extend(files(&fixture::root().join("expansions"), "carc"));
    each(&texts, |path, text| {
        let mut sources = Sources::new();
        let file = sources.add(fixture::name(path), text);
        let parsed = grammar::parse(&sources, file);
        let report: Report = parsed.diagnostics.into_iter().collect();
        assert_eq!(report.render_plain(&sources), "");
        assert!(parsed.file.items.iter().all(|item| !matches!(item.kind, ItemKind::Broken(_))));
    });
}

#[test]
fn trees() {
    each(&files(&folder("syntax"), "carc"), |path, text| {
        let mut sources = Sources::new();
        let file = sources.add(fixture::name(path), text);
        let parsed = grammar::parse(&sources, file);
        assert_eq!(parsed.diagnostics, []);
        fixture::snapshot(path, None, &tree::print(&sources, &parsed.file));
    });
}

#[test]
fn the_reserved_words_are_those_of_the_reference() {
    let path = fixture::root().join("docs/language/files-and-items.md");
    let reference = fs::read_to_string(path).expect("the chapter exists");
    let (_, list) = reference.split_once("<!-- reserved -->").expect("the list is marked");
    let words: Vec<&str> =
        list.split('`').skip(1).step_by(2).take(grammar::RESERVED_WORDS.len()).collect();
    assert_eq!(words, grammar::RESERVED_WORDS);
    assert!(reference.contains(&format!("{} MiB", MAX_FILE_BYTES >> 20)), "the size of a file");
    assert!(reference.contains(&format!("{} levels", grammar::MAX_NESTING)), "the nesting");
}
