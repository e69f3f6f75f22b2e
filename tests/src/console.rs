//! The commands in documents are run, and what they print must be what the document shows.
//!
//! Files that a document lets its reader write (`file=PATH` behind the language) are written to an empty folder, in
//! the order of the text; other documents are read in the folder of the project.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{OnceLock, mpsc::channel};
use std::thread::spawn;
use std::time::Duration;

use serde_json::Value;

use crate::fixture::root;
use crate::markdown::{Block, blocks};

/// How long a command may take at most, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(120);

/// A command with what it should print; nothing is compared if nothing is shown.
struct Shown {
    command: String,
    output: Vec<String>,
}

#[test]
fn commands_do_what_documents_show() {
    let mut documents: BTreeMap<String, Vec<Block>> = BTreeMap::new();
    for block in blocks() {
        documents.entry(block.document.clone()).or_default().push(block);
    }
    let mut failures = Vec::new();
    for blocks in documents.values() {
        let folder = tempfile::tempdir().expect("a folder for a reader");
        if blocks.iter().all(|block| block.value("file").is_none()) {
            borrow_project(folder.path());
        }
        for block in blocks {
            if let Some(path) = block.value("file") {
                append(&folder.path().join(path), &block.text);
            } else if matches!(block.language(), "console" | "sh") {
                let status = block.value("status").map_or(0, |s| s.parse().expect("a number"));
                for shown in shown(&block.text) {
                    if let Err(why) = run(&shown, folder.path(), status) {
                        failures.push(format!("{}: {}\n{why}", block.place(), shown.command));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The binary, built from the sources at hand.
pub(crate) fn carc() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let output = Command::new(cargo)
            .args(["build", "--package", "carc-cli", "--quiet", "--message-format", "json"])
            .current_dir(root())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let messages = String::from_utf8(output.stdout).expect("cargo writes text");
        let built = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut binaries =
            built.filter_map(|built| built["executable"].as_str().map(PathBuf::from));
        binaries.next_back().expect("the package has a binary")
    })
}

/// What a reader of the project finds in its folder.
fn borrow_project(folder: &Path) {
    for name in ["docs", "expansions", "physics", "tests"] {
        #[cfg(unix)]
        std::os::unix::fs::symlink(root().join(name), folder.join(name)).expect("a link");
        #[cfg(not(unix))]
        let _ = (name, folder);
    }
}

fn append(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
    let before = fs::read_to_string(path).unwrap_or_default();
    let gap = if before.is_empty() { "" } else { "\n" };
    fs::write(path, format!("{before}{gap}{text}")).expect("a file");
}

/// The commands of a block: behind `$`, or every line if none has one.
fn shown(text: &str) -> Vec<Shown> {
    let marked = text.lines().any(|line| line.starts_with("$ "));
    let mut found: Vec<Shown> = Vec::new();
    for line in text.lines() {
        let line = line.trim_end();
        let command = if marked { line.strip_prefix("$ ") } else { Some(line) };
        match (command, found.last_mut()) {
            (Some(command), _) => {
                found.push(Shown { command: command.to_owned(), output: Vec::new() });
            }
            (None, Some(shown)) => shown.output.push(line.to_owned()),
            (None, None) => {}
        }
    }
    found.retain(|shown| !shown.command.is_empty() && !shown.command.starts_with('#'));
    found
}

fn run(shown: &Shown, folder: &Path, expected: i32) -> Result<(), String> {
    let command = match shown.command.split_once(" -- ") {
        Some((cargo, rest)) if cargo.starts_with("cargo run") => format!("carc {rest}"),
        _ => shown.command.clone(),
    };
    // Building and testing is what is happening; the rest of the system is none of our business.
    let program = command.split(' ').find(|word| !word.contains('='));
    if program.is_some_and(|program| ["cargo", "git", "cd", "rustup"].contains(&program)) {
        return Ok(());
    }
    let binaries = carc().parent().expect("the binary lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", binaries.display()))
        .env("LANG", "en")
        .env_remove("CARC_EXPANSIONS")
        .stdin(Stdio::null());
    let output = ended_within(&mut shell, LIMIT).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let status = output.status.code();
    if status != Some(expected) {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("status {status:?}\n{text}{errors}"));
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let wanted: Vec<&str> = shown.output.iter().map(String::as_str).collect();
    if wanted.iter().all(|line| line.is_empty()) || alike(&wanted, &lines) {
        return Ok(());
    }
    Err(format!("prints\n{text}"))
}

/// What a command prints until it ends; one that goes on for too long is stopped, with all that it has started.
fn ended_within(command: &mut Command, limit: Duration) -> std::io::Result<Output> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let group = format!("-{}", child.id());
    let (done, is_done) = channel();
    let guard = spawn(move || {
        if is_done.recv_timeout(limit).is_err() {
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        }
    });
    let output = child.wait_with_output();
    let _ = done.send(());
    let _ = guard.join();
    output
}

#[cfg(unix)]
#[test]
fn a_command_that_waits_for_ever_is_stopped() {
    let mut waits = Command::new("sh");
    waits.args(["-c", "echo begun; (while :; do sleep 0.1; done) | cat"]);
    let output = ended_within(&mut waits, Duration::from_millis(300)).expect("it begins");
    assert_eq!((output.status.code(), &output.stdout[..]), (None, &b"begun\n"[..]));
}

/// Whether lines are as shown; a line `…` stands for any lines, `…` in a line for any text.
fn alike(wanted: &[&str], found: &[&str]) -> bool {
    match wanted {
        [] => found.iter().all(|line| line.is_empty()),
        ["…"] => true,
        ["…", rest @ ..] => (0..=found.len()).any(|from| alike(rest, &found[from..])),
        [line, rest @ ..] => match found {
            [first, others @ ..] => line_alike(line, first) && alike(rest, others),
            [] => line.is_empty() && alike(rest, found),
        },
    }
}

fn line_alike(wanted: &str, found: &str) -> bool {
    let mut parts = wanted.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn wildcards_stand_for_anything() {
    assert!(alike(&["a", "…", "z"], &["a", "b", "c", "z"]));
    assert!(alike(&["a", "…"], &["a"]));
    assert!(!alike(&["a", "…", "z"], &["a", "b"]));
    assert!(line_alike("x: … games, … agree", "x: 9 games, 9 agree"));
    assert!(!line_alike("x: … games", "x: 9 games, 9 agree"));
    assert!(line_alike("plain", "plain") && !line_alike("plain", "plainer"));
}
