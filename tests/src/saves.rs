//! Saved games that were cut off, altered or belong to other rules: a clear error each, never a wrong game.

use compiler::{Backend, Setting};
use proptest::prelude::*;
use runtime::{LoadError, SAVE_FORMAT, Save};

use crate::play::{played, programs, rules};

fn saved(answers: usize) -> String {
    Save::of(&played(&rules(&["crop_circles"], Backend::Native), 3, 5, answers)).to_text()
}

#[test]
fn no_prefix_of_a_save_is_a_save() {
    let text = saved(12);
    let text = text.trim_end();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        assert!(Save::from_text(&text[..end]).is_err(), "{end} bytes");
    }
}

#[test]
fn texts_that_are_no_saves() {
    let strange = ["", "{", "[]", "{}", "null", "3", "\u{0}", "{\"format\": \"carc-save\"}"];
    for text in strange {
        assert!(matches!(Save::from_text(text), Err(LoadError::NotASave(_))), "{text:?}");
    }
    let deep = "[".repeat(100_000);
    assert!(Save::from_text(&deep).is_err());
    for found in [0, 1, 999] {
        let other = saved(3).replacen(
            &format!("\"version\":{SAVE_FORMAT}"),
            &format!("\"version\":{found}"),
            1,
        );
        let error = Save::from_text(&other).expect_err("it has another format");
        assert_eq!(error, LoadError::Version { found });
        assert!(
            error.to_string().contains(&format!("format {found}, and only format {SAVE_FORMAT}"))
        );
    }
}

#[test]
fn an_altered_save_is_not_opened() {
    let rules = rules(&["crop_circles"], Backend::Native);
    let text = saved(40);
    let altered = [
        text.replacen("turned 0", "turned 90", 1),
        text.replacen("\"seed\":5,", "\"seed\":6,", 1),
        text.replacen("\"answer\":\"none\"", "\"answer\":\"deploy meeple on f0 at (0, 0)\"", 1),
        text.replacen("base_", "no_such_", 1),
        text.replacen("\"points\":[", "\"points\":[1", 1),
    ];
    for altered in altered {
        assert!(altered != text, "nothing was altered");
        let save = Save::from_text(&altered).expect("it is still a save");
        assert!(save.open(rules.clone()).is_err());
    }
}

/// What really differs is told, by the number of the answer.
#[test]
fn what_was_altered_in_a_save_is_told() {
    let rules = rules(&["crop_circles"], Backend::Native);
    let text = saved(40);
    let told = |text: &str| {
        let save = Save::from_text(text).expect("it is still a save");
        save.open(rules.clone()).expect_err("it was altered").to_string()
    };
    let seed = told(&text.replacen("\"seed\":5,", "\"seed\":6,", 1));
    assert!(seed.starts_with("this saved game was altered: answer "), "{seed}");
    assert!(seed.contains("draw_tile.hand") && seed.contains("chance does not give `"), "{seed}");
    assert!(seed.ends_with("with its seed and its tiles"), "{seed}");
    let twice = text.replacen(
        "\"log\":[",
        "\"log\":[{\"player\":\"red\",\"name\":\"sing\",\"answer\":\"a\",\"how\":\"only\"},",
        1,
    );
    let twice = told(&twice);
    assert!(twice.contains("answer 1 is for `sing` of red in its log, and for `"), "{twice}");
}

#[test]
fn a_save_from_other_rules_says_what_changed() {
    let text = saved(60);
    let save = Save::from_text(&text).expect("what was saved");
    let mut setting = Setting { expansions: vec!["crop_circles".to_owned()], ..Setting::default() };
    setting.options.push((None, "add_is".to_owned(), "optional".to_owned()));
    let other = programs(Backend::Native).rules(&setting).expect("the option exists");
    let opened = save.open(other).expect("the log is understood as far as it goes");
    let changes = opened.changes.expect("the options are others");
    assert_eq!(changes.expansions, ["options"]);

    let base = rules(&["base"], Backend::Native);
    match save.open(base) {
        Ok(opened) => {
            let changes = opened.changes.expect("an expansion is missing");
            assert_eq!(changes.expansions, ["crop_circles"]);
        }
        Err(error) => assert!(matches!(error, LoadError::Unknown(_)), "{error}"),
    }
}

#[test]
fn a_save_from_other_rules_says_whose_points_differ() {
    let base = rules(&["base"], Backend::Native);
    let tiny = |value: &str| {
        let options = vec![(None, "tiny_city".to_owned(), value.to_owned())];
        let expansions = vec!["base".to_owned()];
        let setting = Setting { expansions, options, ..Setting::default() };
        programs(Backend::Native).rules(&setting).expect("the option exists")
    };
    let mut differed = 0;
    for seed in 0..8 {
        let play = played(&base, 3, seed, usize::MAX);
        let save = Save::from_text(&Save::of(&play).to_text()).expect("what was saved");
        assert!(save.open(tiny("4")).expect("the rules of then").changes.is_none());
        let opened = save.open(tiny("2")).expect("the log is understood");
        let changes = opened.changes.expect("an option is another");
        assert_eq!(changes.stop, None, "every answer is on offer under both rules");
        for player in 0..3 {
            let [then, now] = [&play, &opened.play].map(|play| play.game().points(player));
            let told = changes.points.iter().find(|change| change.player == player as i64);
            assert_eq!(
                told.map(|told| (told.then, told.now)),
                (then != now).then_some((then, now))
            );
            differed += usize::from(then != now);
        }
    }
    assert!(differed > 0, "nobody has completed a city of two tiles");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever byte is exchanged, the save is refused or opens as exactly the game that it was.
    #[test]
    fn spoilt_saves_never_open_as_another_game(at in any::<prop::sample::Index>(), byte in 32u8..127) {
        let rules = rules(&["crop_circles"], Backend::Native);
        let text = saved(20);
        let original = Save::from_text(&text).expect("what was saved");
        let at = at.index(text.len());
        let mut bytes = text.clone().into_bytes();
        bytes[at] = byte;
        let Ok(text) = String::from_utf8(bytes) else { return Ok(()) };
        let Ok(save) = Save::from_text(&text) else { return Ok(()) };
        let Ok(opened) = save.open(rules.clone()) else { return Ok(()) };
        let game = original.open(rules).expect("the original opens").play;
        if opened.changes.is_none() {
            prop_assert_eq!(opened.play.game(), game.game());
        }
    }
}
