//! A new expansion works at once: it has no mistakes, its examples hold, it plays, and it is laid out.

use std::{fs, path::Path};

use assert_cmd::Command;

use crate::{carc, complaint, output};

/// `carc` in a folder of its own.
fn inside(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = carc(arguments);
    command.current_dir(folder);
    command
}

#[test]
fn a_new_expansion_works_at_once() {
    // Names of things in the language are names of expansions too.
    for name in ["picnic", "x", "tile", "points", "meeple", "a_name_of_thirty_letters_or_so"] {
        let scratch = tempfile::tempdir().expect("there is room for a folder");
        let carc = |arguments: &[&str]| inside(scratch.path(), arguments);
        let made = output(&mut carc(&["new", name]), 0);
        assert!(made.contains(&format!("made  expansions/{name}/messages/vi.ftl\n")), "{made}");
        assert!(made.contains(&format!("carc test {name} ")), "{made}");
        assert_eq!(output(&mut carc(&["check", name]), 0), format!("{name}: no mistakes\n"));
        let tested = output(&mut carc(&["test", name]), 0);
        assert!(tested.contains("3 passed, 0 failed") && !tested.contains("note"), "{tested}");
        let played =
            output(&mut carc(&["sim", "--with", name, "--games", "5", "--players", "3"]), 0);
        assert!(played.contains(&format!("5 games of base, {name} with 3 players")), "{played}");
        let formatted = output(&mut carc(&["fmt", "--check"]), 0);
        assert_eq!(formatted, "3 files laid out as usual\n");
        for language in ["en", "vi"] {
            let listed = ["play", "--with", name, "--bots", "--lang", language, "--seed", "1"];
            output(&mut carc(&listed), 0);
        }
    }
}

#[test]
fn two_new_expansions_play_together_and_with_the_standard_ones() {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let carc = |arguments: &[&str]| inside(scratch.path(), arguments);
    output(&mut carc(&["new", "picnic"]), 0);
    output(&mut carc(&["new", "harbour"]), 0);
    output(&mut carc(&["new", "plough"]), 0);
    let text = output(&mut carc(&["check"]), 0);
    let together = text.lines().last().unwrap_or_default();
    assert!(
        [" + harbour + ", " + picnic + ", " + plough + "]
            .iter()
            .all(|name| together.contains(name)),
        "{text}"
    );
    assert!(text.lines().all(|line| line.ends_with(": no mistakes")), "{text}");
    output(&mut carc(&["fmt", "--check"]), 0);
    output(&mut carc(&["test"]), 0);
}

#[test]
fn it_may_lie_anywhere() {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let carc = |arguments: &[&str]| inside(scratch.path(), arguments);
    let text = output(&mut carc(&["new", "picnic", "--in", "my/games"]), 0);
    assert!(text.contains("made  my/games/picnic/rules.carc\n"), "{text}");
    assert!(text.contains("carc play --with my/games/picnic "), "{text}");
    output(&mut carc(&["test", "my/games/picnic"]), 0);
    output(&mut carc(&["new", "harbour", "--in", "."]), 0);
    output(&mut carc(&["test", "./harbour"]), 0);
}

#[test]
fn nothing_is_overwritten() {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let folder = scratch.path().join("expansions/picnic");
    fs::create_dir_all(&folder).expect("room");
    fs::write(folder.join("notes.txt"), "mine").expect("room");
    let text = complaint(&mut inside(scratch.path(), &["new", "picnic"]), 1);
    assert!(text.contains("is there already, and stays as it is"), "{text}");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1);
    let text = complaint(&mut inside(scratch.path(), &["new", "base"]), 2);
    assert!(text.contains("there is an expansion `base` already"), "{text}");
    assert!(!scratch.path().join("expansions/base").exists());
}

#[test]
fn bad_names_are_told() {
    for (name, said) in [
        ("Picnic", "such as `picnic`"),
        ("my picnic", "such as `my_picnic`"),
        ("a/b", "--in FOLDER"),
        ("end", "a word of the language"),
        ("", "small letters"),
    ] {
        let scratch = tempfile::tempdir().expect("there is room for a folder");
        let text = complaint(&mut inside(scratch.path(), &["new", name]), 2);
        assert!(text.contains(said), "{name}: {text}");
        assert_eq!(fs::read_dir(scratch.path()).expect("it is there").count(), 0);
    }
}
