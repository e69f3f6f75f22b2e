//! Rules after checking: names are resolved, every expression has its type, conversions are explicit.
//! Whatever is here is right; nothing downstream can meet a user's mistake.

mod body;
mod expr;
mod ids;
mod item;
mod scenario;
mod statement;
mod walk;

pub use body::{Body, Local};
pub use expr::{Binary, Expr, ExprKind, KindTest, LocalId, Quantifier, TokenRef};
pub use ids::{
    AdjustId, EnumId, FnId, HookId, MenuId, OfferId, OptionId, PhaseId, PropertyId, ToId,
};
pub use item::{
    Adjust, Change, DeedRef, Expansion, FigureDef, FnBody, FnDef, Forbid, ForbidDeed, Hook,
    Invariant, Menu, Moment, Offer, OptionDef, PhaseList, Property, PropertyOwner, Rules,
    SegmentFacts, StandDef, StandOn, Step, StepOrder, TileFacts, TileValue, ToDef, TokenDef,
};
pub use scenario::{Answer, AnswerWord, Expectation, Given, Scenario, ScenarioLine};
pub use statement::{
    Ask, AskForm, Assign, Block, Condition, Deed, Otherwise, Place, Stmt, StmtKind, Value, WayOut,
};
