//! Broken items: one good diagnostic each, and every other item is still read.

use std::fs;
use std::path::Path;

use super::{codes, parsed, rendered};
use crate::ast::ItemKind;
use crate::{CODES, Position, Report, Severity, Sources, decode, nearest};

#[test]
fn planted_errors_hide_nothing() {
    let text = "menu a\nfeature b { joins }\nmenu c\nstep d in e { for x in y { foo() }\n\n\
                /// text\ntile f x2 {\n city c0 N\n}\nfeatur g { }\nmenu h\n@B1 city has i: flag\n";
    let (_, parsed) = parsed(text);
    let broken: Vec<bool> =
        parsed.file.items.iter().map(|item| matches!(item.kind, ItemKind::Broken(_))).collect();
    assert_eq!(broken, [false, true, false, true, true, true, false, false]);
    assert_eq!(
        codes(text),
        ["syntax/unexpected", "syntax/unbalanced", "syntax/unexpected", "syntax/unknown-item"]
    );
}

#[test]
fn items_inside_with_may_stand_at_the_margin() {
    let text = "with base {\nmenu a\n@B1 step b in c { x() }\n}\nmenu d\n";
    let (_, parsed) = parsed(text);
    assert!(parsed.diagnostics.is_empty());
    assert!(matches!(&parsed.file.items[0].kind, ItemKind::With(with) if with.items.len() == 2));
    assert_eq!(parsed.file.items.len(), 2);
    // A lost bracket is looked for where the margin says that the next item begins.
    let lost = "with base {\nmenu a\nstep b in c { x() \n}\nmenu d\n";
    assert_eq!(codes(lost), ["syntax/unbalanced"]);
}

#[test]
fn every_listing_survives_a_broken_item_between_others() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/listings/base.carc");
    let text = fs::read_to_string(path).unwrap();
    let count = parsed(&text).1.file.items.len();
    let cuts: Vec<usize> = text.match_indices("\n\n").map(|(at, _)| at + 2).collect();
    for cut in cuts {
        let broken = format!("{}tile {{ (\n{}", &text[..cut], &text[cut..]);
        let (_, parsed) = parsed(&broken);
        assert_eq!((parsed.file.items.len(), parsed.diagnostics.len()), (count + 1, 1));
    }
}

/// A fixture with the lines repeated that end in `// so often: N`, which would be too large to keep.
fn grown(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&bytes) else { return bytes };
    let line = |line: &str| match line.rsplit_once("// so often: ") {
        Some((_, times)) => line.repeat(times.trim().parse().unwrap()),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect::<String>().into_bytes()
}

#[test]
fn every_fixture_raises_its_code_and_every_code_has_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/errors/syntax");
    let mut raised = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "carc") {
            continue;
        }
        let bytes = grown(fs::read(&path).unwrap());
        let header = String::from_utf8_lossy(&bytes).lines().next().unwrap().to_owned();
        let code = header.strip_prefix("// raises: ").unwrap();
        let found = match decode(&bytes) {
            Ok(text) => codes(&text),
            Err(diagnostic) => vec![diagnostic.code],
        };
        assert_eq!(found, [code], "{}", path.display());
        raised.extend(CODES.iter().find(|known| **known == code));
    }
    assert!(CODES.iter().all(|code| raised.contains(code)));
}

#[test]
fn messages_use_the_words_of_the_language() {
    for (text, part) in [
        ("feature a { joints edges }", "did you mean `joins`?"),
        ("featur a { }", "did you mean `feature`?"),
        ("player keep a: flag", "did you mean `keeps`?"),
        ("to a() { p score 3 for f }", "did you mean `scores`?"),
        ("step a in b when c = 3 { }", "write `==`"),
        ("step a in b { skip; }", "leave it out"),
        ("menu a menu b", "items start at column 0"),
        ("fn a() -> int = 2 *", "found the end of the item, expected an expression"),
        ("fn a() -> int = [p chooses from l]", "an ask is no expression"),
        ("fn a() -> int = (1", "this `(` is never closed"),
        ("offer a in b: t from c where d { }", "write `all x in LIST where …`"),
        ("to a() { if b > 3 then { skip } }", "what is done stands in braces at once"),
        ("to a() { let b = c choose from d }", "one who must choose `chooses`"),
        ("to a() { p takes n grain }", "`p takes (n) TOKEN`"),
    ] {
        let rendered = rendered(text);
        assert!(rendered.contains(part), "{rendered}");
    }
}

#[test]
fn what_is_missing_is_shown_where_it_is_missing() {
    let (sources, parsed) = parsed("to pay(p: player) {\n    p scores 3\n    p returns\n}");
    let span = parsed.diagnostics[0].span().unwrap();
    assert_eq!(sources.position(span), Position { line: 2, column: 15 });
}

#[test]
fn reports_sort_render_and_become_data() {
    let mut sources = Sources::new();
    let first = sources.add("a.carc", "menu \u{e9}\u{1F9E9}\r\n\tmenu");
    let second = sources.add("b.carc", "menu \"x");
    let mut report = Report::new();
    report.extend(crate::parse(&sources, second).diagnostics);
    report.extend(crate::parse(&sources, first).diagnostics);
    let other = report.diagnostics[0].span().unwrap();
    report.diagnostics[1].labels.push((other, "compare this".to_owned()));
    report.sort();
    let files: Vec<&str> =
        report.diagnostics.iter().map(|one| sources.name(one.span().unwrap().file)).collect();
    assert_eq!(files, ["a.carc", "b.carc"]);
    let plain = report.render_plain(&sources);
    assert!(plain.contains("a.carc:1:6") && plain.contains("compare this"), "{plain}");
    assert!(!plain.contains('\u{1b}'));
    assert!(report.render_fancy(&sources).contains('\u{1b}'));
    let records = report.to_records(&sources);
    assert_eq!(
        (records[0].severity, records[0].line, records[0].column),
        (Severity::Error, Some(1), Some(6))
    );
    let json = serde_json::to_string(&records[0]).unwrap();
    assert!(
        json.contains("\"severity\":\"error\"") && json.contains("\"file\":\"a.carc\""),
        "{json}"
    );
}

#[test]
fn positions_count_characters_and_come_back() {
    let mut sources = Sources::new();
    let id = sources.add("a.carc", "\u{111}\u{1B0}\n\u{1F9E9}x\r\n");
    let file = sources.file(id);
    for (offset, line, column) in [(0, 1, 1), (2, 1, 2), (5, 2, 1), (9, 2, 2), (12, 3, 1)] {
        let position = Position { line, column };
        assert_eq!(file.position(offset), position);
        assert_eq!(file.offset(position), offset);
    }
    assert_eq!(file.offset(Position { line: 2, column: 99 }), 10);
    assert_eq!(file.position(99), Position { line: 3, column: 1 });
}

#[test]
fn the_nearest_word_is_near() {
    assert_eq!(nearest("pennnats", ["pennants", "points"]), Some("pennants"));
    assert_eq!(nearest("x", ["pennants", "y"]), None);
    assert_eq!(nearest("castle", ["castle"]), None);
    assert_eq!(nearest("ab", ["ba"]), Some("ba"));
    assert_eq!(nearest("placed", ["places", "plasced", "decalp"]), Some("places"));
}
