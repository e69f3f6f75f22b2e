//! The rim of a tile: every edge and half edge belongs to exactly one segment.

use abi::{FeatureKind, Joins};
use grammar::{
    Diagnostic, Span,
    ast::{Edge, EdgeAt},
};

use super::Draft;
use crate::{check::codes, names::Names};

/// Nobody looks at more segments of one tile.
const MOST_BESIDE: usize = 4;

pub(super) const SIDES: [&str; 4] = ["N", "E", "S", "W"];
pub(super) const HALVES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

/// The bit of an edge among edges, of a half edge among half edges.
pub(crate) const fn bit(edge: Edge) -> u8 {
    1 << match edge {
        Edge::N | Edge::NL => 0,
        Edge::E | Edge::NR => 1,
        Edge::S | Edge::EL => 2,
        Edge::W | Edge::ER => 3,
        Edge::SL => 4,
        Edge::SR => 5,
        Edge::WL => 6,
        Edge::WR => 7,
    }
}

/// That a line names an edge of which it named all or its part before.
pub(super) fn again(kind: &FeatureKind, at: &EdgeAt, before: &[EdgeAt]) -> Diagnostic {
    let is_same = before.iter().any(|other| other.edge == at.edge);
    let part = before.iter().find(|other| side(other.edge) == side(at.edge));
    match part.filter(|_| !is_same && kind.joins == Joins::Edges) {
        Some(part) => {
            let side = SIDES[side(at.edge)];
            let message = format!("a `{}` lies on whole edges, and these are of one", kind.name);
            let said = Diagnostic::error(codes::TILE_EDGES, message)
                .label(at.span, format!("of {side} too"))
                .label(part.span, format!("of {side}"))
                .help(format!("write `{side}` for both"));
            // What may stand between them is not to be lost.
            match part.span.end + 1 == at.span.start {
                true => said.suggest(Span { start: part.span.start, ..at.span }, side.to_string()),
                false => said,
            }
        }
        None => Diagnostic::error(codes::TILE_EDGES, format!("{:?} twice in a line", at.edge))
            .label(at.span, "named before")
            .help("write the edge that is meant, or leave it out"),
    }
}

/// The number of the side that an edge or half of one is on.
fn side(edge: Edge) -> usize {
    let bit = bit(edge).trailing_zeros() as usize;
    if edge.is_half() { bit / 2 } else { bit }
}

/// Says which edges are covered twice, and, for a tile that can be drawn, which are covered by nothing.
pub(super) fn check(
    names: &Names,
    draft: &Draft<'_>,
    in_a_set: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let on = |joins: Joins, bit: u8| -> Vec<usize> {
        let segments = draft.facts.segments.iter().enumerate();
        segments
            .filter(|(_, segment)| {
                names.rules.features[segment.kind.index()].joins == joins
                    && segment.edges.0 & bit != 0
            })
            .map(|(position, _)| position)
            .collect()
    };
    let mut uncovered: Vec<&str> = Vec::new();
    for (side, &side_name) in SIDES.iter().enumerate() {
        let closed = draft.facts.closes.0 & (1 << side) != 0;
        let whole = on(Joins::Edges, 1 << side);
        let halves =
            [0, 1].map(|half| (2 * side + half, on(Joins::HalfEdges, 1 << (2 * side + half))));
        let shared = shared(draft, side);
        if let ([alone], false) = (&shared[..], draft.mistaken) {
            let alone = *alone;
            diagnostics.push(
                Diagnostic::error(
                    codes::TILE_EDGES,
                    format!(
                        "`{}` has half of {side_name}, and nothing the other",
                        name(draft, alone)
                    ),
                )
                .label(draft.names[alone].span, "expected a segment of the same kind beside it")
                .help(format!("a segment that has all of it reaches `{side_name}`")),
            );
        }
        if let [first, second, ..] = whole.as_slice()
            && !(shared.len() == 2 && whole.len() == 2)
        {
            diagnostics.push(twice(draft, side_name, *first, *second));
        }
        for (half, covering) in &halves {
            if let [first, second, ..] = covering.as_slice() {
                diagnostics.push(twice(draft, HALVES[*half], *first, *second));
            }
        }
        if closed {
            let reaching = whole.iter().chain(halves.iter().flat_map(|(_, covering)| covering));
            for &position in reaching {
                let at = draft.closes.iter().find(|at| bit(at.edge) == 1 << side);
                let mut error = Diagnostic::error(
                    codes::TILE_EDGES,
                    format!("`{}` reaches {}, which is closed", name(draft, position), side_name),
                )
                .label(draft.names[position].span, "reaches it")
                .help(format!("take {side_name} out of this line, or out of `closes`"));
                if let Some(at) = at {
                    error = error.label(at.span, "closed here");
                }
                diagnostics.push(error);
            }
            continue;
        }
        // A side of which one half is missing has been told.
        if !in_a_set || shared.len() == 1 {
            continue;
        }
        if let [(_, first), (_, second)] = &halves
            && let ([first], [second], true) = (&first[..], &second[..], whole.is_empty())
            && first != second
        {
            diagnostics.extend(nothing_between(names, draft, side_name, *first, *second));
        }
        // Beside a whole edge lie either both half edges (a way between them) or none.
        let bare: Vec<&str> = halves
            .iter()
            .filter(|(_, covering)| covering.is_empty())
            .map(|(half, _)| HALVES[*half])
            .collect();
        if bare.len() == 2 && !whole.is_empty() {
            continue;
        }
        let bare = if bare.len() == 2 { vec![side_name] } else { bare };
        uncovered.extend(bare);
    }
    if uncovered.is_empty() {
        return;
    }
    let edges = uncovered.join(", ");
    let mut error = Diagnostic::error(
        codes::TILE_EDGES,
        format!("nothing covers {edges} of `{}`", draft.facts.name),
    )
    .label(draft.facts.span, format!("expected a segment that reaches {edges}"))
    .help("a tile without copies may leave edges open; `closes` ends what runs into one");
    for position in beside(names, draft, &uncovered) {
        error = error.label(draft.names[position].span, "does it end too early?");
    }
    diagnostics.push(error);
}

