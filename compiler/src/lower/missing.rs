//! Pieces that nobody has in a game, because options give everybody none of them.

use abi::{DeedKind, FigureKindId, TokenKindId};

use super::{
    graph::each_stmt,
    seen::{NEVER, Sights},
};
use crate::typed::{Block, Body, Deed, DeedRef, Expr, ExprKind, Rules, ScenarioLine, StmtKind};

/// The kinds of pieces of which there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Missing {
    figures: Vec<bool>,
    tokens: Vec<bool>,
    unlaid: bool,
}

impl Missing {
    /// The pieces that are missing under the options of some rules.
    pub(super) fn find(sights: &mut Sights<'_>) -> Self {
        let rules = sights.rules;
        let mut none = |number: &Option<Body<Expr>>| {
            let amount = number.as_ref().and_then(|body| sights.afresh().amount(&body.code));
            amount.is_some_and(|amount| amount.number <= 0 && Some(amount.unless) == NEVER)
        };
        let figures = rules.figures.iter().map(|kind| kind.owned && none(&kind.each)).collect();
        let tokens = rules.tokens.iter().zip(taken(rules)).map(|(kind, taken)| {
            !taken && kind.stock.is_none() && kind.pile.is_none() && none(&kind.each)
        });
        let tokens: Vec<bool> = tokens.collect();
        let unlaid = rules.tokens.iter().zip(&tokens).all(|(kind, no)| *no || kind.lays.is_none());
        Self { figures, tokens, unlaid }
    }

    /// Whether there is no figure of a kind.
    pub(crate) fn figure(&self, kind: FigureKindId) -> bool {
        self.figures.get(kind.index()).copied().unwrap_or(false)
    }

    /// Whether there is no token of a kind.
    pub(crate) fn token(&self, kind: TokenKindId) -> bool {
        self.tokens.get(kind.index()).copied().unwrap_or(false)
    }

    /// Whether there may be a token that can be laid across a tile.
    pub(super) fn is_laid(&self) -> bool {
        !self.unlaid
    }
}

/// For each kind of token whether somebody may take one out of nowhere: from the stock, or from whom has it.
fn taken(rules: &Rules) -> Vec<bool> {
    let mut taken = vec![false; rules.tokens.len()];
    let mut see = |deed: &Deed| {
        let takes = [DeedKind::Takes, DeedKind::TakesOut].map(DeedRef::Sentence);
        if !takes.contains(&deed.deed) {
            return;
        }
        match deed.args.get(2).map(|kind| &kind.kind) {
            Some(ExprKind::Const(word)) => {
                let kind = usize::try_from(*word).ok().and_then(|kind| taken.get_mut(kind));
                kind.into_iter().for_each(|taken| *taken = true);
            }
            _ => taken.fill(true),
        }
    };
    let deeds = rules.deeds.iter().map(|deed| &deed.body.code);
    let offers = rules.offers.iter().map(|offer| &offer.body.code);
    let hooks = rules.hooks.iter().map(|hook| &hook.body.code);
    let steps = rules.steps.iter().map(|step| &step.body.code);
    let lines = rules.scenarios.iter().flat_map(|scenario| &scenario.lines);
    let given = lines.filter_map(|(_, _, line)| match line {
        ScenarioLine::Given(given) => Some(&given.body.code),
        _ => None,
    });
    let blocks: Vec<&Block> = deeds.chain(offers).chain(hooks).chain(steps).chain(given).collect();
    for block in blocks {
        each_stmt(block, &mut |stmt| {
            if let StmtKind::Deed(deed) = &stmt.kind {
                see(deed);
            }
        });
    }
    taken
}
