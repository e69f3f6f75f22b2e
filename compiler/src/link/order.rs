//! The order of steps, hooks, adjustments, offers and prohibitions (language.md, section 9).

use std::collections::{BTreeMap, BTreeSet};

use grammar::Diagnostic;

use super::{explain::explain, linked::Linked};
use crate::typed::{Moment, Rules, Step};

/// So many steps of a circle are named.
const SHOWN: usize = 12;

/// Steps come before each other.
pub(crate) const STEP_CIRCLE: &str = "link/step-circle";

/// Links checked rules, whose lists are already in the order of expansions and texts.
pub fn link(rules: &Rules) -> Result<Linked, Vec<Diagnostic>> {
    let mut linked = Linked {
        adjusts: vec![Vec::new(); rules.functions.len()],
        offers: vec![Vec::new(); rules.menus.len()],
        ..Linked::default()
    };
    let mut diagnostics = Vec::new();
    for (course, phases) in rules.phases.iter().enumerate() {
        for phase in 0..phases.names.len() {
            match order_phase(rules, course, phase) {
                Ok(steps) => linked.courses[course].push(steps),
                Err(circle) => diagnostics.push(circle),
            }
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    for (i, hook) in rules.hooks.iter().enumerate() {
        let hooks = linked.hooks.entry(hook.deed).or_default();
        match hook.moment {
            Moment::Before => hooks.before.push(i),
            Moment::Instead => hooks.instead.push(i),
            Moment::After => hooks.after.push(i),
        }
    }
    // Before a deed the last declared comes first.
    linked.hooks.values_mut().for_each(|hooks| hooks.before.reverse());
    for (i, adjust) in rules.adjusts.iter().enumerate() {
        linked.adjusts[adjust.function.index()].push(i);
    }
    for (i, offer) in rules.offers.iter().enumerate() {
        linked.offers[offer.menu.index()].push(i);
    }
    for (i, forbid) in rules.forbids.iter().enumerate() {
        linked.forbids.entry(forbid.deed).or_default().push(i);
    }
    linked.explanation = explain(rules, &linked);
    Ok(linked)
}

/// The steps of one phase, moved by their own words.
fn order_phase(rules: &Rules, course: usize, phase: usize) -> Result<Vec<usize>, Diagnostic> {
    let here = |step: &usize| {
        rules.steps[*step].course == course && rules.steps[*step].phase.index() == phase
    };
    let mut waiting = Vec::new();
    let mut placed = Row::new(rules.steps.len());
    for step in (0..rules.steps.len()).filter(here) {
        let order = &rules.steps[step].order;
        let before: Vec<usize> = order.before.iter().copied().filter(here).collect();
        let after: Vec<usize> = order.after.iter().copied().filter(here).collect();
        if before.is_empty() && after.is_empty() {
            placed.put(placed.steps.len(), step);
        } else {
            waiting.push(Waiting { step, before, after });
        }
    }
    // How many of the steps that each names have no place yet, and who waits for whom.
    let mut missing: Vec<usize> = Vec::new();
    let mut waited_for: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, step) in waiting.iter().enumerate() {
        let named: BTreeSet<usize> = step.before.iter().chain(&step.after).copied().collect();
        let unplaced: Vec<usize> =
            named.into_iter().filter(|other| !placed.known[*other]).collect();
        missing.push(unplaced.len());
        unplaced.iter().for_each(|other| waited_for.entry(*other).or_default().push(i));
    }
    let mut ready: BTreeSet<usize> = (0..waiting.len()).filter(|i| missing[*i] == 0).collect();
    let mut left: BTreeSet<usize> = (0..waiting.len()).collect();
    while !left.is_empty() {
        let Some(i) = ready.pop_first() else {
            return Err(circle(rules, left.iter().map(|i| &waiting[*i])));
        };
        left.remove(&i);
        if !placed.insert(&waiting[i]) {
            return Err(circle(rules, std::iter::once(&waiting[i])));
        }
        for other in waited_for.remove(&waiting[i].step).into_iter().flatten() {
            missing[other] -= 1;
            if missing[other] == 0 {
                ready.insert(other);
            }
        }
    }
    Ok(placed.steps)
}

struct Waiting {
    step: usize,
    before: Vec<usize>,
    after: Vec<usize>,
}

/// The steps of a phase that have their place, and behind which one each was put.
struct Row {
    steps: Vec<usize>,
    /// By step: whether it has its place.
    known: Vec<bool>,
    /// By step: the one that it was put behind.
    behind: Vec<Option<usize>>,
}

impl Row {
    fn new(steps: usize) -> Self {
        Self { steps: Vec::new(), known: vec![false; steps], behind: vec![None; steps] }
    }

    fn put(&mut self, at: usize, step: usize) {
        self.steps.insert(at, step);
        self.known[step] = true;
    }

    fn place(&self, step: usize) -> Option<usize> {
        self.steps.iter().position(|other| *other == step)
    }

    /// Puts a step directly before the first that it names after `before`, or directly behind the last
    /// that it names after `after` and those already put there; false if that cannot be.
    fn insert(&mut self, step: &Waiting) -> bool {
        let places = |named: &[usize]| -> Vec<usize> {
            named.iter().filter_map(|other| self.place(*other)).collect()
        };
        let first = places(&step.before).into_iter().min();
        let last = places(&step.after).into_iter().max();
        let at = match (first, last) {
            (Some(first), None) => first,
            (Some(first), Some(last)) if last >= first => return false,
            (_, Some(last)) => {
                self.behind[step.step] = Some(self.steps[last]);
                self.end_of_followers(last).min(first.unwrap_or(self.steps.len()))
            }
            (None, None) => self.steps.len(),
        };
        self.put(at, step.step);
        true
    }

    /// The place behind a step and all that were put behind it, directly or through others.
    fn end_of_followers(&self, anchor: usize) -> usize {
        // Whatever follows through others has those between the anchor and itself.
        let mut followers = vec![false; self.known.len()];
        followers[self.steps[anchor]] = true;
        let mut at = anchor + 1;
        while let Some(&step) = self.steps.get(at)
            && self.behind[step].is_some_and(|former| followers[former])
        {
            followers[step] = true;
            at += 1;
        }
        at
    }
}

fn circle<'w>(rules: &Rules, waiting: impl Iterator<Item = &'w Waiting>) -> Diagnostic {
    let mut all = waiting.map(|step| &rules.steps[step.step]);
    let waiting: Vec<&Step> = all.by_ref().take(SHOWN).collect();
    let mut names: Vec<String> = waiting.iter().map(|step| format!("`{}`", step.name)).collect();
    let more = all.count();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let text = match names.as_slice() {
        [name] => format!("the step {name} cannot stand where its `before` and `after` want it"),
        _ => format!("the steps {} wait for each other", names.join(", ")),
    };
    let mut diagnostic = Diagnostic::error(STEP_CIRCLE, text)
        .help("leave out one of the `before` or `after` that lead round in a circle");
    for step in waiting {
        let first = step.body.code.stmts.first().map(|stmt| stmt.span);
        if let Some(span) = step.guard.as_ref().map(|guard| guard.span).or(first) {
            diagnostic = diagnostic.label(span, format!("step `{}`", step.name));
        }
    }
    diagnostic
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
