//! The module `ballistic`: a flight in a few steps, then a bounce and a slide in a straight line, with simple
//! rules for what is touched, moved and falls. It costs microseconds where rigid bodies cost milliseconds;
//! its rates are made to agree with theirs.

mod arc;
mod chain;
mod hand;
mod line;
mod lying;
mod model;
mod obstacle;
mod slide;
mod tumbling;

use abi::{
    Body, Catch, Contact, Flight, Landing, Launch, Outline, Point, Rest, Sample, Scene, ShotError,
    ShotPhysics, Size, TILE_HEIGHT, TILE_SIDE, Word,
};

use self::{
    arc::Arc, chain::Happenings, line::Line, model::FRONT, obstacle::Swath, slide::Slide,
    tumbling::Tumbling,
};
use crate::border::{centimetres, micrometres};
use crate::parameters::TABLE_HEIGHT;

/// How many samples of the flight are kept.
const SAMPLES: usize = 16;
/// How long a token slides, in microseconds, as pictures show it.
const SLIDES: i64 = 240_000;

/// How often the time of the first contact is made better; each time an eighth of the mistake is left.
const ROUNDS: usize = 3;

/// So many half radii a token is put aside at most that the rim of the map has stopped.
const ASIDE: u32 = 5;

/// A formula for the flight, rules of thumb for the rest: some microseconds a throw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ballistic;

impl ShotPhysics for Ballistic {
    fn name(&self) -> &'static str {
        "ballistic"
    }

    fn throw(&self, scene: &Scene, launch: &Launch) -> Result<Flight, ShotError> {
        scene.examine()?;
        launch.examine(scene)?;
        Ok(Throw::of(scene, launch).fly())
    }
}

/// Where in plan the middle of a token comes down to a height that it leaves above it.
pub(crate) fn landing_point(launch: &Launch, token: Size, height: i64) -> Point {
    let arc = Arc::of(launch, token);
    let time = arc.time_down_to(centimetres(height));
    Line::of_launch(launch).point(arc.distance(time), 0.0)
}

/// A throw under way.
struct Throw<'a> {
    scene: &'a Scene,
    launch: &'a Launch,
    arc: Arc,
    line: Line,
    tumbling: Tumbling,
    /// Half of the token's width, whichever side is in front.
    radius: f64,
}

impl<'a> Throw<'a> {
    fn of(scene: &'a Scene, launch: &'a Launch) -> Self {
        let token = scene.thrown;
        let radius = centimetres(token.width + token.depth) / 4.0;
        let (arc, tumbling) = (Arc::of(launch, token), Tumbling::of(launch, token));
        Self { scene, launch, arc, line: Line::of_launch(launch), tumbling, radius }
    }

    fn fly(self) -> Flight {
        let ground = self.time_of_ground();
        let (front, length) = (self.radius * FRONT, self.arc.distance(ground));
        let swath = Swath { aside: self.radius, front, length };
        let obstacles = obstacle::along(self.scene, &self.line, swath);
        let met = obstacles.iter().find_map(|o| Some((o, self.time_of_contact(o, ground)?)));
        let (contact_time, figure) = match met {
            Some((obstacle, time)) => (time, Some(obstacle)),
            None => (ground, None),
        };
        if let Some(hand) = self.launch.hand {
            let (catch, time) = hand::meets(hand, &self.arc, &self.line, contact_time);
            match catch {
                Catch::Caught => return self.caught(time),
                Catch::Touched => return self.touched_by_hand(time),
                Catch::Missed => {}
            }
        }
        let mut happenings = Happenings::default();
        let slide = Slide::from(&self, contact_time, figure, &mut happenings);
        // A figure ends no throw: it goes on to where the token comes down (F63).
        let down = slide.line.point(0.0, 0.0);
        let (at, with) = match figure {
            Some(hit) => {
                let at = self.line.point(self.arc.distance(contact_time), 0.0);
                (at, Body::Figure(self.scene.figures[hit.index].id))
            }
            None => (down, self.tile_at(down).map_or(Body::Table, Body::Tile)),
        };
        let is_over_table = self.scene.table.contains(at);
        let contact = is_over_table.then_some(Contact { at, with });
        let rest = match slide.is_below {
            true => self.beside_the_map(&slide),
            false => slide.line.point(slide.along, slide.across),
        };
        let rest = self.lie(rest, slide.is_below, &mut happenings);
        let reach = self.reached(down);
        let mut way = vec![down];
        way.extend(slide.bends);
        way.push(rest);
        self.landed(contact_time, contact, reach, &way, happenings, Catch::Missed)
    }

    /// How far a token came to the catcher that comes down at a place: there, or where it passed the height of the
    /// table beside that.
    fn reached(&self, down: Point) -> i64 {
        let beside = || self.line.point(self.arc.distance(self.arc.time_down_to(0.0)), 0.0);
        let at = if self.scene.table.contains(down) { down } else { beside() };
        self.scene.reach(at).unwrap_or(0)
    }

    /// When a token in flight meets a figure, if it does before it meets the ground.
    fn time_of_contact(&self, obstacle: &obstacle::Obstacle, ground: f64) -> Option<f64> {
        let enter = self.arc.time_at(obstacle.enter)?;
        if enter > ground {
            return None;
        }
        let over = |time: f64| self.arc.height(time) - self.tumbling.down(time) > obstacle.top;
        if !over(enter) {
            return Some(enter);
        }
        // The way is curved downwards: what is passed above at both ends is passed above between them.
        let leave = self.arc.time_at(obstacle.leave).unwrap_or(ground).min(ground);
        (!over(leave)).then(|| {
            let half = self.tumbling.down(leave);
            self.arc.time_down_to(obstacle.top + half).clamp(enter, leave)
        })
    }

