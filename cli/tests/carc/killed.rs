//! A program that is killed while it saves leaves a whole file behind: the new one, or the one before.

use std::{
    io::Write,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

use super::{carc, output};

/// So many times it is killed, each time a little later.
const TIMES: u64 = 24;

#[test]
fn a_killed_program_leaves_a_game_that_can_be_opened() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("game.json");
    let save = path.to_str().expect("a path of letters");
    let (mut found, mut longer) = (0, 0);
    let mut last = 0;
    for time in 0..TIMES {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
            .args(["play", "--with", "base", "--seed", "3", "--autosave", save])
            .env_remove("CARC_EXPANSIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("carc runs");
        let mut input = child.stdin.take().expect("it reads");
        // It saves after every one of these answers.
        let answers = "1\n".repeat(2000);
        let writes = std::thread::spawn(move || drop(input.write_all(answers.as_bytes())));
        sleep(Duration::from_millis(100 + time * 7));
        // It may be over by now.
        let _ = child.kill();
        child.wait().expect("it is gone");
        writes.join().expect("nobody reads any more");
        if !path.exists() {
            continue;
        }
        found += 1;
        let told = output(&mut carc(&["why", save, "--options"]), 0);
        assert!(told.contains("has on offer"), "{told}");
        let length = std::fs::metadata(&path).expect("a file").len();
        longer += u32::from(length != last);
        last = length;
    }
    assert!(found > 0 && longer > 1, "{found} games were saved, {longer} of them others");
}
