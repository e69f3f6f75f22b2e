//! Vectors and turns of the engine.

use rapier3d::prelude::{Rotation, Vector};

/// A vector of the engine, which knows single precision.
pub(super) fn vector(x: f64, y: f64, z: f64) -> Vector {
    Vector::new(x as f32, y as f32, z as f32)
}

/// A turn clockwise as seen from above.
pub(super) fn turned(angle: f64) -> Rotation {
    about(Vector::Y, -angle)
}

/// A turn about an axis, with the sines of no platform.
pub(super) fn about(axis: Vector, angle: f64) -> Rotation {
    let (sine, cosine) = (libm::sin(angle / 2.0) as f32, libm::cos(angle / 2.0) as f32);
    Rotation::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine)
}
