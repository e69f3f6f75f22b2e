//! What compiling leaves behind: nothing, for real rules as for tiny ones.
//!
//! Other tests of one process take memory and give it back as they like, so this is measured in a process of its
//! own, by the pages that it really uses: a leak of half a kilobyte each time is seen.

use std::process::Command;

use compiler::{Backend, Setting};
use runtime::Rules;
use toolkit::{Library, Texts};

/// So many compilations are a span, and so many spans are measured.
const SPAN: u64 = 24;
const SPANS: usize = 6;
/// A leak of so many bytes each time must be seen.
const LEAK: u64 = 2 << 10;

/// The pages that this process has in memory.
fn resident_pages() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages = text.split(' ').nth(1).expect("the second number");
    pages.parse().expect("a number")
}

#[test]
#[ignore = "the other test runs this one in a process of its own"]
fn alone() {
    let mut library = Library::default();
    for expansion in Library::built_in().iter() {
        if ["base", "crop_circles"].contains(&expansion.name.as_str()) {
            library.add(expansion.clone());
        }
    }
    let expansions = vec!["base".to_owned(), "crop_circles".to_owned()];
    let setting = Setting { expansions, ..Setting::default() };
    let compile = || {
        let compiled = Texts::new(&library).build(&setting, Backend::Native);
        let compiled = compiled.unwrap_or_else(|_| panic!("the standard expansions compile"));
        drop(Rules::new(compiled.program));
    };
    (0..SPAN).for_each(|_| compile());
    let mut growth = Vec::new();
    for _ in 0..SPANS {
        let before = resident_pages();
        (0..SPAN).for_each(|_| compile());
        growth.push(resident_pages().saturating_sub(before));
    }
    // What the allocator keeps for the next time grows in leaps; a leak grows in every span.
    let leak = SPAN * LEAK / 4096;
    assert!(growth.iter().any(|pages| *pages < leak), "pages by span: {growth:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn compiling_real_rules_leaves_memory_flat() {
    let tests = std::env::current_exe().expect("these tests are a program");
    let run = Command::new(tests)
        .args(["--exact", "leaks::alone", "--ignored", "--nocapture"])
        // One heap for all threads, so that it grows only when something more is needed.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("the tests run once more");
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && told.contains("1 passed"), "{told}");
}
