//! Worked examples of rules, played by both back ends: those of the expansions, and small ones about hooks.

use std::collections::BTreeSet;

use compiler::Backend;
use grammar::ast::ItemKind;
use toolkit::Texts;

use crate::fixture::{each, files, folder, name, read};
use crate::play::{BACKENDS, scenario_failures, texts, texts_with};

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
