//! The steps that a step names in `before` and `after`, which may be absent, but not misspelt.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId,
    ast::{self, Item, ItemKind, Name},
};

use super::{ExpansionSource, codes, declare::StepPlace, near::hint};
use crate::typed::StepOrder;

/// The steps in play, and the names of those of all expansions that exist.
pub(crate) struct StepNames<'a> {
    pub(crate) places: &'a [StepPlace],
    by_name: BTreeMap<&'a str, usize>,
    known: BTreeSet<String>,
}

impl<'a> StepNames<'a> {
    /// Of two steps of one name the first is meant.
    pub(crate) fn new(places: &'a [StepPlace], available: &[ExpansionSource]) -> Self {
        let mut by_name = BTreeMap::new();
        for (position, step) in places.iter().enumerate() {
            by_name.entry(step.name.as_str()).or_insert(position);
        }
        Self { places, by_name, known: known_steps(available) }
    }
}

fn known_steps(available: &[ExpansionSource]) -> BTreeSet<String> {
    let files = available.iter().flat_map(|source| &source.files);
    let mut waiting: Vec<&Item> = files.flat_map(|(_, file): &(FileId, _)| &file.items).collect();
    let mut names = BTreeSet::new();
    while let Some(item) = waiting.pop() {
        match &item.kind {
            ItemKind::Step(step) => _ = names.insert(step.name.text.clone()),
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
                    diagnostics.extend(misspelt(steps, name, diagnostics));
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

/// Steps of expansions that do not play mean nothing; a slip is told, and that no expansion has such a step.
fn misspelt(steps: &StepNames<'_>, name: &Name, told: &[Diagnostic]) -> Option<Diagnostic> {
    if steps.known.contains(&name.text) {
        return None;
    }
    let names = steps.known.iter().map(String::as_str).chain(steps.by_name.keys().copied());
    Some(match hint(told, &name.text, names) {
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
