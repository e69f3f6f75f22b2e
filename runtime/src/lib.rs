//! The game: boards, segments that join into features, figures, tokens, piles, players and their decisions.
//! It plays whatever a program's rules say and knows the words of no rules itself.

#![forbid(unsafe_code)]

mod across;
mod audit;
mod board;
mod chance;
mod chronicle;
mod course;
mod crossings;
mod decision;
mod deeds;
mod dispatch;
mod facts;
mod features;
mod figures;
mod footing;
mod frame;
mod frontier;
mod game;
mod grid;
mod host;
mod invariants;
mod kept;
mod links;
mod lists;
mod options;
mod outside;
mod piles;
mod play;
mod questions;
mod reason;
mod restart;
mod rules;
mod scene;
mod setup;
mod shots;
mod spans;
mod tokens;
mod undo;
mod waiting;
mod ways;

mod answer;
mod landing;
mod left_out;
mod log;
mod meaning;
mod picture;
mod playthrough;
mod save;
mod seats;
mod seen;
mod speaker;
mod teller;
mod transcript;

#[cfg(test)]
mod tests;

pub use answer::{Candidate, Unclear, find as find_option, words as read_answer};
pub use audit::Flaw;
pub use chance::Pcg32;
pub use chronicle::{Chronicle, Deed, Event};
pub use decision::{AnswerError, State};
pub use frame::{CourseKind, DEPTH, Frame};
pub use game::{Game, LyingTile};
pub use grid::FARTHEST;
pub use invariants::Broken;
pub use left_out::LeftOut;
pub use log::{Entry, How, SAID, ShotRecord, is_named, question_name};
pub use meaning::{Meaning, Token};
pub use picture::{picture, signs};
pub use piles::Drawn;
pub use playthrough::{
    Misfit, PlayError, Playthrough, Question, Replayed, ShotQuestion, Stand, Stop, UndoError,
};
pub use reason::{because, rule_text, told_line};
pub use rules::Rules;
pub use save::{Changes, LoadError, Opened, OptionChange, PointsChange, SAVE_FORMAT, Save};
pub use scene::Tabletop;
pub use seats::Seats;
pub use setup::{Setup, SetupError};
pub use spans::tile_segments;
pub use speaker::Speaker;
pub use teller::{Points, Teller};
pub use transcript::transcript;
pub use undo::Checkpoint;
pub use waiting::{Choice, Pick, Waiting};
