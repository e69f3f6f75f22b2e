//! Rules that chance has written: whatever the checker lets through plays the same games by machine code and by the
//! evaluator, and no fault of it is the compiler's own.

use crate::targets::{Choices, play_written};

/// How many expansions are written.
const CASES: u64 = 40;

#[test]
fn whatever_is_accepted_plays_the_same_by_both_back_ends() {
    let written = (0..CASES).filter_map(|seed| play_written(Choices::of_seed(seed)));
    let played: Vec<usize> = written.collect();
    // Rules that are all refused would show nothing.
    let lines: usize = played.iter().sum();
    assert!(played.len() as u64 * 3 >= CASES * 2, "{} of {CASES} are accepted", played.len());
    assert!(lines >= 3 * played.len(), "{lines} lines of {} texts are accepted", played.len());
}
