//! The targets, which the suite of tests has too.

#![allow(dead_code, unused_imports, reason = "the suite of tests uses all of it")]

#[path = "../../tests/src/landings.rs"]
mod landings;
#[path = "../../tests/src/targets/mod.rs"]
mod targets;

/// Reads bytes as rules.
pub fn parse(bytes: &[u8]) {
    targets::parse(bytes);
}

/// Checks bytes as an expansion.
pub fn check(bytes: &[u8]) {
    targets::check(bytes);
}

/// Plays games by rules that bytes write.
pub fn rules(bytes: &[u8]) {
    targets::rules(bytes);
}

/// Opens a saved game that bytes have changed.
pub fn saves(bytes: &[u8]) {
    targets::saves(bytes);
}

/// Plays recorded games that bytes have changed.
pub fn records(bytes: &[u8]) {
    targets::records(bytes);
}
