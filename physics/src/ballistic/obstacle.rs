//! What stands along the line of a throw.

use abi::{Figure, Scene, TILE_HEIGHT};

use super::line::Line;
use crate::border::{centimetres, radians};

/// A figure near the line of the throw, in centimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    /// Its position among the figures of the scene.
    pub(super) index: usize,
    /// Where along the line a token comes to it, and where it has passed.
    pub(super) enter: f64,
    pub(super) leave: f64,
    /// How far to the right of the line its middle lies.
    pub(super) across: f64,
    /// Half of its width across the line, and half of it along the line.
    pub(super) half: f64,
    pub(super) deep: f64,
    /// How high its top is above the table.
    pub(super) top: f64,
}

/// What a token sweeps over on a line, in centimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swath {
    /// How far from the line to either side.
    pub(super) aside: f64,
    /// How far the token reaches before its middle, and behind it.
    pub(super) front: f64,
    /// How far along the line its middle comes.
    pub(super) length: f64,
}

/// The figures that a token can meet on the line, in the order in which it comes to them with what it has in front.
pub(super) fn along(scene: &Scene, line: &Line, swath: Swath) -> Vec<Obstacle> {
    let Swath { aside, front, length } = swath;
    let mut obstacles = Vec::new();
    for (index, figure) in scene.figures.iter().enumerate() {
        let (along, across) = line.of(figure.at);
        let (width, depth) = footprint(figure);
        // Round the whole footprint first: angles are asked only of what is near.
        let around = (width + depth) / 2.0;
        let is_near = across.abs() <= aside + around
            && along >= -around - front
            && along <= length + around + front;
        if !is_near {
            continue;
        }
        let turn = radians(figure.turn - line.heading);
        let (sine, cosine) = (libm::sin(turn).abs(), libm::cos(turn).abs());
        let half = (width * cosine + depth * sine) / 2.0;
        let deep = (width * sine + depth * cosine) / 2.0;
        if across.abs() > aside + half || along + deep + front <= 0.0 {
            continue;
        }
        obstacles.push(Obstacle {
            index,
            enter: along - deep - front,
            leave: along + deep + front,
            across,
            half,
            deep,
            top: centimetres(TILE_HEIGHT + figure.height()),
        });
    }
    obstacles.sort_by(|a, b| a.enter.total_cmp(&b.enter).then(a.index.cmp(&b.index)));
    obstacles
}

/// Width and depth of what a figure covers.
pub(super) fn footprint(figure: &Figure) -> (f64, f64) {
    let deep = if figure.lying { figure.size.height } else { figure.size.depth };
    (centimetres(figure.size.width), centimetres(deep))
}
