//! Hooks, offers, steps, adjustments and prohibitions whose condition no game can fulfil.

use std::collections::{BTreeMap, BTreeSet};

use abi::{ABSENT, Base, Ty, Word};
use grammar::{Diagnostic, FileId, Span};

use super::codes;
use crate::typed::{Binary, Expr, ExprKind, LocalId, OptionDef, OptionId, Rules};

/// So many settings of the options of one condition are tried; the options beyond may have any value.
const MOST_SETTINGS: usize = 1000;

/// A longer condition is read without the values of its options.
const MOST_PARTS: usize = 200;

/// One value for each of some options.
type Setting = Vec<(OptionId, Word)>;

/// Warns of each condition that is false by its constants, whatever the options are set to.
pub(crate) fn check(rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
    let guards = rules.hooks.iter().map(|hook| (&hook.guard, "this hook"));
    let guards = guards.chain(rules.offers.iter().map(|offer| (&offer.guard, "this offer")));
    let guards = guards.chain(rules.steps.iter().map(|step| (&step.guard, "this step")));
    let guards = guards.chain(rules.adjusts.iter().map(|adjust| (&adjust.guard, "this `adjust`")));
    let guards = guards.filter_map(|(guard, what)| Some((guard.as_ref()?, what)));
    let forbids = rules.forbids.iter().map(|forbid| (&forbid.body.code, "this `forbid`"));
    let tests = diagnostics.iter().filter(|found| found.code == codes::ALWAYS_FALSE);
    let told: BTreeSet<(FileId, u32)> =
        tests.filter_map(|found| found.span().map(|at| (at.file, at.start))).collect();
    for (guard, what) in guards.chain(forbids) {
        let Some(place) = never(&rules.options, guard) else { continue };
        // A test in it that can never hold was told of where it stands.
        let inside = (place.file, place.start)..(place.file, place.end);
        if told.range(inside).next().is_none() {
            diagnostics.push(
                Diagnostic::warning(codes::ALWAYS_FALSE, format!("{what} can never run"))
                    .label(place, "never true, whatever is played")
                    .help("compare with what may differ, or leave it out"),
            );
        }
    }
}

/// The part of a condition that is false with every value of the options.
fn never(options: &[OptionDef], condition: &Expr) -> Option<Span> {
    let settings = settings(options, condition);
    let fails = |expr: &Expr| {
        let at = |setting| value(expr, setting) == Some(0) || contradicts(expr, setting);
        settings.iter().all(at)
    };
    if !fails(condition) {
        return None;
    }
    let mut found = condition;
    while let ExprKind::Binary { op: Binary::And, left, right } = &found.kind {
        let Some(part) = [left, right].into_iter().find(|part| fails(part)) else { break };
        found = part;
    }
    Some(found.span)
}

/// All values together that the options in a condition can have.
fn settings(options: &[OptionDef], condition: &Expr) -> Vec<Setting> {
    let (mut named, mut parts) = (BTreeSet::new(), 0);
    condition.walk(&mut |expr| {
        parts += 1;
        if let ExprKind::Option(id) = expr.kind {
            named.insert(id);
        }
    });
    let mut all = vec![Setting::new()];
    if parts > MOST_PARTS {
        return all;
    }
    for id in named {
        let choices: BTreeSet<Word> = options[id.index()].choices.iter().copied().collect();
        if choices.is_empty() || choices.len() * all.len() > MOST_SETTINGS {
            continue;
        }
        let with = |setting: &Setting| {
            let one = |&word| setting.iter().copied().chain([(id, word)]).collect::<Setting>();
            choices.iter().map(one).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Whether comparisons that must all hold leave one local no number: `n > 3 and n < 2`.
fn contradicts(condition: &Expr, setting: &Setting) -> bool {
    let mut bounds: BTreeMap<LocalId, (Word, Word)> = BTreeMap::new();
    let mut open = vec![condition];
    while let Some(part) = open.pop() {
        let ExprKind::Binary { op, left, right } = &part.kind else { continue };
        if *op == Binary::And {
            open.extend([&**left, &**right]);
            continue;
        }
        let (local, op, number) = match (number_of(left), number_of(right)) {
            (Some(local), None) => (local, *op, value(right, setting)),
            (None, Some(local)) => (local, turned(*op), value(left, setting)),
            _ => continue,
        };
        let Some(number) = number else { continue };
        let (least, most) = match op {
            Binary::Equal => (number, number),
            Binary::Less => (Word::MIN, number.saturating_sub(1)),
            Binary::LessOrEqual => (Word::MIN, number),
            Binary::Greater => (number.saturating_add(1), Word::MAX),
            Binary::GreaterOrEqual => (number, Word::MAX),
            _ => continue,
        };
        let known = bounds.entry(local).or_insert((Word::MIN, Word::MAX));
        *known = (known.0.max(least), known.1.min(most));
        if known.0 > known.1 {
            return true;
        }
    }
    false
}

/// The local that an expression is, if that is a number.
fn number_of(expr: &Expr) -> Option<LocalId> {
    match expr.kind {
        ExprKind::Local(local) if expr.ty == Ty::one(Base::Int) => Some(local),
        _ => None,
    }
}

/// The same comparison with its sides exchanged.
fn turned(op: Binary) -> Binary {
    match op {
        Binary::Less => Binary::Greater,
        Binary::LessOrEqual => Binary::GreaterOrEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterOrEqual => Binary::LessOrEqual,
        other => other,
    }
}

/// What an expression is where only constants and these options are known.
fn value(expr: &Expr, setting: &Setting) -> Option<Word> {
    // Only these mean the same whatever else is played.
    if !matches!(expr.ty.base, Base::Int | Base::Flag | Base::Length | Base::Enum(_)) {
        return None;
    }
    let of = |expr: &Expr| value(expr, setting);
    match &expr.kind {
        ExprKind::Const(word) => Some(*word).filter(|word| *word != ABSENT),
        ExprKind::Option(id) => {
            setting.iter().find(|(option, _)| option == id).map(|(_, word)| *word)
        }
        ExprKind::Not(of_this) => of(of_this).map(|truth| Word::from(truth == 0)),
        ExprKind::Negate(of_this) => of(of_this)?.checked_neg(),
        ExprKind::Binary { op, left, right } => binary(*op, of(left), of(right)),
        _ => None,
    }
}

fn binary(op: Binary, left: Option<Word>, right: Option<Word>) -> Option<Word> {
    match (op, left, right) {
        (Binary::And, Some(0), _) | (Binary::And, _, Some(0)) => return Some(0),
        (Binary::Or, Some(1), _) | (Binary::Or, _, Some(1)) => return Some(1),
        _ => {}
    }
    let (left, right) = (left?, right?);
    let truth = match op {
        // Both sides are known here, and neither decided it alone.
        Binary::And => true,
        Binary::Or => false,
        Binary::Equal => left == right,
        Binary::NotEqual => left != right,
        Binary::Less => left < right,
        Binary::LessOrEqual => left <= right,
        Binary::Greater => left > right,
        Binary::GreaterOrEqual => left >= right,
        Binary::Add => return left.checked_add(right),
        Binary::Subtract => return left.checked_sub(right),
        Binary::Multiply => return left.checked_mul(right),
        Binary::Divide | Binary::Remainder | Binary::Join | Binary::Without => return None,
    };
    Some(Word::from(truth))
}
