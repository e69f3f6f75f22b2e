//! Coverage, changes of rules, and the rulebook.

use std::fs;

use crate::{carc, complaint, expansion, output};

const RULES: &str = "\
expansion toll { title \"The Toll\"  needs base }

@T1 after p scores n for f when f is road {
    @T2 if n > 3 { p loses 1 for f }
}

scenario \"a short road costs nothing\" {
    players red, blue
    board from (0, 0) {
        | j s |
        j = base_road_e_road_s_road_w
        s = base_city_n_road_ew with red meeple on r0
    }
    draw base_monastery_road_s
    red: place = at (2, 0) turned 90
    red: action = none
    @T1 expect red.points == 3
}
";
const STATEMENTS: &str = "# The Toll\n\n## Roads\n\n- T1. Roads.\n- T2. Long ones <cost>.\n";

#[test]
fn coverage_is_shown_and_written_as_a_whole() {
    let (scratch, path) = expansion("toll", &[("rules.carc", RULES), ("rules.md", STATEMENTS)]);
    let record = scratch.path().join("toll.lcov");
    let page = scratch.path().join("toll.html");
    fs::write(&page, "<!DOCTYPE html>\nformer").unwrap();
    let (record_name, page_name) = (record.to_str().unwrap(), page.to_str().unwrap());
    let command = ["test", "--coverage", &path, "--lcov", record_name, "--html", page_name];
    let text = output(&mut carc(&command), 0);
    for said in [
        "toll             1/2  50 %       2/4  50 %       1/2  50 %",
        "toll/rules.carc:3: `f is road` never fails",
        "toll/rules.carc:4: not all of it runs: @T2 if n > 3",
        "T2: no scenario cites it or comes to a line that does",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let record = fs::read_to_string(&record).unwrap();
    assert!(record.contains(&format!("SF:{path}/rules.carc")), "{record}");
    assert!(record.contains("\nDA:3,1\n") && record.contains("\nDA:4,0\n"), "{record}");
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("<span class=\"miss\"") && page.ends_with("</html>\n"));
    assert_eq!(text, output(&mut carc(&command), 0), "the same each time");
}

/// `carc rules` lists the scenarios of all expansions, so those that were not played are told apart.
#[test]
fn statements_that_only_scenarios_of_others_show_are_told_with_their_names() {
    let (scratch, toll) = expansion("toll", &[("rules.carc", RULES), ("rules.md", STATEMENTS)]);
    let other = scratch.path().join("bridge");
    fs::create_dir(&other).unwrap();
    let shows = RULES.split_once("scenario").unwrap().1;
    let shows = shows.replace("with red meeple", "with blue meeple").replace("@T1", "@T2");
    let shows = shows.replace("red.points == 3", "blue.points == 3");
    let rules = format!("expansion bridge {{ title \"A\"  needs toll }}\n\nscenario{shows}");
    fs::write(other.join("rules.carc"), rules).unwrap();
    let other = other.to_str().unwrap();
    let listed = output(carc(&["rules", &toll]).env("CARC_EXPANSIONS", scratch.path()), 0);
    assert!(listed.contains("bridge/rules.carc:3  scenario"), "{listed}");
    let mut alone = carc(&["test", "--coverage", &toll]);
    let alone = output(alone.env("CARC_EXPANSIONS", scratch.path()), 0);
    let said = "T2: only scenarios of bridge cite it, which were not played";
    assert!(alone.contains(said), "{alone}");
    let both = output(&mut carc(&["test", "--coverage", &toll, other]), 0);
    assert!(both.contains("T2: no scenario comes to a line that cites it"), "{both}");
}

