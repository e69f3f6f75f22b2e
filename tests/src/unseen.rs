//! What a game has not seen is not looked for, and everything comes out as if it were.
//!
//! Watched rules look for everything: their conditions are all asked, and no step is passed over.

use std::sync::Arc;

use abi::{Idle, Program, TileKindId, seen};
use compiler::{Backend, Setting};
use runtime::{Game, Misfit, Pcg32, Rules, Setup, State};
use toolkit::Programs;

use crate::play::{library, played, programs, rules, setup, step, texts, texts_with};

/// So many answers of each game are compared.
const ANSWERS: usize = 400;

/// Options with their values.
type Options = &'static [(&'static str, &'static str)];

/// Options by which nobody has the pieces of an expansion, and pieces that are missing then.
const WITHOUT_PIECES: &[(&str, Options, &[&str])] = &[
    (
        "abbey_and_mayor",
        &[("abbeys", "0"), ("mayors", "0"), ("wagons", "0"), ("barns", "0")],
        &["mayor", "wagon", "barn"],
    ),
    ("abbot", &[("abbots", "0")], &["abbot"]),
    (
        "bridges_castles_and_bazaars",
        &[("bridges", "false"), ("castles", "false")],
        &["bridge", "castle"],
    ),
    ("hills_and_sheep", &[("shepherds", "0")], &["shepherd"]),
    ("inns_and_cathedrals", &[("big_followers", "0")], &["big_follower"]),
    ("phantom", &[("phantoms", "0")], &["phantom"]),
    ("princess_and_dragon", &[("fairy_plays", "false")], &[]),
    ("traders_and_builders", &[("builders", "0"), ("pigs", "0")], &["builder", "pig"]),
];

fn setting(expansion: &str, options: &[(&str, &str)]) -> Setting {
    let said = |&(option, value): &(&str, &str)| (None, option.to_owned(), value.to_owned());
    let options = options.iter().map(said).collect();
    Setting { expansions: vec![expansion.to_owned()], options, ..Setting::default() }
}

fn watched(setting: &Setting) -> Rules {
    let texts = texts();
    let compiled = compiler::compile_watched(texts.sources(), texts.available(), setting, None);
    Rules::new(compiled.expect("a standard expansion has no mistakes").0.program)
}

/// The tiles of the base game alone: nothing of an expansion is ever seen.
fn base_tiles(program: &Program) -> Vec<(TileKindId, u32)> {
    let base = program.sets.iter().filter(|set| set.name == "base");
    base.flat_map(|set| &set.tiles).copied().collect()
}

/// Plays a game by both rules; what it has seen in the end.
fn same(plain: &Rules, watched: &Rules, setup: &Setup) -> i64 {
    let [mut one, mut other] = [plain, watched].map(|rules| {
        let mut game = Game::new(rules, setup).expect("the set-up is usual");
        game.advance(rules);
        game
    });
    let [mut dice, mut same_dice] = [Pcg32::new(setup.seed), Pcg32::new(setup.seed)];
    for _ in 0..ANSWERS {
        assert_eq!(one.memory(), other.memory(), "seed {}", setup.seed);
        assert_eq!(one.option_count(), other.option_count(), "seed {}", setup.seed);
        assert_eq!(one.audit(plain), Ok(()), "seed {}", setup.seed);
        if let State::Fault(fault) = one.state() {
            panic!("{fault:?}");
        }
        let goes_on = step(plain, &mut one, &mut dice);
        assert_eq!(goes_on, step(watched, &mut other, &mut same_dice), "seed {}", setup.seed);
        if !goes_on {
            break;
        }
    }
    one.memory().get(abi::Table::Game, 0, abi::field::game::SEEN)
}

#[test]
fn games_are_the_same_as_if_everything_was_looked_for() {
    let mut rare = 0;
    for (expansion, seed) in library().iter().map(|expansion| expansion.name.clone()).zip(0..) {
        let plain = rules(&[expansion.as_str()], Backend::Native);
        let watched = watched(&setting(&expansion, &[]));
        for players in [2, 5] {
            let all = setup(&plain, players, seed);
            let shown = same(&plain, &watched, &all) & (seen::UNPLACED - 1);
            rare += shown.count_ones();
            let few = Setup { tiles: base_tiles(plain.program()), ..all };
            same(&plain, &watched, &few);
        }
    }
    assert!(rare >= 20, "{rare} rare things are seen");
}

/// A game in words that do not depend on how its rules became functions.
fn told(game: &Game) -> String {
    let points: Vec<i64> = (0..game.players()).map(|seat| game.points(seat)).collect();
    let figures = (0..game.memory().rows(abi::Table::Figure))
        .map(|row| game.memory().get(abi::Table::Figure, row as i64, abi::field::figure::PLACE));
    let figures: Vec<i64> = figures.collect();
    let tiles = game.memory().rows(abi::Table::Cell);
    format!("{points:?} {figures:?} {tiles}")
}

