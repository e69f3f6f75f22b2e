//! What can be said on the command line, with the words of its help.

mod choices;
pub(crate) mod draw;
mod games;
mod numbers;
mod rules;
mod saved;
mod trouble;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use self::draw::Draw;
pub(crate) use self::rules::Lsp;
pub(crate) use self::{
    choices::{BackendChoice, BotChoice, Colours, Format, GameChoice, RulesChoice, SkillChoice},
    games::{Play, Shoot, Sim, Watch},
    numbers::{point, thousandths},
    rules::{Check, Explain, Fmt, List, New, RulesOf, Test},
    saved::{Record, Replay, Why},
    trouble::{FuzzChoice, MatrixChoice},
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
  carc draw board evening.json --to board.svg
                                              the board of a saved game
  carc draw board --with base,crop_circles --seed 7 --turns 40 --to board.png
  carc draw board --scenario \"two followers make no castle\" --to board.png
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
    /// Show each numbered statement with the rule lines that carry it out and the scenarios that show it
    #[command(after_help = "\
Examples:
  carc rules crop_circles                     in the terminal
  carc rules crop_circles --html circles.html
                                              one page with code, examples and pictures
  carc rules the_fair --lang vi               in Vietnamese

The statements stand in rules.md, in other languages in rules.LANG.md. Scenarios of other expansions that cite a
statement are shown too.")]
    Rules(RulesOf),
    /// Look for trouble in rules: play games that people seldom play, with others and other options mixed in
    #[command(after_help = "\
Examples:
  carc fuzz crop_circles                      for ten seconds
  carc fuzz ./my_thing --seconds 60           a folder, for a minute
  carc fuzz ./my_thing --games 200 --seed 7   the same games every time
  carc fuzz ./my_thing --alone                without other expansions
  carc fuzz ./my_thing --to my_thing/scenarios.carc

What it looks for: rules that go wrong, invariants that do not hold, turns without an end, choices of nothing,
counts that are wrong, orders that matter though nobody fixed them, and back ends that do not agree. A finding is
made as small as it can be and written as a scenario, which fails as long as the trouble is there, if one can say
it. Rules that never ran are listed. The status is 1 if anything is found.")]
    Fuzz(FuzzChoice),
    /// Let every pair of expansions play, and report the pairs that go wrong
    #[command(after_help = "\
Examples:
  carc matrix                                 all pairs, eight games each
  carc matrix --games 40                      for longer
  carc matrix base crop_circles ./my_thing    the pairs of some

The status is 1 if any pair has findings.")]
    Matrix(MatrixChoice),
    /// Play while rules are edited: every save is compiled, and the game goes on
    #[command(after_help = "\
Examples:
  carc new picnic                             a small expansion to begin with, in expansions/picnic
  carc watch --with picnic                    play, and see at every save what it changes
  carc watch --with picnic --seed 7           the same game every time
  carc watch --with picnic --picture board.svg
                                              with a picture of the board, kept current
  carc watch --with picnic --test             run the scenarios of what changed at every save
  carc watch --with picnic --poll             where the file system reports nothing, as in some containers
  printf 's\\ns\\n' | carc watch --with picnic
                                              answers from a pipe, in plain lines

A folder anywhere is named by its path, as in `--with ./games/picnic`. What is built in cannot be edited.
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
  carc explain order --with base,crop_circles
                                              every step, hook, offer, adjustment and prohibition,
                                              and why it stands there")]
    Explain(Explain),
    /// Turn a saved game into a scenario that passes
    #[command(after_help = "\
Examples:
  carc record evening.json                    the whole game, on the standard output
  carc record evening.json --turns 3..7       from the beginning to the end of turn 7, with points after
                                              each turn from the third on
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
  carc why evening.json --all                 every point of the game
  carc why evening.json \"at (3, 1) turned 90\"
                                              why this is on offer, or why not")]
    Why(Why),
    /// List expansions with their options, sets of tiles and statements
    #[command(after_help = "\
Examples:
  carc list                                   everything that can be chosen
  carc list crop_circles                      one expansion with its statements
  carc list --json                            for scripts")]
    List(List),
    /// Serve an editor: mistakes while typing, names, completion, layout, scenarios
    #[command(after_help = "\
Examples:
  carc lsp                                    the editor starts this itself and talks to it
  carc lsp ./games                            with the expansions of a folder that the editor has not open

It speaks the language server protocol at standard input and output.")]
    Lsp(Lsp),
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