/// Two expansions may have the same numbers: each means its own statements.
#[test]
fn statements_with_the_number_of_another_expansion_are_told_apart() {
    let rules = "expansion mine { title \"Mine\" needs base }\n\
                 @C4 step s in following { active scores 1 for placed }\n";
    let scenario = "scenario \"mine scores\" {\n    players red, blue\n    with crop_circles\n    \
                    draw base_city_n\n    red: place = at (0, -1) turned 180\n    \
                    red: action = none\n    @C4 expect red.points == 1\n}\n";
    let files = [
        ("rules.carc", rules),
        ("rules.md", "- C4. My own statement.\n- C5. Nobody shows this one.\n"),
        ("scenarios.carc", scenario),
        ("messages/en.ftl", "statement-C4 = Mine alone\n"),
    ];
    let (scratch, mine) = expansion("mine", &files);
    let at_hand = |arguments: &[&str], status: i32| {
        let mut command = carc(arguments);
        output(command.env("CARC_EXPANSIONS", scratch.path()), status)
    };
    let own = at_hand(&["rules", &mine], 0);
    let said = "C4  My own statement.\n      mine/rules.carc:2  @C4 step s in following { active \
                scores 1 for placed }\n      mine/scenarios.carc:1  scenario \"mine scores\"\nC5  ";
    assert!(own.contains(said) && !own.contains("crop_circles/"), "{own}");
    assert!(!at_hand(&["rules", "crop_circles"], 0).contains("mine/"));
    let covered = at_hand(&["test", "--coverage", &mine], 0);
    assert!(
        covered.contains("1/2  50 %\n") && covered.contains("C5: no scenario cites it"),
        "{covered}"
    );
    let checked = at_hand(&["check", &mine], 0);
    assert!(checked.contains("no line carries out C5") && !checked.contains("out C4"), "{checked}");
    assert!(!checked.contains("statement-C4"), "each may have a text of its own: {checked}");
    let game = scratch.path().join("game.json");
    let mut play = carc(&["play", "--with", "mine,crop_circles", "--seed", "7"]);
    play.env("CARC_EXPANSIONS", scratch.path());
    let told =
        output(play.write_stdin(format!("1\nnone\nwhy all\nsave {}\nquit\n", game.display())), 0);
    assert!(told.contains("[C4 Mine alone] "), "{told}");
    let why = at_hand(&["why", game.to_str().unwrap(), "--points"], 0);
    assert!(why.contains("C4: My own statement."), "{why}");
}

#[test]
fn rules_that_do_not_compile_fail_without_scenarios_too() {
    for rules in ["active scores nonsense for placed }\n", "active scores 1 for placed\n"] {
        let rules = format!(
            "expansion brok {{ title \"Brok\" needs base }}\nstep s in following {{ {rules}"
        );
        let (_scratch, brok) = expansion("brok", &[("rules.carc", &rules)]);
        for more in [&[][..], &["--ci"], &["--accept"], &["--coverage"]] {
            let text = output(&mut carc(&[&["test", &brok], more].concat()), 1);
            assert!(text.contains("FAIL  brok: its rules do not compile"), "{text}");
            assert!(text.contains("brok/rules.carc:"), "{text}");
        }
        let text = complaint(&mut carc(&["test", "--mutate", &brok]), 1);
        assert!(text.contains("brok/rules.carc:"), "{text}");
    }
    let sound = "expansion sound { title \"S\" needs base }\n";
    let (_scratch, sound) = expansion("sound", &[("rules.carc", sound)]);
    let text = output(&mut carc(&["test", &sound]), 0);
    assert!(text.contains("there are no scenarios"), "{text}");
}

#[test]
fn a_failing_scenario_is_told_and_shows_nothing() {
    let rules = RULES.replace("points == 3", "points == 9");
    let (_scratch, path) = expansion("toll", &[("rules.carc", &rules)]);
    let text = output(&mut carc(&["test", "--coverage", &path]), 1);
    assert!(text.contains("FAIL  toll: a short road costs nothing"), "{text}");
    assert!(text.contains("0/2   0 %"), "{text}");
    let text = complaint(&mut carc(&["test", "--mutate", &path]), 1);
    assert!(text.contains("does not pass as the rules are"), "{text}");
}

