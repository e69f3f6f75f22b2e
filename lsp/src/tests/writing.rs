//! What is offered while an author writes.

use lsp_types::{
    CompletionItem, CompletionResponse, CompletionTextEdit,
    request::{Completion, SignatureHelpRequest},
};

use super::{Editor, HARBOUR, unmarked};

const FILE: &str = "harbour/rules.carc";

/// HARBOUR with some text, in which the author's place is marked, behind its items.
fn with(item: &str) -> String {
    format!("{HARBOUR}\n{item}\n")
}

fn offered(editor: &mut Editor, marked: &str) -> Vec<CompletionItem> {
    editor.write(FILE, &unmarked(marked));
    match editor.ask::<Completion>(editor.at(FILE, marked)) {
        Some(CompletionResponse::Array(items)) => items,
        other => panic!("{other:?}"),
    }
}

fn labels(items: &[CompletionItem]) -> Vec<&str> {
    items.iter().map(|item| item.label.as_str()).collect()
}

/// Says so unless some words are offered at a place, and some others are not.
fn offers(editor: &mut Editor, item: &str, wanted: &[&str], unwanted: &[&str]) {
    let found = offered(editor, &with(item));
    let labels = labels(&found);
    for word in wanted {
        assert!(labels.contains(word), "{item}: `{word}` of {labels:?}");
    }
    for word in unwanted {
        assert!(!labels.contains(word), "{item}: `{word}` of {labels:?}");
    }
}

fn editor() -> Editor {
    let mut editor = Editor::new(&[(FILE, HARBOUR)]);
    editor.open(FILE, HARBOUR);
    editor
}

#[test]
fn behind_a_dot_stands_what_a_thing_is_and_can_do() {
    let mut editor = editor();
    offers(
        &mut editor,
        "after p scores n for x {\n    p.|\n}",
        &["points", "left", "boats", "sails", "scores … for …", "may choose from"],
        &["tiles", "launch"],
    );
    offers(
        &mut editor,
        "after p scores n for x when p.le|",
        &["left", "boats"],
        &["tiles", "scores … for …"],
    );
    offers(&mut editor, "fn a(t: tile) -> int = count t.seg|", &["segments", "cell"], &["boats"]);
    offers(&mut editor, "fn a(f: city) -> int = f.|", &["pennants", "tiles"], &["cell"]);
    offers(
        &mut editor,
        "fn a(p: player) -> int = count (all m in p.deployed where m.|)",
        &["feature", "owner"],
        &["boats"],
    );
    offers(&mut editor, "fn a() -> flag = harbour.|", &["toll"], &["tiny_city"]);
    offers(&mut editor, "fn a() -> flag = base.|", &["tiny_city"], &["toll"]);
}

#[test]
fn sentences_take_the_place_of_the_dot() {
    let mut editor = editor();
    let marked = with("after p scores n for x {\n    p.|\n}");
    let found = offered(&mut editor, &marked);
    let scores = found.iter().find(|item| item.label == "scores … for …").unwrap();
    let Some(CompletionTextEdit::Edit(edit)) = &scores.text_edit else { panic!("{scores:?}") };
    assert_eq!(edit.new_text, " scores ${1:n} for ${2:x}");
    let place = super::position(&marked);
    assert_eq!(edit.range.start.character, place.character - 1);
    assert_eq!(edit.range.end, place);
}

