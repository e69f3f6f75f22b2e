//! What can be said behind the commands that play and throw.

use std::path::PathBuf;

use abi::Point;
use clap::Args;

use super::{
    choices::{BackendChoice, BotChoice, GameChoice, SkillChoice},
    numbers::{point, series, thousandths},
};

/// `carc play`
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: GameChoice,
    /// Let bots play for everybody and print the whole game
    #[arg(long, conflicts_with_all = ["against", "load"])]
    pub(crate) bots: bool,
    /// How the bots of --bots choose
    #[arg(long, value_enum, value_name = "BOT", default_value = "greedy", requires = "bots")]
    pub(crate) bot: BotChoice,
    /// Print the board after so many turns of a game of bots; 0: only at the end
    #[arg(long, value_name = "TURNS", default_value_t = 12, requires = "bots")]
    pub(crate) boards: u32,
    /// Let bots play for everybody but the first player
    #[arg(long, value_enum, value_name = "BOT")]
    pub(crate) against: Option<BotChoice>,
    /// What finds out where shots land: rapier or ballistic; tabletop asks what happened on a real table.
    /// If it is not given, a saved game goes on as it was played, and any other with rapier
    #[arg(long, value_name = "MODULE")]
    pub(crate) physics: Option<String>,
    /// How well those throw who aim in carc; no save keeps it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) skill: SkillChoice,
    /// Go on with a saved game, with --skill said again; --with may say where its expansions lie, and changes nothing
    /// else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "edition", "tiles", "players", "seed"])]
    pub(crate) load: Option<PathBuf>,
    /// Save the game into this file after every answer
    #[arg(long, value_name = "FILE")]
    pub(crate) autosave: Option<PathBuf>,
    /// The language of the texts, such as en or vi; from LANG if it is not given
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,
}

/// `carc sim`
#[derive(Debug, Args)]
pub(crate) struct Sim {
    #[command(flatten)]
    pub(crate) game: GameChoice,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: BackendChoice,
    /// What finds out where shots land: rapier or ballistic
    #[arg(long, value_name = "MODULE", default_value = "ballistic")]
    pub(crate) physics: String,
    /// How well bots throw
    #[arg(long, value_enum, default_value_t)]
    pub(crate) skill: SkillChoice,
    /// On how many cores; all of them if it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `carc shoot`
#[derive(Debug, Args)]
pub(crate) struct Shoot {
    /// The table
    #[arg(value_name = "TABLE")]
    pub(crate) scene: PathBuf,
    /// What finds out where the token goes
    #[arg(long, value_name = "MODULE", default_value = "rapier")]
    pub(crate) physics: String,
    /// Aim at a point of the table, in millimetres east and south
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["heading", "speed"])]
    pub(crate) at: Option<Point>,
    /// Where the throw goes, in degrees clockwise from the north
    #[arg(long, value_name = "DEGREES", value_parser = thousandths, allow_hyphen_values = true)]
    pub(crate) heading: Option<i64>,
    /// How steeply, in degrees above the horizon
    #[arg(long, value_name = "DEGREES", value_parser = thousandths, allow_hyphen_values = true)]
    pub(crate) elevation: Option<i64>,
    /// How fast, in metres a second
    #[arg(long, value_name = "SPEED", value_parser = thousandths, allow_hyphen_values = true)]
    pub(crate) speed: Option<i64>,
    /// Throw so often, and count what happens
    #[arg(long, value_name = "SHOTS", value_parser = series, allow_hyphen_values = true)]
    pub(crate) series: Option<u64>,
    /// Who throws a series
    #[arg(long, value_enum, default_value_t, requires = "series")]
    pub(crate) skill: SkillChoice,
    /// Where chance starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The language of the report, such as en or vi; from LANG if it is not given
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,
    /// Draw the table, the flight and what was touched into a file whose name ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `carc watch`
#[derive(Debug, Args)]
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) game: GameChoice,
    /// Run the scenarios of what changed instead of playing
    #[arg(long)]
    pub(crate) test: bool,
    /// Read the files again and again, for file systems that report no changes
    #[arg(long)]
    pub(crate) poll: bool,
    /// Write plain lines even on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Keep a picture of the board in this file, whose name ends in .svg or .png
    #[arg(long, value_name = "FILE", conflicts_with = "test")]
    pub(crate) picture: Option<PathBuf>,
    /// How the bots choose
    #[arg(long, value_enum, value_name = "BOT", default_value = "greedy")]
    pub(crate) bot: BotChoice,
    /// What finds out where shots land: rapier or ballistic
    #[arg(long, value_name = "MODULE", default_value = "ballistic")]
    pub(crate) physics: String,
    /// The language of the texts, such as en or vi; from LANG if it is not given
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,
}