/// The segments that most likely reach edges that nothing covers: those that reach no edge though their kind
/// joins there, else those that reach the half edges beside, and a few others of that kind, which may end there
/// without the half edge between.
fn beside(names: &Names, draft: &Draft<'_>, uncovered: &[&str]) -> Vec<usize> {
    let joins =
        |position: usize| names.rules.features[draft.facts.segments[position].kind.index()].joins;
    let all = 0..draft.facts.segments.len();
    let without: Vec<usize> = all
        .clone()
        .filter(|&position| {
            joins(position) != Joins::Nothing && draft.facts.segments[position].edges.0 == 0
        })
        .collect();
    if !without.is_empty() {
        return without;
    }
    let halves = uncovered.iter().filter_map(|edge| HALVES.iter().position(|half| half == edge));
    let mut found: Vec<usize> = halves
        .flat_map(|half| [(half + 1) % HALVES.len(), (half + HALVES.len() - 1) % HALVES.len()])
        .filter_map(|half| {
            all.clone().find(|&position| {
                joins(position) == Joins::HalfEdges
                    && draft.facts.segments[position].edges.0 & (1 << half) != 0
            })
        })
        .collect();
    let kind = if found.is_empty() { Joins::Edges } else { Joins::HalfEdges };
    found.extend(all.filter(|&position| joins(position) == kind).take(MOST_BESIDE));
    found.sort_unstable();
    found.dedup();
    found
}

/// The segments that share a side, if they are of one kind and each has its half.
fn shared(draft: &Draft<'_>, side: usize) -> Vec<usize> {
    let on = |half: usize| {
        let mut shares = draft.shares.iter();
        shares.find(|(_, edge)| bit(*edge) == 1 << (2 * side + half)).map(|(at, _)| *at)
    };
    let kind = |at: usize| draft.facts.segments[at].kind;
    match (on(0), on(1)) {
        (Some(a), Some(b)) if a != b && kind(a) == kind(b) => vec![a, b],
        (a, b) => a.or(b).into_iter().collect(),
    }
}

/// Two segments meet in a side, and one that runs between half edges elsewhere might run between them. Where
/// there is none, what is printed parts them.
fn nothing_between(
    names: &Names,
    draft: &Draft<'_>,
    side: &str,
    first: usize,
    second: usize,
) -> Option<Diagnostic> {
    let joins =
        |position: usize| names.rules.features[draft.facts.segments[position].kind.index()].joins;
    let halves = |side: usize| (2 * side..2 * side + 2).map(|half| 1 << half);
    let covered = |bit: u8| {
        (0..draft.facts.segments.len())
            .any(|at| joins(at) == Joins::HalfEdges && draft.facts.segments[at].edges.0 & bit != 0)
    };
    let runs = |at: &usize| {
        let edges = draft.facts.segments[*at].edges.0;
        joins(*at) == Joins::Edges
            && (0..4).any(|side| edges & 1 << side != 0 && halves(side).all(covered))
    };
    let without = |at: &usize| joins(*at) == Joins::Edges && draft.facts.segments[*at].edges.0 == 0;
    let all = 0..draft.facts.segments.len();
    let between = all.clone().find(without).or_else(|| all.clone().find(runs))?;
    let (a, b) = (name(draft, first), name(draft, second));
    let warning = Diagnostic::warning(
        codes::TILE_EDGES,
        format!("`{a}` and `{b}` meet in {side}, and nothing runs between them"),
    )
    .label(draft.names[between].span, "does it end too early?")
    .label(draft.names[first].span, "reaches one half")
    .label(draft.names[second].span, "reaches the other half")
    .help(format!("write {side} behind what runs there, or both halves behind one of the two"));
    Some(warning)
}

fn name<'d>(draft: &'d Draft<'_>, position: usize) -> &'d str {
    &draft.names[position].text
}

fn twice(draft: &Draft<'_>, edge: &str, first: usize, second: usize) -> Diagnostic {
    let (a, b) = (name(draft, first), name(draft, second));
    Diagnostic::error(codes::TILE_EDGES, format!("both `{a}` and `{b}` cover {edge}"))
        .label(draft.names[second].span, "covers it again")
        .label(draft.names[first].span, "covers it first")
        .help(format!("an edge is of one segment: take {edge} out of one of the two lines"))
}
