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
    let names: Vec<&str> =
        json.as_array().unwrap().iter().flat_map(|e| e["name"].as_str()).collect();
    assert!(names.is_sorted() && names.contains(&"crop_circles"), "{names:?}");
    let base = &json[names.iter().position(|&name| name == "base").expect("the base game")];
    assert_eq!(base["options"][1]["values"], serde_json::json!(["2", "4"]));
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
fn adjustments_and_prohibitions_have_their_place_in_the_order() {
    let first = "expansion lookout {\n    title \"Lookout\"\n    needs base\n}\n\
        adjust worth(f: road, p) by 1\n\
        adjust strength(p, f) by 1 when f is road\n\
        adjust strength(p, f) by 2\n\
        forbid p deploys spot when p.points > 50\n\
        with lookup {\n    adjust completed(f) to true when f is field\n}\n";
    let (_one, one) = expansion("lookout", &[("rules.carc", first)]);
    let last = "expansion lookup {\n    title \"Lookup\"\n    needs base\n}\n\
        adjust strength(p, f) by 3\n\
        forbid p deploys spot when p.points > 60\n\
        forbid p places t at fit when p.points > 70\n\
        adjust completed(f) to it when f is city\n";
    let (_other, other) = expansion("lookup", &[("rules.carc", last)]);
    let text = output(&mut carc(&["explain", "order", "--with", &format!("{one},{other}")]), 0);
    let squeezed: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let start = squeezed.iter().position(|line| line == "adjusted questions").expect(&text);
    let mut told = squeezed[start..].to_vec();
    told.retain(|line| !line.is_empty());
    assert_eq!(
        told,
        [
            "adjusted questions",
            "completed",
            "completed(f) to it when f is city lookup/rules.carc:8 nothing comes before it",
            "completed(f) to true when f is field lookout/rules.carc:10 it stands in `with lookup`, so it comes after both",
            "worth",
            "worth(f: road, p) by 1 lookout/rules.carc:5 nothing comes before it",
            "strength",
            "strength(p, f) by 1 when f is road lookout/rules.carc:6 nothing comes before it",
            "strength(p, f) by 2 lookout/rules.carc:7 the order of the text of lookout",
            "strength(p, f) by 3 lookup/rules.carc:5 lookup comes after lookout by name only",
            "prohibitions",
            "deploys",
            "p deploys spot when p.points > 50 lookout/rules.carc:8 nothing comes before it",
            "p deploys spot when p.points > 60 lookup/rules.carc:6 lookup comes after lookout by name only",
            "places",
            "p places t at fit when p.points > 70 lookup/rules.carc:7 nothing comes before it",
        ]
    );
}

/// How a command ends of whose output nobody reads anything.
fn unread(arguments: &[&str]) -> std::process::Output {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("carc"))
        .args(arguments)
        .current_dir(crate::root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("carc begins");
    drop(child.stdout.take());
    child.wait_with_output().expect("carc ends")
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let ended = unread(&["play", "--bots", "--tiles", "base=9"]);
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{}", crate::text(&ended.stderr));
}

/// `carc check ./bad | head -1` has found out what is wrong all the same.
#[test]
fn a_closed_pipe_leaves_the_exit_status_as_it_is() {
    let rules = "expansion lookout { title \"Lookout\"  needs base }\nstep wrong in nowhere { }\n";
    let (_scratch, folder) = expansion("lookout", &[("rules.carc", rules)]);
    for arguments in [&["check", &folder][..], &["check", "--format", "json", &folder]] {
        let ended = unread(arguments);
        assert_eq!(ended.status.code(), Some(1), "{ended:?}");
        assert!(ended.stderr.is_empty(), "{}", crate::text(&ended.stderr));
    }
}

#[test]
fn what_is_printed_lies_on_the_tile() {
    let head = "expansion lookout { title \"Lookout\"  needs base }\ntile has mark: flag\n";
    let tile = |at: &str, ground: &str| {
        format!(
            "{head}tile lookout_hut x1 {{\n    monastery m0: at {at}\n    \
             field f0: NL NR EL ER SL SR WL WR at 0 45\n    mark box {ground}\n}}\n"
        )
    };
    for (at, ground, errors) in [
        ("22.5 22.5", "0 0 45 45", 0),
        ("500 500", "0 0 45 45", 1),
        ("22.5 45.1", "0 0 45 45", 1),
        ("22.5 22.5", "10 10 20 90", 1),
    ] {
        let (_scratch, folder) = expansion("lookout", &[("rules.carc", &tile(at, ground))]);
        let text = output(&mut carc(&["check", &folder]), i32::from(errors > 0));
        assert_eq!(text.matches("a place that is not on the tile").count(), errors, "{text}");
        assert_eq!(text.contains("expected millimetres from 0 to 45"), errors > 0, "{text}");
    }
}

