//! What happens to figures while things move: who is touched, who is set moving, who falls on whom.

use std::collections::BTreeMap;

use rapier3d::prelude::{ContactPair, Pose, RigidBodyHandle, Vector};

use super::bodies::{Bodies, Part};

/// A figure is moved when it is so far from where it stood, in centimetres.
const MOVED: f32 = 0.03;
/// A figure is moved when it is turned so far: the cosine of half of 2 degrees.
const TURNED: f32 = 0.999_848;
/// A figure lies when it leans so far in the end: the cosine of 45 degrees.
const LYING: f32 = core::f32::consts::FRAC_1_SQRT_2;
/// A figure has fallen when it ever leaned so far, even if it rolled and stands again: the cosine of 60 degrees.
const FALLEN: f32 = 0.5;
/// A figure falls when it leans so far: the cosine of 10 degrees.
const FALLING: f32 = 0.984_808;

/// One figure.
pub(super) struct Seen {
    home: Pose,
    pub(super) touched: bool,
    pub(super) moved: bool,
    pub(super) toppled: bool,
    has_fallen: bool,
    /// Since when it may pass on what happened to it: twice the step, odd when a figure touched it.
    since: Option<u32>,
    /// The figures that touched it, and whether one was falling then.
    by: BTreeMap<usize, bool>,
}

/// All figures, the first thing that the token met, and where it first met table or tiles.
pub(super) struct Witness {
    pub(super) figures: Vec<Seen>,
    pub(super) first: Option<(Vector, Part)>,
    pub(super) down: Option<Vector>,
    /// Changes whenever anything is seen for the first time.
    pub(super) news: u32,
    step: u32,
}

/// Whether two bodies really touch: the engine prepares contacts a little earlier.
fn is_contact(pair: &ContactPair) -> bool {
    pair.manifolds().iter().any(|m| m.points.iter().any(|point| point.dist <= 0.0))
        || pair.total_impulse_magnitude() > 0.0
}

impl Witness {
    /// Looks at figures that have settled.
    pub(super) fn of(bodies: &Bodies) -> Self {
        let seen = |body: RigidBodyHandle| Seen {
            home: bodies.world.bodies.get(body).map_or(Pose::IDENTITY, |body| *body.position()),
            touched: false,
            moved: false,
            toppled: false,
            has_fallen: false,
            since: None,
            by: BTreeMap::new(),
        };
        let figures = bodies.figures.iter().map(|piece| seen(piece.body)).collect();
        Self { figures, first: None, down: None, news: 0, step: 0 }
    }

    /// Looks at everything after a step.
    pub(super) fn look(&mut self, bodies: &Bodies, token: RigidBodyHandle) {
        self.step += 1;
        self.look_at_token(bodies, token);
        for i in 0..self.figures.len() {
            self.look_at_figure(bodies, i);
        }
        for i in 0..self.figures.len() {
            if self.figures[i].since.is_some_and(|since| since <= 2 * self.step) {
                self.look_round(bodies, i);
            }
        }
    }

    fn look_at_token(&mut self, bodies: &Bodies, token: RigidBodyHandle) {
        let Some(&collider) = bodies.world.bodies.get(token).and_then(|b| b.colliders().first())
        else {
            return;
        };
        for pair in bodies.world.contact_pairs_with(collider).filter(|pair| is_contact(pair)) {
            let other = if pair.collider1 == collider { pair.collider2 } else { pair.collider1 };
            let Some(other) = bodies.world.colliders.get(other) else { continue };
            let part = Part::of(other);
            if self.first.is_none() {
                self.first = Some((point_of(bodies, pair), part));
                self.news += 1;
            }
            if self.down.is_none() && matches!(part, Part::Table | Part::Ground) {
                self.down = Some(point_of(bodies, pair));
            }
            let Part::Figure(i) = part else { continue };
            if !self.figures[i].touched {
                self.figures[i].touched = true;
                self.figures[i].since.get_or_insert(2 * self.step);
                self.news += 1;
            }
        }
    }

    fn look_at_figure(&mut self, bodies: &Bodies, i: usize) {
        let piece = &bodies.figures[i];
        let Some(body) = bodies.world.bodies.get(piece.body) else { return };
        if body.is_sleeping() {
            return;
        }
        let seen = &mut self.figures[i];
        let (now, home) = (body.position(), &seen.home);
        let is_away = (now.translation - home.translation).length() > MOVED
            || now.rotation.dot(home.rotation).abs() < TURNED;
        if is_away && !seen.moved {
            seen.moved = true;
            self.news += 1;
        }
        seen.has_fallen |= piece.stands && upright(now) < FALLEN;
        let has_toppled = seen.has_fallen || piece.stands && upright(now) < LYING;
        if has_toppled != seen.toppled {
            seen.toppled = has_toppled;
            self.news += 1;
        }
    }

    /// Passes on what happened to a figure to those that it touches.
    fn look_round(&mut self, bodies: &Bodies, i: usize) {
        let piece = &bodies.figures[i];
        let Some(body) = bodies.world.bodies.get(piece.body) else { return };
        if body.is_sleeping() {
            return;
        }
        let is_falling = piece.stands && upright(body.position()) < FALLING;
        let since = self.figures[i].since;
        for pair in bodies.world.contact_pairs_with(piece.collider) {
            let is_first = pair.collider1 == piece.collider;
            let other = if is_first { pair.collider2 } else { pair.collider1 };
            let Some(Part::Figure(j)) = bodies.world.colliders.get(other).map(Part::of) else {
                continue;
            };
            let other = &mut self.figures[j];
            // What was struck earlier strikes what was struck later; at the same time, both.
            if other.since.is_some_and(|other| Some(other) < since) || !is_contact(pair) {
                continue;
            }
            other.since.get_or_insert(2 * self.step + 1);
            let known = other.by.len();
            *other.by.entry(i).or_insert(false) |= is_falling;
            if other.by.len() > known {
                self.news += 1;
            }
        }
    }

    /// Who touched a figure, those that only pushed and those that fell.
    ///
    /// Where neither of two has moved, nothing was passed on: they stood against each other before (F58).
    pub(super) fn passed_on(&self, j: usize) -> (Vec<usize>, Vec<usize>) {
        let struck = &self.figures[j];
        let passed = struck.by.iter().filter(|&(&i, _)| self.figures[i].moved || struck.moved);
        let (fallen, pushed): (Vec<_>, Vec<_>) =
            passed.partition(|&(&i, &was_falling)| was_falling && self.figures[i].toppled);
        let indices = |of: Vec<(&usize, &bool)>| of.into_iter().map(|(&i, _)| i).collect();
        (indices(pushed), indices(fallen))
    }
}

/// The cosine of the angle by which something leans.
fn upright(pose: &Pose) -> f32 {
    (pose.rotation * Vector::Y).y
}

/// Where two bodies touch: in the middle of their points of contact.
fn point_of(bodies: &Bodies, pair: &ContactPair) -> Vector {
    let Some(first) = bodies.world.colliders.get(pair.collider1) else { return Vector::ZERO };
    let points: Vec<Vector> = pair
        .manifolds()
        .iter()
        .flat_map(|m| &m.points)
        .map(|point| first.position().transform_point(point.local_p1))
        .collect();
    points.iter().copied().sum::<Vector>() / points.len().max(1) as f32
}
