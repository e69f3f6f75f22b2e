//! Small facts in, exact text out; and the committed tile files are what the committed facts give.

use std::path::Path;

use super::{SETS, tile_files};

const TABLE: &str = r#"{
    "kinds": ["shrine", "town", "path", "green"],
    "left_out": {"pond": "decoration"},
    "folders": [{"folder": "isle", "sets": ["isle", "islet"], "copies": "isle_one",
                 "attrs": {"gate": "gated", "wares": "goods"}, "markers": {"rune": "shape", "well": null},
                 "spaces": {"perch": "p9"}, "removes": ["v"]}]
}"#;

fn facts(features: &str, rest: &str) -> String {
    format!(
        r#"{{"format": "carc-tile-facts/1",
            "compositions": {{"isle_one": {{"set": "isle", "total": 2}}, "other": {{"set": "x", "total": 9}}}},
            "tiles": [{{"id": "t", "set": "isle", "counts": {{"isle_one": 2, "other": 9}},
                        "features": [{features}]{rest}}},
                      {{"id": "u", "set": "x", "features": []}}]}}"#
    )
}

fn isle(features: &str, rest: &str) -> Result<String, String> {
    let files = tile_files(&facts(features, rest), TABLE)?;
    assert_eq!(files.len(), 1);
    Ok(files.into_iter().next().unwrap().1)
}

#[test]
fn a_tile_prints_edges_neighbours_values_and_standing_spots() {
    let text = isle(
        r#"{"id": "g0", "kind": "green", "half_edges": ["EL", "WR"], "adjacent_cities": ["c0"], "stand_mm": [8, 9.5]},
           {"id": "p0", "kind": "pond"},
           {"id": "r0", "kind": "path", "edges": ["S"], "attrs": {"gate": true, "hidden": true}, "stand_mm": [21.0, 3]},
           {"id": "r1", "kind": "path", "edges": ["E", "W"], "attrs": {"gate": false, "wares": "salt"}},
           {"id": "c0", "kind": "town", "edges": ["N"], "pennants": 2, "stand_mm": [22.4, 6.9]}"#,
        r#", "wagon_links": [["r0", "r1", "c0"]],
           "markers": [{"kind": "rune", "shape": "star", "box_mm": [1, 2.5, 3.0, 4]}, {"kind": "well"}, {"kind": "ufo"}, {"kind": "perch"}]"#,
    )
    .unwrap();
    let tile = text.split("\n\n").nth(1).unwrap();
    assert_eq!(
        tile,
        "tile t x2 {\n    \
             town  c0: N with pennants = 2               at 22.4 6.9\n    \
             path  r0: S near c0 with gated              at 21 3\n    \
             path  r1: E W near c0 r0 with goods = salt\n    \
             green g0: EL WR near c0                     at 8 9.5\n    \
             perch p9:\n    \
             rune = star box 1 2.5 3 4\n    \
             well\n}"
    );
    assert!(text.ends_with("\n\n/// 2 tiles.\nset isle_one {\n    2 t, 0 v\n}\n"));
    assert!(!text.contains("set other"));
    assert!(!text.contains("tile u"));
}

