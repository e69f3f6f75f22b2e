//! The architecture as tests: who may import whom, what stays behind which fence, how large rooms are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::fixture::{files, name, read, root};

/// The only edges between crates, those for tests and builds included.
const EDGES: &[(&str, &[&str])] = &[
    ("abi", &[]),
    ("dsl-grammar", &[]),
    ("tile-facts", &[]),
    ("tree-sitter", &["dsl-grammar"]),
    ("compiler", &["abi", "dsl-grammar"]),
    ("runtime", &["abi"]),
    ("physics", &["abi"]),
    ("drawing", &["abi"]),
    ("toolkit", &["abi", "compiler", "dsl-grammar", "physics", "runtime"]),
    ("lsp", &["abi", "compiler", "dsl-grammar", "toolkit"]),
    ("cli", &["abi", "drawing", "lsp", "physics", "runtime", "toolkit"]),
    ("tests", &["abi", "compiler", "drawing", "dsl-grammar", "physics", "runtime", "toolkit"]),
];

/// Crates of others that only some of ours may know.
const FENCES: &[(&str, &[&str])] = &[
    ("pest", &["dsl-grammar"]),
    ("pest_derive", &["dsl-grammar"]),
    ("miette", &["dsl-grammar", "toolkit"]),
    ("cranelift-codegen", &["compiler"]),
    ("cranelift-frontend", &["compiler"]),
    ("cranelift-jit", &["compiler"]),
    ("cranelift-module", &["compiler"]),
    ("cranelift-native", &["compiler"]),
    ("rapier3d", &["physics"]),
    ("libm", &["physics"]),
    ("svg", &["drawing"]),
    ("resvg", &["drawing"]),
    ("pdf-writer", &["drawing"]),
    ("dejavu", &["drawing"]),
    ("lsp-server", &["cli", "lsp"]),
    ("lsp-types", &["lsp"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("indicatif", &["cli"]),
    ("notify", &["toolkit"]),
    ("ratatui", &["cli"]),
    ("fluent", &["toolkit"]),
    ("rayon", &["cli", "tests", "toolkit"]),
    ("tempfile", &["cli", "compiler", "lsp", "runtime", "tests", "toolkit"]),
];

/// The files that may be unsafe: calling and being called by compiled code, and naming a parser that is C.
const UNSAFE: &[&str] = &[
    "abi/src/host.rs",
    "compiler/src/codegen/code.rs",
    "editors/tree-sitter-carc/bindings/rust/lib.rs",
];

/// Names of files and folders that would gather whatever has no place.
const REFUSED: &[&str] =
    &["common", "helper", "helpers", "misc", "shared", "tools", "util", "utils"];

const MOST_LINES: usize = 700;

/// What each crate of the workspace depends on, by folder; third parties by their own names.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let ours = |package: &str| package.strip_prefix("carc-").map(str::to_owned);
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages
        .iter()
        .map(|package| {
            let used = package["dependencies"].as_array().expect("a list of dependencies");
            let used = used.iter().map(|used| text(&used["name"]));
            let used = used.map(|used| ours(&used).map_or(used, |ours| format!("carc/{ours}")));
            (ours(&text(&package["name"])).expect("a crate of carc"), used.collect())
        })
        .collect()
}

#[test]
fn crates_import_only_from_floors_below() {
    let found: BTreeMap<String, BTreeSet<String>> = dependencies()
        .into_iter()
        .map(|(package, used)| {
            let ours = used.iter().filter_map(|used| used.strip_prefix("carc/"));
            (package, ours.map(str::to_owned).collect())
        })
        .collect();
    let known: BTreeSet<&str> = EDGES.iter().map(|&(package, _)| package).collect();
    assert_eq!(found.keys().map(String::as_str).collect::<BTreeSet<_>>(), known);
    for (package, allowed) in EDGES {
        for used in &found[*package] {
            assert!(allowed.contains(&used.as_str()), "{package} must not know {used}");
        }
    }
}

#[test]
fn third_parties_stay_behind_their_fences() {
    for (package, used) in dependencies() {
        for (third, allowed) in FENCES {
            let fenced = used.contains(*third) && !allowed.contains(&package.as_str());
            assert!(!fenced, "{package} must not use {third}");
        }
    }
    for path in rust_files() {
        let name = name(&path);
        let code = code_of(&read(&path));
        let inside = |fence: &str| name.starts_with(fence) || name.starts_with("tests/src");
        assert!(!code.contains("cranelift") || inside("compiler/src/codegen/"), "{name}");
        assert!(!code.contains("miette") || inside("dsl-grammar/src/diagnostic/"), "{name}");
    }
}

#[test]
fn rooms_are_small_and_have_honest_names() {
    for path in rust_files() {
        let lines = read(&path).lines().count();
        let name = name(&path);
        assert!(lines <= MOST_LINES, "{name}: {lines} lines");
        for part in name.trim_end_matches(".rs").split('/') {
            assert!(!REFUSED.contains(&part), "{name}: `{part}` says nothing");
        }
    }
}

#[test]
fn only_three_files_are_unsafe() {
    for path in rust_files() {
        let name = name(&path);
        let code = code_of(&read(&path)).replace("unsafe_code", "");
        let is_unsafe = words(&code).any(|word| word == "unsafe") && name != "tests/src/house.rs";
        assert_eq!(is_unsafe, UNSAFE.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn nothing_is_left_undone() {
    for path in rust_files() {
        let name = name(&path);
        let code = code_of(&read(&path));
        for undone in ["todo!", "unimplemented!", "dbg!"] {
            let own = name == "tests/src/house.rs";
            assert!(own || !code.contains(undone), "{name} has {undone}");
        }
    }
}

/// All Rust files of the workspace.
pub(crate) fn rust_files() -> Vec<PathBuf> {
    let found: Vec<PathBuf> = EDGES
        .iter()
        .map(|(package, _)| *package)
        .chain(["editors/tree-sitter-carc"])
        .flat_map(|package| files(&root().join(package), "rs"))
        .filter(|path| !name(path).contains("/target/"))
        .collect();
    assert!(found.len() > 50, "the workspace has more than {} files", found.len());
    found
}

/// A Rust text without its comments; what stands in quotes remains.
pub(crate) fn code_of(text: &str) -> String {
    text.lines()
        .map(|line| {
            let quotes = |before: &str| before.matches('"').count().is_multiple_of(2);
            let comment = line.match_indices("//").find(|&(at, _)| quotes(&line[..at]));
            comment.map_or(line, |(at, _)| &line[..at])
        })
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// The words of a text: runs of letters and digits, compound names in parts (`open_ends`, `OpenEnds`).
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric()).flat_map(|run| {
        let mut parts = vec![String::new()];
        let mut before_is_small = false;
        for sign in run.chars() {
            if sign.is_ascii_uppercase() && before_is_small {
                parts.push(String::new());
            }
            before_is_small = !sign.is_ascii_uppercase();
            parts.last_mut().expect("there is one").push(sign.to_ascii_lowercase());
        }
        parts
    })
}
