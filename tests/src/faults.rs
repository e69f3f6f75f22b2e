//! Rules that go wrong while they run: the fault names its line, the game stands as before the step, both back ends
//! agree, and corrected rules go on from there.

use abi::{FaultKind, HostOp, Reason, STEP_BUDGET};
use runtime::{Event, Game, Pcg32, Rules, Seats, Speaker, State};
use toolkit::{Simulation, SimulationError, simulate};

use crate::play::{BACKENDS, begun, setup, step, texts_with};
use crate::rules::playing;

/// A rule with one wrong line in a step after the first tile, and the fault that it must be.
const WRONG: [(&str, FaultKind); 21] = [
    ("active scores 1 / (count tiles - 2) for placed", FaultKind::DivisionByZero),
    ("active scores 1 % (count tiles - 2) for placed", FaultKind::DivisionByZero),
    ("active scores 9223372036854775807 + count tiles for placed", FaultKind::Overflow),
    ("active scores 9223372036854775807 * count tiles for placed", FaultKind::Overflow),
    ("let m = the m in active.supply where m.place is none  m returns", FaultKind::NotExactlyOne),
    ("active scores burn() for placed", FaultKind::Budget),
    ("lay from (0, 0) { | base_monastery | }", impossible(Reason::CellTaken)),
    ("repeat 2000000000 times { active scores 1 for placed }", FaultKind::Budget),
    ("for i in 1..2000000000 { active scores i for placed }", FaultKind::Budget),
    ("repeat { let n = active rolls 1..6 }", FaultKind::Budget),
    ("repeat { let n = active rolls 1..1 }", FaultKind::Budget),
    ("repeat { let n = active chooses from 1..1 else skip }", FaultKind::Budget),
    ("repeat 1000000 times { new(base_monastery) moves to land }", FaultKind::Budget),
    ("active scores f39(active) for placed", FaultKind::Budget),
    ("d39()", FaultKind::Budget),
    ("w39()", FaultKind::Budget),
    ("let n = active rolls 1..(count tiles - count tiles)", impossible(Reason::EmptyRange)),
    ("let n = active rolls 1..(2000000000 + count tiles)", impossible(Reason::WideRange)),
    ("for t in tiles { t leaves }", impossible(Reason::TileLies)),
    ("placed moves to land", impossible(Reason::TileLies)),
    (LEFT, impossible(Reason::TileGone)),
];

/// A tile that has left the game and then goes to a pile.
const LEFT: &str = "let t = new(base_monastery)  t leaves  t moves to land";

const fn impossible(reason: Reason) -> FaultKind {
    FaultKind::Impossible(reason)
}

/// Questions that take far too long; rules without them are the same otherwise.
const BURN: &str = "fn inner(a: int) -> int = sum b in 1..1000 by (sum c in 1..1000 by a * b * c % 7)\n\
    fn burn() -> int = sum a in 1..1000 by inner(a) % 5\n";

/// Questions, deeds and deeds that wait, each of which does the one before it twice.
fn doubling() -> String {
    let first = "fn f0(p: player) -> int = p.points % 3\n\
                 to d0() { active scores 1 for placed }\n\
                 to w0() { let n = active rolls 1..2 }\n";
    let next = |n: usize| {
        let m = n - 1;
        format!(
            "fn f{n}(p: player) -> int = f{m}(p) + f{m}(p)\n\
             to d{n}() {{ d{m}()  d{m}() }}\n\
             to w{n}() {{ w{m}()  w{m}() }}\n"
        )
    };
    (1..40).map(next).fold(first.to_owned(), |text, next| text + &next)
}

fn text(line: &str) -> String {
    let doubling = doubling();
    format!(
        "expansion faulty {{ title \"Faulty\"  needs base }}\n{BURN}{doubling}\
         player keeps warned: int\n\
         step warn in rearranging {{ active.warned += 1 }}\n\
         step wrong in following {{\n    active.warned += 10\n    {line}\n}}\n"
    )
}

