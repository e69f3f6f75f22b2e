//! What the world is made of. The numbers in brackets are the statements of the rules digest that measure or
//! estimate a value; docs/physics.md lists them.

/// How fast things fall, in centimetres a second squared.
pub(crate) const GRAVITY: f64 = 981.0;
/// The density of air in grams a cubic centimetre, at 20 degrees and sea level.
const AIR: f64 = 0.0012;
/// The drag of a disc that flies flat-on (P25).
const DRAG_COEFFICIENT: f64 = 1.1;
/// The density of cardboard in grams a cubic centimetre (P13).
pub(crate) const CARDBOARD: f64 = 0.69;
/// The density of figures in grams a cubic centimetre of the box round them (P8: 1.26 g).
pub(crate) const WOOD: f64 = 0.5;
/// How much of its speed a thing keeps when it bounces (P23).
pub(crate) const RESTITUTION: f64 = 0.25;
/// How high the table is, in centimetres (P26).
pub(crate) const TABLE_HEIGHT: f64 = 75.0;
/// How far from the catapult the world ends, in micrometres.
pub(crate) const FAR: i64 = 10_000_000;
/// The arm of the catapult, in centimetres (P16): a token leaves it turning about the arm's foot.
pub(crate) const ARM: f64 = 15.0;
/// How much of its speed a token keeps that a hand touches and does not hold; an estimate.
pub(crate) const DEFLECTED: f64 = 0.3;

/// Friction. A body has a share, and the friction of two bodies is the mean of theirs: that gives a token on the
/// table and on wooden figures 0.30 (P22), and a figure on a tile 0.40 (P24).
pub(crate) mod friction {
    /// Of a token on a tile (P21).
    pub(crate) const CARDBOARD: f64 = 0.35;
    pub(crate) const TOKEN: f64 = 0.25;
    pub(crate) const TILE: f64 = 2.0 * CARDBOARD - TOKEN;
    pub(crate) const TABLE: f64 = 0.35;
    pub(crate) const FIGURE: f64 = 0.35;
}

/// The outline of a figure as it stands, seen from the front, in parts of its width and height: as wide as it
/// is up to the shoulders, and narrower above. Its centre of mass is then 7.4 mm high (P14: 7.5).
pub(crate) const FRONT: [(f64, f64); 6] =
    [(-0.5, 0.0), (0.5, 0.0), (0.5, 0.75), (0.19, 1.0), (-0.19, 1.0), (-0.5, 0.75)];
/// Corners of the prism that stands for a round piece; `Outline` has as many.
pub(crate) const CORNERS: usize = 24;

/// The drag of a token divided by the square of its speed, for an area in square centimetres.
pub(crate) fn drag(area: f64) -> f64 {
    0.5 * AIR * DRAG_COEFFICIENT * area
}
