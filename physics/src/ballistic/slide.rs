//! After the first contact: a bounce, a slide, and whatever stands in the way.

use abi::Point;

use super::{
    Throw,
    chain::{Happenings, Moving},
    line::Line,
    model::{
        AFTER_FLYING, AFTER_GRAZE, AFTER_SLIDING, CLIMBS, CURVE, EDGE, FROM_ABOVE, FRONT, GRAZE,
        HOP, LUCK, MOVES, ON_EDGE, ON_TABLE, ON_TILE, SIDE, SLOWS, TOPPLES_FLYING, TOPPLES_SLIDING,
    },
    obstacle::{self, Obstacle, Swath},
};
use crate::border::centimetres;
use crate::parameters::{FAR, GRAVITY};

/// The way of a token from where it comes down to where it lies.
pub(super) struct Slide {
    /// The line on which it goes on: it runs to one side or the other, as it came down.
    pub(super) line: Line,
    /// Where it comes to rest: so far along that line, so far to its right.
    pub(super) along: f64,
    pub(super) across: f64,
    /// Whether it stays on the table, at the rim of the map if it comes there.
    pub(super) is_below: bool,
    /// Where figures turn it aside.
    pub(super) bends: Vec<Point>,
}

/// How hard a token meets a figure: its speed, and how much of what fells a figure at its narrow side.
#[derive(Clone, Copy)]
struct Blow {
    speed: f64,
    share: f64,
}

impl Slide {
    /// Goes on from the first contact, with a figure or with the ground.
    pub(super) fn from(
        throw: &Throw<'_>,
        time: f64,
        figure: Option<&Obstacle>,
        happenings: &mut Happenings,
    ) -> Self {
        let (flying, up) = throw.arc.speed(time);
        let line = throw.line;
        let (along, across) = (0.0, 0.0);
        let mut slide = Self { line, along, across, is_below: false, bends: Vec::new() };
        let mut rim = None;
        let mut speed = match figure {
            // It hits with all its speed, and falls down before it slides on.
            Some(hit) => {
                slide.along = throw.arc.distance(time);
                let all = libm::sqrt(flying * flying + up * up);
                // A blow over the figure's head presses more than it pushes; below, the higher the more it tips.
                let height = throw.arc.height(time);
                let lever = if height > hit.top { FROM_ABOVE } else { (height / hit.top).max(0.0) };
                let blow = Blow { speed: all, share: flying * lever / TOPPLES_FLYING };
                let stops = slide.hit(throw, hit, blow, happenings);
                let chance = throw.turn() as f64 / 360_000.0;
                let kept = flying * if stops { between(AFTER_FLYING, chance) } else { AFTER_GRAZE };
                let fall = libm::sqrt(2.0 * throw.arc.height(time).max(0.0) / GRAVITY);
                slide.along += kept * fall * HOP;
                slide.turn(throw);
                kept
            }
            // One that comes down flat is stopped most; one that stands on its edge rolls over it, and on.
            None => {
                slide.along = throw.lowest(time);
                slide.turn(throw);
                let on_edge = on_edge(throw.tumbling.tilt(time));
                let is_on_tile = throw.level(slide.line.point(0.0, 0.0)) > 0.0;
                if !is_on_tile {
                    let first = throw.rim_on(&slide.line);
                    rim = first.filter(|_| on_edge < CLIMBS);
                    slide.is_below = first.is_none() || rim.is_some();
                }
                let way = between(if is_on_tile { ON_TILE } else { ON_TABLE }, on_edge);
                flying * libm::sqrt(way * SLOWS)
            }
        };
        let is_round = throw.scene.thrown.round;
        let reach = throw.radius * if is_round { EDGE } else { SIDE };
        // As it meets figures it leaves the line to either side.
        let length = (speed * speed / (2.0 * SLOWS * GRAVITY)).min(rim.unwrap_or(f64::MAX));
        let swath = Swath { aside: 2.0 * throw.radius, front: throw.radius * FRONT, length };
        for obstacle in &obstacle::along(throw.scene, &slide.line, swath) {
            let beside = (obstacle.across - slide.across).abs() > obstacle.half + reach;
            if figure.is_some_and(|hit| hit.index == obstacle.index) || beside {
                continue;
            }
            if rim.is_some_and(|rim| obstacle.enter > rim) {
                break;
            }
            let way = (obstacle.enter - slide.along).max(0.0);
            let squared = speed * speed - 2.0 * SLOWS * GRAVITY * way;
            let arrives = squared > 1.0 || way <= 0.0;
            if !arrives {
                break;
            }
            speed = libm::sqrt(squared.max(0.0));
            slide.along = slide.along.max(obstacle.enter);
            let blow = Blow { speed, share: speed / TOPPLES_SLIDING };
            let stops = slide.hit(throw, obstacle, blow, happenings);
            speed *= if stops { AFTER_SLIDING } else { AFTER_GRAZE };
            slide.bends.push(slide.line.point(slide.along, slide.across));
        }
        let way = speed * speed / (2.0 * SLOWS * GRAVITY);
        slide.along += way.min(centimetres(FAR));
        if let Some(rim) = rim {
            slide.along = slide.along.min((rim - throw.radius).max(0.0));
        }
        slide
    }

