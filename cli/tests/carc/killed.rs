//! A program that is killed while it saves leaves a whole file behind: the new one, or the one before.

use std::{
    collections::BTreeSet,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, SystemTime},
};

use super::{carc, output};

/// So many times it is killed, each time a little later.
const TIMES: u64 = 24;
/// How often it is looked, with a pause of a millisecond: longer than anything takes on a busy machine.
const LOOKS: u32 = 100_000;

/// When a file was written last, once it is there.
fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

#[test]
fn a_killed_program_leaves_a_game_that_can_be_opened() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("game.json");
    let save = path.to_str().expect("a path of letters");
    let mut lengths = BTreeSet::new();
    for time in 0..TIMES {
        // A file that holds a game is not written over by another one: the game in it goes on.
        let game = match time {
            0 => &["--with", "base", "--seed", "3"][..],
            _ => &["--load", save],
        };
        let before = written(&path);
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
            .arg("play")
            .args(game)
            .args(["--autosave", save])
            .env_remove("CARC_EXPANSIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("carc runs");
        let mut input = child.stdin.take().expect("it reads");
        // It saves after every one of these answers, and the game does not come to its end.
        let answers = "1\n1\nundo!\nundo!\n".repeat(2000);
        let writes = std::thread::spawn(move || drop(input.write_all(answers.as_bytes())));
        let looks = (0..LOOKS).find(|_| {
            sleep(Duration::from_millis(1));
            written(&path) != before
        });
        assert!(looks.is_some(), "nothing is saved");
        sleep(Duration::from_millis(time * 3));
        child.kill().expect("it still plays");
        let status = child.wait().expect("it is gone");
        assert_eq!(status.code(), None, "it ended by itself");
        writes.join().expect("nobody reads any more");
        let told = output(&mut carc(&["why", save, "--options"]), 0);
        assert!(told.contains("has on offer"), "{told}");
        lengths.insert(std::fs::metadata(&path).expect("a file").len());
    }
    assert!(lengths.len() > 1, "always the same game was saved: {lengths:?}");
}

/// Whoever is stopped while it makes an expansion leaves all of it, or nothing that counts as one.
#[test]
fn a_killed_program_leaves_no_half_of_an_expansion() {
    const FILES: usize = 6;
    let scratch = tempfile::tempdir().expect("a folder");
    let (mut made, mut missing) = (0, 0);
    for time in 0..16 {
        let name = format!("picnic_{time}");
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
            .args(["new", &name])
            .current_dir(scratch.path())
            .env_remove("CARC_EXPANSIONS")
            .stdout(Stdio::null())
            .spawn()
            .expect("carc runs");
        // As soon as anything is there, or a little later.
        let parent = scratch.path().join("expansions");
        let looked = |path: &Path| std::fs::read_dir(path).map_or(0, Iterator::count);
        let before = looked(&parent);
        let _ = (0..LOOKS).find(|_| {
            sleep(Duration::from_micros(20));
            looked(&parent) != before
        });
        sleep(Duration::from_micros(time * 60));
        // It may well be done.
        let _ = child.kill();
        child.wait().expect("it is gone");
        let folder = parent.join(&name);
        if folder.exists() {
            made += 1;
            let all = looked(&folder) - 1 + looked(&folder.join("messages"));
            assert_eq!(all, FILES, "{name}");
        } else {
            missing += 1;
        }
    }
    assert!(made > 0, "it was always too early: {missing}");
    let listed = output(carc(&["list"]).current_dir(scratch.path()), 0);
    assert!(listed.contains("picnic_") && !listed.contains(".new."), "{listed}");
}
