//! What can be said behind the commands for saved and recorded games.

use std::path::PathBuf;

use clap::Args;

use super::{
    choices::BackendChoice,
    numbers::{game, turns},
};

/// `carc replay`
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Recorded games (.jsonl or .jsonl.gz) or saved ones
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Where expansions of saved games lie, besides the usual places
    #[arg(long = "with", value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
    /// Throw the shots of saved games again, by the physics that each was made with, and compare
    #[arg(long)]
    pub(crate) verify_shots: bool,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: BackendChoice,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `carc record`
#[derive(Debug, Args)]
pub(crate) struct Record {
    /// The saved game, or recorded games (.jsonl or .jsonl.gz)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Of a file of recorded games, the one with this number, from 1; the first if it is not given
    #[arg(long, value_name = "N", value_parser = game)]
    pub(crate) game: Option<usize>,
    /// From the beginning to the end of turn B, with points after each turn from A on; `..B`: at that end alone
    #[arg(long, value_name = "A..B", value_parser = turns, conflicts_with = "entry")]
    pub(crate) turns: Option<(usize, usize)>,
    /// Only so many entries of its log
    #[arg(long, value_name = "N")]
    pub(crate) entry: Option<usize>,
    /// The title of the scenario; without it the usual one, with a number if that is taken
    #[arg(long, value_name = "WORDS")]
    pub(crate) title: Option<String>,
    /// The expansion among whose rules it is to stand; that of the file it is added to, or the one that needs the others
    #[arg(long = "for", value_name = "NAME")]
    pub(crate) home: Option<String>,
    /// Add it to a file of rules
    #[arg(long, value_name = "FILE")]
    pub(crate) append: Option<PathBuf>,
    /// Where its expansions lie, besides the usual places
    #[arg(long = "with", value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
}

/// `carc why`
#[derive(Debug, Args)]
pub(crate) struct Why {
    /// The saved game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// An answer in words: why it is on offer, or why not
    #[arg(value_name = "ANSWER", conflicts_with_all = ["points", "options"])]
    pub(crate) answer: Option<String>,
    /// Only the points of the last turn that brought any
    #[arg(long)]
    pub(crate) points: bool,
    /// Only points, those of the whole game
    #[arg(long, conflicts_with_all = ["answer", "options"])]
    pub(crate) all: bool,
    /// Only what is on offer
    #[arg(long)]
    pub(crate) options: bool,
    /// Where its expansions lie, besides the usual places
    #[arg(long = "with", value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
}
