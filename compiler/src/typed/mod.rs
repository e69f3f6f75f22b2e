//! Rules after checking: names are resolved, every expression has its type, conversions are explicit.
//! Whatever is here is right; nothing downstream can meet a user's mistake.

mod expr;
mod item;
mod scenario;
mod statement;
mod walk;

pub use expr::{Binary, Expr, ExprKind, KindTest, LocalId, Quantifier, TokenRef};
pub use item::{
    Adjust, AdjustId, Body, Change, DeedRef, EnumId, Expansion, FigureDef, FnBody, FnDef, FnId,
    Forbid, ForbidDeed, Hook, HookId, Local, Menu, MenuId, Moment, Offer, OfferId, OptionDef,
    OptionId, PhaseId, PhaseList, Property, PropertyId, PropertyOwner, Rules, SegmentFacts,
    StandDef, StandOn, Step, StepOrder, TileFacts, TileValue, ToDef, ToId, TokenDef,
};
pub use scenario::{Answer, AnswerWord, Expectation, Given, Scenario, ScenarioLine};
pub use statement::{
    Ask, AskForm, Assign, Block, Condition, Deed, Otherwise, Place, Stmt, StmtKind, Value, WayOut,
};
