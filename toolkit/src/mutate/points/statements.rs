//! Changes of statements: what is done, asked, and left.

use grammar::{
    Span,
    ast::{
        self, Ask, AssignOp, Block, Condition, Expr, Otherwise, Statement, StatementKind, Value,
        WayOut,
    },
};

use super::Writer;

impl Writer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        let start = statement.citations.first().map_or(statement.span, |cited| cited.span);
        self.put(start.to(statement.span), "");
        match &statement.kind {
            StatementKind::Let { value, otherwise, .. } => {
                self.right_side(value, otherwise.as_ref());
            }
            StatementKind::Assign { target, op, value, otherwise } => {
                let behind = match value {
                    Value::Expr(expr) => expr.span.start,
                    Value::Ask(_) => target.span.end,
                };
                let gap = Span { start: target.span.end, end: behind, ..target.span };
                match op {
                    AssignOp::Add => {
                        self.within(gap, "+=", "-=");
                        self.within(gap, "+=", "=");
                        if let Value::Expr(added) = value {
                            self.added_before(target.span, added);
                        }
                    }
                    AssignOp::Subtract => self.within(gap, "-=", "+="),
                    AssignOp::Set => {}
                }
                self.right_side(value, otherwise.as_ref());
            }
            StatementKind::If { arms, otherwise } => {
                for arm in arms {
                    match &arm.condition {
                        Condition::Expr(expr) => self.condition(expr),
                        Condition::DecidesTo { who, .. } => self.expr(who),
                    }
                    self.block(&arm.body);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::Match { subject, arms, otherwise } => {
                self.expr(subject);
                for arm in arms {
                    self.labels(&arm.labels);
                    self.block(&arm.body);
                }
                otherwise.iter().for_each(|block| self.block(block));
            }
            StatementKind::For { list, filter, body, .. } => {
                self.expr(list);
                self.guard(filter.as_ref());
                self.block(body);
            }
            StatementKind::Repeat { times, body } => {
                times.iter().for_each(|times| self.expr(times));
                self.block(body);
            }
            StatementKind::Leave(way) => self.way_out(way, statement.span),
            StatementKind::Deed(deed) => self.deed(deed, statement.span),
            StatementKind::Ask(ask) => self.ask(ask),
            StatementKind::Again | StatementKind::Lay(_) => {}
        }
    }

    pub(super) fn deed(&mut self, deed: &ast::Deed<Expr>, span: Span) {
        if let ast::Deed::Scores { who, points, .. } = deed {
            let gap = Span { start: who.span.end, end: points.span.start, ..span };
            self.within(gap, "scores", "loses");
        }
        crate::coverage::each_word(deed, &mut |word| self.expr(word));
    }

    pub(super) fn right_side(&mut self, value: &Value, otherwise: Option<&Otherwise>) {
        match value {
            Value::Expr(expr) => self.value(expr),
            Value::Ask(ask) => self.ask(ask),
        }
        match otherwise {
            Some(Otherwise::Leave(way, span)) => self.way_out(way, *span),
            Some(Otherwise::Value(expr)) => self.value(expr),
            None => {}
        }
    }

    pub(super) fn way_out(&mut self, way: &WayOut, span: Span) {
        match way {
            WayOut::Skip => self.word(span.start, "skip", "next"),
            WayOut::Next => {
                self.word(span.start, "next", "stop");
                self.word(span.start, "next", "skip");
            }
            WayOut::Stop => {
                self.word(span.start, "stop", "next");
                self.word(span.start, "stop", "skip");
            }
            WayOut::Return(value) => self.value(value),
            WayOut::EndGame => self.word(span.start, "end game", "skip"),
        }
    }

    pub(super) fn ask(&mut self, ask: &Ask) {
        match ask {
            Ask::Chooses { who, from } => {
                let gap = Span { start: who.span.end, end: from.span.start, ..who.span };
                self.within(gap, "chooses", "may choose");
                self.expr(who);
                self.expr(from);
            }
            Ask::MayChoose { who, from } => {
                let gap = Span { start: who.span.end, end: from.span.start, ..who.span };
                self.within(gap, "may choose", "chooses");
                self.expr(who);
                self.expr(from);
            }
            Ask::DecidesTo { who, .. } => self.expr(who),
            Ask::Shoots { who, at, .. } => {
                self.expr(who);
                at.iter().for_each(|at| self.expr(at));
            }
            Ask::Rolls { who, from, to } => [who, from, to].into_iter().for_each(|e| self.expr(e)),
            Ask::Draws { who, pile } => [who, pile].into_iter().for_each(|e| self.expr(e)),
        }
    }
}
