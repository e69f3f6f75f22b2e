//! What no scene, launch or landing may be.

use std::{collections::BTreeMap, fmt};

use Quantity::{Angle, Length, Number, Speed};

use super::{Figure, Landing, Launch, Outline, Scene, Size, Struck, TILE_SIDE, gap};

/// The fastest launch in millimetres a second; a wooden spring on a table reaches a quarter of it.
pub const FASTEST: i64 = 20_000;
/// How many corners the outline of a token may have.
pub const MOST_OUTLINE: usize = 64;
/// How many touches a landing may tell of: some ten for each figure of the largest table that is simulated.
pub const MOST_TOUCHES: usize = 1 << 14;
/// How many figures, tiles or tokens a scene may have.
const MOST_PIECES: usize = 100_000;
/// How far from the origin anything may lie, in micrometres: farther than any board reaches.
const FARTHEST: i64 = 2_000_000_000;
/// How high anything may be above the table, in micrometres.
const HIGHEST: i64 = 2_000_000;
/// How wide, deep and high a piece may be at least, in micrometres.
pub const SMALLEST_PIECE: i64 = 500;
/// The same at most.
pub const LARGEST_PIECE: i64 = 300_000;
/// A full turn in thousandths of a degree.
const TURN: i64 = 360_000;
/// How many seats a table may have.
const MOST_SEATS: i64 = 100;
/// By how much figures may overlap in plan: they stand close, and are rounder than rectangles.
const OVERLAP: i64 = 1_000;