#[test]
fn a_tile_lies_in_a_pile_of_its_own_and_closes_its_edges() {
    let table =
        TABLE.replace("\"attrs\"", r#""piles": {"inner": "cellar", "other": "attic"}, "attrs""#);
    let tile = |rest: &str, table: &str| {
        let field = r#"{"id": "g0", "kind": "green"}"#;
        tile_files(&facts(field, rest), table).unwrap()[0].1.clone()
    };
    let grouped = tile(r#", "attrs": {"group": "inner", "matches_any_edge": true}"#, &table);
    assert!(grouped.contains("tile t x2 in cellar {\n    green g0:\n    closes N E S W\n}"));
    let named = table.replace("\"other\"", "\"t\"");
    assert!(tile(r#", "attrs": {"group": "inner"}"#, &named).contains("tile t x2 in attic {"));
    assert!(tile(r#", "attrs": {"group": "outer"}"#, &table).contains("tile t x2 {"));
}

#[test]
fn a_symbol_is_a_space_between_any_two() {
    let table = TABLE.replace(
        "\"attrs\"",
        r#""between": {"raft": {"of": "path", "kind": "lane", "letter": "l"}}, "attrs""#,
    );
    let path = |name: &str| format!(r#"{{"id": "{name}", "kind": "path"}}"#);
    let features = ["r0", "r1", "r2"].map(path).join(",");
    let text =
        &tile_files(&facts(&features, r#", "markers": [{"kind": "raft"}]"#), &table).unwrap()[0].1;
    let lanes = "    lane l0: near r0 r1\n    lane l1: near r0 r2\n    lane l2: near r1 r2\n}";
    assert!(text.contains(lanes), "{text}");
}

#[test]
fn tiles_that_rules_lay_have_no_copies_and_no_sets() {
    let table = TABLE.replace(r#""copies": "isle_one","#, "");
    let text = &tile_files(&facts("", ""), &table).unwrap()[0].1;
    assert!(text.contains("\ntile t {\n"), "{text}");
    assert!(!text.contains("\nset "), "{text}");
}

#[test]
fn a_feature_is_parted_by_an_option() {
    let table = TABLE.replace(
        "\"attrs\"",
        r#""parted": {"t": {"option": "ends", "feature": "r0", "ground": "rune"}}, "attrs""#,
    );
    let parted = |features: &str| {
        let rest =
            r#", "markers": [{"kind": "rune", "shape": "star", "box_mm": [10.9, 12.6, 35.3, 32]}]"#;
        tile_files(&facts(features, rest), &table).map(|files| files[0].1.clone())
    };
    let ring =
        r#"{"id": "r0", "kind": "path", "edges": ["N", "E", "S", "W"], "stand_mm": [23.0, 36.2]}"#;
    let others =
        r#"{"id": "r1", "kind": "path"}, {"id": "g0", "kind": "green", "half_edges": ["NL"]}"#;
    let text = parted(&format!("{ring}, {others}")).unwrap();
    assert_eq!(
        text.split("\n\n").nth(1).unwrap(),
        "tile t x2 {\n    \
             when ends {\n        \
                 path r0: N  at 22.5 6.3\n        \
                 path r2: E  at 40.15 22.5\n        \
                 path r3: S  at 22.5 38.5\n        \
                 path r4: W  at 5.45 22.5\n    \
             } else {\n        \
                 path r0: N E S W  at 23 36.2\n    \
             }\n    \
             path  r1:\n    \
             green g0: NL\n    \
             rune = star box 10.9 12.6 35.3 32\n}"
    );
    let valued = ring.replace("\"edges\"", "\"attrs\": {\"gate\": true}, \"edges\"");
    assert!(parted(&valued).unwrap_err().contains("more than edges"));
    assert!(parted(others).is_err_and(|why| why.contains("`r0`")));
}

#[test]
fn a_folder_prints_on_tiles_of_others() {
    let table = |needs: &str| {
        let pond = format!(
            r#"{{"folder": "ponds", "sets": [], "adds": ["pond"], "adds_to": ["isle"], "needs": [{needs}]}}, {{"folder""#
        );
        TABLE.replacen(r#"{"folder""#, &pond, 1)
    };
    let features = r#"{"id": "p0", "kind": "pond", "stand_mm": [4, 5.50]}"#;
    let ponds = |table: &str, features: &str| {
        let files = tile_files(&facts(features, ""), table)?;
        Ok::<String, String>(files.into_iter().next().unwrap().1)
    };
    let alone = ponds(&table(r#""isle""#), features).unwrap();
    assert!(alone.ends_with("this file.\n\nextend tile t { pond p0:  at 4 5.5 }\n"), "{alone}");
    let with = ponds(&table(""), features).unwrap();
    assert!(with.ends_with("\n\nwith isle {\n    extend tile t { pond p0:  at 4 5.5 }\n}\n"));
    assert!(ponds(&table(""), "").unwrap_err().contains("no tile of `isle`"));
    let unknown = table("").replace(r#"["isle"], "needs"#, r#"["sea"], "needs"#);
    assert!(ponds(&unknown, features).unwrap_err().contains("`sea`"));
}

#[test]
fn wrong_facts_are_refused_with_a_reason() {
    let unknown = isle(r#"{"id": "a0", "kind": "airship"}"#, "").unwrap_err();
    assert!(unknown.contains("`airship`"), "{unknown}");
    let shapeless = isle("", r#", "markers": [{"kind": "rune"}]"#).unwrap_err();
    assert!(shapeless.contains("no `shape`"), "{shapeless}");
    let total = tile_files(&facts("", "").replace("\"total\": 2", "\"total\": 3"), TABLE);
    assert!(total.unwrap_err().contains("2 tiles, but the facts say 3"));
    let format = tile_files(&facts("", "").replace("facts/1", "facts/2"), TABLE);
    assert!(format.unwrap_err().contains("carc-tile-facts/2"));
    assert!(tile_files("[", TABLE).is_err());
    assert!(tile_files(&facts("", ""), "{}").is_err());
}

#[test]
fn the_committed_tile_files_are_what_the_facts_give() {
    let files = tile_files(include_str!("../facts.json"), SETS).unwrap();
    let expansions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../expansions");
    for (folder, text) in files {
        let path = expansions.join(&folder).join("tiles.carc");
        assert!(std::fs::read_to_string(path).is_ok_and(|file| file == text), "{folder}");
    }
}
