//! Phases in which nothing happens though expansions that do not play have steps for one of nearly that name.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    Diagnostic, FileId,
    ast::{Item, ItemKind, Name},
};

use super::{ExpansionSource, codes, near::did_you_mean, order::InPlay};

/// Warns of each phase in play that most likely has another name in the rules of others.
pub(crate) fn check(
    available: &[ExpansionSource],
    items: &[InPlay<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut declared: BTreeSet<&str> = BTreeSet::new();
    let mut used: BTreeMap<&str, (&Name, &str)> = BTreeMap::new();
    for source in available {
        let items = source.files.iter().flat_map(|(_, file): &(FileId, _)| &file.items);
        let mut waiting: Vec<&Item> = items.collect();
        while let Some(item) = waiting.pop() {
            match &item.kind {
                ItemKind::Phases(item) => {
                    declared.extend(item.phases.iter().map(|phase| phase.text.as_str()))
                }
                ItemKind::Step(step) => {
                    used.entry(&step.phase.text).or_insert((&step.phase, &source.folder));
                }
                ItemKind::With(with) => waiting.extend(&with.items),
                _ => {}
            }
        }
    }
    used.retain(|phase, _| !declared.contains(phase));
    let in_play = items.iter().filter_map(|in_play| match &in_play.item.kind {
        ItemKind::Phases(item) => Some(&item.phases),
        _ => None,
    });
    for phase in in_play.flatten() {
        // What stands in play is told where it stands.
        let told = |name: &str| diagnostics.iter().any(|found| found.message.contains(name));
        let near = grammar::nearest(&phase.text, used.keys().copied());
        let Some((&name, (place, folder))) = near.and_then(|near| used.get_key_value(near)) else {
            continue;
        };
        if told(&format!("`{name}`")) {
            continue;
        }
        let message = format!("`{folder}` has a step in `{name}`, and there is no such phase");
        let mut warning = Diagnostic::warning(codes::UNKNOWN_PHASE, message)
            .label(phase.span, "named here only")
            .label(place.span, "a step stands in it");
        warning.help = did_you_mean(&phase.text, [name]);
        diagnostics.push(warning);
    }
}
