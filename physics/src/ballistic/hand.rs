//! Whether a waiting hand meets the token in flight.

use abi::{Catch, Hand};

use super::{arc::Arc, line::Line};
use crate::border::centimetres;

/// On how many places of the way the distance is looked at before it is made exact.
const LOOKS: usize = 12;
/// How often the nearest place is made better; each time a third of the stretch goes.
const ROUNDS: usize = 12;

/// When the token is nearest to the hand before a time, and what the hand makes of it.
pub(super) fn meets(hand: Hand, arc: &Arc, line: &Line, until: f64) -> (Catch, f64) {
    let (along, across) = line.of(hand.at);
    let height = centimetres(hand.height);
    let squared = |time: f64| {
        let (far, high) = arc.place(time);
        let (far, high) = (far - along, high - height);
        far * far + high * high + across * across
    };
    let step = until / LOOKS as f64;
    let mut best = 0;
    for look in 1..=LOOKS {
        if squared(look as f64 * step) < squared(best as f64 * step) {
            best = look;
        }
    }
    let (mut low, mut high) =
        ((best as f64 - 1.0).max(0.0) * step, (best as f64 + 1.0).min(LOOKS as f64) * step);
    for _ in 0..ROUNDS {
        let third = (high - low) / 3.0;
        if squared(low + third) < squared(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let time = (low + high) / 2.0;
    let distance = libm::sqrt(squared(time));
    let catch = if distance <= centimetres(hand.catches) {
        Catch::Caught
    } else if distance <= centimetres(hand.touches) {
        Catch::Touched
    } else {
        Catch::Missed
    };
    (catch, time)
}
