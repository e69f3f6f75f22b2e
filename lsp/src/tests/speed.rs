//! How long answers take on the largest expansion: an author must not feel them.

#![allow(clippy::disallowed_methods, reason = "it measures time")]

use std::time::{Duration, Instant};

use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest,
    References, Rename, Request as _, SemanticTokensFullRequest, SignatureHelpRequest,
    WorkspaceSymbolRequest,
};
use serde_json::{Value, json};

use super::{Editor, position, unmarked};

/// What an author does not feel.
const LIMIT: Duration = Duration::from_millis(50);
/// How much slower everything may be where it is not optimised.
const SLACK: u32 = if cfg!(debug_assertions) { 6 } else { 1 };
/// What the machine does besides makes answers later, never sooner: the soonest of some counts. One that is late
/// is asked for again, so that it does not matter when others need the machine.
const ROUNDS: usize = 5;
const MOST_ROUNDS: usize = 40;

/// The expansions that are part of carc as files, and the name of the largest rules.
fn everything() -> (String, Vec<(String, String)>) {
    let library = toolkit::Library::built_in();
    let size = |e: &&toolkit::Expansion| e.rules.iter().map(|file| file.text.len()).sum::<usize>();
    let largest = library.iter().max_by_key(size).expect("carc has expansions");
    let mut files = Vec::new();
    for expansion in library.iter() {
        let rules = expansion.rules.iter().chain(&expansion.statements);
        files.extend(rules.map(|file| (file.name.clone(), file.text.clone())));
        let texts = expansion.messages.iter();
        files.extend(texts.map(|(language, file)| {
            (format!("{}/messages/{language}.ftl", expansion.name), file.text.clone())
        }));
    }
    (format!("{}/rules.carc", largest.name), files)
}

/// A question about a text that has just been changed.
struct Measured {
    what: String,
    method: &'static str,
    /// The text with the place that is asked about.
    marked: String,
    /// What stood there before, if that could be read and this cannot.
    former: Option<String>,
}

/// All that is measured of a text.
fn questions(text: &str) -> Vec<Measured> {
    let mut all: Vec<Measured> = Vec::new();
    let mut ask = |what: &str, method, marked: String, former: Option<String>| {
        all.push(Measured { what: format!("{method} {what}"), method, marked, former });
    };
    // A place in a body, where something is asked of a player.
    let body = |lines: &str| format!("{text}\nto measure(p: player) {{\n{lines}}}\n");
    for method in [
        HoverRequest::METHOD,
        GotoDefinition::METHOD,
        References::METHOD,
        DocumentHighlightRequest::METHOD,
        Completion::METHOD,
        SignatureHelpRequest::METHOD,
        DocumentSymbolRequest::METHOD,
        WorkspaceSymbolRequest::METHOD,
        FoldingRangeRequest::METHOD,
        SemanticTokensFullRequest::METHOD,
        CodeActionRequest::METHOD,
        Formatting::METHOD,
    ] {
        ask("", method, body("    let q = p.|left\n"), None);
    }
    // The same while somebody writes in the item.
    for (method, marked) in [
        (HoverRequest::METHOD, "    let q = p.|left\n    let = \n"),
        (GotoDefinition::METHOD, "    let q = p|.left\n    let = \n"),
        (GotoDefinition::METHOD, "    let q = p.|left\n    let = \n"),
        (References::METHOD, "    let q = p|.left\n    let = \n"),
        (DocumentHighlightRequest::METHOD, "    let q = p|.left\n    let = \n"),
        (Completion::METHOD, "    let q = p.left\n    let r = p.|\n"),
        (Completion::METHOD, "    let q = p.left\n    let r = |\n"),
        (SignatureHelpRequest::METHOD, "    let q = p.left\n    let r = max(1, |\n"),
    ] {
        ask("half-typed", method, body(marked), Some(body("    let q = p.left\n")));
    }
    // A name of each sort that the rules declare, and a word of the language.
    let mut sorts = 0;
    for head in ["fn ", "figure ", "token ", "option ", "step ", "to ", "offer ", "let ", "keeps "]
    {
        let Some(at) = text.find(&format!("\n{head}")).or_else(|| text.find(&format!(" {head}")))
        else {
            continue;
        };
        let (before, behind) = text.split_at(at + 1 + head.len());
        sorts += 1;
        for method in [PrepareRenameRequest::METHOD, Rename::METHOD] {
            ask(head, method, format!("{before}|{behind}"), None);
        }
    }
    assert!(sorts > 4, "{sorts} sorts of names");
    ask("of a keyword", HoverRequest::METHOD, body("    l|et q = p.left\n"), None);
    all
}

#[test]
fn answers_come_before_an_author_feels_them() {
    let (name, files) = everything();
    let borrowed: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let mut editor = Editor::new(&borrowed);
    let text = files.iter().find(|(file, _)| *file == name).expect("it has rules").1.clone();
    editor.open(&name, &text);
    assert_eq!(editor.wrong(&name), []);
    let end = json!({ "line": 100_000, "character": 0 });
    let mut slow = Vec::new();
    let (mut renamed, mut key) = (0, 0);
    println!("{name}");
    for Measured { what, method, marked, former } in questions(&text) {
        let mut took: Vec<Duration> = Vec::new();
        let mut answer = Err(String::new());
        while took.len() < ROUNDS
            || took.len() < MOST_ROUNDS && took.iter().all(|took| *took >= LIMIT * SLACK)
        {
            // Nothing is known any more after a key: each answer begins from the text.
            key += 1;
            for text in former.iter().chain([&unmarked(&marked)]) {
                editor.write(&name, &format!("{text}// {key}\n"));
            }
            let params: Value = json!({
                "textDocument": { "uri": editor.uri(&name) },
                "position": position(&marked),
                "newName": "no_such_name",
                "query": "scor",
                "range": { "start": { "line": 0, "character": 0 }, "end": end },
                "options": { "tabSize": 4, "insertSpaces": true },
                "context": {
                    "diagnostics": [], "triggerKind": 1, "isRetrigger": false, "includeDeclaration": true,
                },
            });
            let start = Instant::now();
            answer = editor.ask_raw(method, params);
            took.push(start.elapsed());
        }
        // What is refused was looked at all the same.
        let is_rename = [PrepareRenameRequest::METHOD, Rename::METHOD].contains(&method);
        assert!(answer.is_ok() || is_rename, "{what}: {answer:?}");
        renamed += usize::from(answer.is_ok() && method == Rename::METHOD);
        took.sort();
        println!("{what}: {:?}, half of the times at most {:?}", took[0], took[took.len() / 2]);
        if took[0] >= LIMIT * SLACK {
            slow.push(format!("{what} takes {:?}", took[0]));
        }
    }
    assert!(renamed > 2, "{renamed} names were given");
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
