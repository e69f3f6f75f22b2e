//! The built `carc` as its users meet it: what it writes, and its exit status.

mod draw;
mod editor;
#[cfg(unix)]
mod examples;
mod fmt;
mod game;
mod hostile;
mod impossible_shots;
mod killed;
mod misuse;
mod new;
mod recording;
mod reports;
mod rules;
mod saves;
mod session;
mod shared_mistakes;
mod shoot;
mod snapshots;
mod trust;
mod watch;

use std::path::PathBuf;

use assert_cmd::{Command, assert::Assert};

/// `carc` in the root of the workspace, with an environment that is the same everywhere.
fn carc(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("carc"));
    command.current_dir(root()).args(arguments);
    for variable in ["CARC_EXPANSIONS", "CI", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(variable);
    }
    command.timeout(std::time::Duration::from_secs(300));
    command
}

fn root() -> PathBuf {
    let cli: PathBuf = env!("CARGO_MANIFEST_DIR").into();
    cli.parent().expect("the package lies in the workspace").to_owned()
}

/// The standard output of a command that ends with a status.
fn output(command: &mut Command, status: i32) -> String {
    let assert = command.assert().code(status);
    text(&assert.get_output().stdout)
}

/// The error output of a command that ends with a status.
fn complaint(command: &mut Command, status: i32) -> String {
    let assert: Assert = command.assert().code(status);
    text(&assert.get_output().stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("carc writes text")
}

/// A folder with files in it, and below it an expansion of a name.
fn expansion(name: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let scratch = tempfile::tempdir().expect("there is room for a folder");
    let folder = scratch.path().join(name);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("room");
        std::fs::write(path, text).expect("room for a file");
    }
    let path = folder.to_str().expect("a path of letters").to_owned();
    (scratch, path)
}
