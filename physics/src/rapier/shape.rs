//! The shapes of pieces. Nothing is a cylinder: real pieces do not roll for seconds.

use abi::Size;
use rapier3d::prelude::{SharedShape, Vector};

use super::vector::vector;
use crate::border::centimetres;
use crate::parameters::{CORNERS, FRONT};

/// Corners of the foot of a figure that is round: with more of them the engine lets it creep.
const FOOT: usize = 12;

/// A corner of a polygon.
type Corner = (f64, f64);

/// A figure that stands.
pub(super) fn standing(size: Size) -> SharedShape {
    if size.round {
        return nearly_round(size, FOOT);
    }
    let [width, depth, height] = [size.width, size.depth, size.height].map(centimetres);
    let front = FRONT.map(|(x, y)| (x * width, (y - 0.5) * height));
    prism(&front, |(x, y), side| vector(x, y, side * depth / 2.0))
        .unwrap_or_else(|| cuboid(size.width, size.height, size.depth))
}

/// A figure that lies on its back: as wide, as deep in plan as it was high, as high as it was deep.
pub(super) fn lying(size: Size) -> SharedShape {
    cuboid(size.width, size.depth, size.height)
}

/// A token: a box, or a prism that is nearly round.
pub(super) fn flat(size: Size) -> SharedShape {
    if size.round {
        nearly_round(size, CORNERS)
    } else {
        cuboid(size.width, size.height, size.depth)
    }
}

/// A prism with so many sides.
fn nearly_round(size: Size, corners: usize) -> SharedShape {
    let [width, depth, height] = [size.width, size.depth, size.height].map(centimetres);
    let corner = |step: usize| {
        let angle = core::f64::consts::TAU * step as f64 / corners as f64;
        (libm::cos(angle) * width / 2.0, libm::sin(angle) * depth / 2.0)
    };
    let plan: Vec<Corner> = (0..corners).map(corner).collect();
    upright(&plan, height).unwrap_or_else(|| cuboid(size.width, size.height, size.depth))
}

/// A prism over a convex polygon in plan; none if the polygon has no proper corners.
pub(super) fn upright(plan: &[Corner], height: f64) -> Option<SharedShape> {
    prism(&proper(plan), |(x, z), side| vector(x, side * height / 2.0, z))
}

fn cuboid(x: i64, y: i64, z: i64) -> SharedShape {
    let half = vector(centimetres(x) / 2.0, centimetres(y) / 2.0, centimetres(z) / 2.0);
    SharedShape::cuboid(half.x, half.y, half.z)
}

/// The corners at which a convex polygon really turns.
fn proper(polygon: &[Corner]) -> Vec<Corner> {
    const NEAR: f64 = 0.02;
    const STRAIGHT: f64 = 0.05;
    let mut corners: Vec<Corner> = Vec::new();
    let between = |a: Corner, b: Corner| (b.0 - a.0, b.1 - a.1);
    let length = |v: Corner| libm::sqrt(v.0 * v.0 + v.1 * v.1);
    for &corner in polygon {
        if corners.iter().all(|&other| length(between(other, corner)) > NEAR) {
            corners.push(corner);
        }
    }
    let mut at = 0;
    while corners.len() >= 3 && at < corners.len() {
        let (before, after) =
            (corners[(at + corners.len() - 1) % corners.len()], corners[(at + 1) % corners.len()]);
        let (a, b) = (between(before, corners[at]), between(corners[at], after));
        let sine = (a.0 * b.1 - a.1 * b.0) / (length(a) * length(b));
        if sine.abs() < STRAIGHT {
            corners.remove(at);
            at = 0;
        } else {
            at += 1;
        }
    }
    corners
}

/// A prism between two copies of a convex polygon; `place` says where a corner of either side (-1, 1) is.
fn prism(polygon: &[Corner], place: impl Fn(Corner, f64) -> Vector) -> Option<SharedShape> {
    let count = polygon.len();
    if count < 3 {
        return None;
    }
    let points: Vec<Vector> =
        polygon.iter().flat_map(|&corner| [place(corner, -1.0), place(corner, 1.0)]).collect();
    let mut triangles: Vec<[usize; 3]> = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        triangles.extend([[2 * i, 2 * next, 2 * i + 1], [2 * next, 2 * next + 1, 2 * i + 1]]);
        if i > 0 && next > 0 {
            triangles.extend([[0, 2 * i, 2 * next], [1, 2 * i + 1, 2 * next + 1]]);
        }
    }
    let middle = points.iter().copied().sum::<Vector>() / points.len() as f32;
    let outwards = |triangle: [usize; 3]| {
        let [a, b, c] = triangle.map(|i| points[i]);
        let is_inwards = (b - a).cross(c - a).dot(a - middle) < 0.0;
        let [a, b, c] = triangle.map(|i| i as u32);
        if is_inwards { [a, c, b] } else { [a, b, c] }
    };
    let triangles: Vec<[u32; 3]> = triangles.into_iter().map(outwards).collect();
    SharedShape::convex_mesh(points.clone(), &triangles)
}
