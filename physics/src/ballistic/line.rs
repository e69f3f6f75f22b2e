//! The straight line of a throw over the table.

use abi::{Launch, Point};

use crate::border::{centimetres, micrometres, radians, thousandths};

/// A line from the launch in its heading; lengths are centimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    from: Point,
    pub(super) heading: i64,
    /// One centimetre along it: to the east and to the south.
    pub(super) east: f64,
    pub(super) south: f64,
}

impl Line {
    /// The line of a launch.
    pub(super) fn of_launch(launch: &Launch) -> Self {
        let heading = radians(launch.heading);
        let (east, south) = (libm::sin(heading), -libm::cos(heading));
        Self { from: launch.from, heading: launch.heading, east, south }
    }

    /// A line from a point that goes to the right of this one by a share of its own length.
    pub(super) fn turned(&self, from: Point, share: f64) -> Self {
        let long = libm::sqrt(1.0 + share * share);
        Self {
            from,
            heading: self.heading + thousandths(libm::atan(share)),
            east: (self.east - share * self.south) / long,
            south: (self.south + share * self.east) / long,
        }
    }

    /// How far along the line a point lies, and how far to its right.
    pub(super) fn of(&self, p: Point) -> (f64, f64) {
        let (x, y) = (centimetres(p.x - self.from.x), centimetres(p.y - self.from.y));
        (x * self.east + y * self.south, y * self.east - x * self.south)
    }

    /// How far along the line it enters a square that is not turned, given by its north-west corner.
    pub(super) fn enters(&self, corner: Point, side: i64) -> Option<f64> {
        // Between two sides of the square the line is on a stretch; in the square it is where both stretches meet.
        let stretch = |near: i64, way: f64| {
            let ends = [near, near + side].map(|end| centimetres(end) / way);
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        // A line that goes along an axis exactly meets the other axis's sides far away.
        let steep = |way: f64| if way.abs() < 1e-9 { 1e-9 } else { way };
        let x = stretch(corner.x - self.from.x, steep(self.east));
        let y = stretch(corner.y - self.from.y, steep(self.south));
        let (enters, leaves) = (x.0.max(y.0), x.1.min(y.1));
        (enters < leaves).then_some(enters)
    }

    /// The point so far along the line and so far to its right.
    pub(super) fn point(&self, along: f64, across: f64) -> Point {
        let x = along * self.east - across * self.south;
        let y = along * self.south + across * self.east;
        Point::new(
            self.from.x.saturating_add(micrometres(x)),
            self.from.y.saturating_add(micrometres(y)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three to the east for four to the north.
    fn north_east() -> Line {
        Line { from: Point::new(0, 0), heading: 36_870, east: 0.6, south: -0.8 }
    }

    #[test]
    fn points_come_back_from_the_line() {
        for heading in [0, 45_000, 90_000, 200_000, -10_000] {
            let launch = Launch {
                from: Point::new(120_000, -40_000),
                height: 0,
                heading,
                elevation: 0,
                speed: 1,
                hand: None,
            };
            let line = Line::of_launch(&launch);
            let p = Point::new(333_333, 77_777);
            let (along, across) = line.of(p);
            assert!(line.point(along, across).distance(p) <= 1);
        }
        let east = north_east().turned(Point::new(0, 0), 0.75);
        assert!(east.point(10.0, 0.0).distance(Point::new(96_000, -28_000)) <= 1, "to the right");
        assert_eq!(east.heading, 36_870 + 36_870);
        let square = |x, y| north_east().enters(Point::new(x, y), 45_000);
        assert_eq!(square(6_000, -50_000).map(f64::round), Some(1.0), "through the western side");
        assert_eq!(square(10_000, 10_000), None, "beside the line");
        let north = Line { from: Point::new(0, 0), heading: 0, east: 0.0, south: -1.0 };
        assert_eq!(north.of(Point::new(10_000, -50_000)), (5.0, 1.0), "the east is to the right");
    }
}
