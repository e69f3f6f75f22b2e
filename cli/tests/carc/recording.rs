//! Saved games as scenarios, and the reasons of what is in them.

use std::fs;

use crate::{carc, complaint, expansion, output};

const RULES: &str = "\
expansion harbour {
    title \"The Harbour\"
    needs base
}

after p places t at f {
    p scores 1 for t
}
";

/// A saved game of the harbour, with the folder of the expansion.
fn saved() -> (tempfile::TempDir, String, String) {
    let (scratch, path) = expansion("harbour", &[("rules.carc", RULES)]);
    let file = scratch.path().join("evening.json");
    let file = file.to_str().expect("a path of letters").to_owned();
    let said = format!("1\nnone\n1\nnone\nbot\nbot\nsave {file}\n");
    let mut play = carc(&["play", "--with", &path, "--seed", "7"]);
    output(play.write_stdin(said), 0);
    (scratch, path, file)
}

#[test]
fn a_saved_game_becomes_a_scenario_that_passes() {
    let (_scratch, path, file) = saved();
    let text = output(&mut carc(&["record", &file, "--with", &path]), 0);
    assert!(text.starts_with("scenario \"a game of seed 7\" {\n    players red, blue\n"), "{text}");
    assert!(text.contains("    expect red.points == 2\n"), "{text}");
    let scenarios = format!("{path}/scenarios.carc");
    for (title, cut) in [("two turns", "2"), ("later", "2..3")] {
        let mut record = carc(&["record", &file, "--with", &path, "--append", &scenarios]);
        let text = output(record.args(["--title", title, "--turns", cut]), 0);
        assert!(text.starts_with("added to "), "{text}");
    }
    let text = output(&mut carc(&["test", &path]), 0);
    assert!(text.contains("harbour: two turns") && text.contains("2 passed, 0 failed"), "{text}");
    let mut again = carc(&["record", &file, "--with", &path, "--append", &scenarios]);
    let text = complaint(again.args(["--title", "later"]), 1);
    assert!(text.contains("already"), "{text}");
    // The test is one of the rules: with others it fails.
    let rules = format!("{path}/rules.carc");
    fs::write(&rules, RULES.replace("scores 1", "scores 3")).unwrap();
    let text = output(&mut carc(&["test", &path]), 1);
    assert!(text.contains("expect red.points == 1"), "{text}");
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let (_scratch, path, file) = saved();
    let record = |more: &[&str], status| {
        complaint(carc(&["record", &file, "--with", &path]).args(more), status)
    };
    assert!(record(&["--entry", "900"], 2).contains("this game has"));
    assert!(record(&["--turns", "3..90"], 2).contains("this game has the turns 1.."));
    assert!(record(&["--turns", "0"], 2).contains("expected turns"));
    assert!(record(&["--for", "base", "--append", &file], 2).contains("no file of rules"));
    assert!(record(&["--for", "the_fair"], 1).contains("does not play in this game"));
    let rules = format!("{path}/rules.carc");
    assert!(complaint(&mut carc(&["record", &rules]), 1).contains("holds no saved game"));
}

/// A scenario is proved where it will stand; what cannot be is not written.
#[test]
fn a_scenario_goes_only_where_it_comes_true() {
    let (scratch, path, file) = saved();
    let append = |to: &str, more: &[&str]| {
        let mut command = carc(&["record", &file, "--with", &path, "--append", to]);
        command.args(more);
        command
    };
    let nowhere = scratch.path().join("scenarios.carc");
    let text = complaint(&mut append(nowhere.to_str().expect("letters"), &[]), 1);
    assert!(text.contains("no expansion lies in "), "{text}");
    assert!(!nowhere.exists());
    // Another expansion of the same name is where it would be added, but with other rules.
    let (_other, elsewhere) =
        expansion("harbour", &[("rules.carc", &RULES.replace("scores 1", "scores 2"))]);
    let scenarios = format!("{elsewhere}/scenarios.carc");
    let text = complaint(&mut append(&scenarios, &[]), 1);
    assert!(text.contains("does not come true"), "{text}");
    assert!(fs::metadata(&scenarios).is_err(), "nothing is written");
    let broken = format!("{elsewhere}/broken.carc");
    let before = "scenario \"half\" {\n    players red, blue\n";
    fs::write(&broken, before).expect("a file");
    let text = complaint(&mut append(&broken, &[]), 1);
    assert!(text.contains("has mistakes") && text.contains("never closed"), "{text}");
    assert_eq!(fs::read_to_string(&broken).expect("it is there"), before);
    fs::remove_file(&broken).expect("it is there");
    let (_third, stranger) =
        expansion("quay", &[("rules.carc", &RULES.replace("harbour", "quay"))]);
    let text = complaint(&mut append(&format!("{stranger}/scenarios.carc"), &[]), 1);
    assert!(text.contains("`quay` does not play in this game"), "{text}");
    let scenarios = format!("{path}/scenarios.carc");
    let text = complaint(&mut append(&scenarios, &["--for", "base"]), 2);
    assert!(text.contains("belongs to `harbour`, and not to `base`"), "{text}");
    assert!(fs::metadata(&scenarios).is_err(), "nothing is written");
}

