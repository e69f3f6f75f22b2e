//! The few numbers that make this model agree with `rapier`; docs/physics-comparison.md shows how well.

/// How far a token comes on the table that comes down flat, and one that comes down on its edge: as a multiple of
/// the way on which a slide with friction 1 would stop it, at the speed along the ground that it has before.
pub(super) const ON_TABLE: (f64, f64) = (1.62, 2.23);
/// How far it comes on tiles, where friction is greater.
pub(super) const ON_TILE: (f64, f64) = (0.59, 3.58);
/// Between what angles a token comes down on its edge, in degrees by which its face is turned forwards from lying
/// flat, and at which it comes farthest.
pub(super) const ON_EDGE: (f64, f64, f64) = (64.0, 104.0, 146.0);
/// What slows a token down that slides, tumbles and rolls on, as if it were friction.
pub(super) const SLOWS: f64 = 0.196;
/// How far to its side a token comes at most that slides or rolls, as a share of the way.
pub(super) const CURVE: f64 = 0.26;
/// How much on its edge a token must come down to get over the rim of a tile, from 0 for flat to 1.
pub(super) const CLIMBS: f64 = 0.44;
/// How far a token reaches to the front in flight, as a share of its radius: it is turned upwards or downwards.
pub(super) const FRONT: f64 = 0.49;
/// How far a disc reaches to its sides that rolls, as a share of its radius.
pub(super) const EDGE: f64 = 0.56;
/// How far any other token reaches to its sides that slides, as a share of its radius.
pub(super) const SIDE: f64 = 0.9;
/// How much of its speed a token keeps on its way down from a figure that it met in flight.
pub(super) const HOP: f64 = 0.35;
/// What a token needs in flight to fell a figure at its top: centimetres a second along the ground, for one
/// that is as deep as wide.
pub(super) const TOPPLES_FLYING: f64 = 91.0;
/// What it needs if it slides.
pub(super) const TOPPLES_SLIDING: f64 = 184.0;
/// What a blow over a figure's head is worth, as a share of one at its top.
pub(super) const FROM_ABOVE: f64 = 0.37;
/// By which share the push differs with how the token happens to turn.
pub(super) const LUCK: f64 = 1.27;
/// A figure that a token meets at this speed or faster moves, in centimetres a second.
pub(super) const MOVES: f64 = 68.0;
/// Between what shares of its speed along the ground a token keeps that meets a figure in flight.
pub(super) const AFTER_FLYING: (f64, f64) = (0.34, 1.04);
/// How much of its speed a token keeps that meets a figure as it slides.
pub(super) const AFTER_SLIDING: f64 = 0.71;
/// How much it keeps when it grazes one.
pub(super) const AFTER_GRAZE: f64 = 0.70;
/// It grazes what it covers by less than this share.
pub(super) const GRAZE: f64 = 0.29;
/// How far a push of some centimetres a second drives a figure, in centimetres for each square of them.
pub(super) const PUSH: f64 = 0.000_022;
/// A figure falls when another falls on it over a gap smaller than this share of its height.
pub(super) const FALLS_ON: f64 = 0.22;
/// How wide the way of a figure is that moves, as a share of both figures' widths.
pub(super) const WIDE: f64 = 1.29;
/// A token has touched a figure at which it ends if it would have to lie so much of its radius aside.
pub(super) const LEANS: f64 = 1.0;
