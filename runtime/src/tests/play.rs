//! Whole games: sound at every question, the same again after undo, clone and save.

use abi::{FaultKind, Table, TileKindId, cell, field};

use super::{play_on, program};
use crate::{Event, Game, Pcg32, Pick, Setup, SetupError, State, board::MOST_TILES};

#[test]
fn every_state_of_random_games_is_sound() {
    let rules = program::rules();
    for seed in 0..30 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 8)).unwrap();
        game.audit(&rules).unwrap();
        while play_on(&mut game, &rules, &mut dice) {
            assert_eq!(game.audit(&rules), Ok(()));
        }
        assert!(game.is_over());
        assert!(!game.winners().is_empty());
        assert_eq!(game.pile_count(abi::PileId(0)), 0);
        assert!(game.board().count() > 20, "a game with hardly any tile tests nothing");
        assert_eq!(game.stack().top(), 0);
    }
}

#[test]
fn a_game_has_room_for_so_many_tiles() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 8)).unwrap();
    let room = MOST_TILES - game.memory().rows(Table::Tile);
    for _ in 0..room {
        assert!(game.play(&rules).board().new_tile(TileKindId(0)).is_ok());
        game.commit();
    }
    assert_eq!(game.play(&rules).board().new_tile(TileKindId(0)), Err(FaultKind::Memory));
    assert_eq!(game.memory().rows(Table::Tile), MOST_TILES);

    let half = MOST_TILES as u32 / 2;
    let setup = |more| Setup {
        tiles: vec![(TileKindId(0), half), (TileKindId(1), half + more)],
        ..program::setup(1, 8)
    };
    assert!(Game::new(&rules, &setup(0)).is_ok());
    let found = u64::from(half) * 2 + 1;
    assert_eq!(Game::new(&rules, &setup(1)).err(), Some(SetupError::TooManyTiles { found }));
}

#[test]
fn points_are_scored_in_most_games() {
    let rules = program::rules();
    let mut scored = 0;
    for seed in 0..20 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 8)).unwrap();
        while play_on(&mut game, &rules, &mut dice) {}
        scored += usize::from(game.points(0) + game.points(1) > 0);
    }
    assert!(scored >= 10, "only {scored} of 20");
}

#[test]
fn undo_takes_every_answer_back() {
    let rules = program::rules();
    for seed in 0..10 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 4)).unwrap();
        game.keep_chronicle(true);
        game.advance(&rules);
        loop {
            let before = game.clone();
            let checkpoint = game.checkpoint();
            if !play_on(&mut game, &rules, &mut dice) {
                break;
            }
            let after = game.clone();
            assert!(game.undo(&checkpoint));
            assert_eq!(game, before);
            assert_eq!(game.audit(&rules), Ok(()));
            // The same answer leads to the same game.
            let mut again = before.clone();
            match again.state() {
                State::Chance(_) => again.play_chance(&rules).unwrap(),
                _ => {
                    let n = (0..again.option_count()).find(|&n| {
                        let mut tried = again.clone();
                        tried.answer_index(&rules, n).unwrap();
                        tried == after
                    });
                    again.answer_index(&rules, n.expect("one of the answers was given")).unwrap();
                }
            }
            assert_eq!(again, after);
            game = after;
        }
    }
}

#[test]
fn a_far_checkpoint_is_reached_through_whole_turns() {
    let rules = program::rules();
    let mut dice = Pcg32::new(7);
    let mut game = Game::new(&rules, &program::setup(7, 6)).unwrap();
    game.advance(&rules);
    let (start, checkpoint) = (game.clone(), game.checkpoint());
    for _ in 0..50 {
        while play_on(&mut game, &rules, &mut dice) {}
        assert!(game.undo(&checkpoint));
        assert_eq!(game, start);
        assert_eq!(game.audit(&rules), Ok(()));
    }
    game.commit();
    assert!(!game.undo(&checkpoint), "what was committed stays");
}

#[test]
fn a_saved_game_goes_on_like_the_one_that_was_saved() {
    let rules = program::rules();
    let mut dice = Pcg32::new(3);
    let mut game = Game::new(&rules, &program::setup(3, 6)).unwrap();
    for _ in 0..40 {
        let text = serde_json::to_string(&game).unwrap();
        let mut read: Game = serde_json::from_str(&text).unwrap();
        assert_eq!(read.audit(&rules), Ok(()));
        assert_eq!(read, game);
        let mut same = dice;
        let more = play_on(&mut game, &rules, &mut dice);
        assert_eq!(play_on(&mut read, &rules, &mut same), more);
        assert_eq!(read, game);
    }
}

