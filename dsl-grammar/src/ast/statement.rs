//! Statements: deeds, asks and what steers them.

use super::{Expr, Label, Lay, Line, Name};
use crate::source::Span;

/// Statements in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement with its citations.
pub type Statement = Line<StatementKind>;

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `let leaver = p chooses from mine else next`
    Let {
        /// The new name.
        name: Name,
        /// Its value.
        value: Value,
        /// What happens when the value is absent.
        otherwise: Option<Otherwise>,
    },
    /// `hand = none`, `settled += [f]`
    Assign {
        /// What is changed: a name or a property.
        target: Expr,
        /// How.
        op: AssignOp,
        /// The value.
        value: Value,
        /// What happens when the value is absent.
        otherwise: Option<Otherwise>,
    },
    /// `if … { } else if … { } else { }`
    If {
        /// Each condition with its block, in order.
        arms: Vec<IfArm>,
        /// The block if no condition holds.
        otherwise: Option<Block>,
    },
    /// `match letter { add { } take_back { } else { } }`
    Match {
        /// What is looked at.
        subject: Expr,
        /// The arms in order, `else` left out.
        arms: Vec<MatchArm>,
        /// The block of `else`.
        otherwise: Option<Block>,
    },
    /// `for m in f.followers where m.deployed { }`
    For {
        /// The name of each element.
        name: Name,
        /// The list, made once.
        list: Expr,
        /// The test, asked when the turn of each comes.
        filter: Option<Expr>,
        /// What is done with each.
        body: Block,
    },
    /// `repeat { }`, `repeat 6 times { }`
    Repeat {
        /// How often; without it until something leaves.
        times: Option<Expr>,
        /// What is repeated.
        body: Block,
    },
    /// `skip`, `next`, `stop`, `return x`, `end game`
    Leave(WayOut),
    /// `again`: opens the menu once more.
    Again,
    /// A sentence or a call.
    Deed(Deed<Expr>),
    /// `lay from (x, y) { … }`
    Lay(Lay),
    /// An ask alone on its line: `active may choose from action`.
    Ask(Ask),
}

/// The right side of an `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A question.
    Expr(Expr),
    /// An ask.
    Ask(Ask),
}

/// A form that waits for somebody.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// `p chooses from mine`
    Chooses {
        /// The player.
        who: Expr,
        /// The options.
        from: Expr,
    },
    /// `p may choose from mine`, `p may choose from action`
    MayChoose {
        /// The player.
        who: Expr,
        /// The options or a menu.
        from: Expr,
    },
    /// `p decides to refuse`
    DecidesTo {
        /// The player.
        who: Expr,
        /// The decision.
        name: Name,
    },
    /// `p shoots catch at p.left`
    Shoots {
        /// The player.
        who: Expr,
        /// The token.
        token: Expr,
        /// At whom.
        at: Option<Expr>,
    },
    /// `p rolls 1..6`
    Rolls {
        /// The player.
        who: Expr,
        /// The least number.
        from: Expr,
        /// The greatest number.
        to: Expr,
    },
    /// `p draws from land`
    Draws {
        /// The player.
        who: Expr,
        /// The pile.
        pile: Expr,
    },
}

/// What stands behind `else` at the end of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Otherwise {
    /// A way out.
    Leave(WayOut, Span),
    /// Another value.
    Value(Expr),
}

/// A way out of a loop, a body or the game.
#[derive(Clone, Debug, PartialEq)]
pub enum WayOut {
    /// `skip`: leaves the step, hook, offer or deed.
    Skip,
    /// `next`: goes on with the next round.
    Next,
    /// `stop`: leaves the innermost loop.
    Stop,
    /// `return x`: leaves the deed with a value.
    Return(Expr),
    /// `end game`
    EndGame,
}

/// How an assignment changes its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// The condition of an `if` statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A question.
    Expr(Expr),
    /// An ask: `p decides to refuse`.
    DecidesTo {
        /// The player.
        who: Expr,
        /// The decision.
        name: Name,
    },
}

/// One condition of an `if` statement with its block.
#[derive(Clone, Debug, PartialEq)]
pub struct IfArm {
    /// When.
    pub condition: Condition,
    /// What then.
    pub body: Block,
    /// From `if` to the closing brace.
    pub span: Span,
}

/// One arm of a `match` statement.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchArm {
    /// What it is for.
    pub labels: Vec<Label>,
    /// What is done.
    pub body: Block,
    /// Where it stands.
    pub span: Span,
}

/// A deed: with expressions in a body, with patterns in the head of a hook.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed<T> {
    /// `p scores 3 for f`
    Scores {
        /// The player.
        who: T,
        /// How many.
        points: T,
        /// For what.
        cause: T,
    },
    /// `p loses 2 for t`
    Loses {
        /// The player.
        who: T,
        /// How many.
        points: T,
        /// For what.
        cause: T,
    },
    /// `p pays 3 to q for m`
    Pays {
        /// Who gives.
        who: T,
        /// How many.
        points: T,
        /// Who gets.
        to: T,
        /// For what.
        cause: T,
    },
    /// `p places t at fit`
    Places {
        /// The player.
        who: T,
        /// The tile.
        tile: T,
        /// Where and how.
        fit: T,
    },
    /// `p deploys spot`
    Deploys {
        /// The player.
        who: T,
        /// The figure and its place.
        spot: T,
    },
    /// `m moves to s`; in heads also `m moves from a to b`
    Moves {
        /// A figure, a tile or a pile.
        what: T,
        /// Where it stood, in heads.
        from: Option<T>,
        /// Where it goes.
        to: T,
    },
    /// `m returns`; in heads also `m returns from s`
    Returns {
        /// The figure.
        what: T,
        /// Where it stood, in heads.
        from: Option<T>,
    },
    /// `t leaves`
    Leaves {
        /// What leaves the game.
        what: T,
    },
    /// `p takes 2 wine from q`
    Takes {
        /// Who takes.
        who: T,
        /// How many; one without it.
        amount: Option<T>,
        /// Which token.
        token: T,
        /// From whom or what.
        from: Option<T>,
    },
    /// `p takes back target`
    TakesBack {
        /// Whose token it is.
        who: T,
        /// Which token.
        token: T,
    },
    /// `p puts bridge on s`
    Puts {
        /// Whose token it is.
        who: T,
        /// Which token.
        token: T,
        /// Where it lies then.
        place: T,
    },
    /// `a joins b`
    Joins {
        /// One segment.
        a: T,
        /// The other.
        b: T,
    },
    /// `a parts from b`
    Parts {
        /// One segment.
        a: T,
        /// The other.
        b: T,
    },
    /// `p plays a part`
    PlaysPart {
        /// The player.
        who: T,
    },
    /// `p wins`
    Wins {
        /// The player.
        who: T,
    },
    /// A deed by name: `settle(f)`
    Call {
        /// The deed.
        name: Name,
        /// Its arguments.
        arguments: Vec<T>,
    },
}
