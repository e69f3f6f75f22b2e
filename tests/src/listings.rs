//! The listings of the language: which the checker accepts, and why it does not accept the others yet.
//! `CARC_WRITE_DOCS=1 cargo test -p carc-tests listings` writes the list anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::fixture::{files, folder, name, read};
use crate::rules::{self, Shelf};

const EARLY: [&str; 3] = ["base", "crop_circles", "the_fair"];
const LIST: &str = "listings/accepted.txt";

/// The name that a listing declares.
fn declared(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("expansion "));
    line.and_then(|rest| rest.split_whitespace().next())
        .expect("a listing is an expansion")
        .to_owned()
}

#[test]
fn the_list_of_accepted_listings_is_exact() {
    // The listings of the base game and of its first expansions stand on their own; the others play with
    // the base game as it is, which has all its tiles.
    let mut early = Shelf::default();
    let mut late = Shelf::standard();
    let mut listed = Vec::new();
    let listings = files(&folder("listings"), "carc");
    // A listing stands in the place of the expansion that it has become.
    let grown: Vec<String> = listings
        .iter()
        .map(|path| declared(&read(path)))
        .filter(|e| !EARLY.contains(&e.as_str()))
        .collect();
    late.available.retain(|source| {
        source.folder.rsplit('/').next().is_none_or(|name| !grown.iter().any(|e| e == name))
    });
    for path in listings {
        let stem = path.file_stem().expect("a listing is a file").to_string_lossy().into_owned();
        let shelf = if EARLY.contains(&stem.as_str()) { &mut early } else { &mut late };
        let names = shelf.add(&name(&path), &[(name(&path), read(&path))], None);
        assert_eq!(names.len(), 1, "{} is one expansion", name(&path));
        listed.extend(names);
    }
    let mut list = String::new();
    for expansion in listed {
        let shelf = if EARLY.contains(&expansion.as_str()) { &early } else { &late };
        let (_, report) = shelf.check(&rules::playing(std::slice::from_ref(&expansion)));
        let found: BTreeSet<String> = report
            .diagnostics
            .iter()
            .filter(|found| found.is_error())
            .map(|found| format!("{}: {}", found.code, found.message))
            .collect();
        let verdict = if found.is_empty() { "accepted" } else { "not yet" };
        writeln!(list, "{expansion}: {verdict}").expect("a text can grow");
        for found in found {
            writeln!(list, "    {found}").expect("a text can grow");
        }
    }
    let path = folder(LIST);
    if std::env::var_os("CARC_WRITE_DOCS").is_some() {
        fs::write(&path, &list).expect("the list can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(list == expected, "{LIST} is not exact; it should be\n{list}");
}
