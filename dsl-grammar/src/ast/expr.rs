//! Expressions: questions that only look.

use super::Name;
use crate::source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it asks.
    pub kind: ExprKind,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number: `7`.
    Int(i64),
    /// A length in micrometres: `5 mm`.
    Length(i64),
    /// `true` or `false`.
    Bool(bool),
    /// The absent value: `none`.
    None,
    /// A name: `active`.
    Name(Name),
    /// A property: `m.owner`.
    Property {
        /// Whose property.
        of: Box<Expr>,
        /// Its name.
        name: Name,
    },
    /// A question by name: `worth(f, p)`.
    Call {
        /// The question.
        name: Name,
        /// What it is asked about.
        arguments: Vec<Expr>,
    },
    /// A question of something: `p.held(wine)`, the same as `held(p, wine)`.
    Method {
        /// Its first argument.
        of: Box<Expr>,
        /// The question.
        name: Name,
        /// The other arguments.
        arguments: Vec<Expr>,
    },
    /// A list: `[a, b]`.
    List(Vec<Expr>),
    /// A range, both ends included: `0..5`.
    Range {
        /// The first number.
        from: Box<Expr>,
        /// The last number.
        to: Box<Expr>,
    },
    /// `not a`, `-a`.
    Unary {
        /// What is done.
        op: UnaryOp,
        /// To what.
        operand: Box<Expr>,
    },
    /// `a + b`.
    Binary {
        /// What is done.
        op: BinaryOp,
        /// The left side.
        left: Box<Expr>,
        /// The right side.
        right: Box<Expr>,
    },
    /// `f is city`, `hand is not none`.
    Is {
        /// What is looked at.
        value: Box<Expr>,
        /// Whether it says `is not`.
        negated: bool,
        /// What it should be.
        test: Test,
    },
    /// `a in list`, `a not in list`.
    In {
        /// What is looked for.
        value: Box<Expr>,
        /// Whether it says `not in`.
        negated: bool,
        /// Where.
        list: Box<Expr>,
    },
    /// `if a then b else if c then d else e`.
    If {
        /// Each condition with its value, in order.
        arms: Vec<(Expr, Expr)>,
        /// The value if no condition holds.
        otherwise: Box<Expr>,
    },
    /// `match s { rake => field, else => city }`.
    Match {
        /// What is looked at.
        subject: Box<Expr>,
        /// The arms in order, `else` left out.
        arms: Vec<ExprArm>,
        /// The value of `else`.
        otherwise: Option<Box<Expr>>,
    },
    /// `all m in mine where m.deployed by m.tile`.
    Quantified {
        /// Which question.
        quantifier: Quantifier,
        /// The name of each element.
        name: Name,
        /// The list.
        list: Box<Expr>,
        /// The test behind `where`.
        filter: Option<Box<Expr>>,
        /// The measure behind `by`.
        measure: Option<Box<Expr>>,
    },
    /// `count tiles`.
    Count(Box<Expr>),
    /// `clockwise from p`.
    Clockwise {
        /// Whether the player comes first or last.
        order: TurnOrder,
        /// The player.
        player: Box<Expr>,
    },
}

/// `not` or `-` before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Negate,
}

/// A word or sign between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// What stands behind `is`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// A kind: `is city`.
    Kind(Name),
    /// `is none`
    None,
    /// `is empty`
    Empty,
}

/// The first word of a list question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `all`
    All,
    /// `first`
    First,
    /// `the`
    The,
    /// `count`
    Count,
    /// `any`
    Any,
    /// `no`
    No,
    /// `every`
    Every,
    /// `sum`
    Sum,
    /// `max`
    Max,
    /// `min`
    Min,
    /// `most`
    Most,
    /// `least`
    Least,
}

/// Where `clockwise` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOrder {
    /// `from`: the player comes first.
    From,
    /// `after`: the player comes last.
    After,
}

/// One arm of a `match` that gives a value: `b or c => 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct ExprArm {
    /// What it is for.
    pub labels: Vec<Label>,
    /// The value.
    pub value: Expr,
    /// Where it stands.
    pub span: Span,
}

/// What an arm of a `match` is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name or number.
    pub kind: LabelKind,
    /// Where it stands.
    pub span: Span,
}

/// A name or a number before an arm of a `match`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// An enum's name or a kind.
    Name(String),
    /// A number.
    Int(i64),
}
