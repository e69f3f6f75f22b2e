//! The table before a throw: what lies and stands where.

use serde::{Deserialize, Serialize};

use super::{Outline, gap};
use crate::value::Word;

/// The side of a tile in micrometres (P1).
pub const TILE_SIDE: i64 = 45_000;
/// The thickness of a tile in micrometres (P1).
pub const TILE_HEIGHT: i64 = 2_050;

/// A token lies on a tile when it covers it by so much, in micrometres: one that lies on the table against the
/// rim of a tile does not.
const COVERS: i64 = 30;

/// A point in plan, in micrometres.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// To the east.
    pub x: i64,
    /// To the south.
    pub y: i64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// The word of this point as a value of rules; both coordinates must fit into 32 bits.
    pub const fn word(self) -> Word {
        (self.x << 32) | (self.y & 0xffff_ffff)
    }

    /// The point of a word.
    pub const fn from_word(word: Word) -> Self {
        Self { x: word >> 32, y: word as i32 as i64 }
    }

    /// The distance to another point, rounded down.
    pub fn distance(self, other: Self) -> i64 {
        let (x, y) = (i128::from(self.x - other.x), i128::from(self.y - other.y));
        square_root(x * x + y * y)
    }
}

/// The whole square root of a number that is not negative.
pub fn square_root(number: i128) -> i64 {
    number.max(0).isqrt() as i64
}

/// A length in whole millimetres, as a ruler reads it: to the nearest mark, a half to the farther one.
pub const fn millimetres(length: i64) -> i64 {
    (length + 500).div_euclid(1000) * 1000
}

/// How large a piece is, as it stands or lies before anything happened to it, in micrometres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// From west to east.
    pub width: i64,
    /// From north to south.
    pub depth: i64,
    /// Upwards.
    pub height: i64,
    /// Whether its outline in plan is a circle (an ellipse if width and depth differ), not a rectangle.
    pub round: bool,
}

/// A rectangle in plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the four sides explain themselves")]
pub struct Area {
    pub west: i64,
    pub north: i64,
    pub east: i64,
    pub south: i64,
}

impl Area {
    /// Whether a point lies in it or on its rim.
    pub const fn contains(self, p: Point) -> bool {
        self.west <= p.x && p.x <= self.east && self.north <= p.y && p.y <= self.south
    }

    /// Its middle.
    pub const fn centre(self) -> Point {
        Point { x: (self.west + self.east) / 2, y: (self.north + self.south) / 2 }
    }
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTile {
    /// Its identity in the game.
    pub id: Word,
    /// Its north-west corner.
    pub at: Point,
}

impl TableTile {
    /// The ground that it covers.
    pub fn outline(&self) -> Outline {
        Outline::rectangle(
            Point::new(self.at.x + TILE_SIDE / 2, self.at.y + TILE_SIDE / 2),
            TILE_SIDE,
            TILE_SIDE,
            0,
        )
    }

    /// Whether something with this outline lies on it, even partly.
    pub fn is_under(&self, outline: &Outline) -> bool {
        let inside = TILE_SIDE - 2 * COVERS;
        let middle = Point::new(self.at.x + TILE_SIDE / 2, self.at.y + TILE_SIDE / 2);
        gap(outline, &Outline::rectangle(middle, inside, inside, 0)) == 0
    }
}

/// A figure on the tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its identity in the game.
    pub id: Word,
    /// What to call it in reports; empty where nobody reads them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The seat of its owner; absent for a neutral figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// The middle of its footprint.
    pub at: Point,
    /// By how much it is turned clockwise, in thousandths of a degree.
    #[serde(default)]
    pub turn: i64,
    /// Its size as it stands upright.
    pub size: Size,
    /// Whether it lies on its back: its footprint is then width by height, and it is as high as it is deep.
    #[serde(default)]
    pub lying: bool,
}

impl Figure {
    /// The ground that it covers.
    pub fn outline(&self) -> Outline {
        let Size { width, depth, height, round } = self.size;
        if self.lying {
            Outline::rectangle(self.at, width, height, self.turn)
        } else if round {
            Outline::ellipse(self.at, width, depth, self.turn)
        } else {
            Outline::rectangle(self.at, width, depth, self.turn)
        }
    }

