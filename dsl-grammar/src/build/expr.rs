//! Expressions: the flat chain of operands and operators becomes a tree by precedence.

use pest::iterators::Pair;

use super::{Builder, Built, Kids, only};
use crate::ast::{
    BinaryOp, Expr, ExprArm, ExprKind, Label, LabelKind, Quantifier, Test, TurnOrder, UnaryOp,
};
use crate::grammar::Rule;
use crate::source::Span;

/// From loose to tight; the operand of `not` is a comparison, that of `-` a property or call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
    Comparison,
    Range,
    Sum,
    Product,
    Sign,
}

/// A piece of the flat chain.
enum Piece {
    Prefix(UnaryOp, Span),
    Operand(Expr),
    Infix(Infix, Level),
    Is { negated: bool, test: Test, span: Span },
}

#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Range,
    In { negated: bool },
}

type Pieces = std::iter::Peekable<std::vec::IntoIter<Piece>>;

impl Builder {
    /// An `expr` pair.
    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let levels = 1 + count_operators(&pair);
        self.enter(levels, self.span(&pair))?;
        let mut pieces = Vec::new();
        for part in Kids::of(pair) {
            if part.as_rule() == Rule::operand {
                for part in Kids::of(part) {
                    pieces.push(match part.as_rule() {
                        Rule::prefix => self.prefix(&part),
                        _ => Piece::Operand(self.postfix(part)?),
                    });
                }
            } else {
                pieces.push(self.operator(part));
            }
        }
        self.leave(levels);
        Ok(climb(&mut pieces.into_iter().peekable(), Level::Or))
    }

    fn prefix(&self, pair: &Pair<'_, Rule>) -> Piece {
        let op = if pair.as_str() == "-" { UnaryOp::Negate } else { UnaryOp::Not };
        Piece::Prefix(op, self.span(pair))
    }

    fn operator(&self, pair: Pair<'_, Rule>) -> Piece {
        if pair.as_rule() == Rule::infix {
            let (infix, level) = infix(pair.as_str());
            return Piece::Infix(infix, level);
        }
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let negated = kids.optional(Rule::negated).is_some();
        let kind = kids.any();
        let test = match kind.as_rule() {
            Rule::t_none => Test::None,
            Rule::t_empty => Test::Empty,
            _ => Test::Kind(self.name(&kind)),
        };
        Piece::Is { negated, test, span }
    }

    /// A `postfix` or `subject` pair: something with properties and calls behind it.
    pub(super) fn postfix(&mut self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut kids = Kids::of(pair);
        let first = kids.any();
        let levels = kids.clone().count();
        self.enter(levels, span)?;
        let mut expr = self.atom(first)?;
        for suffix in kids {
            expr = self.suffix(expr, suffix)?;
        }
        self.leave(levels);
        Ok(expr)
    }

    fn suffix(&mut self, of: Expr, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = of.span.to(self.span(&pair));
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::word));
        let of = Box::new(of);
        let kind = match kids.next() {
            Some(arguments) => {
                let arguments = self.exprs(Kids::of(arguments))?;
                ExprKind::Method { of, name, arguments }
            }
            None => ExprKind::Property { of, name },
        };
        Ok(Expr { span, kind })
    }

    fn exprs(&mut self, kids: Kids<'_>) -> Built<Vec<Expr>> {
        kids.map(|pair| self.expr(pair)).collect()
    }

    fn atom(&mut self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let pair = if pair.as_rule() == Rule::atom { only(pair) } else { pair };
        if pair.as_rule() == Rule::paren {
            return self.expr(only(pair));
        }
        let span = self.span(&pair);
        let kind = self.atom_kind(pair)?;
        Ok(Expr { span, kind })
    }

    fn atom_kind(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        match pair.as_rule() {
            Rule::called => self.called(pair),
            Rule::list => self.list(pair),
            Rule::if_value => self.if_value(pair),
            Rule::match_value => self.match_value(pair),
            Rule::quantified => self.quantified(pair),
            Rule::count_of => self.count_of(pair),
            Rule::clockwise => self.clockwise(pair),
            _ => self.literal(&pair),
        }
    }

    fn literal(&self, pair: &Pair<'_, Rule>) -> Built<ExprKind> {
        Ok(match pair.as_rule() {
            Rule::int => ExprKind::Int(self.int(pair)?),
            Rule::length => ExprKind::Length(self.length(pair)?),
            Rule::truth => ExprKind::Bool(pair.as_str() == "true"),
            _ => ExprKind::None,
        })
    }

    fn list(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        Ok(ExprKind::List(self.exprs(Kids::of(pair))?))
    }

    fn count_of(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        self.enter(1, self.span(&pair))?;
        let counted = self.postfix(only(pair))?;
        self.leave(1);
        Ok(ExprKind::Count(Box::new(counted)))
    }

    fn called(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        let mut kids = Kids::of(pair);
        let name = self.name(&kids.expect(Rule::name));
        Ok(match kids.next() {
            Some(arguments) => ExprKind::Call { name, arguments: self.exprs(Kids::of(arguments))? },
            None => ExprKind::Name(name),
        })
    }

    fn clockwise(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        self.enter(1, self.span(&pair))?;
        let mut kids = Kids::of(pair);
        let order = match kids.any().as_rule() {
            Rule::c_from => TurnOrder::From,
            _ => TurnOrder::After,
        };
        let player = Box::new(self.postfix(kids.expect(Rule::postfix))?);
        self.leave(1);
        Ok(ExprKind::Clockwise { order, player })
    }

    fn if_value(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        let mut parts = self.exprs(Kids::of(pair))?;
        let otherwise = Box::new(parts.pop().expect("the grammar ends an `if` with `else`"));
        let mut arms = Vec::new();
        let mut parts = parts.into_iter();
        while let (Some(condition), Some(value)) = (parts.next(), parts.next()) {
            arms.push((condition, value));
        }
        Ok(ExprKind::If { arms, otherwise })
    }

    fn match_value(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        let mut kids = Kids::of(pair);
        let subject = Box::new(self.expr(kids.expect(Rule::expr))?);
        let (mut arms, mut otherwise) = (Vec::new(), None);
        for arm in kids {
            let span = self.span(&arm);
            let mut parts = Kids::of(arm);
            let labels = parts.optional(Rule::labels);
            let value = self.expr(parts.expect(Rule::expr))?;
            match labels {
                Some(labels) => arms.push(ExprArm { labels: self.labels(labels)?, value, span }),
                None if otherwise.is_some() => return Err(second_else(span).into()),
                None => otherwise = Some(Box::new(value)),
            }
        }
        Ok(ExprKind::Match { subject, arms, otherwise })
    }

    /// The labels of an arm of a `match`.
    pub(super) fn labels(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Label>> {
        Kids::of(pair)
            .map(|label| {
                let label = only(label);
                let kind = match label.as_rule() {
                    Rule::signed => LabelKind::Int(self.int(&label)?),
                    _ => LabelKind::Name(label.as_str().to_owned()),
                };
                Ok(Label { kind, span: self.span(&label) })
            })
            .collect()
    }

    fn quantified(&mut self, pair: Pair<'_, Rule>) -> Built<ExprKind> {
        let mut kids = Kids::of(pair);
        let quantifier = quantifier(kids.any().as_str());
        let name = self.name(&kids.expect(Rule::name));
        let list = Box::new(self.expr(kids.expect(Rule::expr))?);
        let filter = kids.optional(Rule::filter).map(|pair| self.expr(only(pair))).transpose()?;
        let measure =
            kids.optional(Rule::by_measure).map(|pair| self.expr(only(pair))).transpose()?;
        let (filter, measure) = (filter.map(Box::new), measure.map(Box::new));
        Ok(ExprKind::Quantified { quantifier, name, list, filter, measure })
    }
}

