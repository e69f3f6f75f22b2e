//! Operators: arithmetic, comparisons, `and`, `or`, `not`, `in`.

use abi::{Base, Ty};
use grammar::{
    Diagnostic, Span,
    ast::{self, BinaryOp, UnaryOp},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{self, Misfit, join},
    expr::{flag, negated},
};
use crate::typed::{Binary, Expr, ExprKind};

impl BodyChecker<'_, '_> {
    /// `not a`, `-a`.
    pub(crate) fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Option<Expr> {
        match op {
            UnaryOp::Not => {
                let operand = self.condition(operand)?;
                Some(flag(ExprKind::Not(Box::new(operand)), span))
            }
            UnaryOp::Negate => {
                let operand = self.expr(operand, Some(Ty::one(Base::Int)))?;
                let operand = self.number(operand)?;
                let ty = operand.ty;
                if let ExprKind::Const(word) = operand.kind {
                    return Some(Expr { kind: ExprKind::Const(-word), ty, span });
                }
                Some(Expr { kind: ExprKind::Negate(Box::new(operand)), ty, span })
            }
        }
    }

    /// A number or length that is there.
    fn number(&mut self, expr: Expr) -> Option<Expr> {
        let base = if expr.ty.base == Base::Length { Base::Length } else { Base::Int };
        self.fit(expr, Ty::one(base))
    }

