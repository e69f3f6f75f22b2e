//! Conditions of lines in tiles: questions about options, answered at once.

use std::collections::{BTreeMap, BTreeSet};

use abi::{Base, Word};
use grammar::{
    Diagnostic,
    ast::{BinaryOp, Expr, ExprKind, Line, TileLine, UnaryOp},
};

use crate::{
    check::{codes, declare::find_option, types},
    names::Names,
    typed::OptionId,
};

/// What a layout assumes of options.
pub(super) type Assumed = BTreeMap<OptionId, Word>;

/// Whether a condition on options, in the text of an expansion, holds in this setting, or where options
/// are assumed to have other values.
pub(super) fn holds(
    names: &Names,
    own: usize,
    assumed: &Assumed,
    expr: &Expr,
) -> Result<bool, Diagnostic> {
    let holds = |expr: &Expr| holds(names, own, assumed, expr);
    let value =
        |id: OptionId| assumed.get(&id).copied().unwrap_or(names.rules.options[id.index()].value);
    match &expr.kind {
        ExprKind::Bool(value) => Ok(*value),
        ExprKind::Unary { op: UnaryOp::Not, operand } => Ok(!holds(operand)?),
        ExprKind::Binary { op: BinaryOp::And, left, right } => Ok(holds(left)? & holds(right)?),
        ExprKind::Binary { op: BinaryOp::Or, left, right } => Ok(holds(left)? | holds(right)?),
        ExprKind::Binary { op, left, right } => {
            let id = option(names, own, left)?;
            let ty = names.rules.options[id.index()].ty;
            let mut diagnostics = Vec::new();
            let wanted = types::constant(names, right, ty, &mut diagnostics);
            let Some(wanted) = wanted else {
                return Err(diagnostics.pop().unwrap_or_else(|| not_options(right)));
            };
            let ordered = matches!(ty.base, Base::Int | Base::Length);
            let value = value(id);
            match op {
                BinaryOp::Equal => Ok(value == wanted),
                BinaryOp::NotEqual => Ok(value != wanted),
                BinaryOp::Less if ordered => Ok(value < wanted),
                BinaryOp::LessOrEqual if ordered => Ok(value <= wanted),
                BinaryOp::Greater if ordered => Ok(value > wanted),
                BinaryOp::GreaterOrEqual if ordered => Ok(value >= wanted),
                _ => Err(not_options(expr)),
            }
        }
        _ => match option(names, own, expr)? {
            id if names.rules.options[id.index()].ty.base == Base::Flag => Ok(value(id) != 0),
            _ => Err(not_options(expr)),
        },
    }
}

/// The options that the conditions of lines speak of, each with the values that it is compared with.
pub(super) fn options(
    names: &Names,
    own: usize,
    lines: &[Line<TileLine>],
    found: &mut BTreeMap<OptionId, BTreeSet<Word>>,
) {
    let mut lines: Vec<&Line<TileLine>> = lines.iter().collect();
    while let Some(line) = lines.pop() {
        let TileLine::When { condition, lines: inner, otherwise } = &line.kind else { continue };
        lines.extend(inner.iter().chain(otherwise));
        let mut waiting = vec![condition];
        while let Some(expr) = waiting.pop() {
            match &expr.kind {
                ExprKind::Unary { operand, .. } => waiting.push(operand),
                ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } => {
                    waiting.extend([&**left, &**right]);
                }
                ExprKind::Binary { left, right, .. } => {
                    let Ok(id) = option(names, own, left) else { continue };
                    let ty = names.rules.options[id.index()].ty;
                    let word = types::constant(names, right, ty, &mut Vec::new());
                    found.entry(id).or_default().extend(word);
                }
                _ => {
                    if let Ok(id) = option(names, own, expr) {
                        found.entry(id).or_default();
                    }
                }
            }
        }
    }
}

/// An option: `tiny_city`, `base.tiny_city`.
fn option(names: &Names, own: usize, expr: &Expr) -> Result<OptionId, Diagnostic> {
    let (expansion, name) = match &expr.kind {
        ExprKind::Name(name) => (None, name),
        ExprKind::Property { of, name } => match &of.kind {
            ExprKind::Name(expansion) => (Some(expansion.text.as_str()), name),
            _ => return Err(not_options(expr)),
        },
        _ => return Err(not_options(expr)),
    };
    find_option(names, expansion, &name.text, Some(own)).map_err(|(message, help)| {
        let mut error = Diagnostic::error(codes::UNKNOWN_OPTION, message)
            .label(expr.span, "a tile knows nothing but options");
        error.help = help;
        error
    })
}

fn not_options(expr: &Expr) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_OPTION, "a tile knows nothing but options")
        .label(expr.span, "expected a question about an option, such as `field_scoring == off`")
}
