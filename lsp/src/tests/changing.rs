//! Changes of texts: layout, other names, fixes, and scenarios that are run.

use lsp_types::{
    CodeActionOrCommand, DocumentChanges, OneOf, TextEdit, WorkspaceEdit,
    request::{CodeActionRequest, Formatting, Rename},
};
use serde_json::{Value, json};

use super::{Editor, HARBOUR, position};
use crate::places::offset_in;

const FILE: &str = "harbour/rules.carc";

/// A text after some edits.
pub(super) fn edited(text: &str, edits: &[TextEdit]) -> String {
    let mut edits: Vec<&TextEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        let (start, end) = (offset_in(&text, edit.range.start), offset_in(&text, edit.range.end));
        text.replace_range(start..end, &edit.new_text);
    }
    text
}

/// The edits of a change, by file.
pub(super) fn edits(change: &WorkspaceEdit) -> Vec<(String, Vec<TextEdit>)> {
    let Some(DocumentChanges::Edits(files)) = &change.document_changes else {
        panic!("{change:?}")
    };
    let plain = |edit: &OneOf<TextEdit, _>| match edit {
        OneOf::Left(edit) => edit.clone(),
        OneOf::Right(_) => panic!("nothing is annotated"),
    };
    let of = |file: &lsp_types::TextDocumentEdit| {
        (file.text_document.uri.as_str().to_owned(), file.edits.iter().map(plain).collect())
    };
    files.iter().map(of).collect()
}

fn mark(before: &str) -> String {
    let at = HARBOUR.find(before).unwrap_or_else(|| panic!("{before}")) + before.len();
    format!("{}|{}", &HARBOUR[..at], &HARBOUR[at..])
}

#[test]
fn a_text_is_laid_out_by_a_small_change() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    let crooked = HARBOUR.replace("    let q = p.left", " let   q=p.left");
    editor.open(FILE, &crooked);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": editor.uri(FILE) }, "options": options });
    let found = editor.ask::<Formatting>(params.clone()).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].new_text, "    let q = p.left\n");
    assert_eq!(edited(&crooked, &found), HARBOUR);
    editor.write(FILE, HARBOUR);
    assert_eq!(editor.ask::<Formatting>(params.clone()), Some(Vec::new()));
    editor.write(FILE, "expansion {");
    assert_eq!(editor.ask::<Formatting>(params), None);
}

#[test]
fn another_name_is_written_everywhere_or_nowhere() {
    let pier = "expansion pier {\n    title \"Pier\"\n    needs harbour\n}\n\nafter launch(p, n) { p.boats += 1 }\n";
    let mut editor = Editor::new(&[(FILE, HARBOUR), ("pier/rules.carc", pier)]);
    editor.open(FILE, HARBOUR);
    let ask = |editor: &Editor, before: &str, name: &str| -> Value {
        let mut params = editor.at(FILE, &mark(before));
        params["newName"] = json!(name);
        params
    };
    let params = ask(&editor, "player keeps bo", "ships");
    let change = editor.ask::<Rename>(params).unwrap();
    let changed = edits(&change);
    assert_eq!(changed.len(), 2);
    for (uri, edits) in changed {
        let text = if uri == editor.uri(FILE).as_str() { HARBOUR } else { pier };
        assert_eq!(edited(text, &edits), text.replace("boats", "ships"));
    }
    let params = ask(&editor, "let q", "neighbour");
    let change = editor.ask::<Rename>(params).unwrap();
    let after = edited(HARBOUR, &edits(&change)[0].1);
    assert!(after.contains("let neighbour = p.left\n    neighbour.boats = n"), "{after}");
    for (before, name, refusal) in [
        ("player keeps bo", "scores", "a word of the language"),
        ("player keeps bo", "Boats", "a small letter"),
        ("player keeps bo", "points", "makes mistakes"),
        ("let q", "p", "makes mistakes"),
        ("p.le", "beside", "a word of the language"),
        ("draw base_city", "town", "part of carc"),
        ("needs ba", "town", "called as its folder"),
    ] {
        let params = ask(&editor, before, name);
        let refused = editor.ask_raw("textDocument/rename", params).unwrap_err();
        assert!(refused.contains(refusal), "{before} {name}: {refused}");
    }
    let prepared = editor.ask_raw("textDocument/prepareRename", editor.at(FILE, &mark("let q")));
    assert_eq!(prepared.unwrap()["start"], json!(position(&mark("let "))));
}