fn compiled(line: &str) -> [Rules; 2] {
    let (texts, expansion) = texts_with("faulty.carc", &text(line));
    let setting = playing(&[expansion]);
    BACKENDS.map(|backend| match texts.build(&setting, backend) {
        Ok(compiled) => Rules::new(compiled.program),
        Err(report) => panic!("{}", report.render_plain(texts.sources())),
    })
}

/// Plays up to the fault of the first turn; with the game as it was after the turn's last answer.
fn broken(rules: &Rules) -> Game {
    let mut game = begun(rules, 2, 3);
    let mut dice = Pcg32::new(3);
    while !matches!(game.state(), State::Fault(_)) {
        assert!(step(rules, &mut game, &mut dice), "the rule went well");
    }
    game
}

#[test]
fn a_fault_names_its_line_and_leaves_no_traces() {
    let fine = compiled("active scores 0 for placed");
    for (line, kind) in WRONG {
        let both = compiled(line).map(|rules| (broken(&rules), rules));
        let [(one, _), (other, _)] = &both;
        assert_eq!(one, other, "{line}");
        for ((game, rules), fine) in both.into_iter().zip(&fine) {
            let State::Fault(fault) = game.state() else { panic!("it went wrong") };
            assert_eq!(fault.kind, kind, "{line}");
            let site = fault.site.expect("a fault has its place");
            let program = rules.program();
            let origin = &program.origins[program.sites[site.index()].origin.index()];
            // A fault inside a question names the question's own line.
            let named = origin.text.trim();
            let known = [line, BURN, &doubling()].iter().any(|text| text.contains(named));
            assert!(known, "{line}: names {named:?}");

            // What ran before the step stands, what the step did does not: corrected rules go on.
            let mut game = game.clone();
            game.retry(fine);
            assert!(!matches!(game.state(), State::Fault(_)), "{line}");
            let mut again = begun(fine, 2, 3);
            let mut dice = Pcg32::new(3);
            while again.turn() == 0 || again.active() == 0 {
                assert!(step(fine, &mut again, &mut dice));
            }
            assert_eq!(game.points(0), again.points(0), "{line}");
            assert_eq!(game.memory(), again.memory(), "{line}");
        }
    }
}

/// Rules that answer a deed stand between it and the line that says it, and are not to blame for it.
#[test]
fn a_deed_that_fails_is_a_fault_of_its_line_whatever_answers_it() {
    let asks = "let k = p chooses from [1, 1] else skip";
    let answers = [
        ("after p scores n for x { p.warned += 1 }", "before t leaves { active.warned += 1 }"),
        ("after p scores n for x when n > 5 { skip }", "after t leaves { active.warned += 1 }"),
        // One that may wait, before and behind the deed.
        (
            &*format!("before p scores n for x {{ {asks} }}"),
            &*format!("before t leaves {{ let p = active  {asks} }}"),
        ),
    ];
    // Where the deed is said: in a step, in a loop, in a deed of the rules, behind a question.
    let places: [(&str, &str); 4] = [
        ("LINE", ""),
        ("for q in players { LINE }", ""),
        ("undergo(a, t)", "to undergo(a: int, t: tile) { LINE }"),
        ("let k = active chooses from [7, 8] else skip\nLINE", ""),
    ];
    for (scoring, leaving) in answers {
        for (place, declared) in places {
            for (line, kind) in [
                ("active scores a for placed active scores a for placed", FaultKind::Overflow),
                ("t leaves", impossible(Reason::TileLies)),
            ] {
                let rules = format!(
                    "let a = 9223372036854775807  let t = placed else skip\n{}\n}}\n{}\n\
                     {scoring}\n{leaving}\nstep done in following {{",
                    place.replace("LINE", line),
                    declared.replace("LINE", line),
                );
                let faults = compiled(&rules).map(|rules| {
                    let mut game = begun(&rules, 2, 3);
                    let mut dice = Pcg32::new(3);
                    while !matches!(game.state(), State::Fault(_)) {
                        assert!(step(&rules, &mut game, &mut dice), "the rule went well");
                    }
                    let State::Fault(fault) = game.state() else { panic!("it went wrong") };
                    let program = rules.program();
                    let site = &program.sites[fault.site.expect("it has a line").index()];
                    let text = program.origins[site.origin.index()].text.trim().to_owned();
                    (fault.clone(), text)
                });
                let told = format!("{place} {scoring} {line}: {:?}", faults[0]);
                assert_eq!(faults[0], faults[1], "{told}");
                let [(fault, text), _] = faults;
                assert_eq!(fault.kind, kind, "{told}");
                assert!(text.contains(&line[..8]), "{told}");
                let word = |name: &str| fault.locals.iter().find(|l| l.name == name);
                assert_eq!(word("a").map(|l| l.word), Some(i64::MAX), "{told}");
                assert!(word("t").is_some() && word("x").is_none(), "{told}");
                assert!(fault.locals.iter().all(|local| !local.name.is_empty()), "{told}");
            }
        }
    }
}

