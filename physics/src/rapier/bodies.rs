//! The pieces of a scene as bodies, and time for them.

use abi::{
    Area, Figure, LARGEST_PIECE, LyingToken, Outline, Point, Quantity, Scene, ShotError, Size,
    TILE_HEIGHT, gap, square_root,
};
use rapier3d::prelude::{
    Collider, ColliderBuilder, ColliderHandle, PhysicsWorld, Pose, RigidBodyBuilder,
    RigidBodyHandle, SharedShape, Vector,
};

use super::ground::Ground;
use super::shape;
use super::vector::{turned, vector};
use crate::border::{area, centimetres, micrometres, radians};
use crate::parameters::{CARDBOARD, FAR, GRAVITY, RESTITUTION, TABLE_HEIGHT, WOOD, friction};

/// Units of time a second: centimetres fall in tenths of seconds as metres fall in seconds.
pub(super) const UNITS: f64 = 10.0;
/// Steps a second. This, the order of bodies and the engine's version are part of the rules: another value
/// changes single landings.
pub(super) const STEPS_A_SECOND: u32 = 600;
/// Contacts of pieces that moved less than this, in centimetres, are not looked at again: ten times less than
/// the engine's habit, since a touch is a matter of rules here.
const RECYCLED: f32 = 0.005;
/// How long pieces settle before a throw, in steps.
const SETTLING: u32 = STEPS_A_SECOND / 10;
/// More figures nobody has on a table.
const MOST_FIGURES: usize = 1_000;
/// More tokens nobody leaves lying about.
const MOST_TOKENS: usize = 200;
/// By how much figures are smaller that stand in each other, in micrometres: as much as scenes permit.
const OVERLAP: i64 = 1_000;
/// By how much an outline is larger than what it is round, at most: its corners are whole micrometres.
const ROUNDING: i64 = 100;
/// The smallest token that is in the way of anything, in micrometres.
const SMALLEST: i64 = 1_000;

/// What a collider is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Table,
    Floor,
    Ground,
    /// By the position in [`Bodies::figures`].
    Figure(usize),
    /// By the position in the scene.
    Token(usize),
    Thrown,
}

impl Part {
    fn mark(self) -> u128 {
        match self {
            Self::Table => 0,
            Self::Floor => 1,
            Self::Ground => 2,
            Self::Thrown => 3,
            Self::Figure(i) => (i as u128) << 8 | 4,
            Self::Token(i) => (i as u128) << 8 | 5,
        }
    }

    /// What was marked so.
    pub(super) fn of(collider: &Collider) -> Self {
        let i = (collider.user_data >> 8) as usize;
        match collider.user_data & 0xff {
            0 => Self::Table,
            1 => Self::Floor,
            2 => Self::Ground,
            3 => Self::Thrown,
            4 => Self::Figure(i),
            _ => Self::Token(i),
        }
    }
}

/// A figure near enough to take part.
pub(super) struct Piece {
    /// Its position in the scene.
    pub(super) index: usize,
    pub(super) body: RigidBodyHandle,
    pub(super) collider: ColliderHandle,
    /// Whether it stands, so that it can fall.
    pub(super) stands: bool,
}

/// The table with everything on it.
pub(super) struct Bodies {
    pub(super) world: PhysicsWorld,
    pub(super) ground: Ground,
    pub(super) figures: Vec<Piece>,
    origin: Point,
}

impl Bodies {
    /// Sets the table for a throw from a point.
    pub(super) fn of(scene: &Scene, origin: Point) -> Result<Self, ShotError> {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::Y * -((GRAVITY / (UNITS * UNITS)) as f32);
        let parameters = &mut world.integration_parameters;
        parameters.dt = (UNITS / f64::from(STEPS_A_SECOND)) as f32;
        parameters.min_ccd_dt = parameters.dt / 100.0;
        parameters.normalized_contact_recycle_distance = RECYCLED;
        let ground = Ground::of(scene, origin, FAR);
        let mut bodies = Self { world, ground, figures: Vec::new(), origin };
        bodies.lay_table(scene.table);
        bodies.place_figures(scene)?;
        bodies.lay_tokens(scene)?;
        Ok(bodies)
    }

    /// Where a point of the scene is here.
    pub(super) fn place(&self, p: Point, height: f64) -> Vector {
        vector(centimetres(p.x - self.origin.x), height, centimetres(p.y - self.origin.y))
    }

