//! One random game by both back ends, compared after every answer.

use abi::FaultKind;
use runtime::{Game, Pcg32, Rules, Setup, State};
use toolkit::default_tiles;

use crate::landings::landing;

/// The usual set-up.
pub(crate) fn setup(rules: &Rules, players: u8, seed: u64) -> Setup {
    Setup { players, seed, tiles: default_tiles(rules.program()), board: None }
}

/// Answers the waiting question at random; false if there is none.
pub(crate) fn step(rules: &Rules, game: &mut Game, dice: &mut Pcg32) -> bool {
    match game.state() {
        State::Choice(waiting) => {
            let index = dice.below(waiting.answers() as u32);
            game.answer_index(rules, index as usize).expect("the option is on offer");
            true
        }
        State::Chance(_) => {
            game.play_chance(rules).expect("chance was asked");
            true
        }
        State::Shot(_) => {
            let scene = game.scene(rules).expect("a shot has a scene");
            let landing = landing(&scene, dice);
            game.answer_shot(rules, &landing).expect("the landing is possible");
            true
        }
        State::Over => false,
        State::Ready => panic!("a game waits, is over, or went wrong"),
        State::Fault(fault) => panic!("{fault:?}"),
    }
}

/// Plays a random game by both rules, at most so many answers long, and compares them after each.
///
/// A fault of the rules ends the game, and must be the same fault.
pub(crate) fn agree(native: &Rules, eval: &Rules, players: u8, seed: u64, answers: usize) {
    let set_up = |rules: &Rules| Game::new(rules, &setup(rules, players, seed));
    let (mut one, mut other) = match (set_up(native), set_up(eval)) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            assert_eq!(one.err(), other.err(), "seed {seed}");
            return;
        }
    };
    for (game, rules) in [(&mut one, native), (&mut other, eval)] {
        game.keep_chronicle(true);
        game.advance(rules);
    }
    let [mut dice, mut same_dice] = [Pcg32::new(seed), Pcg32::new(seed)];
    for number in 0..answers {
        assert_eq!(one, other, "seed {seed}");
        if number % 16 == 0 {
            same_to_the_last_step(&one, &other);
        }
        if let State::Fault(fault) = one.state() {
            assert_ne!(fault.kind, FaultKind::Internal, "seed {seed}: {fault:?}");
            break;
        }
        let goes_on = step(native, &mut one, &mut dice);
        assert_eq!(goes_on, step(eval, &mut other, &mut same_dice), "seed {seed}");
        if !goes_on {
            break;
        }
    }
    assert_eq!(one, other, "seed {seed}");
    same_to_the_last_step(&one, &other);
}

/// Equal games may differ in what is left of the step budget; whatever runs the rules must count alike.
fn same_to_the_last_step(one: &Game, other: &Game) {
    let [one, other] =
        [one, other].map(|game| serde_json::to_string(game).expect("a game is plain data"));
    assert!(one == other, "{} and {}", tail(&one), tail(&other));
}

/// The end of a written game, with its budget.
fn tail(game: &str) -> &str {
    game.rfind("\"steps\"").map_or("", |at| &game[at..])
}
