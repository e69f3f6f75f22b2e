//! What an expansion can be expected to name of others: the steps and statements of those that it says it has to do
//! with. The checker lets it name all that are there, as they need not play, but nobody looks for them in a list.

use std::collections::BTreeSet;

use grammar::ast::{Item, ItemKind, Step};
use lsp_types::CompletionItemKind;

use crate::{desk::Desk, offer::Offer, subject, tree};

/// How near what is an expansion's own is, and what another one has.
const OWN: u8 = 1;
const OTHER: u8 = 6;

/// An expansion itself, those that its header or a `with` names, and all that these need.
fn within_reach(desk: &Desk, expansion: &str) -> BTreeSet<String> {
    let mut names = vec![expansion.to_owned()];
    for source in desk.texts().available().iter().filter(|source| source.folder == expansion) {
        let named = source.files.iter().flat_map(|(_, file)| tree::has_to_do_with(&file.items));
        names.extend(named.map(|name| name.text.clone()));
    }
    desk.texts().closure(&names).into_iter().collect()
}

/// The steps that the step at the end of a text can come before or after: those of its phase, but for itself and
/// those that it names already. Where no phase is named yet, those of all phases.
pub(crate) fn steps(desk: &Desk, expansion: &str, before: &str) -> Vec<Offer> {
    let head = StepHead::read(before);
    let near = within_reach(desk, expansion);
    let mut found: Vec<(&str, &Step)> = Vec::new();
    for source in desk.texts().available().iter().filter(|source| near.contains(&source.folder)) {
        for (_, file) in &source.files {
            collect(&file.items, &near, &mut |step| found.push((&source.folder, step)));
        }
    }
    found.retain(|(_, step)| head.can_name(step));
    // Of two steps of one name the own one is shown.
    found.sort_by_key(|(folder, _)| *folder != expansion);
    let offer = |(folder, step): (&str, &Step)| {
        let mut offer = Offer::word(&step.name.text, CompletionItemKind::EVENT);
        offer.detail = Some(format!("in {}, of {folder}", step.phase.text));
        offer.rank = if folder == expansion { OWN } else { OTHER };
        offer
    };
    found.into_iter().map(offer).collect()
}

/// The steps of some items, also of those that stand in a `with` of an expansion within reach.
fn collect<'t>(items: &'t [Item], near: &BTreeSet<String>, found: &mut impl FnMut(&'t Step)) {
    for item in items {
        match &item.kind {
            ItemKind::Step(step) => found(step),
            ItemKind::With(with) if near.contains(&with.expansion.text) => {
                collect(&with.items, near, found);
            }
            _ => {}
        }
    }
}

/// What the head of a step says as far as it is written.
struct StepHead<'t> {
    phase: Option<&'t str>,
    /// Its own name, and those that stand behind its phase.
    named: Vec<&'t str>,
}

impl<'t> StepHead<'t> {
    fn read(before: &'t str) -> Self {
        let tokens = grammar::tokens(before).map(|token| &before[token]);
        let words: Vec<&str> = tokens.skip_while(|word| *word != "step").skip(1).collect();
        let at = words.iter().position(|word| *word == "in");
        let phase = at.and_then(|at| words.get(at + 1)).copied();
        let behind = at.map_or(1, |at| at + 2);
        let named = words.iter().take(1).chain(words.iter().skip(behind)).copied();
        Self { phase, named: named.collect() }
    }

    fn can_name(&self, step: &Step) -> bool {
        self.phase.is_none_or(|phase| step.phase.text == phase)
            && !self.named.contains(&step.name.text.as_str())
    }
}

/// The statements that rules of an expansion can cite, its own ones first: of two with one number the own one is
/// meant.
pub(crate) fn statements(desk: &Desk, expansion: &str) -> Vec<Offer> {
    let near = within_reach(desk, expansion);
    let mut offers = Vec::new();
    for source in desk.texts().available().iter().filter(|source| near.contains(&source.folder)) {
        let Some(page) = source.statements else { continue };
        let own = source.folder == expansion;
        for (number, _, says) in subject::statements(desk.source(page).text()) {
            let mut offer = Offer::word(number, CompletionItemKind::REFERENCE);
            offer.detail = Some(says.to_owned());
            offer.rank = if own { OWN } else { OTHER };
            offers.push(offer);
        }
    }
    offers.sort_by_key(|offer| offer.rank);
    offers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_step_is_read_as_far_as_it_is_there() {
        for (before, phase, named) in [
            ("step ", None, &[][..]),
            ("step a after ", None, &["a", "after"]),
            ("@B1 step a in ", None, &["a"]),
            ("step a in b after c, ", Some("b"), &["a", "after", "c", ","]),
        ] {
            let head = StepHead::read(before);
            assert_eq!((head.phase, &head.named[..]), (phase, named), "{before}");
        }
    }
}
