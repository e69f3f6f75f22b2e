//! Whatever is typed, and whatever an editor sends, the server stands and answers.

use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
    DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest,
    Request as _, SemanticTokensFullRequest, SignatureHelpRequest,
};
use serde_json::json;

use super::{Editor, HARBOUR};

const FILE: &str = "harbour/rules.carc";

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Pieces of text that are likely to be typed, and some that are not.
const PIECES: &[&str] = &[
    "",
    "{",
    "}",
    "(",
    ")",
    "[",
    "\"",
    ".",
    ":",
    "@",
    "@H1",
    "p.",
    "\n",
    "\r\n",
    "//",
    "///",
    " ",
    "ä",
    "🀄",
    "\u{feff}",
    "\0",
    "step a in drawing",
    "when ",
    "let x = ",
    "match p { ",
    "if p.boats > 0 {",
    "scenario \"x\" {",
    "with base {",
    "expansion harbour {",
    "9999999999999999999999",
    "all m in figures where m.",
    "adjust worth(f, p) by ",
    "x",
    "=>",
];

#[test]
fn random_edits_break_nothing() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    let mut numbers = Numbers(7);
    for round in 0..150 {
        if round % 30 == 0 {
            editor.write(FILE, HARBOUR);
        }
        let place = |numbers: &mut Numbers| json!({ "line": numbers.below(45), "character": numbers.below(60) });
        let (start, mut end) = (place(&mut numbers), place(&mut numbers));
        if numbers.below(3) > 0 {
            end = start.clone();
        }
        let piece = PIECES[numbers.below(PIECES.len())];
        editor.change(FILE, &json!([{ "range": { "start": start, "end": end }, "text": piece }]));
        let document = json!({ "uri": editor.uri(FILE) });
        let at = place(&mut numbers);
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": place(&mut numbers) });
        let method = [
            HoverRequest::METHOD,
            GotoDefinition::METHOD,
            DocumentHighlightRequest::METHOD,
            Completion::METHOD,
            SignatureHelpRequest::METHOD,
            DocumentSymbolRequest::METHOD,
            FoldingRangeRequest::METHOD,
            SemanticTokensFullRequest::METHOD,
            CodeLensRequest::METHOD,
            CodeActionRequest::METHOD,
            Formatting::METHOD,
        ][numbers.below(11)];
        let params = json!({
            "textDocument": document,
            "position": at,
            "range": range,
            "options": { "tabSize": 4, "insertSpaces": true },
            "context": { "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        });
        if let Err(error) = editor.ask_raw(method, params) {
            panic!("round {round}, {method}: {error}");
        }
    }
    // And at the end all is as it was.
    editor.write(FILE, HARBOUR);
    assert_eq!(editor.wrong(FILE), []);
}

#[test]
fn every_beginning_of_a_text_can_be_gone_on_with() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    for end in (0..HARBOUR.len()).step_by(13) {
        let text = &HARBOUR[..end];
        editor.write(FILE, text);
        let at = editor.at(FILE, &format!("{text}|"));
        editor.ask::<Completion>(at.clone());
        editor.ask::<HoverRequest>(at);
    }
}

#[test]
fn questions_that_make_no_sense_are_refused_and_nothing_else() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    for (method, params) in [
        ("textDocument/hover", json!(null)),
        ("textDocument/hover", json!({ "textDocument": 5 })),
        ("textDocument/invented", json!({})),
        ("workspace/executeCommand", json!({ "command": "rm", "arguments": [] })),
        ("workspace/executeCommand", json!({ "command": "carc.runScenario", "arguments": [] })),
        (
            "workspace/executeCommand",
            json!({ "command": "carc.runScenario", "arguments": [editor.uri(FILE), "none such"] }),
        ),
    ] {
        editor.ask_raw(method, params.clone()).expect_err(&format!("{method} {params}"));
    }
    for uri in
        ["untitled:Untitled-1", "file:///nowhere/at/all.carc", "carc-built-in:/none", "http://x/y"]
    {
        let at =
            json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
        assert_eq!(editor.ask::<HoverRequest>(at), None);
    }
    editor.tell("textDocument/didChange", json!({ "contentChanges": 1 }));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": "file:///gone.carc" } }));
    editor.tell("invented", json!([]));
    // What is not saved anywhere is looked at as well.
    let text = "expansion draft {\n    title \"Draft\"\n    needs base\n}\n\noption a: int = tru\n";
    let document =
        json!({ "uri": "untitled:Untitled-1", "languageId": "carc", "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let params = json!({ "textDocument": { "uri": "untitled:Untitled-1" } });
    assert!(editor.ask::<DocumentSymbolRequest>(params).is_some());
}

/// Everything that the server writes when it reads some bytes, and how it ends.
fn heard(bytes: Vec<u8>) -> (Vec<serde_json::Value>, Result<(), String>) {
    #[derive(Clone, Default)]
    struct Written(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
    impl std::io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let written = Written::default();
    let input = std::io::Cursor::new(bytes);
    let ended = crate::server::serve_streams(input, written.clone(), Vec::new());
    let bytes = written.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    let mut messages = Vec::new();
    let mut rest = text.as_str();
    while let Some((header, behind)) = rest.split_once("\r\n\r\n") {
        let length: usize = header.rsplit(' ').next().unwrap().parse().unwrap();
        messages.push(serde_json::from_str(&behind[..length]).unwrap());
        rest = &behind[length..];
    }
    (messages, ended.map_err(|error| error.to_string()))
}

fn framed(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend(body);
    bytes
}

const HELLO: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
const ASK: &str = r#"{"jsonrpc":"2.0","id":2,"method":"carc/text","params":{"uri":"carc-built-in:/base/rules.carc"}}"#;
const DONE: &str = r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn what_is_no_message_is_refused_and_the_next_one_answered() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (body, code) in [
        (&b"{oops"[..], -32700),
        (b"", -32700),
        (b"\xff\xfe\xfd", -32700),
        (deep.as_bytes(), -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b"{}", -32600),
        (br#"{"jsonrpc":"2.0","id":"x","method":5}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":null,"method":"carc/text"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":[1],"method":"carc/text"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":{"a":1},"method":"carc/text"}"#, -32600),
        (br#"{"jsonrpc":"2.0","id":true,"method":"carc/text"}"#, -32600),
    ] {
        let parts = [HELLO.as_bytes(), READY.as_bytes(), body, ASK.as_bytes()];
        let all = parts.iter().copied().chain([DONE.as_bytes(), EXIT.as_bytes()]);
        let (messages, ended) = heard(all.flat_map(framed).collect());
        assert_eq!(ended, Ok(()), "{body:?}");
        let refused = messages.iter().find(|message| message["error"]["code"] == code);
        let refused = refused.unwrap_or_else(|| panic!("{body:?}: {messages:?}"));
        let id = if body.contains(&b'5') { json!("x") } else { json!(null) };
        assert_eq!(refused["id"], id);
        let text = messages.iter().find(|message| message["id"] == 2).unwrap();
        assert!(text["result"].as_str().unwrap().contains("expansion base"));
    }
}

#[test]
fn a_request_is_answered_under_the_id_that_it_has() {
    let ask = |id: &str| {
        let uri = r#"{"uri":"carc-built-in:/base/rules.carc"}"#;
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"carc/text","params":{uri}}}"#)
    };
    for (id, is_answered) in [
        ("\"7\"", true),
        ("\"\"", true),
        ("\"two words\"", true),
        ("0", true),
        ("-3", true),
        ("2147483647", true),
        ("1.5", false),
        ("2.0", false),
        ("9007199254740993", false),
        ("1e300", false),
    ] {
        let asked = ask(id);
        let all = [HELLO, READY, &asked, DONE, EXIT];
        let (messages, ended) = heard(all.into_iter().flat_map(framed).collect());
        assert_eq!(ended, Ok(()), "{id}");
        let id: serde_json::Value = serde_json::from_str(id).unwrap();
        let answer = messages.iter().find(|message| message["id"] == id);
        let answer = answer.unwrap_or_else(|| panic!("{id}: {messages:?}"));
        assert_eq!(answer.get("result").is_some(), is_answered, "{answer}");
        assert_eq!(answer["error"]["code"] == -32600, !is_answered, "{answer}");
    }
}

#[test]
fn bytes_that_nobody_can_follow_end_the_server_with_a_reason() {
    for (bytes, reason) in [
        ("hello\r\n\r\n", "no line of a header"),
        ("Content-Type: x\r\n\r\n{}", "without `Content-Length`"),
        ("Content-Length: -1\r\n\r\n", "is no length"),
        ("Content-Length: 99999999999999\r\n\r\n", "is no length"),
        ("Content-Length: 99999999999999999999999999\r\n\r\n", "is no length"),
        ("Content-Length: \r\n\r\n", "is no length"),
        (&"x".repeat(1 << 20), "never ends"),
        (&"a: b\r\n".repeat(1 << 16), "more than 32 lines"),
    ] {
        let mut all: Vec<u8> = [HELLO, READY].into_iter().flat_map(framed).collect();
        all.extend(bytes.as_bytes());
        let (messages, ended) = heard(all);
        let ended = ended.unwrap_err();
        assert!(ended.contains(reason), "{ended}");
        let told = messages.iter().find(|message| message["error"]["code"] == -32700);
        assert_eq!(told.unwrap()["id"], json!(null), "{messages:?}");
    }
    // Nothing more, in the middle of a message too, and leaving without a word: nobody asked for a shutdown.
    let cut: Vec<u8> = [HELLO, READY].into_iter().flat_map(framed).collect();
    for more in ["", "Content-Length: 10\r\n\r\n{", "Content-Le"] {
        let all = [cut.clone(), more.as_bytes().to_vec()].concat();
        assert!(heard(all).1.unwrap_err().contains("without a shutdown"), "{more}");
    }
    // Behind a shutdown nothing is answered any more, and whoever is gone need not say so.
    let done: Vec<u8> = [HELLO, READY, DONE, ASK].into_iter().flat_map(framed).collect();
    let (messages, ended) = heard(done);
    assert_eq!(ended, Ok(()));
    let late = messages.iter().find(|message| message["id"] == 2).unwrap();
    assert_eq!(late["error"]["code"], -32600, "{messages:?}");
    let left: Vec<u8> = [HELLO, READY, EXIT].into_iter().flat_map(framed).collect();
    assert!(heard(left).1.unwrap_err().contains("without a shutdown"));
}

#[test]
fn deep_and_large_texts_are_answered() {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    let deep = format!("fn a() -> int = {}1{}", "(".repeat(190), ")".repeat(190));
    let deeper = format!("fn a() -> int = {}1", "(".repeat(5_000));
    let nested = format!("{}{}", "with base {\n".repeat(150), "}\n".repeat(150));
    let long = format!("{HARBOUR}\n{}", "// no end\n".repeat(20_000));
    for item in [deep, deeper, nested, long] {
        editor.write(FILE, &format!("{HARBOUR}\n{item}"));
        let document = json!({ "textDocument": { "uri": editor.uri(FILE) } });
        assert!(editor.ask::<DocumentSymbolRequest>(document.clone()).is_some());
        editor.ask::<FoldingRangeRequest>(document);
        editor.ask::<Completion>(editor.at(FILE, &format!("{HARBOUR}\n{item}|")));
    }
}
