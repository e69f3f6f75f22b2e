//! Tokens across tiles: what they join, what fits then, and that they are taken back like anything else.

use std::{collections::BTreeSet, sync::Arc};

use abi::{
    EdgeSet, FaultKind, FeatureKindId, FunctionId, Host, HostOp, Joins, Lays, PileId, Place,
    Reason, SiteId, Table, TokenKind, Word, edge_side, edge_tile, field, fit_cell, fit_given,
    fit_turn, list_len, list_start, span_tile,
};

use super::{
    fits::shown,
    play_on, program,
    tokens::{COLUMNS, count_tokens},
};
use crate::{Game, Pcg32, Rules, grid::AROUND};

/// The rules with one kind of token, of which everybody has three: it lays a line straight across a tile.
fn rules(pile: Option<(PileId, u32)>) -> Rules {
    let mut program = program::program(program::Rules::default());
    let ways = vec![EdgeSet(0b0101), EdgeSet(0b1010)];
    program.tokens = vec![TokenKind {
        name: "plank".into(),
        each_player: pile.is_none().then_some(FunctionId(program::function::PEGS)),
        stock: None,
        missing: false,
        size: None,
        lays: pile.is_none().then_some(Lays { kind: FeatureKindId(program::LINE), ways }),
        pile,
    }];
    count_tokens(&mut program);
    // What each way to lie is printed as.
    program.constants[1].extend([program::LINE.into(), 1, 0, program::LINE.into(), 1, 0]);
    Rules::new(Arc::new(program))
}

fn ask(game: &mut Game, rules: &Rules, op: HostOp, [a, b]: [Word; 2]) -> Vec<Word> {
    let top = game.stack.top();
    let mut play = game.play(rules);
    let list = play.call(op, [a, b, 0, 0], SiteId(0)).unwrap();
    let words = &play.stack().words()[list_start(list)..][..list_len(list)];
    let words = words.to_vec();
    game.stack.set_top(top);
    words
}

fn lying(game: &Game) -> Vec<Word> {
    game.board().map(|tile| tile.tile).collect()
}

fn spans(game: &mut Game, rules: &Rules) -> Vec<Word> {
    let tiles = lying(game);
    tiles.iter().flat_map(|&tile| ask(game, rules, HostOp::Overlays, [0, tile])).collect()
}

fn lay(game: &mut Game, rules: &Rules, span: Word) -> Result<Word, FaultKind> {
    game.memory.set(Table::Player, 0, COLUMNS[1].1, 1);
    game.play(rules).call(HostOp::LayToken, [0, 0, span, 0], SiteId(0))
}

fn fits(game: &mut Game, rules: &Rules, kind: usize) -> BTreeSet<Word> {
    let mut found = BTreeSet::new();
    game.play(rules).board().each_fit(kind, |fit| found.insert(fit));
    found
}

/// The same place and turn, whatever goes with it.
fn without_token(fit: Word) -> Word {
    abi::fit(abi::fit_kind(fit), fit_cell(fit), fit_turn(fit))
}

/// A tile at hand of a kind.
fn at_hand(game: &mut Game, rules: &Rules, kind: u16) -> Word {
    game.play(rules).board().new_tile(abi::TileKindId(kind)).unwrap()
}

#[test]
fn tokens_are_laid_and_taken_back() {
    let rules = rules(None);
    for seed in 0..4 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 4)).unwrap();
        while play_on(&mut game, &rules, &mut dice) {
            let all = spans(&mut game, &rules);
            if all.is_empty() {
                continue;
            }
            let before = game.clone();
            let checkpoint = game.checkpoint();
            let span = all[dice.below(all.len() as u32) as usize];
            lay(&mut game, &rules, span).unwrap();
            assert_eq!(game.audit(&rules), Ok(()), "seed {seed}");
            let laid = game.checkpoint();
            assert_eq!(lay(&mut game, &rules, span), Err(FaultKind::Impossible(Reason::SpanTaken)));
            assert!(game.undo(&laid));
            assert!(ask(&mut game, &rules, HostOp::Overlays, [0, span_tile(span)]).is_empty());
            // Every third one stays.
            if dice.below(3) > 0 {
                assert!(game.undo(&checkpoint));
                assert_eq!(game, before);
            } else {
                game.play(&rules).recount();
                let text = serde_json::to_string(&game).unwrap();
                let read: Game = serde_json::from_str(&text).unwrap();
                assert_eq!(read, game);
            }
        }
    }
}

