//! Figures go everywhere and come back; whoever stands beside another stays behind.

use abi::{Place, Table, cell, field};

use super::program;
use crate::{Game, Pcg32};

fn place(game: &Game, figure: i64) -> Option<Place> {
    Place::from_word(game.memory().get(Table::Figure, figure, field::figure::PLACE))
}

#[test]
fn random_moves_keep_all_chains_right() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 4)).unwrap();
    let mut dice = Pcg32::new(1);
    game.advance(&rules);
    for x in 1..4 {
        let mut play = game.play(&rules);
        let mut board = play.board();
        let tile = board.new_tile(abi::TileKindId(x as u16)).unwrap();
        board.lie(tile, cell(x, 0), 0).unwrap();
    }
    let (segments, tiles) = (game.memory().rows(Table::Segment), game.memory().rows(Table::Tile));
    let figures = game.memory().rows(Table::Figure) as u32;
    let (start, checkpoint) = (game.clone(), game.checkpoint());
    let mut moved = 0;
    for _ in 0..3000 {
        let figure = dice.below(figures).into();
        let place = match dice.below(6) {
            0 => Place::Tile(dice.below(tiles as u32).into()),
            1 => Place::Figure(dice.below(figures).into()),
            2 => Place::Player(dice.below(3).into()),
            3 => Place::Corner(cell(0, 0)),
            _ => Place::Segment(dice.below(segments as u32).into()),
        };
        let before = game.clone();
        let mut play = game.play(&rules);
        let result = match dice.below(5) {
            0 => play.board().return_figure(figure),
            _ => play.board().move_figure(figure, place.word()),
        };
        match result {
            Ok(_) => moved += 1,
            Err(_) => assert_eq!(game, before, "what cannot be done changes nothing"),
        }
        assert_eq!(game.audit(&rules), Ok(()));
    }
    assert!(moved > 1000);
    assert!(game.undo(&checkpoint));
    assert_eq!(game, start);
}

#[test]
fn a_figure_beside_another_stays_behind_on_the_tile() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    game.advance(&rules);
    let mut play = game.play(&rules);
    let mut board = play.board();
    board.move_figure(1, Place::Segment(0).word()).unwrap();
    board.move_figure(0, Place::Figure(1).word()).unwrap();
    assert!(board.move_figure(1, Place::Figure(0).word()).is_err(), "they would stand in a circle");
    assert_eq!(board.tile_of_place(Place::Figure(0).word()), 0);
    board.return_figure(1).unwrap();
    assert_eq!(place(&game, 0), Some(Place::Tile(0)));
    assert_eq!(place(&game, 1), None);
    assert_eq!(game.memory().get(Table::Tile, 0, field::tile::FIGURES), 0);
    assert_eq!(game.audit(&rules), Ok(()));
}

#[test]
fn figures_are_numbered_neutral_ones_first_then_by_player_and_kind() {
    let rules = program::rules();
    let game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    let owner = |figure| game.memory().get(Table::Figure, figure, field::figure::OWNER);
    let owners: Vec<_> = (0..7).map(owner).collect();
    assert_eq!(owners, [abi::ABSENT, 0, 0, 0, 1, 1, 1]);
    let row = |player| {
        [
            field::player::FIGURES,
            field::player::FIGURES_END,
            field::player::LEN,
            field::player::LEN + 1,
        ]
        .map(|f| game.memory().get(Table::Player, player, f))
    };
    assert_eq!(row(0), [1, 4, 1, 1]);
    assert_eq!(row(1), [4, 7, 4, 4]);
}
