//! Fits against a check of every cell and turn by the edges as printed, and boards that grow far.

use abi::{Joins, Options, Place, Table, Word, cell, field, fit, fit_cell, fit_turn};

use super::{play_on, program};
use crate::{Game, Pcg32, Pick, Rules, State, grid::AROUND};

/// What a side of a lying tile shows: kinds over its whole length, its left half, its right half.
pub(super) fn shown(rules: &Rules, kind: usize, turn: i64, side: usize) -> Option<[Vec<u16>; 3]> {
    let tile = &rules.program().tiles[kind];
    if tile.closes.turned(turn, Joins::Edges).0 >> side & 1 == 1 {
        return None;
    }
    let mut shown: [Vec<u16>; 3] = Default::default();
    for segment in &tile.segments {
        let joins = rules.program().features[segment.kind.index()].joins;
        let bits = segment.edges.turned(turn, joins).0;
        let mut add = |part: usize, bit: usize| {
            if bits >> bit & 1 == 1 {
                shown[part].push(segment.kind.0);
            }
        };
        match joins {
            Joins::Edges => add(0, side),
            Joins::HalfEdges => {
                add(1, 2 * side);
                add(2, 2 * side + 1);
            }
            Joins::Nothing => {}
        }
    }
    shown.iter_mut().for_each(|kinds| kinds.sort_unstable());
    Some(shown)
}

fn brute_force(game: &Game, rules: &Rules, kind: usize) -> Vec<Word> {
    let mut fits = Vec::new();
    for x in -40..40 {
        for y in -40..40 {
            if game.tile_at(cell(x, y)).is_some() {
                continue;
            }
            for turn in 0..4 {
                let mut neighbours = 0;
                let matches = (0..4).all(|side| {
                    let (dx, dy) = AROUND[side];
                    let Some(other) = game.tile_at(cell(x + dx, y + dy)) else { return true };
                    neighbours += 1;
                    let get = |f| game.memory().get(Table::Tile, other, f);
                    let other_kind = get(field::tile::KIND) as usize;
                    let there = shown(rules, other_kind, get(field::tile::TURN), (side + 2) % 4);
                    match (shown(rules, kind, turn, side), there) {
                        (Some([a, b, c]), Some([d, e, f])) => a == d && b == f && c == e,
                        _ => true,
                    }
                });
                if matches && neighbours > 0 {
                    fits.push(fit(kind as Word, cell(x, y), turn));
                }
            }
        }
    }
    fits.sort_unstable();
    fits
}

#[test]
fn fits_are_those_of_a_search_through_all_cells() {
    let rules = program::rules();
    for seed in 0..6 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 4)).unwrap();
        while play_on(&mut game, &rules, &mut dice) {
            for kind in 0..rules.program().tiles.len() {
                let expected = brute_force(&game, &rules, kind);
                let mut play = game.play(&rules);
                let mut board = play.board();
                let mut listed = Vec::new();
                board.each_fit(kind, |fit| {
                    listed.push(fit);
                    true
                });
                assert_eq!(board.count_fits(kind), listed.len());
                for (n, &fit) in listed.iter().enumerate() {
                    assert_eq!(board.nth_fit(kind, n), Some(fit));
                    assert!(board.is_fit(kind, fit));
                }
                assert_eq!(board.nth_fit(kind, listed.len()), None);
                for turn in 0..4 {
                    for at in listed.iter().map(|&f| fit_cell(f)) {
                        let offered = expected.contains(&fit(kind as Word, at, turn));
                        assert_eq!(board.is_fit(kind, fit(kind as Word, at, turn)), offered);
                    }
                }
                listed.sort_unstable();
                assert_eq!(listed, expected);
            }
        }
    }
}

/// Plays on, always placing as far as possible to one side.
fn stretch(seed: u64, by: impl Fn(Word) -> Word) {
    let rules = program::rules();
    let mut dice = Pcg32::new(seed);
    let mut game = Game::new(&rules, &program::setup(seed, 40)).unwrap();
    let mut far = 0;
    loop {
        game.advance(&rules);
        let placing = game.waiting().filter(|w| matches!(w.call.options, Options::Fits(_)));
        if placing.is_none() {
            if !play_on(&mut game, &rules, &mut dice) {
                break;
            }
            continue;
        }
        let options = (0..game.option_count()).filter_map(|n| match game.option(&rules, n) {
            Some(Pick::Option(choice)) => Some((by(fit_cell(choice.value)), n)),
            _ => None,
        });
        let (distance, n) = options.max().unwrap();
        far = far.max(distance);
        game.answer_index(&rules, n).unwrap();
    }
    assert!(far > 60, "only {far} away");
    assert_eq!(game.audit(&rules), Ok(()));
    let text = serde_json::to_string(&game).unwrap();
    let read: Game = serde_json::from_str(&text).unwrap();
    assert_eq!(read.audit(&rules), Ok(()));
}

#[test]
fn the_board_grows_to_all_sides() {
    stretch(1, abi::cell_x);
    stretch(2, |cell| -abi::cell_x(cell));
    stretch(3, abi::cell_y);
    stretch(4, |cell| -abi::cell_y(cell));
}

#[test]
fn tiles_lie_only_on_empty_cells_of_the_table() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    assert!(matches!(game.advance(&rules), State::Chance(_)));
    let before = game.clone();
    let mut play = game.play(&rules);
    let mut board = play.board();
    let tile = board.new_tile(abi::TileKindId(6)).unwrap();
    assert!(board.lie(tile, cell(0, 0), 0).is_err());
    assert!(board.lie(tile, cell(32_001, 0), 0).is_err());
    assert!(board.lie(tile, cell(0, -32_001), 0).is_err());
    assert!(board.lie(tile, cell(1, 0), 4).is_err());
    assert!(board.lie(tile, cell(32_000, 32_000), 0).is_err(), "the window would be too large");
    board.lie(tile, cell(32_000, 0), 3).unwrap();
    assert!(board.lie(tile, cell(31_000, 0), 0).is_err(), "it lies already");
    assert_eq!(board.tile_at(cell(32_000, 0)), tile);
    assert_eq!(game.audit(&rules), Ok(()));
    assert_ne!(game, before);
}

#[test]
fn a_closing_tile_ends_what_runs_into_it() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    game.advance(&rules);
    let line = game.memory().get(Table::Segment, 0, field::segment::FEATURE);
    let mut play = game.play(&rules);
    let mut board = play.board();
    assert_eq!(board.get(Table::Feature, line, field::feature::OPEN), 2);
    let tile = board.new_tile(abi::TileKindId(6)).unwrap();
    assert!(board.is_fit(6, fit(6, cell(1, 0), 2)));
    board.lie(tile, cell(1, 0), 2).unwrap();
    assert_eq!(board.get(Table::Feature, line, field::feature::OPEN), 1);
    assert_eq!(board.get(Table::Feature, line, field::feature::SEGMENTS), 1);
    // Nothing is asked of a cell that lies only against closed sides: every kind and turn fits.
    assert!((0..4).all(|turn| board.is_fit(0, fit(0, cell(2, 0), turn))));
    assert_eq!(fit_turn(fit(0, cell(2, 0), 3)), 3);
    let stand = Place::Segment(board.get(Table::Tile, tile, field::tile::SEGMENTS)).word();
    board.move_figure(0, stand).unwrap();
    assert_eq!(game.audit(&rules), Ok(()));
}
