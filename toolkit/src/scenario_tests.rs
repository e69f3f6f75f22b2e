//! Scenarios that fail, and what is said of them.

use crate::{Backend, Example, Outcome, Texts, examples, play_examples, tests::library, unreached};

fn outcomes(items: &str) -> Vec<Outcome> {
    let (_scratch, library) = library(items);
    let texts = Texts::new(&library);
    let examples: Vec<Example> = examples(&texts, "trial");
    let results = play_examples(&texts, &examples, Backend::Eval);
    results
        .into_iter()
        .map(|r| r.unwrap_or_else(|report| panic!("{}", report.render_plain(texts.sources()))))
        .collect()
}

/// One scenario with two players and these lines; what is said of its failure.
fn failure(lines: &str) -> String {
    let text = format!("scenario \"trial\" {{\n    players red, blue\n{lines}}}\n");
    let outcome = outcomes(&text).remove(0);
    outcome.failure.map_or_else(String::new, |failure| failure.to_string())
}

#[test]
fn a_scenario_says_what_it_expected_and_what_it_found() {
    let told = failure("    expect red.points == 3\n");
    assert!(told.starts_with("trial/rules.carc:8: expect red.points == 3\n"), "{told}");
    assert!(told.contains("0 and 3"), "{told}");
    assert!(told.contains("waiting:  chance: `draw_tile.hand` for red"), "{told}");
    assert!(told.contains("│rrrrrrr│"), "the board is shown: {told}");
    assert_eq!(failure("    expect red.points == 0\n"), "");
    let told = failure("    expect players == [red]\n");
    assert!(told.contains("[red, blue] and [red]"), "{told}");
}

#[test]
fn a_scenario_says_why_an_answer_is_not_on_offer() {
    let draw = "    draw base_monastery\n";
    let told = failure(&format!("{draw}    expect red can place = at (1, 0) turned 0\n"));
    assert!(told.contains("`at (1, 0) turned 0` is not on offer; there is `at (0, 1)"), "{told}");
    assert!(told.contains("what is on offer comes from [B7] "), "{told}");
    assert!(
        told.contains("why:      its west side is field, and road lies against it; "),
        "{told}"
    );
    let told = failure(&format!("{draw}    expect red can place = at (0, 0) turned 0\n"));
    assert!(told.contains("why:      a tile lies at (0, 0) already; "), "{told}");
    let told = failure(&format!("{draw}    expect red can place = at (5, 5) turned 0\n"));
    assert!(told.contains("why:      no tile lies beside (5, 5); "), "{told}");
    let told = failure(&format!("{draw}    expect red cannot place = at (0, 1) turned 0\n"));
    assert!(told.contains("found:    it is"), "{told}");
    let told = failure(&format!("{draw}    blue: place = at (0, 1) turned 0\n"));
    assert!(told.contains("the game waits for red's answer to `place`"), "{told}");
    let told = failure(&format!("{draw}    red: action = none\n"));
    assert!(told.contains("the game waits for red's answer to `place`"), "{told}");
    let told = failure("    red: place = at (0, 1) turned 0\n");
    assert!(told.contains("the game waits for chance"), "{told}");
}

#[test]
fn what_chance_was_to_bring_must_come() {
    let placed = "    draw base_monastery, base_city_n\n    red: place = at (0, 1) turned 0\n";
    // The last answer lets the second tile come.
    assert_eq!(failure(&format!("{placed}    red: action = none\n")), "");
    assert_eq!(
        failure(&format!("{placed}    red: action = none\n    expect active == blue\n")),
        ""
    );
    let told = failure(placed);
    assert!(told.starts_with("trial/rules.carc:8: draw base_monastery, base_city_n\n"), "{told}");
    assert!(told.contains("expected: all of this is drawn"), "{told}");
    assert!(told.contains("the scenario ends, and base_city_n was never drawn"), "{told}");
    assert!(told.contains("waiting:  red's answer to `action`"), "{told}");
    let told = failure("    roll 3, 9\n    expect red.points == 0\n");
    assert!(told.starts_with("trial/rules.carc:8: roll 3, 9\n"), "{told}");
    assert!(told.contains("the scenario ends, and 3, 9 was never rolled"), "{told}");
    // Behind a fault nothing comes any more.
    let faulty = "to fail() { for p in players { p scores 1 / 0 for placed } }\n\n\
                  scenario \"trial\" {\n    players red, blue\n    draw base_monastery\n    \
                  given fail()\n    expect fault\n}\n";
    let outcome = outcomes(faulty).remove(0);
    let told = outcome.failure.expect("the tile never comes").to_string();
    assert!(told.contains("base_monastery was never drawn"), "{told}");
}

