//! Which hooks, adjustments and prohibitions can do nothing under the options of a game: they are left out before
//! the rules become functions. How they are ordered and shown is not touched by that.

use super::{
    graph::each_stmt,
    missing::Missing,
    rare::Rare,
    seen::{NEVER, Sight, Sights, both},
};
use crate::{
    link::{DeedHooks, Explanation, Linked},
    typed::{
        Adjust, Binary, Block, Change, Condition, DeedRef, Expr, ExprKind, LocalId, Quantifier,
        Rules, Stmt, StmtKind,
    },
};

/// So often what was left out is taken as known for what else can be left out.
const ROUNDS: usize = 4;

/// The order of rules without what can do nothing, and the pieces that are missing.
pub(super) fn effective(rules: &Rules, linked: &Linked, mut rare: Rare) -> (Linked, Rare, Missing) {
    let mut left = Linked {
        courses: linked.courses.clone(),
        hooks: linked.hooks.clone(),
        adjusts: linked.adjusts.clone(),
        offers: linked.offers.clone(),
        forbids: linked.forbids.clone(),
        explanation: Explanation::default(),
    };
    let mut missing = Missing::default();
    for _ in 0..ROUNDS {
        let mut sights = Sights::new(rules, &left, rare, missing);
        sights.missing = Missing::find(&mut sights);
        let next = sights.effective();
        (rare, missing) = sights.into_parts();
        if next == left {
            break;
        }
        left = next;
    }
    (left, rare, missing)
}

impl Sights<'_> {
    fn effective(&mut self) -> Linked {
        let mut left = self.linked.clone();
        for list in &mut left.adjusts {
            list.retain(|adjust| self.afresh().changes(*adjust) != NEVER);
        }
        for list in left.forbids.values_mut() {
            list.retain(|forbid| {
                let forbid = &self.rules.forbids[*forbid];
                self.afresh().holds(&forbid.body.code) != NEVER
            });
        }
        for DeedHooks { before, instead, after } in left.hooks.values_mut() {
            for list in [before, after] {
                list.retain(|hook| !self.never_runs(*hook) && !self.does_nothing(*hook));
            }
            // Whatever it does, a deed in the place of another one keeps that from being done.
            instead.retain(|hook| !self.never_runs(*hook));
        }
        left.hooks.retain(|_, hooks| *hooks != DeedHooks::default());
        left
    }

    /// What must have been seen for any hook on a deed to run.
    pub(super) fn answered(&mut self, deed: DeedRef) -> Sight {
        let Some(DeedHooks { before, instead, after }) = self.linked.hooks.get(&deed) else {
            return NEVER;
        };
        before.iter().chain(instead).chain(after).try_fold(0, |bits, hook| {
            let guard = self.rules.hooks[*hook].guard.as_ref()?;
            Some(bits | self.afresh().holds(guard)?)
        })
    }

    fn never_runs(&mut self, hook: usize) -> bool {
        let guard = self.rules.hooks[hook].guard.as_ref();
        guard.is_some_and(|guard| self.afresh().holds(guard) == NEVER)
    }

    /// Whether a hook does nothing where it runs, and nothing can go wrong with it.
    fn does_nothing(&mut self, hook: usize) -> bool {
        let hook = &self.rules.hooks[hook];
        self.never_does(hook.guard.as_ref(), &hook.body.code)
    }

    /// Whether a condition and what follows if it holds do nothing, and nothing can go wrong with them.
    pub(super) fn never_does(&mut self, guard: Option<&Expr>, block: &Block) -> bool {
        let safe = guard.is_none_or(|guard| self.afresh().safe(guard) == NEVER);
        safe && self.is_nothing(block)
    }

    fn is_nothing(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt_is_nothing(stmt))
    }

    /// Whether a statement does nothing, and nothing can go wrong with it.
    pub(super) fn stmt_is_nothing(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::For { list, filter, body, .. } => {
                let asked = [Some(list), filter.as_ref()];
                self.afresh().members(list, filter.as_ref()) == NEVER
                    || (self.is_nothing(body)
                        && self.afresh().all_safe(asked.into_iter().flatten()) == NEVER)
            }
            StmtKind::If { cond: Condition::Expr(cond), then, other } => {
                match self.afresh().decided(cond) {
                    Some((holds, 0)) => self.is_nothing(if holds { then } else { other }),
                    _ => false,
                }
            }
            StmtKind::Deed(deed) => {
                let linked = self.linked;
                let Some(named) = deed.named().filter(|_| !linked.hooks.contains_key(&deed.deed))
                else {
                    return false;
                };
                let body = &self.rules.deeds[named.index()].body.code;
                // Deeds may do one another for ever: only those are looked into that do no named ones.
                let mut plain = true;
                each_stmt(body, &mut |stmt| {
                    plain &=
                        !matches!(&stmt.kind, StmtKind::Deed(inner) if inner.named().is_some());
                });
                plain && self.afresh().all_safe(&deed.args) == NEVER && self.is_nothing(body)
            }
            _ => false,
        }
    }

    /// What must have been seen for an adjustment to change a value, or to go wrong.
    pub(super) fn changes(&mut self, adjust: usize) -> Sight {
        self.look()?;
        let rules = self.rules;
        let Adjust { change, guard, body, .. } = &rules.adjusts[adjust];
        self.within(Vec::new(), |this| {
            let mut safe = NEVER;
            if let Some(guard) = guard {
                let holds = this.holds(guard);
                if holds.is_some() {
                    return holds;
                }
                safe = this.safe(guard);
            }
            let code = &body.code;
            let it = LocalId(body.params.saturating_sub(1));
            let same = match change {
                Change::By if code.ty.is_list() => this.fills(code),
                Change::By => {
                    this.amount(code).filter(|by| by.number == 0).map(|amount| amount.unless)
                }
                Change::To => this.leaves(code, it),
                Change::AtMost | Change::AtLeast => None,
            };
            both(safe, same)
        })
    }

    /// What must have been seen for an expression not to give the value so far.
    fn leaves(&mut self, expr: &Expr, it: LocalId) -> Sight {
        self.look()?;
        match &expr.kind {
            ExprKind::Local(local) if *local == it => NEVER,
            ExprKind::Cast(inner) => self.leaves(inner, it),
            ExprKind::Binary { op: Binary::Or, left, right } => {
                both(self.leaves(left, it), self.holds(right))
            }
            ExprKind::Binary { op: Binary::And, left, right } => {
                both(self.leaves(left, it), self.lacks(right))
            }
            ExprKind::Quantified {
                quantifier: Quantifier::All,
                list,
                filter: Some(filter),
                measure: None,
                ..
            } => both(self.leaves(list, it), self.lacks(filter)),
            // Where all are the same by some measure, all are the most.
            ExprKind::Quantified {
                quantifier: Quantifier::Most | Quantifier::Least,
                list,
                filter: None,
                measure: Some(measure),
                ..
            } => both(self.leaves(list, it), self.amount(measure).map(|amount| amount.unless)),
            ExprKind::If { cond, then, other } => {
                let (holds, bits) = self.decided(cond)?;
                both(Some(bits), self.leaves(if holds { then } else { other }, it))
            }
            _ => None,
        }
    }
}