#[test]
fn games_of_a_file_are_numbered_from_one() {
    let text = complaint(&mut carc(&["record", "tests/games/basic-2p.jsonl.gz", "--game", "0"]), 2);
    assert!(text.contains("games are numbered from 1"), "{text}");
    let text =
        complaint(&mut carc(&["record", "tests/games/basic-2p.jsonl.gz", "--game", "99"]), 1);
    assert!(text.contains("there is no game 99; it holds 9 games"), "{text}");
    let text = complaint(&mut carc(&["record", "evening.json", "--game", "2"]), 2);
    assert!(text.contains("picks one of the recorded games in a file"), "{text}");
    let text = output(&mut carc(&["record", "--help"]), 0);
    assert!(text.contains("the one with this number, from 1"), "{text}");
}

#[test]
fn a_game_is_recorded_while_it_is_played() {
    let (_scratch, path) = expansion("harbour", &[("rules.carc", RULES)]);
    let scenarios = format!("{path}/scenarios.carc");
    let said = format!("1\nnone\nrecord {scenarios}\nrecord {path}/notes.txt\nrecord\n");
    let text = output(carc(&["play", "--with", &path, "--seed", "7"]).write_stdin(said), 0);
    assert!(text.contains(&format!("saved in {scenarios}")), "{text}");
    assert!(text.contains("is no file of rules") && text.contains("record FILE"), "{text}");
    output(&mut carc(&["test", &path]), 0);
}

#[test]
fn points_options_and_missing_options_have_their_reasons() {
    let (_scratch, path, file) = saved();
    let why = |more: &[&str]| output(carc(&["why", &file, "--with", &path]).args(more), 0);
    let all = why(&[]);
    assert!(all.contains("red scores 1 point for "), "{all}");
    assert!(all.contains("    p scores 1 for t (harbour/rules.carc:7)\n"), "{all}");
    assert!(all.contains("what blue's answer to `place` has on offer\n"), "{all}");
    assert!(all.contains("    B7: A tile goes on an empty cell "), "{all}");
    assert!(!why(&["--points"]).contains("on offer") && !why(&["--options"]).contains("scores"));
    let game = why(&["--all"]);
    assert!(game.starts_with("points of the whole game\n  red scores 1 point for "), "{game}");
    assert!(!game.contains("on offer"), "{game}");
    complaint(carc(&["why", &file, "--all", "none"]).args(["--with", &path]), 2);
    let text = why(&["at (9, 9) turned 0"]);
    assert!(text.starts_with("it is not on offer\n"), "{text}");
    assert!(text.contains("no tile lies beside (9, 9)") && text.contains("[B7]"), "{text}");
    let option = all.lines().find_map(|line| line.trim().strip_prefix("at ("));
    let option = option.and_then(|line| line.split(';').next()).expect("a place is on offer");
    let text = why(&[&format!("at ({option}")]);
    assert!(text.starts_with("it is on offer\n") && text.contains("[B7]"), "{text}");
    for nonsense in ["nonsense", "sail the boat"] {
        let text = complaint(&mut carc(&["why", &file, "--with", &path, nonsense]), 2);
        assert!(text.contains(&format!("`{nonsense}` is no answer")), "{text}");
    }
    // These could be answers somewhere else in the game.
    for answer in ["none", "deploy meeple", "yes"] {
        let text = why(&[answer]);
        assert!(text.contains("the game waits for blue's answer to `place` now, and `"), "{text}");
    }

    let said = "why at (9, 9) turned 0\n1\nwhy none\nwhy deploy meeple on x9\n";
    let text = output(carc(&["play", "--with", &path, "--seed", "7"]).write_stdin(said), 0);
    assert!(text.contains("no tile lies beside (9, 9)"), "{text}");
    assert!(text.contains("nobody has to answer"), "{text}");
    assert!(text.contains("has no segment x9"), "{text}");
}
