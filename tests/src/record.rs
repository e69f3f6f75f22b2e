//! Games that become scenarios: random ones, cut anywhere, come true as they were played.

use compiler::Backend;
use runtime::{Playthrough, Seats, Setup, Stand};
use toolkit::{Cut, RecordError, RecordWords, record, recorded_game, set_tiles};

use crate::fixture::root;
use crate::play::{library, played, programs, rules, texts};

/// So many answers of each game are played.
const ANSWERS: usize = 60;

fn game(expansions: &[&str], players: u8, seed: u64, answers: usize) -> Playthrough {
    played(&rules(expansions, Backend::Native), players, seed, answers)
}

/// Recording proves each scenario; here they are cut at several places, with chance, choices and shots.
#[test]
fn random_games_become_scenarios() {
    let texts = texts();
    let settings: [&[&str]; 4] =
        [&["base"], &["crop_circles"], &["the_fair"], &["crop_circles", "the_fair"]];
    let mut shots = 0;
    for (number, expansions) in settings.into_iter().enumerate() {
        let play = game(expansions, 2 + number as u8, 7 + number as u64, ANSWERS);
        let all = play.log().len();
        shots += play.log().iter().filter(|entry| entry.shot.is_some()).count();
        for cut in [
            Cut::Whole,
            Cut::Entries(0),
            Cut::Entries(all / 3),
            Cut::Entries(all / 2),
            Cut::Turns(1, 1),
            Cut::Turns(2, 6),
        ] {
            let text = record(&play, &texts, None, cut, Some("recorded"));
            let text = text.unwrap_or_else(|error| panic!("{expansions:?} {cut:?}: {error}"));
            assert!(text.contains("expect red.points == "), "{text}");
            let draws = text.lines().filter(|line| line.trim().starts_with("draw ")).count();
            assert!(cut == Cut::Entries(0) || draws > 0, "{text}");
        }
    }
    assert!(shots > 0, "no game had a shot");
}

/// Games of another engine become tests, too: here the first turns of one with the usual tiles.
#[test]
fn recorded_games_become_scenarios() {
    let words = RecordWords::read(&library()).expect("the words of records");
    let programs = programs(Backend::Native);
    let file = root().join("tests/games/basic-2p.jsonl.gz");
    let play = recorded_game(&file, 2, programs, &words).expect("the second game agrees");
    assert!(matches!(play.stand(), Stand::Over));
    for cut in [Cut::Turns(10, 12), Cut::Whole] {
        let text = record(&play, &texts(), None, cut, Some("recorded elsewhere"));
        let text = text.unwrap_or_else(|error| panic!("{cut:?}: {error}"));
        assert!(text.contains("expect blue.points == "), "{text}");
    }
    for missing in [0, 1_000_000] {
        let error = recorded_game(&file, missing, programs, &words).expect_err("not there");
        assert!(error.contains(&format!("there is no game {missing}")), "{error}");
    }
}

#[test]
fn games_of_other_sets_say_which() {
    let rules = rules(&["river"], Backend::Native);
    let sets = [("base".to_owned(), 2), ("river_2".to_owned(), 1)];
    let tiles = set_tiles(rules.program(), &sets).expect("sets of the river");
    let setup = Setup { players: 2, seed: 4, tiles, board: None };
    let mut play = Playthrough::new(rules, setup, Seats::colours(2)).expect("two can play");
    for _ in 0..12 {
        match play.stand() {
            Stand::Question(_) => play.answer(0).expect("the first option"),
            Stand::Chance(_) => play.roll().expect("chance"),
            other => panic!("{other:?}"),
        }
    }
    let text = record(&play, &texts(), None, Cut::Whole, None).expect("it comes true");
    assert!(text.contains("\n    sets base x2, river_2\n"), "{text}");
    let few = Setup { tiles: play.setup().tiles[1..].to_vec(), ..play.setup().clone() };
    let play =
        Playthrough::new(play.rules().clone(), few, Seats::colours(2)).expect("two can play");
    let error = record(&play, &texts(), None, Cut::Whole, None).expect_err("parts of sets");
    assert!(error.to_string().contains("whole sets of tiles"), "{error}");
}

#[test]
fn whole_games_end_in_their_scenarios_too() {
    let play = game(&["base"], 2, 3, 100_000);
    assert!(matches!(play.stand(), Stand::Over));
    let text = record(&play, &texts(), None, Cut::Whole, None).expect("it comes true");
    assert!(text.starts_with("scenario \"a game of seed 3\" {\n    players red, blue\n    draw "));
}

#[test]
fn turns_have_their_points_at_their_ends() {
    let play = game(&["base"], 2, 5, ANSWERS);
    let text = record(&play, &texts(), None, Cut::Turns(3, 5), None).expect("it comes true");
    assert_eq!(text.matches("expect red.points").count(), 3, "{text}");
    let error = record(&play, &texts(), None, Cut::Turns(5, 500), None).expect_err("too many");
    assert!(error.to_string().starts_with("this game has the turns 1.."), "{error}");
    let error = record(&play, &texts(), None, Cut::Turns(3, 2), None).expect_err("backwards");
    assert!(matches!(error, RecordError::Cut(_)));
    let error = record(&play, &texts(), None, Cut::Entries(9_999), None).expect_err("too many");
    assert!(error.to_string().contains("entries"), "{error}");
}

#[test]
fn a_scenario_stands_among_the_rules_of_a_game_that_it_shows() {
    let play = game(&["crop_circles", "the_fair"], 2, 5, 10);
    let text = record(&play, &texts(), Some("the_fair"), Cut::Whole, None).expect("it comes true");
    assert!(text.contains("\n    with crop_circles\n"), "{text}");
    let play = game(&["base"], 2, 5, 10);
    let error = record(&play, &texts(), Some("the_fair"), Cut::Whole, None).expect_err("not there");
    assert_eq!(error.to_string(), "`the_fair` does not play in this game");
    let title = Some("a city of two tiles is worth four points");
    let error = record(&play, &texts(), None, Cut::Whole, title).expect_err("a second one");
    assert!(error.to_string().contains("already"), "{error}");
}
