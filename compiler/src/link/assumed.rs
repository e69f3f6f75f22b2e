//! Under which values of options two rules act both, as far as their conditions look at nothing else.

use std::collections::{BTreeMap, BTreeSet};

use abi::{Base, Word};

use crate::typed::{Binary, Expr, ExprKind, OptionId, Rules};

/// So many ways to set the options of two conditions are tried; those beyond are found when they are played.
const MOST: usize = 256;
/// Options of more values are tried with those that the conditions speak of.
const FEW: usize = 8;

/// Values of options, instead of those of this game.
type Assumed = BTreeMap<OptionId, Word>;

/// When two rules act both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Both {
    /// They may with the options of this game.
    Now,
    /// They may with others: `late = true`.
    Where(String),
    /// Whatever the options are, one of the two is off.
    Never,
}

/// When all of some conditions may hold.
pub(super) fn both(rules: &Rules, parts: &[&Expr]) -> Both {
    let off = |assumed: &Assumed| {
        parts.iter().any(|part| constant(rules, assumed, part).is_some_and(|word| word == 0))
    };
    if !off(&Assumed::new()) {
        return Both::Now;
    }
    let mut spoken_of: BTreeMap<OptionId, BTreeSet<Word>> = BTreeMap::new();
    for part in parts.iter().filter(|part| constant(rules, &Assumed::new(), part).is_some()) {
        options(rules, part, &mut spoken_of);
    }
    let found = ways(rules, &spoken_of).into_iter().filter(|way| !off(way));
    let changed = |way: &Assumed| {
        let other = |(id, word): &(&OptionId, &Word)| rules.options[id.index()].value != **word;
        way.iter().filter(other).count()
    };
    // The way that changes least says most.
    match found.min_by_key(|way| (changed(way), way.clone())) {
        None => Both::Never,
        Some(way) => {
            let other = way.iter().filter(|(id, word)| rules.options[id.index()].value != **word);
            let told: Vec<String> = other.map(|(id, word)| said(rules, *id, *word)).collect();
            Both::Where(told.join(" and "))
        }
    }
}

/// The value of an expression that only looks at options.
fn constant(rules: &Rules, assumed: &Assumed, expr: &Expr) -> Option<Word> {
    let constant = |expr: &Expr| constant(rules, assumed, expr);
    match &expr.kind {
        ExprKind::Const(word) => Some(*word),
        ExprKind::Option(id) => {
            Some(assumed.get(id).copied().unwrap_or(rules.options[id.index()].value))
        }
        ExprKind::Not(of) => constant(of).map(|word| Word::from(word == 0)),
        ExprKind::Binary { op, left, right } => {
            let (left, right) = (constant(left)?, constant(right)?);
            match op {
                Binary::Equal => Some(Word::from(left == right)),
                Binary::NotEqual => Some(Word::from(left != right)),
                Binary::And => Some(left & right),
                Binary::Or => Some(left | right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The options that a condition speaks of, each with the constants in it.
fn options(rules: &Rules, expr: &Expr, found: &mut BTreeMap<OptionId, BTreeSet<Word>>) {
    let mut constants = BTreeSet::new();
    let mut here = Vec::new();
    expr.walk(&mut |inner| match inner.kind {
        ExprKind::Option(id) => here.push(id),
        ExprKind::Const(word) => {
            constants.insert(word);
        }
        _ => {}
    });
    for id in here {
        let fits = constants.iter().filter(|word| may_be(rules, id, **word));
        found.entry(id).or_default().extend(fits);
    }
}

/// Whether an option can have a value.
fn may_be(rules: &Rules, id: OptionId, word: Word) -> bool {
    let option = &rules.options[id.index()];
    match option.ty.base {
        _ if !option.choices.is_empty() => option.choices.contains(&word),
        Base::Flag => matches!(word, 0 | 1),
        Base::Enum(shape) => usize::try_from(word)
            .is_ok_and(|word| word < rules.enums[usize::from(shape)].names.len()),
        _ => true,
    }
}

/// All ways to set some options.
fn ways(rules: &Rules, spoken_of: &BTreeMap<OptionId, BTreeSet<Word>>) -> Vec<Assumed> {
    let mut ways = vec![Assumed::new()];
    for (&id, words) in spoken_of {
        let option = &rules.options[id.index()];
        let near = || {
            words.iter().flat_map(|word| [word.saturating_sub(1), *word, word.saturating_add(1)])
        };
        let values: BTreeSet<Word> = match (option.choices.len(), option.ty.base) {
            (1..=FEW, _) => option.choices.iter().copied().collect(),
            (0, Base::Flag) => [0, 1].into(),
            _ => near().chain([option.value]).filter(|word| may_be(rules, id, *word)).collect(),
        };
        let longer = ways.iter().flat_map(|way| {
            values.iter().map(move |word| {
                let mut longer = way.clone();
                longer.insert(id, *word);
                longer
            })
        });
        ways = longer.take(MOST).collect();
    }
    ways
}

/// `late = true`
fn said(rules: &Rules, id: OptionId, word: Word) -> String {
    let option = &rules.options[id.index()];
    let value = match option.ty.base {
        Base::Flag => if word == 0 { "false" } else { "true" }.to_owned(),
        Base::Enum(shape) => {
            let names = &rules.enums[usize::from(shape)].names;
            let name = usize::try_from(word).ok().and_then(|word| names.get(word));
            name.cloned().unwrap_or_else(|| word.to_string())
        }
        Base::Length => format!("{word} um"),
        _ => word.to_string(),
    };
    format!("`{} = {value}`", option.name)
}
