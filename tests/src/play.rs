//! Games for tests: the standard rules compiled for both back ends, and random whole games.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use compiler::{Backend, Setting};
use runtime::{Game, Pcg32, Playthrough, Rules, SAID, Seats, ShotRecord, Stand};
use toolkit::{Expansion, Home, Library, Programs, TextFile, Texts, examples, play_examples};

pub(crate) use crate::targets::{setup, step};
use crate::{fixture::root, landings::landing};

/// Both back ends.
pub(crate) const BACKENDS: [Backend; 2] = [Backend::Native, Backend::Eval];

/// The texts of the repository's expansions.
pub(crate) fn texts() -> Arc<Texts> {
    static TEXTS: OnceLock<Arc<Texts>> = OnceLock::new();
    TEXTS.get_or_init(|| Arc::new(Texts::new(&library()))).clone()
}

/// The repository's expansions.
pub(crate) fn library() -> Library {
    let mut library = Library::built_in();
    library.add_folder(&root().join("expansions"));
    library
}

/// The standard expansions and one more, which a text declares; with the name of that one.
pub(crate) fn texts_with(name: &str, text: &str) -> (Texts, String) {
    let declared = text.lines().find_map(|line| line.strip_prefix("expansion "));
    let declared = declared.expect("the text declares an expansion");
    let declared = declared.split([' ', '{']).next().unwrap_or_default().to_owned();
    let mut library = library();
    library.add(Expansion {
        name: declared.clone(),
        home: Home::BuiltIn,
        rules: vec![TextFile { name: name.to_owned(), text: text.to_owned() }],
        statements: None,
        messages: BTreeMap::new(),
        recorded: None,
        unreadable: Vec::new(),
        drawing: None,
        mutants: None,
        translations: Default::default(),
    });
    (Texts::new(&library), declared)
}

/// Plays all scenarios of an expansion; what did not come true.
pub(crate) fn scenario_failures(texts: &Texts, expansion: &str, backend: Backend) -> Vec<String> {
    let examples = examples(texts, expansion);
    assert!(!examples.is_empty(), "{expansion} has no scenarios");
    let outcomes = play_examples(texts, &examples, backend);
    let failed = examples.iter().zip(outcomes).filter_map(|(example, outcome)| match outcome {
        Ok(outcome) => outcome.failure.map(|failure| format!("{}\n{failure}", example.title)),
        Err(report) => Some(format!("{}\n{}", example.title, report.render_plain(texts.sources()))),
    });
    failed.collect()
}

/// The compiled rules of a back end, each setting once.
pub(crate) fn programs(backend: Backend) -> &'static Programs {
    static PROGRAMS: OnceLock<[Programs; 2]> = OnceLock::new();
    let both = PROGRAMS.get_or_init(|| BACKENDS.map(|backend| Programs::new(texts(), backend)));
    &both[usize::from(backend == BACKENDS[1])]
}

/// The rules of some expansions.
pub(crate) fn rules(expansions: &[&str], backend: Backend) -> Arc<Rules> {
    let expansions = expansions.iter().map(|&name| name.to_owned()).collect();
    let setting = Setting { expansions, ..Setting::default() };
    match programs(backend).rules(&setting) {
        Ok(rules) => rules,
        Err(report) => panic!("{}", report.render_plain(texts().sources())),
    }
}

/// A game that has begun.
pub(crate) fn begun(rules: &Rules, players: u8, seed: u64) -> Game {
    let mut game = Game::new(rules, &setup(rules, players, seed)).expect("the set-up is usual");
    game.advance(rules);
    game
}

/// A random game with a log, played for so many answers or to its end.
pub(crate) fn played(rules: &Arc<Rules>, players: u8, seed: u64, answers: usize) -> Playthrough {
    let setup = setup(rules, players, seed);
    let mut play = Playthrough::new(rules.clone(), setup, Seats::colours(players)).expect("usual");
    let mut dice = Pcg32::new(seed);
    for _ in 0..answers {
        match play.stand() {
            Stand::Question(question) => {
                let index = dice.below(question.options as u32);
                play.answer(index as usize).expect("the option is on offer");
            }
            Stand::Shot(_) => {
                let scene = play.scene().expect("a shot has a scene");
                let landing = landing(&scene, &mut dice);
                let record = ShotRecord { module: SAID.to_owned(), launch: None, landing };
                play.land(record).expect("the landing is possible");
            }
            Stand::Chance(_) => play.roll().expect("chance was asked"),
            Stand::Over => break,
            Stand::Fault(fault) => panic!("{fault:?}"),
        }
    }
    play
}