    /// `a + b`.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        want: Option<Ty>,
        span: Span,
    ) -> Option<Expr> {
        match op {
            BinaryOp::Or | BinaryOp::And => self.logic(op, left, right, span),
            BinaryOp::Equal | BinaryOp::NotEqual => self.equality(op, left, right, span),
            BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => self.comparison(op, left, right, span),
            _ => self.arithmetic(op, left, right, want, span),
        }
    }

    /// `and`, `or`: what the left side tells is known to the right of it.
    fn logic(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let left = self.condition(left);
        let before = self.facts.clone();
        if let Some(left) = &left {
            self.suppose(left, op == BinaryOp::And);
        }
        let right = self.condition(right);
        self.facts = before;
        let op = if op == BinaryOp::And { Binary::And } else { Binary::Or };
        let kind = ExprKind::Binary { op, left: Box::new(left?), right: Box::new(right?) };
        Some(flag(kind, span))
    }

    /// Both sides of a comparison; each tells what the other's names can mean.
    fn sides(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<(Expr, Expr)> {
        let bare = |e: &ast::Expr| match &e.kind {
            ast::ExprKind::Name(name) => self.in_scope(&name.text).is_none(),
            ast::ExprKind::List(members) => members.is_empty(),
            _ => false,
        };
        if bare(left) && !bare(right) {
            let right = self.expr(right, None);
            let left = self.expr(left, right.as_ref().map(|e| e.ty.certain()));
            return Some((left?, right?));
        }
        let left = self.expr(left, None);
        let hint = left.as_ref().map(|e| if e.ty.is_list() { e.ty } else { e.ty.certain() });
        let right = self.expr(right, hint);
        Some((left?, right?))
    }

    fn equality(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = self.sides(left, right)?;
        let (a, b) = (left.ty, right.ty);
        for side in [&left, &right] {
            if side.ty.base == Base::Nothing && side.ty.is_maybe() {
                let not = if op == BinaryOp::Equal { "" } else { " not" };
                let mut warning =
                    Diagnostic::warning(codes::ALWAYS_FALSE, "two absent values are never equal")
                        .label(side.span, "compared with nothing")
                        .help(format!("write `is{not} none`"));
                let sign = if op == BinaryOp::Equal { "==" } else { "!=" };
                let gap = Span { start: left.span.end, end: right.span.start, ..span };
                let written = self.origins.sources().slice(gap).find(sign);
                if let (true, Some(at)) = (side.span == right.span, written) {
                    let from = Span { start: gap.start + at as u32, ..right.span };
                    warning = warning.suggest(from, format!("is{not} none"));
                }
                self.diagnostics.push(warning);
            }
        }
        let base =
            if a.is_list() == b.is_list() { join(self.rules(), a.base, b.base) } else { None };
        let Some(base) = base else {
            return self.unlike(&left, &right, span);
        };
        let (left, right) = (self.as_base(left, base)?, self.as_base(right, base)?);
        // Where both are absent they differ: then it asks something.
        if op == BinaryOp::NotEqual && !a.is_maybe() {
            self.with_itself(&left, &right, span);
        }
        let op = if op == BinaryOp::Equal { Binary::Equal } else { Binary::NotEqual };
        let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
        Some(flag(kind, span))
    }

    /// Warns where one thing is compared with itself, and never differs: no expression changes anything.
    fn with_itself(&mut self, left: &Expr, right: &Expr, span: Span) {
        let sources = self.origins.sources();
        let text = sources.slice(left.span);
        let same = left.ty == right.ty && left.span != right.span;
        if !same || text.is_empty() || text != sources.slice(right.span) {
            return;
        }
        self.diagnostics.push(
            Diagnostic::warning(codes::ALWAYS_FALSE, "this is compared with itself")
                .label(span, "never true: both sides are the same")
                .help("write what it is compared with"),
        );
    }

    /// A value as a base type that it is or can be encoded as, whatever its shape.
    pub(crate) fn as_base(&mut self, expr: Expr, base: Base) -> Option<Expr> {
        let want = Ty { base, ..expr.ty };
        self.fit(expr, want)
    }

    fn unlike(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        let (a, b) = (self.named(left.ty), self.named(right.ty));
        self.error(
            codes::WRONG_TYPE,
            span,
            format!("`{a}` cannot be compared with `{b}`"),
            "these two are never the same",
            Some(format!("compare a value of type `{a}` with another, or two of type `{b}`")),
        )
    }

    fn comparison(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = self.sides(left, right)?;
        let base = if left.ty.base == Base::Length || right.ty.base == Base::Length {
            Base::Length
        } else {
            Base::Int
        };
        if matches!(op, BinaryOp::Less | BinaryOp::Greater) {
            self.with_itself(&left, &right, span);
        }
        let (left, right) = (self.measure(left, base), self.measure(right, base));
        let op = match op {
            BinaryOp::Less => Binary::Less,
            BinaryOp::LessOrEqual => Binary::LessOrEqual,
            BinaryOp::Greater => Binary::Greater,
            _ => Binary::GreaterOrEqual,
        };
        let kind = ExprKind::Binary { op, left: Box::new(left?), right: Box::new(right?) };
        Some(flag(kind, span))
    }

    /// A number that may be absent: then no comparison holds.
    fn measure(&mut self, expr: Expr, base: Base) -> Option<Expr> {
        let want = if expr.ty.is_maybe() { Ty::maybe(base) } else { Ty::one(base) };
        self.fit(expr, want)
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        want: Option<Ty>,
        span: Span,
    ) -> Option<Expr> {
        let hint = want.filter(|want| want.is_list());
        let left = self.expr(left, hint);
        let hint = hint.or(left.as_ref().map(|e| e.ty).filter(|ty| ty.is_list()));
        let right = self.expr(right, hint);
        let (left, right) = (left?, right?);
        if left.ty.is_list() || right.ty.is_list() {
            return self.lists(op, left, right, span);
        }
        let (a, b) = (left.ty.base, right.ty.base);
        let is_number = |base| matches!(base, Base::Int | Base::Length);
        if !is_number(a) || !is_number(b) {
            let wrong = if is_number(a) { &right } else { &left };
            return self.misfit(wrong, Ty::one(Base::Int), Misfit::Type);
        }
        let (op, base) = match (op, a, b) {
            (BinaryOp::Add, a, b) if a == b => (Binary::Add, a),
            (BinaryOp::Subtract, a, b) if a == b => (Binary::Subtract, a),
            (BinaryOp::Remainder, a, b) if a == b => (Binary::Remainder, a),
            (BinaryOp::Divide, Base::Length, Base::Length) => (Binary::Divide, Base::Int),
            (BinaryOp::Divide, a, Base::Int) => (Binary::Divide, a),
            (BinaryOp::Multiply, a, Base::Int) => (Binary::Multiply, a),
            (BinaryOp::Multiply, Base::Int, b) => (Binary::Multiply, b),
            _ => return self.unmeasurable(&left, &right, span),
        };
        let (left, right) = (self.number(left), self.number(right));
        let kind = ExprKind::Binary { op, left: Box::new(left?), right: Box::new(right?) };
        Some(Expr { kind, ty: Ty::one(base), span })
    }

    fn unmeasurable(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        let (a, b) = (self.named(left.ty), self.named(right.ty));
        self.error(
            codes::WRONG_TYPE,
            span,
            format!("{a} and {b} do not go together here"),
            "a number and a length",
            Some("lengths have a unit: `5 mm`".to_owned()),
        )
    }

    /// `a + b` and `a - b` of lists.
    fn lists(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let op = match op {
            BinaryOp::Add => Binary::Join,
            BinaryOp::Subtract => Binary::Without,
            _ => {
                let wrong = if left.ty.is_list() { &left } else { &right };
                return self.misfit(wrong, Ty::one(Base::Int), Misfit::Type);
            }
        };
        for (side, other) in [(&left, &right), (&right, &left)] {
            if !side.ty.is_list() {
                return self.misfit(side, other.ty, Misfit::Type);
            }
        }
        self.join_lists(op, left, right, span)
    }

    /// Two lists as one.
    pub(crate) fn join_lists(
        &mut self,
        op: Binary,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let Some(base) = join(self.rules(), left.ty.base, right.ty.base) else {
            return self.misfit(&right, left.ty, Misfit::Type);
        };
        // What is taken away need not be of the same kind; what is left is as it was.
        let result = if op == Binary::Without
            && convert::way(self.rules(), left.ty.base, base) == Some(convert::Way::Same)
        {
            left.ty.base
        } else {
            base
        };
        let (left, right) = (self.as_base(left, base)?, self.as_base(right, base)?);
        let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) };
        Some(Expr { kind, ty: Ty::list(result), span })
    }

    /// `a in list`, `a not in list`.
    pub(crate) fn in_list(
        &mut self,
        value: &ast::Expr,
        negate: bool,
        list: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let list = self.any_list(list);
        let hint = list.as_ref().map(|list| Ty::one(list.ty.base));
        let item = self.expr(value, hint);
        let (item, list) = (item?, list?);
        if item.ty.is_list() {
            let found = self.named(item.ty);
            return self.error(
                codes::WRONG_TYPE,
                item.span,
                format!("expected one thing that may be in the list, found {found}"),
                format!("this is `{found}`"),
                Some("ask of each: `any x in … where x in …`".to_owned()),
            );
        }
        let Some(base) = join(self.rules(), item.ty.base, list.ty.base) else {
            return self.unlike(&item, &list, span);
        };
        let (item, list) = (self.as_base(item, base)?, self.as_base(list, base)?);
        let kind = ExprKind::In { item: Box::new(item), list: Box::new(list) };
        Some(negated(flag(kind, span), negate))
    }
}
