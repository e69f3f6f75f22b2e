//! The loop: messages in, answers and news out, one after the other. While nobody asks, what is waiting is checked.

use std::{
    io::{self, BufRead, BufReader, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, ExecuteCommandOptions, FoldingRangeProviderCapability,
    HoverProviderCapability, InitializeParams, MessageType, OneOf, RenameOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    notification::{
        DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
        DidSaveTextDocument, Exit, Notification as _, PublishDiagnostics, ShowMessage,
    },
    request::{Request as _, Shutdown},
};
use serde_json::{Value, json};

use crate::{
    lenses::{ACCEPT, RUN},
    places, requests,
    state::Server,
    tokens,
    wire::Wire,
};

/// Why a server ends before its editor says so.
#[derive(Debug)]
pub enum ServerError {
    /// The editor does not keep to the protocol, or is gone.
    Protocol(ProtocolError),
    /// The channel to the editor is broken.
    Channel(io::Error),
    /// The editor's bytes are no messages, and nobody knows where the next one begins.
    Lost(String),
    /// The editor left without asking for a shutdown.
    Left,
}

impl std::fmt::Display for ServerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Protocol(error) => write!(f, "the editor does not keep to the protocol: {error}"),
            Self::Channel(error) => write!(f, "the editor cannot be reached: {error}"),
            Self::Lost(why) => write!(f, "the editor does not keep to the protocol: {why}"),
            Self::Left => f.write_str("the editor left without a shutdown"),
        }
    }
}

impl std::error::Error for ServerError {}

impl From<ProtocolError> for ServerError {
    fn from(error: ProtocolError) -> Self {
        Self::Protocol(error)
    }
}

/// Serves the editor at standard input and output until it says that it is done.
///
/// # Errors
///
/// When the editor does not keep to the protocol, or is gone.
pub fn serve_stdio(folders: Vec<PathBuf>) -> Result<(), ServerError> {
    serve_streams(BufReader::new(io::stdin()), io::stdout(), folders)
}

/// Serves the editor at two ends of streams. What is no message is answered with an error of the protocol.
pub(crate) fn serve_streams(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    folders: Vec<PathBuf>,
) -> Result<(), ServerError> {
    let wire = Wire::new(input, output);
    let served = serve(&wire.connection, folders);
    match wire.close().map_err(ServerError::Channel)? {
        Some(why) => Err(ServerError::Lost(why)),
        None => served,
    }
}

/// Serves one editor until it says that it is done; expansions in `folders` are known besides those in the
/// folders that the editor has open.
///
/// # Errors
///
/// When the editor does not keep to the protocol, or is gone.
pub fn serve(connection: &Connection, folders: Vec<PathBuf>) -> Result<(), ServerError> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let answer = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "carc", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server::new(&params, folders);
    server.run(connection)
}