#[test]
fn what_is_no_saved_game_or_has_lost_its_rules_says_why() {
    let option = "option far: flag = true\n";
    let rules = format!("expansion lookout {{ title \"Lookout\"  needs base }}\n{option}");
    let (scratch, folder) = expansion("lookout", &[("rules.carc", &rules)]);
    let [diary, game] = ["diary", "game.json"].map(|name| scratch.path().join(name));
    let [diary, game] = [&diary, &game].map(|path| path.to_str().expect("letters"));
    std::fs::write(diary, "my diary").unwrap();
    let play = ["play", "--with", &folder, "--seed", "7"];
    output(carc(&play).write_stdin(format!("1\nsave {game}\n")), 0);
    std::fs::write(format!("{folder}/rules.carc"), rules.replace(option, "")).unwrap();
    for word in ["why", "record"] {
        let text = complaint(&mut carc(&[word, diary, "--with", &folder]), 1);
        assert!(text.contains("diary: this file holds no saved game\n"), "{text}");
        let text = complaint(&mut carc(&[word, game, "--with", &folder]), 0);
        assert!(text.contains("there is no option lookout.far any more; it was true"), "{text}");
    }
    std::fs::write(format!("{folder}/rules.carc"), format!("{rules}step idle in nowhere {{ }}\n"))
        .unwrap();
    for word in ["why", "record"] {
        let text = complaint(&mut carc(&[word, game, "--with", &folder]), 1);
        assert!(text.contains("the rules of this game do not compile\n"), "{text}");
        assert!(text.contains("nowhere"), "it names the mistake: {text}");
    }
}

/// Whoever mends a rule needs to know what it went wrong with, wherever that happens.
#[test]
fn simulations_and_scenarios_tell_the_locals_of_a_fault() {
    let rules = "expansion lookout { title \"Lookout\"  needs base }\nstep wrong in following {\n    \
        let k = [1, 2]\n    let n = count tiles\n    active scores 1 / (n - 2) for placed\n}\n";
    let scenario = "scenario \"it goes wrong\" {\n    players red, blue\n    draw base_monastery\n    \
        red: place = at (0, 1) turned 0\n    red: action = none\n    expect red.points == 0\n}\n";
    let (_scratch, folder) =
        expansion("lookout", &[("rules.carc", rules), ("scenarios.carc", scenario)]);
    for more in [&[][..], &["--json"], &["--backend", "eval"]] {
        let mut sim = carc(&["sim", "--with", &folder, "--games", "1", "--seed", "1"]);
        let text = complaint(sim.args(more), 1);
        assert!(text.contains("\n  k = [1, 2]\n  n = 2\n"), "{text}");
    }
    let text = output(&mut carc(&["test", &folder]), 1);
    assert!(text.contains("division by zero") && text.contains("k = [1, 2]"), "{text}");
    assert!(text.contains("            n = 2\n"), "{text}");
}

#[test]
fn a_mistake_elsewhere_does_not_hide_that_two_expansions_share_a_name() {
    let guard = "figure guard { each player 1  stands on road }\n";
    let header = |name: &str| format!("expansion {name} {{ title \"T\" needs base }}\n{guard}");
    let (_one, first) = expansion("gate", &[("rules.carc", &header("gate"))]);
    let broken = format!("{}menu {{\n", header("wall"));
    let (_two, second) = expansion("wall", &[("rules.carc", &broken)]);
    let text = output(&mut carc(&["check", &first, &second]), 1);
    assert!(text.contains("syntax/") && text.contains("check/duplicate-name"), "{text}");
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
    let text = output(carc(&["check"]).current_dir(&folder), 1);
    assert!(text.contains("lookout/messages/en.ftl:2:1") && text.contains("`me`: "), "{text}");
    assert!(text.contains("lookout: 1 error") && !text.contains("crop_circles"), "{text}");
    let deep = format!("{texts}deep = {}\n", "{ ".repeat(50_000));
    std::fs::write(format!("{folder}/messages/en.ftl"), deep).unwrap();
    let text = output(carc(&["check"]).current_dir(&folder), 1);
    assert!(
        text.contains("lookout/messages/en.ftl:3:") && text.contains("more than 100 braces"),
        "{text}"
    );
}

