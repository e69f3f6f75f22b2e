//! Unit tests of what is pure algorithm: growth of features, fits, undo, options, lists.

mod across;
mod choices;
mod faults;
mod figures;
mod fits;
mod lists;
mod play;
mod playthrough;
mod program;
mod questions;
mod shots;
mod speaker;
mod tokens;

use crate::{Game, Pcg32, Rules, State};

/// Answers whatever is asked at random; false when the game is over.
fn play_on(game: &mut Game, rules: &Rules, dice: &mut Pcg32) -> bool {
    match game.advance(rules) {
        State::Choice(_) => {
            let n = dice.below(game.option_count() as u32) as usize;
            game.answer_index(rules, n).unwrap();
        }
        State::Chance(_) => game.play_chance(rules).unwrap(),
        State::Shot(waiting) => panic!("{waiting:?}"),
        State::Over => return false,
        State::Fault(fault) => panic!("the rules went wrong: {fault:?}"),
        State::Ready => panic!("the game stopped without a question"),
    }
    true
}
