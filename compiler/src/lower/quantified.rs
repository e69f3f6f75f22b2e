//! List questions that give one word or a condition, and the lists of the greatest and the least.

use abi::{ABSENT, FaultKind};

use super::{
    function::{Exits, Lower},
    known::{is_feature, same},
    walk::Walk,
};
use crate::{
    ir::{Arith, BlockId, Compare, Inst, Reg},
    typed::{Binary, Expr, ExprKind, LocalId, Quantifier},
};

impl<'m, 'r> Lower<'m, 'r> {
    /// Does something with each member that passes the filter of a list question.
    fn members(&mut self, expr: &'r Expr, visit: &mut dyn FnMut(&mut Self, LocalId, Exits)) {
        let ExprKind::Quantified { quantifier, local, list, filter, measure } = &expr.kind else {
            return;
        };
        let sight = self.shop.sights().members(list, filter.as_deref());
        let nothing = self.b.block();
        let former = self.require_seen(sight, nothing);
        let once = matches!(quantifier, Quantifier::Count | Quantifier::Sum | Quantifier::The);
        let mut visit = |this: &mut Self, item, exits: Exits| {
            this.bind(*local, item);
            let former = this.frame.measured.take();
            if let Some(filter) = filter {
                if let Some(measure) = measure
                    && first_asks(filter, measure)
                {
                    let reg = this.present(measure, exits.next);
                    this.frame.measured = Some((measure, reg));
                }
                this.require(filter, exits.next);
            }
            visit(this, *local, exits);
            this.frame.measured = former;
        };
        if *quantifier == Quantifier::First {
            self.each(list, once, &mut visit);
        } else {
            self.each_in_any_order(list, once, &mut visit);
        }
        self.sighted = former;
        self.b.jump(nothing);
        self.b.go_to(nothing);
    }

    /// The measure of a member; not asked again if the filter has asked for it.
    fn measure(&mut self, expr: &'r Expr, exits: Exits) -> Reg {
        let ExprKind::Quantified { measure: Some(measure), .. } = &expr.kind else {
            return self.b.constant(0);
        };
        match self.frame.measured {
            Some((known, reg)) if std::ptr::eq(known, &**measure) => reg,
            _ => self.present(measure, exits.next),
        }
    }

    /// A list question that gives one word.
    pub(super) fn quantified(&mut self, expr: &'r Expr) -> Reg {
        let ExprKind::Quantified { quantifier, .. } = &expr.kind else {
            return self.b.constant(ABSENT);
        };
        let dst = self.b.reg(expr.ty);
        match quantifier {
            Quantifier::First => {
                self.b.set(dst, ABSENT);
                self.members(expr, &mut |this, local, exits| {
                    this.take(local, dst);
                    this.b.jump(exits.stop);
                });
            }
            Quantifier::The => {
                self.b.set(dst, ABSENT);
                let (several, one) = (self.b.block(), self.b.block());
                self.members(expr, &mut |this, local, _| {
                    let first = this.b.compare_to(Compare::Eq, dst, ABSENT);
                    this.b.unless(first, several);
                    this.take(local, dst);
                });
                let some = self.b.compare_to(Compare::Ne, dst, ABSENT);
                self.b.branch(some, one, several);
                self.b.go_to(several);
                self.fault(FaultKind::NotExactlyOne);
                self.b.go_to(one);
            }
            Quantifier::Count => {
                self.b.set(dst, 0);
                self.members(expr, &mut |this, _, _| this.b.count_up(dst, 1));
            }
            Quantifier::Sum => {
                self.b.set(dst, 0);
                self.members(expr, &mut |this, _, exits| {
                    let word = this.measure(expr, exits);
                    let site = this.site();
                    this.b.emit(Inst::Arith { dst, op: Arith::Add, a: dst, b: word, site });
                });
            }
            _ => {
                // An absent word is less than every number.
                self.b.set(dst, ABSENT);
                let greatest = *quantifier == Quantifier::Max;
                self.members(expr, &mut |this, _, exits| {
                    let word = this.measure(expr, exits);
                    this.unless_better(word, dst, greatest, exits.next);
                    this.b.copy(dst, word);
                });
                let (none, join) = (self.b.block(), self.b.block());
                let empty = self.b.compare_to(Compare::Eq, dst, ABSENT);
                self.b.branch(empty, none, join);
                self.b.go_to(none);
                self.b.set(dst, 0);
                self.b.jump(join);
                self.b.go_to(join);
            }
        }
        dst
    }

    fn take(&mut self, local: LocalId, dst: Reg) {
        let val = self.bound(local).val.clone();
        let word = self.reg(&val);
        self.b.copy(dst, word);
    }

    /// Goes elsewhere unless a word beats the best one so far, which is absent at first.
    fn unless_better(&mut self, word: Reg, best: Reg, greatest: bool, no: BlockId) {
        if greatest {
            let better = self.b.compare(Compare::Gt, word, best);
            return self.b.unless(better, no);
        }
        let (yes, compare) = (self.b.block(), self.b.block());
        let first = self.b.compare_to(Compare::Eq, best, ABSENT);
        self.b.branch(first, yes, compare);
        self.b.go_to(compare);
        let better = self.b.compare(Compare::Lt, word, best);
        self.b.branch(better, yes, no);
        self.b.go_to(yes);
    }

