//! Items that somebody is writing in: what they still say is known, and nobody renames past them.

use lsp_types::{
    HoverContents,
    request::{DocumentHighlightRequest, GotoDefinition, HoverRequest, References, Rename},
};
use serde_json::{Value, json};

use super::{Editor, HARBOUR, position};

const FILE: &str = "harbour/rules.carc";

/// A text with a mark behind the first place of some words.
fn mark(text: &str, before: &str) -> String {
    let at = text.find(before).unwrap_or_else(|| panic!("{before}")) + before.len();
    format!("{}|{}", &text[..at], &text[at..])
}

/// An editor that has HARBOUR open, in which then something is written.
fn writing(text: &str) -> Editor {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    editor.write(FILE, text);
    editor
}

fn hover(editor: &mut Editor, marked: &str) -> Option<String> {
    match editor.ask::<HoverRequest>(editor.at(FILE, marked))?.contents {
        HoverContents::Markup(text) => Some(text.value),
        other => panic!("{other:?}"),
    }
}

/// The lines that a thing is named on.
fn lines(editor: &mut Editor, marked: &str) -> Vec<u32> {
    let mut params = editor.at(FILE, marked);
    params["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask::<References>(params).unwrap_or_default();
    let mut lines: Vec<u32> = found.iter().map(|place| place.range.start.line).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn what_an_item_still_says_is_known_while_somebody_writes_in_it() {
    let text = HARBOUR
        .replace("    q.boats = n\n", "    q.boats = n + \n    q.boats = (\n")
        .replace("    p scores n for placed\n", "    p scores  for placed\n");
    let mut editor = writing(&text);
    let found = hover(&mut editor, &mark(&text, "let q = p.le")).expect("a word");
    assert!(found.contains("player.left: player"), "{found}");
    assert!(hover(&mut editor, &mark(&text, "when sai")).unwrap().contains("fn sails"));
    assert!(hover(&mut editor, &mark(&text, "let ")).unwrap().contains("q: player"));
    // Words that were written only now, behind the mistake too, are known by their names.
    assert!(
        hover(&mut editor, &mark(&text, "q.boats = n + \n    q.bo"))
            .unwrap()
            .contains("boats: int")
    );
    let place = editor.ask::<GotoDefinition>(editor.at(FILE, &mark(&text, "when sai")));
    let place: Value = serde_json::to_value(place).unwrap();
    assert_eq!(place["range"]["start"], json!(position(&mark(&text, "fn "))));
    // All places, those in what cannot be read too.
    let line = |words: &str| position(&mark(&text, words)).line;
    let wanted = vec![line("fn sails"), line("when sails")];
    assert_eq!(lines(&mut editor, &mark(&text, "fn sai")), wanted);
    assert_eq!(lines(&mut editor, &mark(&text, "when sai")), wanted);
    let boats = lines(&mut editor, &mark(&text, "player keeps bo"));
    assert!(
        boats.contains(&line("    p.boats += n")) && boats.contains(&line("    q.boats = n +")),
        "{boats:?}"
    );
    let marked = editor.ask::<DocumentHighlightRequest>(editor.at(FILE, &mark(&text, "let ")));
    assert_eq!(marked.unwrap().len(), 2);
    // With the items whole again everything is as before.
    editor.write(FILE, HARBOUR);
    assert_eq!(lines(&mut editor, &mark(HARBOUR, "fn sai")).len(), 2);
}

#[test]
fn nothing_is_renamed_past_an_item_that_cannot_be_read() {
    let text = HARBOUR.replace("    q.boats = n\n", "    q.boats = \n");
    let mut editor = writing(&text);
    let ask = |editor: &mut Editor, words: &str, name: &str| {
        let mut params = editor.at(FILE, &mark(&text, words));
        params["newName"] = json!(name);
        editor.ask_raw("textDocument/rename", params)
    };
    let place = position(&mark(&text, "after p scores")).line + 1;
    for (words, name) in
        [("fn sai", "floats"), ("player keeps bo", "ships"), ("enum Tide { e", "boats")]
    {
        let refused = ask(&mut editor, words, name).unwrap_err();
        assert!(refused.contains(&format!("{FILE}:{place}:1")), "{words}: {refused}");
        assert!(refused.contains("cannot be read"), "{words}: {refused}");
    }
    let prepare = editor.at(FILE, &mark(&text, "when sai"));
    let refused = editor.ask_raw("textDocument/prepareRename", prepare).unwrap_err();
    assert!(refused.contains("cannot be read"), "{refused}");
    // What it does not name has another name at once.
    let params = |editor: &Editor| {
        let mut params = editor.at(FILE, &mark(&text, "option to"));
        params["newName"] = json!("fare");
        params
    };
    assert!(editor.ask::<Rename>(params(&editor)).is_some());
    ask(&mut editor, "to launch(p: player, nu".trim_end_matches('u'), "m").unwrap();
}