#[test]
fn what_fits_with_a_token_beside_fits_once_it_lies() {
    let rules = rules(None);
    let mut found = 0;
    for seed in 0..3 {
        let mut dice = Pcg32::new(seed);
        let mut game = Game::new(&rules, &program::setup(seed, 3)).unwrap();
        while play_on(&mut game, &rules, &mut dice) {
            let all = spans(&mut game, &rules);
            if all.is_empty() {
                continue;
            }
            let span = all[dice.below(all.len() as u32) as usize];
            for kind in 0..rules.program().tiles.len() {
                let mut here = game.clone();
                let tile = at_hand(&mut here, &rules, kind as u16);
                let before = fits(&mut here, &rules, kind);
                let list = here.stack.top();
                assert!(here.stack.push(span));
                let with = ask(&mut here, &rules, HostOp::FitsWith, [tile, abi::list(list, 1)]);
                lay(&mut here, &rules, span).unwrap();
                let after = fits(&mut here, &rules, kind);
                let expected: Vec<Word> = after.difference(&before).copied().collect();
                let mut given: Vec<Word> = Vec::new();
                for fit in with {
                    let (over, token, way) = fit_given(fit).unwrap();
                    let (dx, dy) = AROUND[over as usize];
                    let at = fit_cell(fit);
                    let beside = abi::cell(abi::cell_x(at) + dx, abi::cell_y(at) + dy);
                    let across = here.tile_at(beside).unwrap();
                    assert_eq!(abi::span(across, token, way), span);
                    given.push(without_token(fit));
                }
                given.sort_unstable();
                assert_eq!(given, expected, "seed {seed}, kind {kind}");
                found += given.len();
            }
            if dice.below(4) == 0 {
                lay(&mut game, &rules, span).unwrap();
                game.play(&rules).recount();
            }
        }
    }
    assert!(found > 100);
}

#[test]
fn what_fits_with_a_token_on_the_tile_itself_is_found_by_a_search() {
    let rules = rules(None);
    let mut found = 0;
    let mut dice = Pcg32::new(5);
    let mut game = Game::new(&rules, &program::setup(5, 3)).unwrap();
    while play_on(&mut game, &rules, &mut dice) {
        for kind in 0..rules.program().tiles.len() {
            let mut here = game.clone();
            let tile = at_hand(&mut here, &rules, kind as u16);
            for span in ask(&mut here, &rules, HostOp::Overlays, [0, tile]) {
                let top = here.stack.top();
                assert!(here.stack.push(span));
                let with = ask(&mut here, &rules, HostOp::FitsWith, [tile, abi::list(top, 1)]);
                let with: BTreeSet<Word> = with.into_iter().map(without_token).collect();
                let searched = search(&here, &rules, kind, span);
                let plain = fits(&mut here, &rules, kind);
                let expected: BTreeSet<Word> = searched.difference(&plain).copied().collect();
                assert_eq!(with, expected, "kind {kind}");
                found += with.len();
            }
        }
    }
    assert!(found > 50);
}

/// Where a tile with a token across itself would match, cell by cell.
fn search(game: &Game, rules: &Rules, kind: usize, span: Word) -> BTreeSet<Word> {
    let lays = rules.program().tokens[0].lays.as_ref().unwrap();
    let mut found = BTreeSet::new();
    for x in -40..40 {
        for y in -40..40 {
            let at = abi::cell(x, y);
            for turn in 0..4 {
                let sides = lays.ways[abi::span_way(span) as usize].turned(turn, Joins::Edges).0;
                let mut neighbours = 0;
                let matches = (0..4).all(|side| {
                    let (dx, dy) = AROUND[side];
                    let Some(other) = game.tile_at(abi::cell(x + dx, y + dy)) else { return true };
                    neighbours += 1;
                    let get = |f| game.memory().get(Table::Tile, other, f);
                    let other_kind = get(field::tile::KIND) as usize;
                    let there = shown(rules, other_kind, get(field::tile::TURN), (side + 2) % 4);
                    let mut here = shown(rules, kind, turn, side);
                    if let Some(shown) = here.as_mut().filter(|_| sides >> side & 1 == 1) {
                        shown[0].push(program::LINE);
                    }
                    match (here, there) {
                        (Some([a, b, c]), Some([d, e, f])) => a == d && b == f && c == e,
                        _ => true,
                    }
                });
                if matches && neighbours > 0 && game.tile_at(at).is_none() {
                    found.insert(abi::fit(kind as Word, at, turn));
                }
            }
        }
    }
    found
}

