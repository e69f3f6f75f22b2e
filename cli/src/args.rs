//! What can be said on the command line, with the words of its help.

use std::path::PathBuf;

use abi::Point;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::{
    draw::arguments::Draw,
    record::turns,
    shoot::{point, thousandths},
};

/// Carcassonne-like games by rules that anybody can read and write.
#[derive(Debug, Parser)]
#[command(name = "carc", version, propagate_version = true)]
#[command(after_help = "\
Examples:
  carc play --with base,crop_circles          play in this terminal
  carc play --with base --bots                watch a whole game
  carc check my_expansion                     all mistakes in the rules of a folder
  carc explain check/unknown-name             what a mistake means and how to mend it

Expansions are looked for in CARC_EXPANSIONS (folders, separated as in PATH), in ./expansions, and in this
program, which has the standard ones built in. A path is an expansion too, and comes before all of these. Of two
expansions of one name the one of the earlier place counts; two in one place are an error.")]
pub(crate) struct Arguments {
    /// When to use colours
    #[arg(long, value_enum, global = true, default_value_t, value_name = "WHEN")]
    pub(crate) color: Colours,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

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

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile rules and report everything that is wrong with them
    #[command(after_help = "\
Examples:
  carc check                                  all expansions
  carc check crop_circles                     one, with those that it needs
  carc check ./expansions/picnic              a folder
  carc check --format json                    for editors and scripts

The status is 1 if there are errors; warnings alone leave it 0.")]
    Check(Check),
    /// Play a game in this terminal
    #[command(after_help = "\
Examples:
  carc play                                   the base game for two
  carc play --with base,crop_circles --players 3 --seed 7
  carc play --with base --edition first --set field_scoring=off
  carc play --with base,crop_circles --tiles base=2,crop_circles_1
  carc play --bots --seed 7                   bots play, and the whole game is printed
  carc play --against greedy                  you play against bots
  carc play --load evening.json               go on with a saved game
  printf '1\\nnone\\n' | carc play --seed 7     answers from a pipe

`help` in the game lists what can be said there.")]
    Play(Play),
    /// Play random games as fast as possible and count
    #[command(after_help = "\
Examples:
  carc sim --games 1000
  carc sim --with base,crop_circles --players 4 --games 500 --seed 7
  carc sim --games 1000 --jobs 1 --json       for benchmarks
  carc sim --games 100 --backend eval         by the evaluator, the reference for machine code

The same seed gives the same games whatever the number of jobs and the back end.")]
    Sim(Sim),
    /// Play recorded or saved games once more and compare
    #[command(after_help = "\
Examples:
  carc replay tests/games/basic-2p.jsonl.gz
  carc replay tests/games/*.jsonl.gz --backend eval
  carc replay evening.json --verify-shots     a saved game, its shots thrown again

For each file: `NAME: G games, A agree, D differ`, and the first difference in full. The status is 1 if any game
differs.")]
    Replay(Replay),
    /// Throw a token at a table, and say or draw what comes of it
    #[command(after_help = "\
Examples:
  carc shoot table.json                       one shot, in words
  carc shoot table.json --svg shot.svg        and as a picture
  carc shoot table.json --at 60,45 --elevation 60
  carc shoot table.json --series 1000         how often what happens in practised hands
  carc shoot table.json --series 1000 --skill novice --physics ballistic --json

A table is a file as `scene FILE` in `carc play` writes it: what lies and stands where, in micrometres.")]
    Shoot(Shoot),
    /// Draw tiles, sets, boards and shots as pictures, or tiles to print and cut out
    #[command(after_help = "\
Examples:
  carc draw tile base_city_n --to tile.png    one tile, 300 pixels wide
  carc draw set base the_fair --to set.svg    all tiles of sets, with their names
  carc draw board evening.json --to board.svg the board of a saved game
  carc draw board --with base,crop_circles --seed 7 --turns 40 --to board.png
  carc draw board --scenario \"a knight\" --to board.png
  carc draw shot table.json --to shot.png     a shot at a table
  carc draw --sheet base.pdf --with base      tiles in true size, to print and cut out

How the things of an expansion look stands in its drawing.json; what it does not speak of is drawn by its layout.")]
    Draw(Draw),
    /// Run the scenarios of expansions
    #[command(after_help = "\
Examples:
  carc test                                   all expansions
  carc test crop_circles                      one of them
  carc test ./expansions/picnic               a folder
  carc test --only letter                     scenarios with a word in their title
  carc test --review                          go through snapshots that differ, one by one
  carc test --accept                          keep them all
  carc test --ci                              fail on them and write nothing
  carc test --coverage base --html base.html  what of the rules no scenario comes to
  carc test --mutate base --limit 100         small changes of the rules that no scenario notices

A scenario that says `snapshot` fails if something else happens than its file in the folder `snapshots` says; what
happens now is written beside it as .snap.new, which `cargo insta review` reads too.
After all scenarios of an expansion have passed, notes name its steps and offers that none of them comes to: they
are not tested. The status is 1 if any scenario fails; notes leave it 0.")]
    Test(Test),
    /// Play while rules are edited: every save is compiled, and the game goes on
    #[command(after_help = "\
Examples:
  carc watch --with base,./my_thing           play, and see at every save what it changes
  carc watch --with ./my_thing --seed 7       the same game every time
  carc watch --picture board.svg              with a picture of the board, kept current
  carc watch --test --with ./my_thing         run the scenarios of what changed at every save
  carc watch --with ./my_thing --poll         where the file system reports nothing, as in some containers
  printf 's\\ns\\n' | carc watch              answers from a pipe, in plain lines

On a terminal: a number and Enter choose, s lets a bot answer once, b hands over to bots, u takes back, j goes
back to an earlier decision, r begins anew with another seed, w shows the reasons of all points, q leaves.")]
    Watch(Watch),
    /// Make a small expansion that works, to begin with
    #[command(after_help = "\
Examples:
  carc new picnic                             the folder expansions/picnic: rules, tiles, examples, texts
  carc new picnic --in ~/games                the folder ~/games/picnic

What is there already is never changed.")]
    New(New),
    /// Lay out the texts of expansions in the usual way
    #[command(after_help = "\
Examples:
  carc fmt                                    the expansion of this folder, or all in ./expansions
  carc fmt picnic                             one expansion
  carc fmt ./games/picnic/rules.carc          one file
  carc fmt --check                            change nothing, and say which files would change

Only blanks change: indentation, spaces, and blank lines where there are several. A file with mistakes is left as
it is. The status is 1 if a file has mistakes, and with --check if any would change.")]
    Fmt(Fmt),
    /// Explain a mistake by its code, or the order of the rules
    #[command(after_help = "\
Examples:
  carc explain check/unknown-name             what it means, an example, and how to mend it
  carc explain check                          the codes of a stage
  carc explain order                          the course of the base game
  carc explain order --with base,crop_circles every step, hook, offer, adjustment and prohibition, and
                                            why it stands there")]
    Explain(Explain),
    /// Turn a saved game into a scenario that passes
    #[command(after_help = "\
Examples:
  carc record evening.json                    the whole game, on the standard output
  carc record evening.json --turns 3..7       up to the end of turn 7, with points after each turn from the third
  carc record evening.json --entry 12         the first 12 entries of its log
  carc record tests/games/basic-2p.jsonl.gz --game 2 --turns 10..12
  carc record evening.json --title \"a ring of roads\" --append expansions/picnic/scenarios.carc

The scenario has been played once before it is written: it passes as long as the rules say the same.")]
    Record(Record),
    /// Explain the points of a saved game, and what is on offer in it or is not
    #[command(after_help = "\
Examples:
  carc why evening.json                       the last points and all options, with rule lines and statements
  carc why evening.json --points
  carc why evening.json \"at (3, 1) turned 90\" why this is on offer, or why not")]
    Why(Why),
    /// List expansions with their options, sets of tiles and statements
    #[command(after_help = "\
Examples:
  carc list                                   everything that can be chosen
  carc list crop_circles                      one expansion with its statements
  carc list --json                            for scripts")]
    List(List),
    /// Write the completions of a shell
    #[command(after_help = "\
Examples:
  carc completions bash > ~/.local/share/bash-completion/completions/carc
  carc completions zsh > ~/.zfunc/_carc
  carc completions fish > ~/.config/fish/completions/carc.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
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
    /// Sets of tiles instead of the usual ones, perhaps several times
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

/// `carc check`
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Expansions by name, or folders; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// How to write the report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// `carc play`
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) game: GameChoice,
    /// Let bots play for everybody and print the whole game
    #[arg(long, conflicts_with_all = ["against", "load", "autosave"])]
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
    /// What finds out where shots land: rapier or ballistic; tabletop asks what happened on a real table
    #[arg(long, value_name = "MODULE", default_value = "rapier")]
    pub(crate) physics: String,
    /// How well those throw who aim in carc
    #[arg(long, value_enum, default_value_t)]
    pub(crate) skill: SkillChoice,
    /// Go on with a saved game; --with may say where its expansions lie, and changes nothing else
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
    #[arg(long, value_name = "SPEED", value_parser = thousandths)]
    pub(crate) speed: Option<i64>,
    /// Throw so often, and count what happens
    #[arg(long, value_name = "SHOTS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) series: Option<u64>,
    /// Who throws a series
    #[arg(long, value_enum, default_value_t, requires = "series")]
    pub(crate) skill: SkillChoice,
    /// Where chance starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Draw the table, the flight and what was touched
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `carc test`
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Expansions by name, or folders; all of them if none is named
    #[arg(value_name = "NAME or PATH")]
    pub(crate) which: Vec<String>,
    /// Only scenarios with these words in their title
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

/// `carc record`
#[derive(Debug, Args)]
pub(crate) struct Record {
    /// The saved game, or recorded games (.jsonl or .jsonl.gz)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which one of recorded games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) game: usize,
    /// Up to the end of turn B, with points after each turn from A on
    #[arg(long, value_name = "A..B", value_parser = turns, conflicts_with = "entry")]
    pub(crate) turns: Option<(usize, usize)>,
    /// Only so many entries of its log
    #[arg(long, value_name = "N")]
    pub(crate) entry: Option<usize>,
    /// The title of the scenario
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
    /// Only what is on offer
    #[arg(long)]
    pub(crate) options: bool,
    /// Where its expansions lie, besides the usual places
    #[arg(long = "with", value_name = "PATH,…", value_delimiter = ',')]
    pub(crate) with: Vec<String>,
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        for command in Arguments::command().get_subcommands() {
            let help = command.clone().render_help().to_string();
            assert!(help.contains("Examples:\n  carc "), "{help}");
        }
    }
}