    /// Begins a new line where the token is, to the side to which it runs.
    fn turn(&mut self, throw: &Throw<'_>) {
        let side = throw.turn() % 1_000 - 500;
        let from = self.line.point(self.along, self.across);
        self.line = self.line.turned(from, CURVE * side as f64 / 500.0);
        (self.along, self.across) = (0.0, 0.0);
    }

    /// A token meets a figure; gives whether it does more than graze it.
    fn hit(
        &mut self,
        throw: &Throw<'_>,
        obstacle: &Obstacle,
        blow: Blow,
        happenings: &mut Happenings,
    ) -> bool {
        let scene = throw.scene;
        let offset = obstacle.across - self.across;
        let covered =
            (throw.radius + obstacle.half - offset.abs()) / (2.0 * throw.radius.min(obstacle.half));
        let grazes = covered < GRAZE;
        let full = if grazes { covered.max(0.0) / GRAZE } else { 1.0 };
        let force = blow.speed * full;
        // How the token turns as it meets the figure is chaos: as different as launches and figures are.
        let turned = (throw.turn() / 11 + obstacle.index as i64 * 391) % 1_000 - 500;
        let luck = 1.0 + LUCK * turned as f64 / 500.0;
        // From in front a figure falls over its narrow side, from beside it over its wide one.
        let topples = blow.share * full * luck >= obstacle.deep / obstacle.half;
        let struck = happenings.of(scene, obstacle.index);
        struck.touched = true;
        let is_first = !struck.moved;
        struck.moved |= force >= MOVES;
        struck.toppled |= topples && !scene.figures[obstacle.index].lying;
        if struck.moved && is_first {
            let (index, toppled) = (obstacle.index, struck.toppled);
            let (east, south) = (self.line.east, self.line.south);
            happenings.spread(scene, Moving { index, east, south, speed: force, toppled });
        }
        // It leaves to the side on which it was farther out.
        let side = if offset > 0.0 { -1.0 } else { 1.0 };
        self.across += side * (1.0 - covered).clamp(0.0, 1.0) * throw.radius;
        !grazes
    }
}

/// How much a token stands on its edge that meets the ground, from 0 for one that comes down flat to 1: its
/// face is then turned forwards by a little more than a quarter of a turn, and it rolls over its edge.
fn on_edge(tilt: f64) -> f64 {
    let (least, most, last) = ON_EDGE;
    let degrees = tilt * 180.0 / core::f64::consts::PI;
    ((degrees - least) / (most - least)).min((last - degrees) / (last - most)).clamp(0.0, 1.0)
}

/// A number so far between two.
fn between((least, most): (f64, f64), share: f64) -> f64 {
    least + (most - least) * share
}
