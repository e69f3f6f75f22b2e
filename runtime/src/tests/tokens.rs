//! Tokens come from the stock, from places and from each other, and are never more or fewer.

use std::sync::Arc;

use abi::{
    FaultKind, FunctionId, Host, HostOp, Place, Program, Reason, SiteId, Table, TokenKind, Word,
    field,
};

use super::program;
use crate::{Game, Rules};

/// Where the first kind of token is counted, by table.
pub(super) const COLUMNS: [(Table, u32); 5] = [
    (Table::Game, field::game::LEN + 2),
    (Table::Player, field::player::LEN + 2),
    (Table::Tile, field::tile::LEN),
    (Table::Segment, field::segment::LEN + 1),
    (Table::Figure, field::figure::LEN),
];

/// A game with one kind of token: three in the stock.
fn game() -> (Rules, Game) {
    let mut program = program::program(program::Rules::default());
    let pegs = Some(FunctionId(program::function::PEGS));
    program.tokens = vec![TokenKind {
        name: "coin".into(),
        each_player: None,
        stock: pegs,
        missing: false,
        size: None,
        lays: None,
        pile: None,
    }];
    count_tokens(&mut program);
    let rules = Rules::new(Arc::new(program));
    let mut game = Game::new(&rules, &program::setup(1, 2)).unwrap();
    game.advance(&rules);
    (rules, game)
}

/// Makes room for the number of one kind of token.
pub(super) fn count_tokens(program: &mut Program) {
    program.layout.token_kinds = 1;
    program.layout.strides[Table::Pile as usize] += 1;
    for (table, column) in COLUMNS {
        program.layout.strides[table as usize] = column + 1;
        program.layout.tokens[table as usize] = Some(column);
    }
}

fn held(game: &Game, (table, column): (Table, u32)) -> Vec<Word> {
    let rows = 0..game.memory().rows(table) as Word;
    rows.map(|row| game.memory().get(table, row, column)).collect()
}

#[test]
fn tokens_are_taken_put_and_given_back() {
    let (rules, mut game) = game();
    assert_eq!(held(&game, COLUMNS[0]), [3]);
    let start = game.clone();
    let checkpoint = game.checkpoint();
    let mut play = game.play(&rules);
    let mut deed = |op, args| play.call(op, args, SiteId(0));
    let absent = abi::ABSENT;
    assert_eq!(deed(HostOp::TakeToken, [0, 2, 0, absent]), Ok(2));
    assert_eq!(deed(HostOp::TakeToken, [1, 2, 0, absent]), Ok(1), "there is only one left");
    assert_eq!(deed(HostOp::TakeToken, [1, -1, 0, absent]), Ok(0));
    let player = Place::Player(0).word();
    assert_eq!(deed(HostOp::TakeToken, [1, 1, 0, player]), Ok(1));
    deed(HostOp::PutToken, [1, 0, Place::Segment(1).word(), 0]).unwrap();
    deed(HostOp::PutToken, [0, 0, Place::Figure(4).word(), 0]).unwrap();
    let none_left = Err(FaultKind::Impossible(Reason::NotHeld));
    assert_eq!(deed(HostOp::PutToken, [0, 0, Place::Tile(0).word(), 0]), none_left);
    let impossible = Err(FaultKind::Impossible(Reason::Unknown));
    assert_eq!(deed(HostOp::PutToken, [1, 0, Place::Tile(99).word(), 0]), impossible);
    assert_eq!(deed(HostOp::PutToken, [1, 7, Place::Tile(0).word(), 0]), impossible);
    assert_eq!(deed(HostOp::TakeToken, [1, 1, 0, Place::Tile(99).word()]), impossible);
    assert_eq!(deed(HostOp::TakeTokenBack, [1, 7, 0, 0]), impossible);
    // What lies on a figure goes to the stock when the figure leaves the board.
    deed(HostOp::Move, [4, Place::Tile(0).word(), 0, 0]).unwrap();
    deed(HostOp::Return, [4, 0, 0, 0]).unwrap();
    assert_eq!(deed(HostOp::TakeToken, [0, 1, 0, Place::Segment(1).word()]), Ok(1));
    assert_eq!(held(&game, COLUMNS[0]), [1]);
    assert_eq!(held(&game, COLUMNS[1]), [1, 1]);
    assert_eq!(held(&game, COLUMNS[4]), [0; 7]);
    assert_eq!(game.audit(&rules), Ok(()));
    assert!(game.undo(&checkpoint));
    assert_eq!(game, start);
}

#[test]
fn the_only_token_comes_from_whoever_has_it() {
    let (rules, mut game) = game();
    game.memory.set(COLUMNS[0].0, 0, COLUMNS[0].1, 1);
    let mut play = game.play(&rules);
    let mut take = |player| play.call(HostOp::TakeToken, [player, 1, 0, abi::ABSENT], SiteId(0));
    assert_eq!(take(0), Ok(1));
    assert_eq!(take(1), Ok(1));
    assert_eq!(held(&game, COLUMNS[0]), [0]);
    assert_eq!(held(&game, COLUMNS[1]), [0, 1]);
}

#[test]
fn own_tokens_come_back_to_whoever_put_them() {
    let (rules, mut game) = game();
    let mut program = Program::clone(rules.program());
    program.tokens[0] =
        TokenKind { each_player: program.tokens[0].stock, ..program.tokens[0].clone() };
    let rules = Rules::new(Arc::new(program));
    let start = game.clone();
    let checkpoint = game.checkpoint();
    let mut play = game.play(&rules);
    let mut deed = |op, args| play.call(op, args, SiteId(0));
    for player in [0, 1, 0] {
        assert_eq!(deed(HostOp::TakeToken, [player, 1, 0, abi::ABSENT]), Ok(1));
    }
    let (tile, figure) = (Place::Tile(0).word(), Place::Figure(4).word());
    deed(HostOp::Move, [4, tile, 0, 0]).unwrap();
    for (player, place) in [(0, tile), (1, figure), (0, figure)] {
        deed(HostOp::PutToken, [player, 0, place, 0]).unwrap();
    }
    assert_eq!(deed(HostOp::TakeTokenBack, [1, 0, 0, 0]), Ok(1));
    deed(HostOp::PutToken, [1, 0, tile, 0]).unwrap();
    // Whoever takes one from a place takes his own first.
    assert_eq!(deed(HostOp::TakeToken, [1, 1, 0, tile]), Ok(1));
    assert_eq!(deed(HostOp::TakeTokenBack, [1, 0, 0, 0]), Ok(0));
    deed(HostOp::PutToken, [1, 0, figure, 0]).unwrap();
    // In prison nobody keeps what lay on him.
    deed(HostOp::Move, [4, Place::Player(1).word(), 0, 0]).unwrap();
    assert_eq!(deed(HostOp::TakeTokenBack, [0, 0, 0, 0]), Ok(1));
    assert_eq!(game.audit(&rules), Ok(()));
    assert_eq!(held(&game, COLUMNS[1]), [2, 1]);
    assert_eq!(held(&game, COLUMNS[4]), [0; 7]);
    let mut wrong = game.clone();
    wrong.memory.push(Table::Lying, &[0, 0, tile, abi::ABSENT]);
    assert!(wrong.audit(&rules).is_err());
    assert!(game.undo(&checkpoint));
    assert_eq!(game, start);
}
