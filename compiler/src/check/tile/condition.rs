//! Conditions of lines in tiles: questions about options, answered at once.

use abi::{Base, Ty, Word};
use grammar::{
    Diagnostic,
    ast::{BinaryOp, Expr, ExprKind, UnaryOp},
};

use crate::{
    check::{codes, types},
    names::{Meaning, Names},
};

/// Whether a condition on options holds in this setting.
pub(super) fn holds(names: &Names, expr: &Expr) -> Result<bool, Diagnostic> {
    match &expr.kind {
        ExprKind::Bool(value) => Ok(*value),
        ExprKind::Unary { op: UnaryOp::Not, operand } => Ok(!holds(names, operand)?),
        ExprKind::Binary { op: BinaryOp::And, left, right } => {
            Ok(holds(names, left)? & holds(names, right)?)
        }
        ExprKind::Binary { op: BinaryOp::Or, left, right } => {
            Ok(holds(names, left)? | holds(names, right)?)
        }
        ExprKind::Binary { op, left, right } => {
            let (option, ty) = option(names, left).ok_or_else(|| not_options(left))?;
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
        _ => match option(names, expr) {
            Some((word, ty)) if ty.base == Base::Flag => Ok(word != 0),
            _ => Err(not_options(expr)),
        },
    }
}

/// The value and type of an option: `tiny_city`, `base.tiny_city`.
fn option(names: &Names, expr: &Expr) -> Option<(Word, Ty)> {
    let (expansion, name) = match &expr.kind {
        ExprKind::Name(name) => (None, name),
        ExprKind::Property { of, name } => match &of.kind {
            ExprKind::Name(expansion) => (Some(expansion), name),
            _ => return None,
        },
        _ => return None,
    };
    names.meanings(&name.text).iter().find_map(|d| match d.meaning {
        Meaning::Option(id) => {
            let option = &names.rules.options[id.index()];
            let of = &names.rules.expansions[option.expansion].name;
            let wanted = expansion.is_none_or(|expansion| expansion.text == *of);
            wanted.then_some((option.value, option.ty))
        }
        _ => None,
    })
}

fn not_options(expr: &Expr) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_OPTION, "a tile knows nothing but options")
        .label(expr.span, "expected a question about an option, such as `field_scoring == off`")
}
