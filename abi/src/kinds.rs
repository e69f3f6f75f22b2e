//! The kinds of things that a program declares: landscape, figures, tokens, tiles, piles.

use serde::{Deserialize, Serialize};

use crate::{
    shot::{Area, Size},
    value::Word,
};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The position in the program's table of these.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A declared kind of feature.
    FeatureKindId
);
id!(
    /// A declared kind of figure.
    FigureKindId
);
id!(
    /// A declared kind of token.
    TokenKindId
);
id!(
    /// A declared kind of tile.
    TileKindId
);
id!(
    /// A declared pile.
    PileId
);

/// A compiled function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// The position in the program's table of functions.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of eight points of the compass, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the points of the compass explain themselves")]
pub enum Direction {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

/// Over what segments of one kind join with those of the next tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Joins {
    /// Whole edges.
    Edges,
    /// Half edges, two to a side.
    HalfEdges,
    /// They never join: each segment is a space of its own.
    Nothing,
}

/// A kind of landscape, or of spaces on tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureKind {
    /// Its name in the rules.
    pub name: String,
    /// Over what its segments join.
    pub joins: Joins,
}

/// A kind of place that a kind of figure may stand on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stands {
    /// The feature kind, or nothing for a tile, a corner or a figure.
    pub feature: Option<FeatureKindId>,
    /// What the figure is called there, such as a `monk`.
    pub role: Option<String>,
    /// Whether it lies there instead of standing; only shots look at it.
    pub lying: bool,
}

/// A kind of wooden piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureKind {
    /// Its name in the rules.
    pub name: String,
    /// Whether it claims and counts.
    pub follower: bool,
    /// Whether each player has some; otherwise there is one in the game.
    pub owned: bool,
    /// A function without parameters: how many each player has. Without one there is one.
    pub count: Option<FunctionId>,
    /// Whether code takes for granted that nobody has one.
    pub missing: bool,
    /// Where it may stand, with its roles.
    pub stands: Vec<Stands>,
    /// Its size as it stands upright; only shots look at it.
    pub size: Option<Size>,
}

/// A kind of cardboard token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenKind {
    /// Its name in the rules.
    pub name: String,
    /// A function without parameters: how many each player starts with.
    pub each_player: Option<FunctionId>,
    /// A function without parameters: how many lie in the stock.
    pub stock: Option<FunctionId>,
    /// Whether code takes for granted that there is none.
    pub missing: bool,
    /// Its size as it lies flat; a token without one cannot be shot.
    pub size: Option<Size>,
    /// What it lays across a tile.
    pub lays: Option<Lays>,
    /// The pile in which it lies at the start and to which it falls back, with how many there are.
    pub pile: Option<(PileId, u32)>,
}

/// The piece of landscape that a token lays across a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lays {
    /// What it is a piece of; its kind joins edges.
    pub kind: FeatureKindId,
    /// The edges, of a tile without turn, that each of its ways to lie reaches.
    pub ways: Vec<EdgeSet>,
}

/// The edges (bits 0 to 3: N E S W) or half edges (bits 0 to 7: NL NR EL ER SL SR WL WR) of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeSet(pub u8);

impl EdgeSet {
    /// These edges after a number of clockwise quarter turns in 0..4.
    pub const fn turned(self, turn: i64, joins: Joins) -> Self {
        let bits = self.0;
        match joins {
            Joins::Edges => {
                let t = turn as u32;
                Self(((bits << t) | (bits >> (4 - t))) & 0xf)
            }
            Joins::HalfEdges => Self(bits.rotate_left(2 * turn as u32)),
            Joins::Nothing => Self(0),
        }
    }
}

/// Which of a tile's segments reaches one of its corners, counted clockwise from the north-west: the one that
/// holds both sides of it. Where half edges are held, they decide.
pub fn reaching(segments: impl Iterator<Item = (Joins, EdgeSet)>, corner: u32) -> Option<usize> {
    let segments: Vec<_> = segments.collect();
    let halves = EdgeSet(1 << (2 * corner) | 1 << ((2 * corner + 7) % 8));
    let edges = EdgeSet(1 << corner | 1 << ((corner + 3) % 4));
    let holding = |joins, sides: EdgeSet| {
        segments.iter().enumerate().filter_map(move |(at, &(own, held))| {
            let held = held.0 & sides.0;
            (own == joins && held != 0).then_some((at, held == sides.0))
        })
    };
    let whole = |mut found: Vec<(usize, bool)>| match found.pop() {
        Some((at, true)) => Some(at),
        _ => None,
    };
    let halves: Vec<_> = holding(Joins::HalfEdges, halves).collect();
    if halves.is_empty() {
        whole(holding(Joins::Edges, edges).filter(|(_, both)| *both).collect())
    } else {
        whole(halves)
    }
}

/// One piece of landscape as printed on a kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentDef {
    /// Its name on the tile, such as `c0`.
    pub name: String,
    /// What it is a piece of.
    pub kind: FeatureKindId,
    /// Where it reaches the tile's rim as printed.
    pub edges: EdgeSet,
    /// The other segments of the tile that it touches, by position on the tile.
    pub near: Vec<u8>,
    /// Where a figure stands, in micrometres from the north-west corner.
    pub at: Option<(i64, i64)>,
}

/// A value that is printed on a kind of tile, as those see it who draw the tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedValue {
    /// What has the property: `tile`, `segment` or a kind of feature.
    pub owner: String,
    /// The property.
    pub property: String,
    /// The value.
    pub value: Word,
    /// What the value is called, if it is a name.
    pub name: Option<String>,
    /// The segment that it is printed on, by position on the tile.
    pub segment: Option<u8>,
    /// The printed ground, in micrometres from the north-west corner.
    pub ground: Option<Area>,
}

/// A kind of tile as printed, without turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileKind {
    /// Its name in the rules.
    pub name: String,
    /// Its pieces of landscape.
    pub segments: Vec<SegmentDef>,
    /// Edges (bits 0 to 3: N E S W) that match anything and end what runs into them.
    pub closes: EdgeSet,
    /// The pile in which its copies lie.
    pub pile: PileId,
    /// What is printed on it and its segments.
    pub printed: Vec<PrintedValue>,
    /// The bits of [`crate::seen`] that it brings into a game.
    pub shows: Word,
}

/// A named selection of tiles with numbers of copies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileSet {
    /// Its name; an expansion's own copies form a set named after the expansion.
    pub name: String,
    /// Kinds and copies.
    pub tiles: Vec<(TileKindId, u32)>,
}
