//! Who falls on whom, and who is pushed against whom.

use abi::{Scene, Struck};

use super::model::{FALLS_ON, PUSH, WIDE};
use super::obstacle::footprint;
use crate::border::centimetres;

/// A figure that was set moving: which, in what direction (east, south), and how fast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub(super) index: usize,
    pub(super) east: f64,
    pub(super) south: f64,
    pub(super) speed: f64,
    pub(super) toppled: bool,
}

/// What happened to the figures of a scene.
#[derive(Debug, Default)]
pub(super) struct Happenings(Vec<(usize, Struck)>);

impl Happenings {
    /// Whatever happened to a figure so far.
    pub(super) fn of(&mut self, scene: &Scene, index: usize) -> &mut Struck {
        let at = match self.0.iter().position(|(other, _)| *other == index) {
            Some(at) => at,
            None => {
                let figure = scene.figures[index].id;
                let (pushed_by, fallen_on_by) = (Vec::new(), Vec::new());
                let (touched, moved, toppled) = (false, false, false);
                self.0.push((
                    index,
                    Struck { figure, touched, moved, toppled, pushed_by, fallen_on_by },
                ));
                self.0.len() - 1
            }
        };
        &mut self.0[at].1
    }

    /// What happened to a figure, if anything did.
    pub(super) fn to(&self, index: usize) -> Option<&Struck> {
        self.0.iter().find(|(other, _)| *other == index).map(|(_, struck)| struck)
    }

    /// Lets what moves move on: what it meets is pushed or falls in its turn, each figure once.
    pub(super) fn spread(&mut self, scene: &Scene, first: Moving) {
        let mut queue = vec![first];
        while let Some(moving) = queue.pop() {
            let mover = scene.figures[moving.index].id;
            for (index, near) in met(scene, &moving) {
                let figure = &scene.figures[index];
                let topples = moving.toppled
                    && !figure.lying
                    && near < FALLS_ON * centimetres(figure.size.height);
                let struck = self.of(scene, index);
                if struck.figure == mover {
                    continue;
                }
                let by =
                    if moving.toppled { &mut struck.fallen_on_by } else { &mut struck.pushed_by };
                if !by.contains(&mover) {
                    by.push(mover);
                }
                if struck.moved {
                    continue;
                }
                struck.moved = true;
                struck.toppled |= topples;
                queue.push(Moving { index, toppled: topples, speed: moving.speed / 2.0, ..moving });
            }
        }
    }

    /// All of it in the order of the scene.
    pub(super) fn into_list(mut self) -> Vec<Struck> {
        self.0.sort_by_key(|(index, _)| *index);
        self.0.into_iter().map(|(_, struck)| struck).collect()
    }
}

/// The figures in the way of one that moves, with the gap that was between them along its way.
fn met(scene: &Scene, moving: &Moving) -> Vec<(usize, f64)> {
    let mover = &scene.figures[moving.index];
    let (width, depth) = footprint(mover);
    let way = if moving.toppled {
        centimetres(mover.size.height)
    } else {
        (PUSH * moving.speed * moving.speed).min(centimetres(mover.size.height))
    };
    let mut met = Vec::new();
    for (index, figure) in scene.figures.iter().enumerate() {
        if index == moving.index {
            continue;
        }
        let (x, y) = (centimetres(figure.at.x - mover.at.x), centimetres(figure.at.y - mover.at.y));
        let along = x * moving.east + y * moving.south;
        let across = (y * moving.east - x * moving.south).abs();
        let (other_width, other_depth) = footprint(figure);
        let gap = along - (depth.min(width) + other_depth.min(other_width)) / 2.0;
        if along > 0.0
            && gap < way
            && across < (width.max(depth) + other_width.max(other_depth)) / 2.0 * WIDE
        {
            met.push((index, gap.max(0.0)));
        }
    }
    met
}
