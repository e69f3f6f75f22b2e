//! Typed scenarios.

use abi::{OriginId, Picture, Ty, Word};
use grammar::Span;

use super::{body::Body, expr::Expr, statement::Block};

/// A worked example that is also a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it shows.
    pub title: String,
    /// The expansion, by position.
    pub expansion: usize,
    /// The players' names in seating order; the first begins.
    pub players: Vec<String>,
    /// The expansions that it plays with besides its own and what they need.
    pub with: Vec<String>,
    /// The edition whose options hold where `settings` says nothing else.
    pub edition: Option<String>,
    /// Options with values: expansion or nothing, name, value as written.
    pub settings: Vec<(Option<String>, String, String)>,
    /// The sets of tiles of the game, each so many times; those of its expansions if none is named.
    pub sets: Vec<(String, u32)>,
    /// The lines in order.
    pub lines: Vec<(OriginId, Span, ScenarioLine)>,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a scenario has few lines")]
pub enum ScenarioLine {
    /// The table at the start.
    Board(Picture),
    /// Kept properties set or deeds done after the set-up.
    Given(Given),
    /// The next draws, by name of tile or token kind.
    Draw(Vec<String>),
    /// The next rolls.
    Roll(Vec<i64>),
    /// A player's answer.
    Answer {
        /// The seat.
        player: Word,
        /// The name of the question.
        name: String,
        /// The answer.
        answer: Answer,
    },
    /// What must hold.
    Expect(Expectation),
    /// What happens in it is kept as a text.
    Snapshot,
}

/// A deed or an assignment that stands in for what happened before.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// One statement.
    pub body: Body<Block>,
}

/// What a scenario expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// A condition.
    Holds(Body<Expr>),
    /// Two values that must compare so; shown when they do not: the whole condition and the two sides.
    Compares(Body<Expr>, Body<Expr>, Body<Expr>),
    /// A rule went wrong, for a reason with such words in it.
    Fault(Option<String>),
    /// An answer that is, or is not, on offer.
    Offered {
        /// The seat; whoever is asked without it.
        player: Option<Word>,
        /// Whether it must be on offer.
        can: bool,
        /// The name of the question.
        name: String,
        /// The answer.
        answer: Answer,
    },
}

/// An answer in a scenario, word by word.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The words.
    pub words: Vec<AnswerWord>,
    /// The answer as written, with single spaces.
    pub text: String,
}

/// A word of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerWord {
    /// A name.
    Name(String),
    /// A number.
    Int(i64),
    /// A length in micrometres.
    Length(i64),
    /// A cell.
    Cell(i64, i64),
    /// Something with a type, such as an option's value.
    Typed(Ty, Word),
}
