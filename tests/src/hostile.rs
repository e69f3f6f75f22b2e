//! Rules that nobody would write: empty, binary, enormous, circular, mutilated. Each gives a clear error or plays.

use grammar::{MAX_FILE_BYTES, Sources};
use proptest::prelude::*;
use runtime::Rules;

use crate::agreement::agree;
use crate::fixture::{read, root};
use crate::play::BACKENDS;
use crate::rules::{self, Shelf, playing};

/// What the checker says of expansions given as texts, all of them playing.
fn codes(texts: &[&str]) -> Vec<&'static str> {
    let mut shelf = Shelf::standard();
    let mut names = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let text = (format!("strange{number}.carc"), (*text).to_owned());
        names.extend(shelf.add(&format!("strange{number}"), &[text], None));
    }
    let (_, report) = shelf.check(&playing(&names));
    let rendered = report.render_plain(&shelf.sources);
    assert_eq!(rendered.is_empty(), report.is_empty(), "{rendered}");
    rules::codes(&report.diagnostics)
}

#[test]
fn files_that_are_no_rules() {
    let large = vec![b'a'; 50 << 20];
    let cases: [(&[u8], &[&str]); 6] = [
        (b"", &[]),
        (b"\xEF\xBB\xBF", &[]),
        (b"\x7FELF\x02\x01\x01\0\0\0", &["syntax/not-text"]),
        (b"\xFF\xFE\xFD", &["syntax/not-text"]),
        (&large, &["syntax/too-large"]),
        (&large[..MAX_FILE_BYTES], &["syntax/too-large"]),
    ];
    for (bytes, expected) in cases {
        let (_, report) = rules::parse_bytes("strange.carc", bytes);
        assert_eq!(rules::codes(&report.diagnostics), expected, "{} bytes", bytes.len());
    }
}

#[test]
fn a_folder_without_an_expansion() {
    assert_eq!(codes(&[""]), ["check/expansion-item"]);
    assert_eq!(codes(&["// nothing\n"]), ["check/expansion-item"]);
}

#[test]
fn circles_and_doubles_among_expansions() {
    let circle = ["expansion a { title \"A\" needs b }", "expansion b { title \"B\" needs a }"];
    assert_eq!(codes(&circle), ["check/circle"]);
    let itself = "expansion a { title \"A\" needs base, a }";
    assert_eq!(codes(&[itself]), ["check/circle"]);
    let double = "expansion a { title \"A\" needs base }";
    assert_eq!(codes(&[double, double]), ["check/duplicate-name"]);
    assert_eq!(codes(&["expansion base { title \"Mine\" }"]), ["check/duplicate-name"]);
    let nobody = "expansion a { title \"A\" needs nobody }";
    assert_eq!(codes(&[nobody]), ["check/unknown-expansion"]);
}

#[test]
fn ten_thousand_mistakes_are_reported_in_one_run() {
    let mut text = "expansion many { title \"Many\" needs base }\n".to_owned();
    for number in 0..10_000 {
        text.push_str(&format!("step s{number} in nowhere {{ }}\n"));
    }
    assert_eq!(codes(&[&text]), ["check/unknown-phase"]);
}

/// None of them takes a look at, or a note of, all names that there are.
#[test]
fn thousands_of_unknown_names_among_as_many_locals() {
    let lines = |line: fn(usize) -> String| (0..9_000).map(line).collect::<String>();
    for lines in [
        lines(|n| format!("let a{n} = unk\n")),
        lines(|n| format!("let a{n} = unk is unk\n")),
        lines(|n| format!("unk{n} = 1\n")),
        lines(|n| format!("let a{n} = placed is unk\n")),
    ] {
        let head = "expansion many { title \"Many\" needs base }\nafter p scores n for x {\n";
        let found = codes(&[&format!("{head}{lines}}}\n")]);
        assert_eq!(found, ["check/unknown-name"], "{lines:.20}");
    }
}

#[test]
fn a_long_chain_of_needs_does_not_exhaust_the_stack() {
    let texts: Vec<String> = (0..2_000)
        .map(|number| format!("expansion e{number} {{ title \"E\" needs e{} }}\n", number + 1))
        .chain(["expansion e2000 { title \"E\" needs base }\n".to_owned()])
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(codes(&texts), Vec::<&str>::new());
}

