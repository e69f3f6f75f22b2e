//! Paths on a tile in hundredths of a millimetre, and where points lie to them; whole numbers throughout, so that
//! a picture is the same text on every machine.

use std::fmt::Write;

use abi::Point;

/// The side of a tile, in hundredths of a millimetre.
pub(crate) const TILE: i64 = 4_500;
/// The middle of a tile.
pub(crate) const MIDDLE: Point = Point::new(TILE / 2, TILE / 2);
/// Pieces that a curve is cut into where distances to it are looked for.
const PIECES: i64 = 12;

/// One stroke of a pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// A path of lines and cubic curves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way(Vec<Stroke>);

impl Way {
    /// A path that begins somewhere.
    pub(crate) fn from(start: Point) -> Self {
        Self(vec![Stroke::Move(start)])
    }

    /// A straight line to a point.
    pub(crate) fn line(mut self, to: Point) -> Self {
        self.0.push(Stroke::Line(to));
        self
    }

    /// A curve to a point, drawn by two others.
    pub(crate) fn curve(mut self, first: Point, second: Point, to: Point) -> Self {
        self.0.push(Stroke::Curve(first, second, to));
        self
    }

    /// Back to the beginning.
    pub(crate) fn close(mut self) -> Self {
        self.0.push(Stroke::Close);
        self
    }

    /// Goes on with another path from where this one ends.
    pub(crate) fn join(mut self, other: &Self) -> Self {
        self.0.extend(other.0.iter().skip(1));
        self
    }

    /// The path as pictures write it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for stroke in &self.0 {
            // Writing to a text never fails.
            let _ = match stroke {
                Stroke::Move(p) => write!(text, "M{} {}", p.x, p.y),
                Stroke::Line(p) => write!(text, "L{} {}", p.x, p.y),
                Stroke::Curve(a, b, p) => {
                    write!(text, "C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, p.x, p.y)
                }
                Stroke::Close => write!(text, "Z"),
            };
        }
        text
    }

    /// Points along it, curves cut into short lines.
    pub(crate) fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for stroke in &self.0 {
            match *stroke {
                Stroke::Move(p) | Stroke::Line(p) => points.push(p),
                Stroke::Curve(a, b, p) => {
                    let from = points.last().copied().unwrap_or(p);
                    points.extend((1..=PIECES).map(|t| on_curve([from, a, b, p], t)));
                }
                Stroke::Close => points.extend(points.first().copied()),
            }
        }
        points
    }
}

/// A point of a cubic curve, so many pieces along it.
fn on_curve(by: [Point; 4], t: i64) -> Point {
    let s = PIECES - t;
    let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    let sum = |get: fn(&Point) -> i64| {
        let sum: i64 = by.iter().zip(weights).map(|(p, weight)| get(p) * weight).sum();
        sum.div_euclid(PIECES * PIECES * PIECES)
    };
    Point::new(sum(|p| p.x), sum(|p| p.y))
}

/// A point so many thousandths of the way from one to another.
pub(crate) fn between(from: Point, to: Point, thousandths: i64) -> Point {
    let part = |a: i64, b: i64| a + (b - a) * thousandths / 1000;
    Point::new(part(from.x, to.x), part(from.y, to.y))
}

/// The point so far from another in the direction of a third.
pub(crate) fn towards(from: Point, to: Point, far: i64) -> Point {
    let length = from.distance(to).max(1);
    between(from, to, far * 1000 / length)
}

/// Whether a point lies within a closed line.
pub(crate) fn inside(p: Point, outline: &[Point]) -> bool {
    let mut within = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        if (a.y > p.y) != (b.y > p.y) {
            // Where the line crosses the height of the point, to its west or its east.
            let (run, rise) = ((p.y - a.y) * (b.x - a.x), b.y - a.y);
            let west = (p.x - a.x) * rise;
            if (rise > 0 && west < run) || (rise < 0 && west > run) {
                within = !within;
            }
        }
    }
    within
}

/// How far a point lies from a line of points.
pub(crate) fn distance(p: Point, line: &[Point]) -> i64 {
    let pieces = line.iter().zip(line.iter().skip(1));
    let nearest = pieces.map(|(a, b)| p.distance(nearest(p, *a, *b))).min();
    nearest.or_else(|| line.first().map(|only| p.distance(*only))).unwrap_or(i64::MAX)
}

/// The point of a straight line that is nearest to another point.
fn nearest(p: Point, a: Point, b: Point) -> Point {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let length = x * x + y * y;
    if length == 0 {
        return a;
    }
    let along = ((p.x - a.x) * x + (p.y - a.y) * y).clamp(0, length);
    Point::new(a.x + x * along / length, a.y + y * along / length)
}

/// A number of hundredths with a decimal point.
pub(crate) fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let text = format!("{sign}{whole}.{rest:02}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        let at = Point::new;
        vec![at(0, 0), at(100, 0), at(100, 100), at(0, 100)]
    }

    #[test]
    fn points_lie_inside_or_outside() {
        assert!(inside(Point::new(50, 50), &square()));
        assert!(inside(Point::new(1, 99), &square()));
        assert!(!inside(Point::new(150, 50), &square()));
        assert!(!inside(Point::new(50, -1), &square()));
    }

    #[test]
    fn distances_are_those_to_the_nearest_piece() {
        assert_eq!(distance(Point::new(50, -30), &square()), 30);
        assert_eq!(distance(Point::new(-30, -40), &square()), 50);
        assert_eq!(distance(Point::new(1, 1), &[]), i64::MAX);
    }

    #[test]
    fn curves_begin_and_end_where_they_say() {
        let at = Point::new;
        let way = Way::from(at(0, 0)).curve(at(0, 50), at(100, 50), at(100, 0));
        let points = way.points();
        assert_eq!((points[0], points[points.len() - 1]), (at(0, 0), at(100, 0)));
        assert_eq!(points[6], at(50, 37));
        assert_eq!(way.text(), "M0 0C0 50 100 50 100 0");
    }

    #[test]
    fn decimals_are_short() {
        assert_eq!(decimal(450), "4.5");
        assert_eq!(decimal(-5), "-0.05");
        assert_eq!(decimal(300), "3");
    }
}
