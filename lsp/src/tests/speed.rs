//! How long answers take on the largest expansion: an author must not feel them.

#![allow(clippy::disallowed_methods, reason = "it measures time")]

use std::time::{Duration, Instant};

use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, References, Request as _,
    SemanticTokensFullRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
};
use serde_json::{Value, json};

use super::{Editor, position};

/// What an author does not feel.
const LIMIT: Duration = Duration::from_millis(50);
/// How much slower everything may be where it is not optimised.
const SLACK: u32 = if cfg!(debug_assertions) { 6 } else { 1 };

/// An expansion as it is part of carc, as files.
fn largest() -> (String, Vec<(String, String)>) {
    let library = toolkit::Library::built_in();
    let size = |e: &&toolkit::Expansion| e.rules.iter().map(|file| file.text.len()).sum::<usize>();
    let largest = library.iter().max_by_key(size).expect("carc has expansions");
    let files = largest.rules.iter().chain(&largest.statements);
    let files = files.map(|file| (file.name.clone(), file.text.clone())).collect();
    (format!("{}/rules.carc", largest.name), files)
}

#[test]
fn answers_come_before_an_author_feels_them() {
    let (name, files) = largest();
    let borrowed: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let mut editor = Editor::new(&borrowed);
    let text = files.iter().find(|(file, _)| *file == name).expect("it has rules").1.clone();
    editor.open(&name, &text);
    assert_eq!(editor.wrong(&name), []);
    // A place in a body, where something is asked of a player.
    let marked = format!("{text}\nto measure(p: player) {{\n    let q = p.|left\n}}\n");
    let whole = marked.replacen('|', "", 1);
    let end = json!({ "line": 100_000, "character": 0 });
    let mut slowest = (Duration::ZERO, "");
    println!("{name}");
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
        let mut took: Vec<Duration> = Vec::new();
        for round in 0..7 {
            // Nothing is known any more after a key: each answer begins from the text.
            editor.write(&name, &format!("{whole}// {round}\n"));
            let params: Value = json!({
                "textDocument": { "uri": editor.uri(&name) },
                "position": position(&marked),
                "query": "scor",
                "range": { "start": { "line": 0, "character": 0 }, "end": end },
                "options": { "tabSize": 4, "insertSpaces": true },
                "context": {
                    "diagnostics": [], "triggerKind": 1, "isRetrigger": false, "includeDeclaration": true,
                },
            });
            let start = Instant::now();
            editor.ask_raw(method, params).unwrap();
            took.push(start.elapsed());
        }
        took.sort();
        println!("{method}: {:?}, half of the times at most {:?}", took[0], took[took.len() / 2]);
        // What the machine does besides makes answers later, never sooner.
        slowest = slowest.max((took[0], method));
    }
    let (took, method) = slowest;
    assert!(took < LIMIT * SLACK, "{method} takes {took:?}");
}
