//! A throw from the catapult until everything lies still.

use abi::{Catch, Hand, Launch, Scene, TILE_HEIGHT};
use rapier3d::prelude::{Pose, RigidBody, RigidBodyHandle, Vector};

use super::bodies::{Bodies, STEPS_A_SECOND, UNITS};
use super::vector::{about, turned, vector};
use super::witness::Witness;
use crate::border::{area, centimetres, radians};
use crate::parameters::{ARM, DEFLECTED, FAR, TABLE_HEIGHT, drag};

/// A throw ends so long after the first contact at the latest, in steps: some things roll for long.
const LONGEST: u32 = STEPS_A_SECOND * 5 / 2;
/// A flight without any contact ends after so many steps.
const LONGEST_FLIGHT: u32 = STEPS_A_SECOND * 8;
/// A throw ends when nothing new was seen and the token did not move for so many steps.
const STABLE: u32 = STEPS_A_SECOND * 3 / 10;
/// A token that stays within so many centimetres does not move.
const STILL: f32 = 0.02;
/// So many steps before something may be struck it is awake.
const STEPS_AHEAD: f32 = 3.0;
/// So near to each other, in centimetres, pieces may touch.
const NEAR: f32 = 4.0;

/// What came of a throw.
pub(super) struct Thrown {
    pub(super) witness: Witness,
    pub(super) rest: Pose,
    pub(super) catch: Catch,
    /// Where the hand met it, if nothing else had met it before.
    pub(super) met_hand: Option<Vector>,
    /// Its middle after every step, beginning with the launch.
    pub(super) path: Vec<Vector>,
}

/// Throws the token.
pub(super) fn throw(bodies: &mut Bodies, scene: &Scene, launch: &Launch) -> Thrown {
    let witness = Witness::of(bodies);
    let (pose, speed, spin) = start(bodies, scene, launch);
    let token = bodies.add_thrown(scene.thrown, pose, speed, spin);
    let mut palm = launch.hand.map(|hand| Palm::of(bodies, hand));
    let drag = drag(area(scene.thrown)) as f32;
    let mut thrown = Thrown {
        witness,
        rest: pose,
        catch: Catch::Missed,
        met_hand: None,
        path: vec![pose.translation],
    };
    let (mut still, mut since, mut news) = (pose.translation, 0, 0);
    let mut contact_at = None;
    for step in 0..LONGEST_FLIGHT {
        resist(bodies, token, drag);
        rouse(bodies, &thrown.witness, token);
        bodies.world.step();
        thrown.witness.look(bodies, token);
        let Some(body) = bodies.world.bodies.get(token) else { break };
        let before = thrown.rest.translation;
        let now = *body.position();
        if !now.is_finite() || !body.is_enabled() {
            break;
        }
        thrown.rest = now;
        thrown.path.push(now.translation);
        if let Some(open) = &mut palm {
            let is_over = thrown.witness.first.is_some();
            match open.meets(before, now.translation, is_over) {
                Some((Catch::Caught, at)) => {
                    thrown.catch = Catch::Caught;
                    thrown.met_hand = Some(at);
                    thrown.rest.translation = at;
                    thrown.path.pop();
                    thrown.path.push(at);
                    break;
                }
                Some((catch, at)) => {
                    thrown.catch = catch;
                    if catch == Catch::Touched {
                        thrown.met_hand = Some(at);
                        deflect(bodies, token);
                    }
                    palm = None;
                }
                None => {}
            }
        }
        if is_out(now.translation) {
            break;
        }
        if thrown.witness.first.is_some() {
            contact_at.get_or_insert(step);
        }
        let is_new = thrown.witness.news != news;
        if is_new || (now.translation - still).length() > STILL {
            (still, since, news) = (now.translation, step, thrown.witness.news);
        }
        let is_stable = contact_at.is_some() && step - since > STABLE;
        let is_late = contact_at.is_some_and(|contact| step - contact > LONGEST);
        if is_stable || is_late || is_asleep(bodies, token) {
            break;
        }
    }
    thrown
}

/// Pose, speed and spin with which the token leaves the arm: flat-on, turning about the arm's foot.
fn start(bodies: &Bodies, scene: &Scene, launch: &Launch) -> (Pose, Vector, Vector) {
    let heading = turned(radians(launch.heading));
    let elevation = radians(launch.elevation);
    let (sine, cosine) = (libm::sin(elevation), libm::cos(elevation));
    let right = heading * Vector::X;
    let direction = heading * vector(0.0, sine, -cosine);
    let rotation = about(right, -(core::f64::consts::FRAC_PI_2 - elevation)) * heading;
    let speed = launch.speed as f64 / 10.0;
    let spin = right * -((speed / ARM / UNITS) as f32);
    // One that is released too low starts just above what is there.
    let size = scene.thrown;
    let half =
        vector(centimetres(size.width), centimetres(size.height), centimetres(size.depth)) / 2.0;
    let reach = [Vector::X, Vector::Y, Vector::Z]
        .into_iter()
        .zip([half.x, half.y, half.z])
        .map(|(axis, half)| (rotation * axis).y.abs() * half)
        .sum::<f32>();
    let lowest = centimetres(TILE_HEIGHT) + f64::from(reach) + 0.01;
    let middle = bodies.place(launch.from, centimetres(launch.height).max(lowest));
    (Pose::from_parts(middle, rotation), direction * (speed / UNITS) as f32, spin)
}