#[test]
fn a_scenario_that_shows_nothing_fails() {
    for lines in ["", "    given red.points = 3\n", "    draw base_monastery\n"] {
        let told = failure(lines);
        assert!(told.starts_with("trial/rules.carc:6:10: scenario \"trial\"\n"), "{told}");
        assert!(told.contains("nothing in this scenario can fail"), "{told}");
    }
    for lines in ["    expect red.points == 0\n", "    snapshot\n"] {
        assert_eq!(failure(lines), "");
    }
}

#[test]
fn a_scenario_says_who_keeps_a_figure_from_being_deployed() {
    let board = "    board from (0, 0) {\n        | s |\n        s = base_city_n_road_ew with blue \
                 meeple on r0\n    }\n    draw base_road_ew\n    red: place = at (1, 0) turned 0\n";
    let can = |what: &str| failure(&format!("{board}    expect red can action = deploy {what}\n"));
    let told = can("meeple on r0");
    assert!(told.contains("why:      in its road stands blue meeple on r0 at (0, 0); "), "{told}");
    // Other tiles have such a segment; what no tile has is a mistake of the text.
    assert!(can("meeple on c1").contains("why:      base_road_ew has no segment c1; "));
    assert!(can("meeple on r0 at (9, 9)").contains("why:      no tile lies at (9, 9); "));
    let none = "    with base.meeples = 1\n    board from (0, 0) {\n        | s |\n        s = \
                base_city_n_road_ew with red meeple on r0\n    }\n    draw base_road_ew\n    red: \
                place = at (1, 0) turned 0\n    red: action = deploy meeple on f0\n";
    let told = failure(none);
    assert!(told.contains("the game waits for chance"), "nobody is asked: {told}");
    let forbid = "forbid p deploys spot when spot.place.feature is field\n\nscenario \"trial\" {\n    \
                  players red, blue\n    draw base_monastery\n    red: place = at (0, 1) turned 0\n    \
                  expect red can action = deploy meeple on f0\n}\n";
    let told = outcomes(forbid).remove(0).failure.unwrap().to_string();
    let blamed = "why:      forbidden by forbid p deploys spot when spot.place.feature is field (trial/rules.carc:";
    assert!(told.contains(blamed), "{told}");
    assert!(!told.contains("what is on offer comes from"), "{told}");
    let told = failure(&format!("{board}    expect red cannot action = deploy meeple on f0\n"));
    assert!(told.contains("why:      it is offered by "), "{told}");
    assert!(told.contains("offer deploy"), "{told}");
}

