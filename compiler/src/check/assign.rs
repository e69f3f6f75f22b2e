//! `let x = …` and `x = …`: new names, changes of locals and of kept properties, and `else`.

use abi::{Base, Ty};
use grammar::{
    Span,
    ast::{self, AssignOp, ExprKind as AstExprKind, Name},
};

use super::{
    body::BodyChecker,
    codes,
    convert::{Misfit, Way, join, way},
    facts::{Known, PathStep},
    target::Target,
};
use crate::{
    meaning::Meaning,
    typed::{AskForm, Assign, Binary, Expr, ExprKind, LocalId, Otherwise, StmtKind, Value},
};

impl BodyChecker<'_, '_> {
    /// `let x = VALUE else …`.
    pub(crate) fn let_name(
        &mut self,
        name: &Name,
        value: &ast::Value,
        otherwise: Option<&ast::Otherwise>,
        span: Span,
    ) -> Option<StmtKind> {
        self.unhidden(name);
        let value = self.value(value, None, &name.text, otherwise.is_some(), span);
        let wanted = value.as_ref().map(|value| value.ty().certain());
        let otherwise = self.otherwise(otherwise, value.as_ref(), wanted);
        let ty = match (&value, &otherwise) {
            (Some(value), Some(otherwise)) => self.settled(value, otherwise.as_ref()),
            (Some(value), None) => Some(value.ty().certain()),
            _ => None,
        };
        let local = self.local(&name.text, ty, name.span);
        self.locals[local.0 as usize].domain =
            value.as_ref().and_then(|value| self.value_domain(value, otherwise.as_ref()));
        Some(StmtKind::Let { local, value: value?, otherwise: otherwise? })
    }

    /// The type after `else` has dealt with an absent value.
    fn settled(&mut self, value: &Value, otherwise: Option<&Otherwise>) -> Option<Ty> {
        match otherwise {
            None => Some(value.ty()),
            Some(Otherwise::Leave(_)) => Some(value.ty().certain()),
            Some(Otherwise::Value(other)) => {
                let base = join(self.rules(), value.ty().base, other.ty.base)?;
                Some(Ty { base, shape: other.ty.shape })
            }
        }
    }

    /// The words that a choice among a few can give.
    fn value_domain(
        &self,
        value: &Value,
        otherwise: Option<&Option<Otherwise>>,
    ) -> Option<Vec<abi::Word>> {
        if let Some(Some(Otherwise::Value(_))) = otherwise {
            return None;
        }
        match value {
            Value::Ask(ask) => match &ask.form {
                AskForm::Chooses(list) | AskForm::MayChoose(list) => self.domain_of_list(list),
                _ => None,
            },
            Value::Expr(expr) => self.domain(expr),
            Value::Deed(_) => None,
        }
    }

    /// The right side of an `=`; `choice` is the name of an ask there.
    fn value(
        &mut self,
        value: &ast::Value,
        want: Option<Ty>,
        choice: &str,
        has_else: bool,
        span: Span,
    ) -> Option<Value> {
        match value {
            ast::Value::Ask(ask) => {
                let asked = self.ask(ask, choice, has_else, span);
                self.happened();
                asked.map(Value::Ask)
            }
            ast::Value::Expr(expr) => {
                if let AstExprKind::Call { name, arguments } = &expr.kind
                    && self.is_deed(&name.text)
                {
                    let deed = self.deed_by_name(name, arguments);
                    self.happened();
                    let deed = deed?;
                    if deed.ty.is_none() {
                        return self.error(
                            codes::WRONG_TYPE,
                            expr.span,
                            format!("`{}` is a deed that gives no value", name.text),
                            "a value is wanted",
                            Some("do it on a line of its own".to_owned()),
                        );
                    }
                    return Some(Value::Deed(deed));
                }
                self.expr(expr, want).map(Value::Expr)
            }
        }
    }

    /// Whether a word is a deed and no question.
    pub(crate) fn is_deed(&self, word: &str) -> bool {
        let meanings = self.names.meanings(word);
        meanings.iter().any(|d| matches!(d.meaning, Meaning::Deed(_)))
            && !meanings.iter().any(|d| matches!(d.meaning, Meaning::Function(_)))
    }