#[test]
fn edges_know_what_lies_against_them() {
    let rules = rules(None);
    let mut dice = Pcg32::new(2);
    let mut game = Game::new(&rules, &program::setup(2, 2)).unwrap();
    while play_on(&mut game, &rules, &mut dice) {
        for tile in lying(&game) {
            for span in ask(&mut game, &rules, HostOp::Overlays, [0, tile]) {
                for edge in ask(&mut game, &rules, HostOp::SpanEnds, [span, 0]) {
                    assert_eq!(edge_tile(edge), tile);
                    let board = game.play(&rules);
                    let mut play = board;
                    let across = play.board().edge_across(edge);
                    if across != abi::ABSENT {
                        assert_eq!(play.board().edge_across(across), edge, "both ways");
                        assert_ne!(edge_tile(across), tile);
                        let kinds = [edge, across].map(|edge| play.board().edge_kind(edge));
                        // Sides that close show nothing; all others match.
                        assert!(kinds[0] == kinds[1] || kinds.contains(&abi::ABSENT));
                    }
                    assert!(edge_side(edge) < 4);
                }
            }
        }
    }
}

#[test]
fn a_token_that_lies_across_stays() {
    let rules = rules(None);
    let mut game = Game::new(&rules, &program::setup(3, 2)).unwrap();
    game.advance(&rules);
    let span = spans(&mut game, &rules)[0];
    lay(&mut game, &rules, span).unwrap();
    let place = Place::Tile(span_tile(span)).word();
    let mut play = game.play(&rules);
    let stays = Err(FaultKind::Impossible(Reason::LiesAcross));
    assert_eq!(play.call(HostOp::TakeToken, [1, 1, 0, place], SiteId(0)), stays);
    assert_eq!(play.call(HostOp::TakeTokenBack, [0, 0, 0, 0], SiteId(0)), stays);
    let other = Err(FaultKind::Impossible(Reason::NotItsSpan));
    assert_eq!(play.call(HostOp::LayToken, [0, 0, span | 4, 0], SiteId(0)), other);
}

#[test]
fn what_was_drawn_falls_back_unless_it_is_put_somewhere() {
    let rules = rules(Some((PileId(0), 5)));
    let mut game = Game::new(&rules, &program::setup(4, 2)).unwrap();
    game.advance(&rules);
    let pile = |game: &Game| game.pile_count(PileId(0));
    let layout = rules.program().layout.clone();
    let all = pile(&game);
    let mut play = game.play(&rules);
    for _ in 0..2 {
        assert!(play.board().take_out(PileId(0), crate::Drawn::Token(abi::TokenKindId(0))));
        play.board().draw_token(&layout, 1, abi::TokenKindId(0));
    }
    play.call(HostOp::PutToken, [1, 0, Place::Figure(4).word(), 0], SiteId(0)).unwrap();
    play.call(HostOp::Move, [4, Place::Tile(0).word(), 0, 0], SiteId(0)).unwrap();
    play.board().drop_drawn(&layout);
    assert_eq!(pile(&game), all - 1);
    assert_eq!(game.audit(&rules), Ok(()));
    let mut play = game.play(&rules);
    play.call(HostOp::Return, [4, 0, 0, 0], SiteId(0)).unwrap();
    assert_eq!(play.call(HostOp::TakeFromPile, [0, 9, 0, 0], SiteId(0)), Ok(5));
    assert_eq!(pile(&game), all - 5);
    assert_eq!(game.audit(&rules), Ok(()));
}
