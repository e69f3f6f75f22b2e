//! The steps that a step names in `before` and `after`, which may be absent, but not misspelt.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId,
    ast::{self, Item, ItemKind, Name},
};

use super::{
    ExpansionSource, codes,
    declare::StepPlace,
    near::{HINTS, hint},
};
use crate::typed::StepOrder;

/// The steps in play, and the names of those of all expansions that exist.
pub(crate) struct StepNames<'a> {
    pub(crate) places: &'a [StepPlace],
    by_name: BTreeMap<&'a str, usize>,
    /// Each name with the phases that steps of this name stand in.
    known: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> StepNames<'a> {
    /// Of two steps of one name the first is meant.
    pub(crate) fn new(places: &'a [StepPlace], available: &'a [ExpansionSource]) -> Self {
        let mut by_name = BTreeMap::new();
        for (position, step) in places.iter().enumerate() {
            by_name.entry(step.name.as_str()).or_insert(position);
        }
        Self { places, by_name, known: known_steps(available) }
    }
}

fn known_steps(available: &[ExpansionSource]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files = available.iter().flat_map(|source| &source.files);
    let mut waiting: Vec<&Item> = files.flat_map(|(_, file): &(FileId, _)| &file.items).collect();
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    while let Some(item) = waiting.pop() {
        match &item.kind {
            ItemKind::Step(step) => {
                names.entry(&step.name.text).or_default().insert(&step.phase.text);
            }
            ItemKind::With(with) => waiting.extend(&with.items),
            _ => {}
        }
    }
    names
}

/// The order that the step at `position` wants, by positions.
pub(crate) fn step_order(
    steps: &StepNames<'_>,
    position: usize,
    item: &ast::Step,
    diagnostics: &mut Vec<Diagnostic>,
) -> StepOrder {
    let mut find = |names: &[Name]| -> Vec<usize> {
        names
            .iter()
            .filter_map(|name| {
                let other = steps.by_name.get(name.text.as_str()).copied();
                let Some(other) = other else {
                    diagnostics.extend(misspelt(steps, item, name, diagnostics));
                    return None;
                };
                let (mine, its) = (&steps.places[position], &steps.places[other]);
                if other == position {
                    diagnostics.push(
                        Diagnostic::error(
                            codes::CIRCLE,
                            "a step cannot come before or after itself",
                        )
                        .label(name.span, "this step itself"),
                    );
                    return None;
                }
                if (mine.course, mine.phase) != (its.course, its.phase) {
                    diagnostics.push(
                        Diagnostic::error(
                            codes::UNKNOWN_STEP,
                            format!("`{}` is a step of another phase", name.text),
                        )
                        .label(name.span, "expected a step of the same phase")
                        .label(its.span, "declared here")
                        .help(format!(
                            "leave `{}` out, as phases follow each other anyway, or let this step stand in that phase",
                            name.text
                        )),
                    );
                    return None;
                }
                Some(other)
            })
            .collect()
    };
    StepOrder { before: find(&item.before), after: find(&item.after) }
}

/// Steps of expansions that do not play mean nothing; a slip is told, and that no expansion has such a step. Only what
/// can stand there is proposed: another step of the same phase.
fn misspelt(
    steps: &StepNames<'_>,
    item: &ast::Step,
    name: &Name,
    told: &[Diagnostic],
) -> Option<Diagnostic> {
    if steps.known.contains_key(name.text.as_str()) {
        return None;
    }
    let phase = item.phase.text.as_str();
    let others = || steps.known.iter().filter(|(other, _)| **other != item.name.text);
    let fitting = others().filter(|(_, phases)| phases.contains(phase)).map(|(other, _)| *other);
    let help = hint(told, &name.text, fitting).or_else(|| {
        let near = grammar::nearest(&name.text, others().map(|(other, _)| *other));
        let near = near.filter(|_| told.len() < HINTS)?;
        let home = steps.known[near].first()?;
        Some(format!(
            "`{near}` is a step of `{home}`, and phases follow each other anyway: name a step of `{phase}`, or none"
        ))
    });
    Some(match help {
        Some(help) => {
            Diagnostic::error(codes::UNKNOWN_STEP, format!("there is no step `{}`", name.text))
                .label(name.span, "expected a step")
                .help(help)
        }
        None => Diagnostic::warning(
            codes::UNKNOWN_STEP,
            format!("no expansion that is there has a step `{}`", name.text),
        )
        .label(name.span, "this orders nothing")
        .help("name a step of the same phase, or leave it out; `carc explain order` lists them"),
    })
}
