//! Mistakes, names and what they mean: what is shown while an author reads.

use lsp_types::{
    DocumentSymbolResponse, HoverContents, SemanticToken, WorkspaceSymbolResponse,
    request::{
        CodeLensRequest, DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest,
        GotoDefinition, HoverRequest, References, SemanticTokensFullRequest,
        SemanticTokensRangeRequest, WorkspaceSymbolRequest,
    },
};
use serde_json::{Value, json};

use super::{Editor, HARBOUR, position, unmarked};

const FILE: &str = "harbour/rules.carc";

/// HARBOUR with a mark behind the first place of a text.
fn mark(before: &str) -> String {
    let at = HARBOUR.find(before).unwrap_or_else(|| panic!("{before}")) + before.len();
    format!("{}|{}", &HARBOUR[..at], &HARBOUR[at..])
}

fn harbour() -> Editor {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    editor
}

fn hover(editor: &mut Editor, marked: &str) -> String {
    assert_eq!(unmarked(marked), HARBOUR);
    let found = editor.ask::<HoverRequest>(editor.at(FILE, marked));
    match found.map(|hover| hover.contents) {
        Some(HoverContents::Markup(text)) => text.value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn mistakes_are_told_while_typing() {
    let mut editor = harbour();
    assert_eq!(editor.wrong(FILE), []);
    // A word is misspelt, by one small change of a document that is not saved.
    let at = position(&mark("p.boats > t"));
    let end = json!({ "line": at.line, "character": at.character + 1 });
    editor.change(FILE, &json!([{ "range": { "start": at, "end": end }, "text": "oo" }]));
    let wrong = editor.wrong(FILE);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0].code, Some(lsp_types::NumberOrString::String("check/unknown-name".into())));
    assert_eq!(wrong[0].range.start.line, at.line);
    assert!(wrong[0].message.contains("did you mean `toll`?"), "{}", wrong[0].message);
    // A text that cannot be read hides nothing of the rest.
    editor
        .write(FILE, &HARBOUR.replace("q.boats = n", "q.").replace("p.boats += n", "p.boat += n"));
    let wrong = editor.wrong(FILE);
    let codes: Vec<String> = wrong.iter().map(|found| format!("{:?}", found.code)).collect();
    assert!(codes.iter().any(|code| code.contains("syntax/")), "{codes:?}");
    assert!(codes.iter().any(|code| code.contains("check/")), "{codes:?}");
    editor.write(FILE, HARBOUR);
    assert_eq!(editor.wrong(FILE), []);
}

#[test]
fn a_file_on_disk_counts_once_its_document_is_closed() {
    let mut editor = harbour();
    editor.wrong(FILE);
    editor.write(FILE, "expansion harbour {");
    assert_ne!(editor.wrong(FILE), []);
    editor.close(FILE);
    assert_eq!(editor.wrong(FILE), []);
}

#[test]
fn a_new_document_is_read_before_it_is_saved() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    let text = "expansion pier {\n    title \"Pier\"\n    needs harbour\n}\n\nafter p scores n for x when p.boatz > 0 { p.boats += 1 }\n";
    std::fs::create_dir(editor.path("pier")).unwrap();
    editor.open("pier/rules.carc", text);
    let wrong = editor.wrong("pier/rules.carc");
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].message.contains("did you mean `boats`?"), "{}", wrong[0].message);
}

#[test]
fn words_say_what_they_are() {
    let mut editor = harbour();
    for (before, told) in [
        ("p.boats > to", "option harbour.toll: int"),
        ("fn sa", "Whether somebody sails."),
        ("when sai", "fn sails(p: player) -> flag"),
        ("p.le", "player.left: player"),
        ("let q", "q: player"),
        ("    q.bo", "player keeps boats: int"),
        ("p sco", "points, with their cause"),
        ("needs ba", "expansion base"),
        ("draw base_city", "tile base_city_n"),
        ("sails(p: pla", "a type of the language"),
        ("for pla", "placed: tile"),
        ("expect red.points == 4", "int"),
    ] {
        let told_there = hover(&mut editor, &mark(before));
        assert!(told_there.contains(told), "{before}: {told_there}");
    }
}

