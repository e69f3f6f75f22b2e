//! Walking typed trees: the expressions directly inside an expression or a statement.

use super::{
    expr::{Expr, ExprKind, TokenRef},
    item::{FnBody, Rules},
    statement::{Ask, AskForm, Block, Condition, Otherwise, Place, Stmt, StmtKind, Value, WayOut},
};

impl Expr {
    /// Visits the expressions directly inside this one, in the order of their evaluation.
    pub fn each_child<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => {}
            ExprKind::Ask { args, .. } | ExprKind::Call { args, .. } | ExprKind::List(args) => {
                args.iter().for_each(visit);
            }
            ExprKind::Property { of, .. } => of.iter().for_each(|of| visit(of)),
            ExprKind::Tokens { token, of } => {
                if let TokenRef::Expr(token) = token {
                    visit(token);
                }
                visit(of);
            }
            ExprKind::Range(a, b)
            | ExprKind::Binary { left: a, right: b, .. }
            | ExprKind::In { item: a, list: b }
            | ExprKind::OrElse { value: a, default: b } => {
                visit(a);
                visit(b);
            }
            ExprKind::Not(of)
            | ExprKind::Negate(of)
            | ExprKind::IsKind { of, .. }
            | ExprKind::IsNone(of)
            | ExprKind::IsEmpty(of)
            | ExprKind::Count(of)
            | ExprKind::First(of)
            | ExprKind::Last(of)
            | ExprKind::Rest(of)
            | ExprKind::Clockwise { player: of, .. }
            | ExprKind::Cast(of) => visit(of),
            ExprKind::If { cond, then, other } => {
                visit(cond);
                visit(then);
                visit(other);
            }
            ExprKind::Match { on, arms, other } => {
                visit(on);
                arms.iter().for_each(|(_, value)| visit(value));
                other.iter().for_each(|value| visit(value));
            }
            ExprKind::Quantified { list, filter, measure, .. } => {
                visit(list);
                filter.iter().for_each(|filter| visit(filter));
                measure.iter().for_each(|measure| visit(measure));
            }
        }
    }

    /// The same, to change them.
    pub fn each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => {}
            ExprKind::Ask { args, .. } | ExprKind::Call { args, .. } | ExprKind::List(args) => {
                args.iter_mut().for_each(visit);
            }
            ExprKind::Property { of, .. } => of.iter_mut().for_each(|of| visit(of)),
            ExprKind::Tokens { token, of } => {
                if let TokenRef::Expr(token) = token {
                    visit(token);
                }
                visit(of);
            }
            ExprKind::Range(a, b)
            | ExprKind::Binary { left: a, right: b, .. }
            | ExprKind::In { item: a, list: b }
            | ExprKind::OrElse { value: a, default: b } => {
                visit(a);
                visit(b);
            }
            ExprKind::Not(of)
            | ExprKind::Negate(of)
            | ExprKind::IsKind { of, .. }
            | ExprKind::IsNone(of)
            | ExprKind::IsEmpty(of)
            | ExprKind::Count(of)
            | ExprKind::First(of)
            | ExprKind::Last(of)
            | ExprKind::Rest(of)
            | ExprKind::Clockwise { player: of, .. }
            | ExprKind::Cast(of) => visit(of),
            ExprKind::If { cond, then, other } => {
                visit(cond);
                visit(then);
                visit(other);
            }
            ExprKind::Match { on, arms, other } => {
                visit(on);
                arms.iter_mut().for_each(|(_, value)| visit(value));
                other.iter_mut().for_each(|value| visit(value));
            }
            ExprKind::Quantified { list, filter, measure, .. } => {
                visit(list);
                filter.iter_mut().for_each(|filter| visit(filter));
                measure.iter_mut().for_each(|measure| visit(measure));
            }
        }
    }

    /// Visits this expression and all inside it, outermost first.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        self.each_child(&mut |child| child.walk(visit));
    }
}