/// How much of something, in the units of scenes and launches; shown in those that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A number of things.
    Number(i64),
    /// A length in micrometres.
    Length(i64),
    /// An angle in thousandths of a degree.
    Angle(i64),
    /// A speed in millimetres a second.
    Speed(i64),
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (thousandths, unit) = match *self {
            Self::Number(number) => return write!(f, "{number}"),
            Self::Length(length) => (length, "mm"),
            Self::Angle(angle) => (angle, "degrees"),
            Self::Speed(speed) => (speed, "m/s"),
        };
        let sign = if thousandths < 0 { "-" } else { "" };
        let (whole, places) =
            (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
        let places = format!(".{places:03}");
        write!(f, "{sign}{whole}{} {unit}", places.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Why a throw cannot be simulated, or a landing not be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShotError {
    /// Something is outside its range: what it is, how much, the least and the greatest.
    Range(&'static str, Quantity, Quantity, Quantity),
    /// The launcher does not stand on the table.
    OffTable,
    /// Two figures stand in the same place.
    Overlap(String, String),
    /// Two tiles lie on each other, by their identities.
    OnEachOther(i64, i64),
    /// A figure that stands half on the tiles and half beside them.
    AcrossTheRim(String),
    /// A figure that stands beside the table.
    InTheAir(String),
    /// A player who does not sit at the table, by his seat.
    SeatOffTable(usize),
    /// Two players sit in the same place, by their seats.
    SameSeat(usize, usize),
    /// A throw to the one who throws.
    Alone,
    /// A seat that nobody has.
    NoSeat(usize),
    /// Something that is not in the scene.
    Unknown(&'static str, i64),
    /// The same figure twice in one landing.
    Twice(i64),
    /// A module that cannot answer.
    NoAnswer(String),
}

impl fmt::Display for ShotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(what, found, least, most) => {
                write!(f, "{what} is {found}; it must be from {least} to {most}")
            }
            Self::OffTable => f.write_str("the launcher does not stand on the table"),
            Self::Overlap(a, b) => write!(f, "{a} and {b} stand in the same place"),
            Self::OnEachOther(a, b) => write!(f, "tile {a} and tile {b} lie on each other"),
            Self::AcrossTheRim(figure) => write!(
                f,
                "{figure} stands across the rim of the tiles; a figure stands with its middle on a tile, or \
                 wholly beside them"
            ),
            Self::InTheAir(figure) => {
                write!(f, "{figure} stands neither on a tile nor on the table")
            }
            Self::SeatOffTable(seat) => write!(f, "seat {seat} is not at the table"),
            Self::SameSeat(a, b) => {
                write!(f, "seat {a} and seat {b} are in the same place")
            }
            Self::Alone => f.write_str("nobody throws a token to himself"),
            Self::NoSeat(seat) => write!(f, "there is no seat {seat}"),
            Self::Unknown(what, id) => write!(f, "there is no {what} {id} on the table"),
            Self::Twice(id) => write!(f, "figure {id} is named twice"),
            Self::NoAnswer(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ShotError {}

fn within(
    what: &'static str,
    unit: fn(i64) -> Quantity,
    found: i64,
    (least, most): (i64, i64),
) -> Result<(), ShotError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(ShotError::Range(what, unit(found), unit(least), unit(most)))
    }
}

fn number(what: &'static str, found: usize, most: usize) -> Result<(), ShotError> {
    within(what, Number, found as i64, (0, most as i64))
}

fn size(what: &'static str, found: i64) -> Result<(), ShotError> {
    within(what, Length, found, (SMALLEST_PIECE, LARGEST_PIECE))
}

fn place(what: &'static str, p: super::Point) -> Result<(), ShotError> {
    within(what, Length, p.x, (-FARTHEST, FARTHEST))?;
    within(what, Length, p.y, (-FARTHEST, FARTHEST))
}

fn called(figure: &Figure) -> String {
    if figure.name.is_empty() { format!("figure {}", figure.id) } else { figure.name.clone() }
}

impl Scene {
    /// Whether such a table can be.
    ///
    /// # Errors
    ///
    /// When a size or place is out of range, tiles lie on each other, figures stand in each other, or there is no
    /// such seat.
    pub fn examine(&self) -> Result<(), ShotError> {
        number("the number of tiles", self.tiles.len(), MOST_PIECES)?;
        number("the number of figures", self.figures.len(), MOST_PIECES)?;
        number("the number of tokens", self.tokens.len(), MOST_PIECES)?;
        let table = self.table;
        within("the table's west edge", Length, table.west, (-FARTHEST, FARTHEST))?;
        within("the table's north edge", Length, table.north, (-FARTHEST, FARTHEST))?;
        within("the table's east edge", Length, table.east, (table.west + 1, FARTHEST))?;
        within("the table's south edge", Length, table.south, (table.north + 1, FARTHEST))?;
        for tile in &self.tiles {
            place("a tile's place", tile.at)?;
        }
        let tiles = self.examine_tiles()?;
        for figure in &self.figures {
            place("a figure's place", figure.at)?;
            within("a figure's turn", Angle, figure.turn, (-TURN, TURN))?;
            size("a figure's width", figure.size.width)?;
            size("a figure's depth", figure.size.depth)?;
            size("a figure's height", figure.size.height)?;
        }
        self.examine_overlaps()?;
        self.examine_ground(&tiles)?;
        for token in &self.tokens {
            outline(&token.outline)?;
            size("a token's thickness", token.height)?;
        }
        size("the thrown token's width", self.thrown.width)?;
        size("the thrown token's depth", self.thrown.depth)?;
        size("the thrown token's thickness", self.thrown.height)?;
        within("the number of seats", Number, self.seats.len() as i64, (1, MOST_SEATS))?;
        for (b, seat) in self.seats.iter().enumerate() {
            place("a seat", *seat)?;
            if !table.contains(*seat) {
                return Err(ShotError::SeatOffTable(b));
            }
            if let Some(a) = self.seats[..b].iter().position(|other| other == seat) {
                return Err(ShotError::SameSeat(a, b));
            }
        }
        let owners = self.figures.iter().filter_map(|figure| figure.owner);
        for seat in std::iter::once(self.shooter).chain(self.catcher).chain(owners) {
            if seat >= self.seats.len() {
                return Err(ShotError::NoSeat(seat));
            }
        }
        if self.catcher == Some(self.shooter) {
            return Err(ShotError::Alone);
        }
        Ok(())
    }

    /// Tiles of a map lie in columns, so that each need be compared with the next one only. For any others the
    /// rows are kept that are taken within a tile's width to the west. Gives the tiles in that order.
    fn examine_tiles(&self) -> Result<Vec<(i64, i64, usize)>, ShotError> {
        let mut order: Vec<(i64, i64, usize)> = Vec::with_capacity(self.tiles.len());
        order.extend(self.tiles.iter().enumerate().map(|(i, tile)| (tile.at.x, tile.at.y, i)));
        order.sort_unstable();
        let is_apart = |pair: &[(i64, i64, usize)]| {
            let ((x, y, _), (next_x, next_y, _)) = (pair[0], pair[1]);
            next_x - x >= TILE_SIDE || (next_x == x && next_y - y >= TILE_SIDE)
        };
        if order.windows(2).all(is_apart) {
            return Ok(order);
        }
        let mut taken: BTreeMap<i64, usize> = BTreeMap::new();
        let mut west = 0;
        for &(x, y, i) in &order {
            while order[west].0 + TILE_SIDE <= x {
                taken.remove(&order[west].1);
                west += 1;
            }
            if let Some((_, &j)) = taken.range(y - TILE_SIDE + 1..y + TILE_SIDE).next() {
                let (a, b) = (i.min(j), i.max(j));
                return Err(ShotError::OnEachOther(self.tiles[a].id, self.tiles[b].id));
            }
            taken.insert(y, i);
        }
        Ok(order)
    }

    /// A figure stands on one ground: one that stood on two of different heights, or on none, would fall by itself.
    fn examine_ground(&self, tiles: &[(i64, i64, usize)]) -> Result<(), ShotError> {
        for figure in &self.figures {
            let p = figure.at;
            let column = tiles.partition_point(|&(x, ..)| x + TILE_SIDE < p.x);
            let mut near = tiles[column..].iter().take_while(|&&(x, ..)| x <= p.x);
            if near.any(|&(_, y, _)| (y..=y + TILE_SIDE).contains(&p.y)) {
                continue;
            }
            if !self.table.contains(p) {
                return Err(ShotError::InTheAir(called(figure)));
            }
            if !self.tiles_under(&figure.outline()).is_empty() {
                return Err(ShotError::AcrossTheRim(called(figure)));
            }
        }
        Ok(())
    }

    /// Figures sorted from west to east meet only those near by, so that large boards cost little; outlines
    /// are made only for two whose boxes meet.
    fn examine_overlaps(&self) -> Result<(), ShotError> {
        let reach =
            |figure: &Figure| (figure.size.width + figure.size.depth.max(figure.size.height)) / 2;
        let mut order: Vec<(i64, i64, usize)> = Vec::with_capacity(self.figures.len());
        for (i, figure) in self.figures.iter().enumerate() {
            order.push((figure.at.x - reach(figure), figure.at.x + reach(figure), i));
        }
        order.sort_unstable();
        for (n, &(_, east, i)) in order.iter().enumerate() {
            let a = &self.figures[i];
            for &(_, _, j) in order[n + 1..].iter().take_while(|&&(west, ..)| west <= east) {
                let b = &self.figures[j];
                let near = (a.at.y - b.at.y).abs() <= reach(a) + reach(b) && !are_apart(a, b);
                if near && gap(&shrunk(a), &shrunk(b)) == 0 {
                    let (a, b) = if i < j { (a, b) } else { (b, a) };
                    return Err(ShotError::Overlap(called(a), called(b)));
                }
            }
        }
        Ok(())
    }
}

/// Whether two figures that are not turned stand beside each other, as far as their sides alone tell.
fn are_apart(a: &Figure, b: &Figure) -> bool {
    let thin = |side: i64| (side - OVERLAP).max(1);
    let depth =
        |figure: &Figure| thin(if figure.lying { figure.size.height } else { figure.size.depth });
    let wide = thin(a.size.width) + thin(b.size.width);
    let deep = depth(a) + depth(b);
    let beside = 2 * (a.at.x - b.at.x).abs() > wide || 2 * (a.at.y - b.at.y).abs() > deep;
    a.turn == 0 && b.turn == 0 && beside
}

/// The ground of a figure without its rim, which others may share.
fn shrunk(figure: &Figure) -> Outline {
    let Size { width, depth, height, round } = figure.size;
    let [width, depth, height] = [width, depth, height].map(|side| (side - OVERLAP).max(1));
    let size = Size { width, depth, height, round };
    Figure { name: String::new(), size, ..*figure }.outline()
}

fn outline(outline: &Outline) -> Result<(), ShotError> {
    number("the number of corners of an outline", outline.0.len(), MOST_OUTLINE)?;
    outline.0.iter().try_for_each(|&p| place("an outline", p))
}

impl Launch {
    /// Whether such a launch can be.
    ///
    /// # Errors
    ///
    /// When the launcher stands beside the table or a number is out of range.
    pub fn examine(&self, scene: &Scene) -> Result<(), ShotError> {
        if !scene.table.contains(self.from) {
            return Err(ShotError::OffTable);
        }
        within("the height of the launch", Length, self.height, (0, 500_000))?;
        within("the heading", Angle, self.heading, (-TURN, TURN))?;
        within("the elevation", Angle, self.elevation, (-30_000, 90_000))?;
        within("the speed", Speed, self.speed, (1, FASTEST))?;
        if let Some(hand) = self.hand {
            place("the hand", hand.at)?;
            within("the hand's height", Length, hand.height, (0, HIGHEST))?;
            within("how far the hand catches", Length, hand.catches, (0, 300_000))?;
            within("how far the hand touches", Length, hand.touches, (hand.catches, 300_000))?;
        }
        Ok(())
    }
}

impl Landing {
    /// Whether such a landing can be in a scene, whoever says so.
    ///
    /// # Errors
    ///
    /// When it names what is not there, or a number is out of range.
    pub fn examine(&self, scene: &Scene) -> Result<(), ShotError> {
        place("the token's place", self.rest.at)?;
        within("the token's height", Length, self.rest.height, (-HIGHEST, HIGHEST))?;
        within("the token's turn", Angle, self.rest.turn, (-TURN, TURN))?;
        outline(&self.rest.outline)?;
        for &id in &self.tiles {
            if !scene.tiles.iter().any(|tile| tile.id == id) {
                return Err(ShotError::Unknown("tile", id));
            }
        }
        let touches = self.struck.iter().map(Struck::touches).sum::<usize>();
        number("the number of touches", touches, MOST_TOUCHES)?;
        for (i, struck) in self.struck.iter().enumerate() {
            for &id in
                std::iter::once(&struck.figure).chain(&struck.pushed_by).chain(&struck.fallen_on_by)
            {
                if !scene.figures.iter().any(|figure| figure.id == id) {
                    return Err(ShotError::Unknown("figure", id));
                }
            }
            if self.struck[..i].iter().any(|other| other.figure == struck.figure) {
                return Err(ShotError::Twice(struck.figure));
            }
        }
        within("the reach", Length, self.reach, (0, FARTHEST))
    }
}
