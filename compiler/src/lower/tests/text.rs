//! What is not done at all: code that should not be there.

use crate::Backend;

use super::{rules, text, text_of};

#[test]
fn fits_are_not_written_out_unless_some_are_forbidden() {
    let step = "game keeps hand: tile?
        fn ways(t: tile) -> list of fit = fits(t)
        step go in playing {
            let t = hand else skip
            if ways(t) is empty { skip }
            let place = active chooses from ways(t) else skip
            active places t at place
        }";
    let free = text_of(step, "step go");
    assert!(free.contains(": fits r"), "{free}");
    assert!(free.contains("CountFits") && !free.contains("push"), "{free}");
    let less = text_of(&format!("{step}\nforbid p places t at fit when fit.turn == 90"), "step go");
    assert!(less.contains("host Fits") && less.contains("push"), "{less}");
}

#[test]
fn options_are_constants() {
    let more = "
        option mode: int = 1 from 1, 2
        step never in playing when mode == 2 { active scores 1 for land }
        step go in playing { if mode == 1 { active scores 2 for land } else { active scores 3 for land } }
        scenario \"nothing\" { players red }";
    let compiled = rules(more, Backend::Eval);
    let names: Vec<&str> =
        compiled.program.courses.turn.steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["go"]);
    let go = text_of("option mode: int = 1 from 1, 2
        step go in playing { if mode == 1 { active scores 2 for land } else { active scores 3 for land } }", "step go");
    assert!(!go.contains("branch"), "{go}");
}

#[test]
fn a_question_about_followers_makes_no_list() {
    let step = "step go in playing {
        if features.first.followers is empty { skip }
        active scores count f in features where f.followers is not empty for land
    }";
    let go = text_of(step, "step go");
    assert!(!go.contains("list") && !go.contains("push"), "{go}");
}

#[test]
fn the_segments_of_all_tiles_make_no_list() {
    let step = "step go in playing {
        active scores count s in tiles.segments where s is lane for land
        if any s in tiles.segments where s.figures is not empty { skip }
    }";
    let go = text_of(step, "step go");
    assert!(!go.contains("list") && !go.contains("push") && !go.contains("host Join"), "{go}");
}

#[test]
fn rules_that_nothing_uses_are_not_made() {
    let all =
        text("fn idle(p: player) -> int = p.points\n to unused(p: player) { p scores 1 for land }");
    assert!(!all.contains("idle") && !all.contains("unused"), "{all}");
}

#[test]
fn a_measure_that_the_filter_has_asked_is_not_asked_again() {
    let step = "fn strength(p: player) -> int = sum m in p.deployed by p.points
        step go in playing {
            for p in most p in players where strength(p) > 0 by strength(p) { p scores 1 for land }
        }";
    let go = text_of(step, "step go");
    assert_eq!(go.matches("load player").count(), 3, "{go}");
}