#[test]
fn heads_name_what_is_there() {
    let mut editor = editor();
    offers(&mut editor, "step sail in |", &["drawing", "closing"], &["draw"]);
    offers(&mut editor, "step sail in drawing after |", &["draw"], &["drawing", "score"]);
    offers(&mut editor, "step sail in scoring after |", &["score"], &["draw"]);
    offers(&mut editor, "step sail in nowhere after |", &[], &["draw", "score"]);
    offers(&mut editor, "step sail in drawing |", &["after", "when"], &["in"]);
    let verbs = ["scores … for …", "takes … …", "leaves"];
    offers(&mut editor, "after p |", &verbs, &["and", "is none", "draw"]);
    offers(&mut editor, "before p: player |", &verbs, &["and"]);
    offers(&mut editor, "instead of p |", &verbs, &["and"]);
    offers(&mut editor, "forbid m |", &["moves to …"], &["and"]);
    offers(&mut editor, "after p scores n |", &["for …"], &["scores … for …"]);
    offers(&mut editor, "after p scores n for x |", &["when"], &["for …"]);
    offers(&mut editor, "option a: int = 1 |", &["from"], &["and"]);
    offers(&mut editor, "option a: int = |", &["toll"], &["from"]);
    offers(&mut editor, "adjust sails(p) to |", &["true", "sails"], &["from"]);
    offers(&mut editor, "tile h_one x2 in |", &["land"], &["city"]);
    offers(&mut editor, "scenario \"x\" {\n    with |", &["base", "toll"], &["city"]);
    let expected = "scenario \"x\" {\n    players red, blue\n    expect red |";
    let deeds = ["scores … for …", "may choose from", "when"];
    offers(&mut editor, expected, &["can", "cannot", "==", "is", "is none"], &deeds);
    let points = "scenario \"x\" {\n    players red, blue\n    expect red.points |";
    offers(&mut editor, points, &["==", "!=", "and"], &deeds);
    offers(
        &mut editor,
        "scenario \"x\" {\n    players red, blue\n    red: action = |",
        &["deploy", "meeple", "none"],
        &["count", "all … in"],
    );
    offers(&mut editor, "offer sail in |", &["action"], &["draw"]);
    offers(&mut editor, "after |", &["launch", "p scores n for x"], &["sails"]);
    offers(&mut editor, "adjust |", &["sails", "worth"], &["launch"]);
    offers(&mut editor, "option a: |", &["int", "Tide", "city"], &["toll"]);
    offers(&mut editor, "fn a(f: feature) -> flag = f is |", &["city", "none", "empty"], &["toll"]);
    offers(&mut editor, "with |", &["base", "crop_circles"], &["city"]);
    offers(&mut editor, "|", &["step", "scenario", "fn"], &["city"]);
    offers(&mut editor, "tile h_one {\n    city c0: |\n}", &["N", "WR"], &["city"]);
    offers(&mut editor, "tile h_one {\n    |\n}", &["city", "closes"], &["N"]);
    offers(
        &mut editor,
        "scenario \"x\" {\n    players red, blue\n    draw |\n}",
        &["base_city_n"],
        &["city"],
    );
    offers(
        &mut editor,
        "scenario \"x\" {\n    players red, blue\n    red: |\n}",
        &["place", "action"],
        &[],
    );
}

#[test]
fn steps_and_statements_are_those_of_expansions_that_rules_have_to_do_with() {
    const PAGE: &str = "- H1. A boat sails.\n- H2. It comes back.\n";
    let mut editor = Editor::new(&[(FILE, HARBOUR), ("harbour/rules.md", PAGE)]);
    editor.open(FILE, HARBOUR);
    let own = "step moor in drawing { skip }\n";
    let mut found = |header: &str, item: &str| {
        let text = with(&format!("{own}{item}")).replace("needs base", header);
        let found = offered(&mut editor, &text);
        let mut found: Vec<_> = found
            .into_iter()
            .map(|item| (item.sort_text, item.label, item.detail.unwrap_or_default()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, label, detail)| (label, detail)).collect::<Vec<_>>()
    };
    let told = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        all.iter().map(|(label, detail)| ((*label).to_owned(), (*detail).to_owned())).collect()
    };
    let (moor, draw) = (("moor", "in drawing, of harbour"), ("draw", "in drawing, of base"));
    for order in ["after", "before"] {
        let item = format!("step sail in drawing {order} |");
        assert_eq!(found("needs base", &item), told(&[moor, draw]), "{order}");
    }
    // What the step is called and names already stands there no more.
    assert_eq!(found("needs base", "step sail in drawing after moor, |"), told(&[draw]));
    assert_eq!(found("needs base", "step draw in drawing after |"), told(&[moor]));
    // Others come in with the header, or with what is written for both.
    let abbey = ("abbey", "in drawing, of abbey_and_mayor");
    let after = "needs base\n    after abbey_and_mayor";
    assert_eq!(found(after, "step sail in drawing after |"), told(&[moor, abbey, draw]));
    let both = "with abbey_and_mayor {\n    menu pier\n}\nstep sail in drawing after |";
    assert_eq!(found("needs base", both), told(&[moor, abbey, draw]));
    // Before its phase is named, the steps of all phases are there, but still of these expansions alone.
    let all = found("needs base", "step sail after |");
    assert!(all.contains(&told(&[("score", "in scoring, of base")])[0]), "{all:?}");
    assert!(all.iter().all(|(_, detail)| !detail.contains("abbey")), "{all:?}");
    let cited = found("needs base", "@|");
    assert_eq!(cited[..2], told(&[("H1", "A boat sails."), ("H2", "It comes back.")]));
    assert!(cited[2..].iter().all(|(number, _)| number.starts_with('B')), "{cited:?}");
}

