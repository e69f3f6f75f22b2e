//! After the first contact: a bounce, a slide, and whatever stands in the way.

use super::{
    Throw,
    chain::{Happenings, Moving},
    model::{AFTER_GRAZE, AFTER_HIT, CURVE, EDGE, GRAZE, KEPT, MOVES, ROLLING, SLIDING, TOPPLES},
    obstacle::Obstacle,
};
use crate::parameters::{GRAVITY, RESTITUTION, friction};

/// Where a token comes to rest: so far along the line of the throw, so far to its right.
pub(super) struct Slide {
    pub(super) along: f64,
    pub(super) across: f64,
}

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
                let kept = slide.hit(throw, hit, all, happenings);
                let fall = libm::sqrt(2.0 * throw.arc.height(time).max(0.0) / GRAVITY);
                let kept = speed.min(all * kept);
                slide.along += kept * fall * 0.5;
                kept * KEPT
            }
            None => {
                let lost = friction::CARDBOARD * (1.0 + RESTITUTION) * up.abs();
                let kept = ((speed - lost) * KEPT).max(0.0);
                slide.along += kept * 2.0 * RESTITUTION * up.abs() / GRAVITY;
                kept
            }
        };
        // A disc lies flat and slides, or rolls on its edge, where it is narrow; mostly something between.
        let is_round = throw.scene.thrown.round;
        let share = throw.turn() as f64 / 360_000.0;
        let sliding = if is_round { ROLLING.0 + (ROLLING.1 - ROLLING.0) * share } else { SLIDING };
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
            speed *= slide.hit(throw, obstacle, speed, happenings);
        }
        slide.along += speed * speed / (2.0 * sliding * GRAVITY);
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
        speed: f64,
        happenings: &mut Happenings,
    ) -> f64 {
        let scene = throw.scene;
        let offset = obstacle.across - self.across;
        let covered =
            (throw.radius + obstacle.half - offset.abs()) / (2.0 * throw.radius.min(obstacle.half));
        let grazes = covered < GRAZE;
        let force = if grazes { speed * covered.max(0.0) / GRAZE } else { speed };
        let struck = happenings.of(scene, obstacle.index);
        struck.touched = true;
        let is_first = !struck.moved;
        struck.moved |= force >= MOVES;
        struck.toppled |= force >= topples(obstacle) && !scene.figures[obstacle.index].lying;
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

/// How fast a token must be to fell a figure: from in front it falls over its narrow side, from beside it over
/// its wide one.
fn topples(obstacle: &Obstacle) -> f64 {
    TOPPLES * obstacle.deep / obstacle.half
}
