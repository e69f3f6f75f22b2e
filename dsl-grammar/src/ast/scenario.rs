//! Scenarios and board pictures.

use super::{Expr, Line, Name, Setting, Statement, Text};
use crate::source::Span;

/// A worked example that is also a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it shows.
    pub title: Text,
    /// Its lines in order.
    pub lines: Vec<Line<ScenarioLine>>,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioLine {
    /// `players red, blue`
    Players(Vec<Name>),
    /// `with crop_circles, first, add_is = optional`
    With {
        /// The expansions that play, and perhaps an edition.
        names: Vec<Name>,
        /// The options that are set.
        settings: Vec<Setting>,
    },
    /// `sets base, river_2 x2`: the sets of tiles of the game, and how many times each.
    Sets(Vec<(Name, Option<i64>)>),
    /// `board from (0, 0) { … }`
    Board(Lay),
    /// `given red.points = 10`: an assignment or a deed.
    Given(Box<Statement>),
    /// `draw base_city_n, base_monastery`
    Draw(Vec<Name>),
    /// `roll 3, 6`
    Roll(Vec<i64>),
    /// `red: place = at (0, -1) turned 180`
    Answer {
        /// Who is asked.
        player: Name,
        /// What is asked: `place`, or with the step or deed that asks `visit.host`.
        name: Name,
        /// The answer.
        answer: Answer,
    },
    /// `expect red.points == 4`
    Expect(Expectation),
    /// `snapshot`: what happens in it is kept as a text.
    Snapshot,
}

/// What a scenario expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// A question whose answer is yes.
    Holds(Expr),
    /// `fault`, `fault "division by zero"`: a rule went wrong, for such a reason.
    Fault(Option<Text>),
    /// `red can spot = meeple on c1`, `red cannot spot = meeple on c0`
    Offered {
        /// Who is asked; whoever it is without it.
        player: Option<Name>,
        /// Whether it says `can`.
        can: bool,
        /// What is asked.
        name: Name,
        /// The answer that is or is not on offer.
        answer: Answer,
    },
}

/// An answer, word for word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The words in order.
    pub words: Vec<Word>,
    /// From the first to the last.
    pub span: Span,
}

/// A word of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What it is.
    pub kind: WordKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of word in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A name or a word such as `on`, `at`, `turned`.
    Name(String),
    /// A whole number: `180`.
    Int(i64),
    /// A length in micrometres: `20 mm`.
    Length(i64),
    /// A cell: `(1, 0)`.
    Cell {
        /// To the east.
        x: i64,
        /// To the south.
        y: i64,
    },
    /// A comma between two things.
    Comma,
}

/// A board picture with the cell of its north-west corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Lay {
    /// The column of the first cell.
    pub x: i64,
    /// The row of the first cell.
    pub y: i64,
    /// What lies there.
    pub picture: Picture,
    /// From its first word to the closing brace.
    pub span: Span,
}

/// Rows of cells, and what their names mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// From north to south.
    pub rows: Vec<Row>,
    /// The names explained below the rows.
    pub legends: Vec<Legend>,
}

/// Cells from west to east.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Where it stands.
    pub span: Span,
}

/// One cell of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// `.`
    Empty(Span),
    /// A tile, or a name that is explained below.
    Name(Name),
}

/// `a = base_city_n turned 90 with red meeple on c0`
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// The name in the picture.
    pub name: Name,
    /// The tile.
    pub tile: Name,
    /// Its turn in degrees, clockwise.
    pub turn: Option<i64>,
    /// What stands or lies on it.
    pub pieces: Vec<Piece>,
    /// Where it stands in the text.
    pub span: Span,
}

/// A figure or tokens on a tile of a picture: `red meeple on c0`, `2 piece on t0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// How many; one without it.
    pub count: Option<i64>,
    /// Whose it is.
    pub owner: Option<Name>,
    /// Its kind.
    pub kind: Name,
    /// Where it is.
    pub on: On,
    /// Where it stands in the text.
    pub span: Span,
}

/// Where a piece of a picture is.
#[derive(Clone, Debug, PartialEq)]
pub enum On {
    /// On a segment.
    Segment(Name),
    /// `on tile`: on no segment.
    Tile(Span),
}
