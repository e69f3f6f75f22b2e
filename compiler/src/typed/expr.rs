//! Typed expressions.

use abi::{FeatureKindId, FigureKindId, Question, TileKindId, TokenKindId, Ty, Word};
use grammar::Span;

use super::ids::{FnId, OptionId, PropertyId};

/// A local of a body, by its position in [`super::Body::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// An expression with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it asks.
    pub kind: ExprKind,
    /// What its value is.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of typed expression.
///
/// Wherever an argument's type is `T?` and the word wants a `T`, an absent argument makes the answer
/// absent, an empty list or `false`, as the expression's own type says.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A constant: a number, flag, length, an enum's name, a kind, a neutral figure (by its row), a pile,
    /// or [`abi::ABSENT`] for `none`.
    Const(Word),
    /// A local or parameter.
    Local(LocalId),
    /// An option: a constant of the game.
    Option(OptionId),
    /// A word of the vocabulary; its owner, if it has one, is the first argument.
    Ask {
        /// Which.
        question: Question,
        /// The owner, then what follows in parentheses.
        args: Vec<Expr>,
    },
    /// A declared property, printed or kept. Asked of another kind or of something absent it is unset:
    /// 0, `false`, absent or empty.
    Property {
        /// Which.
        property: PropertyId,
        /// Whose; nothing for the game's.
        of: Option<Box<Expr>>,
    },
    /// How many tokens of a kind a player, place, tile, feature or figure has.
    Tokens {
        /// Which kind.
        token: TokenRef,
        /// Whose.
        of: Box<Expr>,
    },
    /// A function, `completed` and `worth` included.
    Call {
        /// Which.
        function: FnId,
        /// Its arguments, of its parameters' types.
        args: Vec<Expr>,
    },
    /// `[a, b]`, without doubles and absent members.
    List(Vec<Expr>),
    /// `a..b`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// `-a`.
    Negate(Box<Expr>),
    /// A binary operation.
    Binary {
        /// Which.
        op: Binary,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `x is city`; false of something absent.
    IsKind {
        /// What is tested.
        of: Box<Expr>,
        /// For what.
        test: KindTest,
    },
    /// `x is none`.
    IsNone(Box<Expr>),
    /// `list is empty`, `pile is empty`.
    IsEmpty(Box<Expr>),
    /// `a in list`; false of something absent.
    In {
        /// What is looked for.
        item: Box<Expr>,
        /// Where.
        list: Box<Expr>,
    },
    /// `if c then a else b`.
    If {
        /// The condition.
        cond: Box<Expr>,
        /// The value if it holds.
        then: Box<Expr>,
        /// The value if it does not.
        other: Box<Expr>,
    },
    /// `match x { a => 1, b or c => 2, else => 0 }`. Without `other` the arms cover every word.
    Match {
        /// What is matched.
        on: Box<Expr>,
        /// Words and values.
        arms: Vec<(Vec<Word>, Expr)>,
        /// The value of `else`.
        other: Option<Box<Expr>>,
    },
    /// `QUANTIFIER name in list [where filter] [by measure]`. A list question about a list,
    /// `mine.segment.feature`, is `All` with a measure.
    Quantified {
        /// Which.
        quantifier: Quantifier,
        /// The name of each member.
        local: LocalId,
        /// The list.
        list: Box<Expr>,
        /// `where`.
        filter: Option<Box<Expr>>,
        /// `by`. For `All` it may give one, perhaps none, or a list: all of them joined without doubles.
        measure: Option<Box<Expr>>,
    },
    /// `count list`, `count pile`.
    Count(Box<Expr>),
    /// `list.first`.
    First(Box<Expr>),
    /// `list.last`.
    Last(Box<Expr>),
    /// `list.rest`: all but the first.
    Rest(Box<Expr>),
    /// `clockwise from p` (p first) or `clockwise after p` (p last).
    Clockwise {
        /// Whether p comes first.
        from: bool,
        /// The player.
        player: Box<Expr>,
    },
    /// `value else default`, at the right side of a `let` or an assignment.
    OrElse {
        /// What may be absent.
        value: Box<Expr>,
        /// The value instead.
        default: Box<Expr>,
    },
    /// The same thing as another type, with another encoding: a segment, feature, tile, corner, figure or
    /// player as a place; a place as what it was narrowed to; a feature as its oldest segment; anything as
    /// a cause; lists of them likewise. Types whose encodings agree need no cast.
    Cast(Box<Expr>),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the operators of the language")]
pub enum Binary {
    Or,
    And,
    /// Of any type; false if either side is absent.
    Equal,
    /// The opposite of [`Binary::Equal`].
    NotEqual,
    /// False if either side is absent, as the other three.
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// `a + b` of lists, without doubles.
    Join,
    /// `a - b` of lists.
    Without,
}

/// What `is` and narrowed parameters test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KindTest {
    /// A segment or feature of a kind, or a place that is one.
    FeatureKind(FeatureKindId),
    /// A figure of a kind.
    FigureKind(FigureKindId),
    /// A tile of a kind.
    TileKind(TileKindId),
    /// A follower.
    Follower,
    /// A figure with an owner that is no follower.
    Special,
    /// A figure without an owner.
    Neutral,
    /// A place that is a segment.
    Segment,
    /// A place that is a tile.
    Tile,
    /// A place that is a corner.
    Corner,
    /// A place that is a figure.
    Figure,
    /// A place that is a player.
    Player,
    /// A cause that is a feature; narrower tests of causes are conjunctions on the narrowed value.
    CauseFeature,
    /// A cause that is a tile.
    CauseTile,
    /// A cause that is a figure.
    CauseFigure,
    /// A cause that is a kind of token.
    CauseToken,
    /// A cause that is a pile.
    CausePile,
    /// Of a type that is already known: always true of something present.
    Anything,
}

/// The first word of a list question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the quantifiers of the language")]
pub enum Quantifier {
    All,
    First,
    The,
    Count,
    Any,
    No,
    Every,
    Sum,
    Max,
    Min,
    Most,
    Least,
}

/// A kind of token, known or computed.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenRef {
    /// Known.
    Kind(TokenKindId),
    /// Computed.
    Expr(Box<Expr>),
}
