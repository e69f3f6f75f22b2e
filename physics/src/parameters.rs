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
/// The density of followers in grams a cubic centimetre of the box round them (P8: 1.26 g).
pub(crate) const FOLLOWER: f64 = 0.5;

/// The drag of a token divided by the square of its speed in centimetres a second, in gram centimetres.
pub(crate) fn drag(area: f64) -> f64 {
    0.5 * AIR * DRAG_COEFFICIENT * area
}
