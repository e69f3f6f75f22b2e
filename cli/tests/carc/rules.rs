//! Checking and testing rules: all that is wrong in one run, with places, and the right status.

use serde_json::Value;

use crate::{carc, complaint, expansion, output};

const BROKEN: &str = "\
expansion harbour {
    title \"The Harbour\"
    needs base
}

step sail in following {
    active scores 1 for plaecd
}

step land in following {
    active scores true for placed
}
";

const RULES: &str = "\
expansion harbour {
    title \"The Harbour\"
    needs base
}

step sail in following {
    active scores 1 for placed
}
";

#[test]
fn the_standard_expansions_have_no_mistakes() {
    let text = output(&mut carc(&["check"]), 0);
    assert!(text.contains("base: no mistakes"), "{text}");
    let together = text.lines().last().unwrap_or_default();
    assert!(together.contains(" + base + ") && together.contains(" + crop_circles + "), "{text}");
    let told = |line: &str| line.ends_with(": no mistakes") || line.contains(" stands in for ");
    assert!(text.lines().all(told), "{text}");
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", BROKEN)]);
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("check/unknown-name") && text.contains("placed"), "{text}");
    assert!(text.contains("check/wrong-type"), "{text}");
    assert!(text.contains("harbour/rules.carc:7"), "{text}");
    assert!(text.contains("harbour: 2 errors"), "{text}");
    let text = complaint(&mut carc(&["play", "--with", &path]), 1);
    assert!(text.contains("these rules have errors") && text.contains("plaecd"), "{text}");
}

#[test]
fn reports_are_data_too() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", BROKEN)]);
    let text = output(&mut carc(&["check", &path, "--format", "json"]), 1);
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(found[0]["errors"], 2);
    let first = &found[0]["diagnostics"][0];
    assert_eq!(first["code"], "check/unknown-name");
    assert_eq!((&first["line"], &first["file"]), (&7.into(), &"harbour/rules.carc".into()));
}

#[test]
fn hostile_files_are_mistakes() {
    let deep = format!("fn f() -> int = {}1{}\n", "(".repeat(50_000), ")".repeat(50_000));
    for (name, text) in [("deep", deep.as_str()), ("empty", ""), ("zero", "\0\0\0\u{1b}[2J")] {
        let (_scratch, path) = expansion(name, &[("rules.carc", text)]);
        let text = output(&mut carc(&["check", &path]), 1);
        assert!(text.contains("error"), "{name}: {text}");
        assert!(!text.contains('\u{1b}'), "{name}: a file steers the terminal");
    }
}

#[test]
fn broken_texts_for_players_are_mistakes() {
    let files = [("rules.carc", RULES), ("messages/en.ftl", "expansion-harbour = {\n")];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("harbour/messages/en.ftl:"), "{text}");
    assert!(text.contains("files/messages") && text.contains("harbour: 1 error"), "{text}");
}

#[test]
fn scenarios_pass() {
    let text = output(&mut carc(&["test", "crop_circles"]), 0);
    assert!(text.contains("ok    crop_circles: "), "{text}");
    assert!(text.contains(" passed, 0 failed"), "{text}");
    let text = output(&mut carc(&["test", "base", "--only", "pennant", "--backend", "eval"]), 0);
    assert!(text.contains("passed, 0 failed") && text.lines().count() < 10, "{text}");
}

#[test]
fn a_failed_scenario_is_shown_in_full() {
    let scenario = "\
scenario \"everybody is poor\" {
    players red, blue
    draw base_monastery
    red: place = at (0, 1) turned 0
    red: action = none
    expect red.points == 9
}
";
    let files = [("rules.carc", RULES), ("scenarios.carc", scenario)];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["test", &path]), 1);
    for said in [
        "FAIL  harbour: everybody is poor",
        "expected:",
        "found:    1 and 9",
        "scenarios.carc:6",
        "│...m...│",
        "0 passed, 1 failed",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn a_scenario_that_cannot_be_set_up_says_where_and_why() {
    let scenarios = "\
scenario \"alone\" {
    players red
    expect red.points == 0
}
scenario \"elsewhere\" {
    players red, blue
    with nosuch, meeples = 99
    expect red.points == 0
}
";
    // What only shows when it is set up needs scenarios without other mistakes.
    let crowded = "\
scenario \"crowded\" {
    players red, blue
    with meeples = 1
    board from (0, 0) {
        | a . b |
        a = base_monastery with red meeple on m0
        b = base_monastery with red meeple on m0
    }
    expect red.points == 0
}
";
    let files = [("rules.carc", RULES), ("scenarios.carc", scenarios)];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["test", &path]), 1);
    for said in [
        "harbour/scenarios.carc:2:13",
        "2 to 6 can play `base`, found 1 in this scenario",
        "FAIL  harbour: elsewhere",
        "there is no expansion `nosuch`",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let files = [("rules.carc", RULES), ("scenarios.carc", crowded)];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["test", &path]), 1);
    for said in [
        "harbour/scenarios.carc:4: board from (0, 0)",
        "the board cannot be laid: the figure on it is not in the supply",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn what_no_scenario_comes_to_is_noted() {
    let scenario = "scenario \"nothing\" {\n    players red, blue\n    expect red.points == 0\n}\n";
    let (_scratch, path) =
        expansion("harbour", &[("rules.carc", RULES), ("scenarios.carc", scenario)]);
    let note = "note  harbour: no scenario comes to step sail (harbour/rules.carc:6:6)\n";
    assert!(output(&mut carc(&["test", &path]), 0).contains(note));
    // Of some of the scenarios alone nothing can be said, nor after a failure.
    assert!(!output(&mut carc(&["test", &path, "--only", "nothing"]), 0).contains("note"));
    std::fs::write(format!("{path}/scenarios.carc"), scenario.replace("== 0", "== 1")).unwrap();
    assert!(!output(&mut carc(&["test", &path]), 1).contains("note"));
    let text = output(&mut carc(&["test"]), 0);
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("note")).collect();
    assert_eq!(notes, [""; 0], "there is a scenario for everything of the standard expansions");
}

#[test]
fn no_scenario_of_that_title_is_wrong_use() {
    let text = complaint(&mut carc(&["test", "--only", "no such words"]), 2);
    assert!(text.contains("no scenario has"), "{text}");
}

#[test]
fn scenarios_are_checked_beside_the_expansions_that_they_play_with() {
    let rules = "expansion harbour { title \"Harbour\"  needs base }\n\n\
                 scenario \"beside circles\" {\n    players red, blue\n    with crop_circles\n    \
                 draw base_city_n\n    red: plcae = at (0, -1) turned 180\n}\n";
    let messages = "expansion-harbour = Harbour\n";
    let files = [("rules.carc", rules), ("messages/en.ftl", messages)];
    let (_scratch, path) = expansion("harbour", &files);
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("harbour/rules.carc:7:10") && text.contains("1 error"), "{text}");
    assert!(text.contains("did you mean `place`?"), "{text}");
    let right = rules.replace("plcae", "place");
    let files = [("rules.carc", right.as_str()), ("messages/en.ftl", messages)];
    let (_scratch, path) = expansion("harbour", &files);
    assert!(output(&mut carc(&["check", &path]), 0).contains("no mistakes"));
}

#[test]
fn a_page_of_statements_has_its_paragraphs_too() {
    let text = output(&mut carc(&["rules", "bridges_castles_and_bazaars"]), 0);
    let (_, rest) = text.split_once("\nNot here\n").expect("the heading");
    assert!(rest.starts_with("That no bridge lies over acrobats (BC11) waits for "), "{rest}");
}
