//! Items that somebody is writing in: what they still say is known, and nobody renames past them.

use lsp_types::{
    DocumentSymbolResponse, HoverContents, SymbolKind,
    request::{
        CodeLensRequest, DocumentHighlightRequest, DocumentSymbolRequest, GotoDefinition,
        HoverRequest, References, Rename, SemanticTokensFullRequest,
    },
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

/// The words of a file with their colours.
fn coloured(editor: &mut Editor, text: &str) -> Vec<(String, String)> {
    let document = json!({ "textDocument": { "uri": editor.uri(FILE) } });
    let Some(lsp_types::SemanticTokensResult::Tokens(tokens)) =
        editor.ask::<SemanticTokensFullRequest>(document)
    else {
        panic!("no tokens");
    };
    super::reading::words_of(text, &tokens.data)
}

#[test]
fn colours_stay_while_somebody_writes() {
    let mut editor = writing(HARBOUR);
    let whole = coloured(&mut editor, HARBOUR);
    let text = HARBOUR
        .replace("    q.boats = n\n", "    q.boats = n +\n")
        .replace("    draw base_city_n\n", "    board from {\n    draw base_city_n\n");
    editor.write(FILE, &text);
    assert_eq!(coloured(&mut editor, &text), whole);
    // A word that is another one has no colour of the former one.
    let text = HARBOUR.replace("    q.boats = n\n", "    q.boots = n +\n");
    editor.write(FILE, &text);
    let now = coloured(&mut editor, &text);
    assert!(now.iter().all(|(word, _)| word != "boots"), "{now:?}");
    assert!(now.contains(&("q".to_owned(), "variable".to_owned())), "{now:?}");
}

#[test]
fn lists_and_lenses_stay_while_somebody_writes() {
    let text = HARBOUR
        .replace("scenario", "@H1 scenario")
        .replace("    expect red.boats == 0\n", "    board from {\n    @H2 snapshot\n")
        .replace("    q.boats = n\n", "    q.boats =\n")
        .replace("    p.boats += n\n", "    p.boats +=\n");
    let mut editor = writing(&text);
    let document = json!({ "textDocument": { "uri": editor.uri(FILE) } });
    let Some(DocumentSymbolResponse::Nested(symbols)) =
        editor.ask::<DocumentSymbolRequest>(document.clone())
    else {
        panic!("no symbols");
    };
    let last: Vec<(&str, SymbolKind)> =
        symbols.iter().skip(5).map(|symbol| (symbol.name.as_str(), symbol.kind)).collect();
    assert_eq!(
        last,
        [
            ("launch", SymbolKind::FUNCTION),
            ("after p scores n for x when sails(p)", SymbolKind::EVENT),
            ("a city brings no boat", SymbolKind::METHOD)
        ]
    );
    let lenses = editor.ask::<CodeLensRequest>(document).unwrap();
    let titles: Vec<&str> =
        lenses.iter().map(|lens| lens.command.as_ref().unwrap().title.as_str()).collect();
    assert_eq!(titles, ["Run scenario", "Accept snapshot"]);
    let arguments = json!([editor.uri(FILE), "a city brings no boat"]);
    let params = json!({ "command": "carc.runScenario", "arguments": arguments });
    let answer = editor.ask_raw("workspace/executeCommand", params).unwrap();
    let message = answer["message"].as_str().unwrap();
    assert_eq!(answer["passed"], json!(false));
    assert!(message.contains("cannot be read") || message.contains("have mistakes"), "{message}");
}

#[test]
fn what_is_part_of_carc_is_shown_without_mistakes() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    assert_eq!(editor.wrong(FILE), []);
    let uri = "carc-built-in:/base/tiles.carc";
    let text = editor.ask_raw("carc/text", json!({ "uri": uri })).unwrap();
    let document = json!({ "uri": uri, "languageId": "carc", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    editor.write(FILE, &HARBOUR.replace("The Harbour", "Harbour"));
    assert_eq!(editor.wrong(FILE), []);
    // Its words are known as ever.
    let place =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 3, "character": 8 } });
    let mut params = place;
    params["context"] = json!({ "includeDeclaration": true });
    assert!(!editor.ask::<References>(params).unwrap().is_empty());
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    editor.write(FILE, HARBOUR);
    assert_eq!(editor.wrong(FILE), []);
    assert!(editor.news.iter().all(|news| !news.uri.as_str().starts_with("carc-built-in")));
}