/// What the server can do.
fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(lsp_types::TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "@", " ", ":"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN.to_owned(), ACCEPT.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Says that nothing is left to be done, and waits until the editor is gone: it may ask nothing more.
fn shut_down(connection: &Connection, id: RequestId) {
    let mut answer = Response::new_ok(id, ());
    while connection.sender.send(Message::Response(answer)).is_ok() {
        let asked = connection.receiver.iter().find_map(|message| match message {
            Message::Request(request) => Some(Some(request.id)),
            Message::Notification(news) if news.method == Exit::METHOD => Some(None),
            _ => None,
        });
        let Some(Some(id)) = asked else { return };
        let code = ErrorCode::InvalidRequest as i32;
        answer = Response::new_err(id, code, "nothing is asked behind a shutdown".to_owned());
    }
}

impl Server {
    fn run(&mut self, connection: &Connection) -> Result<(), ServerError> {
        loop {
            let message = if self.checks.is_waiting() {
                // Nobody waits for news: they come when nothing is asked.
                match connection.receiver.try_recv() {
                    Ok(message) => Some(message),
                    Err(_) if connection.receiver.is_empty() => None,
                    Err(_) => return Err(ServerError::Left),
                }
            } else {
                match connection.receiver.recv() {
                    Ok(message) => Some(message),
                    Err(_) => return Err(ServerError::Left),
                }
            };
            match message {
                Some(Message::Request(request)) => {
                    if request.method == Shutdown::METHOD {
                        shut_down(connection, request.id);
                        return Ok(());
                    }
                    let response = self.answer(request);
                    if connection.sender.send(Message::Response(response)).is_err() {
                        return Err(ServerError::Left);
                    }
                    for message in std::mem::take(&mut self.said) {
                        let told = json!({ "type": MessageType::INFO, "message": message });
                        let news = Notification::new(ShowMessage::METHOD.to_owned(), told);
                        if connection.sender.send(Message::Notification(news)).is_err() {
                            return Err(ServerError::Left);
                        }
                    }
                }
                Some(Message::Notification(news)) if news.method == Exit::METHOD => {
                    return Err(ServerError::Left);
                }
                Some(Message::Notification(news)) => self.hear(news),
                Some(Message::Response(_)) => {}
                None => {
                    for told in
                        self.guarded(|server| server.checks.next(&server.desk)).unwrap_or_default()
                    {
                        let news = Notification::new(PublishDiagnostics::METHOD.to_owned(), told);
                        if connection.sender.send(Message::Notification(news)).is_err() {
                            return Err(ServerError::Left);
                        }
                    }
                }
            }
        }
    }

    /// Does something, and goes on with texts read anew if it panics: one mistake of ours must not take an
    /// author's editor away. The panic is told at standard error.
    fn guarded<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(|| act(self)));
        if done.is_err() {
            self.desk.look();
        }
        done.ok()
    }

    fn answer(&mut self, request: Request) -> Response {
        let id = request.id.clone();
        match self.guarded(|server| requests::answer(server, &request.method, request.params)) {
            Some(Ok(value)) => Response::new_ok(id, value),
            Some(Err(refusal)) => Response::new_err(id, refusal.code as i32, refusal.message),
            None => {
                let code = ErrorCode::InternalError as i32;
                Response::new_err(id, code, "a mistake of carc itself; see its output".to_owned())
            }
        }
    }

    fn hear(&mut self, news: Notification) {
        let heard = self.guarded(|server| server.take(&news.method, news.params));
        if let Some(Some(near)) = heard {
            self.checks.all(&self.desk, near.as_deref());
        }
    }

    /// Takes news of documents; gives the expansion that changed, if anything did.
    #[allow(clippy::option_option, reason = "nothing changed, something somewhere, something here")]
    fn take(&mut self, method: &str, params: Value) -> Option<Option<String>> {
        // What is part of this binary is as it is; an editor opens it to show it.
        let uri = params["textDocument"]["uri"].as_str();
        if uri.is_some_and(places::is_built_in) {
            return None;
        }
        let uri = match method {
            DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = read(params)?;
                let document = params.text_document;
                self.desk.open(&document.uri, document.version, document.text);
                document.uri
            }
            DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams = read(params)?;
                let uri = params.text_document.uri;
                let mut text = self.desk.document(&uri)?.text.clone();
                for change in params.content_changes {
                    match change.range {
                        None => text = change.text,
                        Some(range) => {
                            let start = places::offset_in(&text, range.start);
                            let end = places::offset_in(&text, range.end).max(start);
                            text.replace_range(start..end, &change.text);
                        }
                    }
                }
                self.desk.change(&uri, params.text_document.version, text);
                uri
            }
            DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = read(params)?;
                self.desk.close(&params.text_document.uri);
                params.text_document.uri
            }
            DidSaveTextDocument::METHOD => {
                let params: lsp_types::DidSaveTextDocumentParams = read(params)?;
                self.desk.save(&params.text_document.uri);
                return Some(None);
            }
            DidChangeWatchedFiles::METHOD => {
                self.desk.look();
                return Some(None);
            }
            _ => return None,
        };
        Some(self.expansion(&uri))
    }

    fn expansion(&self, uri: &Uri) -> Option<String> {
        self.desk.expansion(self.desk.file(uri)?).map(str::to_owned)
    }
}

/// What news or a question say; what cannot be read says nothing.
fn read<T: serde::de::DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
