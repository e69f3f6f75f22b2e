//! Wrong use ends with status 2 and a word on what would be right; wrong files end with status 1.

use crate::{carc, complaint, expansion, output};

#[test]
fn without_a_command_the_first_steps_are_shown() {
    let text = output(&mut carc(&[]), 0);
    assert!(text.contains("carc play --bots"), "{text}");
    assert!(text.lines().count() < 15, "{text}");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["check", "play", "sim", "replay", "test", "explain", "list", "completions"] {
        let text = output(&mut carc(&[command, "--help"]), 0);
        assert!(text.contains("Examples:\n  carc "), "{command}: {text}");
        assert!(!text.contains('\u{1b}'), "{command} has colours in a pipe");
    }
    assert!(output(&mut carc(&["--version"]), 0).starts_with("carc "));
}

#[test]
fn wrong_use_has_status_2_and_a_proposal() {
    for (arguments, said) in [
        (&["pley"][..], "'play'"),
        (&["play", "--players", "0"], "0 players, but 2 to 6 can play"),
        (&["play", "--players", "7", "--bots"], "7 players, but 2 to 6 can play"),
        (&["sim", "--players", "1"], "1 player, but 2 to 6 can play"),
        (&["play", "--players", "300"], "300"),
        (&["sim", "--games", "99999999999999999999999"], "too large"),
        (&["sim", "--games", "0"], "0 is not in"),
        (&["sim", "--jobs", "0"], "0 is not in"),
        (&["play", "--with", "bse"], "did you mean `base`?"),
        (&["play", "--set", "tiny_city"], "--set OPTION=VALUE"),
        (&["play", "--set", "tiny_cty=2"], "did you mean `tiny_city`?"),
        (&["play", "--set", "tiny_city=3"], "expected 2, 4"),
        (&["play", "--set", "crop_circles.add_is=optional"], "`crop_circles`, which does not play"),
        (&["play", "--set", "tiny_city=2", "--set", "base.tiny_city=4"], "is given twice"),
        (&["play", "--lang", "xx"], "there are no texts in `xx`; there are: en, vi"),
        (&["watch", "--lang", "xx"], "there are no texts in `xx`; there are: en, vi"),
        (&["shoot", "table.json", "--lang", "xx"], "there are no texts in `xx`; there are: en, vi"),
        (&["rules", "base", "--lang", "xx"], "`base` has no statements in `xx`; there are: en"),
        (&["test", "base", "--only", "zzz"], "no scenario has `zzz` in its title"),
        (&["play", "--edition", "frist"], "did you mean `first`?"),
        (&["play", "--tiles", "base=1000"], "0 to 999"),
        (&["play", "--tiles", "bass"], "did you mean `base`?"),
        (&["play", "--tiles", "crop_circle_1"], "did you mean `crop_circles_1`?"),
        (&["play", "--with", "./no/such/folder"], "there is no folder"),
        (&["check", "./nothing_like_it"], "there is no folder `./nothing_like_it`"),
        (&["check", "nothing_like_it"], "there is no expansion `nothing_like_it`"),
        (&["test", "nothing_like_it"], "there are: abbey_and_mayor, abbot, base, "),
        (&["explain", "check/unknwon-name"], "did you mean `check/unknown-name`?"),
        (&["explain", "unknown-name"], "did you mean `check/unknown-name`?"),
        (&["explain"], "CODE or order"),
        (&["replay"], "FILE"),
        (&["check", "--format", "xml"], "json"),
        (&["play", "--bots", "--load", "x"], "cannot be used with"),
    ] {
        let text = complaint(&mut carc(arguments), 2);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn wrong_files_have_status_1() {
    for (arguments, said) in [
        (&["check", "./docs"][..], "no file there ends in .carc"),
        (&["play", "--load", "README.md"], "this is no saved game"),
        (&["play", "--load", "no_such_file.json"], "no_such_file.json"),
    ] {
        let text = complaint(&mut carc(arguments), 1);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
    let text = output(&mut carc(&["replay", "no_such_file.jsonl"]), 1);
    assert!(
        text.contains("no_such_file.jsonl: 0 games, 0 agree, 0 differ; it cannot be read"),
        "{text}"
    );
    let text = output(&mut carc(&["replay", "tests/games"]), 1);
    assert!(text.contains("; this is a folder: name the files in it"), "{text}");
    let text = output(&mut carc(&["replay", "README.md"]), 1);
    assert!(text.contains(", 0 agree, ") && text.contains("line 1"), "{text}");
}

/// Rules without a word are one mistake, and no unknown name besides.
#[test]
fn an_expansion_without_anything_in_it_is_one_mistake() {
    let (_scratch, path) = expansion("hollow", &[("rules.carc", "")]);
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("no file of `hollow` has an `expansion` item"), "{text}");
    assert!(
        text.contains("hollow: 1 error\n") && !text.contains("there is no expansion"),
        "{text}"
    );
}

#[test]
fn an_absurd_number_of_tiles_or_pieces_is_no_crash() {
    for arguments in [
        &["sim", "--games", "2", "--tiles", "base=0"][..],
        &["sim", "--games", "1", "--tiles", "base=9,base_gardens=9"],
        &["sim", "--games", "2", "--set", "meeples=1"],
        &["sim", "--games", "2", "--set", "meeples=99999999999999999999"],
    ] {
        let assert = carc(arguments).assert();
        let code = assert.get_output().status.code();
        assert!(matches!(code, Some(0..=2)), "{arguments:?}: {code:?}");
    }
}

#[test]
fn files_that_are_none_are_called_by_their_names() {
    let told = output(&mut carc(&["replay", "nofile.jsonl.gz"]), 1);
    assert!(told.contains("nofile.jsonl.gz: 0 games"));
    let said = complaint(&mut carc(&["sim", "--tiles", "nosuch", "--games", "1"]), 2);
    assert_eq!(said.matches("base,").count(), 1, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_or_written_is_said() {
    let folder = std::fs::File::open(std::env::temp_dir()).expect("a folder");
    let run = std::process::Command::new(assert_cmd::cargo::cargo_bin!("carc"))
        .current_dir(crate::root())
        .args(["play", "--seed", "7"])
        .stdin(folder)
        .output()
        .expect("it runs");
    let said = crate::text(&run.stderr);
    assert!(said.contains("the input cannot be read"), "{said}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let run = std::process::Command::new(assert_cmd::cargo::cargo_bin!("carc"))
        .args(["--help"])
        .stdout(full)
        .output()
        .expect("it runs");
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn completions_are_written_for_every_shell() {
    for (shell, word) in
        [("bash", "complete"), ("zsh", "#compdef carc"), ("fish", "complete -c carc")]
    {
        let text = output(&mut carc(&["completions", shell]), 0);
        assert!(text.contains(word) && text.contains("replay"), "{shell}");
    }
    let text = complaint(&mut carc(&["completions", "bsh"]), 2);
    assert!(text.contains("'bash'"), "{text}");
}

#[test]
fn an_option_that_two_expansions_have_is_named_with_one_of_them() {
    // `share` is a name in an expansion that does not play, too, and that is no matter here.
    let rules = |name: &str| {
        format!(
            "expansion {name} {{\n    title \"Shares\"\n    needs base\n}}\n\n\
             option share: int = 1 from 0..3\n"
        )
    };
    let (_one, first) = expansion("sown", &[("rules.carc", &rules("sown"))]);
    let (_two, second) = expansion("reaped", &[("rules.carc", &rules("reaped"))]);
    let with = format!("{first},{second}");
    let text = complaint(&mut carc(&["sim", "--with", &with, "--set", "share=2"]), 2);
    assert!(text.contains("several expansions have an option `share`"), "{text}");
    assert!(!text.contains("does not play"), "{text}");
}
