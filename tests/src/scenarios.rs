//! Worked examples of rules, played by both back ends: those of the expansions, and small ones about hooks.

use std::collections::BTreeSet;

use compiler::Backend;
use grammar::ast::ItemKind;
use runtime::Game;
use toolkit::{
    Example, Expansion, Kept, OptionEntry, Outcome, Setting, Snapshots, Texts, catalogue, examples,
    play_examples,
};

use crate::fixture::{each, files, folder, name, read, root};
use crate::play::{BACKENDS, library, rules, scenario_failures, setup, texts, texts_with};

#[test]
fn scenarios_of_the_expansions_come_true() {
    let texts = texts();
    for backend in BACKENDS {
        for source in texts.available() {
            let failed = scenario_failures(&texts, &source.folder, backend);
            assert!(failed.is_empty(), "{backend:?}: {}", failed.join("\n"));
        }
    }
}

/// No scenario can be played by more players than a game has, nor with a value that an option cannot have: so what
/// expansions declare is compared with a table, and what lies outside of it is tried.
#[test]
fn limits_are_those_of_the_table() {
    let texts = texts();
    let table = read(&folder("limits").join("standard.txt"));
    let mut declared = BTreeSet::new();
    let limits = table.lines().filter(|line| !line.starts_with('#'));
    let limits: BTreeSet<(String, String)> = limits
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let [expansion, statement, limit] = [(); 3].map(|()| words.next().unwrap_or_default());
            let entries = catalogue(&texts);
            let entry = entries.iter().find(|e| e.name == expansion).expect(line);
            assert!(entry.statements.iter().any(|s| s.number == statement), "{line}");
            (expansion.to_owned(), limit.to_owned())
        })
        .collect();
    for entry in catalogue(&texts) {
        let players = entry.players.map(|(from, to)| format!("players {from}..{to}"));
        let options = entry.options.iter().map(|o| {
            let OptionEntry { name, default, values, .. } = o;
            format!("{name} = {default} from {}", values.join(", "))
        });
        declared.extend(players.into_iter().chain(options).map(|l| (entry.name.clone(), l)));
        let name = entry.name.as_str();
        let rules = rules(&[name], Backend::Eval);
        let admits = |players| Game::new(&rules, &setup(&rules, players, 1)).is_ok();
        let admitted: Vec<u8> = (0..=8).filter(|&players| admits(players)).collect();
        assert_eq!(admitted, [2, 3, 4, 5, 6], "{name}");
        for option in &entry.options {
            let builds = |value: &str| {
                let option = (Some(name.to_owned()), option.name.clone(), value.to_owned());
                let expansions = vec![name.to_owned()];
                let setting = Setting { expansions, options: vec![option], ..Setting::default() };
                texts.study(&setting).diagnostics.iter().all(|found| !found.is_error())
            };
            let numbers = option.values.iter().flat_map(|value| value.split(".."));
            let numbers: Vec<i64> = numbers.filter_map(|number| number.parse().ok()).collect();
            let (least, most) = (numbers.iter().min(), numbers.iter().max());
            for value in least.into_iter().chain(most) {
                assert!(builds(&value.to_string()), "{name}.{} = {value}", option.name);
            }
            let outside = least.map(|n| n - 1).into_iter().chain(most.map(|n| n + 1));
            for value in outside.map(|n| n.to_string()).chain(["whatever".to_owned()]) {
                assert!(!builds(&value), "{name}.{} = {value}", option.name);
            }
        }
    }
    assert_eq!(declared, limits);
}

/// A scenario with a mistake fails with it, and keeps no other from being played.
#[test]
fn a_scenario_with_a_mistake_stops_no_other() {
    let sound = "scenario \"sound\" {\n    players red, blue\n    expect red.points == 0\n}\n";
    let text = format!(
        "expansion mixed {{ title \"Mixed\"  needs base }}\n\
         scenario \"misspelt answer\" {{\n    players red, blue\n    draw base_city_n\n    \
         red: place = at (0, -1) turned 180\n    expect red can action = deploy meeple on x9\n}}\n\
         {sound}scenario \"misspelt question\" {{\n    players red, blue\n    expect red.pionts == 0\n}}\n\
         scenario \"unread\" {{\n    players red, blue\n    expect red.points = = 0\n}}\n\
         with crop_circles {{\n    scenario \"inside\" {{\n        players red, blue\n        expect red.pionts == 0\n    }}\n}}\n\
         scenario \"sound too\" {{\n    players red, blue\n    expect blue.points == 0\n}}\n"
    );
    let (texts, expansion) = texts_with("mixed.carc", &text);
    let found = examples(&texts, &expansion);
    for backend in BACKENDS {
        let played = play_examples(&texts, &found, backend);
        let told = found.iter().zip(&played).map(|(example, played)| match played {
            Ok(outcome) => format!("{}: {:?}", example.title, outcome.passed()),
            Err(report) => {
                let codes = report.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>();
                format!("{}: {}", example.title, codes.join(" "))
            }
        });
        let told: Vec<String> = told.collect();
        assert_eq!(
            told,
            [
                "misspelt answer: check/unknown-name",
                "sound: true",
                "misspelt question: check/unknown-property",
                "unread: syntax/unexpected",
                "inside: check/unknown-property",
                "sound too: true",
            ]
        );
    }
    // A mistake in the rules stops them all.
    let wrong = text + "step s in nowhere { }\n";
    let (texts, expansion) = texts_with("mixed.carc", &wrong);
    for played in play_examples(&texts, &examples(&texts, &expansion), Backend::Eval) {
        let report = played.expect_err("the rules have a mistake");
        assert!(report.diagnostics.iter().any(|found| found.code == "check/unknown-phase"));
    }
}

