//! Texts that try to break the parser: deep, long, binary and random ones.

use proptest::prelude::*;

use super::{codes, parsed};
use crate::ast::ItemKind;
use crate::{MAX_FILE_BYTES, MAX_ITEM_BYTES, Sources, decode};

/// A question whose value is this expression.
fn question(expr: &str) -> String {
    format!("fn x() -> int = {expr}\n")
}

#[test]
fn much_nesting_is_read() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")")] {
        let text = question(&format!("{}1{}", open.repeat(190), close.repeat(190)));
        assert_eq!(codes(&text), Vec::<&str>::new(), "{open}");
    }
    let text = format!("to x() {{ {} {} }}", "if a { ".repeat(90), "} ".repeat(90));
    assert_eq!(codes(&text), Vec::<&str>::new());
}

#[test]
fn whatever_is_deep_is_one_clean_error() {
    let many = 10_000;
    let deep = [
        format!("{}1{}", "(".repeat(many), ")".repeat(many)),
        format!("{}1{}", "[".repeat(many), "]".repeat(many)),
        "(".repeat(many),
        format!("{}a", "not ".repeat(many)),
        format!("{}a", "- ".repeat(many)),
        format!("{}a", "count ".repeat(many)),
        format!("{}a", "clockwise from ".repeat(many)),
        format!("{}a", "all x in ".repeat(many)),
        format!("a{}", ".b".repeat(many)),
        format!("a{}", ".b(c)".repeat(many)),
        format!("1{}", "+1".repeat(100_000)),
        format!("a{}", " is city".repeat(many)),
        format!("{}1 else 2", "if a then ".repeat(many)),
        format!("{}a{}", "match a { b => ".repeat(many), " }".repeat(many)),
    ];
    for expr in deep {
        let found = codes(&question(&expr));
        assert_eq!(found, ["syntax/too-deep"], "{}", &expr[..20.min(expr.len())]);
    }
    let types = format!("fn x() -> {}int = 1", "list of ".repeat(many));
    assert_eq!(codes(&types), ["syntax/too-deep"]);
    let nested = format!("{}menu a{}", "with b { ".repeat(many), "}".repeat(many));
    assert_eq!(codes(&nested), ["syntax/too-deep"]);
}

#[test]
fn what_is_long_but_flat_is_read() {
    let arms = "a => 1, ".repeat(2_000);
    assert_eq!(codes(&question(&format!("match b {{ {arms} else => 2 }}"))), Vec::<&str>::new());
    let chain = "a then 1 else if ".repeat(2_000);
    assert_eq!(codes(&question(&format!("if {chain} b then 2 else 3"))), Vec::<&str>::new());
    let ifs = "if a { } else ".repeat(2_000);
    assert_eq!(codes(&format!("to x() {{ {ifs} {{ }} }}")), Vec::<&str>::new());
    let statements = "p scores 1 + count m in l where m is a for f ".repeat(2_000);
    assert_eq!(codes(&format!("to x() {{ {statements} }}")), Vec::<&str>::new());
    let citations = "@A1 ".repeat(20_000);
    assert_eq!(codes(&format!("{citations} menu a")), Vec::<&str>::new());
}

#[test]
fn a_failure_is_not_tried_again_on_every_level() {
    // A grammar that goes back would take 2 to the 60th steps and run into its own limit.
    for step in [
        "if a then b else if (",
        "count x in (",
        "all x in f(",
        "match a { b => (",
        "f(",
        "[",
        "a.b(",
        "not (",
        "first x in (",
        "clockwise from f(",
        "count f(",
    ] {
        let found = codes(&question(&format!("{}=", step.repeat(60))));
        assert!(
            found == ["syntax/unexpected"] || found == ["syntax/unbalanced"],
            "{step} {found:?}"
        );
    }
    for step in ["if f(", "for x in [", "p takes (", "let a = (", "p scores f("] {
        let found = codes(&format!("to x() {{ {} }}", format!("if a {{ {step} ").repeat(30)));
        assert!(
            found == ["syntax/unexpected"] || found == ["syntax/unbalanced"],
            "{step} {found:?}"
        );
    }
}

/// Whatever looks at a whole line for each word of it would take minutes.
#[test]
fn a_line_of_very_many_words_takes_no_longer_than_many_lines() {
    for words in ["\"\"", "\"", "\"a", "{}", "/**/", "a ", "//", "()\t"] {
        for head in ["to q(p: player) { ", "expansion e { title ", "menu ", "fn f() -> int = ( "] {
            let words = words.repeat((MAX_ITEM_BYTES - 100) / words.len());
            let item = format!("{head}{words}\n");
            assert!(!codes(&item.repeat(4)).is_empty(), "{head}{words:.4}");
        }
    }
}

#[test]
fn many_broken_items_are_reported_in_short() {
    let mut sources = Sources::new();
    let text = "x\n".repeat(100_000) + &"@a\n".repeat(100_000) + "{\n" + &"@a\n".repeat(100_000);
    let file = sources.add("test.carc", text);
    let report: crate::Report = crate::parse(&sources, file).diagnostics.into_iter().collect();
    assert_eq!(report.error_count(), 100_001);
    let rendered = report.render_plain(&sources);
    let rest = "and 99501 more, which are not shown here; `carc check --format json` lists all\n";
    assert!(rendered.ends_with(rest) && rendered.len() < 300_000);
}

