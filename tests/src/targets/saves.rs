//! Saved games and recorded games that bytes have changed: each is refused, or opens as a game that is sound.

use std::sync::{Arc, OnceLock};

use compiler::{Backend, Setting};
use runtime::{Pcg32, Playthrough, Rules, Save, Seats, Stand};
use toolkit::{Library, Programs, RecordWords, Texts, replay_reader};

use super::{both::setup, choices::Choices};

/// How many answers the game has that is changed.
const ANSWERS: usize = 40;
/// How many random answers a changed game goes on for.
const FURTHER: usize = 12;

/// A recorded game of another engine.
const RECORD: &str = include_str!("../../../fuzz/record.jsonl");

fn programs() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS
        .get_or_init(|| Programs::new(Arc::new(Texts::new(&Library::built_in())), Backend::Native))
}

fn rules() -> Arc<Rules> {
    let setting = Setting { expansions: vec!["crop_circles".to_owned()], ..Setting::default() };
    programs().rules(&setting).expect("the built-in rules compile")
}

/// The text of a saved game.
fn saved() -> &'static str {
    static SAVED: OnceLock<String> = OnceLock::new();
    SAVED.get_or_init(|| {
        let rules = rules();
        let setup = setup(&rules, 2, 3);
        let mut play = Playthrough::new(rules, setup, Seats::colours(2)).expect("it is usual");
        go_on(&mut play, &mut Pcg32::new(3), ANSWERS);
        Save::of(&play).to_text()
    })
}

/// Plays at random for a while.
fn go_on(play: &mut Playthrough, dice: &mut Pcg32, answers: usize) {
    for _ in 0..answers {
        match play.stand() {
            Stand::Question(question) => {
                let at = dice.below(question.options as u32) as usize;
                play.answer(at).expect("the option is on offer");
            }
            Stand::Chance(_) => play.roll().expect("chance was asked"),
            Stand::Shot(_) | Stand::Over | Stand::Fault(_) => break,
        }
    }
}

/// Opens a saved game in which bytes have changed some places, or bytes as they are if they look like a save.
pub(crate) fn saves(bytes: &[u8]) {
    let text = if bytes.starts_with(b"{") {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        changed(saved(), bytes)
    };
    let Ok(save) = Save::from_text(&text) else { return };
    let Ok(opened) = save.open(rules()) else { return };
    let mut play = opened.play;
    play.game().audit(play.rules()).expect("what is opened is sound");
    go_on(&mut play, &mut Pcg32::new(1), FURTHER);
    play.game().audit(play.rules()).expect("and stays so");
}

/// Plays recorded games that bytes spell, or that bytes have changed.
pub(crate) fn records(bytes: &[u8]) {
    static WORDS: OnceLock<RecordWords> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        RecordWords::read(&Library::built_in()).expect("the built-in words can be read")
    });
    let text = if bytes.starts_with(b"{") {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        changed(RECORD, bytes)
    };
    let result = replay_reader("bytes.jsonl", text.as_bytes(), programs(), words);
    assert!(result.agree <= result.games, "{result}");
}

/// A text in which some stretches are left out, doubled, exchanged for each other or written over.
fn changed(text: &str, bytes: &[u8]) -> String {
    let mut choices = Choices::of_bytes(bytes);
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=choices.below(4) {
        let at = choices.below(256) * text.len() / 256 + choices.below(256);
        let length = 1 + choices.below(32);
        let (at, end) = (at.min(text.len()), (at + length).min(text.len()));
        match choices.below(5) {
            0 => drop(text.drain(at..end)),
            1 => {
                let copy = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
            2 => text[at..end].reverse(),
            3 => {
                let digit = char::from(b'0' + choices.below(10) as u8);
                let digits = text[at..end].iter_mut().filter(|c| c.is_ascii_digit());
                digits.for_each(|c| *c = digit);
            }
            _ => {
                if let Some(c) = text.get_mut(at) {
                    *c = char::from(32 + choices.below(95) as u8);
                }
            }
        }
    }
    text.into_iter().collect()
}