/// The texts of all fixes that are offered for a text.
fn fixed(editor: &mut Editor, text: &str) -> Vec<String> {
    editor.write(FILE, text);
    let end = json!({ "line": 10_000, "character": 0 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let params = json!({
        "textDocument": { "uri": editor.uri(FILE) },
        "range": range,
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask::<CodeActionRequest>(params).unwrap();
    let text_of = |action: CodeActionOrCommand| match action {
        CodeActionOrCommand::CodeAction(action) => {
            let change = action.edit.expect("an edit");
            edited(text, &edits(&change)[0].1)
        }
        CodeActionOrCommand::Command(command) => panic!("{command:?}"),
    };
    actions.into_iter().map(text_of).collect()
}

#[test]
fn what_a_mistake_proposes_is_done() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    for (right, wrong) in [
        ("p.boats > toll", "p.boats > tol"),
        ("let q = p.left", "let q = p.lef"),
        ("needs base", "needs bse"),
        ("p.boats += n", "p.boats += m"),
        ("sails(p) {", "sails(p {"),
        ("p scores n for placed", "p scorse n for placed"),
        ("red.points == 4", "red.points = 4"),
    ] {
        let text = HARBOUR.replacen(right, wrong, 1);
        assert_ne!(text, HARBOUR);
        let found = fixed(&mut editor, &text);
        if wrong.contains("+= m") {
            // Two letters that are near to nothing: nobody guesses.
            continue;
        }
        assert!(found.contains(&HARBOUR.to_owned()), "{wrong}: {found:#?}");
    }
    // Operators of other languages are replaced as a whole.
    for (right, wrong) in [
        ("p.boats > toll and p.points > 0", "p.boats > toll && p.points > 0"),
        ("p.boats > toll and p.points > 0", "p.boats > toll&&p.points > 0"),
        ("p.boats > toll or p.points > 0", "p.boats > toll || p.points > 0"),
        ("not p.boats > toll", "!p.boats > toll"),
    ] {
        let [right, wrong] = [right, wrong].map(|test| HARBOUR.replace("p.boats > toll", test));
        let found = fixed(&mut editor, &wrong);
        assert!(found.contains(&right), "{wrong}: {found:#?}");
    }
    // A sign that is missing several times is put in everywhere: before, nothing can be read.
    let set = |sign: &str| {
        let tiles = ["1 base_city_n", "2 base_monastery", "1 base_city_nw"];
        format!("{HARBOUR}\nset some {{\n    {}\n}}\n", tiles.join(&format!("{sign}\n    ")))
    };
    assert_eq!(fixed(&mut editor, &set("")), [set(",")]);
    assert_eq!(fixed(&mut editor, HARBOUR), Vec::<String>::new());
}

#[test]
fn a_second_mistake_of_the_same_item_hides_no_fix() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    let pairs = [
        // The second one is not told before the first one is mended.
        (
            ("p scores n for x when sails(p)", "p scorse n for x when sails(p)"),
            ("q.boats", "q.baots"),
        ),
        (("when sails(p) {", "when sails(p {"), ("q.boats", "q.baots")),
        (("let q = p.left", "let q = p.lef"), ("q.boats", "q.baots")),
        (("p scores n for placed", "p scorse n for placed"), ("p.boats +=", "p.baots +=")),
        // Both are told at once.
        (("when sails(p)", "when sials(p)"), ("p.left", "p.lfet")),
    ];
    for (first, second) in pairs {
        let spoilt = HARBOUR.replacen(second.0, second.1, 1);
        let at = HARBOUR.find("after p scores").unwrap();
        let spoilt = match second.0 {
            "q.boats" | "p.left" => {
                format!("{}{}", &HARBOUR[..at], HARBOUR[at..].replacen(second.0, second.1, 1))
            }
            _ => spoilt,
        };
        let text = spoilt.replacen(first.0, first.1, 1);
        assert!(text != spoilt && spoilt != HARBOUR, "{first:?} {second:?}");
        let found = fixed(&mut editor, &text);
        assert!(found.contains(&spoilt), "{first:?} {second:?}: {found:#?}");
        assert!(fixed(&mut editor, &spoilt).contains(&HARBOUR.to_owned()), "{second:?}");
    }
    // The same sign twice is mended at once.
    let twice = HARBOUR.replace("points == 4", "points = 4").replace("boats == 0", "boats = 0");
    assert!(fixed(&mut editor, &twice).contains(&HARBOUR.to_owned()));
    // What the fix itself brings about is no second mistake.
    let wrong = HARBOUR.replace("p scores n for placed", "p scorse n for placde");
    let both = fixed(&mut editor, &wrong);
    assert!(both.contains(&HARBOUR.replace("for placed", "for placde")), "{both:#?}");
}

#[test]
fn scenarios_are_run_from_their_lenses() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    let run = |editor: &mut Editor, command: &str| {
        let arguments = json!([editor.uri(FILE), "a city brings no boat"]);
        let params = json!({ "command": command, "arguments": arguments });
        editor.ask_raw("workspace/executeCommand", params)
    };
    assert_eq!(run(&mut editor, "carc.runScenario").unwrap()["passed"], json!(true));
    let refused = run(&mut editor, "carc.acceptSnapshot").unwrap();
    assert!(refused["message"].as_str().unwrap().contains("`snapshot` is missing"), "{refused}");
    // What is not saved counts, and a line that fails is shown as a mistake.
    let text = HARBOUR.replace("red.points == 4", "red.points == 5");
    editor.write(FILE, &text);
    assert_eq!(editor.wrong(FILE), []);
    let failed = run(&mut editor, "carc.runScenario").unwrap();
    assert_eq!(failed["passed"], json!(false));
    let wrong = editor.wrong(FILE);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].message.contains("found: 4"), "{}", wrong[0].message);
    let text = HARBOUR.replace("expect red.boats == 0", "snapshot");
    editor.write(FILE, &text);
    let first = run(&mut editor, "carc.runScenario").unwrap();
    assert!(first["message"].as_str().unwrap().contains("nothing is kept yet"), "{first}");
    assert_eq!(run(&mut editor, "carc.acceptSnapshot").unwrap()["passed"], json!(true));
    assert_eq!(run(&mut editor, "carc.runScenario").unwrap()["passed"], json!(true));
    assert!(editor.path("harbour/snapshots").is_dir());
}
