//! Flight through the air before anything is met: gravity, and drag with the square of the speed.

use abi::Size;

use crate::border::{area, centimetres};
use crate::parameters::{CARDBOARD, GRAVITY, drag};

/// Steps of the integration along the ground; more change no launch by a millimetre a second.
const STEPS: usize = 16;

/// What decides how a token flies: its drag divided by its mass and the square of its speed, in 1/cm.
#[derive(Clone, Copy)]
pub(crate) struct Air(f64);

/// Where a token is and how fast, seen from the side, as it moves on along the ground.
#[derive(Clone, Copy)]
struct State {
    along: f64,
    up: f64,
    height: f64,
}

impl State {
    fn moved(self, by: Self, step: f64) -> Self {
        Self {
            along: self.along + by.along * step,
            up: self.up + by.up * step,
            height: self.height + by.height * step,
        }
    }
}

impl Air {
    /// The air for a token of cardboard.
    pub(crate) fn of(token: Size) -> Self {
        let mass = area(token) * centimetres(token.height) * CARDBOARD;
        Self(drag(area(token)) / mass)
    }

    /// The share of its speed that drag takes a second at a speed.
    pub(crate) fn rate(self, speed: f64) -> f64 {
        self.0 * speed
    }

    /// How the state changes for each centimetre along the ground.
    fn change(self, state: State) -> State {
        let State { along, up, .. } = state;
        let drag = self.0 * libm::sqrt(along * along + up * up);
        State { along: -drag, up: -(GRAVITY + drag * up) / along, height: up / along }
    }

    /// How much higher than its start a token is at a distance; `None` when it falls short of it.
    fn height_at(self, distance: f64, speed: f64, elevation: f64) -> Option<f64> {
        let step = distance / STEPS as f64;
        let (sine, cosine) = (libm::sin(elevation), libm::cos(elevation));
        let mut state = State { along: speed * cosine, up: speed * sine, height: 0.0 };
        for _ in 0..STEPS {
            let a = self.change(state);
            let b = self.change(state.moved(a, step / 2.0));
            let c = self.change(state.moved(b, step / 2.0));
            let d = self.change(state.moved(c, step));
            for change in [a, b, b, c, c, d] {
                state = state.moved(change, step / 6.0);
            }
            // Written so that what is no number counts as short.
            let flies = state.along > 1.0 && state.height > -100_000.0;
            if !flies {
                return None;
            }
        }
        Some(state.height)
    }

    /// The speed with which a token passes a point so far away and so much higher, at most `fastest`.
    ///
    /// Without drag there is a formula; drag asks for more, which is found by halving.
    pub(crate) fn speed_for(self, distance: f64, rise: f64, elevation: f64, fastest: f64) -> f64 {
        let (sine, cosine) = (libm::sin(elevation), libm::cos(elevation));
        let above = distance * sine / cosine - rise;
        // Where the straight line passes under the point, no speed is enough.
        let possible = above > 0.0 && distance > 0.0;
        if !possible {
            return if distance > 0.0 { fastest } else { 0.0 };
        }
        let without_drag = libm::sqrt(GRAVITY * distance * distance / (2.0 * above)) / cosine;
        let far_enough =
            |speed| self.height_at(distance, speed, elevation).is_some_and(|height| height >= rise);
        let (mut low, mut high) = (without_drag, without_drag);
        for _ in 0..24 {
            if far_enough(high) || high >= fastest {
                break;
            }
            (low, high) = (high, high * 1.25);
        }
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            if far_enough(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high.min(fastest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_air_the_formula_is_enough() {
        let speed = Air(0.0).speed_for(80.0, 0.0, core::f64::consts::FRAC_PI_4, 2000.0);
        assert!((speed - libm::sqrt(80.0 * GRAVITY)).abs() < 0.1, "P18: 2.8 m/s, {speed}");
    }

    #[test]
    fn drag_asks_for_more_speed_and_matters_beyond_half_a_metre() {
        let token = Size { width: 24_130, depth: 24_130, height: 1_960, round: true };
        let more = |distance: f64| {
            let speed =
                |air: Air| air.speed_for(distance, 0.0, core::f64::consts::FRAC_PI_4, 2000.0);
            speed(Air::of(token)) / speed(Air(0.0))
        };
        assert!((1.01..1.06).contains(&more(20.0)), "{}", more(20.0));
        assert!((1.08..1.3).contains(&more(80.0)), "{}", more(80.0));
    }

    #[test]
    fn what_cannot_be_reached_is_thrown_as_fast_as_can_be() {
        assert_eq!(Air(0.005).speed_for(80.0, 0.0, 0.0, 2000.0), 2000.0);
        assert_eq!(Air(0.005).speed_for(1e6, 0.0, 0.7, 2000.0), 2000.0);
        assert_eq!(Air(0.005).speed_for(0.0, 0.0, 0.7, 2000.0), 0.0);
    }
}
