//! Where a record says that something stands: the sides that a segment reaches, as its tile lies.

use abi::{EdgeSet, Joins, Program, SegmentDef};

/// The segments of a tile as it lies.
pub(crate) struct LyingSegments {
    /// Their names, kinds, kinds of joining and the edges that they reach; a space reaches those of the
    /// segments near it that reach whole edges.
    segments: Vec<(String, String, Joins, EdgeSet)>,
}

impl LyingSegments {
    /// Those of a kind of tile with so many quarter turns.
    pub(crate) fn new(program: &Program, segments: &[SegmentDef], turn: i64) -> Self {
        let edges = |segment: &SegmentDef| {
            let joins = program.features[segment.kind.index()].joins;
            segment.edges.turned(turn, joins)
        };
        let whole =
            |segment: &&SegmentDef| program.features[segment.kind.index()].joins == Joins::Edges;
        let lying = segments.iter().map(|segment| {
            let kind = &program.features[segment.kind.index()];
            let near = segment.near.iter().filter_map(|&near| segments.get(usize::from(near)));
            let edges = match kind.joins {
                Joins::Nothing => {
                    near.filter(whole).fold(EdgeSet(0), |all, near| EdgeSet(all.0 | edges(near).0))
                }
                _ => edges(segment),
            };
            (segment.name.clone(), kind.name.clone(), kind.joins, edges)
        });
        Self { segments: lying.collect() }
    }

    /// The segment of a kind that reaches exactly the sides of a location: `N`, `WE`, `_N` (all but the
    /// north), `NWSE`, half edges `NL.NR`; of those that reach none `I`
    /// is the first, `II` the second.
    pub(super) fn find(&self, kind: &str, location: &str) -> Option<String> {
        let mut of_kind = self.segments.iter().filter(|(_, k, ..)| k == kind);
        if location.bytes().all(|letter| letter == b'I') {
            let mut inner = of_kind.filter(|(_, _, joins, edges)| {
                *joins == Joins::Nothing || *edges == EdgeSet::default()
            });
            return inner.nth(location.len().checked_sub(1)?).map(|(name, ..)| name.clone());
        }
        let found = of_kind.find(|(_, _, joins, edges)| match joins {
            Joins::Edges | Joins::Nothing => sides(location) == Some(*edges),
            Joins::HalfEdges => halves(location) == Some(*edges),
        });
        // One that shares an edge may be recorded without it.
        let around = |(_, _, joins, edges): &&(String, String, Joins, EdgeSet)| {
            *joins == Joins::Edges
                && sides(location).is_some_and(|sides| edges.0 & sides.0 == sides.0)
        };
        let found = found.or_else(|| self.segments.iter().filter(|s| s.1 == kind).find(around));
        found.map(|(name, ..)| name.clone())
    }
}

fn sides(location: &str) -> Option<EdgeSet> {
    let (all_but, letters) = match location.strip_prefix('_') {
        Some(letters) => (true, letters),
        None => (false, location),
    };
    let bits = letters.chars().try_fold(0, |bits, c| Some(bits | 1 << "NESW".find(c)?))?;
    Some(EdgeSet(if all_but { !bits & 0xf } else { bits }))
}

fn halves(location: &str) -> Option<EdgeSet> {
    const HALVES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
    let mut bits = 0;
    for half in location.split('.') {
        bits |= 1 << HALVES.iter().position(|h| *h == half)?;
    }
    Some(EdgeSet(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_locations() {
        assert_eq!(sides("NWSE"), Some(EdgeSet(0b1111)));
        assert_eq!(sides("_N"), Some(EdgeSet(0b1110)));
        assert_eq!(sides("WE"), Some(EdgeSet(0b1010)));
        assert_eq!(sides("X"), None);
        assert_eq!(halves("NL.WR"), Some(EdgeSet(0b1000_0001)));
        assert_eq!(halves("NL.XX"), None);
    }
}
