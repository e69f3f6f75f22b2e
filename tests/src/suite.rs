//! Tests of the whole house in one binary; each file is one suite over its own fixtures.

mod fixture;
mod landings;
mod play;
mod rules;
mod targets;

mod errors;
mod hostile;
mod ir;
mod listings;
mod syntax;
mod tree;

mod house;
mod words;

#[path = "../benches/hand/mod.rs"]
mod hand;

mod agreement;
mod book;
mod by_hand;
mod catapult;
mod comparison;
#[cfg(target_os = "linux")]
mod edits;
mod everywhere;
mod faults;
mod following;
mod fuzzed;
mod laws;
mod leaks;
mod mutations;
mod physics;
mod pictures;
mod planted;
mod random_rules;
mod record;
mod reload;
mod replay;
mod saves;
mod scenarios;
mod shots;
mod unseen;

mod console;
mod detection;
mod docs;
mod markdown;
mod messages;
mod mistakes;
mod shown;
mod sizes;
mod trust;
mod vocabulary;
mod witnesses;
