//! How much code an expression becomes, roughly: what is small is inlined.

use abi::AskKind;

use crate::{
    link::Linked,
    typed::{Assign, Deed, DeedRef, Expr, ExprKind, FnBody, FnId, Rules, StmtKind, Value},
};

use super::graph::each_stmt;

/// Functions up to this weight are inlined where they are called.
pub(super) const SMALL: u32 = 40;
/// Functions whose list is walked over are inlined up to this weight: the list need not be made.
pub(super) const SMALL_LIST: u32 = 90;
/// Deeds up to this number of statements, those of inner deeds included, are inlined where they are done.
pub(super) const SHORT: usize = 10;

/// The weight of every function, with what would be inlined in it.
pub(super) fn weights(rules: &Rules, linked: &Linked) -> Vec<u32> {
    let mut weights = vec![None; rules.functions.len()];
    for i in 0..weights.len() {
        weigh(rules, linked, i, &mut weights);
    }
    weights.into_iter().map(|weight| weight.unwrap_or(u32::MAX)).collect()
}

fn weigh(rules: &Rules, linked: &Linked, i: usize, weights: &mut Vec<Option<u32>>) -> u32 {
    if let Some(weight) = weights[i] {
        return weight;
    }
    // The checker lets no function call itself; should one do so, it is never inlined.
    weights[i] = Some(u32::MAX);
    let weight = match &rules.functions[i].body.code {
        FnBody::Expr(expr) => {
            expression(expr, &mut |function| called(rules, linked, function, weights))
        }
        FnBody::ByKind(arms, other) => {
            let mut sum =
                expression(other, &mut |function| called(rules, linked, function, weights));
            for (_, _, arm) in arms {
                let more =
                    expression(arm, &mut |function| called(rules, linked, function, weights));
                sum = sum.saturating_add(more);
            }
            sum
        }
    };
    weights[i] = Some(weight);
    weight
}

fn called(rules: &Rules, linked: &Linked, function: FnId, weights: &mut Vec<Option<u32>>) -> u32 {
    let weight = weigh(rules, linked, function.index(), weights);
    call(rules, linked, function, weight)
}

/// The weight of a call of a function of some weight: at least what it becomes where it is made.
pub(super) fn call(rules: &Rules, linked: &Linked, function: FnId, weight: u32) -> u32 {
    if !linked.adjusts[function.index()].is_empty() {
        return 2;
    }
    let declared = &rules.functions[function.index()];
    match &declared.body.code {
        // One arm of it at most stands here.
        FnBody::ByKind(..) => weight.min(SMALL),
        FnBody::Expr(_) if declared.result.is_list() && weight <= SMALL_LIST => weight,
        FnBody::Expr(_) if weight <= SMALL => weight,
        FnBody::Expr(_) => 2,
    }
}

/// The weight of one expression, given that of the functions that it calls.
pub(super) fn expression(expr: &Expr, called: &mut dyn FnMut(FnId) -> u32) -> u32 {
    let mut sum = match &expr.kind {
        ExprKind::Call { function, .. } => called(*function),
        ExprKind::Quantified { .. } => 5,
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Option(_) => 0,
        _ => 1,
    };
    expr.each_child(&mut |child| sum = sum.saturating_add(expression(child, called)));
    sum
}

/// How many statements every `to` deed has, with those of the deeds that would be lowered in place in it.
pub(super) fn lengths(rules: &Rules, linked: &Linked) -> Vec<usize> {
    let mut lengths = vec![None; rules.deeds.len()];
    for i in 0..lengths.len() {
        length(rules, linked, i, &mut lengths);
    }
    lengths.into_iter().map(|length| length.unwrap_or(usize::MAX)).collect()
}

fn length(rules: &Rules, linked: &Linked, i: usize, lengths: &mut Vec<Option<usize>>) -> usize {
    if let Some(length) = lengths[i] {
        return length;
    }
    lengths[i] = Some(usize::MAX);
    let mut own = 0usize;
    let mut menus = 0;
    let mut inner = Vec::new();
    each_stmt(&rules.deeds[i].body.code, &mut |stmt| {
        own += 1;
        let value = match &stmt.kind {
            StmtKind::Deed(deed) => Some(deed),
            StmtKind::Let { value: Value::Deed(deed), .. } => Some(deed),
            StmtKind::Assign(Assign { value: Value::Deed(deed), .. }) => Some(deed),
            _ => None,
        };
        if let Some(id) = value.and_then(Deed::named)
            && !linked.hooks.contains_key(&DeedRef::Named(id))
        {
            inner.push(id.index());
        }
        // A menu brings the bodies of all its offers with it.
        menus += usize::from(
            matches!(&stmt.kind, StmtKind::Ask(ask) if ask.form.kind() == AskKind::Menu),
        );
    });
    let mut sum = own + menus * (SHORT + 1);
    for id in inner {
        let length = length(rules, linked, id, lengths);
        sum = sum.saturating_add(if length <= SHORT { length } else { 1 });
    }
    lengths[i] = Some(sum);
    sum
}
