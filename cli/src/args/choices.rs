//! What several commands let one choose.

use clap::{Args, ValueEnum};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which rules to play by.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RulesChoice {
    /// Expansions by name or path, base if none is given; those that they need play too
    #[arg(long = "with", value_name = "NAME,…", value_delimiter = ',')]
    with: Vec<String>,
    /// An option of the rules
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    pub(crate) set: Vec<String>,
    /// A named set of options
    #[arg(long, value_name = "NAME")]
    pub(crate) edition: Option<String>,
}

impl RulesChoice {
    /// The expansions to play with.
    pub(crate) fn with(&self) -> Vec<String> {
        if self.with.is_empty() { vec!["base".to_owned()] } else { self.with.clone() }
    }

    /// Those that were really said.
    pub(crate) fn said(&self) -> &[String] {
        &self.with
    }
}

/// Which game to set up.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameChoice {
    #[command(flatten)]
    pub(crate) rules: RulesChoice,
    /// Sets of tiles in place of the usual ones of the same expansion; with 0 TIMES none of them
    #[arg(long, value_name = "SET[=TIMES],…", value_delimiter = ',')]
    pub(crate) tiles: Vec<String>,
    /// How many players
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) players: u8,
    /// Where chance starts from
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// What runs the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendChoice {
    /// Machine code
    #[default]
    Native,
    /// The evaluator: slow, and the reference for machine code
    Eval,
}

/// How a bot chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BotChoice {
    /// Any option
    Random,
    /// Whatever gives most points at once
    Greedy,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// How well somebody throws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SkillChoice {
    /// Hits whatever is aimed at
    Perfect,
    /// Off by 4 % in speed and 2 degrees
    Steady,
    /// Off by 8 % in speed and 4 degrees
    #[default]
    Practised,
    /// Off by 20 % in speed and 10 degrees
    Novice,
}
