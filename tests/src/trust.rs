//! How far rules are tested: what scenarios come to, which changes they notice, and the woven rulebook.

use std::collections::{BTreeMap, BTreeSet};

use toolkit::{
    Budget, Coverage, Example, Expansion, Fate, Mutant, Onward, Outcome, Played, TextFile, Texts,
    Woven, coverage_page, examples, lcov, mutate, play_examples, woven_page,
};

use crate::play::{library, texts, texts_with};

/// Lines that scenarios come to, in hundredths, of any expansion.
const LEAST_LINES: usize = 98;
/// The greatest number of mutants of large expansions that are tried each time.
const TRIED: usize = 40;

/// Rules of which scenarios show a part.
const RULES: &str = r#"
expansion partly { title "Partly"  needs base }
option extra: flag = false

@P1 fn bonus(p: player) -> int = if p.points > 2 then 2 else 1

@P2 after p scores n for f when f is road and n > 1 {
    for q in clockwise from p where q != p {
        q scores bonus(q) for f
    }
    if n > 7 { p loses 1 for f }
    let m = first m in p.supply where m is meeple else skip
    if extra {
        m returns
    }
}

scenario "a road of three tiles" {
    players red, blue
    board from (0, 0) {
        | j s |
        j = base_road_e_road_s_road_w
        s = base_city_n_road_ew with red meeple on r0
    }
    draw base_monastery_road_s
    red: place = at (2, 0) turned 90
    red: action = none
    @P2 expect red.points == 3
    expect blue.points == 1
}
"#;

/// An expansion without files of its own beside its rules.
fn nameless(name: String) -> Expansion {
    let any = library().get("base").expect("a standard expansion").clone();
    Expansion { name, mutants: None, statements: None, translations: BTreeMap::new(), ..any }
}

fn played(texts: &Texts, name: &str) -> (Coverage, Vec<Example>) {
    let found = examples(texts, name);
    let played = Played::through(texts, found.clone());
    assert!(played.outcomes.iter().flatten().all(Outcome::passed), "scenarios pass");
    (Coverage::of(texts, name, &played), found)
}

#[test]
fn coverage_names_what_no_scenario_comes_to() {
    let (texts, name) = texts_with("partly", RULES);
    let (coverage, _) = played(&texts, &name);
    let missed: Vec<&str> =
        coverage.lines.iter().filter(|line| !line.is_run()).map(|l| l.text.as_str()).collect();
    assert_eq!(
        missed,
        [
            "@P1 fn bonus(p: player) -> int = if p.points > 2 then 2 else 1",
            "if n > 7 { p loses 1 for f }",
            "m returns",
        ]
    );
    let ways: BTreeSet<(&str, Onward)> = coverage
        .branches
        .iter()
        .filter(|branch| branch.scenarios == 0)
        .map(|branch| (branch.text.as_str(), branch.way))
        .collect();
    let expected = [
        ("p.points > 2", Onward::Holds),
        ("f is road", Onward::Fails),
        ("n > 1", Onward::Fails),
        ("n > 7", Onward::Holds),
        ("m is meeple", Onward::Fails),
        ("skip", Onward::Absent),
        ("extra", Onward::Holds),
    ];
    assert_eq!(ways, BTreeSet::from(expected));
    // Ways that are gone are counted by the scenarios that go them.
    let held = coverage.branches.iter().find(|b| b.text == "q != p" && b.way == Onward::Holds);
    assert_eq!(held.map(|branch| branch.scenarios), Some(1));
}

#[test]
fn a_scenario_that_fails_shows_nothing() {
    let rules = RULES.replace("red.points == 3", "red.points == 4");
    let (texts, name) = texts_with("partly", &rules);
    let found = Played::through(&texts, examples(&texts, &name));
    let coverage = Coverage::of(&texts, &name, &found);
    assert_eq!(coverage.line_share().part, 0);
    assert_eq!(coverage.branch_share().part, 0);
    assert!(coverage.line_share().whole > 5);
}

