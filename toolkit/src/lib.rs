//! Where rules, game and disk meet: expansions are found and read, compiled, played, tested against their
//! scenarios and against recorded games. Every front end stands on this; nothing below it touches a file.

#![forbid(unsafe_code)]

mod bots;
mod discover;
mod expansion;
mod messages;
mod recorded;
mod simulate;

pub use bots::Bot;
pub use discover::{Library, VARIABLE};
pub use expansion::{Expansion, Home, TextFile};
pub use messages::{FALLBACK, Messages, question_key};
pub use recorded::RecordWords;
pub use simulate::{Simulation, SimulationError, Statistics, game_seed, simulate};