    /// The point of the scene at this place.
    pub(super) fn point(&self, place: Vector) -> Point {
        Point::new(
            self.origin.x + micrometres(f64::from(place.x)),
            self.origin.y + micrometres(f64::from(place.z)),
        )
    }

    /// Lets time pass until everything stands firmly.
    pub(super) fn settle(&mut self) {
        for _ in 0..SETTLING {
            self.world.step();
        }
    }

    fn plate(&mut self, area: Area, top: f64, thickness: f64, friction: f64, part: Part) {
        let within = |x: i64, middle: i64| x.clamp(middle - 2 * FAR, middle + 2 * FAR);
        let north_west =
            Point::new(within(area.west, self.origin.x), within(area.north, self.origin.y));
        let south_east =
            Point::new(within(area.east, self.origin.x), within(area.south, self.origin.y));
        let (low, high) = (self.place(north_west, top - thickness), self.place(south_east, top));
        let half = (high - low) / 2.0;
        let collider = ColliderBuilder::cuboid(half.x, half.y, half.z)
            .translation((low + high) / 2.0)
            .friction(friction as f32)
            .restitution(RESTITUTION as f32)
            .user_data(part.mark());
        self.world.insert_collider(collider, None);
    }

    fn lay_table(&mut self, table: Area) {
        let origin = self.origin;
        let everywhere = Area {
            west: origin.x - 2 * FAR,
            north: origin.y - 2 * FAR,
            east: origin.x + 2 * FAR,
            south: origin.y + 2 * FAR,
        };
        self.plate(everywhere, -TABLE_HEIGHT, 10.0, friction::TABLE, Part::Floor);
        self.plate(table, 0.0, 3.0, friction::TABLE, Part::Table);
        let top = centimetres(TILE_HEIGHT);
        for plate in self.ground.plates().to_vec() {
            self.plate(plate, top, top, friction::TILE, Part::Ground);
        }
    }

    fn place_figures(&mut self, scene: &Scene) -> Result<(), ShotError> {
        let near: Vec<(usize, &Figure)> =
            scene.figures.iter().enumerate().filter(|(_, f)| self.is_near(f.at)).collect();
        if near.len() > MOST_FIGURES {
            return Err(too_many("the number of figures within 10 m", near.len(), MOST_FIGURES));
        }
        let mut shapes: Vec<(Size, bool, SharedShape)> = Vec::new();
        for &(index, figure) in &near {
            let mut size = figure.size;
            if near.iter().any(|&(other, f)| other != index && is_close(figure, f)) {
                for side in [&mut size.width, &mut size.depth, &mut size.height] {
                    *side = (*side - OVERLAP).max(1);
                }
            }
            let known = shapes.iter().find(|(s, lying, _)| *s == size && *lying == figure.lying);
            let shape = known.map_or_else(
                || if figure.lying { shape::lying(size) } else { shape::standing(size) },
                |(.., shape)| shape.clone(),
            );
            shapes.push((size, figure.lying, shape.clone()));
            let floor = if self.ground.is_under(figure.at) { TILE_HEIGHT } else { 0 };
            let up = if figure.lying { size.depth } else { size.height };
            let middle = self.place(figure.at, centimetres(floor) + centimetres(up) / 2.0);
            let volume = area(size) * centimetres(size.height);
            let part = Part::Figure(self.figures.len());
            let pose = Pose::from_parts(middle, turned(radians(figure.turn)));
            let (body, collider) = self.add(pose, shape, volume * WOOD, friction::FIGURE, part);
            self.figures.push(Piece { index, body, collider, stands: !figure.lying });
        }
        Ok(())
    }

    fn lay_tokens(&mut self, scene: &Scene) -> Result<(), ShotError> {
        // What lies on others lies higher: the tops so far, with the ground that they cover.
        let mut tops: Vec<(Outline, i64)> = Vec::new();
        let mut count = 0;
        for (i, token) in scene.tokens.iter().enumerate() {
            let Some(extent) = extent(&token.outline) else { continue };
            if !self.is_near(extent.centre()) {
                continue;
            }
            count += 1;
            if count > MOST_TOKENS {
                let found = scene.tokens.len();
                return Err(too_many("the number of lying tokens", found, MOST_TOKENS));
            }
            let (width, depth) = (extent.east - extent.west, extent.south - extent.north);
            if is_too_large(token) {
                let [found, least, most] =
                    [width.max(depth), 0, LARGEST_PIECE].map(Quantity::Length);
                return Err(ShotError::Range("a lying token's width", found, least, most));
            }
            // One that leans on a figure would push it: such a one is in nobody's way.
            let leans = |f: &Figure| {
                f.at.distance(extent.centre()) < 2 * LARGEST_PIECE
                    && gap(&f.outline(), &token.outline) == 0
            };
            let is_small = width.min(depth) < SMALLEST;
            let mut figures = self.figures.iter().map(|piece| &scene.figures[piece.index]);
            if is_small || figures.any(leans) {
                continue;
            }
            let under = tops.iter().filter(|(other, _)| gap(other, &token.outline) == 0);
            let floor = if self.ground.is_under_part(extent) { TILE_HEIGHT } else { 0 };
            let floor = under.map(|&(_, top)| top).max().unwrap_or(floor);
            tops.push((token.outline.clone(), floor + token.height));
            self.lay_token(i, token, extent, floor);
        }
        Ok(())
    }

