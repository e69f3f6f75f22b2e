//! What is told about expansions: lists, explanations, mistakes.

use serde_json::Value;

use crate::{carc, complaint, expansion, output};

#[test]
fn the_list_shows_what_can_be_chosen() {
    let text = output(&mut carc(&["list"]), 0);
    for said in
        ["base  Carcassonne", "--set tiny_city=4", "--edition first", "--tiles crop_circles_2"]
    {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let text = output(&mut carc(&["list", "crop_circles"]), 0);
    assert!(text.contains("C5    The active player must choose a letter"), "{text}");
    assert!(!text.contains("--edition first"), "only what was asked for");
    let json: Value = serde_json::from_str(&output(&mut carc(&["list", "--json"]), 0)).unwrap();
    assert_eq!(json[0]["name"], "base");
    assert_eq!(json[0]["options"][1]["values"], serde_json::json!(["2", "4"]));
}

#[test]
fn standard_expansions_are_built_in() {
    let scratch = tempfile::tempdir().unwrap();
    let text = output(carc(&["list"]).current_dir(scratch.path()), 0);
    assert!(text.contains("built in"), "{text}");
    let text = output(carc(&["play", "--bots"]).current_dir(scratch.path()), 0);
    assert!(text.contains("The game is over"), "{text}");
}

#[test]
fn expansions_are_found_by_path_and_by_variable() {
    let (scratch, path) = expansion(
        "lookout",
        &[("rules.carc", "expansion lookout {\n    title \"The Lookout\"\n    needs base\n}\n")],
    );
    let text = output(&mut carc(&["list", &path]), 0);
    assert!(text.contains("lookout  The Lookout"), "{text}");
    let beside = output(carc(&["list", "lookout"]).current_dir(scratch.path()), 0);
    assert!(beside.contains("lookout  The Lookout"), "a folder here is a path: {beside}");
    let text = output(&mut carc(&["play", "--bots", "--with", &path]), 0);
    assert!(text.contains("Carcassonne, The Lookout"), "{text}");
    let text = output(carc(&["check", "lookout"]).env("CARC_EXPANSIONS", scratch.path()), 0);
    assert!(text.contains("lookout: no mistakes"), "{text}");
    assert!(text.contains("lookout: messages/en.ftl lacks expansion-lookout"), "{text}");
}

#[test]
fn codes_are_explained_from_pages_that_are_built_in() {
    let scratch = tempfile::tempdir().unwrap();
    let explain = |what| output(carc(&["explain", what]).current_dir(scratch.path()), 0);
    let text = explain("check/unknown-name");
    assert!(text.starts_with("check/unknown-name\n") && !text.contains("```"), "{text}");
    assert!(explain("syntax").contains("syntax/unbalanced"));
}

#[test]
fn the_order_of_the_rules_is_explained() {
    let text = output(&mut carc(&["explain", "order", "--with", "base,crop_circles"]), 0);
    for said in [
        "The order of base, crop_circles",
        "  closing\n    crop_circle",
        "it says `in closing`, alone there",
        "crop_circles/rules.carc:",
        "[C4]",
        "it says `after final_scoring`",
        "menus\n  action\n    deploy",
        "after: p wins",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
        .args(["play", "--bots", "--tiles", "base=9"])
        .current_dir(crate::root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{}", crate::text(&ended.stderr));
}

#[test]
fn mistakes_in_texts_have_a_line_and_the_own_folder_is_checked() {
    let texts = "expansion-lookout = Lookout\nme = { me }\n";
    let (_scratch, folder) = expansion(
        "lookout",
        &[
            ("rules.carc", "expansion lookout { title \"Lookout\"  needs base }\n"),
            ("messages/en.ftl", texts),
        ],
    );
    let text = output(carc(&["check"]).current_dir(&folder), 0);
    assert!(text.contains("lookout/messages/en.ftl:2: `me`: "), "{text}");
    assert!(text.contains("lookout: 1 warning") && !text.contains("crop_circles"), "{text}");
    let deep = format!("{texts}deep = {}\n", "{ ".repeat(50_000));
    std::fs::write(format!("{folder}/messages/en.ftl"), deep).unwrap();
    let text = output(carc(&["check"]).current_dir(&folder), 1);
    assert!(text.contains("lookout/messages/en.ftl:3: more than 100 braces"), "{text}");
}

#[test]
fn broken_folders_stop_no_game_and_are_listed() {
    let (scratch, _) = expansion("broken", &[("rules.carc", "expansion broken { title")]);
    std::fs::create_dir(scratch.path().join("binary")).unwrap();
    std::fs::write(scratch.path().join("binary/rules.carc"), b"\xff\xfe\x00").unwrap();
    let here = |arguments: &[&str]| {
        let mut command = carc(arguments);
        command.env("CARC_EXPANSIONS", scratch.path());
        command
    };
    output(&mut here(&["sim", "--games", "1"]), 0);
    let text = output(&mut here(&["list"]), 0);
    assert!(text.contains("binary/rules.carc: the file is not "), "{text}");
    let text = complaint(&mut here(&["sim", "--with", "binary"]), 1);
    assert!(text.contains("binary/rules.carc") && !text.contains("`expansion` item"), "{text}");
    let text =
        complaint(carc(&["sim", "--with", "bse"]).env("CARC_EXPANSIONS", "/no/such/folder"), 2);
    assert!(text.contains("`/no/such/folder`, which is not there"), "{text}");
}
