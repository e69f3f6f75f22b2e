//! A rule that goes wrong leaves the game as it was before its step, and corrected rules go on from there.

use std::sync::{Arc, atomic::AtomicI64};

use abi::{FaultKind, FunctionId};

use super::{play_on, program};
use crate::{Game, Pcg32, State};

fn faulty(turn: i64) -> crate::Rules {
    let code = program::Rules { fault_in: AtomicI64::new(turn) };
    crate::Rules::new(Arc::new(program::program(code)))
}

#[test]
fn the_step_is_played_again_with_corrected_rules() {
    let rules = faulty(3);
    let mut dice = Pcg32::new(4);
    let mut game = Game::new(&rules, &program::setup(4, 6)).unwrap();
    let before = loop {
        game.advance(&rules);
        if game.turn() == 3 && matches!(game.state(), State::Choice(_)) {
            break game.clone();
        }
        play_on(&mut game, &rules, &mut dice);
    };
    game.answer_index(&rules, 0).unwrap();
    let State::Fault(fault) = game.state() else { panic!("{:?}", game.state()) };
    assert_eq!(fault.kind, FaultKind::DivisionByZero);
    assert!(game.answer_index(&rules, 0).is_err(), "nothing is asked now");
    assert_eq!(game.audit(&rules), Ok(()));
    assert_eq!(game.memory(), before.memory(), "the placement is taken back");
    assert!(matches!(game.retry(&program::rules()), State::Choice(_)));
    assert_eq!(game, before);
    while play_on(&mut game, &rules, &mut dice) {}
}

#[test]
fn a_committed_game_goes_back_to_its_last_decision() {
    let rules = faulty(5);
    let mut dice = Pcg32::new(4);
    let mut game = Game::new(&rules, &program::setup(4, 6)).unwrap();
    let mut before;
    loop {
        game.advance(&rules);
        game.commit();
        before = game.clone();
        match game.state() {
            State::Choice(_) => game.answer_index(&rules, 0).unwrap(),
            _ => game.play_chance(&rules).unwrap(),
        }
        if matches!(game.state(), State::Fault(_)) {
            break;
        }
    }
    assert_eq!(game.turn(), 5);
    assert_eq!(game.audit(&rules), Ok(()));
    game.retry(&rules);
    assert_eq!(game, before);
    while play_on(&mut game, &rules, &mut dice) {}
}

#[test]
fn questions_from_outside_leave_the_game_as_it_is() {
    let rules = program::rules();
    let mut dice = Pcg32::new(9);
    let mut game = Game::new(&rules, &program::setup(9, 4)).unwrap();
    while play_on(&mut game, &rules, &mut dice) {
        let before = game.clone();
        let call = |name| FunctionId(name);
        assert_eq!(game.call(&rules, call(program::function::PEGS), &[]), Ok(3));
        let features = game.call_list(&rules, call(program::function::FEATURES), &[]).unwrap();
        assert!(features.is_sorted() || features.len() > 1);
        assert!(game.call(&rules, call(999), &[]).is_err());
        assert!(game.call(&rules, call(program::function::PEGS), &[1]).is_err());
        // A rule that asks cannot be asked from outside.
        assert!(game.call(&rules, call(program::function::DRAW), &[]).is_err());
        assert_eq!(game, before);
        assert_eq!(game.state(), before.state());
    }
}
