//! Expansions with one fault each, as people make them, and whether games find it.

use toolkit::{Fuzz, Fuzzed, Texts, Trouble, fuzz};

use crate::fixture::{self, each, files, folder, header};
use crate::play::library;
use crate::rules::parts;
use crate::targets::written;

/// So many games are played at most.
const GAMES: u64 = 120;

/// The texts of the repository with the expansions of a fixture, and the names of these.
fn planted(name: &str, text: &str) -> (Texts, Vec<String>) {
    let mut library = library();
    let mut names = Vec::new();
    for part in parts(text) {
        let declared = part.lines().find_map(|line| line.strip_prefix("expansion "));
        let declared = declared.expect("a part declares an expansion").trim_end_matches([' ', '{']);
        names.push(declared.to_owned());
        library.add(written(declared, &format!("{declared}/{name}"), part.clone()));
    }
    (Texts::new(&library), names)
}

/// Games of the first expansion of a fixture, with the others of it.
fn games(texts: &Texts, names: &[String], others: bool) -> Fuzzed {
    let what = Fuzz {
        expansions: names.to_vec(),
        home: names[0].clone(),
        options: Vec::new(),
        others,
        varies: true,
        seed: 1,
        games: Some(GAMES),
        jobs: 2,
        shrinks: false,
    };
    fuzz(texts, &what, &|so_far| so_far.findings.is_empty()).expect("threads can be started")
}

/// The word of a fixture's head for a trouble.
fn sort(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Refused(_) => "refused",
        Trouble::Fault { .. } => "fault",
        Trouble::Invariant { .. } => "invariant",
        Trouble::Unsound(_) => "unsound",
        Trouble::Stuck(_) => "stuck",
        Trouble::Endless(_) => "endless",
        Trouble::BackEnds(_) => "back ends",
        Trouble::Order { .. } => "order",
    }
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    let fixtures = files(&folder("planted"), "carc");
    assert!(fixtures.len() >= 15, "{} faults are planted", fixtures.len());
    each(&fixtures, |path, text| {
        let wanted = header(text, "finds").expect("a planted fault says what it is");
        let (sort_wanted, words) = wanted.split_once(": ").unwrap_or((wanted, ""));
        let (texts, names) = planted(&fixture::name(path), text);
        // Who needs another expansion to go wrong is mixed with all of them.
        let (words, others) = match words.strip_suffix(", beside others") {
            Some(words) => (words, true),
            None => (words, false),
        };
        let found = games(&texts, &names, others);
        if sort_wanted == "unfired" {
            assert!(found.findings.is_empty(), "{:?}", found.findings);
            assert!(found.unfired.iter().any(|rule| rule.contains(words)), "{:?}", found.unfired);
            return;
        }
        let [finding] = &found.findings[..] else {
            panic!("{} games find {:?}", found.games, found.findings)
        };
        let trouble = &finding.trouble;
        let told = format!("{} {}", trouble.title(), trouble.detail().unwrap_or_default());
        assert!(sort(trouble) == sort_wanted && told.contains(words), "{trouble:?}");
        let is_retold = matches!(trouble, Trouble::Fault { .. } | Trouble::Invariant { .. });
        // Where nothing is made small, a turn without an end is only told.
        let is_played = finding.players > 0 && !matches!(trouble, Trouble::Endless(_));
        assert_eq!(finding.scenario.is_some(), is_retold || is_played, "{finding:?}");
    });
}
