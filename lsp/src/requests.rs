//! The questions of an editor, each with its room.

use grammar::{Diagnostic, FileId, Span};
use lsp_server::ErrorCode;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, TextDocumentEdit,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
    request::{
        CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
        DocumentSymbolRequest, ExecuteCommand, FoldingRangeRequest, Formatting, GotoDefinition,
        HoverRequest, PrepareRenameRequest, References, Rename, Request, SemanticTokensFullRequest,
        SemanticTokensRangeRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    completion,
    desk::Desk,
    fixes::{self, Fix},
    formatting, hover,
    lenses::{self, ACCEPT, RUN},
    outline, places, references, rename, signature,
    state::Server,
    tokens,
};

/// Why a question is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The protocol's code.
    pub(crate) code: ErrorCode,
    /// What to tell the author.
    pub(crate) message: String,
}

/// A document and the text that it asks for; for built-in expansions, which lie in no file.
const TEXT: &str = "carc/text";

/// The answer to a question.
pub(crate) fn answer(server: &mut Server, method: &str, params: Value) -> Result<Value, Refusal> {
    match method {
        HoverRequest::METHOD => {
            let params: <HoverRequest as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position_params);
            told(at.and_then(|(file, offset)| hover::hover(&mut server.desk, file, offset)))
        }
        GotoDefinition::METHOD => {
            let params: <GotoDefinition as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position_params);
            told(
                at.and_then(|(file, offset)| {
                    references::definition(&mut server.desk, file, offset)
                }),
            )
        }
        References::METHOD => {
            let params: <References as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position);
            let whole = params.context.include_declaration;
            let desk = &mut server.desk;
            let found = |(file, offset)| references::references(desk, file, offset, whole);
            told(at.and_then(found))
        }
        DocumentHighlightRequest::METHOD => {
            let params: <DocumentHighlightRequest as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position_params);
            told(
                at.and_then(|(file, offset)| {
                    references::highlights(&mut server.desk, file, offset)
                }),
            )
        }
        PrepareRenameRequest::METHOD => {
            let params: TextDocumentPositionParams = read(params)?;
            let Some((file, offset)) = place(server, &params) else { return told(()) };
            let span = rename::renamable(&server.desk, file, offset).map_err(refused)?;
            told(places::range(server.desk.source(file), span))
        }
        Rename::METHOD => {
            let params: <Rename as Request>::Params = read(params)?;
            // Texts for players are read from disk, and may have been written since.
            server.desk.look();
            server.checks.all(&server.desk, None);
            let at = place(server, &params.text_document_position);
            let (file, offset) =
                at.ok_or_else(|| refused("this is no text of rules".to_owned()))?;
            let name = params.new_name.trim();
            let renamed = rename::rename(&mut server.desk, file, offset, name).map_err(refused)?;
            server.said.extend(renamed.left);
            told(renamed.edit)
        }
        Completion::METHOD => {
            let params: <Completion as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position);
            let style = server.style;
            told(at.and_then(|(file, offset)| {
                completion::completions(&mut server.desk, file, offset, style)
            }))
        }
        SignatureHelpRequest::METHOD => {
            let params: <SignatureHelpRequest as Request>::Params = read(params)?;
            let at = place(server, &params.text_document_position_params);
            told(at.and_then(|(file, offset)| signature::signatures(&server.desk, file, offset)))
        }
        DocumentSymbolRequest::METHOD => {
            let params: <DocumentSymbolRequest as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| outline::symbols(&server.desk, file)))
        }
        WorkspaceSymbolRequest::METHOD => {
            let params: <WorkspaceSymbolRequest as Request>::Params = read(params)?;
            told(outline::workspace(&server.desk, &params.query))
        }
        FoldingRangeRequest::METHOD => {
            let params: <FoldingRangeRequest as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| outline::folds(&server.desk, file)))
        }
        Formatting::METHOD => {
            let params: <Formatting as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| formatting::formatting(&server.desk, file)))
        }
        SemanticTokensFullRequest::METHOD => {
            let params: <SemanticTokensFullRequest as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| tokens::tokens(&mut server.desk, file, None)))
        }
        SemanticTokensRangeRequest::METHOD => {
            let params: <SemanticTokensRangeRequest as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| {
                let source = server.desk.source(file);
                let start = places::offset(source, params.range.start);
                let end = places::offset(source, params.range.end);
                tokens::tokens(&mut server.desk, file, Some(&(start..end)))
            }))
        }
        CodeActionRequest::METHOD => {
            let params: CodeActionParams = read(params)?;
            told(actions(server, &params))
        }
        CodeLensRequest::METHOD => {
            let params: <CodeLensRequest as Request>::Params = read(params)?;
            let file = server.desk.file(&params.text_document.uri);
            told(file.and_then(|file| lenses::lenses(&server.desk, file)))
        }
        ExecuteCommand::METHOD => {
            let params: <ExecuteCommand as Request>::Params = read(params)?;
            command(server, &params.command, params.arguments)
        }
        TEXT => {
            let uri: Uri = read(params.get("uri").cloned().unwrap_or_default())?;
            let file = server.desk.file(&uri);
            told(file.map(|file| server.desk.source(file).text()))
        }
        _ => Err(Refusal {
            code: ErrorCode::MethodNotFound,
            message: format!("carc does not know {method}"),
        }),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal { code: ErrorCode::InvalidParams, message: error.to_string() })
}