#[test]
fn committing_changes_nothing() {
    let rules = program::rules();
    let (mut dice, mut same) = (Pcg32::new(5), Pcg32::new(5));
    let mut kept = Game::new(&rules, &program::setup(5, 6)).unwrap();
    let mut committed = kept.clone();
    while play_on(&mut kept, &rules, &mut dice) {
        committed.commit();
        play_on(&mut committed, &rules, &mut same);
    }
    committed.advance(&rules);
    assert_eq!(kept, committed);
}

#[test]
fn a_board_stands_in_for_the_first_phase() {
    let rules = program::rules();
    let lay = |x, kind, pieces: &[abi::PicturePiece]| abi::PictureCell {
        tile: TileKindId(kind),
        cell: cell(x, 0),
        turn: 0,
        pieces: pieces.to_vec(),
    };
    let piece =
        abi::PicturePiece { figure: abi::FigureKindId(1), owner: Some(1), segment: Some(0) };
    let board = abi::Picture { cells: vec![lay(4, 0, &[piece]), lay(5, 0, &[])] };
    let setup = Setup { board: Some(board), ..program::setup(1, 2) };
    let mut game = Game::new(&rules, &setup).unwrap();
    assert!(matches!(game.advance(&rules), State::Chance(_)));
    assert_eq!(game.board().count(), 2);
    assert_eq!(game.pile_count(abi::PileId(0)), 12);
    assert_eq!(game.standing().count(), 1);
    assert_eq!(game.audit(&rules), Ok(()));
    // The line runs through both tiles and is open at both ends.
    let line = game.memory().get(Table::Segment, 0, field::segment::FEATURE);
    assert_eq!(game.memory().get(Table::Feature, line, field::feature::SEGMENTS), 2);
    assert_eq!(game.memory().get(Table::Feature, line, field::feature::OPEN), 2);

    let twice = abi::Picture { cells: vec![lay(4, 0, &[]), lay(4, 0, &[])] };
    let setup = Setup { board: Some(twice), ..program::setup(1, 2) };
    assert!(Game::new(&rules, &setup).is_err());
}

#[test]
fn an_answer_must_be_on_offer() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(2, 3)).unwrap();
    game.advance(&rules);
    assert!(game.answer(&rules, Pick::Pass).is_err(), "chance answers a draw");
    assert!(game.answer_chance(&rules, 99).is_err());
    game.answer_chance(&rules, 0).unwrap();
    let before = game.clone();
    assert!(matches!(game.state(), State::Choice(_)));
    assert!(game.answer(&rules, Pick::Pass).is_err(), "placing is compulsory");
    for value in [abi::ABSENT, -1, abi::fit(0, cell(0, 0), 0), abi::fit(0, cell(9, 9), 0), i64::MAX]
    {
        let choice = crate::Choice { offer: None, value };
        assert!(game.answer(&rules, Pick::Option(choice)).is_err());
    }
    let count = game.option_count();
    assert!(game.answer_index(&rules, count).is_err());
    assert_eq!(game, before);
    for n in 0..count {
        let mut tried = game.clone();
        let pick = tried.option(&rules, n).unwrap();
        tried.answer(&rules, pick).unwrap();
        game.clone().answer_index(&rules, n).unwrap();
    }
}

#[test]
fn pegs_of_one_player_are_one_option() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(2, 3)).unwrap();
    game.advance(&rules);
    game.answer_chance(&rules, 4).unwrap();
    game.answer_index(&rules, 0).unwrap();
    // Three pegs, two places: two options and passing.
    assert_eq!(game.option_count(), 3);
    assert_eq!(game.option(&rules, 2), Some(Pick::Pass));
    game.answer_index(&rules, 0).unwrap();
    assert_eq!(game.standing().count(), 1);
}

#[test]
fn the_chronicle_tells_deeds_turns_and_forced_choices() {
    let rules = program::rules();
    let mut dice = Pcg32::new(11);
    let mut game = Game::new(&rules, &program::setup(11, 8)).unwrap();
    game.keep_chronicle(true);
    while play_on(&mut game, &rules, &mut dice) {}
    let events = game.chronicle().events();
    let scored: i64 = events
        .iter()
        .filter_map(|event| match event {
            Event::Deed(deed) if deed.op() == Some(abi::HostOp::Score) => Some(deed.args[1]),
            _ => None,
        })
        .sum();
    assert_eq!(scored, game.points(0) + game.points(1));
    let turns = events.iter().filter(|event| matches!(event, Event::Turn { .. })).count();
    assert_eq!(turns as i64, game.turn());
    assert_eq!(events.iter().filter(|event| **event == Event::Finish).count(), 1);
}