    /// What stands behind `else`. Nothing inside: there is none; nothing at all: a mistake.
    #[allow(clippy::option_option, reason = "a mistake, nothing said, something said")]
    fn otherwise(
        &mut self,
        otherwise: Option<&ast::Otherwise>,
        value: Option<&Value>,
        want: Option<Ty>,
    ) -> Option<Option<Otherwise>> {
        let Some(otherwise) = otherwise else { return Some(None) };
        if let Some(Value::Expr(expr)) = value
            && (expr.ty.is_list() || expr.ty == Ty::one(Base::Flag))
        {
            let found = self.named(expr.ty);
            let help = if expr.ty.is_list() { "ask `is empty`" } else { "ask with `if`" };
            return self.error(
                codes::WRONG_TYPE,
                expr.span,
                format!("no {found} is ever absent, so `else` says nothing"),
                format!("this is `{found}`"),
                Some(help.to_owned()),
            );
        }
        match otherwise {
            ast::Otherwise::Leave(way, span) => {
                let way = self.way_out(way, *span)?;
                Some(Some(Otherwise::Leave(way)))
            }
            ast::Otherwise::Value(other) => {
                let other = self.expr(other, want)?;
                let want = want?;
                let shape = other.ty.shape;
                let other = self.fit(other, Ty { base: want.base, shape })?;
                Some(Some(Otherwise::Value(other)))
            }
        }
    }

    /// `x = VALUE`, `x += VALUE`, `x -= VALUE`.
    pub(crate) fn assign(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Value,
        otherwise: Option<&ast::Otherwise>,
        span: Span,
    ) -> Option<StmtKind> {
        let choice = match &target.kind {
            AstExprKind::Name(name) | AstExprKind::Property { name, .. } => name.text.as_str(),
            _ => "",
        };
        let target = self.target(target);
        let ty = match &target {
            Some(Target::Local(local)) => self.state(*local).ty,
            Some(Target::Place(_, current)) => Some(current.ty),
            None => None,
        };
        if let (AssignOp::Add | AssignOp::Subtract, ast::Value::Ask(_)) = (op, value) {
            return self.error(
                codes::MISPLACED,
                span,
                "an ask is the whole right side of a plain `=`",
                "asked inside a sum",
                Some("give the answer a name first: `let x = …`".to_owned()),
            );
        }
        let value = self.value(value, ty, choice, otherwise.is_some(), span);
        let otherwise = self.otherwise(otherwise, value.as_ref(), ty.map(Ty::certain));
        if value.is_none() || otherwise.is_none() {
            self.mistaken(target.as_ref());
        }
        let (target, value, otherwise) = (target?, value?, otherwise?);
        if let (Some(Otherwise::Value(other)), Some(ty)) = (&otherwise, ty)
            && other.ty.is_maybe()
            && !ty.is_maybe()
        {
            return self.misfit(other, ty, Misfit::Absent);
        }
        match target {
            Target::Local(local) => self.change_local(local, op, value, otherwise, span),
            Target::Place(place, current) => {
                let ty = current.ty;
                let certain = otherwise.is_some() || !value.ty().is_maybe();
                let otherwise = self.other_sum(&current, op, otherwise)?;
                let value = self.new_value(&current, op, value, otherwise.is_some(), ty, span)?;
                self.happened();
                if certain
                    && !ty.is_list()
                    && let Some(path) = self.path(&current)
                {
                    let known = Known { certain: true, ..Known::default() };
                    self.facts.add(self.rules(), path, known);
                }
                Some(StmtKind::Assign(Assign { place, value, otherwise }))
            }
        }
    }

    /// After a mistake in its new value nothing is held against what was to be changed.
    fn mistaken(&mut self, target: Option<&Target>) {
        let path = match target {
            Some(Target::Local(local)) => {
                let state = &mut self.locals[local.0 as usize];
                state.ty = state.ty.filter(|ty| ty.base != Base::Nothing);
                Some(vec![PathStep::Local(*local)])
            }
            Some(Target::Place(_, current)) => self.path(current),
            None => None,
        };
        if let Some(path) = path {
            self.facts.add(self.rules(), path, Known { certain: true, ..Known::default() });
        }
    }

