//! What can be said behind `carc draw`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::choices::{BotChoice, GameChoice, RulesChoice};

/// `carc draw`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct Draw {
    #[command(subcommand)]
    pub(crate) what: Option<What>,
    /// Write a print sheet in true size: every copy of the tiles, to be cut out
    #[arg(long, value_name = "FILE.pdf", required = true)]
    pub(crate) sheet: Option<PathBuf>,
    /// The paper of the sheet
    #[arg(long, value_enum, default_value_t)]
    pub(crate) paper: PaperChoice,
    /// Sets of tiles in place of the usual ones of the same expansion; with 0 TIMES none of them
    #[arg(long, value_name = "SET[=TIMES],…", value_delimiter = ',')]
    pub(crate) tiles: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RulesChoice,
}

/// Paper to print on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperChoice {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 216 by 279 mm
    Letter,
}

/// What is drawn.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Draw tiles
    Tile(TilesByName),
    /// Draw all tiles of sets
    Set(Sets),
    /// Draw a board: of a saved or recorded game, of a scenario, or of a game that bots play
    Board(Box<Board>),
    /// Draw a shot at a table, or the last shot of a saved game
    Shot(Shot),
}

/// Where a picture goes, and how large it is.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// The picture: a file whose name ends in .svg or .png; SVG is printed if none is named
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,
    /// How many pixels a tile is wide; 300 for tiles, 100 otherwise
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=4096))]
    pub(crate) size: Option<u32>,
}

/// `carc draw tile`
#[derive(Debug, Args)]
pub(crate) struct TilesByName {
    /// Kinds of tiles
    #[arg(required = true, value_name = "NAME")]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RulesChoice,
    /// Degrees clockwise, if it is one tile
    #[arg(long, value_name = "DEGREES", default_value_t = 0, value_parser = turn)]
    pub(crate) turned: i64,
    /// Write the names of segments where figures stand, if it is one tile
    #[arg(long)]
    pub(crate) segments: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `carc draw set`
#[derive(Debug, Args)]
pub(crate) struct Sets {
    /// Sets of tiles; an expansion's own tiles are a set of its name, also those that lie on the table from the start
    #[arg(required = true, value_name = "SET")]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) rules: RulesChoice,
    /// How many tiles beside each other
    #[arg(long, value_name = "N", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) across: u32,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `carc draw board`
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// A saved game, or recorded ones (.jsonl or .jsonl.gz)
    #[arg(value_name = "FILE", conflicts_with_all = ["scenario", "players", "seed", "bot"])]
    pub(crate) file: Option<PathBuf>,
    /// Which of the recorded games, from 1
    #[arg(long = "game", value_name = "N", default_value_t = 1, requires = "file")]
    pub(crate) number: usize,
    /// The scenario of this title, as it ends; with --with of these expansions
    #[arg(long, value_name = "TITLE", conflicts_with_all = ["turns", "players", "seed", "bot"])]
    pub(crate) scenario: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameChoice,
    /// The board after so many turns; at the end if it is not given
    #[arg(long, value_name = "N")]
    pub(crate) turns: Option<u32>,
    /// How bots choose
    #[arg(long, value_enum, value_name = "BOT", default_value = "greedy")]
    pub(crate) bot: BotChoice,
    /// Number columns and rows
    #[arg(long)]
    pub(crate) coordinates: bool,
    /// Leave out who has how many points
    #[arg(long)]
    pub(crate) bare: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// `carc draw shot`
#[derive(Debug, Args)]
pub(crate) struct Shot {
    /// A table as `scene FILE` in `carc play` writes it, or a saved game
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What finds out where the token of a table goes: rapier or ballistic
    #[arg(long, value_name = "MODULE", default_value = "rapier")]
    pub(crate) physics: String,
    /// Where a throw starts from of which the table says nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Which shot of a saved game, from 1; the last one if it is not given
    #[arg(long = "shot", value_name = "N")]
    pub(crate) number: Option<usize>,
    /// Where expansions of a saved game lie, besides the usual places
    #[arg(long = "with", value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
    /// The picture: a file whose name ends in .svg or .png; SVG is printed if none is named
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,
}

/// Degrees as quarter turns.
fn turn(text: &str) -> Result<i64, String> {
    match text {
        "0" => Ok(0),
        "90" => Ok(1),
        "180" => Ok(2),
        "270" => Ok(3),
        _ => Err("a tile is turned by 0, 90, 180 or 270 degrees".to_owned()),
    }
}
