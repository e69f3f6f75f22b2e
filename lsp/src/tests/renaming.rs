//! Other names: everywhere or nowhere, in scenarios and texts for players too, and never with another meaning.

use lsp_types::request::{Completion, References, Rename};
use serde_json::json;

use super::{
    Editor,
    changing::{edited, edits},
};
use crate::subject::Subject;

const FERRY: &str = r#"expansion ferry {
    title "Ferry"
    needs base
}

option toll: int = 1 from 0..3

enum Tide { ebb, flow }

option first_tide: Tide = ebb

edition busy { toll = 2  first_tide = flow }

player keeps boats: int

step visit in closing {
    if active decides to wish { active.boats += toll }
}

offer wave in action { active.boats += 5 }
"#;

const SCENARIOS: &str = r#"scenario "one" {
    players red, blue
    with toll = 3
    draw base_city_n
    red: place = at (0, -1) turned 180
    red: action = none
    red: visit.wish = yes
    expect red.boats == 3
}
"#;

const QUAY: &str = r#"expansion quay {
    title "Quay"
    needs ferry
}

scenario "two" {
    players red, blue
    with busy
    draw base_city_n
    red: place = at (0, -1) turned 180
    red: action = wave
    red: wish = no
    expect red.boats == 5
}

scenario "three" {
    players red, blue
    with ferry.toll = 0, first_tide = flow
    draw base_city_n
    red: place = at (0, -1) turned 180
    expect red can action = wave
}
"#;

const ENGLISH: &str = "expansion-ferry = Ferry\noption-toll = Toll\noption-first_tide = Tide\n\
option-first_tide-ebb = Ebb\noption-first_tide-flow = Flow\nvisit-wish = Do you?\n\
visit-wish-x = { visit-wish } and more\naction-wave = Wave\n";

const FILES: &[(&str, &str)] = &[
    ("ferry/rules.carc", FERRY),
    ("ferry/scenarios.carc", SCENARIOS),
    ("ferry/messages/en.ftl", ENGLISH),
    ("ferry/snapshots/ferry__one.snap", "red decides to wish: yes\n"),
    ("quay/rules.carc", QUAY),
];

/// The text of every file after a renaming at a mark, put in before the first place of some words.
fn renamed(
    editor: &mut Editor,
    file: &str,
    text: &str,
    words: &str,
    name: &str,
) -> Result<Vec<(String, String)>, String> {
    let at = text.find(words).unwrap_or_else(|| panic!("{words}")) + words.len();
    let mut params = editor.at(file, &format!("{}|{}", &text[..at], &text[at..]));
    params["newName"] = json!(name);
    let change = editor.ask_raw("textDocument/rename", params)?;
    let change: <Rename as lsp_types::request::Request>::Result =
        serde_json::from_value(change).unwrap();
    let changed = edits(&change.unwrap());
    let after = FILES.iter().map(|(file, text)| {
        let uri = editor.uri(file);
        let own = changed.iter().filter(|(of, _)| of == uri.as_str());
        let all: Vec<_> = own.flat_map(|(_, edits)| edits.clone()).collect();
        ((*file).to_owned(), edited(text, &all))
    });
    Ok(after.collect())
}