#[test]
fn hooks_behave_as_their_scenarios_say() {
    each(&files(&folder("hooks"), "carc"), |path, text| {
        let (texts, expansion) = texts_with(&name(path), text);
        for backend in BACKENDS {
            let failed = scenario_failures(&texts, &expansion, backend);
            assert!(failed.is_empty(), "{backend:?}: {}", failed.join("\n"));
        }
    });
}

/// What scenarios keep happens as it did, whatever runs the rules; no file is left without a scenario.
#[test]
fn snapshots_of_the_expansions_are_up_to_date() {
    let (texts, library) = (texts(), library());
    for source in texts.available() {
        let found = examples(&texts, &source.folder);
        let home = root().join("expansions").join(&source.folder);
        let on_disk = Expansion::read(&home).expect("the folder of a standard expansion");
        assert!(library.get(&source.folder).is_some(), "{}", source.folder);
        let snapshots = Snapshots::of(&on_disk, &found).expect("it lies in a folder");
        assert!(snapshots.unreferenced().is_empty(), "{:?}", snapshots.unreferenced());
        let kept: Vec<Example> = found.into_iter().filter(|example| example.keeps).collect();
        assert!(!kept.is_empty(), "{} keeps nothing", source.folder);
        for backend in BACKENDS {
            for (example, outcome) in kept.iter().zip(play_examples(&texts, &kept, backend)) {
                let Ok(Outcome { snapshot: Some(text), .. }) = &outcome else {
                    panic!("{}: {outcome:?}", example.title)
                };
                let file = snapshots.file(example).expect("the scenario keeps something");
                let kept = file.compare(text).expect("the file can be read");
                assert_eq!(kept, Kept::Same, "{backend:?} {}; now:\n{text}", file.path.display());
            }
        }
    }
}

/// The statements that the scenarios of an expansion cite.
fn cited(texts: &Texts, expansion: &str) -> BTreeSet<String> {
    let source = texts.available().iter().find(|source| source.folder == expansion);
    let items = source.into_iter().flat_map(|source| &source.files).flat_map(|(_, f)| &f.items);
    let lines = items.filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some(&scenario.lines),
        _ => None,
    });
    let citations = lines.flatten().flat_map(|line| &line.citations);
    citations.map(|citation| citation.statement.clone()).collect()
}

/// Every statement that a scenario can show is cited by a line of one; those about pieces and parts that only
/// other expansions bring along, by one of the guests among the mutations.
#[test]
fn every_statement_has_a_scenario_that_cites_it() {
    let texts = texts();
    let guests = files(&folder("mutations"), "carc").into_iter().flat_map(|path| {
        let (texts, guest) = texts_with(&name(&path), &read(&path));
        cited(&texts, &guest)
    });
    let guests: BTreeSet<String> = guests.collect();
    for source in texts.available() {
        let own = cited(&texts, &source.folder);
        let statements = source.statements.expect("a standard expansion has its statements");
        let statements = texts.sources().text(statements).lines();
        let numbers = statements.filter_map(|line| line.strip_prefix("- ")?.split_once('.'));
        let numbers = numbers.map(|(number, _)| number);
        let shown: Vec<&str> =
            numbers.filter(|&number| !own.contains(number) && !guests.contains(number)).collect();
        assert!(shown.is_empty(), "{}: no scenario shows {shown:?}", source.folder);
    }
}

/// A fault that is expected is none, whatever words of it are named; one that does not occur is missed.
#[test]
fn faults_can_be_expected() {
    let scenario = |given: &str, expect: &str| {
        let text = format!(
            "expansion faulty {{ title \"Faulty\"  needs base }}\n\
             game keeps odd: int = 0\nto err(n: int) {{ odd = 1 / n }}\n\
             scenario \"s\" {{\n    players red, blue\n    given {given}\n    {expect}\n}}\n"
        );
        let (texts, expansion) = texts_with("faulty.carc", &text);
        let all = BACKENDS.map(|backend| scenario_failures(&texts, &expansion, backend).join("\n"));
        assert_eq!(all[0], all[1]);
        all[0].clone()
    };
    for expect in ["expect fault", "expect fault \"division by zero\"", "snapshot expect fault"] {
        assert_eq!(scenario("err(0)", expect), "", "{expect}");
    }
    let other = scenario("err(0)", "expect fault \"too deeply\"");
    assert!(other.contains("found:    a division by zero"), "{other}");
    assert!(other.contains("1 / n"), "the line that went wrong: {other}");
    let none = scenario("err(1)", "expect fault");
    assert!(none.contains("expected: a fault\n"), "{none}");
    let more = scenario("err(0)", "expect odd == 0");
    assert!(more.contains("a division by zero"), "{more}");
    let unknown = scenario("err(0)", "expect fault \"a division by zeros\"");
    assert!(unknown.contains("did you mean \"a division by zero\"?"), "{unknown}");
}

/// A scenario can fail: with another number it does, and says so.
#[test]
fn a_wrong_expectation_is_found() {
    let text = "expansion wrong { title \"Wrong\"  needs base }\n\
        scenario \"wrong\" {\n    players red, blue\n    expect count red.supply == 6\n}\n";
    let (texts, expansion) = texts_with("wrong.carc", text);
    for backend in [Backend::Native, Backend::Eval] {
        let failed = scenario_failures(&texts, &expansion, backend);
        assert_eq!(failed.len(), 1);
        assert!(failed[0].contains("count red.supply == 6"), "{}", failed[0]);
    }
}