impl Stmt {
    /// Visits the blocks directly inside this statement.
    pub fn each_block<'s>(&'s self, visit: &mut dyn FnMut(&'s Block)) {
        match &self.kind {
            StmtKind::If { then, other, .. } => {
                visit(then);
                visit(other);
            }
            StmtKind::Match { arms, other, .. } => {
                arms.iter().for_each(|(_, block)| visit(block));
                other.iter().for_each(visit);
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => visit(body),
            _ => {}
        }
    }

    /// The same, to change them.
    pub fn each_block_mut(&mut self, visit: &mut dyn FnMut(&mut Block)) {
        match &mut self.kind {
            StmtKind::If { then, other, .. } => {
                visit(then);
                visit(other);
            }
            StmtKind::Match { arms, other, .. } => {
                arms.iter_mut().for_each(|(_, block)| visit(block));
                other.iter_mut().for_each(visit);
            }
            StmtKind::For { body, .. } | StmtKind::Repeat { body, .. } => visit(body),
            _ => {}
        }
    }

    /// Visits the expressions of this statement itself, those of its blocks left out.
    pub fn each_expr<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        match &self.kind {
            StmtKind::Let { value, otherwise, .. } => {
                of_value(value, visit);
                of_otherwise(otherwise.as_ref(), visit);
            }
            StmtKind::Assign(assign) => {
                of_place(&assign.place, visit);
                of_value(&assign.value, visit);
                of_otherwise(assign.otherwise.as_ref(), visit);
            }
            StmtKind::If { cond: Condition::Expr(cond), .. } => visit(cond),
            StmtKind::If { cond: Condition::Ask(ask), .. } | StmtKind::Ask(ask) => {
                ask.each_expr(visit);
            }
            StmtKind::Match { on, .. } => visit(on),
            StmtKind::For { list, filter, .. } => {
                visit(list);
                filter.iter().for_each(visit);
            }
            StmtKind::Repeat { times, .. } => times.iter().for_each(visit),
            StmtKind::Leave(way) => of_way(way, visit),
            StmtKind::Deed(deed) => deed.args.iter().for_each(visit),
            StmtKind::Again | StmtKind::Lay(_) => {}
        }
    }
}

impl Block {
    /// Visits the expressions of all statements, those inside them included.
    pub fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        for stmt in &self.stmts {
            stmt.each_expr(&mut |expr| expr.walk(visit));
            stmt.each_block(&mut |block| block.walk(visit));
        }
    }
}

impl Rules {
    /// Visits every expression of everything that the rules do or ask.
    pub fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        for function in &self.functions {
            match &function.body.code {
                FnBody::Expr(expr) => expr.walk(visit),
                FnBody::ByKind(arms, other) => {
                    arms.iter().for_each(|(_, _, arm)| arm.walk(visit));
                    other.walk(visit);
                }
            }
        }
        self.adjusts.iter().for_each(|adjust| adjust.body.code.walk(visit));
        self.forbids.iter().for_each(|forbid| forbid.body.code.walk(visit));
        self.invariants.iter().for_each(|invariant| invariant.body.code.walk(visit));
        let offers = self.offers.iter().filter_map(|offer| offer.options.as_ref());
        offers.for_each(|(_, options)| options.walk(visit));
        let guards = self.adjusts.iter().map(|adjust| &adjust.guard);
        let guards = guards.chain(self.offers.iter().map(|offer| &offer.guard));
        let guards = guards.chain(self.hooks.iter().map(|hook| &hook.guard));
        let guards = guards.chain(self.steps.iter().map(|step| &step.guard));
        guards.flatten().for_each(|guard| guard.walk(visit));
        let blocks = self.deeds.iter().map(|deed| &deed.body.code);
        let blocks = blocks.chain(self.offers.iter().map(|offer| &offer.body.code));
        let blocks = blocks.chain(self.hooks.iter().map(|hook| &hook.body.code));
        let blocks = blocks.chain(self.steps.iter().map(|step| &step.body.code));
        blocks.for_each(|block| block.walk(visit));
    }
}

impl Ask {
    /// Visits the expressions of this ask.
    pub fn each_expr<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        visit(&self.who);
        match &self.form {
            AskForm::Chooses(list) | AskForm::MayChoose(list) | AskForm::Draws(list) => visit(list),
            AskForm::Rolls(from, to) => {
                visit(from);
                visit(to);
            }
            AskForm::Shoots(_, at) => at.iter().for_each(visit),
            AskForm::Menu(_) | AskForm::Decides => {}
        }
    }
}

fn of_value<'s>(value: &'s Value, visit: &mut dyn FnMut(&'s Expr)) {
    match value {
        Value::Expr(expr) => visit(expr),
        Value::Ask(ask) => ask.each_expr(visit),
        Value::Deed(deed) => deed.args.iter().for_each(visit),
    }
}

fn of_otherwise<'s>(otherwise: Option<&'s Otherwise>, visit: &mut dyn FnMut(&'s Expr)) {
    match otherwise {
        Some(Otherwise::Leave(way)) => of_way(way, visit),
        Some(Otherwise::Value(expr)) => visit(expr),
        None => {}
    }
}

fn of_way<'s>(way: &'s WayOut, visit: &mut dyn FnMut(&'s Expr)) {
    if let WayOut::Return(expr) = way {
        visit(expr);
    }
}

fn of_place<'s>(place: &'s Place, visit: &mut dyn FnMut(&'s Expr)) {
    place.of.iter().for_each(visit);
}
