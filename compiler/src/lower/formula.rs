//! Questions with names as functions: formulas by kind, and adjustments one after the other.

use std::collections::BTreeMap;

use abi::{Base, OriginId, Table, Ty, Word, field};

use super::{
    body::{begin, end, params},
    function::{Bound, Frame, Lower},
    known::same,
    shop::{Head, Job, Shop},
};
use crate::{
    ir::{Arith, BlockId, Compare, Reg},
    typed::{Change, Expr, FnBody, FnId, KindTest},
};

/// A kind's formula is compared with so many others, to see whether it is one of them.
const COMPARED: usize = 64;

/// A formula of a function for one kind of its first parameter.
type Arm = (KindTest, OriginId, Expr);

/// The word of the kind that a test asks for.
fn kind_word(test: KindTest) -> Option<Word> {
    match test {
        KindTest::FeatureKind(kind) => Some(Word::from(kind.0)),
        KindTest::FigureKind(kind) => Some(Word::from(kind.0)),
        _ => None,
    }
}

/// Makes the function of a question with its adjustments.
pub(super) fn define_fn(shop: &mut Shop<'_>, job: Job, id: FnId) {
    let function = &shop.rules.functions[id.index()];
    let head = Head {
        name: format!("fn {}", function.name),
        params: params(&function.body),
        result: Some(function.result),
        waits: false,
    };
    let mut this = begin(shop, head, &function.body, function.origin, &function.name);
    let stretch = this.b.begin();
    let dst = this.b.local(function.result, "it");
    match &function.body.code {
        FnBody::Expr(expr) => {
            this.reached(expr);
            let value = this.value(expr);
            this.b.copy(dst, value);
        }
        FnBody::ByKind(arms, other) if arms.iter().all(|arm| kind_word(arm.0).is_some()) => {
            this.by_kind(arms, other, dst);
        }
        FnBody::ByKind(arms, other) => this.by_tests(arms, other, dst),
    }
    for adjust in &this.shop.linked.adjusts[id.index()] {
        this.adjust(*adjust, dst);
    }
    end(this, job, stretch, Some(dst));
}

/// A question that the rules say nothing about: the answer is 0.
pub(super) fn define_nothing(shop: &mut Shop<'_>, job: Job, name: &str, params: usize) {
    let of =
        [(Ty::one(Base::Feature(None)), "f".to_owned()), (Ty::one(Base::Player), "p".to_owned())];
    let head = Head {
        name: format!("fn {name}"),
        params: of[..params].to_vec(),
        result: Some(Ty::one(Base::Int)),
        waits: false,
    };
    let (mut this, _) = Lower::begin(shop, head);
    let zero = this.b.constant(0);
    this.finish(job, Some(zero));
}

