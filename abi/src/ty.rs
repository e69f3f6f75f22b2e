//! The types of rule values.

use serde::{Deserialize, Serialize};

use crate::kinds::{FeatureKindId, FigureKindId};

/// A type: what one value is, and whether it is one, perhaps absent, or a flat list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ty {
    /// What one value is.
    pub base: Base,
    /// Whether there is one, at most one, or a list.
    pub shape: Shape,
}

/// How many values of the base type a value of a type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// Exactly one.
    One,
    /// One or none: `T?`.
    Maybe,
    /// A list without doubles or absent members: `list of T`.
    List,
}

/// What a single value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Base {
    /// The type of the literal `[]` and of `none` before anything else is known.
    Nothing,
    /// A whole number.
    Int,
    /// `true` or `false`, as 1 and 0.
    Flag,
    /// Whole micrometres.
    Length,
    /// One name of a declared enum, by its index in the program's enums.
    Enum(u16),
    /// A seat, 0 for the first player.
    Player,
    /// A tile of this game.
    Tile,
    /// A printed kind of tile.
    TileKind,
    /// A square of the table.
    Cell,
    /// A crossing of the grid.
    Corner,
    /// A side of a lying tile.
    Edge,
    /// A piece of landscape, perhaps of a known kind.
    Segment(Option<FeatureKindId>),
    /// Joined segments, perhaps of a known kind; as a word any of its segments.
    Feature(Option<FeatureKindId>),
    /// A piece of wood, perhaps of a known sort.
    Figure(FigureSort),
    /// Anything that a figure can stand on.
    Place(PlaceSort),
    /// A figure and a place for it.
    Spot,
    /// A cell and a turn for a tile.
    Fit,
    /// One way to lay a token across a tile.
    Span,
    /// A hidden, shuffled stack.
    Pile,
    /// The landing of a shot.
    Shot,
    /// A kind of token.
    TokenKind,
    /// A kind of figure.
    FigureKind,
    /// A kind of feature.
    FeatureKind,
    /// One of eight points of the compass.
    Direction,
    /// A point on the table, for distances.
    Point,
    /// What points are given for.
    Cause,
}

/// What is known of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FigureSort {
    /// Nothing.
    Any,
    /// It claims and counts.
    Follower,
    /// It has an owner and is no follower.
    Special,
    /// It has no owner.
    Neutral,
    /// It has an owner.
    Owned,
    /// It is of this kind.
    Kind(FigureKindId),
}

/// What is known of a place besides that figures can stand on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PlaceSort {
    /// Nothing.
    Any,
}

impl Ty {
    /// Exactly one value of a base type.
    pub const fn one(base: Base) -> Self {
        Self { base, shape: Shape::One }
    }

    /// One value of a base type, or none.
    pub const fn maybe(base: Base) -> Self {
        Self { base, shape: Shape::Maybe }
    }

    /// A list of values of a base type.
    pub const fn list(base: Base) -> Self {
        Self { base, shape: Shape::List }
    }

    /// Whether a value of this type may be absent.
    pub fn is_maybe(self) -> bool {
        self.shape == Shape::Maybe
    }

    /// Whether a value of this type is a list.
    pub fn is_list(self) -> bool {
        self.shape == Shape::List
    }

    /// The same base type, exactly one.
    pub const fn certain(self) -> Self {
        Self::one(self.base)
    }
}