fn told(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer)
        .map_err(|error| Refusal { code: ErrorCode::InternalError, message: error.to_string() })
}

fn refused(message: String) -> Refusal {
    Refusal { code: ErrorCode::RequestFailed, message }
}

/// A place of a document in bytes.
fn place(server: &Server, params: &TextDocumentPositionParams) -> Option<(FileId, usize)> {
    let file = server.desk.file(&params.text_document.uri)?;
    let position: Position = params.position;
    Some((file, places::offset(server.desk.source(file), position)))
}

/// The fixes of what is wrong in a range. What is asked for is looked at anew if it waits to be checked.
fn actions(server: &mut Server, params: &CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    let file = server.desk.file(&params.text_document.uri)?;
    let expansion = server.desk.expansion(file)?.to_owned();
    let found = server.checks.current(&server.desk, &expansion);
    let desk = &mut server.desk;
    let source = desk.source(file);
    let (start, end) =
        (places::offset(source, params.range.start), places::offset(source, params.range.end));
    let mut actions = Vec::new();
    let mut left = fixes::TRIED;
    for diagnostic in &found {
        let Some(span) = diagnostic.span().filter(|span| span.file == file) else { continue };
        if (span.start as usize) > end || (span.end as usize) < start {
            continue;
        }
        for fix in fixes::fixes(desk, diagnostic, &found, &mut left) {
            actions.extend(action(desk, fix, diagnostic, span));
        }
    }
    Some(actions)
}

/// A fix as the editor makes it.
fn action(desk: &Desk, fix: Fix, found: &Diagnostic, at: Span) -> Option<CodeActionOrCommand> {
    let file = fix.file();
    let uri = desk.uri(file).filter(|_| desk.is_own(file))?;
    let edit = |(span, new_text): (Span, String)| {
        OneOf::Left(TextEdit { range: places::range(desk.source(file), span), new_text })
    };
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: desk.version(file) },
        edits: fix.edits.into_iter().map(edit).collect(),
    };
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![crate::checks::shown(desk, found, at)]),
        edit: Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edit])),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(fix.meant),
        ..CodeAction::default()
    }))
}

/// Runs one of the commands of lenses.
fn command(server: &mut Server, name: &str, arguments: Vec<Value>) -> Result<Value, Refusal> {
    if name != RUN && name != ACCEPT {
        let message = format!("carc has no command {name}");
        return Err(Refusal { code: ErrorCode::InvalidParams, message });
    }
    let mut arguments = arguments.into_iter();
    let uri: Uri = read(arguments.next().unwrap_or_default())?;
    let title: String = read(arguments.next().unwrap_or_default())?;
    let file = server.desk.file(&uri);
    let run = file.and_then(|file| lenses::run(&server.desk, file, &title, name == ACCEPT));
    let run = run.ok_or_else(|| refused(format!("there is no scenario \"{title}\"")))?;
    server.checks.played(&run.expansion, &run.title, run.failure);
    told(run.result)
}
