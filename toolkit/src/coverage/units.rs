//! What of an expansion's rules can be come to: read off the trees, so that rules which no game compiles count too.

use compiler::{Mark, Probe};
use grammar::{
    Span,
    ast::{
        self, BinaryOp, Block, Citation, Condition, Expr, ExprKind, FeatureLine, FigureLine, Item,
        ItemKind, Line, Otherwise, Statement, StatementKind, TokenLine, TypeKind, UnaryOp, Value,
        WayOut,
    },
};

use crate::program::Texts;

/// Something of the rules that a scenario can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// What games note of it.
    pub(crate) probe: Probe,
    /// Where it is shown: an `else` stands behind its value.
    pub(crate) at: Span,
    /// The statements that its line cites, or else its item.
    pub(crate) statements: Vec<String>,
}

impl Unit {
    /// Whether it is one of two ways on, and not just a line.
    pub(crate) fn is_branch(&self) -> bool {
        self.probe.mark != Mark::Reached
    }
}

/// Everything in an expansion's rules that a scenario can come to, in the order of its files.
pub(crate) fn units(texts: &Texts, expansion: &str) -> Vec<Unit> {
    let mut reader = Reader { texts, units: Vec::new(), item: Vec::new(), line: Vec::new() };
    for source in texts.available().iter().filter(|source| source.folder == expansion) {
        source.files.iter().flat_map(|(_, file)| &file.items).for_each(|item| reader.item(item));
    }
    reader.units
}

struct Reader<'a> {
    texts: &'a Texts,
    units: Vec<Unit>,
    /// The statements that the item at hand cites.
    item: Vec<String>,
    /// Those of the line at hand, if it cites any.
    line: Vec<String>,
}