#[test]
fn changes_are_listed_and_explained() {
    let files = [("rules.carc", RULES), ("rules.md", STATEMENTS)];
    let (scratch, path) = expansion("toll", &files);
    let text = output(&mut carc(&["test", "--mutate", &path]), 1);
    let change = "@T2 if n > [3 => 4] { p loses 1 for f }";
    assert!(text.contains(&format!("unnoticed  toll/rules.carc:4: {change}")), "{text}");
    let few = ["test", "--mutate", &path, "--limit", "3", "--seed", "5"];
    let few = output(&mut carc(&few), 1);
    assert!(few.contains("toll: 3 of 15 changes"), "{few}");
    let file = scratch.path().join("toll/mutants.txt");
    fs::write(&file, format!("toll/rules.carc: {change}\n  nobody has so long a road\n")).unwrap();
    let text = output(&mut carc(&["test", "--mutate", &path]), 1);
    assert!(!text.contains(change) && text.contains("1 explained"), "{text}");
    fs::write(&file, "toll/rules.carc: [all => nothing]\n  no reason\n").unwrap();
    let text = output(&mut carc(&["test", "--mutate", &path]), 1);
    assert!(text.contains("no such change can be made"), "{text}");
    fs::write(&file, "toll/rules.carc: something\n").unwrap();
    let text = complaint(&mut carc(&["test", "--mutate", &path]), 1);
    assert!(text.contains("has no reason below it"), "{text}");
}

#[test]
fn the_rulebook_is_shown_and_written() {
    let files = [("rules.carc", RULES), ("rules.md", STATEMENTS)];
    let (scratch, path) = expansion("toll", &files);
    let text = output(&mut carc(&["rules", &path]), 0);
    assert!(
        text.contains("T2  Long ones <cost>.\n      toll/rules.carc:4  @T2 if n > 3"),
        "{text}"
    );
    assert!(text.contains("toll/rules.carc:7  scenario \"a short road costs nothing\""), "{text}");
    let page = scratch.path().join("toll.html");
    let command = ["rules", &path, "--html", page.to_str().unwrap()];
    assert!(output(&mut carc(&command), 0).contains("2 statements written to "));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Long ones &lt;cost&gt;.") && page.contains("data:image/svg+xml,"));
    let text = complaint(&mut carc(&["rules", &path, "--lang", "vi"]), 2);
    assert!(text.contains("`toll` has no statements in `vi`; there are: en"), "{text}");
    let text = output(&mut carc(&["rules", "the_fair", "--lang", "vi"]), 0);
    assert!(text.contains("F10  Sau đó trò chơi bị gián đoạn bởi một vòng bắn máy."), "{text}");
}

#[test]
fn wrong_use_is_told() {
    for command in [
        &["test", "--lcov", "x.lcov"][..],
        &["test", "--limit", "3"],
        &["test", "--coverage", "--only", "city"],
        &["test", "--coverage", "--mutate", "base"],
        &["test", "--mutate", "nobody"],
        &["rules", "nobody"],
        &["rules"],
    ] {
        complaint(&mut carc(command), 2);
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let text = complaint(&mut carc(&["rules", "crop_circles", "--html", folder]), 1);
    assert!(text.contains("this is a folder"), "{text}");
}

#[test]
fn pages_replace_nothing_but_pages() {
    let scratch = tempfile::tempdir().expect("room");
    let file = scratch.path().join("kept.carc");
    let path = file.to_str().expect("a path of letters");
    fs::write(&file, "keep").expect("room");
    for arguments in [
        &["rules", "crop_circles", "--html", path][..],
        &["test", "--coverage", "flier", "--html", path],
        &["test", "--coverage", "flier", "--lcov", path],
    ] {
        let text = complaint(&mut carc(arguments), 1);
        assert!(text.contains("holds something else, and is not replaced"), "{text}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "keep");
        fs::remove_file(&file).expect("it is there");
        for _ in 0..2 {
            output(&mut carc(arguments), 0);
        }
        fs::write(&file, "keep").expect("room");
    }
}
