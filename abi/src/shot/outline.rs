//! Outlines in plan, and how far they are from each other.

use serde::{Deserialize, Serialize};

use super::{Area, Point, square_root};

/// Corners of a polygon that stands for an ellipse; it is at most 0.1 mm narrower than a token.
const ROUND: usize = 24;
/// Sines of the angles of such a polygon, from 0 to a quarter turn, in millionths.
const SINES: [i64; ROUND / 4 + 1] = [0, 258_819, 500_000, 707_107, 866_025, 965_926, 1_000_000];
/// Sines of whole degrees from 0 to 90, in millionths.
const DEGREES: [i64; 91] = [
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648,
    190_809, 207_912, 224_951, 241_922, 258_819, 275_637, 292_372, 309_017, 325_568, 342_020,
    358_368, 374_607, 390_731, 406_737, 422_618, 438_371, 453_990, 469_472, 484_810, 500_000,
    515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815, 615_661, 629_320, 642_788,
    656_059, 669_131, 681_998, 694_658, 707_107, 719_340, 731_354, 743_145, 754_710, 766_044,
    777_146, 788_011, 798_636, 809_017, 819_152, 829_038, 838_671, 848_048, 857_167, 866_025,
    874_620, 882_948, 891_007, 898_794, 906_308, 913_545, 920_505, 927_184, 933_580, 939_693,
    945_519, 951_057, 956_305, 961_262, 965_926, 970_296, 974_370, 978_148, 981_627, 984_808,
    987_688, 990_268, 992_546, 994_522, 996_195, 997_564, 998_630, 999_391, 999_848, 1_000_000,
];

/// A convex polygon in plan, its corners in clockwise order as the board is seen from above.
///
/// One point alone is an outline, too, and none at all is the outline of something that lies nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Outline(pub Vec<Point>);

impl Outline {
    /// A rectangle round a point, turned clockwise by thousandths of a degree.
    pub fn rectangle(at: Point, width: i64, depth: i64, turn: i64) -> Self {
        let (x, y) = (width / 2, depth / 2);
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
        Self(corners.into_iter().map(|corner| turned(at, corner, turn)).collect())
    }

    /// An ellipse round a point, turned clockwise by thousandths of a degree.
    pub fn ellipse(at: Point, width: i64, depth: i64, turn: i64) -> Self {
        let sine = |step: usize| {
            let (quarter, step) = (step / (ROUND / 4) % 4, step % (ROUND / 4));
            match quarter {
                0 => SINES[step],
                1 => SINES[ROUND / 4 - step],
                2 => -SINES[step],
                _ => -SINES[ROUND / 4 - step],
            }
        };
        let corner = |step| {
            let along =
                (width * sine(step + ROUND / 4) / 2_000_000, depth * sine(step) / 2_000_000);
            turned(at, along, turn)
        };
        Self((0..ROUND).map(corner).collect())
    }

    /// The smallest convex outline round some points.
    pub fn round(points: &[Point]) -> Self {
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        if points.len() < 3 {
            return Self(points);
        }
        let half = |points: &mut dyn Iterator<Item = Point>| {
            let mut chain: Vec<Point> = Vec::new();
            for p in points {
                while let [.., a, b] = chain[..]
                    && cross(a, b, p) <= 0
                {
                    chain.pop();
                }
                chain.push(p);
            }
            chain.pop();
            chain
        };
        let mut corners = half(&mut points.iter().copied());
        corners.extend(half(&mut points.iter().rev().copied()));
        Self(corners)
    }

    /// The smallest upright rectangle round it; nothing for an outline without points.
    pub fn bounds(&self) -> Option<Area> {
        let low = |get: fn(&Point) -> i64| self.0.iter().map(get).min();
        let high = |get: fn(&Point) -> i64| self.0.iter().map(get).max();
        Some(Area {
            west: low(|p| p.x)?,
            north: low(|p| p.y)?,
            east: high(|p| p.x)?,
            south: high(|p| p.y)?,
        })
    }

    /// Whether a point lies in it or on its rim.
    pub fn contains(&self, p: Point) -> bool {
        match self.0[..] {
            [] => false,
            [only] => only == p,
            _ => {
                // Where all corners lie on one line, the sides alone would let through what lies beyond its ends.
                sides(&self.0).all(|(a, b)| cross(a, b, p) >= 0)
                    && self.bounds().is_some_and(|bounds| bounds.contains(p))
            }
        }
    }
}

