//! Questions about the board against slow answers, and tiles and tokens on their ways.

use std::collections::BTreeSet;

use abi::{
    Host, HostOp, PileId, Place, SiteId, Table, TileKindId, Word, cell_x, cell_y, field, list_len,
    list_start,
};

use super::{play_on, program};
use crate::{Drawn, Game, Pcg32, grid::AROUND, play::Play};

fn ask(play: &mut Play<'_>, op: HostOp, a: Word, b: Word) -> Vec<Word> {
    let found = play.call(op, [a, b, 0, 0], SiteId(0)).unwrap();
    play.stack().words()[list_start(found)..][..list_len(found)].to_vec()
}

#[test]
fn lists_of_the_board_are_complete_and_oldest_first() {
    let rules = program::rules();
    let mut dice = Pcg32::new(6);
    let mut game = Game::new(&rules, &program::setup(6, 8)).unwrap();
    while play_on(&mut game, &rules, &mut dice) {}
    let memory = game.memory().clone();
    let segment = |s, f| memory.get(Table::Segment, s, f);
    let lying: Vec<_> = game.board().map(|lying| lying.tile).collect();
    let first = |f| memory.get(Table::Feature, f, field::feature::FIRST);
    let mut play = game.play(&rules);
    assert_eq!(ask(&mut play, HostOp::Tiles, 0, 0), lying);

    let alive = |&s: &Word| segment(s, field::segment::FEATURE) != abi::ABSENT;
    let segments: Vec<_> = (0..memory.rows(Table::Segment) as Word).filter(alive).collect();
    let live: BTreeSet<_> = segments.iter().map(|&s| segment(s, field::segment::FEATURE)).collect();
    let expected: Vec<_> = live.iter().map(|&f| first(f)).collect();
    assert_eq!(ask(&mut play, HostOp::Features, 0, 0), expected);

    let mut touched = 0;
    for &feature in &live {
        let own: Vec<_> = segments
            .iter()
            .copied()
            .filter(|&s| segment(s, field::segment::FEATURE) == feature)
            .collect();
        let any = own[own.len() / 2];
        let tiles: BTreeSet<_> = own.iter().map(|&s| segment(s, field::segment::TILE)).collect();
        let found = ask(&mut play, HostOp::FeatureTiles, any, 0);
        assert_eq!(found, tiles.iter().copied().collect::<Vec<_>>());
        let count = play.call(HostOp::CountTiles, [any, 0, 0, 0], SiteId(0)).unwrap();
        assert_eq!(count as usize, tiles.len());

        let mut round = BTreeSet::new();
        for &tile in &tiles {
            let at = memory.get(Table::Tile, tile, field::tile::CELL);
            let found = ask(&mut play, HostOp::CellNeighbours, at, 0);
            assert!(found.len() <= AROUND.len());
            let beside = ask(&mut play, HostOp::CellBeside, at, 0);
            let side = |tile: &Word| {
                let to = memory.get(Table::Tile, *tile, field::tile::CELL);
                (cell_x(to) - cell_x(at)).abs() + (cell_y(to) - cell_y(at)).abs() == 1
            };
            let over_sides: Vec<_> = found.iter().copied().filter(side).collect();
            assert_eq!(beside, over_sides, "oldest first, too");
            round.extend(found);
        }
        let round: Vec<_> = round.difference(&tiles).copied().collect();
        assert_eq!(ask(&mut play, HostOp::FeatureNeighbours, any, 0), round);

        let mut near = BTreeSet::new();
        for &s in &own {
            for other in ask(&mut play, HostOp::Near, s, 0) {
                assert!(ask(&mut play, HostOp::Near, other, 0).contains(&s), "both ways");
                near.insert(segment(other, field::segment::FEATURE));
            }
        }
        near.remove(&feature);
        touched += near.len();
        let near: Vec<_> = near.into_iter().map(first).collect();
        assert_eq!(ask(&mut play, HostOp::Touching, any, 0), near);
    }
    assert!(touched > 0);
    for &tile in &lying {
        let own = segments.iter().filter(|&&s| segment(s, field::segment::TILE) == tile);
        let own: BTreeSet<_> = own.map(|&s| segment(s, field::segment::FEATURE)).collect();
        let own: Vec<_> = own.into_iter().map(first).collect();
        assert_eq!(ask(&mut play, HostOp::TileFeatures, tile, 0), own);
    }
}

