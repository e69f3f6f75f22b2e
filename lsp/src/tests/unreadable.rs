//! Files that cannot be read as they lie on disk: each says so in the editor, open or not, and what its author makes of
//! it counts from the first key.

use serde_json::json;

use super::{Editor, HARBOUR};

const FILE: &str = "harbour/rules.carc";
const OTHER: &str = "harbour/other.carc";

fn messages(editor: &mut Editor, name: &str) -> Vec<String> {
    let first = |message: &str| message.lines().next().unwrap_or_default().to_owned();
    editor.wrong(name).iter().map(|found| first(&found.message)).collect()
}

/// Bytes as a file of rules, what the editor shows of them, and what is wrong with them.
fn faults() -> [(Vec<u8>, String, &'static str); 3] {
    let zero = format!("{HARBOUR}\n// \0");
    let long = format!("{HARBOUR}\n// {}", "x".repeat(4 << 20));
    let wide = HARBOUR.encode_utf16().flat_map(u16::to_le_bytes);
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(wide).collect();
    [
        (zero.clone().into_bytes(), zero, "zero byte"),
        (long.clone().into_bytes(), long, "4 MiB"),
        (wide, HARBOUR.to_owned(), "UTF-8"),
    ]
}

#[test]
fn what_cannot_be_read_on_disk_says_so_until_it_is_mended() {
    for (bytes, text, why) in faults() {
        let mut editor = Editor::new(&[(FILE, &bytes)]);
        editor.open(FILE, &text);
        let found = messages(&mut editor, FILE);
        assert!(matches!(&found[..], [one] if one.contains(why)), "{why}: {found:?}");
        // Its text is replaced, and not yet saved.
        editor.write(FILE, HARBOUR);
        assert_eq!(editor.wrong(FILE), [], "{why}");
        let spoilt = HARBOUR.replace("let q = p.left", "let q = p.lft");
        editor.write(FILE, &spoilt);
        let found = messages(&mut editor, FILE);
        assert!(matches!(&found[..], [one] if one.contains("`lft`")), "{why}: {found:?}");
        // Saved as it was, it cannot be read again.
        editor.write(FILE, &text);
        editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": editor.uri(FILE) } }));
        editor.news.clear();
        let wrong = loop {
            let found = messages(&mut editor, FILE);
            if !found.is_empty() {
                break found;
            }
        };
        assert!(matches!(&wrong[..], [one] if one.contains(why)), "{why}: {wrong:?}");
    }
}

#[test]
fn a_file_beside_good_rules_that_cannot_be_read_is_named() {
    for (bytes, _, why) in faults() {
        let mut editor = Editor::new(&[(FILE, HARBOUR.as_bytes()), (OTHER, &bytes)]);
        editor.open(FILE, HARBOUR);
        let beside = messages(&mut editor, OTHER);
        assert!(matches!(&beside[..], [one] if one.contains(why)), "{why}: {beside:?}");
        assert_eq!(editor.wrong(FILE), [], "{why}");
        std::fs::write(editor.path(OTHER), "// nothing\n").unwrap();
        editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        while !messages(&mut editor, OTHER).is_empty() {}
    }
}
