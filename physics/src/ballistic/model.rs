//! The few numbers that make this model agree with `rapier`; docs/physics-comparison.md shows how well.

/// How much of the speed along the ground is left after the first impact, besides what friction takes.
pub(super) const KEPT: f64 = 0.97;
/// Friction of a token that slides, tumbles and rolls on.
pub(super) const SLIDING: f64 = 0.26;
/// Between what the friction of a round token lies, as it rolls or slides.
pub(super) const ROLLING: (f64, f64) = (0.03, 0.45);
/// How far to its side a token comes at most that slides or rolls, as a share of the way.
pub(super) const CURVE: f64 = 1.6;
/// How far a disc reaches to its sides that rolls, as a share of its radius.
pub(super) const EDGE: f64 = 0.4;
/// A standing figure that a token meets at this speed or faster falls, in centimetres a second.
pub(super) const TOPPLES: f64 = 230.0;
/// A figure that a token meets at this speed or faster moves, in centimetres a second.
pub(super) const MOVES: f64 = 12.0;
/// How much of its speed a token keeps that meets a figure full on.
pub(super) const AFTER_HIT: f64 = 0.45;
/// How much it keeps when it grazes one.
pub(super) const AFTER_GRAZE: f64 = 0.8;
/// It grazes what it covers by less than this share.
pub(super) const GRAZE: f64 = 0.3;
/// How far a push of some centimetres a second drives a figure, in centimetres for each square of them.
pub(super) const PUSH: f64 = 0.00002;
/// A figure falls when another falls on it over a gap smaller than this share of its height.
pub(super) const FALLS_ON: f64 = 0.45;