#[test]
fn words_for_recorded_games_are_checked() {
    let rules = "expansion lookout { title \"Lookout\"  needs base }\noption far: flag = true\n";
    for (words, said) in [
        ("{\n \"tiles\": [", "a list `[…]` cannot stand here"),
        ("{ \"tile\": {} }", "did you mean `tiles`?"),
        (r#"{ "figures": { "Tower": "tower" } }"#, "there is no kind of figure `tower`"),
        (
            r#"{ "setup": [{ "from": "rules", "name": "far", "option": "fra" }] }"#,
            "there is no option `fra`",
        ),
        ("{\n \"setup\": [{ \"from\": \"rules\",\n }] }", "lookout/recorded.json:3:2"),
    ] {
        let files = [("rules.carc", rules), ("recorded.json", words)];
        let (_scratch, folder) = expansion("lookout", &files);
        let text = output(carc(&["check"]).current_dir(&folder), 1);
        assert!(text.contains("lookout/recorded.json:") && text.contains(said), "{text}");
        assert!(text.contains("lookout: 1 error"), "{text}");
        let mut told = carc(&["check", "--format", "json"]);
        let text = output(told.current_dir(folder), 1);
        let found: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(found[0]["errors"], 1, "{text}");
        assert_eq!(found[0]["diagnostics"][0]["code"], "files/recorded", "{text}");
        assert_eq!(found[0]["diagnostics"][0]["file"], "lookout/recorded.json", "{text}");
    }
    let words = r#"{ "setup": [{ "from": "rules", "name": "far", "option": "far" }] }"#;
    let (_scratch, folder) =
        expansion("lookout", &[("rules.carc", rules), ("recorded.json", words)]);
    output(carc(&["check"]).current_dir(&folder), 0);
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
    // All words that mean nothing are told at once.
    let text = complaint(&mut here(&["check", "nope", "./no/such/folder"]), 2);
    assert!(text.contains("no folder `./no/such/folder`"), "{text}");
    assert!(text.contains("no expansion `nope`"), "{text}");
}

#[test]
fn what_is_passed_over_is_said() {
    let good = "expansion good {\n    title \"Good\"\n    needs base\n}\n";
    let (scratch, path) = expansion("good", &[("rules.carc", good)]);
    std::fs::write(scratch.path().join("notes.carc"), "// notes\n").unwrap();
    let stray = "notes.carc` lies in no folder of an expansion";
    for (arguments, variable) in [
        (&["check", "good"][..], Some(scratch.path())),
        (&["check", &path], Some(scratch.path())),
        (&["check", scratch.path().to_str().unwrap()], None),
    ] {
        let mut command = carc(arguments);
        command.envs(variable.map(|folder| ("CARC_EXPANSIONS", folder)));
        let run = command.assert().code(0);
        let told = crate::text(&run.get_output().stderr);
        assert!(told.contains(stray), "{arguments:?}: {told}");
    }
    let file = scratch.path().join("notes.carc");
    let told = carc(&["list"]).env("CARC_EXPANSIONS", &file).assert().code(0);
    let told = crate::text(&told.get_output().stderr);
    assert!(told.contains("notes.carc` is no folder"), "{told}");
}

#[test]
fn what_is_no_ordinary_file_is_a_mistake() {
    let odd = "expansion odd {\n    title \"Odd\"\n    needs base\n}\n";
    let (scratch, path) = expansion("odd", &[("rules.carc", odd)]);
    std::fs::create_dir(scratch.path().join("odd/more.carc")).unwrap();
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("odd/more.carc") && text.contains("no ordinary file"), "{text}");
    let text = complaint(&mut carc(&["play", "--load", "/dev/null"]), 1);
    assert!(text.contains("/dev/null: this is no ordinary file"), "{text}");
    let binary = scratch.path().join("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0]).unwrap();
    let text = complaint(&mut carc(&["play", "--load", binary.to_str().unwrap()]), 1);
    assert!(text.contains("binary: this is no text"), "{text}");
}

#[test]
fn one_file_that_cannot_be_read_hides_nothing_of_the_others() {
    let rules = "expansion odd {\n    title \"Odd\"\n    needs base\n}\n\nfn far(n: int) -> int = n + zork\n\n\
                 fn near(n: int) -> int = n + true\n";
    let english = "expansion-odd = Odd\nexpansion-odd = Even\n";
    let (scratch, path) = expansion("odd", &[("rules.carc", rules), ("messages/en.ftl", english)]);
    let broken = scratch.path().join("odd/b.carc");
    std::fs::write(&broken, [0xff, 0xfe]).unwrap();
    let text = output(&mut carc(&["check", &path]), 1);
    for told in ["syntax/not-text", "check/wrong-type", "files/messages", "odd/b.carc"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    // What is missing may be in the file that nobody could read.
    assert!(!text.contains("zork`"), "{text}");
    std::fs::remove_file(broken).unwrap();
    assert!(output(&mut carc(&["check", &path]), 1).contains("zork`"));
}

#[test]
fn doubles_of_one_place_are_errors_and_stand_ins_are_told() {
    let mine = [("rules.carc", "expansion lookout {\n    title \"Mine\"\n    needs base\n}\n")];
    let (one, first) = expansion("lookout", &mine);
    let other = mine.map(|(file, text)| (file, text.replace("Mine", "Other")));
    let other = other.each_ref().map(|(file, text)| (*file, text.as_str()));
    let (two, second) = expansion("lookout", &other);
    // Two paths, and two folders of the variable.
    let both = std::env::join_paths([one.path(), two.path()]).unwrap();
    for (arguments, variable) in [
        (&["check", &first, &second][..], None),
        (&["play", "--bots", "--with", &format!("{first},{second}")], None),
        (&["check", "lookout"], Some(&both)),
        (&["sim", "--games", "1", "--with", "lookout"], Some(&both)),
        (&["test", "lookout"], Some(&both)),
    ] {
        let mut command = carc(arguments);
        command.envs(variable.map(|both| ("CARC_EXPANSIONS", both)));
        let run = command.assert();
        let run = run.get_output();
        let text = crate::text(&[run.stdout.as_slice(), &run.stderr].concat());
        // Long lines of a report are broken anywhere.
        let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect();
        if arguments[0] != "test" {
            assert_eq!(run.status.code(), Some(1), "{text}");
            assert!(text.contains(&first) && text.contains(&second), "{arguments:?}: {text}");
        }
    }
    let text = output(carc(&["list"]).env("CARC_EXPANSIONS", &both), 0);
    assert!(text.contains(&format!("another expansion of this name is in `{second}`")), "{text}");
    output(carc(&["sim", "--games", "1"]).env("CARC_EXPANSIONS", &both), 0);

    // What is said on the command line comes before the variable, then the working folder, then the binary.
    let work = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(work.path().join("expansions/base")).unwrap();
    for file in ["rules.carc", "tiles.carc", "rules.md"] {
        let from = crate::root().join("expansions/base").join(file);
        std::fs::copy(from, work.path().join("expansions/base").join(file)).unwrap();
    }
    // Whatever stands in has other texts than the one that it hides.
    let text = output(&mut carc(&["check", "base"]), 0);
    assert!(!text.contains("stands in for"), "{text}");
    let (_own, own) = expansion("base", &mine);
    for (arguments, variable, told) in [
        (&["list", "base"][..], None, "stands in for the built-in one".to_owned()),
        (&["check", "base"], None, "`expansions/base` stands in for the built-in one".to_owned()),
        (&["list", "base"], Some(&own), "stands in for `expansions/base`".to_owned()),
        (&["list", &own], None, "stands in for `expansions/base`".to_owned()),
        (&["list", &first], Some(&second), format!("stands in for `{second}`")),
    ] {
        let mut command = carc(arguments);
        command.current_dir(work.path()).envs(variable.map(|path| ("CARC_EXPANSIONS", path)));
        let text = output(&mut command, 0);
        assert!(text.contains(&told), "{arguments:?}: {text}");
    }
    output(carc(&["sim", "--games", "1"]).current_dir(work.path()), 0);
}

/// Blocks that only play with another expansion are checked together with it, if it is there.
#[test]
fn blocks_with_others_are_checked_with_them() {
    let rules = "expansion orchard { title \"Orchard\"  needs base }\n\
        with crop_circles {\n    step pick in closing { active scores placed.crop_circl for placed }\n}\n\
        with the_fair {\n    with crop_circles {\n        to sow(p: player) { p scores p.pionts for placed }\n    }\n}\n";
    let (_folder, path) = expansion(
        "orchard",
        &[("rules.carc", rules), ("messages/en.ftl", "expansion-orchard = Orchard\n")],
    );
    let text = output(&mut carc(&["check", &path]), 1);
    for said in ["no tile has `crop_circl`", "no player has `pionts`", "orchard: 2 errors"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let (_folder, path) = expansion(
        "orchard",
        &[
            ("rules.carc", &rules.replace("the_fair", "balloons")),
            ("messages/en.ftl", "expansion-orchard = Orchard\n"),
        ],
    );
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("no expansion that is there is called `balloons`"), "{text}");
    assert!(text.contains("orchard: 1 error, 1 warning"), "{text}");
}

/// An expansion of which nothing can be read says that of itself and leaves the others as they are.
#[test]
fn what_could_not_be_read_is_no_mistake_of_others() {
    for broken in [&b"broken\n"[..], b"expansion \xff\xfe"] {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("expansions/crop_circles");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("rules.carc"), broken).unwrap();
        for name in ["phantom", "school"] {
            let text = output(carc(&["check", name]).current_dir(work.path()), 0);
            assert!(text.contains(&format!("{name}: no mistakes")), "{text}");
        }
        let text = output(carc(&["check", "crop_circles"]).current_dir(work.path()), 1);
        assert!(text.contains("crop_circles: 1 error"), "{text}");
    }
}
