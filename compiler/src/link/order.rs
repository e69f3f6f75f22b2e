//! The order of steps, hooks, adjustments, offers and prohibitions (language.md, section 9).

use std::collections::BTreeMap;

use grammar::Diagnostic;

use super::explain::{self, Explanation};
use crate::typed::{DeedRef, ForbidDeed, Moment, Rules};

/// Steps come before each other.
pub(crate) const STEP_CIRCLE: &str = "link/step-circle";

/// The hooks on one deed, by position in the rules, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeedHooks {
    /// Before it; the last declared first.
    pub before: Vec<usize>,
    /// In its place: the first one whose guard holds.
    pub instead: Vec<usize>,
    /// After it.
    pub after: Vec<usize>,
}

/// The rules in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    /// For each course and each of its phases the steps in order.
    pub courses: [Vec<Vec<usize>>; 4],
    /// The hooks on each deed that has some.
    pub hooks: BTreeMap<DeedRef, DeedHooks>,
    /// The adjustments of each function in order.
    pub adjusts: Vec<Vec<usize>>,
    /// The offers of each menu in order.
    pub offers: Vec<Vec<usize>>,
    /// The prohibitions of each deed.
    pub forbids: BTreeMap<ForbidDeed, Vec<usize>>,
    /// The same for people.
    pub explanation: Explanation,
}

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
            Moment::Before => hooks.before.insert(0, i),
            Moment::Instead => hooks.instead.push(i),
            Moment::After => hooks.after.push(i),
        }
    }
    for (i, adjust) in rules.adjusts.iter().enumerate() {
        linked.adjusts[adjust.function.index()].push(i);
    }
    for (i, offer) in rules.offers.iter().enumerate() {
        linked.offers[offer.menu.index()].push(i);
    }
    for (i, forbid) in rules.forbids.iter().enumerate() {
        linked.forbids.entry(forbid.deed).or_default().push(i);
    }
    linked.explanation = explain::explain(rules, &linked);
    Ok(linked)
}

/// The steps of one phase, moved by their own words.
fn order_phase(rules: &Rules, course: usize, phase: usize) -> Result<Vec<usize>, Diagnostic> {
    let here = |step: &usize| {
        rules.steps[*step].course == course && rules.steps[*step].phase.index() == phase
    };
    let mut waiting = Vec::new();
    let mut placed = Row::default();
    for step in (0..rules.steps.len()).filter(here) {
        let order = &rules.steps[step].order;
        let before: Vec<usize> = order.before.iter().copied().filter(here).collect();
        let after: Vec<usize> = order.after.iter().copied().filter(here).collect();
        if before.is_empty() && after.is_empty() {
            placed.steps.push(step);
        } else {
            waiting.push(Waiting { step, before, after });
        }
    }
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|step| placed.has_all(step));
        let Some(i) = ready else { return Err(circle(rules, &waiting)) };
        let next = waiting.remove(i);
        if !placed.insert(&next) {
            return Err(circle(rules, &[next]));
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
#[derive(Default)]
struct Row {
    steps: Vec<usize>,
    behind: BTreeMap<usize, usize>,
}

impl Row {
    fn place(&self, step: usize) -> Option<usize> {
        self.steps.iter().position(|other| *other == step)
    }

    fn has_all(&self, step: &Waiting) -> bool {
        step.before.iter().chain(&step.after).all(|other| self.place(*other).is_some())
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
                let anchor = self.steps[last];
                self.behind.insert(step.step, anchor);
                let limit = first.unwrap_or(self.steps.len());
                let mut at = last + 1;
                while at < limit && self.is_behind(self.steps[at], anchor) {
                    at += 1;
                }
                at
            }
            (None, None) => self.steps.len(),
        };
        self.steps.insert(at, step.step);
        true
    }

    fn is_behind(&self, step: usize, anchor: usize) -> bool {
        let mut at = step;
        while let Some(next) = self.behind.get(&at) {
            if *next == anchor {
                return true;
            }
            at = *next;
        }
        false
    }
}

fn circle(rules: &Rules, waiting: &[Waiting]) -> Diagnostic {
    let names: Vec<String> =
        waiting.iter().map(|step| format!("`{}`", rules.steps[step.step].name)).collect();
    let text = match names.as_slice() {
        [name] => format!("the step {name} cannot stand where its `before` and `after` want it"),
        _ => format!("the steps {} wait for each other", names.join(", ")),
    };
    let mut diagnostic = Diagnostic::error(STEP_CIRCLE, text)
        .help("leave out one of the `before` or `after` that lead round in a circle");
    for step in waiting.iter().map(|step| &rules.steps[step.step]) {
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
