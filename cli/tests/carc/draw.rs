//! Pictures at the command line: `carc draw`.

use std::{fs, path::Path};

use crate::{carc, complaint, output, root};

/// What a command writes into a file of this name.
fn drawn(arguments: &[&str], name: &str) -> Vec<u8> {
    let scratch = tempfile::tempdir().expect("room");
    let file = scratch.path().join(name);
    let path = file.to_str().expect("a path of letters");
    let all: Vec<&str> = [&["draw"], arguments, &["--to", path]].concat();
    assert_eq!(output(&mut carc(&all), 0), "");
    fs::read(&file).expect("it was drawn")
}

/// Width and height of a PNG.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn a_tile_has_the_size_that_was_said() {
    assert_eq!(size_of(&drawn(&["tile", "base_city_n"], "tile.png")), (300, 300));
    let small = drawn(&["tile", "base_city_n", "--size", "100"], "tile.PNG");
    assert_eq!(size_of(&small), (100, 100));
    let svg =
        String::from_utf8(drawn(&["tile", "base_city_n", "--turned", "90"], "t.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("rotate(90 2250 2250)"), "{svg}");
    // Printed, it is the same.
    let printed = output(&mut carc(&["draw", "tile", "base_city_n", "--turned", "90"]), 0);
    assert_eq!(printed.trim_end(), svg.trim_end());
}

#[test]
fn segments_are_named_where_figures_stand() {
    let svg = output(&mut carc(&["draw", "tile", "base_city_n", "--segments"]), 0);
    for name in ["c0", "f0"] {
        assert!(
            svg.contains(&format!("\n{name}\n")) || svg.contains(&format!(">{name}<")),
            "{svg}"
        );
    }
}

#[test]
fn a_set_shows_every_tile_with_its_copies() {
    let svg = output(&mut carc(&["draw", "set", "crop_circles_2"]), 0);
    assert_eq!(svg.matches("href=\"#t-").count(), 6);
    assert!(svg.contains("×1"), "{svg}");
    // Named twice, it is the same set.
    let twice = output(&mut carc(&["draw", "set", "crop_circles_2", "crop_circles_2"]), 0);
    assert_eq!(twice, svg);
}

#[test]
fn an_expansion_without_a_set_shows_the_tiles_that_lie_on_the_table() {
    let tiles = |names: &[&str]| {
        let all: Vec<&str> = [&["draw", "set"], names].concat();
        output(&mut carc(&all), 0).matches("href=\"#t-").count()
    };
    let alone = tiles(&["count_of_carcassonne"]);
    assert_eq!(alone, 12);
    assert_eq!(tiles(&["crop_circles_2", "count_of_carcassonne"]), 6 + alone);
}

#[test]
fn boards_come_from_bots_records_saves_and_scenarios() {
    let bots = ["draw", "board", "--with", "base", "--seed", "7", "--turns", "10"];
    let svg = output(&mut carc(&bots), 0);
    assert_eq!(svg.matches("href=\"#t-").count(), 11, "ten turns and the tile of the start");
    assert_eq!(svg, output(&mut carc(&bots), 0));
    let record = "tests/games/basic-2p.jsonl.gz";
    let early = output(&mut carc(&["draw", "board", record, "--turns", "4", "--bare"]), 0);
    assert_eq!(early.matches("href=\"#t-").count(), 5);
    let whole = output(&mut carc(&["draw", "board", record, "--coordinates"]), 0);
    assert!(whole.matches("href=\"#t-").count() > 60);
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("game.json");
    let path = file.to_str().unwrap();
    let mut play = carc(&["play", "--seed", "7", "--autosave", path]);
    output(play.write_stdin("1\n1\n1\n"), 0);
    let saved = output(&mut carc(&["draw", "board", path]), 0);
    assert!(saved.contains("href=\"#t-") && saved.contains("red 0"), "{saved}");
    let scenario = ["draw", "board", "--scenario", "two followers beat one", "--bare"];
    assert!(output(&mut carc(&scenario), 0).contains("href=\"#t-"));
}

#[test]
fn tokens_lie_where_rules_have_put_them() {
    let board = |scenario: &str| {
        let drawn = drawn(&["board", "--scenario", scenario, "--bare"], "board.svg");
        String::from_utf8(drawn).expect("a picture is text")
    };
    let bridge = board("a bridge over the neighbour");
    assert!(bridge.contains("stroke-dasharray=\"40 130\""), "{bridge}");
    assert!(!bridge.contains("id=\"w-bridge\""), "it lies across the tile: {bridge}");
    let castle = board("a small city becomes a castle");
    assert!(castle.contains("id=\"s-castle\""), "{castle}");
    let owned = castle.lines().any(|line| line.contains("color=\"#d0342c\""));
    assert!(owned, "it has the colour of whoever put it there: {castle}");
    let without = board("two followers make no castle");
    assert!(!without.contains("id=\"s-castle\""), "{without}");
}

#[test]
fn a_shot_of_a_table_is_drawn() {
    let svg = output(&mut carc(&["draw", "shot", "physics/scenes/middle-game.json"]), 0);
    assert!(svg.starts_with("<svg") && svg.matches("<path").count() > 5);
    let png = drawn(&["shot", "physics/scenes/middle-game.json"], "shot.png");
    assert_eq!(size_of(&png).0, 1200);
}

#[test]
fn sheets_are_pages_in_true_size() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("base.pdf");
    let path = file.to_str().unwrap();
    let said = output(&mut carc(&["draw", "--sheet", path, "--with", "base"]), 0);
    let pdf = fs::read(&file).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
    // 24 tiles of 45 mm lie on 210 by 297 mm, which are 595.276 by 841.89 points.
    let pages = text.matches("/Type /Page\n").count();
    let tiles: usize = said.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(pages, tiles.div_ceil(24), "{said}");
    assert_eq!(text.matches("/MediaBox [0 0 595.27").count(), pages, "{said}");
    // Where the table of objects stands is what the end of the file says.
    let start = text.rfind("startxref").unwrap();
    let offset: usize = text[start + 9..].split_whitespace().next().unwrap().parse().unwrap();
    assert!(pdf[offset..].starts_with(b"xref"));
    let letter = ["draw", "--sheet", path, "--tiles", "base=2", "--paper", "letter"];
    let twice = output(&mut carc(&letter), 0);
    assert!(twice.starts_with(&format!("{} tiles on ", 2 * tiles)), "{twice}");
}

