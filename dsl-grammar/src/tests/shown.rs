//! Every rule of the grammar makes something in an example of the language's reference. The examples are compiled and
//! played by the tests of the whole house.

use std::{collections::BTreeSet, fs, path::Path};

use pest::Parser as _;

use crate::grammar::{CarcParser, Rule};

/// Rules that stand in no example, each with the reason; there are none.
const NOT_SHOWN: &[&str] = &[];
/// Items are parsed one by one here, so what holds one as a whole is never met.
const AROUND: &[&str] = &["EOI", "chunk"];

/// The blocks of rules in the chapters of the reference that are to be read without a mistake, with their places.
fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the reference")
        .map(|entry| entry.expect("a chapter").path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a chapter");
        let mut block: Option<(String, String)> = None;
        for (number, line) in (1..).zip(text.lines()) {
            match (line.strip_prefix("```"), &mut block) {
                (Some(_), Some(_)) => found.extend(block.take()),
                (Some(tags), None) => {
                    let place = format!("{}:{number}", file.display());
                    block = Some((format!("{tags} {place}"), String::new()));
                }
                (None, Some((_, text))) => *text += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
    found.retain(|(head, _)| {
        let mut tags = head.split(' ');
        let is_broken = |tag: &str| tag.starts_with("error=") || tag.starts_with("file=");
        tags.next() == Some("carc") && !tags.any(is_broken)
    });
    found
}

/// The rules by which the items of a text are made.
fn rules_of(place: &str, text: &str, met: &mut BTreeSet<String>) {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        while rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, behind)| behind).trim_start();
        }
        if rest.is_empty() {
            return;
        }
        let item =
            CarcParser::parse(Rule::item, rest).unwrap_or_else(|error| panic!("{place}: {error}"));
        let end = item.clone().next().expect("an item was parsed").as_span().end();
        met.extend(item.flatten().map(|pair| format!("{:?}", pair.as_rule())));
        rest = &rest[end..];
    }
}

#[test]
fn every_rule_of_the_grammar_makes_something_in_an_example() {
    let silent: BTreeSet<&str> = include_str!("../carc.pest")
        .lines()
        .filter_map(|line| Some(line.split_once("= _{")?.0.trim()))
        .collect();
    assert!(silent.contains("WHITESPACE"), "{silent:?}");
    let mut met = BTreeSet::new();
    examples().iter().for_each(|(place, text)| rules_of(place, text, &mut met));
    let all = Rule::all_rules().iter().map(|rule| format!("{rule:?}"));
    let missing: Vec<String> = all
        .filter(|rule| !silent.contains(rule.as_str()) && !AROUND.contains(&rule.as_str()))
        .filter(|rule| !met.contains(rule))
        .collect();
    assert_eq!(missing, NOT_SHOWN, "no example of the reference shows these");
    assert!(met.len() > 250, "{} rules were met", met.len());
}
