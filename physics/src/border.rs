//! The border between the integers of the face and the real numbers within: micrometres are centimetres here,
//! thousandths of a degree are degrees.

use abi::Size;

/// A length in centimetres.
pub(crate) fn centimetres(micrometres: i64) -> f64 {
    micrometres as f64 / 10_000.0
}

/// A length in micrometres, rounded; what is no number is 0.
pub(crate) fn micrometres(centimetres: f64) -> i64 {
    rounded(centimetres * 10_000.0)
}

/// An angle in radians.
pub(crate) fn radians(thousandths: i64) -> f64 {
    thousandths as f64 * (core::f64::consts::PI / 180_000.0)
}

/// An angle in thousandths of a degree, rounded.
pub(crate) fn thousandths(radians: f64) -> i64 {
    rounded(radians * (180_000.0 / core::f64::consts::PI))
}

/// A speed in millimetres a second, rounded.
pub(crate) fn millimetres_a_second(centimetres: f64) -> i64 {
    rounded(centimetres * 10.0)
}

/// The nearest integer; conversions of floats saturate, and what is no number becomes 0.
pub(crate) fn rounded(number: f64) -> i64 {
    libm::round(number) as i64
}

/// The area in plan of a piece that lies flat, in square centimetres.
pub(crate) fn area(size: Size) -> f64 {
    let box_area = centimetres(size.width) * centimetres(size.depth);
    if size.round { box_area * core::f64::consts::FRAC_PI_4 } else { box_area }
}
