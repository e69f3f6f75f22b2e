//! Where rules, game and disk meet: expansions are found and read, compiled, played, tested against their
//! scenarios and against recorded games. Every front end stands on this; nothing below it touches a file.

#![forbid(unsafe_code)]

mod adjusted;
mod amend;
mod append;
mod belongs;
mod beside;
mod bots;
mod catalogue;
mod citation;
mod confined;
mod consequences;
mod counted;
mod coverage;
mod discover;
mod example;
mod excluded;
mod expansion;
mod flaw;
mod fuzz;
mod markup;
mod matrix;
mod messages;
mod mutate;
mod parsing;
mod pieces;
mod program;
mod reach;
mod record;
mod recorded;
mod replace;
mod replay;
mod retrace;
mod saves;
mod scenario;
mod shots;
mod simulate;
mod snapshots;
mod story;
mod tiles;
mod unread;
mod unseen;
mod verify;
mod watch;
mod why;
mod why_not;
mod woven;

#[cfg(test)]
mod tests;

/// The programs of the page about embedding are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
mod embedding {}

pub use adjusted::Adjusted;
pub use amend::{Amended, adjusted, forbidden};
pub use append::appended;
pub use beside::beside;
pub use bots::Bot;
pub use catalogue::{
    EditionEntry, ExpansionEntry, OptionEntry, SetEntry, StatementEntry, catalogue,
};
pub use citation::Statements;
pub use compiler::{Backend, Compiled, Explanation, Former, Placed, Setting, Study};
pub use confined::{Astray, stays_in_its_folder};
pub use counted::counted;
pub use coverage::{
    BranchCover, Coverage, LineCover, Onward, Played, Share, StatementCover, coverage_page, lcov,
};
pub use discover::{Library, VARIABLE};
pub use example::{Example, examples, play_example, play_examples, stage_example};
pub use expansion::{Expansion, Home, TextFile};
pub use flaw::{FILE_CODES, Flaw, drawn_nowhere};
pub use fuzz::{Finding, Fuzz, Fuzzed, Trouble, fuzz};
pub use grammar::{
    Diagnostic, LINE_WIDTH, RESERVED_WORDS, Record, Report, Severity, Sources, decode, format,
    nearest,
};
pub use matrix::{Matrix, Pair, matrix};
pub use messages::{FALLBACK, Messages, line_of_text, question_key};
pub use mutate::{Budget, Fate, Mutant, Mutation, mutate};
pub use program::{Programs, Texts};
pub use reach::{Part, unreached};
pub use record::{Cut, RecordError, record};
pub use recorded::{RecordWords, recorded_flaws};
pub use replay::{Difference, FileResult, Verified, recorded_game, replay_file, replay_reader};
pub use saves::{
    OpenError, is_save, load_game, open_save, read_text, save_game, set_aside, write_bytes,
    write_text,
};
pub use scenario::{Failure, Outcome};
pub use shots::{ShotCounts, Shots};
pub use simulate::{
    Simulation, SimulationError, Statistics, game_seed, simulate, simulate_watched,
};
pub use snapshots::{Kept, SnapshotError, SnapshotFile, Snapshots, diff, remove_snapshot};
pub use tiles::{default_tiles, set_tiles};
pub use unseen::is_unseen;
pub use verify::replay_save;
pub use watch::{
    Change, Clock, Contents, Follower, LineChange, Live, Look, Made, News, Plan, PropertyChange,
    Reloaded, WatchError, Way, Workshop,
};
pub use why::{Offered, Reason, Stretch, Why};
pub use woven::{NoPage, OWN_LANGUAGE, Passage, Woven, WovenPart, WovenStatement, woven_page};
