//! `carc lsp`: the language server, for an editor that started this command.

use crate::{
    args::Lsp,
    outcome::{Failure, Verdict},
};

/// Serves the editor until it says that it is done.
pub(crate) fn run(arguments: &Lsp) -> Result<Verdict, Failure> {
    let Lsp { folders, stdio: _ } = arguments;
    match ::lsp::serve_stdio(folders.clone()) {
        Ok(()) => Ok(Verdict::Good),
        Err(error) => Err(Failure::Wrong(error.to_string())),
    }
}