/// Thousands of one thing in a game: they compile, and play alike.
#[test]
fn thousands_of_one_thing_play() {
    type Line = fn(usize) -> String;
    let shapes: [(&str, usize, Line); 4] = [
        ("offers", 2_000, |n| {
            format!("offer o{n} in action {{ active scores {n} for placed again }}")
        }),
        ("figures", 1_000, |n| {
            format!("figure k{n}: follower {{ each player 1 stands on road as r{n} }}")
        }),
        ("features", 1_000, |n| format!("feature f{n} {{ joins edges worth {n} * count tiles }}")),
        ("steps", 1_000, |n| format!("step s{n} in following {{ active scores {n} for placed }}")),
    ];
    for (name, count, line) in shapes {
        let lines: Vec<String> = (0..count).map(line).collect();
        let text = format!("expansion {name} {{ title \"T\" needs base }}\n{}\n", lines.join("\n"));
        let mut shelf = Shelf::standard();
        let names = shelf.add(name, &[(format!("{name}.carc"), text)], None);
        let setting = playing(&names);
        let (_, report) = shelf.check(&setting);
        assert_eq!(report.render_plain(&shelf.sources), "");
        let [native, eval] = BACKENDS.map(|backend| {
            let (sources, available) = (&shelf.sources, &shelf.available);
            let compiled = compiler::compile(sources, available, &setting, backend, None);
            Rules::new(compiled.expect("it was checked").program)
        });
        agree(&native, &eval, 2, 1, 12);
    }
}

/// A way to spoil a text: where, how much, and how.
fn spoiling() -> impl Strategy<Value = (usize, usize, u8)> {
    (0usize..100_000, 1usize..40, 0u8..5)
}

/// The text with a stretch left out, doubled, exchanged for another, or its words swapped.
fn spoilt(text: &str, (at, length, how): (usize, usize, u8)) -> String {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let at = at % words.len();
    let end = (at + length).min(words.len());
    let mut words = words;
    match how {
        0 => drop(words.drain(at..end)),
        1 => {
            let copy = words[at..end].to_vec();
            words.splice(at..at, copy);
        }
        2 => words.swap(at, end - 1),
        3 => words[at] = words[end - 1],
        _ => words[at..end].reverse(),
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is left of the standard rules, they are refused with places inside the text, or they compile.
    #[test]
    fn spoilt_rules_are_refused_or_compile(spoilings in prop::collection::vec(spoiling(), 1..4)) {
        let folder = root().join("expansions/base");
        let mut text = read(&folder.join("rules.carc"));
        for spoiling in spoilings {
            text = spoilt(&text, spoiling);
        }
        let mut shelf = Shelf::default();
        let tiles = ("tiles.carc".to_owned(), read(&folder.join("tiles.carc")));
        let scenarios = ("scenarios.carc".to_owned(), read(&folder.join("scenarios.carc")));
        shelf.add("base", &[("rules.carc".to_owned(), text), tiles, scenarios], None);
        let (_, report) = shelf.check(&playing(&["base".to_owned()]));
        for diagnostic in &report.diagnostics {
            for (span, _) in &diagnostic.labels {
                check_span(&shelf.sources, *span);
            }
        }
        let rendered = report.render_plain(&shelf.sources);
        prop_assert_eq!(rendered.is_empty(), report.is_empty());
        if !report.has_errors() {
            let base = playing(&["base".to_owned()]);
            let [native, eval] = BACKENDS.map(|backend| {
                let (sources, available) = (&shelf.sources, &shelf.available);
                let compiled = compiler::compile(sources, available, &base, backend, None);
                Rules::new(compiled.expect("it compiled before").program)
            });
            agree(&native, &eval, 2, 1, 200);
        }
    }
}

fn check_span(sources: &Sources, span: grammar::Span) {
    let text = sources.get(span.file).expect("the file exists").text();
    assert!(span.start <= span.end && span.end as usize <= text.len(), "{span:?}");
    assert!(text.is_char_boundary(span.start as usize), "{span:?}");
    assert!(text.is_char_boundary(span.end as usize), "{span:?}");
}
