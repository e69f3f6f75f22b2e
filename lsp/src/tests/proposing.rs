//! The fixes of the mistakes that the checker is tried on: each mends what it is for, and none is missing where a
//! diagnostic says the one text that is right.

use lsp_types::{CodeAction, CodeActionOrCommand, request::CodeActionRequest};
use serde_json::json;

use super::{
    Editor,
    changing::{edited, edits},
};

const ORCHARD: &str = "orchard/rules.carc";

/// The mistakes of designers that the checker is tried on, each a file of one expansion.
fn slips() -> Vec<(String, String)> {
    read("mistakes")
}

/// The files of one expansion in a folder of the tests.
fn read(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/../tests/{folder}", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|p| p.extension().is_some_and(|e| e == "carc")).collect();
    paths.sort();
    // What is no text in UTF-8 no editor has open.
    let read = |path: std::path::PathBuf| {
        let text = String::from_utf8(std::fs::read(&path).unwrap()).ok()?;
        Some((path.file_name().unwrap().to_string_lossy().into_owned(), text))
    };
    paths.into_iter().filter_map(read).collect()
}

/// All that is offered for the file as it is written.
fn actions(editor: &mut Editor) -> Vec<CodeAction> {
    let end = json!({ "line": 10_000, "character": 0 });
    let params = json!({
        "textDocument": { "uri": editor.uri(ORCHARD) },
        "range": { "start": { "line": 0, "character": 0 }, "end": end },
        "context": { "diagnostics": [] },
    });
    let found = editor.ask::<CodeActionRequest>(params).unwrap().into_iter();
    let action = |found| match found {
        CodeActionOrCommand::CodeAction(action) => action,
        CodeActionOrCommand::Command(command) => panic!("{command:?}"),
    };
    found.map(action).collect()
}

/// What leads in a help to the one text that is right.
const LEADS: &[&str] =
    &["write ", ", write ", ": write ", "did you mean ", "declare it: ", "quotes: "];

/// What a help proposes if that is one text, and neither its place nor anything else is left to choose.
fn proposed(message: &str) -> Option<&str> {
    let (_, help) = message.split_once("\nhelp: ")?;
    let [lead, text, rest] = help.split('`').collect::<Vec<_>>()[..] else { return None };
    let leads = LEADS[1..].iter().any(|form| lead.ends_with(form)) || lead == LEADS[0];
    let blanks = lead.starts_with("take away the blanks");
    (leads && !text.contains('…') && !rest.contains(" where ") || blanks).then_some(help)
}

/// Proposals that make another mistake, so that they are not offered, by file.
const UNMADE: &[&str] = &[
    // The step says no phase either.
    "item-indented.carc: take away the blanks before `step`",
    // What has this name wants another type there.
    "mistakes-behind-unknown-heads.carc: did you mean `settle`?",
    "mistakes-behind-unknown-heads.carc: did you mean `strength`?",
    // Nothing lies near itself.
    "segment-near-one-that-is-missing.carc: did you mean `c0`?",
];

#[test]
fn what_a_help_proposes_is_offered() {
    let folders = ["mistakes", "errors/check", "errors/syntax"];
    let slips: Vec<(String, String)> = folders.into_iter().flat_map(read).collect();
    let mut editor = Editor::new(&[(ORCHARD, &slips[0].1)]);
    editor.open(ORCHARD, &slips[0].1);
    let (mut without, mut proposals) = (Vec::new(), 0);
    for (name, text) in &slips {
        editor.write(ORCHARD, text);
        let found = editor.wrong(ORCHARD);
        proposals += found.iter().filter(|found| proposed(&found.message).is_some()).count();
        let actions = actions(&mut editor);
        let mended: Vec<_> = actions.iter().flat_map(|a| a.diagnostics.iter().flatten()).collect();
        let open = found.iter().filter(|found| !mended.contains(found));
        let open = open.filter_map(|found| proposed(&found.message));
        without.extend(open.map(|help| format!("{name}: {help}")));
    }
    assert_eq!(without, UNMADE);
    assert!(proposals > 100, "{proposals}");
}

