//! The corners of a tile: what meets there touches, so one of the two says that it is near the other.

use abi::Joins;
use grammar::Diagnostic;

use super::Draft;
use crate::{check::codes, names::Names};

/// The half edges on both sides of each corner, by their bits, with what the corner is called.
const CORNERS: [(usize, usize, &str); 4] =
    [(1, 2, "north-east"), (3, 4, "south-east"), (5, 6, "south-west"), (7, 0, "north-west")];

/// Warns where a segment that reaches a half edge and one that has the whole edge around the corner do not
/// touch: most likely `near` forgets one.
pub(super) fn check(names: &Names, draft: &Draft<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let segments = &draft.facts.segments;
    let joins = |at: usize| names.rules.features[segments[at].kind.index()].joins;
    let alone = |joined: Joins, bit: u8| {
        let mut on = (0..segments.len())
            .filter(|&at| joins(at) == joined && segments[at].edges.0 & bit != 0);
        on.next().filter(|_| on.next().is_none())
    };
    let half = |half: usize| alone(Joins::HalfEdges, 1 << half);
    // Half edges beside a whole one part it from the corners.
    let whole = |at: usize| match half(at) {
        None => alone(Joins::Edges, 1 << (at / 2)),
        Some(_) => None,
    };
    let mut told = Vec::new();
    for (one, other, corner) in CORNERS {
        for (one, other) in [(one, other), (other, one)] {
            let (Some(beside), Some(around)) = (half(one), whole(other)) else { continue };
            let touches = |at: usize| segments[at].near.contains(&(around as u8));
            // What reaches no edge may lie between the two.
            let between = |at: usize| {
                joins(at) == Joins::HalfEdges && segments[at].edges.0 == 0 && touches(at)
            };
            if touches(beside)
                || told.contains(&(beside, around))
                || (0..segments.len()).any(between)
            {
                continue;
            }
            told.push((beside, around));
            let name = |at: usize| &draft.names[at].text;
            let (a, b) = (name(beside), name(around));
            diagnostics.push(
                Diagnostic::warning(
                    codes::TILE_EDGES,
                    format!("`{a}` and `{b}` meet in the {corner} corner and do not touch"),
                )
                .label(draft.names[beside].span, format!("is it `near {b}`?"))
                .label(draft.names[around].span, "reaches that corner too")
                .help(format!("if they touch, write `near {b}` in the line of `{a}`")),
            );
        }
    }
}