    fn lay_token(&mut self, index: usize, token: &LyingToken, extent: Area, floor: i64) {
        let centre = extent.centre();
        let corner = |p: &Point| (centimetres(p.x - centre.x), centimetres(p.y - centre.y));
        let plan: Vec<(f64, f64)> = Outline::round(&token.outline.0).0.iter().map(corner).collect();
        let height = centimetres(token.height);
        let Some(shape) = shape::upright(&plan, height) else { return };
        let covered =
            centimetres(extent.east - extent.west) * centimetres(extent.south - extent.north);
        let mass = covered * core::f64::consts::FRAC_PI_4 * height * CARDBOARD;
        let pose = Pose::from_translation(self.place(centre, centimetres(floor) + height / 2.0));
        self.add(pose, shape, mass, friction::TOKEN, Part::Token(index));
    }

    fn add(
        &mut self,
        pose: Pose,
        shape: SharedShape,
        mass: f64,
        friction: f64,
        part: Part,
    ) -> (RigidBodyHandle, ColliderHandle) {
        let collider = ColliderBuilder::new(shape)
            .mass(mass as f32)
            .friction(friction as f32)
            .restitution(RESTITUTION as f32)
            .user_data(part.mark());
        self.world.insert(RigidBodyBuilder::dynamic().pose(pose), collider)
    }

    /// Adds the token that flies, the only thing that is swept: what is swept never meets what is swept, too.
    pub(super) fn add_thrown(
        &mut self,
        size: Size,
        pose: Pose,
        speed: Vector,
        spin: Vector,
    ) -> RigidBodyHandle {
        let mass = area(size) * centimetres(size.height) * CARDBOARD;
        let (body, _) = self.add(pose, shape::flat(size), mass, friction::TOKEN, Part::Thrown);
        if let Some(body) = self.world.bodies.get_mut(body) {
            body.enable_ccd(true);
            body.set_linvel(speed, true);
            body.set_angvel(spin, true);
        }
        body
    }

    fn is_near(&self, p: Point) -> bool {
        (p.x - self.origin.x).abs() <= FAR && (p.y - self.origin.y).abs() <= FAR
    }
}

/// Whether two figures overlap in plan.
fn is_close(a: &Figure, b: &Figure) -> bool {
    let around = |f: &Figure| f.size.width + f.size.depth.max(f.size.height);
    a.at.distance(b.at) < around(a) + around(b) && gap(&a.outline(), &b.outline()) == 0
}

/// The rectangle round an outline; none round nothing.
fn extent(outline: &Outline) -> Option<Area> {
    let side = |of: fn(&Point) -> i64| outline.0.iter().map(of);
    Some(Area {
        west: side(|p| p.x).min()?,
        north: side(|p| p.y).min()?,
        east: side(|p| p.x).max()?,
        south: side(|p| p.y).max()?,
    })
}

/// Whether a token is larger than any: its outline is wider than the largest one of its thickness is from corner to
/// corner. Less would not do, since tokens turn, and lean on others.
fn is_too_large(token: &LyingToken) -> bool {
    let LyingToken { outline, height } = token;
    let most = square_root(i128::from(2 * LARGEST_PIECE.pow(2) + height.pow(2))) + ROUNDING;
    let corners = &outline.0;
    corners.iter().any(|&a| corners.iter().any(|&b| a.distance(b) > most))
}

fn too_many(what: &'static str, found: usize, most: usize) -> ShotError {
    let [found, least, most] = [found, 0, most].map(|n| Quantity::Number(n as i64));
    ShotError::Range(what, found, least, most)
}