/// A question is mostly lowered where it is asked, and is none the less a body of its own.
#[test]
fn a_fault_in_a_question_shows_what_it_was_asked_of() {
    let asked = "fn share(whole: int, of: tile, slices: int) -> int = whole / (slices - count of.segments * 0)";
    let cases = [
        (asked.to_owned(), "active scores share(7, placed, active.points * 0) for placed"),
        (
            format!("{asked}\nadjust share(a, t, b) by 1"),
            "active scores share(7, placed, 0) for placed",
        ),
    ];
    for (declared, line) in cases {
        let faults =
            compiled(&format!("{line}\n}}\n{declared}\nstep done in following {{")).map(|rules| {
                let game = broken(&rules);
                let State::Fault(fault) = game.state() else { panic!("it went wrong") };
                fault.clone()
            });
        assert_eq!(faults[0], faults[1]);
        let [fault, _] = faults;
        assert_eq!(fault.kind, FaultKind::DivisionByZero);
        let word = |name: &str| fault.locals.iter().find(|l| l.name == name).map(|l| l.word);
        assert_eq!((word("whole"), word("slices")), (Some(7), Some(0)), "{fault:?}");
        assert!(word("of").is_some(), "{fault:?}");
    }
}

/// Lines that stand in no step are part of others; the fault is theirs all the same, and shows their own things.
#[test]
fn a_fault_in_a_line_beside_steps_names_it_and_its_things() {
    let well = "extend tile base_monastery_road_s { well w0: }\n\
                extend tile base_monastery { well w0: }\n";
    let draws = "extend figure meeple { stands on well as drawer }\n";
    let nothing = "(count tiles - count tiles)";
    let cases = [
        (
            format!("adjust worth(c: city, scorer) by 1 / {nothing}"),
            "adjust worth(c: city, scorer)",
            vec!["c", "scorer"],
        ),
        (
            format!("adjust worth(f, p) to it / {nothing} when it > 0"),
            "adjust worth(f, p) to it",
            vec!["f", "it", "p"],
        ),
        (format!("forbid p deploys s when 1 / {nothing} == 1"), "forbid p deploys s", vec!["p", "s"]),
        (format!("forbid m moves to s when 1 / {nothing} == 1"), "forbid m moves to s", vec!["m", "s"]),
        (
            format!("forbid p places t at f when 1 / {nothing} == 1"),
            "forbid p places t at f",
            vec!["f", "p", "t"],
        ),
        (
            "figure foo: follower {\n    each player 1\n    counts 1 / (owner.points - owner.points)\n    \
                stands on city, road\n}"
                .to_owned(),
            "counts 1 / (owner.points",
            vec!["it"],
        ),
        (
            format!("feature well {{\n    joins nothing\n    worth 1 / {nothing}\n    completed when true\n}}\n{well}{draws}"),
            "worth 1 / ",
            vec!["it", "scorer"],
        ),
        (
            format!("feature well {{\n    joins nothing\n    completed when 1 / {nothing} == 1\n}}\n{well}{draws}"),
            "completed when 1 / ",
            vec!["it"],
        ),
        (
            format!(
                "feature well {{ joins nothing }}\n{well}\
                 extend figure meeple {{\n    stands on well as drawer when 1 / {nothing} == 1\n}}"
            ),
            "stands on well as drawer when",
            vec!["it"],
        ),
    ];
    // Not every game comes to each of them.
    let gone_wrong = |rules: &Rules, line: &str| {
        let games = (1..=20).map(|seed| {
            let mut game = begun(rules, 2, seed);
            let mut dice = Pcg32::new(seed);
            let faulty = |game: &Game| matches!(game.state(), State::Fault(_));
            while !faulty(&game) && step(rules, &mut game, &mut dice) {}
            game
        });
        let wrong = games.into_iter().find(|game| matches!(game.state(), State::Fault(_)));
        wrong.unwrap_or_else(|| panic!("{line}: all games went well"))
    };
    for (declared, line, things) in cases {
        let rules = format!("active.warned += 0\n}}\n{declared}\nstep done in following {{");
        let faults = compiled(&rules).map(|rules| {
            let game = gone_wrong(&rules, line);
            let State::Fault(fault) = game.state() else { panic!("it went wrong") };
            let program = rules.program();
            let site = &program.sites[fault.site.expect("it has a line").index()];
            let text = program.origins[site.origin.index()].text.trim().to_owned();
            (fault.clone(), text)
        });
        assert_eq!(faults[0], faults[1], "{line}");
        let [(fault, text), _] = faults;
        assert_eq!(fault.kind, FaultKind::DivisionByZero, "{line}");
        assert!(text.starts_with(line), "{line}: names {text}");
        let mut names: Vec<&str> = fault.locals.iter().map(|local| local.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, things, "{line}: {fault:?}");
    }
}