    /// When the lowest edge of the token comes down to what is under it.
    fn time_of_ground(&self) -> f64 {
        let mut time = self.arc.time_down_to(0.0);
        for _ in 0..ROUNDS {
            let level = self.level(self.line.point(self.lowest(time), 0.0));
            time = self.arc.time_down_to(level + self.tumbling.down(time));
        }
        time
    }

    /// How far along the line the lowest edge of the token is.
    fn lowest(&self, time: f64) -> f64 {
        self.arc.distance(time) + self.tumbling.ahead(time)
    }

    /// How high the ground is at a place.
    fn level(&self, at: Point) -> f64 {
        match self.tile_at(at) {
            Some(_) => centimetres(TILE_HEIGHT),
            None if self.scene.table.contains(at) => 0.0,
            None => -TABLE_HEIGHT,
        }
    }

    /// How far along a line that begins on the table the first tile begins.
    fn rim_on(&self, line: &Line) -> Option<f64> {
        let rims = self.scene.tiles.iter().filter_map(|tile| line.enters(tile.at, TILE_SIDE));
        rims.filter(|&rim| rim > 0.0).min_by(f64::total_cmp)
    }

    fn tile_at(&self, p: Point) -> Option<Word> {
        let within = |from: i64, x: i64| (from..=from + TILE_SIDE).contains(&x);
        let tile = self.scene.tiles.iter().find(|t| within(t.at.x, p.x) && within(t.at.y, p.y));
        tile.map(|tile| tile.id)
    }

    fn caught(&self, time: f64) -> Flight {
        let at = self.line.point(self.arc.distance(time), 0.0);
        let height = micrometres(self.arc.height(time));
        let landing = Landing {
            rest: Rest { at, height, turn: 0, outline: Outline::default() },
            tiles: Vec::new(),
            struck: Vec::new(),
            contact: Some(Contact { at, with: Body::Hand }),
            catch: Catch::Caught,
            reach: self.scene.reach(at).unwrap_or(0),
        };
        Flight { landing, path: self.path(time, &[at], height) }
    }

    /// What a hand touches and does not hold falls down under it.
    fn touched_by_hand(&self, time: f64) -> Flight {
        let at = self.line.point(self.arc.distance(time), 0.0);
        let contact = Some(Contact { at, with: Body::Hand });
        let reach = self.scene.reach(at).unwrap_or(0);
        self.landed(time, contact, reach, &[at], Happenings::default(), Catch::Touched)
    }

    /// Where a token lies that came to a place over the table and did not get onto the tiles: there, or as far
    /// back or to a side as their rim wants it.
    fn beside_the_map(&self, slide: &Slide) -> Point {
        let step = self.radius / 2.0;
        let near = (1..=ASIDE).map(|n| f64::from(n) * step);
        let places = near.flat_map(|far| [(-far, 0.0), (0.0, far), (0.0, -far)]);
        let places = std::iter::once((0.0, 0.0)).chain(places);
        let place =
            |(back, aside): (f64, f64)| slide.line.point(slide.along + back, slide.across + aside);
        let mut places = places.map(place);
        let free = |p: &Point| self.scene.tiles_under(&self.outline(*p)).is_empty();
        places.find(free).unwrap_or_else(|| place((0.0, 0.0)))
    }

    /// The ground that the token covers where it lies.
    fn outline(&self, at: Point) -> Outline {
        let token = self.scene.thrown;
        match token.round {
            true => Outline::ellipse(at, token.width, token.depth, self.turn()),
            false => Outline::rectangle(at, token.width, token.depth, self.turn()),
        }
    }

    /// What is said of a throw that went a way after its first contact.
    fn landed(
        &self,
        time: f64,
        contact: Option<Contact>,
        reach: i64,
        way: &[Point],
        happenings: Happenings,
        catch: Catch,
    ) -> Flight {
        let at = way[way.len() - 1];
        let token = self.scene.thrown;
        let is_on_table = self.scene.table.contains(at);
        let turn = self.turn();
        let outline = self.outline(at);
        let tiles = if is_on_table { self.scene.tiles_under(&outline) } else { Vec::new() };
        let below = match (is_on_table, tiles.is_empty()) {
            (false, _) => -micrometres(TABLE_HEIGHT),
            (true, true) => 0,
            (true, false) => TILE_HEIGHT,
        };
        let height = below + token.height / 2;
        let rest = Rest { at, height, turn, outline };
        let landing =
            Landing { rest, tiles, struck: happenings.into_list(), contact, catch, reach };
        Flight { landing, path: self.path(time, way, height) }
    }

    /// How a token lies that has tumbled: as different as launches are.
    fn turn(&self) -> i64 {
        let Launch { heading, elevation, speed, .. } = *self.launch;
        (heading * 7 + elevation * 13 + speed * 1_009).rem_euclid(360_000)
    }

    fn path(&self, time: f64, way: &[Point], height: i64) -> Vec<Sample> {
        let flight = (0..=SAMPLES).map(|i| {
            let time = time * i as f64 / SAMPLES as f64;
            let (along, height) = self.arc.place(time);
            let (time, at) = ((time * 1e6) as i64, self.line.point(along, 0.0));
            Sample { time, at, height: micrometres(height) }
        });
        let mut path = Vec::with_capacity(SAMPLES + 1 + way.len());
        path.extend(flight);
        let last = path[SAMPLES].time;
        path.extend((1..).zip(way).map(|(i, &at)| Sample {
            time: last + SLIDES * i / way.len() as i64,
            at,
            height,
        }));
        path
    }
}
