//! A throw and what came of it.

use serde::{Deserialize, Serialize};

use super::{Outline, Point};
use crate::value::Word;

/// How a token leaves its launcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// From where.
    pub from: Point,
    /// How high above the table.
    pub height: i64,
    /// Where to: thousandths of a degree, clockwise from the north.
    pub heading: i64,
    /// How steeply: thousandths of a degree above the horizon.
    pub elevation: i64,
    /// How fast: millimetres a second.
    pub speed: i64,
    /// Where the catcher's hand waits, for a throw to somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
}

/// An open hand that waits for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// The middle of the palm in plan.
    pub at: Point,
    /// How high above the table.
    pub height: i64,
    /// A token that passes so near is caught.
    pub catches: i64,
    /// A token that passes so near is touched.
    pub touches: i64,
}

/// What happened to one figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    /// Its identity in the game.
    pub figure: Word,
    /// Whether the token touched it.
    pub touched: bool,
    /// Whether it was set moving.
    pub moved: bool,
    /// Whether it fell over.
    pub toppled: bool,
    /// The figures that touched it, set moving by the shot but not fallen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pushed_by: Vec<Word>,
    /// The figures that touched it in falling, or fallen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallen_on_by: Vec<Word>,
}

impl Struck {
    /// How many touched it, the token included.
    pub fn touches(&self) -> usize {
        usize::from(self.touched) + self.pushed_by.len() + self.fallen_on_by.len()
    }
}

/// How the token came to rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// Its middle in plan.
    pub at: Point,
    /// How high its middle is above the table.
    pub height: i64,
    /// By how much it is turned clockwise, in thousandths of a degree.
    pub turn: i64,
    /// The ground under it; empty for a token that somebody holds.
    pub outline: Outline,
}

/// What the token can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// The top of the table.
    Table,
    /// A tile, by its identity.
    Tile(Word),
    /// A figure, by its identity.
    Figure(Word),
    /// A token that lies about, by its position in the scene.
    Token(usize),
    /// The catcher's hand.
    Hand,
}

/// The first thing that the token met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Where in plan.
    pub at: Point,
    /// What it was.
    pub with: Body,
}

/// What a catcher's hand met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Catch {
    /// Nothing.
    #[default]
    Missed,
    /// The token, and did not hold it.
    Touched,
    /// The token, and held it.
    Caught,
}

/// What came of a throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// How the token came to rest.
    pub rest: Rest,
    /// The tiles on which it lies, even partly, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Word>,
    /// The figures that anything happened to, in the order of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<Struck>,
    /// The first contact; absent when it left the table without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// What the catcher's hand met.
    #[serde(default)]
    pub catch: Catch,
    /// How far along the line to the catcher the token first met table, tile or hand; 0 for a throw to nobody (F63).
    #[serde(default)]
    pub reach: i64,
}

impl Landing {
    /// The figures that the token touched.
    pub fn touched(&self) -> impl Iterator<Item = Word> + '_ {
        self.struck.iter().filter(|s| s.touched).map(|s| s.figure)
    }

    /// The figures touched by a figure that the shot had set moving.
    pub fn touched_by_moved(&self) -> impl Iterator<Item = Word> + '_ {
        let by_moved = |s: &&Struck| !s.pushed_by.is_empty() || !s.fallen_on_by.is_empty();
        self.struck.iter().filter(by_moved).map(|s| s.figure)
    }

    /// The figures touched by a figure that fell over.
    pub fn touched_by_fallen(&self) -> impl Iterator<Item = Word> + '_ {
        self.struck.iter().filter(|s| !s.fallen_on_by.is_empty()).map(|s| s.figure)
    }
}

/// The token at one moment of its flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Microseconds after it left its launcher.
    pub time: i64,
    /// Its middle in plan.
    pub at: Point,
    /// How high its middle is above the table.
    pub height: i64,
}

/// A landing, and for pictures the way that led there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// What came of the throw.
    pub landing: Landing,
    /// The token's way, in order of time.
    pub path: Vec<Sample>,
}