#[test]
fn the_state_of_a_feature_lies_on_its_oldest_segment() {
    let rules = program::rules();
    let mut dice = Pcg32::new(6);
    let mut game = Game::new(&rules, &program::setup(6, 8)).unwrap();
    while play_on(&mut game, &rules, &mut dice) {}
    let memory = game.memory().clone();
    let mut play = game.play(&rules);
    for feature in 0..memory.rows(Table::Feature) as Word {
        let get = |f| memory.get(Table::Feature, feature, f);
        if get(field::feature::SEGMENTS) == 0 {
            continue;
        }
        let args = [program::MARK.into(), get(field::feature::LAST), 7 + feature, 0];
        play.call(HostOp::KeepOnFeature, args, SiteId(0)).unwrap();
    }
    for segment in 0..memory.rows(Table::Segment) as Word {
        let feature = memory.get(Table::Segment, segment, field::segment::FEATURE);
        if feature == abi::ABSENT {
            continue;
        }
        let oldest = memory.get(Table::Feature, feature, field::feature::FIRST) == segment;
        let expected = if oldest { 7 + feature } else { 0 };
        assert_eq!(game.memory().get(Table::Segment, segment, program::MARK), expected);
    }
}

#[test]
fn tiles_go_back_to_piles_once_and_piles_to_each_other() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 2)).unwrap();
    game.advance(&rules);
    let mut play = game.play(&rules);
    let mut deed = |op, a, b| play.call(op, [a, b, 0, 0], SiteId(0));
    let tile = deed(HostOp::NewTile, 3, 0).unwrap();
    assert!(deed(HostOp::NewTile, 99, 0).is_err());
    assert_eq!(deed(HostOp::PileHolds, 0, 3), Ok(2));
    deed(HostOp::TileToPile, tile, 0).unwrap();
    assert_eq!(deed(HostOp::PileHolds, 0, 3), Ok(3));
    assert!(deed(HostOp::TileToPile, tile, 0).is_err(), "it is there already");
    assert!(deed(HostOp::Place, 0, tile).is_err(), "it is in a pile");
    assert!(deed(HostOp::TileToPile, 0, 0).is_err(), "it lies on the board");
    assert!(deed(HostOp::TileLeaves, 0, 0).is_err(), "it lies on the board");
    let other = deed(HostOp::NewTile, 3, 0).unwrap();
    deed(HostOp::TileLeaves, other, 0).unwrap();
    assert!(deed(HostOp::TileToPile, other, 0).is_err(), "it left the game");
    deed(HostOp::PileToPile, 0, 0).unwrap();
    assert_eq!(game.pile_count(PileId(0)), 14);
    assert_eq!(game.pile(&rules, PileId(0))[3], (Drawn::Tile(TileKindId(3)), 3));
    game.play(&rules).call(HostOp::PileLeaves, [0; 4], SiteId(0)).unwrap();
    assert_eq!(game.pile_count(PileId(0)), 0);
    assert_eq!(game.audit(&rules), Ok(()));
}

#[test]
fn points_do_not_overflow() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 2)).unwrap();
    let mut play = game.play(&rules);
    let mut deed = |op, args| play.call(op, args, SiteId(0));
    deed(HostOp::Score, [0, i64::MAX, 0, 0]).unwrap();
    assert_eq!(deed(HostOp::Score, [0, 1, 0, 0]), Err(abi::FaultKind::Overflow));
    assert_eq!(deed(HostOp::Lose, [1, i64::MIN, 0, 0]), Err(abi::FaultKind::Overflow));
    deed(HostOp::Pay, [1, 5, 0, 0]).unwrap_err();
    deed(HostOp::Lose, [0, i64::MAX, 0, 0]).unwrap();
    deed(HostOp::Pay, [1, 5, 0, 0]).unwrap();
    assert_eq!((game.points(0), game.points(1)), (5, -10));
}

#[test]
fn a_spoilt_game_is_found_or_harmless() {
    let rules = program::rules();
    let mut dice = Pcg32::new(8);
    let mut game = Game::new(&rules, &program::setup(8, 4)).unwrap();
    for _ in 0..30 {
        play_on(&mut game, &rules, &mut dice);
    }
    game.play(&rules).board().move_figure(0, Place::Tile(0).word()).unwrap();
    assert_eq!(game.audit(&rules), Ok(()));
    let mut found = 0;
    for _ in 0..5000 {
        let mut spoilt = game.clone();
        let table = Table::ALL[dice.below(Table::MUTABLE as u32) as usize];
        let rows = spoilt.memory.rows(table) as u32;
        if rows == 0 {
            continue;
        }
        let row = dice.below(rows).into();
        let column = dice.below(spoilt.memory.stride(table) as u32);
        let word = match dice.below(4) {
            0 => abi::ABSENT,
            1 => dice.below(100).into(),
            2 => spoilt.memory.get(table, row, column) ^ (1 << dice.below(63)),
            _ => -1,
        };
        spoilt.memory.set(table, row, column, word);
        if spoilt == game {
            continue;
        }
        if spoilt.audit(&rules).is_err() {
            found += 1;
            continue;
        }
        for _ in 0..200 {
            match spoilt.advance(&rules) {
                crate::State::Choice(_) => {
                    let n = dice.below(spoilt.option_count() as u32) as usize;
                    spoilt.answer_index(&rules, n).unwrap();
                }
                crate::State::Chance(_) => spoilt.play_chance(&rules).unwrap(),
                _ => break,
            }
        }
    }
    assert!(found > 2000, "only {found} were found");
}