#[test]
fn a_cited_statement_shows_its_text() {
    let rules = "expansion quay {\n    title \"Quay\"\n    needs base\n}\n\n@Q1 after p scores n for x { p.left scores 1 for x }\n";
    let says = "# Quay\n\n- Q1. Whoever scores lets the left neighbour have a point.\n";
    let mut editor = Editor::new(&[("quay/rules.carc", rules), ("quay/rules.md", says)]);
    let at = rules.replacen("@Q1", "@Q|1", 1);
    let hover = editor.ask::<HoverRequest>(editor.at("quay/rules.carc", &at)).expect("a statement");
    assert!(format!("{hover:?}").contains("lets the left neighbour have a point"), "{hover:?}");
    let found = editor.ask::<GotoDefinition>(editor.at("quay/rules.carc", &at));
    assert!(format!("{found:?}").contains("rules.md"), "{found:?}");
}

#[test]
fn a_citation_means_the_statement_beside_its_own_rules() {
    let rules = "expansion mine {\n    title \"Mine\"\n    needs base\n}\n\n@C4 step s in following { active scores 1 for placed }\n\n\
                 scenario \"s\" {\n    players red, blue\n    @C5 expect red.points == 0\n}\n";
    let says = "- C4. My own statement.\n";
    let mut editor = Editor::new(&[("mine/rules.carc", rules), ("mine/rules.md", says)]);
    let own = editor.at("mine/rules.carc", &rules.replacen("@C4", "@C|4", 1));
    let hover = editor.ask::<HoverRequest>(own.clone()).expect("a statement");
    let hover = format!("{hover:?}");
    assert!(hover.contains("My own statement.") && hover.contains("of `mine`"), "{hover}");
    let found = format!("{:?}", editor.ask::<GotoDefinition>(own.clone()));
    assert!(found.contains("mine/rules.md"), "{found}");
    // What cites the other one's number means the other one's.
    let mut params = own;
    params["context"] = json!({ "includeDeclaration": true });
    let all = editor.ask::<References>(params).expect("places");
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all.iter().all(|at| at.uri.as_str().contains("/mine/")), "{all:?}");
    let other = editor.at("mine/rules.carc", &rules.replacen("@C5", "@C|5", 1));
    let hover = format!("{:?}", editor.ask::<HoverRequest>(other));
    assert!(hover.contains("of `crop_circles`"), "{hover}");
}

#[test]
fn names_lead_to_where_they_are_declared() {
    let mut editor = harbour();
    for (before, target) in [
        ("p.boats > to", "option "),
        ("when sai", "fn "),
        ("    q.bo", "player keeps "),
        ("    q", "    let "),
        ("launch(p: player, n: int) {\n    p", "to launch("),
        ("when sails(p", "after "),
    ] {
        let found = editor.ask::<GotoDefinition>(editor.at(FILE, &mark(before)));
        let Some(lsp_types::GotoDefinitionResponse::Scalar(found)) = found else {
            panic!("{before}: {found:?}");
        };
        assert_eq!(found.uri, editor.uri(FILE));
        assert_eq!(found.range.start, position(&mark(target)), "{before}");
    }
    // What is part of carc has a text too.
    let found = editor.ask::<GotoDefinition>(editor.at(FILE, &mark("draw base_city")));
    let Some(lsp_types::GotoDefinitionResponse::Scalar(found)) = found else { panic!("{found:?}") };
    let text = editor.ask_raw("carc/text", json!({ "uri": found.uri })).unwrap();
    let line = text.as_str().unwrap().lines().nth(found.range.start.line as usize).unwrap();
    assert!(line.starts_with("tile base_city_n "), "{line}");
}

