//! A token lies where no figure is: one that ends at a figure has touched it, or lies beside it.

use abi::{Figure, Point};

use super::{Throw, chain::Happenings, model::LEANS, obstacle::footprint};
use crate::border::{centimetres, micrometres, radians};

/// How often a token is put aside at most, from one figure to the next.
const ROUNDS: usize = 4;
/// How far from a figure a token lies that was put aside, in centimetres: more than rounding takes.
const APART: f64 = 0.001;

/// A way in plan: to the east and to the south, or along the sides of a figure.
type Way = (f64, f64);

impl Throw<'_> {
    /// Where a token lies that came to a place. One that covers a figure's ground by a little lies beside it; one
    /// that covers more, or has no room, leans on it and has touched it.
    pub(super) fn lie(&self, at: Point, is_below: bool, happenings: &mut Happenings) -> Point {
        let mut place = at;
        for _ in 0..ROUNDS {
            let Some((index, (east, south))) = self.in_the_way(place, happenings) else {
                return place;
            };
            if libm::hypot(east, south) > LEANS * self.radius {
                happenings.of(self.scene, index).touched = true;
                continue;
            }
            place = Point::new(place.x + micrometres(east), place.y + micrometres(south));
            if is_below && !self.scene.tiles_under(&self.outline(place)).is_empty() {
                break;
            }
        }
        while let Some((index, _)) = self.in_the_way(at, happenings) {
            happenings.of(self.scene, index).touched = true;
        }
        at
    }

    /// The first figure to which nothing has happened and whose ground a token at a place would cover, and the way
    /// on which the token comes off it.
    fn in_the_way(&self, at: Point, happenings: &Happenings) -> Option<(usize, Way)> {
        let (width, depth) =
            (centimetres(self.scene.thrown.width), centimetres(self.scene.thrown.depth));
        let token = (width / 2.0, depth / 2.0);
        let mut met = self.scene.figures.iter().enumerate().filter_map(|(index, figure)| {
            let (x, y) = (centimetres(at.x - figure.at.x), centimetres(at.y - figure.at.y));
            let (wide, deep) = footprint(figure);
            // Most figures are far away, and need no angles.
            let far = (width + depth + wide + deep) / 2.0;
            if x.abs() > far || y.abs() > far || happenings.to(index).is_some() {
                return None;
            }
            let way = self.way_off(figure, (x, y), token, (wide / 2.0, deep / 2.0))?;
            Some((index, way))
        });
        met.next()
    }

    /// The shortest way off a figure's ground for a token that lies so far from its middle; nothing, if it does not
    /// cover it. Halves of sides are given.
    fn way_off(&self, figure: &Figure, (x, y): Way, token: Way, ground: Way) -> Option<Way> {
        let (sine, cosine) = libm::sincos(radians(figure.turn));
        let seen = (x * cosine + y * sine, y * cosine - x * sine);
        let (across, along) = match self.scene.thrown.round {
            true => off_round(seen, token.0.max(token.1), ground),
            false => off_box(seen, radians(self.turn() - figure.turn), token, ground),
        }?;
        Some((across * cosine - along * sine, across * sine + along * cosine))
    }
}

/// The way off a rectangle for a disc in its frame.
fn off_round((x, y): Way, radius: f64, (half, deep): Way) -> Option<Way> {
    let (beside, before) = (x.abs() - half, y.abs() - deep);
    let wanted = radius + APART;
    let (across, along) = match (beside > 0.0, before > 0.0) {
        (true, true) => {
            let far = libm::hypot(beside, before);
            let more = (wanted - far) / far;
            (beside * more, before * more)
        }
        (true, false) => (wanted - beside, 0.0),
        (false, true) => (0.0, wanted - before),
        (false, false) if beside > before => (wanted - beside, 0.0),
        (false, false) => (0.0, wanted - before),
    };
    let covers = across >= 0.0 && along >= 0.0;
    covers.then(|| (across.copysign(x), along.copysign(y)))
}

/// The way off a rectangle for another one in its frame that is turned: along the side on which they overlap least.
fn off_box((x, y): Way, turn: f64, (width, depth): Way, (half, deep): Way) -> Option<Way> {
    let (sine, cosine) = libm::sincos(turn);
    let (sin, cos) = (sine.abs(), cosine.abs());
    let token = (width * cos + depth * sin, width * sin + depth * cos);
    let ground = (half * cos + deep * sin, half * sin + deep * cos);
    let sides = [
        ((1.0, 0.0), half + token.0),
        ((0.0, 1.0), deep + token.1),
        ((cosine, sine), width + ground.0),
        ((-sine, cosine), depth + ground.1),
    ];
    let mut shortest: Option<(f64, Way)> = None;
    for ((east, south), reach) in sides {
        let far = x * east + y * south;
        let covered = reach - far.abs();
        if covered < 0.0 {
            return None;
        }
        if shortest.is_none_or(|(least, _)| covered < least) {
            let way = (covered + APART).copysign(far);
            shortest = Some((covered, (east * way, south * way)));
        }
    }
    shortest.map(|(_, way)| way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<Way>, (x, y): Way) {
        let (east, south) = found.expect("it covers the ground");
        assert!((east - x).abs() < 0.002 && (south - y).abs() < 0.002, "{east} {south}");
    }

    #[test]
    fn a_disc_goes_the_shortest_way() {
        let off = |seen| off_round(seen, 1.0, (0.8, 0.5));
        near(off((1.5, 0.0)), (0.3, 0.0));
        near(off((0.0, -1.2)), (0.0, -0.3));
        near(off((-0.1, 0.2)), (0.0, 1.3));
        near(off((1.4, 1.3)), (0.0, 0.0));
        assert_eq!(off((1.6, 1.2)), None, "beside the corner");
    }

    #[test]
    fn a_box_goes_the_shortest_way() {
        let quarter = core::f64::consts::FRAC_PI_2;
        let off = |seen, turn| off_box(seen, turn, (1.2, 1.0), (0.8, 0.5));
        near(off((1.9, 0.0), 0.0), (0.1, 0.0));
        near(off((0.0, -1.6), quarter), (0.0, -0.1));
        assert_eq!(off((0.0, -1.6), 0.0), None);
        assert_eq!(off((1.8, 1.5), quarter / 2.0), None, "beside the corner");
        let (east, south) = off((1.2, 1.0), quarter / 2.0).expect("a corner covers a corner");
        assert!((east - south).abs() < 1e-9 && east > 0.0, "{east} {south}");
    }
}
