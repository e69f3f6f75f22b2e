//! What a game has not seen is not looked for, and everything comes out as if it were.
//!
//! Watched rules look for everything: their conditions are all asked, and no step is passed over.

use abi::{Idle, Program, TileKindId, seen};
use compiler::{Backend, Setting};
use runtime::{Game, Pcg32, Rules, Setup, State};

use crate::play::{library, rules, setup, step, texts};

/// So many answers of each game are compared.
const ANSWERS: usize = 400;

fn watched(expansion: &str) -> Rules {
    let setting = Setting { expansions: vec![expansion.to_owned()], ..Setting::default() };
    let texts = texts();
    let compiled = compiler::compile_watched(texts.sources(), texts.available(), &setting, None);
    Rules::new(compiled.expect("a standard expansion has no mistakes").0.program)
}

/// The tiles of the base game alone: nothing of an expansion is ever seen.
fn base_tiles(program: &Program) -> Vec<(TileKindId, u32)> {
    let base = program.sets.iter().filter(|set| set.name == "base");
    base.flat_map(|set| &set.tiles).copied().collect()
}

/// Plays a game by both rules; what it has seen in the end.
fn same(plain: &Rules, watched: &Rules, setup: &Setup) -> i64 {
    let [mut one, mut other] = [plain, watched].map(|rules| {
        let mut game = Game::new(rules, setup).expect("the set-up is usual");
        game.advance(rules);
        game
    });
    let [mut dice, mut same_dice] = [Pcg32::new(setup.seed), Pcg32::new(setup.seed)];
    for _ in 0..ANSWERS {
        assert_eq!(one.memory(), other.memory(), "seed {}", setup.seed);
        assert_eq!(one.option_count(), other.option_count(), "seed {}", setup.seed);
        assert_eq!(one.audit(plain), Ok(()), "seed {}", setup.seed);
        if let State::Fault(fault) = one.state() {
            panic!("{fault:?}");
        }
        let goes_on = step(plain, &mut one, &mut dice);
        assert_eq!(goes_on, step(watched, &mut other, &mut same_dice), "seed {}", setup.seed);
        if !goes_on {
            break;
        }
    }
    one.memory().get(abi::Table::Game, 0, abi::field::game::SEEN)
}

#[test]
fn games_are_the_same_as_if_everything_was_looked_for() {
    let mut rare = 0;
    for (expansion, seed) in library().iter().map(|expansion| expansion.name.clone()).zip(0..) {
        let plain = rules(&[expansion.as_str()], Backend::Native);
        let watched = watched(&expansion);
        for players in [2, 5] {
            let all = setup(&plain, players, seed);
            let shown = same(&plain, &watched, &all) & (seen::UNPLACED - 1);
            rare += shown.count_ones();
            let few = Setup { tiles: base_tiles(plain.program()), ..all };
            same(&plain, &watched, &few);
        }
    }
    assert!(rare >= 20, "{rare} rare things are seen");
}

/// Steps that can do nothing before something is seen, or while something that is kept is empty.
#[test]
fn steps_say_when_they_are_idle() {
    let idle = |expansion: &str, step: &str| -> Option<Idle> {
        let rules = rules(&[expansion], Backend::Native);
        let courses = &rules.program().courses;
        let mut steps = courses.turn.steps.iter().chain(&courses.part.steps);
        steps.find(|other| other.name == step).expect("the step is there").idle
    };
    for (expansion, step) in [
        ("ferries", "place_ferry"),
        ("ferries", "change_ferries"),
        ("crop_circles", "crop_circle"),
        ("siege", "escape_of_the_part"),
        ("tower", "ransom"),
    ] {
        let found = idle(expansion, step);
        let told = found.is_some_and(|idle| idle.unseen & !seen::UNPLACED != 0);
        assert!(told && found.is_some_and(|idle| idle.column.is_none()), "{step}: {found:?}");
    }
    for (expansion, step) in [("base", "go_home"), ("the_fair", "catapult_round")] {
        let found = idle(expansion, step);
        assert!(found.is_some_and(|idle| idle.column.is_some()), "{step}: {found:?}");
    }
    for step in ["draw", "place", "act", "score"] {
        assert_eq!(idle("base", step), None, "{step}");
    }
}
