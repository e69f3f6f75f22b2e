//! Typed statements.

use abi::{AskKind, DeedKind, OriginId, Picture, TokenKindId, Ty, Word};
use grammar::Span;

use super::{
    expr::{Expr, LocalId},
    ids::{MenuId, PropertyId, ToId},
};

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The line, with the statements that it cites or else those of its item.
    pub origin: OriginId,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of typed statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// A new local, or a change of one (`x += 1` is written out: the value is `x + 1`).
    Let {
        /// The local.
        local: LocalId,
        /// Its value.
        value: Value,
        /// When it is absent.
        otherwise: Option<Otherwise>,
    },
    /// A change of a kept property (`+=` is written out).
    Assign(Assign),
    /// `if … else …`; `else if` is an `if` in the other block.
    If {
        /// The condition.
        cond: Condition,
        /// If it holds.
        then: Block,
        /// If it does not.
        other: Block,
    },
    /// `match`. Without `other` the arms cover every word.
    Match {
        /// What is matched.
        on: Expr,
        /// Words and blocks.
        arms: Vec<(Vec<Word>, Block)>,
        /// `else`.
        other: Option<Block>,
    },
    /// `for x in list [where filter] { … }`: the list is made once.
    For {
        /// The name of each member.
        local: LocalId,
        /// The list.
        list: Expr,
        /// Asked when the turn of each comes.
        filter: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `repeat [times] { … }`.
    Repeat {
        /// How often; without it until it is left.
        times: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `skip`, `next`, `stop`, `return`, `end game`.
    Leave(WayOut),
    /// `again`: the menu opens once more without this offer.
    Again,
    /// An ask whose answer nobody names: a menu, or a shot for its own sake.
    Ask(Ask),
    /// A deed.
    Deed(Deed),
    /// Tiles by picture.
    Lay(Picture),
}

/// The right side of a `let` or an assignment.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A question.
    Expr(Expr),
    /// An ask.
    Ask(Ask),
    /// A `to` deed that gives a value.
    Deed(Deed),
}

impl Value {
    /// The type of the value before `else` has dealt with an absent one.
    pub fn ty(&self) -> Ty {
        match self {
            Self::Expr(expr) => expr.ty,
            Self::Ask(ask) => ask.ty,
            Self::Deed(deed) => deed.ty.unwrap_or(Ty::maybe(abi::Base::Nothing)),
        }
    }
}

/// A change of a kept property.
#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    /// What is changed.
    pub place: Place,
    /// The new value.
    pub value: Value,
    /// When it is absent.
    pub otherwise: Option<Otherwise>,
}

/// A kept property of something: what an assignment changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The property; the player's points are [`None`].
    pub property: Option<PropertyId>,
    /// Whose; nothing for the game's.
    pub of: Option<Expr>,
}

/// What happens when a value is absent.
#[derive(Clone, Debug, PartialEq)]
pub enum Otherwise {
    /// A way out.
    Leave(WayOut),
    /// Another value.
    Value(Expr),
}

/// A way out of loops, bodies or the game.
#[derive(Clone, Debug, PartialEq)]
pub enum WayOut {
    /// `skip`: leaves this step, hook, offer or deed.
    Skip,
    /// `next`: goes on with the next round of the innermost loop.
    Next,
    /// `stop`: leaves the innermost loop.
    Stop,
    /// `return x`.
    Return(Expr),
    /// `end game`.
    EndGame,
}

/// The condition of an `if`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A question.
    Expr(Expr),
    /// `p decides to NAME`.
    Ask(Ask),
}

/// A form that waits for somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Which form, with what it needs.
    pub form: AskForm,
    /// The name of the choice.
    pub name: String,
    /// The player.
    pub who: Expr,
    /// The type of the answer: `T?` for choices and draws, a flag, a number or a shot. `T` for a
    /// compulsory choice whose list cannot be empty.
    pub ty: Ty,
}

/// The six forms that wait.
#[derive(Clone, Debug, PartialEq)]
pub enum AskForm {
    /// `chooses from LIST`.
    Chooses(Expr),
    /// `may choose from LIST`.
    MayChoose(Expr),
    /// `may choose from MENU`: runs the body of the chosen offer.
    Menu(MenuId),
    /// `decides to NAME`.
    Decides,
    /// `rolls A..B`.
    Rolls(Expr, Expr),
    /// `draws from PILE`.
    Draws(Expr),
    /// `shoots TOKEN [at Q]`.
    Shoots(TokenKindId, Option<Expr>),
}

impl AskForm {
    /// The kind of ask as the contract knows it.
    pub fn kind(&self) -> AskKind {
        match self {
            Self::Chooses(_) => AskKind::Chooses,
            Self::MayChoose(_) => AskKind::MayChoose,
            Self::Menu(_) => AskKind::Menu,
            Self::Decides => AskKind::Decides,
            Self::Rolls(..) => AskKind::Rolls,
            Self::Draws(_) => AskKind::Draws,
            Self::Shoots(..) => AskKind::Shoots,
        }
    }
}

/// A deed with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    /// Which.
    pub deed: super::DeedRef,
    /// The arguments in the order of [`DeedKind`] or of the `to` deed's parameters; optional words of a
    /// sentence that are left out are constants (1 for a number, absent for a source).
    pub args: Vec<Expr>,
    /// The type of the value that a `to` deed gives.
    pub ty: Option<Ty>,
    /// Inside an `instead of` of this very deed, done with its own parameters: the original, which no
    /// hook answers again.
    pub original: bool,
}

impl Deed {
    /// The `to` deed, if it is one.
    pub fn named(&self) -> Option<ToId> {
        match self.deed {
            super::DeedRef::Named(id) => Some(id),
            super::DeedRef::Sentence(_) => None,
        }
    }

    /// The sentence, if it is one.
    pub fn sentence(&self) -> Option<DeedKind> {
        match self.deed {
            super::DeedRef::Named(_) => None,
            super::DeedRef::Sentence(kind) => Some(kind),
        }
    }
}
