//! What the commands that look for trouble can be told.

use std::path::PathBuf;

use clap::Args;

/// `carc fuzz`
#[derive(Debug, Args)]
pub(crate) struct FuzzChoice {
    /// The expansion, by name or path
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: String,
    /// Other expansions that always play too
    #[arg(long = "with", value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
    /// An option that always has this value
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub(crate) set: Vec<String>,
    /// Mix in no other expansions
    #[arg(long)]
    pub(crate) alone: bool,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// For how long; 10 seconds if no number of games is given
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) seconds: Option<u64>,
    /// Where chance starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// On how many cores; all if it is not given
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<u16>,
    /// Add the scenarios of what is found to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,
}

/// `carc matrix`
#[derive(Debug, Args)]
pub(crate) struct MatrixChoice {
    /// Expansions by name or path; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// How many games each pair plays
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Where chance starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// On how many cores; all if it is not given
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<u16>,
    /// Add the scenarios of what is found to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,
}