impl Reader<'_> {
    fn item(&mut self, item: &Item) {
        self.item = cited(&item.citations);
        match &item.kind {
            ItemKind::Feature(feature) => feature.lines.iter().for_each(|line| {
                self.of_line(line, |this, line| match line {
                    FeatureLine::Completed(expr) => this.condition_value(expr),
                    FeatureLine::Worth(expr) => this.value(expr),
                    FeatureLine::Joins(_) | FeatureLine::Holds(_) | FeatureLine::Property(_) => {}
                });
            }),
            ItemKind::Figure(figure) => self.figure_lines(&figure.lines),
            ItemKind::ExtendFigure(figure) => self.figure_lines(&figure.lines),
            ItemKind::Token(token) => token.lines.iter().for_each(|line| {
                self.of_line(line, |this, line| match line {
                    TokenLine::Stock(expr) | TokenLine::Each(expr) => this.value(expr),
                    TokenLine::Lays { .. } | TokenLine::Size(_) => {}
                });
            }),
            ItemKind::Step(step) => self.guarded(step.condition.as_ref(), &step.body),
            ItemKind::Offer(offer) => {
                self.conditions(offer.condition.as_ref());
                offer.list.iter().for_each(|options| self.value(&options.list));
                self.block(&offer.body);
            }
            ItemKind::Hook(hook) => self.guarded(hook.condition.as_ref(), &hook.body),
            ItemKind::Adjust(adjust) => {
                self.conditions(adjust.condition.as_ref());
                self.value(&adjust.value);
            }
            ItemKind::Forbid(forbid) => self.conditions(forbid.condition.as_ref()),
            ItemKind::Invariant(condition) => self.inside(condition),
            ItemKind::Fn(function) => match &function.result.kind {
                TypeKind::Named(ty) if ty.text == "flag" && !function.result.optional => {
                    self.condition_value(&function.body);
                }
                _ => self.value(&function.body),
            },
            ItemKind::To(deed) => self.block(&deed.body),
            // Without the other expansion nobody can come to what is in there.
            ItemKind::With(with)
                if self.texts.available().iter().any(|o| o.folder == with.expansion.text) =>
            {
                with.items.iter().for_each(|item| self.item(item));
            }
            _ => {}
        }
    }

    /// A line with the statements that it cites.
    fn of_line<T>(&mut self, line: &Line<T>, read: impl FnOnce(&mut Self, &T)) {
        let outer = std::mem::replace(&mut self.line, cited(&line.citations));
        read(self, &line.kind);
        self.line = outer;
    }

    fn figure_lines(&mut self, lines: &[Line<FigureLine>]) {
        for line in lines {
            self.of_line(line, |this, line| match line {
                FigureLine::Each(expr) | FigureLine::Counts(expr) => this.value(expr),
                FigureLine::Stands(stands) => {
                    stands.iter().for_each(|stand| this.conditions(stand.condition.as_ref()));
                }
                FigureLine::One | FigureLine::Size(_) => {}
            });
        }
    }

    fn guarded(&mut self, guard: Option<&Expr>, body: &Block) {
        self.conditions(guard);
        self.block(body);
    }

    fn put(&mut self, span: Span, mark: Mark, at: Span) {
        let statements = if self.line.is_empty() { &self.item } else { &self.line };
        let probe = Probe { span, mark };
        self.units.push(Unit { probe, at, statements: statements.clone() });
    }

    fn reached(&mut self, span: Span) {
        self.put(span, Mark::Reached, span);
    }

    fn either(&mut self, span: Span) {
        self.put(span, Mark::Holds, span);
        self.put(span, Mark::Fails, span);
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        self.of_line(statement, |this, kind| {
            let span = statement.span;
            this.reached(span);
            match kind {
                StatementKind::Let { value, otherwise, .. } => {
                    this.right_side(value, otherwise.as_ref(), span);
                }
                StatementKind::Assign { target, value, otherwise, .. } => {
                    this.inside(target);
                    this.right_side(value, otherwise.as_ref(), span);
                }
                StatementKind::If { arms, otherwise } => {
                    for (number, arm) in arms.iter().enumerate() {
                        if number > 0 {
                            this.reached(arm.span);
                        }
                        match &arm.condition {
                            Condition::Expr(expr) => this.condition(expr),
                            Condition::DecidesTo { who, .. } => {
                                this.inside(who);
                                this.either(who.span);
                            }
                        }
                        this.block(&arm.body);
                    }
                    otherwise.iter().for_each(|block| this.block(block));
                }
                StatementKind::Match { subject, arms, otherwise } => {
                    this.inside(subject);
                    arms.iter().for_each(|arm| this.block(&arm.body));
                    otherwise.iter().for_each(|block| this.block(block));
                }
                StatementKind::For { list, filter, body, .. } => {
                    this.inside(list);
                    this.conditions(filter.as_ref());
                    this.block(body);
                }
                StatementKind::Repeat { times, body } => {
                    times.iter().for_each(|times| this.inside(times));
                    this.block(body);
                }
                StatementKind::Leave(WayOut::Return(value)) => this.inside(value),
                StatementKind::Deed(deed) => each_word(deed, &mut |word| this.inside(word)),
                StatementKind::Ask(ask) => this.ask(ask),
                StatementKind::Leave(_) | StatementKind::Again | StatementKind::Lay(_) => {}
            }
        });
    }

    fn right_side(&mut self, value: &Value, otherwise: Option<&Otherwise>, span: Span) {
        match value {
            Value::Expr(expr) => self.inside(expr),
            Value::Ask(ask) => self.ask(ask),
        }
        match otherwise {
            Some(Otherwise::Leave(_, at)) => self.put(span, Mark::Absent, *at),
            Some(Otherwise::Value(other)) => {
                self.put(span, Mark::Absent, other.span);
                self.inside(other);
            }
            None => {}
        }
    }

    fn ask(&mut self, ask: &ast::Ask) {
        use ast::Ask;
        match ask {
            Ask::Chooses { who, from } | Ask::MayChoose { who, from } => {
                self.inside(who);
                self.inside(from);
            }
            Ask::DecidesTo { who, .. } => self.inside(who),
            Ask::Shoots { who, at, .. } => {
                self.inside(who);
                at.iter().for_each(|at| self.inside(at));
            }
            Ask::Rolls { who, from, to } => {
                [who, from, to].into_iter().for_each(|e| self.inside(e))
            }
            Ask::Draws { who, pile } => [who, pile].into_iter().for_each(|e| self.inside(e)),
        }
    }

    fn conditions(&mut self, condition: Option<&Expr>) {
        condition.into_iter().for_each(|condition| self.condition(condition));
    }

    /// An expression that is the value of something on its own: of a question, an arm, an adjustment.
    fn value(&mut self, expr: &Expr) {
        self.reached(expr.span);
        self.inside(expr);
    }

    /// The same where the value is a flag.
    fn condition_value(&mut self, expr: &Expr) {
        self.reached(expr.span);
        self.condition(expr);
    }

    /// A condition: each of its tests can hold or fail.
    fn condition(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.condition(operand),
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } => {
                self.condition(left);
                self.condition(right);
            }
            ExprKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.condition(condition);
                    self.condition_value(value);
                }
                self.condition_value(otherwise);
            }
            ExprKind::Match { subject, arms, otherwise } => {
                self.inside(subject);
                arms.iter().for_each(|arm| self.condition_value(&arm.value));
                otherwise.iter().for_each(|other| self.condition_value(other));
            }
            ExprKind::Bool(_) => {}
            _ => {
                self.either(expr.span);
                self.inside(expr);
            }
        }
    }

    /// What can be come to inside an expression.
    fn inside(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Not, .. }
            | ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => self.condition(expr),
            ExprKind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    self.condition(condition);
                    self.value(value);
                }
                self.value(otherwise);
            }
            ExprKind::Match { subject, arms, otherwise } => {
                self.inside(subject);
                arms.iter().for_each(|arm| self.value(&arm.value));
                otherwise.iter().for_each(|other| self.value(other));
            }
            ExprKind::Quantified { list, filter, measure, .. } => {
                self.inside(list);
                self.conditions(filter.as_deref());
                measure.iter().for_each(|measure| self.inside(measure));
            }
            ExprKind::Property { of, .. } => self.inside(of),
            ExprKind::Call { arguments, .. } | ExprKind::List(arguments) => {
                arguments.iter().for_each(|argument| self.inside(argument));
            }
            ExprKind::Method { of, arguments, .. } => {
                self.inside(of);
                arguments.iter().for_each(|argument| self.inside(argument));
            }
            ExprKind::Range { from: a, to: b }
            | ExprKind::Binary { left: a, right: b, .. }
            | ExprKind::In { value: a, list: b, .. } => {
                self.inside(a);
                self.inside(b);
            }
            ExprKind::Unary { operand: inner, .. }
            | ExprKind::Is { value: inner, .. }
            | ExprKind::Count(inner)
            | ExprKind::Clockwise { player: inner, .. } => self.inside(inner),
            ExprKind::Int(_)
            | ExprKind::Length(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Name(_) => {}
        }
    }
}

