//! Small expansions with something wrong in them, and what games make of it.

use std::fs;

use abi::{Fault, FaultKind};
use runtime::{Playthrough, Stand};

use super::{
    Fuzz, Fuzzed, Trouble,
    cast::Cast,
    fuzz,
    table::{Game, Seen, Table},
    trouble::{of_stand, unsound},
};
use crate::{Library, Setting, Texts};

/// Looks for trouble in an expansion of these items.
fn look(items: &str, games: u64) -> (tempfile::TempDir, Fuzzed) {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("trial");
    fs::create_dir(&folder).unwrap();
    let text = format!("expansion trial {{\n    title \"Trial\"\n    needs base\n}}\n\n{items}");
    fs::write(folder.join("rules.carc"), text).unwrap();
    let texts = Texts::new(&Library::discover(&[scratch.path().to_owned()]));
    let what = Fuzz {
        expansions: vec!["trial".to_owned()],
        home: "trial".to_owned(),
        options: Vec::new(),
        others: false,
        varies: false,
        seed: 1,
        games: Some(games),
        jobs: 2,
        shrinks: true,
    };
    let found = fuzz(&texts, &what, &|found| found.findings.is_empty()).unwrap();
    (scratch, found)
}

#[test]
fn a_fault_is_found_and_made_small() {
    let (_scratch, found) = look(
        "step share in following when placed.neighbours is not empty {\n    \
         active scores 12 / (3 - count placed.neighbours) for placed\n}\n",
        40,
    );
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert!(
        matches!(&finding.trouble, Trouble::Fault { text, .. } if text == "a division by zero")
    );
    assert!(finding.log.len() <= 14 && finding.log.len() <= finding.first, "{:?}", finding.log);
    let scenario = finding.scenario.as_ref().unwrap();
    assert!(scenario.contains("// a division by zero"), "{scenario}");
}

#[test]
fn a_broken_invariant_is_found() {
    let (_scratch, found) = look("invariant every p in players where p.points < 4\n", 40);
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert!(matches!(&finding.trouble, Trouble::Invariant { fault: None, .. }));
    assert!(finding.scenario.is_some());
    assert!(finding.log.len() < 30, "{:?}", finding.log);
}

#[test]
fn an_endless_turn_is_found() {
    let (_scratch, found) = look(
        "step dither in following {\n    repeat {\n        if active decides to wait { next }\n    }\n}\n",
        4,
    );
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert_eq!(finding.trouble, Trouble::Endless("dither.wait".to_owned()));
    // A tile, an action, and the question once: then it is there again.
    assert!(finding.log.len() <= 5 && finding.first > 500, "{:?}", finding.log);
    let scenario = finding.scenario.as_ref().unwrap();
    assert!(scenario.contains(" = ") && scenario.contains(" cannot dither.wait = "), "{scenario}");
}

#[test]
fn a_game_without_an_end_is_told_without_a_scenario() {
    let (_scratch, found) = look(
        "step tide in placing before place when count land < 60 {\n    let wave = hand else skip\n    \
         wave moves to land\n    hand = none\n    skip\n}\n",
        4,
    );
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert_eq!(finding.trouble, Trouble::Endless("the game".to_owned()));
    assert_eq!(finding.scenario, None);
}

/// Of many expansions and options only those are told that it takes.
#[test]
fn rules_that_do_not_go_together_are_made_few() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, more) in [
        ("trial", "player keeps n: int\nstep a in following { active.n = 2 }\n"),
        (
            "other",
            "option late: flag = false\noption more: flag = false\n\
          step b in following when late { n_of(active) }\nto n_of(p: player) { p.points = 0 }\n",
        ),
        ("third", "option even: flag = false\n"),
    ] {
        fs::create_dir(scratch.path().join(name)).unwrap();
        let text = format!("expansion {name} {{ title \"T\" needs base }}\n{more}");
        let text = text.replace("n_of(active)", "active scores 1 for placed");
        let text = text.replace("to n_of(p: player) { p.points = 0 }\n", "");
        let text = text.replace("active.n = 2", "active scores 2 * active.points for placed");
        fs::write(scratch.path().join(name).join("rules.carc"), text).unwrap();
    }
    let texts = Texts::new(&Library::discover(&[scratch.path().to_owned()]));
    let option = |of: &str, name: &str| (Some(of.to_owned()), name.to_owned(), "true".to_owned());
    let setting = Setting {
        expansions: ["trial", "other", "third"].map(str::to_owned).into(),
        options: vec![option("other", "late"), option("other", "more"), option("third", "even")],
        ..Setting::default()
    };
    let cast = Cast { setting };
    let Err(trouble) = Table::set(&texts, &cast, false) else { panic!("they meet") };
    let what = Fuzz {
        expansions: vec!["trial".to_owned()],
        home: "trial".to_owned(),
        options: Vec::new(),
        others: true,
        varies: true,
        seed: 1,
        games: Some(1),
        jobs: 1,
        shrinks: true,
    };
    let small = super::shrink::shrunk(&texts, &what, &Seen::unplayed(cast, trouble)).cast.setting;
    assert_eq!(small.expansions, ["trial", "other"]);
    assert_eq!(small.options, [option("other", "late")]);
}