/// The distance between two outlines in plan, in micrometres; 0 when they overlap or touch (F52).
///
/// Nothing is infinitely far from an outline without points.
pub fn gap(a: &Outline, b: &Outline) -> i64 {
    if a.0.is_empty() || b.0.is_empty() {
        return i64::MAX;
    }
    let inside = |points: &Outline, of: &Outline| points.0.iter().any(|&p| of.contains(p));
    let cut = || sides(&a.0).any(|a| sides(&b.0).any(|b| crossing(a, b)));
    if inside(a, b) || inside(b, a) || cut() {
        return 0;
    }
    let nearest = |points: &Outline, of: &Outline| {
        let from = points.0.iter();
        from.flat_map(|&p| sides(&of.0).map(move |side| squared(p, side)))
            .min()
            .unwrap_or(i128::MAX)
    };
    square_root(nearest(a, b).min(nearest(b, a)))
}

/// The two points, one of each outline, between which [`gap`] measures; nothing where they overlap, or one of them is
/// empty.
pub fn closest(a: &Outline, b: &Outline) -> Option<(Point, Point)> {
    if matches!(gap(a, b), 0 | i64::MAX) {
        return None;
    }
    let between = |points: &Outline, of: &Outline| {
        let from = points.0.iter();
        let pairs = from.flat_map(|&p| sides(&of.0).map(move |side| (squared(p, side), p, side)));
        pairs.min_by_key(|&(far, ..)| far)
    };
    let (there, back) = (between(a, b)?, between(b, a)?);
    Some(match there.0 <= back.0 {
        true => (there.1, foot(there.1, there.2)),
        false => (foot(back.1, back.2), back.1),
    })
}

/// The point of a side that is nearest to a point.
fn foot(p: Point, (a, b): (Point, Point)) -> Point {
    let (x, y) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
    let length = (x * x + y * y).max(1);
    let along = i128::from(p.x - a.x) * x + i128::from(p.y - a.y) * y;
    let along = along.clamp(0, length);
    Point::new(a.x + (x * along / length) as i64, a.y + (y * along / length) as i64)
}

/// The sides of a closed polygon; a single point is a side from itself to itself.
fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// Twice the area of a triangle, positive when it goes clockwise as seen with `y` downwards.
fn cross(a: Point, b: Point, c: Point) -> i128 {
    i128::from(b.x - a.x) * i128::from(c.y - a.y) - i128::from(b.y - a.y) * i128::from(c.x - a.x)
}

/// Whether two sides cross in points that are no ends.
fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let apart = |p: i128, q: i128| (p > 0 && q < 0) || (p < 0 && q > 0);
    apart(cross(a, b, c), cross(a, b, d)) && apart(cross(c, d, a), cross(c, d, b))
}

/// The square of the distance between a point and a side.
fn squared(p: Point, (a, b): (Point, Point)) -> i128 {
    let dot = |u: (i128, i128), v: (i128, i128)| u.0 * v.0 + u.1 * v.1;
    let from = |a: Point, b: Point| (i128::from(b.x - a.x), i128::from(b.y - a.y));
    let (side, to) = (from(a, b), from(a, p));
    let (length, along) = (dot(side, side), dot(side, to));
    if along <= 0 || length == 0 {
        return dot(to, to);
    }
    if along >= length {
        let to = from(b, p);
        return dot(to, to);
    }
    let across = side.0 * to.1 - side.1 * to.0;
    // Points lie within 2,200 m, so that this square fits.
    across * across / length
}

/// A point beside `at`, turned about it clockwise as seen with `y` downwards.
fn turned(at: Point, (x, y): (i64, i64), turn: i64) -> Point {
    let turn = turn.rem_euclid(360_000);
    let (sine, cosine) = (sine(turn), sine(turn + 90_000));
    let turn = |along: i64, across: i64| (x * along + y * across + 500_000).div_euclid(1_000_000);
    Point::new(at.x + turn(cosine, -sine), at.y + turn(sine, cosine))
}