/// Of several lines that could have done it those are told that did, each of them.
#[test]
fn the_lines_that_keep_an_answer_off_are_singled_out() {
    let rules = "offer hum in action when active.points > 3 { active scores 1 for placed }\n\n\
                 forbid p deploys spot when spot.place.feature is field and p.points == 0\n\
                 forbid p deploys spot when p.points > 40\n\
                 forbid p deploys spot when p.points < 20\n\n";
    let start = "scenario \"trial\" {\n    players red, blue\n    draw base_city_n_road_ew\n    red: \
                 place = at (1, 0) turned 0\n    expect red can action = ";
    let told = |what: &str| {
        let outcome = outcomes(&format!("{rules}{start}{what}\n}}\n")).remove(0);
        outcome.failure.expect("it is not on offer").to_string()
    };
    let hum = told("hum");
    assert!(hum.contains("why:      `when active.points > 3` does not hold: offer hum"), "{hum}");
    assert!(!hum.contains("forbid"), "{hum}");
    let field = told("deploy meeple on f0");
    assert!(field.contains("forbidden by forbid p deploys spot when spot.place"), "{field}");
    assert!(field.contains("forbidden by forbid p deploys spot when p.points < 20"), "{field}");
    assert!(!field.contains("p.points > 40"), "{field}");
    let road = told("deploy meeple on r0");
    assert!(!road.contains("spot.place") && road.contains("p.points < 20"), "{road}");
    let thrice = told("deploy meeple on f0 at (0, 0)");
    assert!(thrice.contains("` does not hold it: "), "{thrice}");
}

/// Where another question waits, an adjustment that keeps this one from being asked is named, and nothing is said of
/// lists that nobody chooses from.
#[test]
fn an_adjustment_that_keeps_a_question_away_is_singled_out() {
    let start = "scenario \"trial\" {\n    players red, blue\n    draw base_monastery\n    red: \
                 place = at (0, 1) turned 0\n    expect red can action = deploy meeple on ";
    let told = |rules: &str, what: &str| {
        let outcome = outcomes(&format!("{rules}{start}{what}\n}}\n")).remove(0);
        outcome.failure.expect("it is not on offer").to_string()
    };
    let rules = "adjust may_act(p) to p.points > 3\nadjust worth(f, p) by 1\n\n";
    let kept = told(rules, "f0");
    let line = "why:      taken away by adjust may_act(p) to p.points > 3 (trial/rules.carc:6)\n";
    assert!(kept.contains(line), "{kept}");
    // What nobody is asked whatever is left out has no list that could lack it.
    let other = start.replace("expect red", "expect blue");
    let outcome = outcomes(&format!("{other}f0\n}}\n")).remove(0);
    let kept = outcome.failure.expect("red is asked").to_string();
    assert!(!kept.contains("does not hold it"), "{kept}");
}

#[test]
fn words_are_left_out_only_where_one_option_remains() {
    let placed = "    draw base_monastery\n    red: place = at (0, 1) turned 0\n";
    assert_eq!(failure(&format!("{placed}    red: action = deploy meeple on m0\n")), "");
    let told = failure(&format!("{placed}    red: action = deploy meeple\n"));
    assert!(told.contains("is not on offer; there is `deploy meeple on m0 at (0, 1)`"), "{told}");
}

#[test]
fn a_single_option_needs_no_line_but_may_have_one() {
    let board = "    board from (0, 0) {\n        | c |\n        c = base_city_nesw_pennant\n    }\n    \
                 draw base_city_n\n";
    // Four places, one turn each: not single; with one line fewer the scenario would stop there.
    assert_eq!(failure(&format!("{board}    expect red can place = at (0, 1) turned 0\n")), "");
    let lone = "    with base.meeples = 1\n    draw base_city_n\n";
    assert_eq!(failure(&format!("{lone}    red: place = at (0, -1) turned 180\n")), "");
}

#[test]
fn rules_that_go_wrong_fail_a_scenario_with_the_line() {
    let items = "player keeps tally: int\nstep stumble in closing { active.tally = 1 / active.tally }\n\n\
                 scenario \"trial\" {\n    players red, blue\n    draw base_monastery\n    \
                 red: place = at (0, 1) turned 0\n    red: action = none\n    expect blue.points == 0\n}\n";
    let outcome = outcomes(items).remove(0);
    let told = outcome.failure.unwrap().to_string();
    assert!(told.contains("a division by zero"), "{told}");
    assert!(told.contains("trial/rules.carc:7"), "{told}");
}

