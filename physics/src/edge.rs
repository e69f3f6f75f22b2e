//! The edge of the table: where a way in plan leaves it.

use abi::{Area, Point};

/// Where the straight way between two points crosses the edge of a table, if it leaves it: nothing, if it ends on
/// the table or does not begin there.
pub(crate) fn leaves(table: Area, from: Point, to: Point) -> Option<Point> {
    if table.contains(to) || !table.contains(from) {
        return None;
    }
    let way = |from: i64, to: i64| i128::from(to) - i128::from(from);
    let (x, y) = (way(from.x, to.x), way(from.y, to.y));
    // The share of the way, as two numbers, to the side towards which it goes.
    let share = |from: i64, way: i128, low: i64, high: i64| {
        let limit = if way < 0 { low } else { high };
        (way != 0).then(|| ((i128::from(limit) - i128::from(from)).abs(), way.abs()))
    };
    let shares =
        [share(from.x, x, table.west, table.east), share(from.y, y, table.north, table.south)];
    let first = shares.into_iter().flatten().min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let (part, whole) = first?;
    let along = |from: i64, way: i128| from.saturating_add((way * part / whole) as i64);
    Some(Point::new(along(from.x, x), along(from.y, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leaves_by_the_side_that_it_meets_first() {
        let table = Area { west: -100, north: -50, east: 100, south: 50 };
        let leaves = |from: (i64, i64), to: (i64, i64)| {
            let point = |(x, y)| Point::new(x, y);
            leaves(table, point(from), point(to)).map(|p| (p.x, p.y))
        };
        assert_eq!(leaves((0, 0), (400, 0)), Some((100, 0)));
        assert_eq!(leaves((0, 0), (-400, 0)), Some((-100, 0)));
        assert_eq!(leaves((0, 40), (40, -160)), Some((18, -50)));
        assert_eq!(leaves((0, 0), (150, 150)), Some((50, 50)));
        assert_eq!(leaves((0, 50), (10, 60)), Some((0, 50)), "from the rim outwards");
        assert_eq!(leaves((0, 0), (100, 50)), None, "the rim belongs to the table");
        assert_eq!(leaves((0, 90), (0, 190)), None, "it was never there");
        assert_eq!(leaves((0, 0), (i64::MAX, i64::MAX)), Some((50, 50)));
    }
}