/// The diagnostic for a second `else` in one `match`.
pub(super) fn second_else(span: Span) -> crate::Diagnostic {
    crate::Diagnostic::error(crate::codes::UNEXPECTED, "a `match` has one `else`")
        .label(span, "the second one")
}

fn count_operators(pair: &Pair<'_, Rule>) -> usize {
    let mut operators = 0;
    for part in pair.clone().into_inner() {
        operators += match part.as_rule() {
            Rule::operand => part.into_inner().count() - 1,
            _ => 1,
        };
    }
    operators
}

fn infix(word: &str) -> (Infix, Level) {
    use BinaryOp::{
        Add, And, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Multiply, NotEqual,
        Or, Remainder, Subtract,
    };
    let (op, level) = match word {
        ".." => return (Infix::Range, Level::Range),
        "in" => return (Infix::In { negated: false }, Level::Comparison),
        "or" => (Or, Level::Or),
        "and" => (And, Level::And),
        "==" => (Equal, Level::Comparison),
        "!=" => (NotEqual, Level::Comparison),
        "<" => (Less, Level::Comparison),
        "<=" => (LessOrEqual, Level::Comparison),
        ">" => (Greater, Level::Comparison),
        ">=" => (GreaterOrEqual, Level::Comparison),
        "+" => (Add, Level::Sum),
        "-" => (Subtract, Level::Sum),
        "*" => (Multiply, Level::Product),
        "/" => (Divide, Level::Product),
        "%" => (Remainder, Level::Product),
        _ => return (Infix::In { negated: true }, Level::Comparison),
    };
    (Infix::Binary(op), level)
}

