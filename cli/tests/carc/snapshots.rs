//! Snapshots of scenarios at the command line: missing, kept, changed, gone through, forgotten.

use std::{fs, path::Path};

use crate::{carc, complaint, expansion, output};

const RULES: &str = "\
expansion harbour {
    title \"The Harbour\"
    needs base
}

after p places t at f {
    p scores 1 for t
}

scenario \"a landing\" {
    players red, blue
    draw base_city_n
    red: place = at (0, -1) turned 180
    red: action = none
    snapshot
}

scenario \"another landing\" {
    players red, blue
    draw base_city_n
    red: place = at (0, 1) turned 180
    snapshot
}
";

fn names(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(Path::new(folder).join("snapshots")) else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn what_is_missing_is_proposed_and_accepted() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", RULES)]);
    let text = output(&mut carc(&["test", &path, "--ci"]), 1);
    assert!(text.contains("FAIL  harbour: a landing"), "{text}");
    assert!(text.contains("the snapshot is missing"), "{text}");
    assert_eq!(names(&path), [""; 0], "nothing is written");
    let text = output(carc(&["test", &path]).env("CI", "true"), 1);
    assert!(text.contains("the snapshot is missing") && names(&path).is_empty(), "{text}");

    let text = output(&mut carc(&["test", &path]), 1);
    assert!(text.contains("+ red draws base_city_n (draw_tile.hand)"), "{text}");
    assert!(text.contains("`carc test --accept` keeps it"), "{text}");
    assert_eq!(names(&path), ["harbour__a_landing.snap.new", "harbour__another_landing.snap.new"]);
    let text = output(&mut carc(&["test", &path, "--accept"]), 0);
    assert!(text.contains("kept in ") && text.contains("2 passed, 0 failed"), "{text}");
    assert_eq!(names(&path), ["harbour__a_landing.snap", "harbour__another_landing.snap"]);
    let kept = fs::read_to_string(Path::new(&path).join("snapshots/harbour__a_landing.snap"));
    let kept = kept.unwrap();
    assert!(kept.starts_with("---\nsource: \"harbour/rules.carc\"\n"), "{kept}");
    assert!(
        kept.contains(
            "    of 3: deploy meeple on c0 at (0, -1); deploy meeple on f0 at (0, -1); none\n"
        ),
        "{kept}"
    );
    assert!(kept.contains("      p scores 1 for t (harbour/rules.carc)\n"), "{kept}");
    output(&mut carc(&["test", &path, "--ci"]), 0);
    complaint(&mut carc(&["test", &path, "--ci", "--accept"]), 2);
}

#[test]
fn changes_are_gone_through_one_by_one() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", RULES)]);
    output(&mut carc(&["test", &path, "--accept"]), 0);
    let rules = Path::new(&path).join("rules.carc");
    fs::write(&rules, RULES.replace("scores 1 for", "scores 2 for")).unwrap();
    let text = output(&mut carc(&["test", &path, "--ci"]), 1);
    assert!(text.contains("-   red scores 1 point for base_city_n at (0, -1)"), "{text}");
    assert!(text.contains("+   red scores 2 points for base_city_n at (0, -1)"), "{text}");
    assert_eq!(names(&path).len(), 2, "nothing is written");
    // One is accepted; nothing is said of the other, which stays open.
    let text = output(carc(&["test", &path, "--review"]).write_stdin("what\na\n"), 1);
    assert!(text.contains("1 of 2  harbour: a landing") && text.contains("2 of 2"), "{text}");
    assert!(text.contains("a accept, r reject, s skip"), "{text}");
    assert!(text.contains("1 passed, 1 failed"), "{text}");
    assert_eq!(
        names(&path),
        [
            "harbour__a_landing.snap",
            "harbour__another_landing.snap",
            "harbour__another_landing.snap.new"
        ]
    );
    let text = output(carc(&["test", &path, "--review"]).write_stdin("r\n"), 1);
    assert!(text.contains("1 of 1") && names(&path).len() == 2, "{text}");
    let text = output(carc(&["test", &path, "--review"]).write_stdin("a\n"), 0);
    assert!(text.contains("2 passed, 0 failed"), "{text}");
    output(&mut carc(&["test", &path]), 0);
}

#[test]
fn what_no_scenario_keeps_is_found() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", RULES)]);
    output(&mut carc(&["test", &path, "--accept"]), 0);
    let rules = Path::new(&path).join("rules.carc");
    fs::write(&rules, RULES.replacen("    snapshot\n", "", 1)).unwrap();
    let text = output(&mut carc(&["test", &path]), 0);
    assert!(text.contains("harbour__a_landing.snap: no scenario keeps it"), "{text}");
    let text = output(&mut carc(&["test", &path, "--ci"]), 1);
    assert!(text.contains("FAIL") && text.contains("no scenario keeps it"), "{text}");
    output(carc(&["test", &path, "--review"]).write_stdin("s\n"), 0);
    assert_eq!(names(&path).len(), 2);
    output(carc(&["test", &path, "--review"]).write_stdin("a\n"), 0);
    assert_eq!(names(&path), ["harbour__another_landing.snap"]);
    fs::write(Path::new(&path).join("snapshots/harbour__old.snap"), "").unwrap();
    let text = output(&mut carc(&["test", &path, "--accept"]), 0);
    assert!(text.contains("gone  ") && names(&path).len() == 1, "{text}");
}

#[test]
fn a_failure_shows_offers_and_the_lines_that_ran() {
    let wrong = RULES.replace(
        "    red: action = none\n    snapshot",
        "    expect red.points == 5\n    snapshot",
    );
    let (_scratch, path) = expansion("harbour", &[("rules.carc", &wrong)]);
    let text = output(&mut carc(&["test", &path, "--only", "a landing"]), 1);
    assert!(text.contains("found:    1 and 5"), "{text}");
    assert!(text.contains("of 3: deploy meeple on c0 at (0, -1); "), "{text}");
    let ran = "p scores 1 for t (harbour/rules.carc:7): red scores 1 point for base_city_n";
    assert!(text.contains(ran), "{text}");
    assert!(text.lines().count() < 40 && !names(&path).iter().any(|n| n.contains("a_landing")));
}
