//! Statements: blocks, and what steers them.

use std::collections::BTreeSet;

use abi::{Base, Ty};
use grammar::{
    Span,
    ast::{self, Condition as AstCondition, IfArm, MatchArm, Name, StatementKind},
};

use super::{
    body::{BodyChecker, Kind},
    codes,
    disturb::Disturbance,
    expr::constant,
    facts::Facts,
    narrow::member,
    picture, rounds, types,
};
use crate::typed::{Block, Condition, Expr, Moment, Stmt, StmtKind, WayOut};

impl BodyChecker<'_, '_> {
    /// Statements in braces. Nothing after a mistake in one of them; all are checked.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Option<Block> {
        let mark = self.enter();
        let last = block.statements.len().saturating_sub(1);
        let mut stmts = Some(Vec::new());
        for (at, statement) in block.statements.iter().enumerate() {
            if matches!(statement.kind, StatementKind::Again) && at != last {
                let _: Option<()> = self.error(
                    codes::MISPLACED,
                    statement.span,
                    "`again` is the last word of an offer",
                    "something follows it",
                    Some("write it at the end".to_owned()),
                );
            }
            if let StatementKind::Leave(way) = &statement.kind
                && at != last
            {
                let behind = &block.statements[at + 1];
                let word = way_word(way);
                let _: Option<()> = self.error(
                    codes::MISPLACED,
                    behind.span,
                    format!("this never runs: `{word}` stands before it"),
                    "behind the end",
                    Some(format!("`let x = … else {word}` only leaves where nothing was found")),
                );
                if let Some(told) = self.diagnostics.last_mut() {
                    told.labels.push((statement.span, "this always leaves".to_owned()));
                }
            }
            let stmt = self.statement(statement);
            stmts = stmts.zip(stmt).map(|(mut stmts, stmt)| {
                stmts.push(stmt);
                stmts
            });
        }
        self.leave(mark);
        let mut block = Block { stmts: stmts? };
        self.settle_empty_lists(&mut block);
        Some(block)
    }

    fn statement(&mut self, statement: &ast::Statement) -> Option<Stmt> {
        let span = statement.span;
        let origin = self.origin(span, &statement.citations);
        // What a statement cites holds for the statements inside it that cite nothing themselves.
        let cited: Vec<String> = statement.citations.iter().map(|c| c.statement.clone()).collect();
        let outer =
            (!cited.is_empty()).then(|| std::mem::replace(&mut self.place.statements, cited));
        let kind = self.statement_kind(&statement.kind, span);
        if let Some(outer) = outer {
            self.place.statements = outer;
        }
        Some(Stmt { kind: kind?, origin, span })
    }

    fn statement_kind(&mut self, kind: &StatementKind, span: Span) -> Option<StmtKind> {
        match kind {
            StatementKind::Let { name, value, otherwise } => {
                self.let_name(name, value, otherwise.as_ref(), span)
            }
            StatementKind::Assign { target, op, value, otherwise } => {
                self.assign(target, *op, value, otherwise.as_ref(), span)
            }
            StatementKind::If { arms, otherwise } => self.if_block(arms, otherwise.as_ref(), span),
            StatementKind::Match { subject, arms, otherwise } => {
                self.match_block(subject, arms, otherwise.as_ref(), span)
            }
            StatementKind::For { name, list, filter, body } => {
                self.for_each(name, list, filter.as_ref(), body)
            }
            StatementKind::Repeat { times, body } => self.repeat(times.as_ref(), body),
            StatementKind::Leave(way) => self.way_out(way, span).map(StmtKind::Leave),
            StatementKind::Again => {
                if self.kind != Kind::Offer {
                    return self.error(
                        codes::MISPLACED,
                        span,
                        "`again` opens the menu of an offer once more, and this is no offer",
                        "only in an offer",
                        None,
                    );
                }
                Some(StmtKind::Again)
            }
            StatementKind::Deed(deed) => {
                let deed = self.deed(deed, span);
                self.happened();
                deed.map(StmtKind::Deed)
            }
            StatementKind::Lay(lay) => {
                let picture = picture::picture(self.names, self.players, lay, self.diagnostics);
                self.happened();
                Some(StmtKind::Lay(picture))
            }
            StatementKind::Ask(ask) => self.lone_ask(ask, span).map(StmtKind::Ask),
        }
    }

    /// `if … { } else if … { } else { }`. Afterwards is known what every way that goes on knows.
    fn if_block(
        &mut self,
        arms: &[IfArm],
        otherwise: Option<&ast::Block>,
        span: Span,
    ) -> Option<StmtKind> {
        self.branch(arms.len(), span)?;
        let outer = self.branches;
        let mut checked = Vec::new();
        let mut ends: Vec<Facts> = Vec::new();
        for arm in arms {
            let cond = self.if_condition(&arm.condition);
            let outside = self.facts.clone();
            if let Some(Condition::Expr(cond)) = &cond {
                self.suppose(cond, true);
            }
            let block = self.block(&arm.body);
            if block.as_ref().is_some_and(|block| !rounds::leaves(block)) {
                ends.push(std::mem::take(&mut self.facts));
            }
            self.facts = outside;
            if let Some(Condition::Expr(cond)) = &cond {
                self.suppose(cond, false);
            }
            checked.push((cond, block, arm.span));
            self.branches += 1;
        }
        let other = match otherwise {
            Some(block) => self.block(block),
            None => Some(Block::default()),
        };
        self.branches = outer;
        if other.as_ref().is_some_and(|block| !rounds::leaves(block)) || ends.is_empty() {
            ends.push(std::mem::take(&mut self.facts));
        }
        let rules = self.rules();
        if let Some(facts) = ends.into_iter().reduce(|a, b| Facts::either(rules, &a, &b)) {
            self.facts = facts;
        }
        let mut other = other?;
        let branches: Vec<(Condition, Block, Span)> = checked
            .into_iter()
            .map(|(cond, block, span)| Some((cond?, block?, span)))
            .collect::<Option<_>>()?;
        // An `else if` is an `if` alone in the other block, on the line where it stands.
        let mut kind = None;
        for (cond, then, span) in branches.into_iter().rev() {
            if let Some((kind, span)) = kind.take() {
                let origin = self.origin(span, &[]);
                other = Block { stmts: vec![Stmt { kind, origin, span }] };
            }
            let other = std::mem::take(&mut other);
            kind = Some((StmtKind::If { cond, then, other }, span));
        }
        kind.map(|(kind, _)| kind)
    }

    fn if_condition(&mut self, condition: &AstCondition) -> Option<Condition> {
        match condition {
            AstCondition::Expr(expr) => self.condition(expr).map(Condition::Expr),
            AstCondition::DecidesTo { who, name } => {
                let ask = self.decision(who, name);
                self.happened();
                ask.map(Condition::Ask)
            }
        }
    }

    fn match_block(
        &mut self,
        subject: &ast::Expr,
        arms: &[MatchArm],
        otherwise: Option<&ast::Block>,
        span: Span,
    ) -> Option<StmtKind> {
        let subject = self.subject(subject);
        let before = self.facts.clone();
        let mut seen = BTreeSet::new();
        let mut checked = Vec::new();
        let mut misnamed = false;
        let mut ends: Vec<Facts> = Vec::new();
        let blocks = arms.iter().map(|arm| &arm.body).chain(otherwise);
        for (at, block) in blocks.enumerate() {
            self.facts = before.clone();
            let words = match (&subject, arms.get(at)) {
                (Some(subject), Some(arm)) => self.labels(subject, &arm.labels, &mut seen),
                _ => Some(Vec::new()),
            };
            misnamed |= words.is_none();
            let block = self.block(block);
            if block.as_ref().is_some_and(|block| !rounds::leaves(block)) {
                ends.push(std::mem::take(&mut self.facts));
            }
            checked.push(words.zip(block));
        }
        let rules = self.rules();
        self.facts = ends.into_iter().reduce(|a, b| Facts::either(rules, &a, &b)).unwrap_or(before);
        let subject = subject?;
        // A name that an arm misspells is not forgotten.
        if otherwise.is_none() && !misnamed {
            let head = Span { end: subject.span.end, ..span };
            self.complete(&subject, &seen, head)?;
        }
        let mut checked: Vec<_> = checked.into_iter().collect::<Option<_>>()?;
        let other = if otherwise.is_some() { checked.pop().map(|(_, block)| block) } else { None };
        Some(StmtKind::Match { on: subject, arms: checked, other })
    }

    /// Forgets what a round of a loop may change, before its first round.
    fn before_rounds(&mut self, body: &ast::Block) {
        let disturbance = Disturbance::of(body);
        for name in &disturbance.names {
            if let Some(local) = self.in_scope(name) {
                self.facts.forget_local(local);
                self.locals[local.0 as usize].domain = None;
            }
        }
        let only_locals = disturbance.names.iter().all(|name| self.in_scope(name).is_some());
        let deed = disturbance.calls.iter().any(|name| self.is_deed(name));
        if disturbance.happens || deed || !only_locals {
            self.facts.forget_properties();
        }
    }

    fn for_each(
        &mut self,
        name: &Name,
        list: &ast::Expr,
        filter: Option<&ast::Expr>,
        body: &ast::Block,
    ) -> Option<StmtKind> {
        let list = self.any_list(list);
        self.before_rounds(body);
        let before = self.facts.clone();
        let mark = self.enter();
        self.unhidden(name);
        let domain = list.as_ref().and_then(|list| self.domain_of_list(list));
        let local = self.local(&name.text, list.as_ref().map(|list| member(list.ty)), name.span);
        self.locals[local.0 as usize].domain = domain;
        if let Some(list) = &list {
            // Later rounds come after deeds of earlier ones: only the member itself is still known.
            let mut facts = self.facts_of_members(list, local);
            facts.forget_properties();
            self.facts.extend(self.rules(), facts);
        }
        let filter = filter.map(|filter| {
            let filter = self.condition(filter);
            if let Some(filter) = &filter {
                self.suppose(filter, true);
            }
            filter
        });
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        self.leave(mark);
        self.facts = before;
        let filter = match filter {
            None => None,
            Some(filter) => Some(filter?),
        };
        Some(StmtKind::For { local, list: list?, filter, body: body? })
    }

    fn repeat(&mut self, times: Option<&ast::Expr>, body: &ast::Block) -> Option<StmtKind> {
        let times = times.map(|times| self.one(times, Base::Int));
        self.before_rounds(body);
        let before = self.facts.clone();
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        self.facts = before;
        let times = match times {
            None => None,
            Some(times) => Some(times?),
        };
        Some(StmtKind::Repeat { times, body: body? })
    }

    /// `skip`, `next`, `stop`, `return x`, `end game`.
    pub(crate) fn way_out(&mut self, way: &ast::WayOut, span: Span) -> Option<WayOut> {
        let result = match self.kind {
            Kind::Deed(result) => result,
            Kind::Hook(Moment::Instead, _, result) => result,
            _ => None,
        };
        match way {
            ast::WayOut::Skip => {
                if let Some(ty) = result {
                    types::sound(ty)?;
                    let wanted = self.named(ty);
                    return self.error(
                        codes::MISSING_RETURN,
                        span,
                        format!("this gives `{wanted}`, and `skip` gives nothing"),
                        "a value is wanted",
                        Some("write `return …`".to_owned()),
                    );
                }
                Some(WayOut::Skip)
            }
            ast::WayOut::Next | ast::WayOut::Stop if self.loops == 0 => {
                let word = if *way == ast::WayOut::Next { "next" } else { "stop" };
                self.error(
                    codes::MISPLACED,
                    span,
                    format!("`{word}` belongs into a loop"),
                    "no `for` or `repeat` stands around it",
                    Some("`skip` leaves the step, hook, offer or deed".to_owned()),
                )
            }
            ast::WayOut::Next => Some(WayOut::Next),
            ast::WayOut::Stop => Some(WayOut::Stop),
            ast::WayOut::EndGame => Some(WayOut::EndGame),
            ast::WayOut::Return(value) => match result {
                Some(ty) => self.wanted(value, ty).map(WayOut::Return),
                None => {
                    let _ = self.expr(value, None);
                    self.error(
                        codes::MISPLACED,
                        span,
                        "only a deed with `-> TYPE` gives a value",
                        "nobody waits for this value",
                        Some(
                            "write `skip`, or say behind the parentheses what the deed gives"
                                .to_owned(),
                        ),
                    )
                }
            },
        }
    }

    /// Says so if a deed that gives a value may end without one.
    pub(crate) fn must_return(&mut self, result: Option<Ty>, block: &Block, span: Span) {
        if let Some(ty) = result.and_then(types::sound)
            && !rounds::leaves(block)
        {
            let wanted = self.named(ty);
            let _: Option<()> = self.error(
                codes::MISSING_RETURN,
                span,
                format!("this gives `{wanted}`, but not on every way through it"),
                "its end can be reached without `return`",
                Some("write `return …` at its end".to_owned()),
            );
        }
    }

    /// An empty list's type is what is put into it later.
    fn settle_empty_lists(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let StmtKind::Let { local, value: crate::typed::Value::Expr(expr), .. } =
                &mut stmt.kind
                && expr.ty.base == Base::Nothing
                && let Some(ty) = self.state(*local).ty
            {
                expr.ty = ty;
            }
        }
    }
}

/// A guard that always holds.
pub(crate) fn always(span: Span) -> Expr {
    constant(1, Base::Flag, span)
}

/// The words of a way out.
fn way_word(way: &ast::WayOut) -> &'static str {
    match way {
        ast::WayOut::Skip => "skip",
        ast::WayOut::Next => "next",
        ast::WayOut::Stop => "stop",
        ast::WayOut::Return(_) => "return …",
        ast::WayOut::EndGame => "end game",
    }
}
