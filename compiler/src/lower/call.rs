//! Calls of functions: small ones are lowered in place, with what is known of their arguments.

use abi::{OriginId, Ty};

use super::{
    expr::Raw,
    function::{Bound, Frame, Lower, Val},
    shop::Job,
    weight::{SMALL, SMALL_LIST, call, expression},
};
use crate::{
    ir::{BlockId, Inst, Reg},
    typed::{Binary, Expr, ExprKind, FnBody, FnId, Local, Quantifier},
};

/// How deep bodies are lowered inside each other.
const DEPTH: usize = 12;

impl<'r> Lower<'_, 'r> {
    /// The expression of a function, if a call of it is lowered in place.
    pub(super) fn inlined(&self, function: FnId, args: &'r [Expr]) -> Option<&'r Expr> {
        if self.depth() >= DEPTH || !self.shop.linked.adjusts[function.index()].is_empty() {
            return None;
        }
        let declared = &self.shop.rules.functions[function.index()];
        match &declared.body.code {
            FnBody::Expr(expr) => {
                let limit = if declared.result.is_list() { SMALL_LIST } else { SMALL };
                (self.shop.weights[function.index()] <= limit).then_some(expr)
            }
            FnBody::ByKind(..) => {
                let (_, expr) = self.known_arm(function, args)?;
                (self.weight(expr) <= SMALL).then_some(expr)
            }
        }
    }

    fn weight(&self, expr: &Expr) -> u32 {
        expression(expr, &mut |function| {
            let weight = self.shop.weights[function.index()];
            call(self.shop.rules, self.shop.linked, function, weight)
        })
    }

    /// The arm of a function by kind that applies, if the kind of its first argument is known.
    fn known_arm(&self, function: FnId, args: &'r [Expr]) -> Option<(OriginId, &'r Expr)> {
        let declared = &self.shop.rules.functions[function.index()];
        let FnBody::ByKind(arms, other) = &declared.body.code else { return None };
        let base = self.thing(args.first()?);
        for (test, origin, expr) in arms {
            if self.known_test(base, *test)? {
                return Some((*origin, expr));
            }
        }
        Some((declared.origin, other))
    }

    /// The body of a function with its arguments; goes elsewhere if one that must be there is absent.
    pub(super) fn callee(
        &mut self,
        function: FnId,
        args: &'r [Expr],
        absent: BlockId,
    ) -> Frame<'r> {
        let declared = &self.shop.rules.functions[function.index()];
        let origin = self.known_arm(function, args).map_or(declared.origin, |(origin, _)| origin);
        let mut frame = Frame::new(&declared.body, absent, origin, &declared.name);
        for (i, (arg, param)) in args.iter().zip(&declared.body.locals).enumerate() {
            let bound = self.argument(arg, param.ty, absent).narrowed(param.ty.base);
            frame.visible.extend(self.shown(&bound, &param.name));
            frame.env[i] = Some(bound);
        }
        if let Some(body) = self.inlined(function, args) {
            self.reached(body);
        }
        frame
    }

    /// The register in which a fault shows an argument under the parameter's name. What only faults read is
    /// written nowhere else.
    fn shown(&mut self, bound: &Bound, name: &str) -> Option<Reg> {
        let (reg, ty) = match bound.val {
            Val::Word(reg) => (reg, bound.ty),
            Val::Segment(row) => (row, Ty::one(bound.thing)),
            Val::Const(word) => {
                let own = self.b.local(bound.ty, name);
                self.b.set(own, word);
                return Some(own);
            }
            Val::Spot(..) => return None,
        };
        let shape = &mut self.b.regs[reg.0 as usize];
        match &shape.name {
            Some(known) if known == name => return Some(reg),
            Some(_) => {}
            None => {
                shape.name = Some(name.to_owned());
                shape.ty = ty;
                return Some(reg);
            }
        }
        let own = self.b.local(ty, name);
        self.b.copy(own, reg);
        Some(own)
    }

    /// The same for the things of a line that stands in others: a register of its own only where the line reckons,
    /// as there is little else in it that could go wrong.
    pub(super) fn show(
        &mut self,
        frame: &mut Frame<'r>,
        things: &[Bound],
        locals: &'r [Local],
        lines: &[&Expr],
    ) {
        let reckons = lines.iter().any(|line| reckons(line));
        for (bound, local) in things.iter().zip(locals).filter(|(_, l)| !l.name.is_empty()) {
            let free = match bound.val {
                Val::Word(reg) | Val::Segment(reg) => {
                    let name = &self.b.regs[reg.0 as usize].name;
                    name.as_ref().is_none_or(|known| *known == local.name)
                }
                Val::Const(_) | Val::Spot(..) => false,
            };
            if !free && !reckons {
                continue;
            }
            let shown = match bound.val {
                Val::Spot(..) => {
                    let word = self.reg(&bound.val);
                    let own = self.b.local(bound.ty, &local.name);
                    self.b.copy(own, word);
                    Some(own)
                }
                _ => self.shown(bound, &local.name),
            };
            frame.visible.extend(shown);
        }
    }

    /// An argument for a parameter of a type.
    pub(super) fn argument(&mut self, arg: &'r Expr, param: Ty, absent: BlockId) -> Bound {
        if param.is_list() || param.is_maybe() {
            return Bound::word(self.value(arg), Ty { shape: param.shape, ..self.known(arg) });
        }
        self.bound_value(arg, absent)
    }

    /// The word of a function; goes elsewhere if an argument that must be there is absent.
    pub(super) fn call(
        &mut self,
        function: FnId,
        args: &'r [Expr],
        ty: Ty,
        absent: BlockId,
    ) -> Raw {
        if let Some(body) = self.inlined(function, args) {
            let frame = self.callee(function, args, absent);
            return self.inside(frame, |this| this.raw(body, absent));
        }
        let declared = &self.shop.rules.functions[function.index()];
        let mut words = Vec::new();
        for (arg, param) in args.iter().zip(&declared.body.locals) {
            let bound = self.argument(arg, param.ty, absent);
            words.push(self.reg(&bound.val));
        }
        let reg = self.call_words(function, words, ty);
        Raw { reg, maybe: declared.result.is_maybe() }
    }

    /// Calls a function with words.
    fn call_words(&mut self, function: FnId, args: Vec<Reg>, ty: Ty) -> Reg {
        let function = self.shop.want(Job::Fn(function));
        let dst = self.b.reg(ty);
        self.b.emit(Inst::Call { dst: Some(dst), function, args, site: None });
        if ty.is_list() {
            self.b.leaves_list();
        }
        dst
    }

    /// A function that gives a flag, as a branch.
    pub(super) fn branch_on_call(
        &mut self,
        function: FnId,
        args: &'r [Expr],
        yes: BlockId,
        no: BlockId,
    ) {
        if let Some(body) = self.inlined(function, args) {
            let frame = self.callee(function, args, no);
            return self.inside(frame, |this| this.branch(body, yes, no));
        }
        let raw = self.call(function, args, Ty::one(abi::Base::Flag), no);
        self.b.branch(raw.reg, yes, no);
    }
}

/// Whether an expression has anything of its own that often goes wrong: arithmetic, `the`.
fn reckons(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Binary { op, .. } => matches!(
            op,
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Remainder
        ),
        ExprKind::Negate(_) => true,
        ExprKind::Quantified { quantifier, .. } => {
            matches!(quantifier, Quantifier::The | Quantifier::Sum)
        }
        _ => false,
    };
    let mut found = own;
    expr.each_child(&mut |child| found = found || reckons(child));
    found
}