#[test]
fn every_expansion_with_tiles_has_a_sheet() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("tiles.pdf");
    let mut without = Vec::new();
    let list = output(&mut carc(&["list", "--json"]), 0);
    let list: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap();
    assert!(list.len() > 20, "{list:?}");
    for expansion in &list {
        let name = expansion["name"].as_str().unwrap();
        let path = file.to_str().unwrap();
        let made = carc(&["draw", "--sheet", path, "--with", name]).output().unwrap();
        let told = String::from_utf8_lossy(&made.stderr);
        match made.status.code() {
            Some(0) => assert!(fs::read(&file).unwrap().starts_with(b"%PDF-1."), "{name}"),
            _ if told.contains(&format!("`{name}` has no tiles of its own")) => without.push(name),
            status => panic!("{name}: {status:?}: {told}"),
        }
    }
    // These bring figures, or change the tiles of others.
    assert_eq!(without, ["abbot", "phantom"]);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name).to_str().unwrap().to_owned();
    let wrong = |arguments: &[&str], status: i32, said: &str| {
        let all: Vec<&str> = [&["draw"], arguments].concat();
        let text = complaint(&mut carc(&all), status);
        assert!(text.contains(said), "{arguments:?}: {text}");
    };
    wrong(&["tile", "base_city_m"], 2, "there is no tile `base_city_m`; did you mean");
    wrong(&["tile", "base_city_n", "--turned", "45"], 2, "0, 90, 180 or 270");
    wrong(&["tile", "base_city_n", "--to", &at("x.jpg")], 2, "would end in .svg or .png");
    wrong(&["tile", "base_city_n", "base_city_ew", "--segments"], 2, "for one tile");
    wrong(&["set", "nobody_has_it"], 2, "there is no set of tiles `nobody_has_it`");
    wrong(&["set", "phantom"], 2, "`phantom` has no tiles of its own; `carc list` tells");
    wrong(
        &["--sheet", &at("x.pdf"), "--tiles", "phantom"],
        2,
        "there is no set of tiles `phantom`",
    );
    wrong(&["board", "--scenario", "no such thing at all"], 2, "there is no scenario");
    wrong(&["board", "README.md"], 1, "no saved game");
    wrong(&["board", "tests/games/basic-2p.jsonl.gz", "--game", "999"], 1, "there is no game 999");
    wrong(&["shot", "README.md"], 1, "this is no table");
    wrong(&["--sheet", &at("x.txt")], 2, "would end in .pdf");
    wrong(&["--sheet", &at("x.pdf"), "--tiles", "base=900"], 2, "a sheet has 1 to");
    let huge = ["board", "tests/games/basic-2p.jsonl.gz", "--size", "4096", "--to", &at("x.png")];
    wrong(&huge, 2, "is too large; give fewer pixels");
    let kept = at("notes.svg");
    fs::write(&kept, "my notes").unwrap();
    wrong(&["tile", "base_city_n", "--to", &kept], 1, "is not replaced");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "my notes");
    complaint(&mut carc(&["draw"]), 2);
}

