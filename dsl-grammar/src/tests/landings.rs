//! Landings as scenarios write them: every form is one answer, and the line after it is none of it.

use super::{parsed, rendered};
use crate::ast::{Expectation, ItemKind, ScenarioLine, WordKind};

/// Every way in which a landing can be said.
const LANDINGS: &[&str] = &[
    "at (0, 1) 20 mm 24 mm touching none",
    "at (0, -1) 20 mm 24.5 mm turned 37 touching none",
    "at (0, 1) 20 mm 24 mm",
    "touching none",
    "touching blue meeple on r0",
    "touching blue meeple on r0 at (0, 0), red meeple on c0",
    "touching blue meeple on r0 at (0, 0), red meeple on c0 moved onto pig on f0 at (2, -1), green meeple",
    "at (3, 0) 1 mm 2 mm turned 0 touching meeple on c0 moved onto pig fallen onto red meeple, count",
    "at (9, 9) 0 mm 0 mm fallen onto meeple on r0",
    "touching pig, meeple on c0 moved onto red meeple by pig, pig by meeple on c0 at (0, 0) fallen onto abbot by pig",
    "moved onto meeple",
    "caught",
    "touched reach 120 mm",
    "missed reach 400 mm",
    "at (0, 0) 5 mm 5 mm touching none missed reach 399.5 mm",
    "reach 3 mm",
];

/// Lines that may follow one.
const NEXT: &[&str] = &[
    "blue: shot = touching none",
    "@F30 red: mine = meeple on c0 at (1, 0)",
    "expect red.points == 5",
    "@F25 expect count red.deployed == 1",
    "expect blue can kind = catch",
    "given red.points = 3",
    "draw fair_monastery",
    "roll 3",
    "red: visit.host = blue",
];

#[test]
fn every_form_is_one_answer() {
    for landing in LANDINGS {
        for next in NEXT {
            let text = format!(
                "scenario \"s\" {{\n    players red, blue\n    red: shot = {landing}\n    {next}\n}}\n"
            );
            assert_eq!(rendered(&text), "", "{text}");
            let (sources, parsed) = parsed(&text);
            let [item] = &parsed.file.items[..] else { panic!("{text}") };
            let ItemKind::Scenario(scenario) = &item.kind else { panic!("{text}") };
            let kinds: Vec<&ScenarioLine> = scenario.lines.iter().map(|line| &line.kind).collect();
            let [_, ScenarioLine::Answer { answer, name, .. }, after] = kinds[..] else {
                panic!("{text}")
            };
            assert_eq!(name.text, "shot");
            let words: Vec<&str> =
                answer.words.iter().map(|word| sources.slice(word.span)).collect();
            assert_eq!(words.join(" "), with_commas_apart(landing), "{text}");
            if let ScenarioLine::Expect(Expectation::Holds(_)) = after {
                assert!(next.contains("expect"), "{text}");
            }
        }
    }
}

/// The text with spaces before its commas, those inside cells left as they are.
fn with_commas_apart(text: &str) -> String {
    let mut inside = false;
    let mut apart = String::new();
    for sign in text.chars() {
        match sign {
            '(' => inside = true,
            ')' => inside = false,
            ',' if !inside => apart.push(' '),
            _ => {}
        }
        apart.push(sign);
    }
    apart
}

#[test]
fn lengths_and_cells_of_landings_are_exact() {
    let text = "scenario \"s\" { players red, blue red: shot = at (0, -1) 20 mm 24.5 mm turned 37 touching none }";
    let (_, parsed) = parsed(text);
    let ItemKind::Scenario(scenario) = &parsed.file.items[0].kind else { panic!() };
    let ScenarioLine::Answer { answer, .. } = &scenario.lines[1].kind else { panic!() };
    let words: Vec<&WordKind> = answer.words.iter().map(|word| &word.kind).collect();
    assert_eq!(*words[1], WordKind::Cell { x: 0, y: -1 });
    assert_eq!([words[2], words[3]], [&WordKind::Length(20_000), &WordKind::Length(24_500)]);
    assert_eq!(*words[5], WordKind::Int(37));
}
