//! Conditions of lines in tiles: questions about options, answered at once.

use abi::{Base, Ty, Word};
use grammar::{
    Diagnostic,
    ast::{BinaryOp, Expr, ExprKind, UnaryOp},
};

use crate::{
    check::{codes, declare::find_option, types},
    names::Names,
};

/// Whether a condition on options, in the text of an expansion, holds in this setting.
pub(super) fn holds(names: &Names, own: usize, expr: &Expr) -> Result<bool, Diagnostic> {
    match &expr.kind {
        ExprKind::Bool(value) => Ok(*value),
        ExprKind::Unary { op: UnaryOp::Not, operand } => Ok(!holds(names, own, operand)?),
        ExprKind::Binary { op: BinaryOp::And, left, right } => {
            Ok(holds(names, own, left)? & holds(names, own, right)?)
        }
        ExprKind::Binary { op: BinaryOp::Or, left, right } => {
            Ok(holds(names, own, left)? | holds(names, own, right)?)
        }
        ExprKind::Binary { op, left, right } => {
            let (option, ty) = option(names, own, left).ok_or_else(|| not_options(left))?;
            let mut diagnostics = Vec::new();
            let value = types::constant(names, right, ty, &mut diagnostics);
            let Some(value) = value else {
                return Err(diagnostics.pop().unwrap_or_else(|| not_options(right)));
            };
            let ordered = matches!(ty.base, Base::Int | Base::Length);
            match op {
                BinaryOp::Equal => Ok(option == value),
                BinaryOp::NotEqual => Ok(option != value),
                BinaryOp::Less if ordered => Ok(option < value),
                BinaryOp::LessOrEqual if ordered => Ok(option <= value),
                BinaryOp::Greater if ordered => Ok(option > value),
                BinaryOp::GreaterOrEqual if ordered => Ok(option >= value),
                _ => Err(not_options(expr)),
            }
        }
        _ => match option(names, own, expr) {
            Some((word, ty)) if ty.base == Base::Flag => Ok(word != 0),
            _ => Err(not_options(expr)),
        },
    }
}

/// The value and type of an option: `tiny_city`, `base.tiny_city`.
fn option(names: &Names, own: usize, expr: &Expr) -> Option<(Word, Ty)> {
    let (expansion, name) = match &expr.kind {
        ExprKind::Name(name) => (None, name),
        ExprKind::Property { of, name } => match &of.kind {
            ExprKind::Name(expansion) => (Some(expansion.text.as_str()), name),
            _ => return None,
        },
        _ => return None,
    };
    let id = find_option(names, expansion, &name.text, Some(own)).ok()?;
    let option = &names.rules.options[id.index()];
    Some((option.value, option.ty))
}

fn not_options(expr: &Expr) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_OPTION, "a tile knows nothing but options")
        .label(expr.span, "expected a question about an option, such as `field_scoring == off`")
}
