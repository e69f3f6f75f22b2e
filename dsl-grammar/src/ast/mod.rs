//! The tree of a `.carc` file, as written: names are not resolved and types not known.
//!
//! Every node has a span. Citations belong to the item, line or statement behind them, a doc text to
//! the item that it stands beside. No tree is higher than the parser's limit, so walking one is safe.

mod expr;
mod item;
mod landscape;
mod scenario;
mod statement;

pub use expr::{
    BinaryOp, Expr, ExprArm, ExprKind, Label, LabelKind, Quantifier, Test, TurnOrder, UnaryOp,
};
pub use item::{
    Adjust, Change, Edition, Enum, Expansion, ExpansionLine, Fn, Forbid, Hook, Item, ItemKind,
    Keeps, Menu, Moment, Offer, OfferList, OptionItem, Parameter, Pattern, Phases, Property,
    Setting, Step, To, Type, TypeKind, Until, With,
};
pub use landscape::{
    Copies, Edge, EdgeAt, ExtendFigure, ExtendTile, Feature, FeatureLine, Figure, FigureLine,
    Joins, Pile, Point, Printed, Rectangle, SegmentLine, Size, Stand, Tile, TileLine, TileValue,
    Token, TokenLine,
};
pub use scenario::{
    Answer, Cell, Expectation, Lay, Legend, On, Picture, Piece, Row, Scenario, ScenarioLine, Word,
    WordKind,
};
pub use statement::{
    Ask, AssignOp, Block, Condition, Deed, IfArm, MatchArm, Otherwise, Statement, StatementKind,
    Value, WayOut,
};

use crate::source::Span;

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The items in the order of the text.
    pub items: Vec<Item>,
}

/// A word that names something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in quotes, without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What stands between the quotes.
    pub text: String,
    /// Where it stands, with its quotes.
    pub span: Span,
}

/// A cited statement: `@C5`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// The statement's number without the sign: `C5`.
    pub statement: String,
    /// Where it stands, with its sign.
    pub span: Span,
}

/// A text for players or authors: `/// points of a completed city of two tiles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    /// The text of all lines that belong together, joined by line ends.
    pub text: String,
    /// From the first to the last of them.
    pub span: Span,
}

/// One line of a body with the statements that it carries out.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<T> {
    /// The cited statements, in order.
    pub citations: Vec<Citation>,
    /// The line without its citations.
    pub span: Span,
    /// What it says.
    pub kind: T,
}
