//! What a check leaves of one item for the next check: its typed body, with the lines that it refers to.

use std::sync::Arc;

use abi::{Origin, OriginId};
use grammar::FileId;

use super::origins::ItemPlace;
use crate::typed::{
    Adjust, Block, Body, Expr, Forbid, Hook, Invariant, Offer, Scenario, ScenarioLine,
};

/// An item as it was checked by itself.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// What it was checked to; lines are those of `numbers`.
    pub(crate) typed: Typed,
    /// The lines that it refers to, in the order in which it first does.
    pub(crate) lines: Vec<(FileId, Arc<Origin>)>,
    /// Their numbers among all lines of that check.
    pub(crate) numbers: Vec<OriginId>,
    /// Where it stands.
    pub(crate) place: ItemPlace,
    /// Whether nothing was said of it.
    pub(crate) sound: bool,
}

/// The body of an item; what else belongs to the item is worked out again.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    Question(Body<Expr>),
    Deed(Body<Block>),
    Step(Option<Expr>, Body<Block>),
    Offer(Offer),
    Hook(Hook),
    Adjust(Adjust),
    Forbid(Forbid),
    Invariant(Invariant),
    Scenario(Arc<Scenario>),
}

impl Kept {
    /// The same among other lines.
    pub(crate) fn renumbered(mut self, numbers: Vec<OriginId>) -> Self {
        if self.numbers != numbers {
            let mut pairs: Vec<_> =
                self.numbers.iter().copied().zip(numbers.iter().copied()).collect();
            pairs.sort_unstable();
            self.typed.number(&|old| {
                let found = pairs.binary_search_by_key(&old, |(old, _)| *old);
                pairs[found.expect("an item refers to its own lines")].1
            });
            self.numbers = numbers;
        }
        self
    }
}

impl Typed {
    /// Gives each line inside of bodies another number; those of whole items are given with the items.
    pub(super) fn number(&mut self, number: &dyn Fn(OriginId) -> OriginId) {
        match self {
            Self::Question(_) | Self::Adjust(_) | Self::Forbid(_) | Self::Invariant(_) => {}
            Self::Deed(body) | Self::Step(_, body) => number_block(&mut body.code, number),
            Self::Offer(offer) => number_block(&mut offer.body.code, number),
            Self::Hook(hook) => number_block(&mut hook.body.code, number),
            Self::Scenario(scenario) => {
                for (origin, _, line) in &mut Arc::make_mut(scenario).lines {
                    *origin = number(*origin);
                    if let ScenarioLine::Given(given) = line {
                        number_block(&mut given.body.code, number);
                    }
                }
            }
        }
    }
}

fn number_block(block: &mut Block, number: &dyn Fn(OriginId) -> OriginId) {
    for stmt in &mut block.stmts {
        stmt.origin = number(stmt.origin);
        stmt.each_block_mut(&mut |inner| number_block(inner, number));
    }
}