#[test]
fn names_are_found_in_other_expansions_too() {
    let pier = "expansion pier {\n    title \"Pier\"\n    needs harbour\n}\n\nafter launch(p, n) { p.boats += 1 }\n";
    let mut editor = Editor::new(&[(FILE, HARBOUR), ("pier/rules.carc", pier)]);
    let mut params = editor.at(FILE, &mark("player keeps bo"));
    params["context"] = json!({ "includeDeclaration": true });
    let found = editor.ask::<References>(params).unwrap();
    assert_eq!(found[0].range.start, position(&mark("player keeps ")));
    let in_pier = found.iter().filter(|place| place.uri == editor.uri("pier/rules.carc")).count();
    assert_eq!((found.len(), in_pier), (6, 1), "{found:?}");
    let mut params = editor.at(FILE, &mark("to lau"));
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(editor.ask::<References>(params).unwrap().len(), 1);
    let highlights = editor.ask::<DocumentHighlightRequest>(editor.at(FILE, &mark("let q")));
    assert_eq!(highlights.unwrap().len(), 2);
}

#[test]
fn a_file_is_an_outline_of_its_items() {
    let mut editor = harbour();
    let document = json!({ "textDocument": { "uri": editor.uri(FILE) } });
    let symbols = editor.ask::<DocumentSymbolRequest>(document.clone()).unwrap();
    let DocumentSymbolResponse::Nested(symbols) = symbols else { panic!("{symbols:?}") };
    let names: Vec<&str> = symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "harbour",
            "toll",
            "Tide",
            "player keeps boats",
            "sails",
            "launch",
            "after p scores n for x",
            "a city brings no boat"
        ]
    );
    assert_eq!(symbols[2].children.as_ref().map(Vec::len), Some(2));
    let folds = editor.ask::<FoldingRangeRequest>(document.clone()).unwrap();
    assert!(folds.iter().any(|fold| fold.start_line == position(&mark("to launch")).line));
    let lenses = editor.ask::<CodeLensRequest>(document).unwrap();
    assert_eq!(lenses.len(), 1, "{lenses:?}");
    let found = editor.ask::<WorkspaceSymbolRequest>(json!({ "query": "sls" }));
    let Some(WorkspaceSymbolResponse::Flat(found)) = found else { panic!("{found:?}") };
    assert!(found.iter().any(|symbol| symbol.name == "sails"), "{found:?}");
}

/// The words that tokens are of, with their sorts.
pub(super) fn words_of(text: &str, tokens: &[SemanticToken]) -> Vec<(String, String)> {
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    let legend = crate::tokens::legend().token_types;
    for token in tokens {
        column = if token.delta_line == 0 { column + token.delta_start } else { token.delta_start };
        line += token.delta_line;
        let text = text.lines().nth(line as usize).unwrap();
        let word = &text[column as usize..(column + token.length) as usize];
        found.push((word.to_owned(), legend[token.token_type as usize].as_str().to_owned()));
    }
    found
}

#[test]
fn words_have_the_colours_of_their_meaning() {
    let mut editor = harbour();
    let document = json!({ "textDocument": { "uri": editor.uri(FILE) } });
    let Some(lsp_types::SemanticTokensResult::Tokens(tokens)) =
        editor.ask::<SemanticTokensFullRequest>(document.clone())
    else {
        panic!("no tokens");
    };
    let found = words_of(HARBOUR, &tokens.data);
    for (word, sort) in [
        ("base", "namespace"),
        ("toll", "property"),
        ("Tide", "enum"),
        ("ebb", "enumMember"),
        ("player", "type"),
        ("sails", "function"),
        ("launch", "method"),
        ("q", "variable"),
        ("base_city_n", "struct"),
    ] {
        assert!(found.contains(&(word.to_owned(), sort.to_owned())), "{word} {sort}: {found:?}");
    }
    let mut part: Value = document;
    part["range"] =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 4, "character": 0 } });
    let Some(lsp_types::SemanticTokensRangeResult::Tokens(few)) =
        editor.ask::<SemanticTokensRangeRequest>(part)
    else {
        panic!("no tokens");
    };
    assert_eq!(few.data.len(), 2);
}