fn quantifier(word: &str) -> Quantifier {
    match word {
        "all" => Quantifier::All,
        "first" => Quantifier::First,
        "the" => Quantifier::The,
        "count" => Quantifier::Count,
        "any" => Quantifier::Any,
        "no" => Quantifier::No,
        "every" => Quantifier::Every,
        "sum" => Quantifier::Sum,
        "max" => Quantifier::Max,
        "min" => Quantifier::Min,
        "most" => Quantifier::Most,
        _ => Quantifier::Least,
    }
}

/// Precedence climbing: an operand, then all operators that bind at least as tightly as `least`.
///
/// It goes as deep as there are operators in the chain, which `deeper` has bounded.
fn climb(pieces: &mut Pieces, least: Level) -> Expr {
    let mut left = match pieces.next() {
        Some(Piece::Prefix(op, span)) => {
            let level = if op == UnaryOp::Not { Level::Not } else { Level::Sign };
            let operand = climb(pieces, level);
            let span = span.to(operand.span);
            Expr { span, kind: ExprKind::Unary { op, operand: Box::new(operand) } }
        }
        Some(Piece::Operand(expr)) => expr,
        _ => unreachable!("the grammar begins a chain with an operand"),
    };
    loop {
        match pieces.peek() {
            Some(&Piece::Infix(infix, level)) if level >= least => {
                pieces.next();
                let right = climb(pieces, tighter(level));
                left = join(infix, left, right);
            }
            Some(Piece::Is { .. }) if Level::Comparison >= least => {
                let Some(Piece::Is { negated, test, span }) = pieces.next() else { continue };
                let span = left.span.to(span);
                let kind = ExprKind::Is { value: Box::new(left), negated, test };
                left = Expr { span, kind };
            }
            _ => return left,
        }
    }
}

fn tighter(level: Level) -> Level {
    match level {
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Not | Level::Comparison => Level::Range,
        Level::Range => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product | Level::Sign => Level::Sign,
    }
}

fn join(infix: Infix, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let (left, right) = (Box::new(left), Box::new(right));
    let kind = match infix {
        Infix::Binary(op) => ExprKind::Binary { op, left, right },
        Infix::Range => ExprKind::Range { from: left, to: right },
        Infix::In { negated } => ExprKind::In { value: left, negated, list: right },
    };
    Expr { span, kind }
}
