//! Reasons of points that were adjusted, and of answers that adjustments take away or that belong elsewhere.

use std::sync::Arc;

use runtime::{Playthrough, Rules, Seats, Setup};

use crate::{
    Adjusted, Backend, Reason, Setting, Stretch, Texts, Why, default_tiles, examples,
    stage_example, tests::library,
};

/// The game of a scenario by rules with these items, as it stands at its end.
pub(crate) fn game(items: &str, lines: &str) -> (Texts, Playthrough) {
    let scenario = format!("scenario \"trial\" {{\n    players red, blue\n{lines}}}\n");
    let (_scratch, library) = library(&format!("{items}{scenario}"));
    let texts = Texts::new(&library);
    let staged = stage_example(&texts, &examples(&texts, "trial")[0], Backend::Eval);
    let (outcome, play) = staged.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources())));
    assert!(outcome.passed(), "{:?}", outcome.failure);
    let play = play.expect("something was played");
    (texts, play)
}

/// Red gets a road of three tiles.
pub(crate) const ROAD: &str = "    draw base_city_n_road_e_road_s_road_w\n    red: place = at (1, 0) turned 0\n    \
                    red: action = deploy meeple on r2\n    draw base_city_n_road_e_road_s_road_w\n    \
                    blue: place = at (-1, 0) turned 0\n    blue: action = none\n";

fn scored(reasons: &[Reason]) -> Vec<(&str, Vec<&str>)> {
    let told = |reason: &Reason| reason.what.clone().contains("red scores");
    let own = reasons.iter().filter(|reason| told(reason));
    own.map(|r| (r.what.as_str(), r.adjusted.iter().map(String::as_str).collect())).collect()
}

#[test]
fn what_adjusted_points_is_named_behind_them() {
    let items = "adjust worth(f: road, p) by 5\nadjust worth(f: road, p) at most 6\n\
                 adjust worth(f: city, p) by 7\nadjust worth(f: road, p) by 9 when p.points > 90\n\
                 adjust worth(f: road, p) at least 2\n\nafter p scores n for f when n == 6 {\n    \
                 p scores n + 1 for f\n}\n\nbefore p scores n for f when n == 6 {\n    \
                 p.left scores 2 for f\n}\n";
    let (texts, play) = game(items, ROAD);
    let why = Why::new(&texts, &play).expect("they compile");
    let reasons = why.points(&play, Stretch::LastTurn);
    let road = "red scores 6 points for road r0 at (0, 0)";
    let changed = vec![
        "adjust worth(f: road, p) by 5 (trial/rules.carc:6)",
        "adjust worth(f: road, p) at most 6 (trial/rules.carc:7)",
    ];
    let told = scored(&reasons);
    assert_eq!(told[0], (road, changed), "{reasons:?}");
    // Other points of the same turn have nothing to do with it.
    assert!(told.len() == 2 && told[1].1.is_empty(), "{reasons:?}");
    assert_eq!(why.points(&play, Stretch::Game).len(), reasons.len());
    // Without adjustments no second game is played.
    let (texts, play) = game("", ROAD);
    assert_eq!(Adjusted::of(&texts, &play), Adjusted::default());
}

#[test]
fn statements_of_adjustments_are_told_as_well() {
    let (texts, play) = game("@B19 adjust worth(f: road, p) by 5\n", ROAD);
    let why = Why::new(&texts, &play).expect("they compile");
    let reasons = why.points(&play, Stretch::LastTurn);
    let line = "[B19] adjust worth(f: road, p) by 5 (trial/rules.carc:6)";
    assert_eq!(scored(&reasons)[0].1, [line], "{reasons:?}");
    assert_eq!(reasons[0].statements.len(), 1, "the same statement is told once: {reasons:?}");
}

/// What is told of an answer that is not on offer once red has drawn a monastery, and then placed it if he does.
fn missing(items: &str, places: bool, said: &str) -> String {
    let (_scratch, library) = library(items);
    let texts = Texts::new(&library);
    let setting = Setting { expansions: vec!["trial".into()], ..Setting::default() };
    let compiled = texts.build(&setting, Backend::Eval);
    let program =
        compiled.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources()))).program;
    let setup = Setup { players: 2, tiles: default_tiles(&program), seed: 7, board: None };
    let rules = Arc::new(Rules::new(program));
    let mut play = Playthrough::new(rules, setup, Seats::colours(2)).expect("usual");
    play.give("base_monastery").expect("red draws it");
    if places {
        play.say("at (0, 1) turned 0").expect("it is on offer");
    }
    let why = Why::new(&texts, &play).expect("they compile");
    let (on_offer, reasons) = why.answer(&mut play, said).expect("it is an answer");
    assert!(!on_offer);
    reasons[0].why.clone()
}

#[test]
fn an_adjustment_that_takes_an_answer_away_is_named() {
    let first = "adjust placements(p, t) to all f in it where f != it.first\n";
    let told = missing(first, false, "at (0, 1) turned 0");
    assert!(told.starts_with("taken away by adjust placements(p, t) to all f in it"), "{told}");
    let none = "adjust deployments(p, t) to all s in it where s.place.feature is not field\nadjust worth(f, p) by 1\n";
    let told = missing(none, true, "deploy meeple on f0");
    assert_eq!(
        told,
        "taken away by adjust deployments(p, t) to all s in it where s.place.feature is not field (trial/rules.carc:6)"
    );
}

#[test]
fn an_answer_to_another_question_is_told_what_is_asked() {
    let now = "the game waits for red's answer to `place` now";
    let told = missing("", false, "deploy meeple on f0");
    assert_eq!(told, format!("{now}, and `deploy` is an answer to `action`"));
    let told = missing("", false, "none");
    assert_eq!(told, format!("{now}, and `none` is no answer to it"));
    let told = missing("", true, "at (0, 1) turned 0");
    let now = "the game waits for red's answer to `action` now";
    assert_eq!(told, format!("{now}, and a place for a tile is an answer to `place`"));
    let told = missing("", true, "yes");
    assert_eq!(told, format!("{now}, and `yes` is no answer to it"));
}
