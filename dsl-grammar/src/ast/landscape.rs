//! What lies on the table: features, figures, tokens, piles and tiles.

use super::{Expr, Line, Name, Property};
use crate::source::Span;

/// A kind of landscape, or a space on a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// Its name.
    pub name: Name,
    /// Its lines.
    pub lines: Vec<Line<FeatureLine>>,
}

/// A line of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureLine {
    /// `joins edges`
    Joins(Joins),
    /// `holds 1`
    Holds(Expr),
    /// `completed when open == 0`
    Completed(Expr),
    /// `worth count tiles`
    Worth(Expr),
    /// `pennants: int`
    Property(Property),
}

/// What segments of one kind join over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// `edges`
    Edges,
    /// `half_edges`
    HalfEdges,
    /// `nothing`
    Nothing,
}

/// A kind of figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name.
    pub name: Name,
    /// What it is besides: `follower`.
    pub parent: Option<Name>,
    /// Its lines.
    pub lines: Vec<Line<FigureLine>>,
}

/// More lines for a figure of another file.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendFigure {
    /// The figure, or a kind of figure.
    pub name: Name,
    /// The new lines.
    pub lines: Vec<Line<FigureLine>>,
}

/// A line of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureLine {
    /// `each player 7`
    Each(Expr),
    /// `one in the game`
    One,
    /// `counts 2`
    Counts(Expr),
    /// `stands on road as highwayman, city as knight`
    Stands(Vec<Stand>),
    /// `size 16 mm x 10 mm x 16 mm`
    Size(Size),
}

/// A kind of place that a figure may stand on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stand {
    /// The kind of place.
    pub place: Name,
    /// The role's name there.
    pub role: Option<Name>,
    /// `lying`: it lies there instead of standing.
    pub lying: bool,
    /// The condition on this one place.
    pub condition: Option<Expr>,
    /// Where it stands in the text.
    pub span: Span,
}

/// Three lengths in micrometres: width, depth, height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// West to east.
    pub width: i64,
    /// North to south.
    pub depth: i64,
    /// Upwards.
    pub height: i64,
    /// `round`: its outline in plan is a circle.
    pub round: bool,
}

/// One or more kinds of token with the same lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Their names.
    pub names: Vec<Name>,
    /// Their lines.
    pub lines: Vec<Line<TokenLine>>,
}

/// A line of a token.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenLine {
    /// `stock 9`
    Stock(Expr),
    /// `each player 3`
    Each(Expr),
    /// `lays road N S across`
    Lays {
        /// The kind of segment that the token adds.
        feature: Name,
        /// The edges that it joins, with the token as printed.
        edges: Vec<EdgeAt>,
    },
    /// `size 24 mm x 24 mm x 2 mm`
    Size(Size),
}

/// A stack or bag, or a named selection of tiles, with what lies in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Pile {
    /// Its name.
    pub name: Name,
    /// What lies in it.
    pub contents: Vec<Copies>,
}

/// A number of one thing: `4 one_sheep`.
#[derive(Clone, Debug, PartialEq)]
pub struct Copies {
    /// How many.
    pub count: i64,
    /// Of what.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A printed tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Its name.
    pub name: Name,
    /// How many copies lie in its pile: `x4`.
    pub copies: Option<i64>,
    /// Its pile: `in lake`.
    pub pile: Option<Name>,
    /// Its lines.
    pub lines: Vec<Line<TileLine>>,
}

/// More lines for a tile of another file.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendTile {
    /// The tile.
    pub name: Name,
    /// The new lines.
    pub lines: Vec<Line<TileLine>>,
}

/// A line of a tile.
#[derive(Clone, Debug, PartialEq)]
pub enum TileLine {
    /// `city c0: N W near r0 with pennants = 1 at 8 9`
    Segment(SegmentLine),
    /// `c0 with no_castle`: more values for a segment.
    More {
        /// The segment.
        segment: Name,
        /// The values.
        values: Vec<Printed>,
    },
    /// `hill`, `crop_circle = rake box 11.5 18.6 32.9 38.5`
    Value(TileValue),
    /// `closes N E S W`
    Closes(Vec<EdgeAt>),
    /// `when ring_ends_roads { … } else { … }`: lines by option.
    When {
        /// A question about options only.
        condition: Expr,
        /// The lines if it holds.
        lines: Vec<Line<TileLine>>,
        /// The lines if not.
        otherwise: Vec<Line<TileLine>>,
    },
}

/// A piece of landscape on a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentLine {
    /// The kind of feature.
    pub kind: Name,
    /// The segment's name on this tile.
    pub name: Name,
    /// The edges or half edges that it reaches.
    pub edges: Vec<EdgeAt>,
    /// The segments of this tile that it touches.
    pub near: Vec<Name>,
    /// The values printed on it.
    pub values: Vec<Printed>,
    /// Where a figure stands.
    pub at: Option<Point>,
}

/// A printed value: `inn`, `pennants = 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The property.
    pub name: Name,
    /// Its value; without it the property is a flag that is set.
    pub value: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// A value printed on the tile itself.
#[derive(Clone, Debug, PartialEq)]
pub struct TileValue {
    /// The property.
    pub name: Name,
    /// Its value; without it the property is a flag that is set.
    pub value: Option<Expr>,
    /// The printed ground.
    pub ground: Option<Rectangle>,
}

/// A point on a tile, in micrometres from the north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// To the east.
    pub x: i64,
    /// To the south.
    pub y: i64,
}

/// A rectangle on a tile, in micrometres from the north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The west side.
    pub left: i64,
    /// The north side.
    pub top: i64,
    /// The east side.
    pub right: i64,
    /// The south side.
    pub bottom: i64,
}

/// An edge in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeAt {
    /// Which.
    pub edge: Edge,
    /// Where it stands.
    pub span: Span,
}

/// An edge or half edge of a tile as printed; halves are left or right looking outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
    /// The western half of the north edge.
    NL,
    /// The eastern half of the north edge.
    NR,
    /// The northern half of the east edge.
    EL,
    /// The southern half of the east edge.
    ER,
    /// The eastern half of the south edge.
    SL,
    /// The western half of the south edge.
    SR,
    /// The southern half of the west edge.
    WL,
    /// The northern half of the west edge.
    WR,
}

impl Edge {
    /// The edge of a word such as `NL`.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "N" => Self::N,
            "E" => Self::E,
            "S" => Self::S,
            "W" => Self::W,
            "NL" => Self::NL,
            "NR" => Self::NR,
            "EL" => Self::EL,
            "ER" => Self::ER,
            "SL" => Self::SL,
            "SR" => Self::SR,
            "WL" => Self::WL,
            "WR" => Self::WR,
            _ => return None,
        })
    }

    /// Whether it is half an edge.
    pub const fn is_half(self) -> bool {
        !matches!(self, Self::N | Self::E | Self::S | Self::W)
    }
}
