//! After the first contact: a bounce, a slide, and whatever stands in the way.

use super::{
    Throw,
    chain::{Happenings, Moving},
    model::{
        AFTER_GRAZE, AFTER_HIT, CURVE, EDGE, FROM_ABOVE, GRAZE, HOP, LUCK, MOVES, ROLLING, SLIDING,
        TOPPLES_FLYING, TOPPLES_SLIDING,
    },
    obstacle::Obstacle,
};
use crate::border::centimetres;
use crate::parameters::{FAR, GRAVITY, RESTITUTION, friction};

/// Where a token comes to rest: so far along the line of the throw, so far to its right.
pub(super) struct Slide {
    pub(super) along: f64,
    pub(super) across: f64,
}

/// How hard a token meets a figure: its speed, and how much of what fells a figure at its narrow side.
#[derive(Clone, Copy)]
struct Blow {
    speed: f64,
    share: f64,
}

/// Where a token meets the front of a figure and where it comes down on its top differ by more centimetres.
const TOUCHING: f64 = 1e-6;

impl Slide {
    /// Goes on from the first contact, with a figure or with the ground.
    pub(super) fn from(
        throw: &Throw<'_>,
        time: f64,
        figure: Option<usize>,
        obstacles: &[Obstacle],
        happenings: &mut Happenings,
    ) -> Self {
        let (speed, up) = throw.arc.speed(time);
        let mut slide = Self { along: throw.arc.distance(time), across: 0.0 };
        let mut speed = match figure {
            // It hits with all its speed, and falls down before it slides on.
            Some(index) => {
                let Some(hit) = obstacles.iter().find(|o| o.index == index) else { return slide };
                let all = libm::sqrt(speed * speed + up * up);
                // What comes down on its top pushes it less than what meets its front, the more so the higher.
                let lever = match slide.along > hit.enter + TOUCHING {
                    true => FROM_ABOVE,
                    false => (throw.arc.height(time) / hit.top).clamp(0.0, 1.0),
                };
                let blow = Blow { speed: all, share: speed * lever / TOPPLES_FLYING };
                let kept = slide.hit(throw, hit, blow, happenings);
                let fall = libm::sqrt(2.0 * throw.arc.height(time).max(0.0) / GRAVITY);
                let kept = speed.min(all * kept);
                slide.along += kept * fall * HOP;
                kept
            }
            None => {
                let lost = friction::CARDBOARD * (1.0 + RESTITUTION) * up.abs();
                let kept = (speed - lost).max(0.0);
                slide.along += kept * 2.0 * RESTITUTION * up.abs() / GRAVITY;
                kept
            }
        };
        // A token lies flat and slides, or tumbles on; a disc rolls on its edge, where it is narrow. Mostly it is
        // something between.
        let is_round = throw.scene.thrown.round;
        let share = throw.turn() as f64 / 360_000.0;
        let (least, most) = if is_round { ROLLING } else { SLIDING };
        let sliding = least + (most - least) * share;
        let reach = if is_round { throw.radius * EDGE } else { throw.radius };
        let start = slide.along;
        for obstacle in obstacles {
            let beside = (obstacle.across - slide.across).abs() > obstacle.half + reach;
            if Some(obstacle.index) == figure || obstacle.leave <= start || beside {
                continue;
            }
            let way = (obstacle.enter - slide.along).max(0.0);
            let squared = speed * speed - 2.0 * sliding * GRAVITY * way;
            let arrives = squared > 1.0 || way <= 0.0;
            if !arrives {
                break;
            }
            speed = libm::sqrt(squared.max(0.0));
            slide.along = slide.along.max(obstacle.enter);
            let blow = Blow { speed, share: speed / TOPPLES_SLIDING };
            speed *= slide.hit(throw, obstacle, blow, happenings);
        }
        let way = speed * speed / (2.0 * sliding * GRAVITY);
        slide.along += way.min(centimetres(FAR));
        // It runs a curve to one side or the other, as it came down.
        let side = throw.turn() % 1_000 - 500;
        slide.across += (slide.along - start) * CURVE * side as f64 / 500.0;
        slide
    }

    /// A token meets a figure; gives how much of its speed it keeps.
    fn hit(
        &mut self,
        throw: &Throw<'_>,
        obstacle: &Obstacle,
        blow: Blow,
        happenings: &mut Happenings,
    ) -> f64 {
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
            let (east, south) = (throw.line.east, throw.line.south);
            happenings.spread(scene, Moving { index, east, south, speed: force, toppled });
        }
        // It leaves to the side on which it was farther out.
        let side = if offset > 0.0 { -1.0 } else { 1.0 };
        self.across += side * (1.0 - covered).clamp(0.0, 1.0) * throw.radius;
        if grazes { AFTER_GRAZE } else { AFTER_HIT }
    }
}