    /// `most` and `least`: the list of all with the greatest or smallest measure.
    pub(super) fn most(&mut self, expr: &'r Expr) -> Reg {
        let ExprKind::Quantified { quantifier, local, list: inner, filter, measure: Some(measure) } =
            &expr.kind
        else {
            return self.b.list(expr.ty);
        };
        let greatest = *quantifier == Quantifier::Most;
        let best = self.b.constant(ABSENT);
        let list = self.b.list(expr.ty);
        let stop = self.b.block();
        let sight = self.shop.sights().members(inner, filter.as_deref());
        let sighted = self.require_seen(sight, stop);
        self.walk(inner, Walk { stop, keeps: true, distinct: true }, &mut |this, item, exits| {
            this.bind(*local, item);
            let former = this.frame.measured.take();
            let stretch = this.b.begin();
            let (passed, failed) = (this.b.block(), this.b.block());
            let shared = filter.as_deref().is_some_and(|filter| first_asks(filter, measure));
            let mut word = None;
            if shared {
                let reg = this.present(measure, failed);
                this.frame.measured = Some((measure, reg));
                word = Some(reg);
            }
            if let Some(filter) = filter {
                this.require(filter, failed);
            }
            let word = match word {
                Some(word) => word,
                None => this.present(measure, failed),
            };
            this.b.jump(passed);
            this.b.finish_in(stretch, &[passed, failed]);
            this.b.go_to(failed);
            this.b.jump(exits.next);
            this.b.go_to(passed);
            this.frame.measured = former;
            let (more, tied, push) = (this.b.block(), this.b.block(), this.b.block());
            this.unless_better(word, best, greatest, tied);
            this.b.jump(more);
            this.b.go_to(more);
            this.b.copy(best, word);
            this.b.emit(Inst::List { dst: list });
            this.b.leaves_list();
            this.b.jump(push);
            this.b.go_to(tied);
            let same = this.b.compare(Compare::Eq, word, best);
            this.b.branch(same, push, exits.next);
            this.b.go_to(push);
            let val = this.bound(*local).val.clone();
            let member = this.reg(&val);
            let site = this.site();
            this.b.push(list, member, site);
        });
        self.sighted = sighted;
        self.b.jump(stop);
        self.b.go_to(stop);
        list
    }

    /// `any`, `no`, `every` as a branch.
    pub(super) fn branch_on_members(&mut self, expr: &'r Expr, yes: BlockId, no: BlockId) {
        let ExprKind::Quantified { quantifier, local, list, filter, .. } = &expr.kind else {
            return;
        };
        let (found, nothing) = match quantifier {
            Quantifier::Any => (yes, no),
            _ => (no, yes),
        };
        let passing = filter.as_deref().filter(|_| *quantifier != Quantifier::Every);
        let sight = self.shop.sights().members(list, passing);
        let sighted = self.require_seen(sight, nothing);
        self.each_in_any_order(list, false, &mut |this, item, exits| {
            this.bind(*local, item);
            match filter {
                Some(filter) if *quantifier == Quantifier::Every => {
                    this.branch(filter, exits.next, found);
                }
                Some(filter) => this.branch(filter, found, exits.next),
                None if *quantifier == Quantifier::Every => {}
                None => this.b.jump(found),
            }
        });
        self.sighted = sighted;
        self.b.jump(nothing);
    }

    /// `item in list` as a branch.
    pub(super) fn branch_on_member(
        &mut self,
        item: &'r Expr,
        list: &'r Expr,
        yes: BlockId,
        no: BlockId,
    ) {
        let feature = is_feature(item.ty) && is_feature(list.ty);
        let mut wanted = self.present(item, no);
        if feature {
            wanted = self.record(wanted);
        }
        if let ExprKind::List(members) = &list.kind {
            for member in members {
                let next = self.b.block();
                let mut word = self.present(member, next);
                if feature {
                    word = self.record(word);
                }
                let same = self.b.compare(Compare::Eq, word, wanted);
                self.b.branch(same, yes, next);
                self.b.go_to(next);
            }
            return self.b.jump(no);
        }
        self.each_in_any_order(list, false, &mut |this, item, exits| {
            let mut word = this.reg(&item.val);
            if feature {
                word = this.record(word);
            }
            let same = this.b.compare(Compare::Eq, word, wanted);
            this.b.branch(same, yes, exits.next);
        });
        self.b.jump(no);
    }
}

/// Whether the first thing that a filter asks is a comparison of a measure, so that it may be asked once
/// for both.
fn first_asks(filter: &Expr, measure: &Expr) -> bool {
    match &filter.kind {
        ExprKind::Binary { op: Binary::And, left, .. } => first_asks(left, measure),
        ExprKind::Binary { op: Binary::Or | Binary::Join | Binary::Without, .. } => false,
        ExprKind::Binary { left, right, .. } => {
            !measure.ty.is_maybe() && (same(left, measure) || same(right, measure))
        }
        _ => false,
    }
}
