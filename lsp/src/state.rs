//! What a server holds between two messages: the texts, what is wrong with them, and how its editor wants things.

use std::path::PathBuf;

use lsp_types::InitializeParams;

use crate::{checks::Checks, desk::Desk, offer::Style, places};

/// One editor's server.
pub(crate) struct Server {
    /// The texts.
    pub(crate) desk: Desk,
    /// What is wrong with them.
    pub(crate) checks: Checks,
    /// How completions are written.
    pub(crate) style: Style,
    /// What the author is to be told besides the answers.
    pub(crate) said: Vec<String>,
}

impl Server {
    /// A server of an editor that says what it has open and what it can show.
    pub(crate) fn new(params: &InitializeParams, mut folders: Vec<PathBuf>) -> Self {
        let open = params.workspace_folders.iter().flatten();
        folders.extend(open.filter_map(|folder| places::path_of(folder.uri.as_str())));
        #[allow(deprecated, reason = "older editors say only this")]
        let root = params.root_uri.as_ref();
        if let (None, Some(root)) = (&params.workspace_folders, root) {
            folders.extend(places::path_of(root.as_str()));
        }
        let item = params.capabilities.text_document.as_ref().and_then(|t| t.completion.as_ref());
        let item = item.and_then(|completion| completion.completion_item.as_ref());
        let snippets = item.and_then(|item| item.snippet_support).unwrap_or(false);
        let desk = Desk::new(folders);
        let mut checks = Checks::default();
        checks.all(&desk, None);
        Self { desk, checks, style: Style { snippets }, said: Vec::new() }
    }
}
