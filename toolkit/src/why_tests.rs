//! Reasons of points that were adjusted, and of answers that adjustments take away or that belong elsewhere.

use std::sync::Arc;

use runtime::{Playthrough, Rules, Seats, Setup, Stand};

use crate::{
    Adjusted, Backend, Offered, Reason, Setting, Stretch, Texts, Why, default_tiles, examples,
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
    let (offered, reasons) = answered(items, places, said);
    assert_eq!(offered, Offered::No);
    reasons[0].why.clone()
}

/// The same of any answer. If red is asked nothing more, blue has drawn a road.
fn answered(items: &str, places: bool, said: &str) -> (Offered, Vec<Reason>) {
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
        if matches!(play.stand(), Stand::Chance(_)) {
            play.give("base_road_sw").expect("blue draws it");
        }
    }
    let why = Why::new(&texts, &play).expect("they compile");
    why.answer(&mut play, said).expect("it is an answer")
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

/// A figure that stands where others do not, and an offer with a list of figures.
const HELPER: &str = "figure helper { each player 1 stands on field, monastery, road size 10 mm x 10 mm x 10 mm }\n\
                      fn hummers() -> list of follower =\n    all m in active.deployed where m is follower\n\
                      @B19 offer hum in action: m from hummers() { active scores 1 for m }\n";

#[test]
fn what_is_said_in_part_is_told_what_keeps_all_of_it_off() {
    let forbid = "@B10 forbid p deploys spot when spot.figure is helper and p.points < 3\n";
    let items = format!("{HELPER}{forbid}");
    let line = "forbidden by [B10] forbid p deploys spot when spot.figure is helper and p.points < 3 \
                (trial/rules.carc:10)";
    for said in ["helper", "deploy helper", "deploy helper on f0", "helper on f0"] {
        let (offered, reasons) = answered(&items, true, said);
        assert_eq!((offered, reasons[0].why.as_str()), (Offered::No, line), "{said}");
        assert!(
            matches!(&reasons[0].statements[..], [told] if told.starts_with("B10: ")),
            "{said}: {:?}",
            reasons[0].statements
        );
    }
    // Each of two lines keeps some of it off.
    let two = "forbid p deploys spot when spot.figure is helper and spot.place.feature is field\n\
               forbid p deploys spot when spot.figure is helper and spot.place.feature is monastery\n";
    let told = missing(&format!("{HELPER}{two}"), true, "helper");
    assert!(told.contains("is field (trial/rules.carc:10); forbidden by "), "{told}");
    assert!(told.contains("is monastery (trial/rules.carc:11)"), "{told}");
    // Its question is named as that of the whole answer.
    let told = missing(&items, false, "helper");
    let now = "the game waits for red's answer to `place` now";
    assert_eq!(told, format!("{now}, and `helper` is an answer to `action`"));
}

#[test]
fn an_offer_without_options_is_told_what_its_list_is() {
    let (offered, reasons) = answered(HELPER, true, "hum");
    assert_eq!(offered, Offered::No);
    assert_eq!(
        reasons[0].why,
        "`hummers()` holds nothing: [B19] offer hum in action: m from hummers() { active scores 1 for m } \
         (trial/rules.carc:9); `hummers` is fn hummers() -> list of follower = all m in active.deployed \
         where m is follower (trial/rules.carc:7)"
    );
    assert_eq!(reasons[0].statements.len(), 1, "{reasons:?}");
    let told = missing(HELPER, true, "hum red helper");
    assert!(told.starts_with("`hummers()` does not hold it"), "{told}");
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

#[test]
fn an_answer_to_a_question_that_was_left_out_is_told_which_line_left_it_out() {
    let blue = "the game waits for blue's answer to `place` now, and";
    let left_out = "red's `action` was left out since the last answer";
    let told = missing("forbid p deploys spot when p.points < 100\n", true, "deploy meeple on m0");
    assert_eq!(
        told,
        format!(
            "{blue} `deploy` is an answer to `action`; {left_out}; forbidden by forbid p deploys spot \
             when p.points < 100 (trial/rules.carc:6)"
        )
    );
    let told =
        missing("adjust may_act(p) to false when p.points < 3\n", true, "deploy meeple on m0");
    let line = "taken away by adjust may_act(p) to false when p.points < 3 (trial/rules.carc:6)";
    assert_eq!(told, format!("{blue} `deploy` is an answer to `action`; {left_out}; {line}"));
}

#[test]
fn a_step_whose_when_does_not_hold_is_named() {
    let step = "step ask in following when active.points > 90 { if active decides to sing { } }\n";
    let act = "adjust may_act(p) to false\n";
    let told = missing(&format!("{act}{step}"), true, "yes");
    let line = "`when active.points > 90` does not hold: step ask in following when active.points > 90 \
                { if active decides to sing { } } (trial/rules.carc:7)";
    let left_out = "red's `sing` was left out since the last answer";
    let now = "the game waits for blue's answer to `place` now, and `yes` is an answer to `sing`";
    assert_eq!(told, format!("{now}; {left_out}; {line}"));
    // Both a step and what it calls are to blame here.
    let step = "step ask in following when active.points > 90 {\n    if not may_sing(active) { skip }\n    \
                if active decides to sing { }\n}\nfn may_sing(p: player) -> flag = true\n\
                adjust may_sing(p) to false\n";
    let told = missing(&format!("{act}{step}"), true, "yes");
    assert!(told.contains("`when active.points > 90` does not hold"), "{told}");
    assert!(told.contains("taken away by adjust may_sing(p) to false"), "{told}");
}

#[test]
fn a_part_of_an_answer_is_told_what_has_it() {
    let options = |said: &str| {
        let (offered, reasons) = answered("", true, said);
        assert_eq!(offered, Offered::InPart, "{said}");
        reasons.into_iter().map(|reason| reason.what).collect::<Vec<_>>()
    };
    let all = ["deploy meeple on m0 at (0, 1)", "deploy meeple on f0 at (0, 1)"];
    assert_eq!(options("deploy"), all);
    assert_eq!(options("meeple"), all);
    assert_eq!(options("m0"), all[..1]);
    let (offered, reasons) = answered("", true, "deploy meeple on m0");
    assert_eq!((offered, reasons.len()), (Offered::Yes, 1));
}

#[test]
fn answers_of_all_types_are_told_to_which_question_they_belong() {
    let items = "enum Many { one, many }\nstep ask in following {\n    let m = active chooses from Many\n    \
                 let who = active chooses from players\n    if active decides to sing { }\n}\n";
    let now = "the game waits for red's answer to `action` now, and";
    let told = |said: &str| missing(items, true, said);
    assert_eq!(told("many"), format!("{now} `many` is an answer to `m`"));
    assert_eq!(told("blue"), format!("{now} `blue` is an answer to `who`"));
    assert_eq!(told("yes"), format!("{now} `yes` is an answer to `sing`"));
    assert_eq!(told("at (9, 9)"), format!("{now} a place for a tile is an answer to `place`"));
}