#[test]
fn mistakes_in_a_drawing_are_told_by_check_and_stop_no_picture() {
    let rules = "expansion odd {\n    title \"Odd\"\n    needs base\n}\n";
    let drawing = "{\"features\": {\"road\": {\"fill\": \"red\"}}, \"signs\": {\"x\": [{}]}, \"figures\": {\"meeplle\": \"x\"}}";
    let files = [("rules.carc", rules), ("drawing.json", drawing)];
    let (_scratch, path) = crate::expansion("odd", &files);
    let text = output(&mut carc(&["check", &path]), 1);
    assert!(text.contains("files/drawing") && text.contains("`red` is no colour"), "{text}");
    assert!(text.contains("odd/drawing.json:1:32"), "{text}");
    assert!(text.contains("no expansion has a kind of figure `meeplle`"), "{text}");
    assert!(text.contains("did you mean `meeple`?"), "{text}");
    let with = format!("base,{path}");
    let mut draw = carc(&["draw", "tile", "base_city_n", "--with", &with]);
    assert!(output(&mut draw, 0).len() > 1000);
    let told = draw.output().expect("it is drawn").stderr;
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(
        told.contains("odd/drawing.json has mistakes") && told.contains("`carc check`"),
        "{told}"
    );
}

#[test]
fn watching_keeps_a_picture() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("board.svg");
    let path = file.to_str().unwrap();
    let (_folder, own) = crate::expansion(
        "toy",
        &[("rules.carc", "expansion toy {\n    title \"Toy\"\n    needs base\n}\n")],
    );
    let watch = ["watch", "--with", &own, "--seed", "7", "--picture", path];
    output(carc(&watch).write_stdin("q\n"), 0);
    let before = tiles_of(&file);
    output(carc(&watch).write_stdin("b 8\nq\n"), 0);
    assert!(tiles_of(&file) > before, "more tiles lie there");
    output(carc(&watch).write_stdin("b 8\nj 1\nq\n"), 0);
    assert_eq!(tiles_of(&file), before);
    let text = complaint(&mut carc(&["watch", "--picture", "board.txt"]), 2);
    assert!(text.contains("would end in .svg or .png"), "{text}");
    // Where nothing can be followed, no picture is left behind.
    fs::remove_file(&file).unwrap();
    let mut built_in = carc(&["watch", "--with", "base", "--picture", path]);
    let text = complaint(built_in.current_dir(scratch.path()).write_stdin(""), 2);
    assert!(text.contains("built in") && !file.exists(), "{text}");
    assert!(root().join("expansions").is_dir());
}

fn tiles_of(file: &Path) -> usize {
    fs::read_to_string(file).expect("a picture").matches("href=\"#t-").count()
}
