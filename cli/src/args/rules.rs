//! What can be said behind the commands for those who write rules.

use std::path::PathBuf;

use clap::Args;

use super::choices::{BackendChoice, Format, RulesChoice};

/// `carc check`
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Expansions by name, or folders; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// How to write the report: text draws the first 500 mistakes of an expansion, json lists all
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// `carc test`
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Expansions by name, or folders; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// Only scenarios with these words in their title, in capitals or not
    #[arg(long, value_name = "WORDS")]
    pub(crate) only: Option<String>,
    /// Keep what happens in scenarios that say `snapshot`, and remove what none of them keeps
    #[arg(long, conflicts_with_all = ["review", "ci"])]
    pub(crate) accept: bool,
    /// Go through what differs one by one: a accept, r reject, s skip
    #[arg(long, conflicts_with = "ci")]
    pub(crate) review: bool,
    /// Fail on snapshots that are missing, changed or unreferenced, and write nothing; as if CI is set
    #[arg(long)]
    pub(crate) ci: bool,
    /// Say which rule lines, ways on and statements no scenario comes to
    #[arg(long, conflicts_with_all = ["accept", "review", "ci", "only"])]
    pub(crate) coverage: bool,
    /// Write the coverage into a file in the format of lcov
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub(crate) lcov: Option<PathBuf>,
    /// Write the coverage into a page, with the rules as they are written
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub(crate) html: Option<PathBuf>,
    /// Change the rules of an expansion one small way at a time, and list the changes that no scenario notices
    #[arg(long, value_name = "NAME", conflicts_with_all = ["accept", "review", "ci", "only", "coverage"])]
    pub(crate) mutate: Option<String>,
    /// Try only so many of the changes
    #[arg(long, value_name = "NUMBER", requires = "mutate")]
    pub(crate) limit: Option<usize>,
    /// The seed of the choice among the changes
    #[arg(long, value_name = "NUMBER", requires = "limit", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["coverage", "mutate"])]
    pub(crate) backend: BackendChoice,
}

/// `carc rules`
#[derive(Debug, Args)]
pub(crate) struct RulesOf {
    /// An expansion by name, or a folder
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: String,
    /// Write a page with code, examples and pictures into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// The language of the statements, such as en or vi
    #[arg(long, default_value = "en", value_name = "LANG")]
    pub(crate) lang: String,
}

/// `carc lsp`
#[derive(Debug, Args)]
pub(crate) struct Lsp {
    /// Folders of expansions besides those that the editor has open
    #[arg(value_name = "PATH")]
    pub(crate) folders: Vec<PathBuf>,
    /// What many editors say; there is no other way
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

/// `carc new`
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The name: small letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Make the folder of that name in this folder
    #[arg(long = "in", value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

/// `carc fmt`
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// Expansions by name, or folders, or files; the one of this folder or all in ./expansions if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// Change nothing; the status is 1 if anything would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// `carc explain`
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The code of a mistake, the name of a stage, or `order`
    #[arg(value_name = "CODE or order")]
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) rules: RulesChoice,
}

/// `carc list`
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Expansions by name, or folders; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}