impl<'m, 'r> Lower<'m, 'r> {
    /// The value of the arm for the kind of the first parameter. Kinds with the same formula share its code.
    fn by_kind(&mut self, arms: &'r [Arm], other: &'r Expr, dst: Reg) {
        let Some(of) = self.frame.env.first().cloned().flatten() else { return };
        let row = self.reg(&of.val);
        let (table, column) = match of.ty.base {
            Base::Figure(_) => (Table::Figure, field::figure::KIND),
            _ => (Table::Segment, field::segment::KIND),
        };
        let (default, join) = (self.b.block(), self.b.block());
        let mut cases: BTreeMap<Word, BlockId> = BTreeMap::new();
        let mut formulas: Vec<(&'r Arm, BlockId)> = Vec::new();
        for arm in arms {
            let Some(word) = kind_word(arm.0) else { continue };
            if cases.contains_key(&word) {
                continue;
            }
            let mut compared = formulas.iter().take(COMPARED);
            let shared = compared.find(|(known, _)| self.same_formula(known, arm));
            let block = match shared {
                Some((_, block)) => *block,
                None => {
                    let block = self.b.block();
                    formulas.push((arm, block));
                    block
                }
            };
            cases.insert(word, block);
        }
        let kind = self.b.load(table, row, column);
        self.switch(kind, cases.into_iter().collect(), default);
        for ((_, origin, formula), block) in formulas {
            self.b.go_to(block);
            self.on_line(*origin, |this| {
                this.reached(formula);
                let value = this.value(formula);
                this.b.copy(dst, value);
            });
            self.b.jump(join);
        }
        self.b.go_to(default);
        self.reached(other);
        let value = self.value(other);
        self.b.copy(dst, value);
        self.b.jump(join);
        self.b.go_to(join);
    }

    /// The value of the first arm whose test the first parameter passes.
    fn by_tests(&mut self, arms: &'r [Arm], other: &'r Expr, dst: Reg) {
        let Some(of) = self.frame.env.first().cloned().flatten() else { return };
        let join = self.b.block();
        for (test, origin, formula) in arms {
            let (yes, next) = (self.b.block(), self.b.block());
            self.branch_on_test(&of, *test, yes, next);
            self.b.go_to(yes);
            self.on_line(*origin, |this| {
                this.reached(formula);
                let value = this.value(formula);
                this.b.copy(dst, value);
            });
            self.b.jump(join);
            self.b.go_to(next);
        }
        self.reached(other);
        let value = self.value(other);
        self.b.copy(dst, value);
        self.b.jump(join);
        self.b.go_to(join);
    }

    /// Whether the arms of two kinds of features become the same code.
    fn same_formula(&self, a: &Arm, b: &Arm) -> bool {
        let joins = |test| match test {
            KindTest::FeatureKind(kind) => Some(self.shop.rules.features[kind.index()].joins),
            _ => None,
        };
        // In watched rules each formula has marks of its own.
        !self.is_watched() && joins(a.0).is_some() && joins(a.0) == joins(b.0) && same(&a.2, &b.2)
    }

    /// Changes the value so far as an adjustment says.
    fn adjust(&mut self, number: usize, it: Reg) {
        let adjust = &self.shop.rules.adjusts[number];
        let ty = self.shop.rules.functions[adjust.function.index()].result;
        let params = self.frame.env.clone();
        let before = self.before_adjusting(it, ty);
        let next = self.b.block();
        let mut frame = Frame::new(&adjust.body, next, adjust.origin, "");
        let own = (adjust.body.params as usize).saturating_sub(1);
        for (slot, param) in frame.env.iter_mut().zip(&params).take(own) {
            slot.clone_from(param);
        }
        if let Some(slot) = frame.env.get_mut(own) {
            *slot = Some(Bound::word(it, ty));
        }
        let things: Vec<Bound> = frame.env.iter().take(own + 1).cloned().map_while(|b| b).collect();
        let lines: Vec<&Expr> = adjust.guard.iter().chain([&adjust.body.code]).collect();
        self.show(&mut frame, &things, &adjust.body.locals, &lines);
        let sight = self.shop.sights().changes(number);
        let former = self.require_seen(sight, next);
        self.inside(frame, |this| {
            if let Some(guard) = &adjust.guard {
                this.require(guard, next);
            }
            this.change(adjust.change, &adjust.body.code, it, ty, next);
        });
        self.sighted = former;
        self.b.jump(next);
        self.b.go_to(next);
        self.after_adjusting(before, it, ty, &adjust.body.code);
    }

    fn change(&mut self, change: Change, by: &'r Expr, it: Reg, ty: Ty, next: BlockId) {
        self.reached(by);
        if change == Change::By && ty.is_list() {
            let longer = self.joined(it, by, ty);
            return self.b.copy(it, longer);
        }
        let value = self.value(by);
        match change {
            Change::To => {}
            Change::By => {
                let sum = self.arith(Arith::Add, it, value);
                return self.b.copy(it, sum);
            }
            Change::AtMost => {
                let beyond = self.b.compare(Compare::Gt, it, value);
                self.b.unless(beyond, next);
            }
            Change::AtLeast => {
                let below = self.b.compare(Compare::Lt, it, value);
                self.b.unless(below, next);
            }
        }
        self.b.copy(it, value);
    }
}