    /// How far it reaches upwards from the ground on which it is.
    pub const fn height(&self) -> i64 {
        if self.lying { self.size.depth } else { self.size.height }
    }
}

/// A token that an earlier shot left on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LyingToken {
    /// The ground that it covers.
    pub outline: Outline,
    /// How thick it is.
    pub height: i64,
}

/// The table before a throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The top of the table; its height is 0.
    pub table: Area,
    /// The tiles, oldest first.
    pub tiles: Vec<TableTile>,
    /// The figures on them, in the order of the game.
    pub figures: Vec<Figure>,
    /// Tokens that lie about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<LyingToken>,
    /// Where the players sit: points on the table's edge, in seating order, clockwise.
    pub seats: Vec<Point>,
    /// The token that is thrown.
    pub thrown: Size,
    /// Who throws, by seat.
    pub shooter: usize,
    /// Whom it is thrown to, by seat; the ruler lies halfway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catcher: Option<usize>,
    /// What it is aimed at, if the rules name a thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aimed_at: Option<Point>,
}

impl Scene {
    /// How far from the shooter the near edge of the ruler lies, halfway to whom the token is thrown to (F63).
    pub fn ruler(&self) -> Option<i64> {
        let (from, to) = (self.seats.get(self.shooter)?, self.seats.get(self.catcher?)?);
        Some(from.distance(*to) / 2)
    }

    /// Whether a throw that came so far along the line to the catcher came at least halfway, in whole millimetres as
    /// rules compare lengths (F63); nothing for a throw to nobody.
    pub fn is_far_enough(&self, reach: i64) -> Option<bool> {
        let (from, to) = (self.seats.get(self.shooter)?, self.seats.get(self.catcher?)?);
        Some(2 * millimetres(reach) >= millimetres(from.distance(*to)))
    }

    /// How far a point lies along the line from the shooter to the catcher; 0 behind the shooter.
    pub fn reach(&self, p: Point) -> Option<i64> {
        let (from, to) = (self.seats.get(self.shooter)?, self.seats.get(self.catcher?)?);
        let (x, y) = (i128::from(to.x - from.x), i128::from(to.y - from.y));
        let length = square_root(x * x + y * y).max(1);
        let along = i128::from(p.x - from.x) * x + i128::from(p.y - from.y) * y;
        Some((along / i128::from(length)).max(0) as i64)
    }

    /// How far a token with this outline lies from the tile that is aimed at, and from its middle: what rules ask for
    /// as `distance(shot, tile)` and `distance(shot, tile.centre)`. Nothing, if nothing is aimed at.
    pub fn from_target(&self, outline: &Outline) -> Option<[i64; 2]> {
        let middle = self.aimed_at.filter(|_| !outline.0.is_empty())?;
        Some([gap(outline, &self.target()?), gap(outline, &Outline(vec![middle]))])
    }

    /// The ground of the tile that is aimed at, or the point alone if no tile is there.
    pub fn target(&self) -> Option<Outline> {
        let middle = self.aimed_at?;
        let is_under = |tile: &&TableTile| tile.outline().contains(middle);
        let tile = self.tiles.iter().find(is_under).map(TableTile::outline);
        Some(tile.unwrap_or_else(|| Outline(vec![middle])))
    }

    /// The tiles on which something with this outline lies, even partly.
    pub fn tiles_under(&self, outline: &Outline) -> Vec<Word> {
        let Some(ground) = outline.bounds() else { return Vec::new() };
        // Most tiles are far away, and their outlines need not be made.
        let near = |tile: &TableTile| {
            tile.at.x <= ground.east
                && tile.at.x + TILE_SIDE >= ground.west
                && tile.at.y <= ground.south
                && tile.at.y + TILE_SIDE >= ground.north
        };
        let under = |tile: &&TableTile| near(tile) && tile.is_under(outline);
        self.tiles.iter().filter(under).map(|tile| tile.id).collect()
    }
}