fn cited(citations: &[Citation]) -> Vec<String> {
    citations.iter().map(|citation| citation.statement.clone()).collect()
}

/// The words of a sentence and the arguments of a call.
pub(crate) fn each_word(deed: &ast::Deed<Expr>, visit: &mut dyn FnMut(&Expr)) {
    use ast::Deed;
    let words: Vec<&Expr> = match deed {
        Deed::Scores { who, points, cause } | Deed::Loses { who, points, cause } => {
            vec![who, points, cause]
        }
        Deed::Pays { who, points, to, cause } => vec![who, points, to, cause],
        Deed::Places { who, tile, fit } => vec![who, tile, fit],
        Deed::Deploys { who, spot } => vec![who, spot],
        Deed::Moves { what, to, .. } => vec![what, to],
        Deed::Returns { what, .. } | Deed::Leaves { what } => vec![what],
        Deed::Takes { who, amount, token, from } => {
            [Some(who), amount.as_ref(), Some(token), from.as_ref()].into_iter().flatten().collect()
        }
        Deed::TakesBack { who, token } => vec![who, token],
        Deed::Puts { who, token, place } => vec![who, token, place],
        Deed::Joins { a, b } | Deed::Parts { a, b } => vec![a, b],
        Deed::PlaysPart { who } | Deed::Wins { who } => vec![who],
        Deed::Call { arguments, .. } => arguments.iter().collect(),
    };
    words.into_iter().for_each(visit);
}
