//! Rules with words swapped and lines lost: whatever comes out, the stages before code say so and go on.

use grammar::{Sources, parse};

use crate::{ExpansionSource, Setting, check, conflicts, link, lowered};

/// How many broken texts are tried of each expansion.
const TRIES: usize = 60;

/// Numbers that only look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() || c == '_' {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            found.push((start, at));
        }
    }
    found
}

fn mutated(text: &str, numbers: &mut Numbers) -> String {
    let mut text = text.to_owned();
    for _ in 0..=numbers.below(3) {
        let words = words(&text);
        let (start, end) = words[numbers.below(words.len())];
        let (from, to) = words[numbers.below(words.len())];
        match numbers.below(3) {
            0 => {
                let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
                let next = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
                text.replace_range(line..next, "");
            }
            1 => {
                let other = text[from..to].to_owned();
                text.replace_range(start..end, &other);
            }
            _ => text.replace_range(start..end, ""),
        }
    }
    text
}

fn survives(name: &str, seed: u64) {
    let read = |name: &str, file: &str| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions");
        std::fs::read_to_string(format!("{root}/{name}/{file}.carc")).expect("shipped")
    };
    let mut numbers = Numbers(seed);
    for _ in 0..TRIES {
        let mut sources = Sources::new();
        let mut available = Vec::new();
        for folder in ["base", "crop_circles"] {
            let mut files = Vec::new();
            for file in ["rules", "tiles"] {
                let mut text = read(folder, file);
                if folder == name {
                    text = mutated(&text, &mut numbers);
                }
                let id = sources.add(format!("{folder}/{file}"), text);
                files.push((id, parse(&sources, id).file));
            }
            available.push(ExpansionSource { folder: folder.to_owned(), files, statements: None });
        }
        let setting = Setting { expansions: vec!["crop_circles".to_owned()], ..Setting::default() };
        let checked = check(&sources, &available, &setting);
        if checked.diagnostics.iter().any(grammar::Diagnostic::is_error) {
            let report = grammar::Report { diagnostics: checked.diagnostics };
            assert!(report.render_plain(&sources).contains("check/"));
            continue;
        }
        conflicts(&checked.rules, &sources);
        if let Ok(linked) = link(&checked.rules) {
            lowered(&checked.rules, &linked);
        }
    }
}

#[test]
fn broken_base_rules_never_panic() {
    survives("base", 1);
}

#[test]
fn broken_expansions_never_panic() {
    survives("crop_circles", 2);
}
