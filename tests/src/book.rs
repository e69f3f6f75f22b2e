//! The book lists every page once, in an order that somebody chose.

use std::collections::BTreeMap;

use crate::markdown::documents;

const SUMMARY: &str = "docs/SUMMARY.md";

#[test]
fn every_page_stands_in_the_book_once() {
    let documents = documents();
    let (_, summary) = documents.iter().find(|(name, _)| name == SUMMARY).expect("the summary");
    let links = summary.split("](").skip(1).filter_map(|part| part.split(')').next());
    let mut listed: Vec<String> = links.map(|target| format!("docs/{target}")).collect();
    listed.sort();
    let pages = documents.iter().map(|(name, _)| name);
    for page in pages.filter(|name| name.starts_with("docs/") && *name != SUMMARY) {
        let times = listed.iter().filter(|name| *name == page).count();
        assert_eq!(times, 1, "{page} stands in {SUMMARY} so many times");
    }
}

#[test]
fn pages_are_listed_by_their_titles() {
    let documents: BTreeMap<String, String> = documents().into_iter().collect();
    let listed = documents[SUMMARY]
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- [")?.strip_suffix(')')?.split_once("]("));
    for (title, target) in listed {
        let page = &documents[&format!("docs/{target}")];
        assert!(page.lines().any(|line| line == format!("# {title}")), "{target}: {title}");
    }
}
