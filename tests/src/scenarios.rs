//! Worked examples of rules, played by both back ends: those of the expansions, and small ones about hooks.

use std::collections::BTreeSet;

use compiler::Backend;
use grammar::ast::ItemKind;
use toolkit::{Example, Expansion, Kept, Outcome, Snapshots, Texts, examples, play_examples};

use crate::fixture::{each, files, folder, name, read, root};
use crate::play::{BACKENDS, library, scenario_failures, texts, texts_with};

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