#[test]
fn sound_rules_have_no_findings_and_what_never_ran_is_named() {
    let (_scratch, found) = look(
        "step rest in following when active.points > 1000 { active scores 1 for placed }\n\
         step more in following when active.points > 3 { active scores 1 for placed }\n",
        8,
    );
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    assert_eq!(found.games, 8);
    assert_eq!(found.unfired.len(), 1, "{:?}", found.unfired);
    assert!(found.unfired[0].contains("step rest in following"), "{:?}", found.unfired);
}

#[test]
fn the_same_seed_finds_the_same_whatever_the_number_of_cores() {
    let texts = Texts::new(&Library::built_in());
    let games = |jobs: usize| {
        let what = Fuzz {
            expansions: vec!["crop_circles".to_owned()],
            home: "crop_circles".to_owned(),
            options: Vec::new(),
            others: true,
            varies: true,
            seed: 3,
            games: Some(10),
            jobs,
            shrinks: true,
        };
        let found = fuzz(&texts, &what, &|_| true).unwrap();
        assert!(found.findings.is_empty(), "{:?}", found.findings);
        (found.games, found.answers, found.unfired)
    };
    let (one, two) = (games(1), games(2));
    assert_eq!(one, two);
    assert!(one.1 > 500);
}

#[test]
fn back_ends_that_do_not_agree_are_found() {
    let texts = Texts::new(&Library::built_in());
    let table = |meeples: &str| {
        let options = vec![(None, "meeples".to_owned(), meeples.to_owned())];
        let setting =
            Setting { expansions: vec!["base".to_owned()], options, ..Setting::default() };
        Table::set(&texts, &Cast { setting }, false).unwrap()
    };
    let mut lying = table("7");
    let game = Game::play(&lying, 2, 5, None);
    assert_eq!(game.trouble, None);
    // An evaluator that thinks there is one follower fewer.
    lying.eval = table("6").eval;
    let game = Game::play(&lying, 2, 5, None);
    assert!(matches!(game.trouble, Some(Trouble::BackEnds(_))), "{:?}", game.trouble);
    assert!(game.log.is_empty(), "the tables differ before the first answer");
}

/// A table of one expansion.
fn table(expansion: &str) -> Table {
    let texts = Texts::new(&Library::built_in());
    let setting = Setting { expansions: vec![expansion.to_owned()], ..Setting::default() };
    Table::set(&texts, &Cast { setting }, false).unwrap()
}

/// A game of two at a table, as it asks for the first time.
fn begun(table: &Table) -> Playthrough {
    let mut play = table.begin(2, 5).unwrap();
    while matches!(play.stand(), Stand::Chance(_)) {
        play.roll().unwrap();
    }
    play
}

#[test]
fn a_game_that_is_another_one_than_its_rules_have_is_unsound() {
    let (small, large) = (table("base"), table("inns_and_cathedrals"));
    let (few, many) = (begun(&small), begun(&large));
    assert_eq!(unsound(few.game(), &small.native), None);
    assert_eq!(unsound(many.game(), &large.native), None);
    // There are more figures, or fewer, than the rules have.
    for (play, rules) in [(&many, &small.native), (&few, &large.native)] {
        let Some(found) = unsound(play.game(), rules) else { panic!("nothing is wrong") };
        assert!(matches!(found, Trouble::Unsound(_)), "{found:?}");
        assert!(found.title().starts_with("an unsound game: "), "{}", found.title());
        assert!(found.key().starts_with("unsound "), "{}", found.key());
    }
    // What the runtime itself finds wrong while it plays is no fault of a rule.
    let internal =
        Stand::Fault(Fault { kind: FaultKind::Internal, site: None, locals: Vec::new() });
    assert!(matches!(of_stand(&few, &internal), Some(Trouble::Unsound(_))));
}

#[test]
fn a_choice_without_an_option_is_told() {
    let table = table("base");
    let play = begun(&table);
    let Stand::Question(mut question) = play.stand() else { panic!("somebody is asked") };
    assert!(question.options > 0);
    assert_eq!(of_stand(&play, &Stand::Question(question.clone())), None);
    question.options = 0;
    let found = of_stand(&play, &Stand::Question(question.clone())).expect("nobody can answer");
    assert_eq!(found, Trouble::Stuck(question.name.clone()));
    assert_eq!(found.title(), format!("nothing to choose from at `{}`", question.name));
    assert_eq!(found.key(), format!("stuck {}", question.name));
}

/// From an empty list nobody is asked, so that games never come to such a choice.
#[test]
fn a_choice_from_nothing_is_no_choice() {
    let (_scratch, found) = look(
        "step take in following {\n    \
         let rich = active chooses from all p in players where p.points > 100000 else skip\n    \
         rich scores 1 for placed\n}\n",
        4,
    );
    assert!(found.findings.is_empty(), "{:?}", found.findings);
}