#[test]
fn every_fix_mends_its_mistake() {
    let slips = slips();
    let mut editor = Editor::new(&[(ORCHARD, &slips[0].1)]);
    editor.open(ORCHARD, &slips[0].1);
    let (mut proposed, mut unmade, mut fixed, mut left) = (0, Vec::new(), 0, Vec::new());
    for (name, text) in &slips {
        editor.write(ORCHARD, text);
        let before = editor.wrong(ORCHARD);
        let actions = actions(&mut editor);
        let spelt = before.iter().filter(|found| found.message.contains("help: did you mean `"));
        proposed += spelt.clone().count();
        let short = spelt.count().saturating_sub(actions.len());
        unmade.extend(std::iter::repeat_n(name, short));
        for action in actions {
            let found = action.diagnostics.expect("it mends something").remove(0);
            let after = edited(text, &edits(&action.edit.expect("an edit"))[0].1);
            editor.write(ORCHARD, &after);
            let wrong = editor.wrong(ORCHARD);
            let count = |all: &[lsp_types::Diagnostic], found: &lsp_types::Diagnostic| {
                let first = |d: &lsp_types::Diagnostic| {
                    (d.code.clone(), d.message.lines().next().unwrap_or_default().to_owned())
                };
                all.iter().filter(|other| first(other) == first(found)).count()
            };
            let is_error = |d: &&lsp_types::Diagnostic| {
                d.severity == Some(lsp_types::DiagnosticSeverity::ERROR)
            };
            let more =
                |other: &&lsp_types::Diagnostic| count(&wrong, other) > count(&before, other);
            // A word that means nothing, and stood there before in what could not be read, is no work of the fix.
            let stood = |new: &&lsp_types::Diagnostic| {
                let word = new.message.split('`').nth(1).unwrap_or_default().to_owned();
                let syntax =
                    |found: &lsp_types::Diagnostic| format!("{:?}", found.code).contains("syntax/");
                let unknown = format!("{:?}", new.code).contains("check/unknown-");
                syntax(&found) && unknown && text.contains(&word)
            };
            let mut new = wrong.iter().filter(is_error).filter(more);
            if let Some(new) = new.find(|new| !stood(new)) {
                left.push(format!("{name}: {}: makes {}", action.title, new.message));
            } else if count(&wrong, &found) < count(&before, &found) {
                fixed += 1;
            } else {
                left.push(format!("{name}: {}: {}", action.title, found.message));
            }
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
    assert!(proposed > 50 && fixed > 80, "{fixed} fixes, {proposed} of them other words");
    assert!(unmade.len() <= 3, "of {proposed} other words these make mistakes: {unmade:?}");
}

/// What is offered for a file of the mistakes of designers: the title, the line that it makes, and whether the
/// editor may take it unasked.
fn offered(editor: &mut Editor, name: &str) -> Vec<(String, String, bool)> {
    let (_, text) = slips().into_iter().find(|(slip, _)| slip == name).expect(name);
    editor.write(ORCHARD, &text);
    let plain = |action: CodeAction| {
        let after = edited(&text, &edits(&action.edit.expect("an edit"))[0].1);
        let new = after.lines().find(|line| !text.lines().any(|other| other == *line));
        let new = new.unwrap_or_default().trim().to_owned();
        (action.title, new, action.is_preferred == Some(true))
    };
    actions(editor).into_iter().map(plain).collect()
}

#[test]
fn nothing_is_offered_that_an_author_has_to_think_of() {
    let mut editor = Editor::new(&[("orchard/rules.carc", "")]);
    editor.open("orchard/rules.carc", "");
    for name in [
        "step-after-an-unknown-step.carc",
        "if-without-anything-done.carc",
        "label-of-a-match-twice.carc",
        "figure-stands-nowhere.carc",
        "step-twice.carc",
        "needs-what-is-nearly-its-name.carc",
        "copies-too-many-beside-open-edges.carc",
        "absent-tile-of-the-hand.carc",
    ] {
        assert_eq!(offered(&mut editor, name), [], "{name}");
    }
    for (name, title, line, preferred) in [
        ("uses-forgotten.carc", "write `uses shots`", "uses shots", true),
        (
            "else-missing-between-two-ifs.carc",
            "put in `else`",
            "} else if active.points > 5 {",
            true,
        ),
        (
            "compared-with-none.carc",
            "write `is none`",
            "fn lonely(p: player) -> flag = p.left is none",
            true,
        ),
        (
            "loop-over-one-thing.carc",
            "write it as a list",
            "for p in [active] { p scores 1 for placed }",
            false,
        ),
        ("local-misspelt.carc", "write `harvest`", "active scores harvest for placed", false),
    ] {
        let found = offered(&mut editor, name);
        let wanted = (title.to_owned(), line.to_owned(), preferred);
        assert!(found.contains(&wanted), "{name}: {found:#?}");
    }
}
