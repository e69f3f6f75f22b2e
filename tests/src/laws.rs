//! Laws of every game: what waits can be cloned, written down, taken back and replayed.

use std::sync::Arc;

use proptest::prelude::*;
use runtime::{Game, Pcg32, Playthrough, Replayed, Rules, Save, Stand, State};
use toolkit::{Simulation, default_tiles, simulate};

use crate::agreement::SETTINGS;
use crate::landings::landing;
use crate::play::{BACKENDS, begun, played, rules, step};

#[test]
fn at_every_decision_a_game_can_be_cloned_and_written_down() {
    for (expansions, players) in SETTINGS {
        let [native, eval] = BACKENDS.map(|backend| rules(expansions, backend));
        let mut game = begun(&native, players, 11);
        let mut dice = Pcg32::new(12);
        loop {
            let text = serde_json::to_string(&game).expect("a game is plain data");
            let mut read: Game = serde_json::from_str(&text).expect("what was written");
            assert_eq!(read, game);
            // What was written down goes on in the other back end just as the game itself does.
            let mut clone = game.clone();
            let [mut first, mut second] = [dice, dice];
            let goes_on = step(&native, &mut game, &mut dice);
            step(&native, &mut clone, &mut first);
            step(&eval, &mut read, &mut second);
            assert_eq!(clone, game);
            assert_eq!(read, game);
            if !goes_on {
                break;
            }
        }
    }
}

/// Answers the waiting question in every way, then takes each answer back.
fn answers_can_be_taken_back(rules: &Rules, game: &mut Game) {
    let before = game.clone();
    let checkpoint = game.checkpoint();
    let most = match game.state() {
        State::Choice(_) => game.option_count(),
        State::Chance(_) => 1,
        State::Shot(_) => 4,
        State::Over | State::Ready | State::Fault(_) => 0,
    };
    for index in 0..most {
        match game.state() {
            State::Choice(_) => {
                game.answer_index(rules, index).expect("the option is on offer");
            }
            State::Shot(_) => {
                let scene = game.scene(rules).expect("a shot has a scene");
                let landing = landing(&scene, &mut Pcg32::new(index as u64));
                game.answer_shot(rules, &landing).expect("the landing is possible");
                assert_eq!(game.audit(rules), Ok(()));
            }
            _ => game.play_chance(rules).expect("chance was asked"),
        }
        assert!(game.undo(&checkpoint), "nothing was forgotten");
        assert_eq!(*game, before);
    }
}

#[test]
fn undo_is_the_inverse_of_an_answer() {
    for (expansions, players) in SETTINGS {
        let rules = rules(expansions, BACKENDS[0]);
        let mut game = begun(&rules, players, 21);
        let mut dice = Pcg32::new(22);
        loop {
            answers_can_be_taken_back(&rules, &mut game);
            if !step(&rules, &mut game, &mut dice) {
                break;
            }
        }
    }
}

#[test]
fn a_series_of_games_is_the_same_on_one_core_and_on_two() {
    let [native, eval] = BACKENDS.map(|backend| rules(&["crop_circles"], backend));
    let tiles = default_tiles(native.program());
    let series = |jobs| Simulation {
        games: 40,
        players: 3,
        seed: 7,
        jobs,
        tiles: tiles.clone(),
        physics: None,
    };
    let one = simulate(&native, &series(1)).expect("the set-up is usual");
    assert_eq!(one.games, 40);
    assert_eq!(simulate(&native, &series(2)), Ok(one.clone()));
    assert_eq!(simulate(&eval, &series(2)), Ok(one.clone()));
    let other = Simulation { seed: 8, ..series(1) };
    assert!(simulate(&native, &other) != Ok(one), "another seed gives other games");
}

#[test]
fn a_whole_game_can_be_taken_back_and_played_again() {
    for backend in BACKENDS {
        let rules = rules(&["crop_circles", "the_fair"], backend);
        let mut play = played(&rules, 3, 31, usize::MAX);
        let ended = play.game().clone();
        let log = play.log().to_vec();
        while play.undo() {}
        assert!(play.log().is_empty());
        let again = replayed(&rules, &play, &log);
        assert_eq!(again.game(), &ended);
        assert_eq!(again.log(), log);
    }
}

fn replayed(rules: &Arc<Rules>, play: &Playthrough, log: &[runtime::Entry]) -> Playthrough {
    let (setup, seats) = (play.setup().clone(), play.seats().clone());
    let Replayed { play, stop } = Replayed::new(rules.clone(), setup, seats, log).expect("usual");
    assert_eq!(stop, None);
    play
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// A log means the same game in both back ends, and a save is what it was saved from.
    #[test]
    fn logs_and_saves_are_games(seed in any::<u64>(), players in 2u8..=6, answers in 0usize..400) {
        let [native, eval] = BACKENDS.map(|backend| rules(&["crop_circles", "the_fair"], backend));
        let play = played(&native, players, seed, answers);
        let again = replayed(&eval, &play, play.log());
        prop_assert_eq!(again.game(), play.game());

        let text = Save::of(&play).to_text();
        let save = Save::from_text(&text).expect("what was saved");
        let opened = save.open(eval).expect("the rules are the same");
        prop_assert_eq!(opened.changes, None);
        prop_assert_eq!(opened.play.game(), play.game());
        prop_assert_eq!(Save::of(&opened.play).to_text(), text);
    }

    /// Every option says what it means, no two the same, and saying it chooses it.
    #[test]
    fn options_are_said_in_words(seed in any::<u64>(), answers in 0usize..300) {
        let rules = rules(&["crop_circles", "the_fair"], BACKENDS[0]);
        let mut play = played(&rules, 3, seed, answers);
        if !matches!(play.stand(), Stand::Question(_)) {
            return Ok(());
        }
        let options = play.options();
        let mut different = options.clone();
        different.sort();
        different.dedup();
        prop_assert_eq!(different.len(), options.len());
        for option in options {
            let mut said = play.clone();
            said.say(&option).expect("what is offered can be said");
            let last = said.log().len();
            prop_assert!(last > play.log().len());
            let entry = &said.log()[play.log().len()];
            prop_assert_eq!(&entry.answer, &option);
        }
    }
}
