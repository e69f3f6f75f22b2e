//! `carc lsp` as an editor starts it: a child that speaks the protocol at its standard input and output.

use std::{
    fs,
    io::{BufReader, Write},
    process::{Command, Stdio},
};

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const RULES: &str = "expansion harbour {\n    title \"Harbour\"\n    needs base\n}\n\nplayer keeps boats: int\n\nafter p scores n for x when p.boats > 0 { p.left.boats += n }\n";

/// The child with its ends.
struct Server {
    child: std::process::Child,
    output: BufReader<std::process::ChildStdout>,
    asked: i32,
}

impl Server {
    fn start(folder: &std::path::Path) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
            .args(["lsp", "--stdio"])
            .current_dir(folder)
            .env_remove("CARC_EXPANSIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("carc starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, output, asked: 0 }
    }

    fn send(&mut self, message: &Message) {
        let input = self.child.stdin.as_mut().expect("its input");
        message.write(input).expect("it listens");
        input.flush().expect("it listens");
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&Message::Notification(Notification::new(method.to_owned(), params)));
    }

    fn hear(&mut self) -> Message {
        Message::read(&mut self.output).expect("the protocol").expect("it is there")
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = lsp_server::RequestId::from(self.asked);
        self.send(&Message::Request(Request::new(id.clone(), method.to_owned(), params)));
        loop {
            if let Message::Response(response) = self.hear()
                && response.id == id
            {
                return response.response_result.expect("an answer");
            }
        }
    }

    /// The next news of mistakes in a file.
    fn wrong(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            if let Message::Notification(news) = self.hear()
                && news.method == "textDocument/publishDiagnostics"
                && news.params["uri"] == uri
                && news.params["version"] == version
            {
                return news.params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }
}

#[test]
fn an_editor_is_served_until_it_says_good_bye() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::create_dir(root.join("harbour")).unwrap();
    fs::write(root.join("harbour/rules.carc"), RULES).unwrap();
    let uri = format!("file://{}/harbour/rules.carc", root.display());
    let mut server = Server::start(&root);
    let folders = json!([{ "uri": format!("file://{}", root.display()), "name": "rules" }]);
    let ready =
        server.ask("initialize", &json!({ "capabilities": {}, "workspaceFolders": folders }));
    assert_eq!(ready["serverInfo"]["name"], "carc");
    server.tell("initialized", &json!({}));
    let document = json!({ "uri": uri, "languageId": "carc", "version": 1, "text": RULES });
    server.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    assert_eq!(server.wrong(&uri, 1), Vec::<Value>::new());
    let half = RULES.replace("p.left.boats += n", "p.");
    let changes = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": half }],
    });
    server.tell("textDocument/didChange", &changes);
    let wrong = server.wrong(&uri, 2);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    let line = half.lines().count() as u32 - 1;
    let column = half.lines().last().unwrap().find("p. ").unwrap() as u32 + 2;
    let place = json!({
        "textDocument": { "uri": uri },
        "position": { "line": line, "character": column },
    });
    let items = server.ask("textDocument/completion", &place);
    let items = items.as_array().expect("a list");
    assert!(items.iter().any(|item| item["label"] == "boats"), "{items:?}");
    server.ask("shutdown", &Value::Null);
    server.tell("exit", &Value::Null);
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn who_does_not_speak_the_protocol_is_told_so() {
    let child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
        .arg("lsp")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("carc starts");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("carc: the editor does not keep to the protocol"), "{told}");
}