#[test]
fn scenarios_and_texts_for_players_are_renamed_too() {
    let mut editor = Editor::new(FILES);
    editor.open("ferry/rules.carc", FERRY);
    let rules = "ferry/rules.carc";
    for (words, former, new) in [
        ("option to", "toll", "tax"),
        ("edition bu", "busy", "crowded"),
        ("decides to wi", "wish", "dream"),
        ("offer wa", "wave", "greet"),
        ("step vi", "visit", "call_on"),
        ("Tide { e", "ebb", "low"),
        ("flo", "flow", "high"),
    ] {
        let after = renamed(&mut editor, rules, FERRY, words, new).expect(former);
        for ((file, text), (_, before)) in after.iter().zip(FILES) {
            if file.ends_with(".snap") {
                continue;
            }
            let wanted = before.replace(former, new);
            assert_eq!(text, &wanted, "{former} in {file}");
        }
        let told = std::mem::take(&mut editor.told);
        editor.ask::<Completion>(editor.at(rules, &format!("{FERRY}|")));
        let told = [told, std::mem::take(&mut editor.told)].concat();
        let kept = told.iter().any(|told| told.contains("ferry/snapshots/ferry__one.snap"));
        assert_eq!(kept, former == "wish", "{former}: {told:?}");
    }
    // From a scenario as well, and what it says is found from the rules.
    let after = renamed(&mut editor, "quay/rules.carc", QUAY, "with bu", "crowded").unwrap();
    assert!(after[0].1.contains("edition crowded"), "{}", after[0].1);
    let mut params = editor.at(rules, &FERRY.replace("offer wave", "offer wa|ve"));
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(editor.ask::<References>(params).unwrap().len(), 2);
}

#[test]
fn a_name_that_would_mean_something_else_is_refused() {
    let cap = "expansion cap {\n    title \"Cap\"\n    needs base\n}\n\noption toll: int = 1 from 0..3\n\n\
               after p scores n for x when n > 0 { p.left scores toll for x }\n\n\
               fn due(p: player) -> int = toll\n\nfn owed(tax: int) -> int = tax + toll\n\n\
               step gather in closing {\n    let who = active chooses from players\n    who scores 1 for placed\n}\n\n\
               step thank in closing after gather {\n    let who = active chooses from players\n    who scores 1 for placed\n}\n\n\
               scenario \"one\" {\n    players red, blue\n    draw base_city_n\n\
               \x20   red: place = at (0, -1) turned 180\n    red: action = none\n    red: who = red\n    red: thank.who = blue\n}\n";
    let mut editor = Editor::new(&[("cap/rules.carc", cap)]);
    editor.open("cap/rules.carc", cap);
    let ask = |editor: &mut Editor, words: &str, name: &str| {
        let at = cap.find(words).unwrap_or_else(|| panic!("{words}")) + words.len();
        let mut params = editor.at("cap/rules.carc", &format!("{}|{}", &cap[..at], &cap[at..]));
        params["newName"] = json!(name);
        editor.ask_raw("textDocument/rename", params)
    };
    for (words, name, refusal) in [
        ("option to", "n", "`toll` at cap/rules.carc:8"),
        ("option to", "tax", "`toll` at cap/rules.carc:12"),
        ("fn owed(ta", "toll", "`toll` at cap/rules.carc:12"),
        ("p scores n", "toll", "`toll` at cap/rules.carc:8"),
        ("let wh", "whom", "which can mean this or another thing"),
    ] {
        let refused = ask(&mut editor, words, name).unwrap_err();
        assert!(refused.contains(refusal), "{words} {name}: {refused}");
    }
    for (words, name) in [("option to", "due_now"), ("fn owed(ta", "n"), ("fn due(", "q")] {
        ask(&mut editor, words, name).unwrap_or_else(|refused| panic!("{words}: {refused}"));
    }
}

#[test]
fn whoever_plays_with_an_expansion_knows_all_its_words_but_steps_that_need_not_play() {
    let desk = crate::desk::Desk::new(Vec::new());
    let everything = desk.everything();
    let mut steps = 0;
    for source in desk.texts().available() {
        let view = desk.view(&source.folder);
        for (file, _) in &source.files {
            let own: Vec<_> = view.notes_of(*file).iter().map(|note| note.span).collect();
            for note in everything.notes_of(*file) {
                let is_known = crate::subject::noted(&note.seen).is_some();
                if is_known && own.binary_search(&note.span).is_err() {
                    let place = desk.texts().sources().place(note.span);
                    assert!(matches!(note.seen, compiler::Seen::Step(_)), "{place}: {note:?}");
                    let found = crate::subject::subject(&desk, *file, note.span.start as usize);
                    assert!(matches!(found, Some((Subject::Step(_), _))), "{place}: {found:?}");
                    steps += 1;
                }
            }
        }
    }
    assert!(steps > 0);
}