/// Slows the token down as air does (P25), at most to half its speed in a step.
fn resist(bodies: &mut Bodies, token: RigidBodyHandle, drag: f32) {
    let most = 0.5 / bodies.world.integration_parameters.dt;
    let Some(body) = bodies.world.bodies.get_mut(token) else { return };
    let (velocity, mass) = (body.linvel(), body.mass());
    let against = (drag * velocity.length()).min(mass * most);
    body.reset_forces(false);
    body.add_force(velocity * -against, false);
}

/// Wakes the figures that something may strike in the next steps: the contacts of one that is asleep, with the
/// ground above all, take no part in the step that wakes it, and a blow would press it into the ground.
fn rouse(bodies: &mut Bodies, witness: &Witness, token: RigidBodyHandle) {
    let moving = bodies.figures.iter().zip(&witness.figures).filter(|(_, seen)| seen.moved);
    let movers: Vec<RigidBodyHandle> =
        moving.map(|(piece, _)| piece.body).chain(Some(token)).collect();
    let ahead = bodies.world.integration_parameters.dt * STEPS_AHEAD;
    for mover in movers {
        let Some(body) = bodies.world.bodies.get(mover) else { continue };
        if body.is_sleeping() {
            continue;
        }
        let (place, reach) = (body.translation(), NEAR + body.linvel().length() * ahead);
        for piece in &bodies.figures {
            let is_near = |b: &RigidBody| (b.translation() - place).length() < reach;
            if let Some(body) = bodies.world.bodies.get_mut(piece.body)
                && body.is_sleeping()
                && is_near(body)
            {
                bodies.world.islands.wake_up(&mut bodies.world.bodies, piece.body, true);
            }
        }
    }
}

/// What is touched by a hand and not held falls down.
fn deflect(bodies: &mut Bodies, token: RigidBodyHandle) {
    if let Some(body) = bodies.world.bodies.get_mut(token) {
        body.set_linvel(body.linvel() * DEFLECTED as f32, true);
    }
}

/// Whether a token has left the world.
fn is_out(place: Vector) -> bool {
    let far = centimetres(FAR) as f32;
    let floor = -(TABLE_HEIGHT + 5.0) as f32;
    place.x.abs() > far || place.z.abs() > far || place.y > far || place.y < floor
}

fn is_asleep(bodies: &Bodies, token: RigidBodyHandle) -> bool {
    let sleeps =
        |body: RigidBodyHandle| bodies.world.bodies.get(body).is_none_or(|body| body.is_sleeping());
    sleeps(token) && bodies.figures.iter().all(|piece| sleeps(piece.body))
}

/// An open hand: two spheres round the middle of its palm.
struct Palm {
    middle: Vector,
    catches: f32,
    touches: f32,
    /// The nearest that the token came, once it was near enough to be touched.
    nearest: Option<(f32, Vector)>,
}

impl Palm {
    fn of(bodies: &Bodies, hand: Hand) -> Self {
        Self {
            middle: bodies.place(hand.at, centimetres(hand.height)),
            catches: centimetres(hand.catches) as f32,
            touches: centimetres(hand.touches) as f32,
            nearest: None,
        }
    }

    /// What a hand makes of a token on this stretch of its way; `None` while nothing is decided.
    ///
    /// A token that has met anything else is not caught any more, only picked up.
    fn meets(&mut self, from: Vector, to: Vector, is_over: bool) -> Option<(Catch, Vector)> {
        let along = to - from;
        let squared = along.length_squared();
        let share = if squared > 0.0 { (self.middle - from).dot(along) / squared } else { 0.0 };
        let at = from + along * share.clamp(0.0, 1.0);
        let distance = (at - self.middle).length();
        if distance <= self.catches {
            return Some((Catch::Caught, at));
        }
        let is_nearer = self.nearest.is_none_or(|(nearest, _)| distance < nearest);
        if distance <= self.touches && is_nearer {
            self.nearest = Some((distance, at));
        }
        let has_passed = self.nearest.is_some_and(|(nearest, _)| distance > nearest);
        match self.nearest {
            Some((_, at)) if has_passed || is_over => Some((Catch::Touched, at)),
            None if is_over => Some((Catch::Missed, at)),
            _ => None,
        }
    }
}