#[test]
fn lists_among_the_locals_are_told_by_their_elements() {
    let line = "let k = [1, 2]\n    let long = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n    let who = players\n    \
        let n = 3\n    active scores 1 / (count tiles - 2) for placed";
    let told = compiled(line).map(|rules| {
        let game = broken(&rules);
        let State::Fault(fault) = game.state() else { panic!("it went wrong") };
        let seats = Seats::colours(2);
        Speaker::new(rules.program(), game.memory(), &seats, None).locals(fault)
    });
    assert_eq!(told[0], told[1]);
    let expected =
        ["k = [1, 2]", "long = [1, 2, 3, 4, 5, 6, 7, 8, …]", "who = [red, blue]", "n = 3"];
    assert_eq!(told[0], expected);
}

/// A hooked deed is a function of its own; the line that says the deed is its cause all the same.
#[test]
fn a_hooked_deed_is_done_for_the_line_that_says_it() {
    let line = "active scores 4 for placed";
    let hook = "after p scores n for x when n == 4 { p.warned += 100 }";
    for rules in compiled(&format!("{line}\n}}\n{hook}\nstep done in following {{")) {
        let mut game = begun(&rules, 2, 3);
        game.keep_chronicle(true);
        let mut dice = Pcg32::new(3);
        while game.active() == 0 {
            assert!(step(&rules, &mut game, &mut dice));
        }
        let program = rules.program();
        let scored: Vec<&str> = (game.chronicle().events().iter())
            .filter_map(|event| match event {
                Event::Deed(deed) if deed.op() == Some(HostOp::Score) && deed.args[1] == 4 => {
                    let origin = program.sites[deed.site.index()].origin;
                    Some(program.origins[origin.index()].text.trim())
                }
                _ => None,
            })
            .collect();
        assert_eq!(scored, [line]);
    }
}

