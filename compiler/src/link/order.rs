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
                Err(circles) => diagnostics.extend(circles),
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

/// The circles of steps alone, which show even where bodies have mistakes.
pub(crate) fn circles(rules: &Rules) -> Vec<Diagnostic> {
    let phases = rules.phases.iter().enumerate();
    let phases = phases.flat_map(|(course, list)| (0..list.names.len()).map(move |p| (course, p)));
    phases.filter_map(|(course, phase)| order_phase(rules, course, phase).err()).flatten().collect()
}

/// The steps of one phase, moved by their own words.
fn order_phase(rules: &Rules, course: usize, phase: usize) -> Result<Vec<usize>, Vec<Diagnostic>> {
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
            return Err(waiting_circles(rules, &waiting, &left));
        };
        left.remove(&i);
        if !placed.insert(&waiting[i]) {
            return Err(vec![circle(rules, std::iter::once(&waiting[i]))]);
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

/// The circles among steps that wait for each other; who only waits for those in one has no fault of his own.
fn waiting_circles(rules: &Rules, waiting: &[Waiting], left: &BTreeSet<usize>) -> Vec<Diagnostic> {
    let numbers: BTreeMap<usize, usize> = left.iter().map(|&i| (waiting[i].step, i)).collect();
    let waits_for = |i: usize| {
        let named = waiting[i].before.iter().chain(&waiting[i].after);
        named.filter_map(|step| numbers.get(step).copied())
    };
    let mut waited_for: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &i in left {
        waits_for(i).for_each(|other| waited_for.entry(other).or_default().push(i));
    }
    // Whoever has left last when all ways are gone, is first on the way back: one circle after the other.
    let forth = |i: usize| waits_for(i).collect::<Vec<_>>();
    let back = |i: usize| waited_for.get(&i).cloned().unwrap_or_default();
    let mut seen = BTreeSet::new();
    let order: Vec<usize> = left.iter().flat_map(|&i| reach(i, &forth, &mut seen)).collect();
    let mut seen = BTreeSet::new();
    let circles = order.iter().rev().map(|&i| reach(i, &back, &mut seen));
    let mut circles: Vec<Vec<usize>> = circles
        .filter(|all| all.len() > 1 || all.iter().any(|&i| waits_for(i).any(|other| other == i)))
        .collect();
    circles.iter_mut().for_each(|circle| circle.sort_unstable());
    circles.sort();
    circles.iter().map(|all| circle(rules, all.iter().map(|i| &waiting[*i]))).collect()
}

/// What can be reached from a place and was not seen before, in the order in which it is left.
fn reach(
    from: usize,
    next: &dyn Fn(usize) -> Vec<usize>,
    seen: &mut BTreeSet<usize>,
) -> Vec<usize> {
    let mut left = Vec::new();
    if !seen.insert(from) {
        return left;
    }
    let mut way = vec![(from, next(from))];
    while let Some((at, open)) = way.last_mut() {
        match open.pop() {
            Some(other) if seen.insert(other) => way.push((other, next(other))),
            Some(_) => {}
            None => {
                left.push(*at);
                way.pop();
            }
        }
    }
    left
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
        diagnostic = diagnostic.label(step.span, format!("step `{}`", step.name));
    }
    diagnostic
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
