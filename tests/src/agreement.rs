//! Machine code and the evaluator play the same games: whatever the rules, every state, fault and deed is the same.

use compiler::{Backend, Setting};
use rayon::prelude::*;
use runtime::Rules;
use toolkit::{OptionEntry, catalogue};

use crate::fixture::{self, each, files, folder};
use crate::play::{BACKENDS, begun, library, rules, texts, texts_with};
use crate::rules::playing;
pub(crate) use crate::targets::agree;

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
