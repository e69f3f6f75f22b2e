//! Machine code and the evaluator play the same games: whatever the rules, every state, fault and deed is the same.

use abi::FaultKind;
use compiler::{Backend, Setting};
use rayon::prelude::*;
use runtime::{Game, Pcg32, Rules, State};
use toolkit::{OptionEntry, catalogue};

use crate::fixture::{self, each, files, folder};
use crate::play::{BACKENDS, begun, library, rules, setup, step, texts, texts_with};
use crate::rules::playing;

/// The standard rules with numbers of players.
pub(crate) const SETTINGS: [(&[&str], u8); 6] = [
    (&["base"], 2),
    (&["base"], 5),
    (&["crop_circles"], 2),
    (&["crop_circles"], 4),
    (&["the_fair"], 3),
    (&["crop_circles", "the_fair"], 2),
];

/// The least number of values of options that are not the usual ones.
const OPTION_VALUES: usize = 80;

/// Plays a random game by both rules, at most so many answers long, and compares them after each.
///
/// A fault of the rules ends the game, and must be the same fault.
pub(crate) fn agree(native: &Rules, eval: &Rules, players: u8, seed: u64, answers: usize) {
    let set_up = |rules: &Rules| Game::new(rules, &setup(rules, players, seed));
    let (mut one, mut other) = match (set_up(native), set_up(eval)) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            assert_eq!(one.err(), other.err(), "seed {seed}");
            return;
        }
    };
    for (game, rules) in [(&mut one, native), (&mut other, eval)] {
        game.keep_chronicle(true);
        game.advance(rules);
    }
    let [mut dice, mut same_dice] = [Pcg32::new(seed), Pcg32::new(seed)];
    for number in 0..answers {
        assert_eq!(one, other, "seed {seed}");
        if number % 16 == 0 {
            same_to_the_last_step(&one, &other);
        }
        if let State::Fault(fault) = one.state() {
            assert_ne!(fault.kind, FaultKind::Internal, "seed {seed}: {fault:?}");
            break;
        }
        let goes_on = step(native, &mut one, &mut dice);
        assert_eq!(goes_on, step(eval, &mut other, &mut same_dice), "seed {seed}");
        if !goes_on {
            break;
        }
    }
    assert_eq!(one, other, "seed {seed}");
    same_to_the_last_step(&one, &other);
}

/// Equal games may differ in what is left of the step budget; whatever runs the rules must count alike.
fn same_to_the_last_step(one: &Game, other: &Game) {
    let [one, other] =
        [one, other].map(|game| serde_json::to_string(game).expect("a game is plain data"));
    assert!(one == other, "{} and {}", tail(&one), tail(&other));
}

/// The end of a written game, with its budget.
fn tail(game: &str) -> &str {
    game.rfind("\"steps\"").map_or("", |at| &game[at..])
}

#[test]
fn on_whole_games_of_the_standard_rules() {
    for (expansions, players) in SETTINGS {
        let [native, eval] = BACKENDS.map(|backend| rules(expansions, backend));
        for seed in 0..4 {
            agree(&native, &eval, players, seed, usize::MAX);
        }
        assert!(begun(&native, players, 0).option_count() > 1);
    }
}

#[test]
fn on_games_with_every_kind_of_hook() {
    let fixtures = files(&folder("hooks"), "carc");
    assert!(!fixtures.is_empty());
    each(&fixtures, |path, text| {
        let (texts, expansion) = texts_with(&fixture::name(path), text);
        let setting = playing(std::slice::from_ref(&expansion));
        let [native, eval] = BACKENDS.map(|backend| compiled(&texts, &setting, backend));
        for (seed, players) in (0..3).zip([2, 3, 5]) {
            agree(&native, &eval, players, seed, 600);
        }
    });
}

#[test]
fn on_games_of_every_expansion() {
    for (expansion, seed) in library().iter().map(|expansion| expansion.name.clone()).zip(0..) {
        let [native, eval] = BACKENDS.map(|backend| rules(&[expansion.as_str()], backend));
        for players in [2, 4] {
            agree(&native, &eval, players, seed, 600);
        }
    }
}

/// Every value of every option of every expansion, each in a game of its own.
#[test]
fn on_games_with_every_value_of_every_option() {
    let texts = texts();
    let settings = catalogue(&texts).into_iter().flat_map(|entry| {
        let own = entry.options.into_iter().filter(|option| option.only_with.is_none());
        own.flat_map(move |option| other_values(&entry.name, &option))
    });
    let settings: Vec<(u64, Setting)> = (0..).zip(settings).collect();
    assert!(settings.len() >= OPTION_VALUES, "{} values of options", settings.len());
    settings.par_iter().for_each(|(seed, setting)| {
        let [native, eval] = BACKENDS.map(|backend| compiled(&texts, setting, backend));
        agree(&native, &eval, 2, *seed, 200);
    });
}

/// The games with one expansion in which one option of it has a value that it has not by itself.
fn other_values(expansion: &str, option: &OptionEntry) -> Vec<Setting> {
    let bounds = option.values.iter().flat_map(|value| value.split(".."));
    let others = bounds.map(str::trim).filter(|value| *value != option.default);
    let setting = |value: &str| Setting {
        expansions: vec![expansion.to_owned()],
        options: vec![(None, option.name.clone(), value.to_owned())],
        ..Setting::default()
    };
    others.map(setting).collect()
}

fn compiled(texts: &toolkit::Texts, setting: &Setting, backend: Backend) -> Rules {
    match texts.build(setting, backend) {
        Ok(compiled) => Rules::new(compiled.program),
        Err(report) => panic!("{}", report.render_plain(texts.sources())),
    }
}
