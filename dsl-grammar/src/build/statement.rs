//! Statements, asks and sentences.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, only};
use crate::ast::{
    Ask, AssignOp, Block, Condition, Deed, Expr, ExprKind, IfArm, MatchArm, Otherwise, Statement,
    StatementKind, Value, WayOut,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::grammar::Rule;
use crate::source::Span;

impl Builder {
    /// A `block` pair.
    pub(super) fn block(&mut self, pair: Pair<'_, Rule>) -> Built<Block> {
        let span = self.span(&pair);
        // A block counts twice: it takes the builder, and every walker later, twice the stack.
        self.enter(2, span)?;
        let statements = self.lines(Kids::of(pair), Self::statement)?;
        self.leave(2);
        Ok(Block { statements, span })
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        match pair.as_rule() {
            Rule::s_let => self.let_statement(pair),
            Rule::s_if => self.if_statement(pair),
            Rule::s_match => self.match_statement(pair),
            Rule::s_for => self.for_statement(pair),
            Rule::s_repeat => self.repeat_statement(pair),
            Rule::way_out => Ok(StatementKind::Leave(self.way_out(pair)?)),
            Rule::s_again => Ok(StatementKind::Again),
            Rule::s_lay => Ok(StatementKind::Lay(self.lay(pair)?)),
            _ => self.action(pair),
        }
    }

    fn let_statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        let (value, otherwise) = self.value(kids.expect(Rule::value))?;
        Ok(StatementKind::Let { name, value, otherwise })
    }

    fn for_statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        let list = self.expr(kids.expect(Rule::expr))?;
        let filter = kids.optional(Rule::filter).map(|pair| self.expr(only(pair))).transpose()?;
        let body = self.block(kids.expect(Rule::block))?;
        Ok(StatementKind::For { name, list, filter, body })
    }

    fn repeat_statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let times = kids.optional(Rule::times).map(|pair| self.expr(only(pair))).transpose()?;
        Ok(StatementKind::Repeat { times, body: self.block(kids.expect(Rule::block))? })
    }

    fn if_statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let mut arms = Vec::new();
        while let Some(arm) = kids.optional(Rule::if_arm) {
            let span = self.span(&arm);
            let mut parts = Kids::of(arm);
            let question = self.expr(parts.expect(Rule::expr))?;
            let condition = match parts.optional(Rule::decides) {
                Some(decides) => {
                    Condition::DecidesTo { who: question, name: self.name(&only(decides)) }
                }
                None => Condition::Expr(question),
            };
            arms.push(IfArm { condition, body: self.block(parts.expect(Rule::block))?, span });
        }
        let otherwise = kids.next().map(|block| self.block(block)).transpose()?;
        Ok(StatementKind::If { arms, otherwise })
    }

    fn match_statement(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let subject = self.expr(kids.expect(Rule::expr))?;
        let (mut arms, mut otherwise) = (Vec::new(), None);
        for arm in kids {
            let span = self.span(&arm);
            let mut parts = Kids::of(arm);
            let labels = parts.optional(Rule::labels);
            let body = self.block(parts.expect(Rule::block))?;
            match labels {
                Some(labels) => arms.push(MatchArm { labels: self.labels(labels)?, body, span }),
                None if otherwise.is_some() => return Err(super::expr::second_else(span).into()),
                None => otherwise = Some(body),
            }
        }
        Ok(StatementKind::Match { subject, arms, otherwise })
    }

    fn way_out(&mut self, pair: Pair<'_, Rule>) -> Built<WayOut> {
        let way = only(pair);
        Ok(match way.as_rule() {
            Rule::w_skip => WayOut::Skip,
            Rule::w_next => WayOut::Next,
            Rule::w_stop => WayOut::Stop,
            Rule::w_return => WayOut::Return(self.expr(only(way))?),
            _ => WayOut::EndGame,
        })
    }

    fn value(&mut self, pair: Pair<'_, Rule>) -> Built<(Value, Option<Otherwise>)> {
        let mut kids = Kids::of(pair);
        let first = self.expr(kids.expect(Rule::expr))?;
        let value = match kids.optional(Rule::ask) {
            Some(ask) => Value::Ask(self.ask(first, ask)?),
            None => Value::Expr(first),
        };
        let otherwise = match kids.optional(Rule::otherwise) {
            Some(otherwise) => {
                let choice = only(otherwise);
                Some(match choice.as_rule() {
                    Rule::way_out => {
                        let span = self.span(&choice);
                        Otherwise::Leave(self.way_out(choice)?, span)
                    }
                    _ => Otherwise::Value(self.expr(choice)?),
                })
            }
            None => None,
        };
        Ok((value, otherwise))
    }

    fn ask(&mut self, who: Expr, pair: Pair<'_, Rule>) -> Built<Ask> {
        let ask = only(pair);
        let span = self.span(&ask);
        let rule = ask.as_rule();
        if rule == Rule::decides {
            return Ok(Ask::DecidesTo { who, name: self.name(&only(ask)) });
        }
        let mut kids = Kids::of(ask);
        let first = self.expr(kids.expect(Rule::expr))?;
        Ok(match rule {
            Rule::chooses => Ask::Chooses { who, from: first },
            Rule::may_choose => Ask::MayChoose { who, from: first },
            Rule::draws => Ask::Draws { who, pile: first },
            Rule::shoots => {
                let at = kids.next().map(|pair| self.expr(pair)).transpose()?;
                Ask::Shoots { who, token: first, at }
            }
            _ => match first.kind {
                ExprKind::Range { from, to } => Ask::Rolls { who, from: *from, to: *to },
                _ => return Err(no_range(span, first.span).into()),
            },
        })
    }

    /// An `s_action` pair: an assignment, an ask, a sentence or a call.
    pub(super) fn action(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let mut kids = Kids::of(pair);
        let subject = self.postfix(kids.expect(Rule::subject))?;
        let Some(tail) = kids.next() else {
            return call_alone(subject);
        };
        Ok(match tail.as_rule() {
            Rule::assign => {
                if !matches!(subject.kind, ExprKind::Name(_) | ExprKind::Property { .. }) {
                    return Err(no_target(subject.span).into());
                }
                let mut parts = Kids::of(tail);
                let op = match parts.expect(Rule::assign_op).as_str() {
                    "+=" => AssignOp::Add,
                    "-=" => AssignOp::Subtract,
                    _ => AssignOp::Set,
                };
                let (value, otherwise) = self.value(parts.expect(Rule::value))?;
                StatementKind::Assign { target: subject, op, value, otherwise }
            }
            Rule::ask => StatementKind::Ask(self.ask(subject, tail)?),
            _ => StatementKind::Deed(self.sentence(subject, only(tail))?),
        })
    }

    /// A `given` line's action as a statement of its own.
    pub(super) fn given(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let span = self.span(&pair);
        let kind = self.action(pair)?;
        let asks = match &kind {
            StatementKind::Ask(_) => true,
            StatementKind::Assign { value, otherwise, .. } => {
                matches!(value, Value::Ask(_)) || otherwise.is_some()
            }
            _ => false,
        };
        if asks {
            return Err(Diagnostic::error(
                codes::UNEXPECTED,
                "`given` sets a property or does a deed, nobody is asked",
            )
            .label(span, "this waits for an answer or has an `else`")
            .into());
        }
        Ok(Statement { citations: Vec::new(), span, kind })
    }

    fn sentence(&mut self, who: Expr, pair: Pair<'_, Rule>) -> Built<Deed<Expr>> {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        if rule == Rule::d_takes {
            return self.takes(who, kids);
        }
        let mut next = |builder: &mut Self| builder.expr(kids.expect(Rule::expr));
        Ok(match rule {
            Rule::d_scores => Deed::Scores { who, points: next(self)?, cause: next(self)? },
            Rule::d_loses => Deed::Loses { who, points: next(self)?, cause: next(self)? },
            Rule::d_pays => {
                Deed::Pays { who, points: next(self)?, to: next(self)?, cause: next(self)? }
            }
            Rule::d_places => Deed::Places { who, tile: next(self)?, fit: next(self)? },
            Rule::d_deploys => Deed::Deploys { who, spot: next(self)? },
            Rule::d_moves => Deed::Moves { what: who, from: None, to: next(self)? },
            Rule::d_returns => Deed::Returns { what: who, from: None },
            Rule::d_leaves => Deed::Leaves { what: who },
            Rule::d_puts => Deed::Puts { who, token: next(self)?, place: next(self)? },
            Rule::d_joins => Deed::Joins { a: who, b: next(self)? },
            Rule::d_parts => Deed::Parts { a: who, b: next(self)? },
            Rule::d_plays => Deed::PlaysPart { who },
            _ => Deed::Wins { who },
        })
    }

    fn takes(&mut self, who: Expr, mut kids: Kids<'_>) -> Built<Deed<Expr>> {
        if let Some(back) = kids.optional(Rule::d_back) {
            return Ok(Deed::TakesBack { who, token: self.expr(only(back))? });
        }
        let amount = match kids.optional(Rule::amount) {
            Some(amount) => {
                let amount = only(amount);
                Some(match amount.as_rule() {
                    Rule::int => {
                        let span = self.span(&amount);
                        Expr { span, kind: ExprKind::Int(self.int(&amount)?) }
                    }
                    _ => self.expr(only(amount))?,
                })
            }
            None => None,
        };
        let token = self.postfix(kids.expect(Rule::postfix))?;
        let from = kids.optional(Rule::d_from).map(|from| self.expr(only(from))).transpose()?;
        Ok(Deed::Takes { who, amount, token, from })
    }
}

fn call_alone(subject: Expr) -> Built<StatementKind> {
    match subject.kind {
        ExprKind::Call { name, arguments } => {
            Ok(StatementKind::Deed(Deed::Call { name, arguments }))
        }
        _ => Err(Diagnostic::error(codes::NOT_A_STATEMENT, "this does nothing")
            .label(subject.span, "only looked at")
            .help(
                "a statement begins with its keyword, or something has `=`, a verb or an ask \
                 behind it, or it calls a deed: `settle(f)`; a number of tokens that is no \
                 plain one stands in parentheses: `p takes (n) TOKEN`",
            )
            .into()),
    }
}

fn no_target(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_STATEMENT, "this cannot be changed")
        .label(span, "neither a name nor a property")
}

fn no_range(ask: Span, found: Span) -> Diagnostic {
    Diagnostic::error(codes::UNEXPECTED, "`rolls` needs a range")
        .label(found, "expected the least and the greatest number")
        .label(ask, "in this ask")
        .help("write it as `rolls 1..6`")
}
