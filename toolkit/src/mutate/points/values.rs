//! Changes of values and conditions.

use grammar::{
    Span,
    ast::{self, BinaryOp, Expr, ExprKind, Label, Quantifier, TurnOrder, UnaryOp},
};

use super::{Writer, changes::trimmed};

impl Writer<'_> {
    pub(super) fn guard(&mut self, guard: Option<&Expr>) {
        guard.into_iter().for_each(|guard| self.condition(guard));
    }

    /// A condition: each of its tests may always or never hold.
    pub(super) fn condition(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } => {
                self.operator(expr);
                self.condition(left);
                self.condition(right);
            }
            ExprKind::Bool(_) => self.expr(expr),
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                self.put(expr.span, "true");
                self.put(expr.span, "false");
                self.expr(operand);
            }
            _ => {
                self.put(expr.span, "true");
                self.put(expr.span, "false");
                self.expr(expr);
            }
        }
    }

    /// A value, which may be a condition as well.
    pub(super) fn value(&mut self, expr: &Expr) {
        self.expr(expr);
    }

    /// Between the operands of an operator stands its sign.
    pub(super) fn operator(&mut self, expr: &Expr) {
        let ExprKind::Binary { op, left, right } = &expr.kind else { return };
        let gap = Span { start: trimmed(self.text, left.span), end: right.span.start, ..expr.span };
        let changes: &[(&str, &str)] = match op {
            BinaryOp::And => &[("and", "or")],
            BinaryOp::Or => &[("or", "and")],
            BinaryOp::Equal => &[("==", "!=")],
            BinaryOp::NotEqual => &[("!=", "==")],
            BinaryOp::Less => &[("<", "<="), ("<", ">=")],
            BinaryOp::LessOrEqual => &[("<=", "<"), ("<=", ">")],
            BinaryOp::Greater => &[(">", ">="), (">", "<=")],
            BinaryOp::GreaterOrEqual => &[(">=", ">"), (">=", "<")],
            BinaryOp::Add => &[("+", "-")],
            BinaryOp::Subtract => &[("-", "+")],
            BinaryOp::Multiply => &[("*", "+")],
            BinaryOp::Divide => &[("/", "*")],
            BinaryOp::Remainder => &[("%", "*")],
        };
        changes.iter().for_each(|(from, to)| self.within(gap, from, to));
    }

    pub(super) fn labels(&mut self, labels: &[Label]) {
        for label in labels {
            if let ast::LabelKind::Name(name) = &label.kind {
                self.sisters(label.span, name);
            }
        }
    }

    /// The next name of the same enum.
    pub(super) fn sisters(&mut self, span: Span, name: &str) {
        for names in self.enums {
            let at = names.iter().position(|other| other == name);
            if let Some(next) = at.and_then(|at| names.iter().cycle().nth(at + 1))
                && next != name
            {
                self.put(span, next);
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        let start = expr.span.start;
        match &expr.kind {
            ExprKind::Int(number) => {
                self.put(expr.span, &number.saturating_add(1).to_string());
                if *number > 0 {
                    self.put(expr.span, &(number - 1).to_string());
                }
            }
            ExprKind::Bool(holds) => self.put(expr.span, if *holds { "false" } else { "true" }),
            ExprKind::Name(name) => self.sisters(name.span, &name.text),
            ExprKind::Property { of, name } => {
                let other = match name.text.as_str() {
                    "left" => Some("right"),
                    "right" => Some("left"),
                    "first" => Some("last"),
                    "last" => Some("first"),
                    "followers" => Some("figures"),
                    "figures" => Some("followers"),
                    "beside" => Some("neighbours"),
                    "neighbours" => Some("beside"),
                    _ => None,
                };
                other.into_iter().for_each(|other| self.put(name.span, other));
                self.expr(of);
            }
            ExprKind::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::List(members) => {
                for (number, member) in members.iter().enumerate() {
                    self.left_out(members, number);
                    self.expr(member);
                }
            }
            ExprKind::Method { of, arguments, .. } => {
                self.expr(of);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Range { from, to } => {
                self.expr(from);
                self.expr(to);
            }
            ExprKind::Unary { op, operand } => {
                if *op == UnaryOp::Not {
                    self.word(start, "not ", "");
                }
                self.expr(operand);
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => self.condition(expr),
            ExprKind::Binary { op, left, right } => {
                self.operator(expr);
                if *op == BinaryOp::Add {
                    self.swapped(left, right);
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Is { value, negated, .. } => {
                let gap = Span { start: trimmed(self.text, value.span), ..expr.span };
                self.negation(gap, *negated, "is");
                self.expr(value);
            }
            ExprKind::In { value, negated, list } => {
                let end = list.span.start;
                let gap = Span { start: trimmed(self.text, value.span), end, ..expr.span };
                match negated {
                    true => self.within(gap, "not in", "in"),
                    false => self.within(gap, "in", "not in"),
                }
                self.expr(value);
                self.expr(list);
            }
            ExprKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.condition(condition);
                    self.value(value);
                }
                self.value(otherwise);
            }
            ExprKind::Match { subject, arms, otherwise } => {
                self.expr(subject);
                for arm in arms {
                    self.labels(&arm.labels);
                    self.value(&arm.value);
                }
                otherwise.iter().for_each(|other| self.value(other));
            }
            ExprKind::Quantified { quantifier, list, filter, measure, .. } => {
                let others: &[(&str, &str)] = match quantifier {
                    Quantifier::Any => &[("any", "every"), ("any", "no")],
                    Quantifier::Every => &[("every", "any")],
                    Quantifier::No => &[("no", "any")],
                    Quantifier::Max => &[("max", "min"), ("max", "sum")],
                    Quantifier::Min => &[("min", "max")],
                    Quantifier::Sum => &[("sum", "max")],
                    Quantifier::Most => &[("most", "least")],
                    Quantifier::Least => &[("least", "most")],
                    Quantifier::All | Quantifier::First | Quantifier::The | Quantifier::Count => {
                        &[]
                    }
                };
                others.iter().for_each(|(from, to)| self.word(start, from, to));
                self.expr(list);
                self.guard(filter.as_deref());
                measure.iter().for_each(|measure| self.value(measure));
            }
            ExprKind::Count(inner) => self.expr(inner),
            ExprKind::Clockwise { order, player } => {
                match order {
                    TurnOrder::From => self.word(start, "clockwise from", "clockwise after"),
                    TurnOrder::After => self.word(start, "clockwise after", "clockwise from"),
                }
                self.expr(player);
            }
            ExprKind::Length(_) | ExprKind::None => {}
        }
    }

    /// `is` for `is not`, and the other way round.
    pub(super) fn negation(&mut self, gap: Span, negated: bool, word: &str) {
        let stretch = self.text.get(gap.start as usize..gap.end as usize).unwrap_or_default();
        let Some(at) = stretch.find(word) else { return };
        let start = gap.start + at as u32;
        match negated {
            true => self.word(start, "is not", "is"),
            false => self.word(start, "is", "is not"),
        }
    }
}
