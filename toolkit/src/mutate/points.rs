//! The small ways in which rules can be changed, read off the trees: one change is one stretch of text for another.

use grammar::{
    SourceFile, Span,
    ast::{
        self, Ask, AssignOp, BinaryOp, Block, Change, Condition, Expr, ExprKind, FeatureLine,
        FigureLine, Item, ItemKind, Label, Line, Moment, Otherwise, Quantifier, Statement,
        StatementKind, TokenLine, TurnOrder, UnaryOp, Value, WayOut,
    },
};

/// One stretch of a text for another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edit {
    /// What is replaced.
    pub(super) start: u32,
    pub(super) end: u32,
    /// By what.
    pub(super) to: String,
    /// The item in which it stands.
    pub(super) item: (u32, u32),
    /// Whether all of the item is taken away, so that even who never comes to it may notice.
    pub(super) whole: bool,
    /// What must be good rules in its place, too, for the change to mean anything: sums of numbers are the same in any
    /// order, and only lists can be added to an empty one.
    pub(super) only_if: Option<String>,
}

/// All small changes of a file of rules. `enums` are the names of each enum that its rules can speak of.
pub(super) fn edits(file: &SourceFile, tree: &ast::File, enums: &[Vec<String>]) -> Vec<Edit> {
    let mut writer = Writer { text: file.text(), enums, edits: Vec::new(), item: (0, 0) };
    tree.items.iter().for_each(|item| writer.item(item));
    let mut edits = writer.edits;
    edits.sort();
    edits.dedup();
    edits
}

struct Writer<'a> {
    text: &'a str,
    enums: &'a [Vec<String>],
    edits: Vec<Edit>,
    /// The item at hand.
    item: (u32, u32),
}

