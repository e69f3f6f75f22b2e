//! Rules that ask for shots that nobody can make: who plays or simulates them reads why, and which line asks.

use crate::{carc, complaint, expansion, output};

/// Rules that throw a token to the one who throws it.
const FLING: &str = "expansion fling {\n    title \"Fling\"\n    needs base\n    uses shots\n}\n\n\
    token ball { each player 3  size 20 mm x 20 mm x 2 mm round }\n\n\
    step fling in following { active shoots ball at active }\n";

/// The same with a plate that is wider in plan than any token when it has turned.
const PLATE: &str = "expansion plate {\n    title \"Plate\"\n    needs base\n    uses shots\n}\n\n\
    token slab { each player 3  size 250 mm x 250 mm x 2 mm }\n\n\
    step fling in following { if active.slab > 0 { active shoots slab } }\n";

const WHY: &str = "nobody throws a token to himself";
const LINE: &str = "fling/rules.carc:9)";

#[test]
fn an_impossible_shot_tells_its_reason_and_its_line() {
    let (_scratch, path) = expansion("fling", &[("rules.carc", FLING)]);
    let with = ["--with", &path, "--seed", "1"];
    let bots = [&["play", "--bots"], &with[..]].concat();
    let sim = [&["sim", "--games", "1"], &with[..]].concat();
    for arguments in [bots, sim] {
        let text = complaint(&mut carc(&arguments), 1);
        assert!(text.contains(WHY) && text.contains(LINE), "{text}");
    }
    let play = [&["play"], &with[..]].concat();
    let text = output(carc(&play).write_stdin("1\nnone\n1\nbot\n"), 0);
    assert!(text.contains(WHY) && text.contains(LINE), "{text}");
    assert!(!text.contains("does not take this answer"), "{text}");
}

#[test]
fn tokens_that_have_turned_are_in_the_way_of_no_later_shot() {
    let (_scratch, path) = expansion("plate", &[("rules.carc", PLATE)]);
    for seed in ["1", "2", "3"] {
        let arguments = ["play", "--bots", "--with", &path, "--seed", seed, "--boards", "0"];
        let text = output(&mut carc(&arguments), 0);
        assert!(text.contains("The game is over"), "{text}");
    }
}