#[test]
fn a_small_stack_is_enough() {
    let text = question(&format!("{}1{}", "(".repeat(10_000), "[".repeat(10_000)));
    let ifs = question(&format!("{}1", "if a then ".repeat(5_000)));
    let worker = std::thread::Builder::new().stack_size(512 << 10).spawn(move || {
        let all = question(&format!("{}a", "all x in (".repeat(150)));
        [codes(&text), codes(&ifs), codes(&all)].map(|codes| codes.len())
    });
    assert_eq!(worker.unwrap().join().unwrap(), [1, 1, 1]);
}

#[test]
fn large_items_and_files_are_refused() {
    let item = format!("to x() {{ {} }}", "skip ".repeat(MAX_ITEM_BYTES / 5));
    assert_eq!(codes(&item), ["syntax/too-large"]);
    let long = vec![b' '; MAX_FILE_BYTES + 1];
    assert_eq!(decode(&long).unwrap_err().code, "syntax/too-large");
    assert_eq!(decode(&long[1..]).unwrap().len(), MAX_FILE_BYTES);
}

#[test]
fn only_text_is_decoded() {
    let broken = decode(b"menu a\nmenu \xFF").unwrap_err();
    assert_eq!(broken.code, "syntax/not-text");
    assert!(broken.message.contains("line 2"), "{}", broken.message);
    assert_eq!(decode(b"menu a\0").unwrap_err().code, "syntax/not-text");
    assert_eq!(decode("menu a // \u{1F9E9}".as_bytes()).unwrap(), "menu a // \u{1F9E9}");
}

#[test]
fn line_ends_tabs_and_a_byte_order_mark_change_nothing() {
    let plain = "menu a\n\n/// said\nstep b in c {\n    skip\n}";
    let (_, expected) = parsed(plain);
    for text in [
        plain.replace('\n', "\r\n"),
        plain.replace("    ", "\t"),
        format!("\u{FEFF}{plain}"),
        format!("{plain}\n// \u{1F9E9} \u{0111}\u{01B0}\u{1EDD}ng"),
    ] {
        let (_, parsed) = parsed(&text);
        assert_eq!(parsed.diagnostics, []);
        assert_eq!(parsed.file.items.len(), 2);
        let docs = |items: &[crate::ast::Item]| {
            items.iter().map(|item| item.doc.clone().map(|doc| doc.text)).collect::<Vec<_>>()
        };
        assert_eq!(docs(&parsed.file.items), docs(&expected.file.items));
        assert!(matches!(parsed.file.items[1].kind, ItemKind::Step(_)));
    }
}

#[test]
fn a_text_of_blanks_or_comments_has_no_items() {
    for text in ["", "\u{FEFF}", "\n\n", "// nothing", "/// nothing", "  \t\r\n", "//"] {
        let (_, parsed) = parsed(text);
        assert_eq!((parsed.file.items.len(), parsed.diagnostics.len()), (0, 0), "{text:?}");
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "tile",
        "a",
        "c0",
        ":",
        "N",
        "NL",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "\"t\"",
        "@",
        "@C1",
        "///",
        "//",
        "\n",
        "\n\n",
        " ",
        "=",
        "==",
        "+=",
        "..",
        ".",
        ",",
        "|",
        "->",
        "=>",
        "?",
        "is",
        "not",
        "in",
        "if",
        "then",
        "else",
        "match",
        "for",
        "let",
        "count",
        "all",
        "where",
        "by",
        "scores",
        "takes",
        "2",
        "99999999999999999999",
        "1.5",
        "mm",
        "x4",
        "with",
        "near",
        "at",
        "step",
        "scenario",
        "board",
        "from",
        "expect",
        "can",
        "after",
        "\u{FEFF}",
        "\u{e9}",
        "has",
        "keeps",
        "fn",
        "to",
        "option",
        "has",
        "-",
        "*",
        "/",
        "\r",
        "\t",
        "\0",
        "extend",
        "lay",
    ]);
    prop::collection::vec(word, 0..80).prop_map(|words| words.join(" ").replace(" \n ", "\n"))
}

proptest! {
    #[test]
    fn no_text_is_too_much(text in pieces()) {
        check_sound(&text);
    }

    #[test]
    fn no_string_is_too_much(text in any::<String>()) {
        check_sound(&text);
    }
}

/// Parsing and rendering end, and every diagnostic lies inside the text.
fn check_sound(text: &str) {
    let mut sources = Sources::new();
    let file = sources.add("test.carc", text);
    let parsed = crate::parse(&sources, file);
    let broken =
        parsed.file.items.iter().filter(|item| matches!(item.kind, ItemKind::Broken(_))).count();
    let salvaged =
        parsed.file.items.iter().filter(|item| matches!(item.kind, ItemKind::Expansion(_))).count();
    assert!((broken..=broken + salvaged).contains(&parsed.diagnostics.len()));
    for diagnostic in &parsed.diagnostics {
        assert!(crate::CODES.contains(&diagnostic.code));
        for (span, _) in &diagnostic.labels {
            assert!(span.start <= span.end && span.end as usize <= text.len());
            assert!(text.is_char_boundary(span.start as usize), "{span:?}");
            assert!(text.is_char_boundary(span.end as usize), "{span:?}");
        }
    }
    let report: crate::Report = parsed.diagnostics.into_iter().collect();
    assert_eq!(report.render_plain(&sources).is_empty(), report.is_empty());
}
