//! Bands: segments that run from edge to edge in curves, or end on the tile.

use abi::{EdgeSet, Point};

use super::area::middle;
use crate::geometry::{MIDDLE, TILE, Way, between, towards};

/// Ends so near to each other are one place.
const NEAR: i64 = 1_300;
/// Places so near to the middle of the tile are its middle.
const CENTRAL: i64 = 300;
/// How far from an edge a band ends of which nothing is known.
const SHORT: i64 = 1_500;

/// The way of a band.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// Its middle line, in one or more pieces.
    pub(super) ways: Vec<Way>,
    /// Where it ends on the tile, if it comes from one edge only.
    pub(super) end: Option<Point>,
    edge: usize,
}

/// The band between some edges; `spot` is where its figures stand.
pub(super) fn band(edges: EdgeSet, spot: Option<Point>) -> Band {
    let taken: Vec<usize> = (0..4).filter(|&edge| edges.0 >> edge & 1 == 1).collect();
    match taken[..] {
        [] => Band { ways: Vec::new(), end: None, edge: 0 },
        [edge] => {
            let from = middle(edge);
            // The spot is about the middle of the band.
            let end = match spot {
                Some(spot) => between(from, spot, 2_000),
                None => towards(from, MIDDLE, SHORT),
            };
            let end = towards(from, end, from.distance(end).clamp(500, TILE * 2 / 3));
            Band { ways: vec![lane(edge, end)], end: Some(end), edge }
        }
        [a, b] => Band { ways: vec![through(a, b, spot)], end: None, edge: a },
        _ => {
            let hub = spot.filter(|spot| spot.distance(MIDDLE) < 700).unwrap_or(MIDDLE);
            let ways = taken.iter().map(|&edge| lane(edge, hub)).collect();
            Band { ways, end: None, edge: taken[0] }
        }
    }
}

impl Band {
    /// Lets it end elsewhere.
    pub(super) fn end_at(&mut self, end: Point) {
        self.ways = vec![lane(self.edge, end)];
        self.end = Some(end);
    }

    /// Lets it run on in its direction: under what stands where it ends.
    pub(super) fn run_on(&mut self, far: i64) {
        let Some(end) = self.end else { return };
        let before = between(middle(self.edge), end, 600);
        self.end_at(towards(end, Point::new(2 * end.x - before.x, 2 * end.y - before.y), far));
    }
}

/// From the middle of an edge, straight into the tile, to a point.
fn lane(edge: usize, to: Point) -> Way {
    let from = middle(edge);
    let half = from.distance(to) / 2;
    Way::from(from).curve(towards(from, inward(edge), half), between(from, to, 700), to)
}

/// A point right inside of an edge.
fn inward(edge: usize) -> Point {
    between(middle(edge), middle(edge + 2), 500)
}

/// From edge to edge, past the spot unless that is close to one of them.
fn through(a: usize, b: usize, spot: Option<Point>) -> Way {
    let (from, to) = (middle(a), middle(b));
    let is_straight = b - a == 2;
    let usual = if is_straight { MIDDLE } else { between(between(from, to, 500), MIDDLE, 414) };
    let past = spot.filter(|spot| {
        spot.distance(from) > 1_300 && spot.distance(to) > 1_300 && spot.distance(usual) < 900
    });
    if past.is_none_or(|past| past.distance(usual) < 200) {
        let handle = if is_straight { 333 } else { 552 };
        let by = |edge| between(middle(edge), inward(edge), handle);
        return Way::from(from).curve(by(a), by(b), to);
    }
    let past = past.unwrap_or(usual);
    let length = from.distance(to).max(1);
    let aside = |p: Point, far: i64| {
        Point::new(p.x + (to.x - from.x) * far / length, p.y + (to.y - from.y) * far / length)
    };
    let (before, after) = (from.distance(past) * 2 / 5, past.distance(to) * 2 / 5);
    Way::from(from).curve(towards(from, inward(a), before), aside(past, -before), past).curve(
        aside(past, after),
        towards(to, inward(b), after),
        to,
    )
}

/// Places where several bands end, each with the bands by position.
pub(super) fn meetings(
    bands: &[(usize, Band)],
    near: impl Fn(usize, usize) -> bool,
) -> Vec<(Point, Vec<usize>)> {
    let mut found: Vec<(Point, Vec<usize>)> = Vec::new();
    for (i, (segment, band)) in bands.iter().enumerate() {
        let Some(end) = band.end else { continue };
        let joins = |(place, members): &&mut (Point, Vec<usize>)| {
            place.distance(end) < NEAR || members.iter().any(|&m| near(bands[m].0, *segment))
        };
        match found.iter_mut().find(joins) {
            Some((place, members)) => {
                members.push(i);
                let ends = || members.iter().filter_map(|&m| bands[m].1.end);
                let count = members.len() as i64;
                let sum = |get: fn(Point) -> i64| ends().map(get).sum::<i64>() / count;
                let mean = Point::new(sum(|p| p.x), sum(|p| p.y));
                *place = if mean.distance(MIDDLE) < CENTRAL { MIDDLE } else { mean };
            }
            None => found.push((end, vec![i])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_ends_twice_as_far_as_its_spot() {
        let end = band(EdgeSet(0b0100), Some(Point::new(2250, 3820))).end.unwrap();
        assert!(end.distance(Point::new(2250, 3140)) < 5, "{end:?}");
    }

    #[test]
    fn through_bands_begin_and_end_at_their_edges() {
        for (edges, spot) in
            [(0b1010, None), (0b0110, None), (0b1010, Some(Point::new(2250, 2900)))]
        {
            let band = band(EdgeSet(edges), spot);
            let points = band.ways[0].points();
            assert_eq!(points[0], middle(1));
            assert!(band.end.is_none());
        }
        assert_eq!(band(EdgeSet(0b1111), None).ways.len(), 4);
    }

    #[test]
    fn ends_that_touch_are_one_place() {
        let lone = |edges, x, y| band(EdgeSet(edges), Some(Point::new(x, y)));
        let bands = [
            (0, lone(0b0010, 3520, 2250)),
            (1, lone(0b0100, 2250, 3520)),
            (2, lone(0b0001, 2250, 300)),
        ];
        let places = meetings(&bands, |_, _| false);
        let members: Vec<_> = places.iter().map(|(_, members)| members.clone()).collect();
        assert_eq!(members, [vec![0, 1], vec![2]]);
    }
}