impl Writer<'_> {
    fn item(&mut self, item: &Item) {
        self.item = (item.span.start, item.span.end);
        match &item.kind {
            ItemKind::Option(option) => self.option(option),
            ItemKind::Feature(feature) => {
                for line in &feature.lines {
                    match &line.kind {
                        FeatureLine::Completed(expr) => self.condition(expr),
                        FeatureLine::Worth(expr) | FeatureLine::Holds(expr) => self.expr(expr),
                        FeatureLine::Joins(_) | FeatureLine::Property(_) => {}
                    }
                }
            }
            ItemKind::Figure(figure) => self.figure_lines(&figure.lines),
            ItemKind::ExtendFigure(figure) => self.figure_lines(&figure.lines),
            ItemKind::Token(token) => {
                for line in &token.lines {
                    if let TokenLine::Stock(expr) | TokenLine::Each(expr) = &line.kind {
                        self.expr(expr);
                    }
                }
            }
            ItemKind::Step(step) => {
                self.dropped(item);
                self.guard(step.condition.as_ref());
                self.block(&step.body);
            }
            ItemKind::Offer(offer) => {
                self.dropped(item);
                self.guard(offer.condition.as_ref());
                offer.list.iter().for_each(|options| self.expr(&options.list));
                self.block(&offer.body);
            }
            ItemKind::Hook(hook) => {
                self.dropped(item);
                match hook.moment {
                    Moment::Before => self.word(item.span.start, "before", "after"),
                    Moment::After => self.word(item.span.start, "after", "before"),
                    Moment::Instead => {}
                }
                self.guard(hook.condition.as_ref());
                self.block(&hook.body);
            }
            ItemKind::Adjust(adjust) => {
                self.dropped(item);
                let gap = Span {
                    start: adjust.function.span.end,
                    end: adjust.value.span.start,
                    ..item.span
                };
                match adjust.change {
                    Change::AtMost => self.within(gap, "at most", "at least"),
                    Change::AtLeast => self.within(gap, "at least", "at most"),
                    Change::By | Change::To => {}
                }
                self.expr(&adjust.value);
                self.guard(adjust.condition.as_ref());
            }
            ItemKind::Forbid(forbid) => {
                self.dropped(item);
                self.guard(forbid.condition.as_ref());
            }
            ItemKind::Fn(function) => self.value(&function.body),
            ItemKind::To(deed) => self.block(&deed.body),
            ItemKind::With(with) => with.items.iter().for_each(|item| self.item(item)),
            _ => {}
        }
    }

    /// Another of the values that an option may have.
    fn option(&mut self, option: &ast::OptionItem) {
        self.expr(&option.default);
    }

    fn figure_lines(&mut self, lines: &[Line<FigureLine>]) {
        for line in lines {
            match &line.kind {
                FigureLine::Each(expr) | FigureLine::Counts(expr) => self.expr(expr),
                FigureLine::Stands(stands) => {
                    stands.iter().for_each(|stand| self.guard(stand.condition.as_ref()));
                }
                FigureLine::One | FigureLine::Size(_) => {}
            }
        }
    }

    fn change(&mut self, start: u32, end: u32, to: &str) {
        let (to, item) = (to.to_owned(), self.item);
        self.edits.push(Edit { start, end, to, item, whole: false, only_if: None });
    }

    fn put(&mut self, span: Span, to: &str) {
        let end = trimmed(self.text, span);
        self.change(span.start, end, to);
    }

    /// Another word where one stands.
    fn word(&mut self, start: u32, from: &str, to: &str) {
        if self.text[start as usize..].starts_with(from) {
            let end = start + from.len() as u32;
            self.change(start, end, to);
        }
    }

    /// Another word for one that stands in a stretch between others.
    fn within(&mut self, gap: Span, from: &str, to: &str) {
        let stretch = self.text.get(gap.start as usize..gap.end as usize).unwrap_or_default();
        if let Some(at) = stretch.rfind(from) {
            self.word(gap.start + at as u32, from, to);
        }
    }

    /// The item is not there.
    fn dropped(&mut self, item: &Item) {
        let start = item.citations.first().map_or(item.span, |cited| cited.span);
        self.put(start.to(item.span), "");
        if let Some(edit) = self.edits.last_mut() {
            edit.whole = true;
        }
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
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

    fn deed(&mut self, deed: &ast::Deed<Expr>, span: Span) {
        if let ast::Deed::Scores { who, points, .. } = deed {
            let gap = Span { start: who.span.end, end: points.span.start, ..span };
            self.within(gap, "scores", "loses");
        }
        crate::coverage::each_word(deed, &mut |word| self.expr(word));
    }

    fn right_side(&mut self, value: &Value, otherwise: Option<&Otherwise>) {
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

    fn way_out(&mut self, way: &WayOut, span: Span) {
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

    fn ask(&mut self, ask: &Ask) {
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

    fn guard(&mut self, guard: Option<&Expr>) {
        guard.into_iter().for_each(|guard| self.condition(guard));
    }

    /// A condition: each of its tests may always or never hold.
    fn condition(&mut self, expr: &Expr) {
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
    fn value(&mut self, expr: &Expr) {
        self.expr(expr);
    }

    /// Between the operands of an operator stands its sign.
    fn operator(&mut self, expr: &Expr) {
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

    fn labels(&mut self, labels: &[Label]) {
        for label in labels {
            if let ast::LabelKind::Name(name) = &label.kind {
                self.sisters(label.span, name);
            }
        }
    }

    /// The next name of the same enum.
    fn sisters(&mut self, span: Span, name: &str) {
        for names in self.enums {
            let at = names.iter().position(|other| other == name);
            if let Some(next) = at.and_then(|at| names.iter().cycle().nth(at + 1))
                && next != name
            {
                self.put(span, next);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
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

    /// A list without one of its members.
    fn left_out(&mut self, members: &[Expr], number: usize) {
        let own = members[number].span;
        let stretch = match (number.checked_sub(1), members.get(number + 1)) {
            (_, Some(next)) => Span { end: next.span.start, ..own },
            (Some(before), None) => Span { start: members[before].span.end, ..own },
            (None, None) => own,
        };
        self.change(stretch.start, stretch.end, "");
    }

    /// `a + b` as `b + a`, where they are lists.
    fn swapped(&mut self, left: &Expr, right: &Expr) {
        let (a, b) = (self.copied(left.span), self.copied(right.span));
        if let (Some(a), Some(b)) = (a, b) {
            let end = trimmed(self.text, right.span);
            self.change_if(left.span.start, end, &format!("{b} + {a}"), format!("{a} + {b} + []"));
        }
    }

    /// `a += b` as `a = b + a`, where they are lists.
    fn added_before(&mut self, target: Span, added: &Expr) {
        let (a, b) = (self.copied(target), self.copied(added.span));
        if let (Some(a), Some(b)) = (a, b) {
            let end = trimmed(self.text, added.span);
            self.change_if(
                target.start,
                end,
                &format!("{a} = {b} + {a}"),
                format!("{a} += {b} + []"),
            );
        }
    }

    /// The text of an expression as it can stand beside a `+`; nothing for one of several lines.
    fn copied(&self, span: Span) -> Option<String> {
        let text = self.text.get(span.start as usize..trimmed(self.text, span) as usize)?;
        let is_simple = text.chars().all(|c| c.is_alphanumeric() || "._ []()".contains(c))
            && !text.contains(" if ");
        match is_simple {
            _ if text.contains('\n') => None,
            true => Some(text.to_owned()),
            false => Some(format!("({text})")),
        }
    }

    fn change_if(&mut self, start: u32, end: u32, to: &str, witness: String) {
        self.change(start, end, to);
        if let Some(edit) = self.edits.last_mut() {
            edit.only_if = Some(witness);
        }
    }

    /// `is` for `is not`, and the other way round.
    fn negation(&mut self, gap: Span, negated: bool, word: &str) {
        let stretch = self.text.get(gap.start as usize..gap.end as usize).unwrap_or_default();
        let Some(at) = stretch.find(word) else { return };
        let start = gap.start + at as u32;
        match negated {
            true => self.word(start, "is not", "is"),
            false => self.word(start, "is", "is not"),
        }
    }
}

/// Where a stretch ends without the blanks and the comment behind it.
fn trimmed(text: &str, span: Span) -> u32 {
    let start = span.start as usize;
    let mut kept = text.get(start..span.end as usize).unwrap_or_default().trim_end();
    loop {
        let line = kept.rfind('\n').map_or(0, |at| at + 1);
        match kept[line..].find("//") {
            Some(at) => kept = kept[..line + at].trim_end(),
            None => return (start + kept.len()) as u32,
        }
    }
}
