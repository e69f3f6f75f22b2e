//! The server over its protocol, as an editor speaks it.

mod changing;
mod half_read;
mod hostile;
mod proposing;
mod reading;
mod renaming;
mod speed;
mod unreadable;
mod writing;

use std::{collections::BTreeMap, path::PathBuf, thread::JoinHandle, time::Duration};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use lsp_types::{
    Position, PublishDiagnosticsParams, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
    notification::{Notification as News, PublishDiagnostics, ShowMessage},
    request::Request as Question,
};
use serde_json::{Value, json};

use crate::places::uri_of;

/// More than any answer takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor with a folder of expansions.
pub(super) struct Editor {
    folder: tempfile::TempDir,
    connection: Connection,
    server: Option<JoinHandle<()>>,
    asked: i32,
    /// The documents that are open, each with its version.
    open: BTreeMap<String, i32>,
    version: i32,
    pub(super) news: Vec<PublishDiagnosticsParams>,
    /// What the author was told besides.
    pub(super) told: Vec<String>,
}

impl Editor {
    /// An editor that has a folder with some files open.
    pub(super) fn new<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let (server, connection) = Connection::memory();
        let run = move || crate::serve(&server, Vec::new()).unwrap();
        // As much of a stack as the first thread of a program has.
        let server = std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap();
        let mut editor = Self {
            folder,
            connection,
            server: Some(server),
            asked: 0,
            open: BTreeMap::new(),
            version: 1,
            news: Vec::new(),
            told: Vec::new(),
        };
        let root = uri_of(editor.folder.path()).unwrap();
        let ready = editor.ask_raw(
            "initialize",
            json!({
                "processId": null,
                "rootUri": null,
                "workspaceFolders": [{ "uri": root, "name": "rules" }],
                "capabilities": {
                    "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } }
                },
            }),
        );
        ready.expect("a server");
        editor.tell("initialized", json!({}));
        editor
    }

    /// The path of a file of the folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    /// The URI of a file of the folder.
    pub(super) fn uri(&self, name: &str) -> Uri {
        uri_of(&self.path(name)).unwrap()
    }

    /// Sends news.
    pub(super) fn tell(&self, method: &str, params: Value) {
        let news = Notification::new(method.to_owned(), params);
        self.connection.sender.send(Message::Notification(news)).unwrap();
    }

    /// Asks something; news that come before the answer are kept.
    pub(super) fn ask_raw(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                Message::Notification(news) => self.hear(news),
                other => panic!("nobody asked for {other:?}"),
            }
        }
    }

    /// Asks one of the protocol's questions.
    pub(super) fn ask<Q: Question>(&mut self, params: Value) -> Q::Result {
        let answer = self.ask_raw(Q::METHOD, params);
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", Q::METHOD));
        serde_json::from_value(answer).unwrap()
    }

    fn hear(&mut self, news: Notification) {
        if news.method == PublishDiagnostics::METHOD {
            self.news.push(serde_json::from_value(news.params).unwrap());
        } else if news.method == ShowMessage::METHOD {
            self.told.push(news.params["message"].as_str().unwrap().to_owned());
        }
    }

    /// Opens a document.
    pub(super) fn open(&mut self, name: &str, text: &str) -> Uri {
        let uri = self.uri(name);
        self.open.insert(uri.to_string(), self.version);
        let document =
            json!({ "uri": uri, "languageId": "carc", "version": self.version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        uri
    }

    /// Closes a document: what lies on disk counts again.
    pub(super) fn close(&mut self, name: &str) {
        let uri = self.uri(name);
        self.open.remove(uri.as_str());
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Gives a document another text.
    pub(super) fn write(&mut self, name: &str, text: &str) {
        self.change(name, &json!([{ "text": text }]));
    }

    /// Changes a document.
    pub(super) fn change(&mut self, name: &str, changes: &Value) {
        self.version += 1;
        let uri = self.uri(name);
        self.open.insert(uri.to_string(), self.version);
        let document = json!({ "uri": uri, "version": self.version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// What is told next to be wrong with a file: with an open one at the version that it has now, not with what
    /// lay on disk before it was opened.
    pub(super) fn wrong(&mut self, name: &str) -> Vec<lsp_types::Diagnostic> {
        let uri = self.uri(name);
        let version = self.open.get(uri.as_str()).copied();
        loop {
            let of = |news: &PublishDiagnosticsParams| news.uri == uri && news.version == version;
            if let Some(at) = self.news.iter().position(of) {
                return self.news.remove(at).diagnostics;
            }
            match self.connection.receiver.recv_timeout(PATIENCE).expect("news of mistakes") {
                Message::Notification(news) => self.hear(news),
                other => panic!("nobody asked for {other:?}"),
            }
        }
    }

    /// A place as a question has it: that of `|` in a text that is otherwise the document's.
    pub(super) fn at(&self, name: &str, marked: &str) -> Value {
        let params = TextDocumentPositionParams {
            text_document: TextDocumentIdentifier { uri: self.uri(name) },
            position: position(marked),
        };
        serde_json::to_value(params).unwrap()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.ask_raw("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().expect("the server ends well");
    }
}

/// The position of the first `|` of a text.
pub(super) fn position(marked: &str) -> Position {
    let before = &marked[..marked.find('|').expect("a `|`")];
    let line = before.matches('\n').count() as u32;
    let column = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    Position { line, character: column.encode_utf16().count() as u32 }
}

/// A text without its mark.
pub(super) fn unmarked(marked: &str) -> String {
    marked.replacen('|', "", 1)
}

/// A small expansion on the base game.
pub(super) const HARBOUR: &str = r#"/// Boats.
expansion harbour {
    title "The Harbour"
    needs base
}

option toll: int = 1 from 0..3                       /// points for a boat

enum Tide { ebb, flow }

player keeps boats: int

/// Whether somebody sails.
fn sails(p: player) -> flag = p.boats > toll

to launch(p: player, n: int) {
    p.boats += n
    p scores n for placed
}

after p scores n for x when sails(p) {
    let q = p.left
    q.boats = n
}

scenario "a city brings no boat" {
    players red, blue
    draw base_city_n
    red: place = at (0, -1) turned 180
    red: action = deploy meeple on c0
    expect red.points == 4
    expect red.boats == 0
}
"#;
