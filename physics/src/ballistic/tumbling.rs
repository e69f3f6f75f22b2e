//! How a token turns in flight: about its own middle, over the edge that is in front, always as fast (P16, P17).
//!
//! Nothing turns it before its first contact, so its tilt there is known; and on this tilt it depends most how
//! it goes on.

use core::f64::consts::{FRAC_PI_2, PI};

use abi::{Launch, Size};

use crate::border::{centimetres, radians};
use crate::parameters::ARM;

/// A token that turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tumbling {
    /// By how much its face is turned forwards from lying flat, as it leaves.
    first: f64,
    /// How fast it turns, in radians a second.
    spin: f64,
    /// Half of its depth and of its thickness.
    half: f64,
    thin: f64,
}

impl Tumbling {
    /// The tumbling of a token that leaves flat-on to its way, turning with the arm.
    pub(super) fn of(launch: &Launch, token: Size) -> Self {
        Self {
            first: FRAC_PI_2 - radians(launch.elevation),
            spin: launch.speed as f64 / 10.0 / ARM,
            half: centimetres(token.depth) / 2.0,
            thin: centimetres(token.height) / 2.0,
        }
    }

    /// By how much it is turned forwards from lying flat, from 0 to half a turn.
    pub(super) fn tilt(&self, time: f64) -> f64 {
        let turned = self.first + self.spin * time;
        turned - libm::floor(turned / PI) * PI
    }

    /// How far it reaches below its middle.
    pub(super) fn down(&self, time: f64) -> f64 {
        let (sine, cosine) = libm::sincos(self.first + self.spin * time);
        self.half * sine.abs() + self.thin * cosine.abs()
    }

    /// How far before its middle its lowest edge is; behind it, below nought.
    pub(super) fn ahead(&self, time: f64) -> f64 {
        self.half * libm::cos(self.tilt(time))
    }
}

#[cfg(test)]
mod tests {
    use abi::Point;

    use super::*;

    #[test]
    fn a_token_leaves_flat_on_and_turns_with_the_arm() {
        let launch = Launch {
            from: Point::new(0, 0),
            height: 50_000,
            heading: 0,
            elevation: 30_000,
            speed: 1_500,
            hand: None,
        };
        let token = Size { width: 30_000, depth: 20_000, height: 2_000, round: false };
        let tumbling = Tumbling::of(&launch, token);
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        near(tumbling.tilt(0.0), PI / 3.0);
        // 1.5 m/s at the end of an arm of 15 cm are ten radians a second.
        let upright = PI / 6.0 / 10.0;
        near(tumbling.down(upright), 1.0);
        near(tumbling.ahead(upright), 0.0);
        let flat = upright + PI / 2.0 / 10.0;
        near(tumbling.down(flat), 0.1);
        near(tumbling.tilt(flat + 0.1), 1.0);
        near(tumbling.ahead(flat + 0.01), libm::cos(0.1));
    }
}
