//! What fuzzers call: each function takes any bytes, and fails only if carc is wrong.
//!
//! The suite of tests plays the kept corpora with them, and the targets of `fuzz` are made of them.

mod both;
mod choices;
mod rules;
mod saves;
mod texts;
mod writer;

pub(crate) use both::{agree, setup, step};
pub(crate) use choices::Choices;
pub(crate) use rules::{play as play_written, rules};
pub(crate) use saves::{records, saves};
pub(crate) use texts::{check, parse, written};