#[test]
fn an_invariant_must_hold_wherever_a_scenario_waits() {
    let with = |rules: &str, lines: &str| {
        let text = format!(
            "{rules}\n\nscenario \"trial\" {{\n    players red, blue\n    draw base_monastery\n    \
             red: place = at (0, 1) turned 0\n{lines}}}\n"
        );
        let outcome = outcomes(&text).remove(0);
        outcome.failure.map_or_else(String::new, |failure| failure.to_string())
    };
    let gift = "step gift in arriving { active scores 3 for placed }\n";
    let told = with(&format!("{gift}invariant every p in players where p.points < 3"), "");
    assert!(told.contains("found:    it does not hold"), "{told}");
    assert!(told.contains("invariant every p in players where p.points < 3"), "{told}");
    assert!(told.contains("trial/rules.carc:7"), "{told}");
    assert_eq!(with(&format!("{gift}invariant every p in players where p.points < 4"), ""), "");
    let told = with("invariant 6 / count tiles > 3", "    red: action = none\n");
    assert!(told.contains("red: action = none") && told.contains("it does not hold"), "{told}");
    let told = with("invariant 6 / (2 - count tiles) > 3", "    red: action = none\n");
    assert!(told.contains("a division by zero"), "{told}");
}

#[test]
fn what_no_scenario_comes_to_is_named() {
    let steps = "\
step idle in closing when placed.monastic { active scores 1 for placed }
step lazy in closing { if true { skip }  active scores 1 for placed }
step earn in closing { active scores 1 for placed }
step ponder in closing after crop_circle { let n = active chooses from [1, 2] }
step defer in closing after crop_circle { later() }
to later() { let n = active chooses from [1, 2] }
offer rest in action { skip }
offer wait in action { skip }
fn monastic(t: tile) -> flag = any s in t.segments where s is monastery
with crop_circles { step with_circles in closing { active scores 1 for placed } }
";
    let scenario =
        |lines: &str| format!("scenario \"trial\" {{\n    players red, blue\n{lines}}}\n");
    let turn = "    draw base_city_n\n    red: place = at (0, -1) turned 180\n";
    let rest = format!("{turn}    red: action = rest\n");
    let asked = format!("{rest}    red: ponder.n = 1\n");
    for (lines, missed) in [
        (
            "    expect red.points == 0\n".to_owned(),
            "idle lazy earn ponder defer rest wait with_circles",
        ),
        (turn.to_owned(), "idle lazy earn ponder defer rest wait with_circles"),
        (format!("{rest}    expect red.points == 1\n"), "idle lazy defer wait with_circles"),
        (format!("{asked}    expect red.points == 1\n"), "idle lazy wait with_circles"),
        (format!("    with crop_circles\n{asked}    red: later.n = 2\n"), "idle lazy wait"),
        (
            format!(
                "    with crop_circles\n{asked}    red: later.n = 2\n    expect red.points == 2\n"
            ),
            "idle lazy wait",
        ),
    ] {
        let (_scratch, library) = library(&format!("{steps}{}", scenario(&lines)));
        let texts = Texts::new(&library);
        let results = play_examples(&texts, &examples(&texts, "trial"), Backend::Native);
        let results = results.into_iter().map(|result| match result {
            Ok(outcome) => outcome,
            Err(report) => panic!("{}", report.render_plain(texts.sources())),
        });
        let outcomes: Vec<Outcome> = results.collect();
        assert_eq!(outcomes[0].failure, None, "{}", outcomes[0].failure.as_ref().unwrap());
        let reached = outcomes.iter().flat_map(|outcome| &outcome.reached).collect();
        let parts = unreached(&texts, "trial", &reached);
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names.join(" "), missed, "{lines}");
        assert!(parts.iter().all(|part| part.place.starts_with("trial/rules.carc:")), "{parts:?}");
    }
}

#[test]
fn a_scenario_without_decisions_ends() {
    let told = outcomes(
        "step spin in opening { repeat { let n = active chooses from [1] } }\n\
         scenario \"for ever\" { players red, blue expect red.points == 0 }\n",
    );
    let failure = told[0].failure.as_ref().expect("nothing is ever decided");
    assert!(failure.found.contains("a single answer each"), "{failure}");
}