#[test]
fn what_runs_does_not_change_by_being_watched() {
    let texts = texts();
    for name in ["base", "the_fair", "princess_and_dragon"] {
        let found = examples(&texts, name);
        let watched = Played::through(&texts, found.clone());
        let plain = play_examples(&texts, &found, compiler::Backend::Native);
        for (watched, plain) in watched.outcomes.iter().zip(&plain) {
            let (watched, plain) = (watched.as_ref().unwrap(), plain.as_ref().unwrap());
            assert!(watched.passed() && plain.passed(), "{name}: {}", watched.title);
            assert_eq!(watched.answers, plain.answers, "{name}: {}", watched.title);
        }
    }
}

#[test]
fn scenarios_come_to_the_lines_and_show_the_statements_of_every_expansion() {
    let texts = texts();
    let names: Vec<String> = library().iter().map(|home| home.name.clone()).collect();
    let all: Vec<Example> = names.iter().flat_map(|name| examples(&texts, name)).collect();
    let played = Played::through(&texts, all);
    let mut wrong = Vec::new();
    for name in &names {
        let coverage = Coverage::of(&texts, name, &played);
        let lines = coverage.lines.iter().filter(|line| !line.is_run());
        let missed: Vec<String> =
            lines.map(|line| format!("{}:{}: {}", line.file, line.line, line.text)).collect();
        if missed.len() * 100 > coverage.lines.len() * (100 - LEAST_LINES) {
            wrong.extend(missed);
        }
        wrong.extend(
            coverage
                .statements
                .iter()
                .filter_map(|s| Some(format!("{}: {}", s.entry.number, s.wanting()?))),
        );
    }
    assert!(wrong.is_empty(), "no scenario comes to\n{}", wrong.join("\n"));
}

#[test]
fn reports_are_whole_and_the_same_each_time() {
    let (texts, name) = texts_with("partly", RULES);
    let (coverage, _) = played(&texts, &name);
    let (again, _) = played(&texts, &name);
    assert_eq!(coverage, again);
    let record = lcov(std::slice::from_ref(&coverage), &|file| format!("/rules/{file}"));
    let ends = |what: &str| record.lines().filter(|line| line.starts_with(what)).count();
    assert_eq!((ends("SF:"), ends("end_of_record")), (1, 1));
    assert_eq!(ends("DA:"), coverage.lines.len());
    assert_eq!(ends("BRDA:"), coverage.branches.len());
    assert!(record.contains(&format!("\nLF:{}\n", coverage.lines.len())));
    assert!(record.contains(&format!("\nLH:{}\n", coverage.line_share().part)));
    let page = coverage_page(&texts, &[coverage]);
    assert!(page.contains("<span class=\"miss\"") && page.contains("never holds"));
    alone(&page);
}