/// The sine of an angle in thousandths of a degree, in millionths; between whole degrees along a line, which
/// is less than a micrometre off for anything smaller than a hand.
pub(super) fn sine(angle: i64) -> i64 {
    let angle = angle.rem_euclid(360_000);
    let (sign, angle) = if angle >= 180_000 { (-1, angle - 180_000) } else { (1, angle) };
    let angle = if angle > 90_000 { 180_000 - angle } else { angle };
    let (degree, rest) = ((angle / 1000) as usize, angle % 1000);
    let next = DEGREES[(degree + 1).min(90)];
    sign * (DEGREES[degree] + (next - DEGREES[degree]) * rest / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Point = Point::new(100_000, -50_000);

    #[test]
    fn gaps_are_measured_between_nearest_points() {
        let square = Outline::rectangle(AT, 20_000, 20_000, 0);
        let beside = Outline::rectangle(Point::new(130_000, -50_000), 20_000, 20_000, 0);
        assert_eq!(gap(&square, &beside), 10_000);
        let corner = Outline::rectangle(Point::new(123_000, -26_000), 20_000, 20_000, 0);
        assert_eq!(gap(&square, &corner), 5_000, "3, 4, 5");
        let turned = Outline::rectangle(Point::new(130_000, -50_000), 20_000, 20_000, 45_000);
        assert_eq!(gap(&square, &turned), 20_000 - 14_142);
        assert_eq!(gap(&square, &Outline(vec![Point::new(100_000, 0)])), 40_000);
        assert_eq!(gap(&square, &Outline::default()), i64::MAX);
        let ends = closest(&square, &corner).expect("they are apart");
        assert_eq!(ends, (Point::new(110_000, -40_000), Point::new(113_000, -36_000)));
        let (from, to) = closest(&turned, &square).expect("they are apart");
        assert_eq!(from.distance(to), gap(&square, &turned));
        assert_eq!(closest(&square, &square), None);
        assert_eq!(closest(&square, &Outline::default()), None);
    }

    #[test]
    fn what_overlaps_or_touches_has_no_gap() {
        let square = Outline::rectangle(AT, 20_000, 20_000, 0);
        for other in [
            Outline::rectangle(AT, 2_000, 2_000, 30_000),
            Outline::rectangle(AT, 200_000, 200_000, 0),
            Outline::rectangle(Point::new(120_000, -50_000), 20_000, 20_000, 0),
            Outline::rectangle(AT, 100_000, 4_000, 0),
            Outline(vec![AT]),
        ] {
            assert_eq!(gap(&square, &other), 0, "{other:?}");
            assert_eq!(gap(&other, &square), 0, "{other:?}");
        }
    }

    #[test]
    fn ellipses_are_nearly_round() {
        let disc = Outline::ellipse(AT, 24_000, 24_000, 0);
        for &p in &disc.0 {
            assert!((11_998..=12_001).contains(&p.distance(AT)), "{p:?}");
        }
        for turn in [0, 7_000, 15_000, 123_456] {
            let disc = Outline::ellipse(AT, 24_000, 24_000, turn);
            let away = gap(&disc, &Outline(vec![Point::new(200_000, -50_000)]));
            assert!((88_000..=88_110).contains(&away), "{away}");
        }
    }

    #[test]
    fn outlines_round_points_leave_out_what_lies_within() {
        let points = [(0, 0), (10, 0), (10, 10), (0, 10), (5, 5), (5, 0), (10, 10)];
        let outline = Outline::round(&points.map(|(x, y)| Point::new(x, y)));
        assert_eq!(outline.0.len(), 4);
        assert!(outline.contains(Point::new(5, 5)) && !outline.contains(Point::new(11, 5)));
        let line = Outline::round(&[Point::new(0, 0), Point::new(10, 10)]);
        assert!(line.contains(Point::new(5, 5)) && !line.contains(Point::new(11, 11)));
    }

    #[test]
    fn turning_a_full_circle_changes_nothing() {
        assert_eq!(
            Outline::rectangle(AT, 16_000, 10_000, 90_000),
            Outline::rectangle(AT, 16_000, 10_000, 450_000)
        );
        assert_eq!((sine(30_000), sine(210_000), sine(-90_000)), (500_000, -500_000, -1_000_000));
    }

    #[test]
    fn points_keep_their_words() {
        for p in [AT, Point::new(-1, -1), Point::new(0, 5), Point::new(-1_474_000_000, 7)] {
            assert_eq!(Point::from_word(p.word()), p);
        }
    }
}
