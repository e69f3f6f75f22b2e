//! What a block of statements may change, told from its text alone: what was known before a loop is
//! only known in its rounds if no round changes it.

use std::collections::BTreeSet;

use grammar::ast::{Block, Condition, ExprKind, StatementKind, Value};

/// What happens somewhere in a block.
#[derive(Debug, Default)]
pub(crate) struct Disturbance {
    /// A deed is done, a property changed or somebody asked.
    pub(crate) happens: bool,
    /// Names that are assigned: locals or properties of the game.
    pub(crate) names: BTreeSet<String>,
    /// What is called as the whole right side of an `=`: perhaps a deed.
    pub(crate) calls: BTreeSet<String>,
}

impl Disturbance {
    /// What a block may change.
    pub(crate) fn of(block: &Block) -> Self {
        let mut found = Self::default();
        found.block(block);
        found
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Let { value, .. } => self.value(value),
            StatementKind::Assign { target, value, .. } => {
                self.value(value);
                match &target.kind {
                    ExprKind::Name(name) => _ = self.names.insert(name.text.clone()),
                    _ => self.happens = true,
                }
            }
            StatementKind::If { arms, otherwise } => {
                for arm in arms {
                    self.happens |= matches!(arm.condition, Condition::DecidesTo { .. });
                    self.block(&arm.body);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
            }
            StatementKind::Match { arms, otherwise, .. } => {
                for block in arms.iter().map(|arm| &arm.body).chain(otherwise) {
                    self.block(block);
                }
            }
            StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } => {
                self.block(body);
            }
            StatementKind::Leave(_) => {}
            StatementKind::Again
            | StatementKind::Deed(_)
            | StatementKind::Lay(_)
            | StatementKind::Ask(_) => self.happens = true,
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Ask(_) => self.happens = true,
            Value::Expr(expr) => {
                if let ExprKind::Call { name, .. } = &expr.kind {
                    self.calls.insert(name.text.clone());
                }
            }
        }
    }
}
