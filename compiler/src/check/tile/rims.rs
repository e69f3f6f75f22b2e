//! What lies beside segments on the rim: a kind that joins edges has both half edges of its sides filled on all
//! tiles, as roads between fields have, or on none, as cities. Sides of different forms never fit each other.

use std::collections::{BTreeMap, BTreeSet};

use abi::{FeatureKindId, Joins};
use grammar::{Diagnostic, FileId, ast::Name};

use super::{
    Draft,
    edges::{HALVES, SIDES},
};
use crate::{check::codes, names::Names};

/// A side of a tile that a segment reaches over its whole length.
struct Side<'a> {
    /// The expansion whose tile it is.
    expansion: usize,
    segment: &'a Name,
    side: usize,
    /// The segments that have the two halves, if both are taken.
    beside: Option<[&'a Name; 2]>,
}

/// The sides of all tiles with copies.
#[derive(Default)]
pub(super) struct Rims<'a> {
    of_kinds: BTreeMap<FeatureKindId, Vec<Side<'a>>>,
    /// A layout of a tile may have the sides of another one.
    seen: BTreeSet<(FileId, u32, usize, bool)>,
}

impl<'a> Rims<'a> {
    /// Adds the sides of a tile of which nothing else is wrong.
    pub(super) fn add(&mut self, names: &Names, draft: &Draft<'a>, expansion: usize) {
        let joins = |kind: FeatureKindId| names.rules.features[kind.index()].joins;
        let mut halves: [Option<&'a Name>; HALVES.len()] = [None; HALVES.len()];
        let segments = || draft.facts.segments.iter().zip(&draft.names);
        for (segment, &name) in segments().filter(|(s, _)| joins(s.kind) == Joins::HalfEdges) {
            for (half, taken) in halves.iter_mut().enumerate() {
                if segment.edges.0 & (1 << half) != 0 {
                    *taken = Some(name);
                }
            }
        }
        for (segment, &name) in segments().filter(|(s, _)| joins(s.kind) == Joins::Edges) {
            for side in (0..SIDES.len()).filter(|side| segment.edges.0 & (1 << side) != 0) {
                let beside = match (halves[2 * side], halves[2 * side + 1]) {
                    (None, None) => None,
                    (Some(left), Some(right)) => Some([left, right]),
                    _ => continue,
                };
                let place = (name.span.file, name.span.start, side, beside.is_some());
                if self.seen.insert(place) {
                    let side = Side { expansion, segment: name, side, beside };
                    self.of_kinds.entry(segment.kind).or_default().push(side);
                }
            }
        }
    }

    /// Says which sides have another form than those of their kind have in the expansion that shows it first.
    pub(super) fn check(&self, names: &Names, diagnostics: &mut Vec<Diagnostic>) {
        for (kind, sides) in &self.of_kinds {
            let Some(home) = sides.iter().map(|side| side.expansion).min() else { continue };
            let at_home = |filled: bool| {
                let is_so =
                    |side: &&Side<'_>| side.expansion == home && side.beside.is_some() == filled;
                let first = sides.iter().find(is_so)?;
                Some((sides.iter().filter(is_so).count(), first))
            };
            let usual = match (at_home(false), at_home(true)) {
                (Some(bare), Some(filled)) if filled.0 <= bare.0 => bare.1,
                (_, Some(filled)) => filled.1,
                (Some(bare), None) => bare.1,
                (None, None) => continue,
            };
            let others = sides.iter().filter(|s| s.beside.is_some() != usual.beside.is_some());
            let kind = &names.rules.features[kind.index()].name;
            diagnostics.extend(others.map(|side| unlike(kind, side, usual)));
        }
    }
}

fn unlike(kind: &str, side: &Side<'_>, usual: &Side<'_>) -> Diagnostic {
    let Side { segment, side: at, .. } = side;
    let name = &segment.text;
    let (edge, left, right) = (SIDES[*at], HALVES[2 * at], HALVES[2 * at + 1]);
    let (message, usually, help) = match &side.beside {
        Some([one, other]) => {
            let (one, other) = (&one.text, &other.text);
            let what = if one == other {
                format!("`{one}` has both halves")
            } else {
                format!("`{one}` and `{other}` have the halves")
            };
            (
                format!("`{name}` reaches {edge}, and {what} of {edge} besides"),
                "nothing lies beside it here",
                format!(
                    "take {left} and {right} out of the other lines, or {edge} out of this one"
                ),
            )
        }
        None => (
            format!("`{name}` reaches {edge}, and nothing lies on both sides of it there"),
            "something lies on both sides of it here",
            format!("write {left} and {right} behind what lies beside it"),
        ),
    };
    Diagnostic::error(codes::TILE_EDGES, message)
        .label(segment.span, format!("no other `{kind}` fits there"))
        .label(usual.segment.span, usually)
        .help(help)
}