/// Rules of pieces that nobody has are left out of the functions, and everything comes out as if they were there.
#[test]
fn games_are_the_same_as_if_missing_pieces_were_looked_for() {
    for (&(expansion, options, pieces), seed) in WITHOUT_PIECES.iter().zip(0..) {
        let setting = setting(expansion, options);
        let plain = programs(Backend::Native).rules(&setting).expect("the options are its own");
        let figures = plain.program().figures.iter().filter(|kind| kind.missing);
        let tokens = plain.program().tokens.iter().filter(|kind| kind.missing);
        let missing: Vec<&str> =
            figures.map(|kind| &*kind.name).chain(tokens.map(|kind| &*kind.name)).collect();
        assert_eq!(missing, pieces, "{expansion}");
        let watched = watched(&setting);
        for players in [2, 5] {
            let all = setup(&plain, players, seed);
            let few = Setup { tiles: base_tiles(plain.program()), ..all.clone() };
            for setup in [all, few] {
                let mut games = [&*plain, &watched].map(|rules| {
                    let mut game = Game::new(rules, &setup).expect("the set-up is usual");
                    game.advance(rules);
                    (rules, game, Pcg32::new(setup.seed))
                });
                loop {
                    let [one, other] = games.each_ref().map(|(_, game, _)| {
                        assert!(!matches!(game.state(), State::Fault(_)), "{expansion}");
                        (told(game), game.option_count())
                    });
                    assert_eq!(one, other, "{expansion}, seed {seed}");
                    assert_eq!(games[0].1.audit(&plain), Ok(()), "{expansion}, seed {seed}");
                    let [one, other] =
                        games.each_mut().map(|(rules, game, dice)| step(rules, game, dice));
                    assert_eq!(one, other, "{expansion}, seed {seed}");
                    if !one {
                        break;
                    }
                }
            }
        }
    }
}

/// Steps that can do nothing before something is seen, or while something that is kept is empty.
#[test]
fn steps_say_when_they_are_idle() {
    let idle = |expansion: &str, step: &str| -> Option<Idle> {
        let rules = rules(&[expansion], Backend::Native);
        let courses = &rules.program().courses;
        let mut steps = courses.turn.steps.iter().chain(&courses.part.steps);
        steps.find(|other| other.name == step).expect("the step is there").idle
    };
    for (expansion, step) in [
        ("ferries", "place_ferry"),
        ("ferries", "change_ferries"),
        ("crop_circles", "crop_circle"),
        ("siege", "escape_of_the_part"),
        ("tower", "ransom"),
    ] {
        let found = idle(expansion, step);
        let told = found.is_some_and(|idle| idle.unseen & !seen::UNPLACED != 0);
        assert!(told && found.is_some_and(|idle| idle.column.is_none()), "{step}: {found:?}");
    }
    for (expansion, step) in [("base", "go_home"), ("the_fair", "catapult_round")] {
        let found = idle(expansion, step);
        assert!(found.is_some_and(|idle| idle.column.is_some()), "{step}: {found:?}");
    }
    for step in ["draw", "place", "act", "score"] {
        assert_eq!(idle("base", step), None, "{step}");
    }
}

/// What is kept is noted by numbers of the rules: a game does not go on as it stands under rules that number it anew.
#[test]
fn a_game_does_not_go_on_under_rules_that_note_what_is_kept_otherwise() {
    const KEPT: &str = r#"expansion orchard { title "Orchard" needs base }
player keeps apples: int
player keeps worms: int
step dig in drawing before draw { active.worms = 1 }
"#;
    let rules = |text: &str| {
        let (texts, name) = texts_with("orchard/orchard.carc", text);
        let texts = Arc::new(texts);
        match Programs::new(texts.clone(), Backend::Native).rules(&setting(&name, &[])) {
            Ok(rules) => rules,
            Err(report) => panic!("{}", report.render_plain(texts.sources())),
        }
    };
    let play = played(&rules(KEPT), 2, 3, 20);
    let worms = |text: &str| format!("{KEPT}{text}");
    assert!(play.resume_under(rules(&worms("fn ripe(p: player) -> flag = p == active\n"))).is_ok());
    let asked = "step pick in placing after place when active.apples > 0 { active.worms = 2 }\n";
    let asked = rules(&worms(asked));
    assert_eq!(play.resume_under(asked.clone()).err(), Some(Misfit::Tables));
    let noted = played(&asked, 2, 3, 20);
    assert!(noted.resume_under(asked).is_ok());
}
