//! Walled areas: from the edges that a segment takes to an outline whose walls curve into the tile.

use abi::{EdgeSet, Point};

use crate::geometry::{MIDDLE, TILE, Way, between};

/// The corners of a tile, clockwise; an edge runs from the corner of its number to the next one.
pub(super) const CORNERS: [Point; 4] =
    [Point::new(0, 0), Point::new(TILE, 0), Point::new(TILE, TILE), Point::new(0, TILE)];
/// How far a wall reaches into the tile where nothing says more.
const DEPTH: i64 = 1_050;
/// The least and the greatest depth of an area behind a single edge.
const DEPTHS: (i64, i64) = (1_000, 1_750);

/// The ground of an area.
pub(super) struct Area {
    /// Its whole outline.
    pub(super) outline: Way,
    /// The walls: what of the outline does not lie on the tile's rim.
    pub(super) walls: Vec<Way>,
}

/// The middle of an edge.
pub(super) fn middle(edge: usize) -> Point {
    between(CORNERS[edge % 4], CORNERS[(edge + 1) % 4], 500)
}

/// The area behind some edges; `spot` is where its figures stand. With another area across the tile it leaves
/// room between the two.
pub(super) fn area(edges: EdgeSet, spot: Option<Point>, across: bool) -> Area {
    let has = |edge: usize| edges.0 >> (edge % 4) & 1 == 1;
    let count = (0..4).filter(|&edge| has(edge)).count();
    if count == 0 {
        return Area { outline: Way::default(), walls: Vec::new() };
    }
    // Behind an edge that is not taken, so that the walk ends with a wall.
    let first = (0..4).find(|&edge| has(edge) && !has(edge + 3)).unwrap_or(0);
    let mut outline = Way::from(CORNERS[first]);
    let mut walls = Vec::new();
    let mut edge = first;
    while edge < first + 4 {
        if has(edge) {
            edge += 1;
            outline = outline.line(CORNERS[edge % 4]);
            continue;
        }
        let gap = (edge..first + 4).take_while(|&edge| !has(edge)).count();
        let wall = match gap {
            1 => bay(edge, DEPTH),
            2 => diagonal(edge, across),
            _ => backwards(edge + 3, depth(edge + 3, spot)),
        };
        outline = outline.join(&wall);
        walls.push(wall);
        edge += gap;
    }
    Area { outline: outline.close(), walls }
}

/// The depth of an area behind one edge, in whose middle its figures stand.
fn depth(edge: usize, spot: Option<Point>) -> i64 {
    let Some(spot) = spot else { return DEPTH * 5 / 4 };
    let far = match edge % 4 {
        0 => spot.y,
        1 => TILE - spot.x,
        2 => TILE - spot.y,
        _ => spot.x,
    };
    (far * 2).clamp(DEPTHS.0, DEPTHS.1)
}

/// A point so far along an edge, clockwise, and so far into the tile, each in thousandths of its side or itself.
fn at(edge: usize, along: i64, into: i64) -> Point {
    let (from, to) = (CORNERS[edge % 4], CORNERS[(edge + 1) % 4]);
    let p = between(from, to, along);
    match edge % 4 {
        0 => Point::new(p.x, p.y + into),
        1 => Point::new(p.x - into, p.y),
        2 => Point::new(p.x, p.y - into),
        _ => Point::new(p.x + into, p.y),
    }
}

/// A wall from corner to corner of an edge that is not the area's.
fn bay(edge: usize, depth: i64) -> Way {
    Way::from(at(edge, 0, 0))
        .curve(at(edge, 200, 600), at(edge, 280, depth), at(edge, 500, depth))
        .curve(at(edge, 720, depth), at(edge, 800, 600), at(edge, 1000, 0))
}

/// The same the other way round: behind the only edge of an area.
fn backwards(edge: usize, depth: i64) -> Way {
    Way::from(at(edge, 1000, 0))
        .curve(at(edge, 800, 600), at(edge, 720, depth), at(edge, 500, depth))
        .curve(at(edge, 280, depth), at(edge, 200, 600), at(edge, 0, 0))
}

/// A wall across the tile, in front of two edges that are not the area's.
fn diagonal(edge: usize, across: bool) -> Way {
    let (from, to) = (CORNERS[edge % 4], CORNERS[(edge + 2) % 4]);
    // A little towards the corner between the edges that are the area's.
    let own = CORNERS[(edge + 3) % 4];
    let (aside, inward) = if across { (400, 150) } else { (380, 480) };
    let by = |end: Point| between(between(end, own, aside), MIDDLE, inward);
    Way::from(from).curve(by(from), by(to), to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::inside;

    fn holds(edges: u8, x: i64, y: i64) -> bool {
        inside(Point::new(x, y), &area(EdgeSet(edges), None, false).outline.points())
    }

    #[test]
    fn areas_lie_behind_their_edges() {
        for (edges, within, without) in [
            (0b0001, (2250, 600), (2250, 2250)),
            (0b0010, (3900, 2250), (2250, 2250)),
            (0b1001, (1000, 1000), (3000, 3000)),
            (0b0011, (3500, 1000), (1500, 3000)),
            (0b1010, (2250, 2250), (2250, 400)),
            (0b1011, (2250, 2250), (2250, 4100)),
            (0b1111, (2250, 4400), (2250, 4600)),
        ] {
            assert!(holds(edges, within.0, within.1), "{edges:04b}");
            assert!(!holds(edges, without.0, without.1), "{edges:04b}");
        }
    }

    #[test]
    fn what_lies_on_the_rim_has_no_wall() {
        let walls = |edges| area(EdgeSet(edges), None, false).walls.len();
        assert_eq!([0b1111, 0b0001, 0b0101, 0b0111].map(walls), [0, 1, 2, 1]);
        assert_eq!(area(EdgeSet(0), None, false).outline, Way::default());
    }
}