/// Each of a hundred hooks sets off all the others: the fault names the line that went a step too far.
#[test]
fn hooks_that_set_each_other_off_too_deeply_name_a_line_and_its_locals() {
    let hooks: String = (0..100)
        .map(|n| {
            format!("after p scores n for x {{ p.left scores n + {n} for x  p.warned += 1 }}\n")
        })
        .collect();
    let line = "active scores 1 for placed";
    let rules = compiled(&format!("{line}\n}}\n{hooks}\nstep done in following {{"));
    let [one, other] = rules.each_ref().map(broken);
    assert_eq!(one, other);
    let State::Fault(fault) = one.state() else { panic!("it went wrong") };
    assert_eq!(fault.kind, FaultKind::Depth);
    let program = rules[0].program();
    let site = fault.site.expect("it names a line");
    let origin = &program.origins[program.sites[site.index()].origin.index()];
    assert!(origin.text.contains("p.left scores n + "), "{origin:?}");
    let names: Vec<&str> = fault.locals.iter().map(|local| local.name.as_str()).collect();
    assert_eq!(names, ["p", "n", "x"]);
}

#[test]
fn a_fault_stays_a_fault_under_the_same_rules() {
    for rules in compiled(WRONG[0].0) {
        let mut game = broken(&rules);
        let before = game.clone();
        game.retry(&rules);
        assert_eq!(game, before);
    }
}

#[test]
fn both_back_ends_have_the_same_steps_left() {
    for (line, _) in WRONG {
        let [one, other] = compiled(line).map(|rules| saved(&broken(&rules)));
        assert_eq!(one, other, "{line}");
    }
}

fn saved(game: &Game) -> serde_json::Value {
    serde_json::to_value(game).expect("games are plain data")
}

#[test]
fn impossible_numbers_of_pieces_name_their_item() {
    let pieces = [
        (
            "figure g: follower { each player 1000 * count players  stands on tile }",
            "figure g: each player",
        ),
        ("token g { each player 0 - 1 }", "token g: each player"),
        ("token g { stock 99999 * count players }", "token g: stock"),
        ("token g { stock 1 / (count players - count players) }", "token g: stock"),
    ];
    for (item, name) in pieces {
        let text = format!("expansion many {{ title \"Many\"  needs base }}\n{item}\n");
        let (texts, expansion) = texts_with("many.carc", &text);
        let compiled = texts.build(&playing(&[expansion]), BACKENDS[0]);
        let compiled = compiled.unwrap_or_else(|r| panic!("{}", r.render_plain(texts.sources())));
        let rules = Rules::new(compiled.program);
        let error = Game::new(&rules, &setup(&rules, 2, 1)).expect_err("too many pieces");
        assert!(error.blames_rules());
        assert!(error.to_string().starts_with(name), "{error}");
    }
}

#[test]
fn a_game_without_an_end_is_given_up() {
    let (texts, expansion) = texts_with(
        "endless.carc",
        "expansion endless { title \"Endless\"  needs base }\n\
         step ask in following { repeat { if active decides to go_on { next } } }\n",
    );
    let compiled = texts.build(&playing(&[expansion]), BACKENDS[0]).expect("the rules are right");
    let rules = Rules::new(compiled.program);
    let tiles = setup(&rules, 2, 1).tiles;
    let what = Simulation { games: 1, players: 2, seed: 5, jobs: 1, tiles, physics: None };
    let error = simulate(&rules, &what).expect_err("it never ends");
    let SimulationError::Endless { game: 0, seed, decisions: 1_000_000 } = error else {
        panic!("{error}")
    };
    assert!(error.to_string().contains(&seed.to_string()), "{error}");
}

#[test]
fn a_long_but_finite_rule_is_no_fault() {
    // Far below the budget, however it is counted.
    const { assert!(STEP_BUDGET > 10_000_000) };
    for rules in compiled("active scores inner(3) % 2 for placed") {
        let mut game = begun(&rules, 2, 3);
        let mut dice = Pcg32::new(3);
        while game.active() == 0 {
            assert!(step(&rules, &mut game, &mut dice));
        }
    }
}
