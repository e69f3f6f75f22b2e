//! The few numbers that make this model agree with `rapier`; docs/physics-comparison.md shows how well.

/// Between what the friction of a token lies that slides and tumbles on.
pub(super) const SLIDING: (f64, f64) = (0.185, 0.215);
/// Between what the friction of a round token lies, as it rolls or slides.
pub(super) const ROLLING: (f64, f64) = (0.09, 0.18);
/// How far to its side a token comes at most that slides or rolls, as a share of the way.
pub(super) const CURVE: f64 = 1.7;
/// How far a disc reaches to its sides that rolls, as a share of its radius.
pub(super) const EDGE: f64 = 0.02;
/// How much of its radius a token that tumbles in flight adds to its thickness.
pub(super) const TUMBLES: f64 = 0.2;
/// How much of its speed a token keeps on its way down from a figure that it met in flight.
pub(super) const HOP: f64 = 0.05;
/// What a token needs in flight to fell a figure at its top: centimetres a second along the ground, for one
/// that is as deep as wide.
pub(super) const TOPPLES_FLYING: f64 = 116.0;
/// What it needs if it slides.
pub(super) const TOPPLES_SLIDING: f64 = 220.0;
/// What coming down on a figure's top is worth, as a share of meeting its front there.
pub(super) const FROM_ABOVE: f64 = 0.57;
/// By which share the push differs with how the token happens to turn.
pub(super) const LUCK: f64 = 0.95;
/// A figure that a token meets at this speed or faster moves, in centimetres a second.
pub(super) const MOVES: f64 = 36.0;
/// How much of its speed a token keeps that meets a figure full on.
pub(super) const AFTER_HIT: f64 = 0.44;
/// How much it keeps when it grazes one.
pub(super) const AFTER_GRAZE: f64 = 0.84;
/// It grazes what it covers by less than this share.
pub(super) const GRAZE: f64 = 0.027;
/// How far a push of some centimetres a second drives a figure, in centimetres for each square of them.
pub(super) const PUSH: f64 = 0.000_022;
/// A figure falls when another falls on it over a gap smaller than this share of its height.
pub(super) const FALLS_ON: f64 = 0.325;
/// How wide the way of a figure is that moves, as a share of both figures' widths.
pub(super) const WIDE: f64 = 1.25;
