//! Lists on the stack, and kept lists in the heap.

use abi::{Stack, Table, list, list_len};

use super::program;
use crate::{Game, Pcg32, lists};

fn made(stack: &mut Stack, words: &[i64]) -> i64 {
    words.iter().fold(list(stack.top(), 0), |of, &word| lists::append(stack, of, word).unwrap())
}

#[test]
fn lists_are_joined_and_cut_without_changing_what_was_there() {
    let stack = &mut Stack::default();
    let a = made(stack, &[1, 2, 3]);
    let b = made(stack, &[3, 4]);
    let both = lists::union(stack, a, b).unwrap();
    assert_eq!(lists::words(stack, both), [1, 2, 3, 4]);
    let rest = lists::minus(stack, both, a).unwrap();
    assert_eq!(lists::words(stack, rest), [4]);
    let longer = lists::append_new(stack, a, 9).unwrap();
    let other = lists::append_new(stack, a, 8).unwrap();
    assert_eq!(lists::append_new(stack, a, 2).unwrap(), a);
    assert_eq!(lists::words(stack, longer), [1, 2, 3, 9]);
    assert_eq!(lists::words(stack, other), [1, 2, 3, 8]);
    assert_eq!(lists::words(stack, a), [1, 2, 3]);
    assert_eq!(lists::words(stack, lists::slice(a, 1, 3)), [2, 3]);
    assert_eq!(lists::words(stack, lists::slice(a, -5, 99)), [1, 2, 3]);
    assert_eq!(list_len(lists::slice(a, 3, 1)), 0);
    let empty = list(0, 0);
    let one = lists::append(stack, empty, 7).unwrap();
    assert_eq!(lists::words(stack, one), [7]);
}

#[test]
fn long_lists_are_joined_like_short_ones() {
    let stack = &mut Stack::default();
    let mut dice = Pcg32::new(3);
    for size in [1, 2, 15, 16, 17, 31, 32, 33, 100, 1000] {
        let mut some = |many: u32| -> Vec<i64> {
            // Few different words, near each other and far apart, some of them twice.
            (0..dice.below(many + 1))
                .map(|_| i64::from(dice.below(size)) << (dice.below(3) * 20))
                .collect()
        };
        let (a, b) = (some(size), some(size));
        let mut expected = a.clone();
        for word in &b {
            if !expected.contains(word) {
                expected.push(*word);
            }
        }
        let (a, b) = (made(stack, &a), made(stack, &b));
        let both = lists::union(stack, a, b).unwrap();
        assert_eq!(lists::words(stack, both), expected);
    }
}

#[test]
fn kept_lists_hold_what_was_put_there_last() {
    let rules = program::rules();
    let mut game = Game::new(&rules, &program::setup(1, 1)).unwrap();
    game.advance(&rules);
    // Lists in a column of the game and, for want of other list columns, in one of each player.
    let columns = [(Table::Game, program::SETTLED), (Table::Player, 0), (Table::Player, 1)];
    let slots = [(columns[0], 0), (columns[1], 0), (columns[1], 1), (columns[2], 1)];
    let mut expected = vec![Vec::new(); slots.len()];
    let mut dice = Pcg32::new(2);
    let checkpoint = game.checkpoint();
    let start = game.clone();
    for _ in 0..4000 {
        let mut play = game.play(&rules);
        let mut board = play.board();
        let n = dice.below(slots.len() as u32) as usize;
        let words = &mut expected[n];
        if dice.below(20) == 0 {
            words.truncate(dice.below(1 + words.len() as u32) as usize);
        } else {
            words.push(dice.below(100).into());
        }
        board.keep_list(&columns, slots[n].0, slots[n].1, words).unwrap();
        for (slot, words) in slots.iter().zip(&expected) {
            assert_eq!(board.kept_list(slot.0, slot.1), words);
        }
    }
    let live: usize = expected.iter().map(Vec::len).sum();
    let heap = game.memory().rows(Table::Heap);
    assert!(heap <= 2 * live.max(4096), "{heap} words for {live}");
    assert!(game.undo(&checkpoint));
    assert_eq!(game, start);
}
