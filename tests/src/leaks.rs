//! What compiling leaves behind: nothing, for real rules as for small ones.
//!
//! Other tests of one process take memory and give it back as they like, so this is measured in a process of its
//! own, by the pages that it really uses: a leak of half a kilobyte each time is seen.

use std::process::Command;

use compiler::{Backend, Setting};
use runtime::Rules;
use toolkit::{Expansion, Home, Library, TextFile, Texts};

use crate::fixture::{read, root};

/// So many times real rules are compiled in a span, in so many spans.
const REAL: (u64, u64) = (24, 6);
/// The same of rules with an item of each kind.
const SMALL: (u64, u64) = (100, 9);
/// The same of these with the span before the first reading: 10,000 times.
const TEN_THOUSAND: (u64, u64) = (1000, 9);
/// A leak of so many bytes each time must be seen.
const REAL_LEAK: u64 = 2 << 10;
const SMALL_LEAK: u64 = 512;

/// The pages that this process has in memory.
fn resident_pages() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages = text.split(' ').nth(1).expect("the second number");
    pages.parse().expect("a number")
}

/// Compiles the same rules again and again, and looks at the memory after each span of that.
#[allow(clippy::print_stdout, reason = "who measures memory wants to see it span by span")]
fn is_flat(library: &Library, expansions: &[&str], (span, spans): (u64, u64), leak: u64) {
    let expansions = expansions.iter().map(|&name| name.to_owned()).collect();
    let setting = Setting { expansions, ..Setting::default() };
    let compile = || {
        let compiled = Texts::new(library).build(&setting, Backend::Native);
        let compiled = compiled.unwrap_or_else(|_| panic!("these expansions compile"));
        drop(Rules::new(compiled.program));
    };
    (0..span).for_each(|_| compile());
    let mut growth = Vec::new();
    for _ in 0..spans {
        let before = resident_pages();
        (0..span).for_each(|_| compile());
        growth.push(resident_pages().saturating_sub(before));
    }
    println!("pages more, by spans of {span} compilations: {growth:?}");
    // What the allocator keeps for the next time grows in leaps; a leak grows in every span.
    let leak = span * leak / 4096;
    assert!(growth.iter().any(|pages| *pages < leak), "pages by span: {growth:?}");
}

#[test]
#[ignore = "another test runs this one in a process of its own"]
fn real_rules_alone() {
    let mut library = Library::default();
    for expansion in Library::built_in().iter() {
        if ["base", "crop_circles"].contains(&expansion.name.as_str()) {
            library.add(expansion.clone());
        }
    }
    is_flat(&library, &["base", "crop_circles"], REAL, REAL_LEAK);
}

/// Rules with an item of each kind, as small as they can be.
fn small_rules(spans: (u64, u64)) {
    let text = read(&root().join("tests/leaks/small.carc"));
    let mut expansion = Expansion::empty("small".to_owned(), Home::BuiltIn);
    expansion.rules = vec![TextFile { name: "small/rules.carc".to_owned(), text }];
    let mut library = Library::default();
    library.add(expansion);
    is_flat(&library, &["small"], spans, SMALL_LEAK);
}

#[test]
#[ignore = "another test runs this one in a process of its own"]
fn small_rules_alone() {
    small_rules(SMALL);
}

#[test]
#[ignore = "another test runs this one in a process of its own"]
fn small_rules_alone_ten_thousand_times() {
    small_rules(TEN_THOUSAND);
}

#[cfg(target_os = "linux")]
#[allow(clippy::print_stdout, reason = "who measures memory wants to see it span by span")]
fn alone(test: &str) {
    let tests = std::env::current_exe().expect("these tests are a program");
    let run = Command::new(tests)
        .args(["--exact", &format!("leaks::{test}"), "--ignored", "--nocapture"])
        // One heap for all threads, so that it grows only when something more is needed.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("the tests run once more");
    let told = String::from_utf8_lossy(&run.stdout);
    println!("{told}");
    assert!(run.status.success() && told.contains("1 passed"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn compiling_real_rules_leaves_memory_flat() {
    alone("real_rules_alone");
}

#[cfg(target_os = "linux")]
#[test]
fn compiling_small_rules_leaves_memory_flat() {
    alone("small_rules_alone");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "it takes minutes: cargo test -p carc-tests --test suite -- --ignored ten_thousand_compilations"]
fn ten_thousand_compilations_leave_memory_flat() {
    alone("small_rules_alone_ten_thousand_times");
}