#[test]
fn values_come_with_what_is_in_sight() {
    let mut editor = editor();
    let item = "to moor(p: player, t: Tide) {\n    let ship = p.boats\n    if t == |\n}";
    offers(&mut editor, item, &["ebb", "flow", "p", "ship", "active", "toll", "count"], &["skip"]);
    offers(
        &mut editor,
        "to moor(p: player) {\n    let ship = p.boats\n    |\n}",
        &["launch", "ship", "p", "let", "for", "skip", "active"],
        &[],
    );
    offers(
        &mut editor,
        "to moor(p: player) {\n    p |\n}",
        &["scores … for …", "chooses from"],
        &["leaves"],
    );
    let found = offered(&mut editor, &with("to moor(t: Tide) {\n    let b = t == |\n}"));
    let first = found.iter().min_by_key(|item| item.sort_text.clone()).unwrap();
    assert!(["ebb", "flow", "t"].contains(&first.label.as_str()), "{first:?}");
    // Nothing is offered in a remark or a text for players.
    for item in ["// a |", "scenario \"|", "/// see p.|"] {
        let marked = with(item);
        editor.write(FILE, &unmarked(&marked));
        let found = editor.ask::<Completion>(editor.at(FILE, &marked));
        assert_eq!(found, None, "{item}");
    }
}

#[test]
fn parentheses_say_what_belongs_in_them() {
    let mut editor = editor();
    for (item, label, active) in [
        ("to moor(p: player) {\n    launch(p, |\n}", "launch(p: player, n: int)", 1),
        ("fn a(p: player) -> flag = sails(|", "sails(p: player) -> flag", 0),
        ("fn a(p: player) -> int = count fits(|)", "fits(tile) -> list of fit", 0),
        ("fn a(p: player) -> int = p.held(|)", "held(token_kind) -> int", 0),
    ] {
        let marked = with(item);
        editor.write(FILE, &unmarked(&marked));
        let help = editor.ask::<SignatureHelpRequest>(editor.at(FILE, &marked));
        let help = help.unwrap_or_else(|| panic!("{item}"));
        assert_eq!(help.signatures[0].label, label);
        assert_eq!(help.active_parameter, Some(active), "{item}");
    }
    let marked = with("fn a() -> int = [1, |]");
    editor.write(FILE, &unmarked(&marked));
    assert_eq!(editor.ask::<SignatureHelpRequest>(editor.at(FILE, &marked)), None);
}

#[test]
fn items_for_others_are_offered_what_they_are_offered_alone() {
    let mut editor = editor();
    for item in [
        "adjust ",
        "after ",
        "after p ",
        "before p scores n ",
        "step sail in ",
        "step sail in drawing after ",
        "step sail in drawing {\n    ",
        "extend tile ",
        "to foo() {\n    let x = ",
        "forbid m ",
        "offer sail in ",
        "",
    ] {
        let alone = offered(&mut editor, &with(&format!("{item}|")));
        let inner = item.replace('\n', "\n    ");
        for before in ["", "    adjust sails(p) to true\n\n", "    step row in drawing {\n    }\n"]
        {
            let block = format!("with crop_circles {{\n{before}    {inner}|\n}}");
            let inside = offered(&mut editor, &with(&block));
            let (alone, inside) = (labels(&alone), labels(&inside));
            let missing: Vec<_> = alone.iter().filter(|word| !inside.contains(word)).collect();
            assert!(missing.is_empty() && !alone.is_empty(), "{block}: {missing:?}");
            if !item.is_empty() {
                assert!(!inside.contains(&"expansion"), "{block}: {inside:?}");
            }
        }
    }
}
