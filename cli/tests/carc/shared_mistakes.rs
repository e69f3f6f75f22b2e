//! Mistakes that show in every expansion which needs the one that has them.

use serde_json::Value;
use tempfile::TempDir;

use crate::{carc, output};

/// A folder to work in with these expansions in it.
fn work(expansions: &[(&str, &str)]) -> TempDir {
    let work = tempfile::tempdir().expect("a folder can be made");
    for (name, rules) in expansions {
        let folder = work.path().join("expansions").join(name);
        std::fs::create_dir_all(&folder).expect("it can be made");
        std::fs::write(folder.join("rules.carc"), rules).expect("it can be written");
    }
    work
}

const HUB: &str = "expansion hub {\n    title \"Hub\"\n}\nfn x(\n";
const ARM: &str = "expansion arm {\n    title \"Arm\"\n    needs hub\n}\n";
const LEG: &str = "expansion leg {\n    title \"Leg\"\n    needs hub\n}\n";
const KEPT: &str = "not looked at further: `hub` has an error";

#[test]
fn an_error_is_told_under_the_expansion_whose_file_holds_it() {
    let work = work(&[("arm", ARM), ("hub", HUB), ("leg", LEG)]);
    let check = |rest: &[&str]| {
        let mut command = carc(&["check"]);
        output(command.args(rest).current_dir(work.path()), 1)
    };
    let text = check(&["arm", "hub", "leg"]);
    for said in [&format!("arm: {KEPT}\n"), "hub: 2 errors\n", &format!("leg: {KEPT}\n")] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(text.matches("never closed").count(), 1, "{text}");
    assert!(!text.contains("no mistakes"), "{text}");
    let start = text.find("never closed").expect("it is told");
    assert!(text.find("arm: ").is_some_and(|arm| arm < start), "under its own: {text}");

    // Where the expansion itself is not looked at, the first that needs it tells its error.
    let text = check(&["arm", "leg"]);
    for said in ["arm: 2 errors\n", &format!("leg: {KEPT}\n")] {
        assert!(text.contains(said), "{said}: {text}");
    }

    let json: Value =
        serde_json::from_str(&check(&["arm", "hub", "leg", "--format", "json"])).unwrap();
    let found: Vec<_> = json.as_array().unwrap().iter().collect();
    assert_eq!(found.len(), 3, "{json}");
    for (found, errors, kept_by) in [
        (found[0], 0, serde_json::json!(["hub"])),
        (found[1], 2, Value::Null),
        (found[2], 0, serde_json::json!(["hub"])),
    ] {
        assert_eq!((&found["errors"], &found["kept_by"]), (&errors.into(), &kept_by), "{json}");
    }
}

#[test]
fn a_circle_is_told_once_and_leaves_none_without_mistakes() {
    let round = |own: &str, other: &str| {
        format!("expansion {own} {{\n    title \"{own}\"\n    needs {other}\n}}\n")
    };
    let work = work(&[("circ1", &round("circ1", "circ2")), ("circ2", &round("circ2", "circ1"))]);
    let text = output(carc(&["check", "circ1", "circ2"]).current_dir(work.path()), 1);
    assert!(text.contains("circ1: 1 error\n"), "{text}");
    assert!(text.contains("circ2: not looked at further: `circ1` has an error\n"), "{text}");
    assert_eq!(text.matches("come after each other").count(), 1, "{text}");
}