    fn change_local(
        &mut self,
        local: LocalId,
        op: AssignOp,
        value: Value,
        otherwise: Option<Otherwise>,
        span: Span,
    ) -> Option<StmtKind> {
        let mut ty = self.state(local).ty?;
        if ty.base == Base::Nothing && ty.is_list() == value.ty().is_list() {
            // `[]` and `none` take their type from the first value that comes.
            ty.base = value.ty().base;
            self.locals[local.0 as usize].ty = Some(ty);
        }
        let current = Expr { kind: ExprKind::Local(local), ty, span };
        let certain = otherwise.is_some() || !value.ty().is_maybe();
        let otherwise = self.other_sum(&current, op, otherwise)?;
        let value = self.new_value(&current, op, value, otherwise.is_some(), ty, span)?;
        self.facts.forget_local(local);
        self.locals[local.0 as usize].domain = None;
        if certain && ty.is_maybe() {
            let known = Known { certain: true, ..Known::default() };
            self.facts.add(self.rules(), vec![PathStep::Local(local)], known);
        }
        Some(StmtKind::Let { local, value, otherwise })
    }

    /// What `x += … else OTHER` stores when the first value is absent: the sum with the other one.
    #[allow(clippy::option_option, reason = "a mistake, nothing said, something said")]
    fn other_sum(
        &mut self,
        current: &Expr,
        op: AssignOp,
        otherwise: Option<Otherwise>,
    ) -> Option<Option<Otherwise>> {
        let other = match otherwise {
            Some(Otherwise::Value(other)) if op != AssignOp::Set => other,
            otherwise => return Some(otherwise),
        };
        let span = other.span;
        let (other, ty) = (Value::Expr(other), current.ty);
        match self.new_value(current, op, other, false, ty, span)? {
            Value::Expr(sum) => Some(Some(Otherwise::Value(sum))),
            Value::Ask(_) | Value::Deed(_) => None,
        }
    }

    /// The value that is stored: as it comes, or added to or taken from what was there.
    fn new_value(
        &mut self,
        current: &Expr,
        op: AssignOp,
        value: Value,
        has_else: bool,
        ty: Ty,
        span: Span,
    ) -> Option<Value> {
        if op == AssignOp::Set {
            // `else` deals with an absent value, so that its presence is no mistake.
            let want = if has_else && !ty.is_list() { Ty::maybe(ty.base) } else { ty };
            return match value {
                Value::Expr(expr) => self.fit(expr, want).map(Value::Expr),
                other => {
                    let found = Expr { kind: ExprKind::Const(0), ty: other.ty(), span };
                    if way(self.rules(), found.ty.base, want.base) == Some(Way::Cast) {
                        return self.error(
                            codes::WRONG_TYPE,
                            span,
                            "an answer cannot be kept as another type",
                            "give it a name first",
                            Some("let x = …".to_owned()),
                        );
                    }
                    self.fit(found, want).map(|_| other)
                }
            };
        }
        let Value::Expr(value) = value else {
            return self.error(
                codes::MISPLACED,
                span,
                "a deed is the whole right side of a plain `=`",
                "done inside a sum",
                Some("give its value a name first: `let x = …`".to_owned()),
            );
        };
        let adds = op == AssignOp::Add;
        if ty.is_list() {
            let value = if value.ty.is_list() {
                value
            } else {
                return self.misfit(&value, ty, Misfit::Type);
            };
            let op = if adds { Binary::Join } else { Binary::Without };
            let sum = self.join_lists(op, current.clone(), value, span)?;
            return self.fit(sum, ty).map(Value::Expr);
        }
        let base = if ty.base == Base::Length { Base::Length } else { Base::Int };
        // What is absent adds nothing: then `else` says what happens.
        let want = if has_else && value.ty.is_maybe() { Ty::maybe(base) } else { Ty::one(base) };
        let (left, right) = (self.fit(current.clone(), Ty::one(base)), self.fit(value, want));
        let op = if adds { Binary::Add } else { Binary::Subtract };
        let kind = ExprKind::Binary { op, left: Box::new(left?), right: Box::new(right?) };
        Some(Value::Expr(Expr { kind, ty: Ty::one(base), span }))
    }
}
