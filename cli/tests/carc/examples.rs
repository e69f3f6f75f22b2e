//! The examples in the program's own help: whoever types them gets what they promise.

use std::{fs, path::Path, process::Command};

use crate::{carc, output, root};

/// Examples that are not typed here, each with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("carc lsp", "an editor talks to it"),
    ("carc test", "all scenarios of all expansions take minutes; other tests play them"),
    ("carc test --accept", "the same"),
    ("carc test --review", "the same"),
    ("carc test --ci", "the same"),
    ("carc test --only letter", "it reads all expansions; the one with --ci says as much"),
    ("carc matrix", "all pairs take minutes"),
    ("carc matrix --games 40", "the same"),
];

/// What takes long is done less often here.
const SHORTER: &[(&str, &str)] = &[
    ("--seconds 60", "--seconds 1"),
    ("--games 1000", "--games 20"),
    ("--games 500", "--games 20"),
    ("--games 100", "--games 20"),
    ("--games 200", "--games 4"),
    ("--limit 100", "--limit 1"),
    ("--series 1000", "--series 50"),
    ("carc fuzz crop_circles", "carc fuzz crop_circles --games 4"),
    ("--mutate base", "--mutate crop_circles"),
    ("--coverage base", "--coverage crop_circles"),
    ("matrix base crop_circles ./my_thing", "matrix crop_circles ./my_thing --games 1"),
    ("tests/games/*.jsonl.gz", "tests/games/basic-2p.jsonl.gz"),
];

/// The commands that have a help of their own.
fn commands() -> Vec<String> {
    let help = output(&mut carc(&["--help"]), 0);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

/// The examples of a help: what is typed, without the words beside it.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let typed = lines.filter_map(|line| line.strip_prefix("  ")).filter_map(|line| {
        let is_typed = line.starts_with("carc ") || line.starts_with("printf ");
        is_typed.then(|| line.split("  ").next().unwrap_or(line).trim_end().to_owned())
    });
    typed.collect()
}

/// A line that `sh` is given in a folder that is everybody's home, with the status and what was said.
fn typed(line: &str, folder: &Path) -> (Option<i32>, String) {
    let program = assert_cmd::cargo::cargo_bin!("carc");
    let path = format!(
        "{}:{}",
        program.parent().expect("it lies in a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path).env("HOME", folder);
    for variable in ["CARC_EXPANSIONS", "CI", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    let output = command.stdin(std::process::Stdio::null()).output().expect("there is a shell");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// What the examples take for granted: expansions of one's own, a saved game, recorded ones, a table.
fn furnished(folder: &Path) {
    for line in [
        "carc new picnic",
        "carc new my_expansion --in .",
        "carc new my_thing --in .",
        "mkdir games && cp -r expansions/picnic games",
        "mkdir -p .local/share/bash-completion/completions .zfunc .config/fish/completions",
        "{ yes 1 | head -n 60; echo save evening.json; echo q; } | carc play --with picnic --seed 7",
    ] {
        let (status, said) = typed(line, folder);
        assert_eq!(status, Some(0), "{line}: {said}");
    }
    let table = root().join("physics/scenes/middle-game.json");
    fs::copy(table, folder.join("table.json")).expect("room");
    let games = folder.join("tests/games");
    fs::create_dir_all(&games).expect("room");
    let recorded = "basic-2p.jsonl.gz";
    fs::copy(root().join("tests/games").join(recorded), games.join(recorded)).expect("room");
}

#[test]
fn every_example_of_every_help_works() {
    let scratch = tempfile::tempdir().expect("room");
    furnished(scratch.path());
    let mut left_out: Vec<&str> = LEFT_OUT.iter().map(|(line, _)| *line).collect();
    let mut failures = Vec::new();
    let mut all = 0;
    for command in std::iter::once(String::new()).chain(commands()) {
        // What begins in an empty folder is tried there, beside the other tests of it.
        if command == "watch" {
            continue;
        }
        let words: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
        let help = output(&mut carc(&[&words[..], &["--help"]].concat()), 0);
        let found = examples(&help);
        assert!(!found.is_empty(), "carc {command} --help has no examples");
        for example in found {
            let line = example.split_whitespace().collect::<Vec<_>>().join(" ");
            if line.starts_with("carc lsp") {
                left_out.retain(|other| *other != "carc lsp");
                continue;
            }
            if let Some(at) = left_out.iter().position(|other| *other == line) {
                left_out.remove(at);
                continue;
            }
            let shorter = |line: String, (long, short): &(&str, &str)| {
                if line == *long || line.contains(long) && !long.starts_with("carc fuzz") {
                    line.replace(long, short)
                } else {
                    line
                }
            };
            let line = SHORTER.iter().fold(line, shorter);
            // What is made is not there yet.
            let empty = tempfile::tempdir().expect("room");
            let folder = if command == "new" { empty.path() } else { scratch.path() };
            let (status, said) = typed(&line, folder);
            all += 1;
            if status != Some(0) {
                let said: String = said.chars().take(600).collect();
                failures.push(format!("{line}\n  status {status:?}: {said}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(left_out.is_empty() && all > 60, "{all} examples; no example: {left_out:?}");
}