/// A page that needs nothing besides itself, whatever the rules say.
fn alone(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for foreign in ["<script", "<link", "src=", "@import", "href=\"http"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn changes_that_no_scenario_notices_are_listed_and_explained_ones_are_not() {
    let (texts, name) = texts_with("partly", RULES);
    let found = examples(&texts, &name);
    let mut home = nameless(name);
    let all = mutate(&texts, &home, &found, Budget::default()).unwrap();
    let survivors: Vec<String> = all.survivors().map(Mutant::name).collect();
    let lives = |shown: &str| survivors.iter().any(|name| name.ends_with(shown));
    assert!(lives("if n > [7 => 8] { p loses 1 for f }"), "{survivors:?}");
    assert!(lives("if n > 7 { p loses [1 => 2] for f }"));
    assert!(!lives("q scores [bonus(q) =>] for f"));
    let noticed = |shown: &str| {
        let fates = all.tried.iter().filter(|(mutant, _)| mutant.shown == shown);
        fates.map(|(_, fate)| matches!(fate, Fate::Noticed(_))).collect::<Vec<_>>()
    };
    assert_eq!(noticed("for q in clockwise from p where q [!= => ==] p {"), [true]);
    assert_eq!(noticed("[q scores bonus(q) for f =>]"), [true]);
    // One is explained, one that is noticed too, and one that nobody can make.
    let explained = format!("{}\n  nobody has so many\n", survivors[0]);
    let stale = format!(
        "{}: [q scores bonus(q) for f =>]\n  no\nnowhere [a => b]\n  no\n",
        all.tried[0].0.file
    );
    let text = explained + &stale;
    home.mutants = Some(TextFile { name: "partly/mutants.txt".to_owned(), text });
    let again = mutate(&texts, &home, &found, Budget::default()).unwrap();
    assert_eq!(again.survivors().count(), survivors.len() - 1);
    assert_eq!(again.stale.len(), 2, "{:?}", again.stale);
}

#[test]
fn a_budget_tries_the_same_few_changes_each_time() {
    let (texts, name) = texts_with("partly", RULES);
    let found = examples(&texts, &name);
    let home = nameless(name);
    let few = |seed| mutate(&texts, &home, &found, Budget { limit: Some(8), seed }).unwrap();
    assert_eq!(few(1), few(1));
    assert_eq!(few(1).tried.len(), 8);
    assert!(few(1).all > 20);
    assert_ne!(few(1).tried, few(2).tried);
}

/// A rule that is changed into one without an end is noticed like any other.
#[test]
fn changes_that_never_end_are_noticed() {
    let rules = r#"
expansion round_and_round { title "Round"  needs base }
after p places t at f {
    let n = 0
    repeat {
        let q = p chooses from [p]
        n += 1
        if n > 3 { stop }
    }
    p scores n for t
}
scenario "it ends" {
    players red, blue
    draw base_monastery
    red: place = at (0, 1) turned 0
    expect red.points == 4
}
"#;
    let (texts, name) = texts_with("round_and_round", rules);
    let found = examples(&texts, &name);
    let home = nameless(name);
    let all = mutate(&texts, &home, &found, Budget::default()).unwrap();
    let endless = all.tried.iter().find(|(mutant, _)| mutant.shown == "n [+= => -=] 1");
    assert!(matches!(endless, Some((_, Fate::Noticed(_)))), "{endless:?}");
}

#[test]
fn changes_of_the_standard_expansions_are_noticed_or_explained() {
    let (texts, library) = (texts(), library());
    let all: Vec<Example> = library.iter().flat_map(|home| examples(&texts, &home.name)).collect();
    for (name, limit) in [("crop_circles", None), ("the_fair", Some(TRIED)), ("base", Some(TRIED))]
    {
        let name = name.to_owned();
        let plays = |example: &&Example| texts.closure(&example.setting.expansions).contains(&name);
        let mut found: Vec<Example> = all.iter().filter(plays).cloned().collect();
        found.sort_by_key(|example| example.expansion != name);
        let home = library.get(&name).expect("a standard expansion");
        let budget = Budget { limit, seed: 1 };
        let mutants = mutate(&texts, home, &found, budget).unwrap();
        let survivors: Vec<String> = mutants.survivors().map(Mutant::name).collect();
        assert!(survivors.is_empty(), "{}", survivors.join("\n"));
        assert!(mutants.stale.is_empty(), "{}", mutants.stale.join("\n"));
    }
}

#[test]
fn statements_have_the_same_numbers_and_headings_in_every_language() {
    let (texts, library) = (texts(), library());
    let mut languages = 0;
    for home in library.iter() {
        let own = Woven::of(&texts, home, "en").unwrap();
        for language in home.translations.keys() {
            languages += 1;
            let other = Woven::of(&texts, home, language).unwrap();
            let numbers =
                |w: &Woven| w.statements().map(|s| s.number.clone()).collect::<Vec<String>>();
            assert_eq!(numbers(&own), numbers(&other), "{} in {language}", home.name);
            let shape = |w: &Woven| {
                let parts = w.parts.iter();
                parts
                    .map(|part| (part.heading.is_some(), part.statements.len()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shape(&own), shape(&other), "{} in {language}", home.name);
            // What stands in backticks are names of the rules: the same in every language.
            for (own, other) in own.statements().zip(other.statements()) {
                let names = |text: &str| -> BTreeSet<String> {
                    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
                };
                assert_eq!(names(&own.text), names(&other.text), "{}", own.number);
                assert_ne!(own.text, other.text, "{}", own.number);
            }
        }
    }
    assert_eq!(languages, 2, "The Fair and The Crop Circles are there in Vietnamese");
}

#[test]
fn the_rulebook_lays_rules_and_scenarios_beside_each_statement() {
    let (texts, library) = (texts(), library());
    let home = library.get("crop_circles").unwrap();
    let woven = Woven::of(&texts, home, "en").unwrap();
    let letter = woven.statements().find(|statement| statement.number == "C5").unwrap();
    assert!(letter.rules.iter().any(|p| p.text.contains("@C5 let letter = active chooses")));
    let titles: Vec<_> = letter.scenarios.iter().filter_map(|p| p.title.as_deref()).collect();
    assert!(!titles.is_empty());
    for passage in letter.rules.iter().chain(&letter.scenarios) {
        let file = texts.sources().find(&passage.file).expect("a file of the rules");
        let first = passage.text.lines().next().unwrap();
        assert_eq!(texts.sources().file(file).line(passage.line).trim(), first.trim());
    }
    // Scenarios of others that cite a statement are shown too.
    let folders: BTreeSet<&str> = woven
        .statements()
        .flat_map(|statement| &statement.scenarios)
        .filter_map(|passage| Some(passage.file.split_once('/')?.0))
        .collect();
    assert!(folders.contains("crop_circles") && folders.len() > 1, "{folders:?}");
    let shield = woven.statements().find(|statement| statement.number == "C12").unwrap();
    assert!(woven.tiles_of(shield).iter().any(|tile| tile.contains("shield")));
    let missing = Woven::of(&texts, home, "la").unwrap_err().to_string();
    assert!(missing.contains("there are: en, vi"), "{missing}");
}

#[test]
fn the_page_of_a_rulebook_stands_alone_and_shows_pictures_once() {
    let (texts, library) = (texts(), library());
    for (name, language) in [("crop_circles", "en"), ("the_fair", "vi"), ("base", "en")] {
        let woven = Woven::of(&texts, library.get(name).unwrap(), language).unwrap();
        let picture = |tile: &str| tile.starts_with("base_").then(|| format!("<svg>{tile}</svg>"));
        let page = woven_page(&woven, &picture);
        assert_eq!(page, woven_page(&woven, &picture));
        alone(&page);
        assert!(page.contains(&format!("<html lang=\"{language}\">")));
        for statement in woven.statements() {
            assert!(page.contains(&format!("<section id=\"{}\">", statement.number)));
        }
        // On paper each scenario is written once, and named where it stands again.
        let scenarios: BTreeSet<(&str, u32)> = woven
            .statements()
            .flat_map(|statement| &statement.scenarios)
            .map(|passage| (passage.file.as_str(), passage.line))
            .collect();
        assert_eq!(page.matches("<details><summary>").count(), scenarios.len(), "{name}");
        let beside: usize = woven.statements().map(|s| s.scenarios.len()).sum();
        let again = page.matches("<details class=\"again\"><summary>").count();
        assert_eq!(again, beside - scenarios.len(), "{name}");
        let pictures = page.matches(".tile-base_city_n ").count();
        assert_eq!(pictures, 1, "{name}");
        assert!(!page.contains(".tile-cc2_"), "only what can be drawn");
    }
}

/// Texts of strangers stay texts.
#[test]
fn pages_show_hostile_rules_as_they_are_written() {
    let rules = RULES.replace("a road of three tiles", "<script>alert(1)</script>");
    let mut home = nameless("partly".to_owned());
    let text = "# <img src=x>\n\n- P1. `</style>` <script>\n- P2. \u{202e}x\n".to_owned();
    home.statements = Some(TextFile { name: "partly/rules.md".to_owned(), text });
    home.rules = vec![TextFile { name: "partly/rules.carc".to_owned(), text: rules }];
    let mut library = library();
    library.add(home.clone());
    let texts = Texts::new(&library);
    let (coverage, _) = played(&texts, &home.name);
    alone(&coverage_page(&texts, &[coverage]));
    let woven = Woven::of(&texts, &home, "en").unwrap();
    let page = woven_page(&woven, &|_| None);
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<img"));
    assert!(!page.contains('\u{202e}'));
    assert_eq!(page.matches("</style>").count(), 1);
}
