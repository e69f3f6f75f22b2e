//! Rules that never ran in any game that was watched.

use std::collections::BTreeSet;

use compiler::{Mark, Probe};
use grammar::{
    Span,
    ast::{Expr, Item, ItemKind},
};

use crate::program::Texts;

/// The rules of an expansion that never did anything, with their places, in the order of its files.
pub(super) fn unfired(
    texts: &Texts,
    chosen: &[String],
    home: &str,
    fired: &BTreeSet<Probe>,
) -> Vec<String> {
    if fired.is_empty() {
        return Vec::new();
    }
    let playing = texts.closure(chosen);
    let mut found = Vec::new();
    for source in texts.available().iter().filter(|source| source.folder == home) {
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            look(texts, item, &playing, fired, &mut found);
        }
    }
    found
}

fn look(
    texts: &Texts,
    item: &Item,
    playing: &[String],
    fired: &BTreeSet<Probe>,
    found: &mut Vec<String>,
) {
    let did_something = match &item.kind {
        ItemKind::Step(step) => reached(step.body.span, fired),
        ItemKind::Offer(offer) => reached(offer.body.span, fired),
        ItemKind::Hook(hook) => hook.body.statements.is_empty() || reached(hook.body.span, fired),
        ItemKind::To(deed) => deed.body.statements.is_empty() || reached(deed.body.span, fired),
        ItemKind::Adjust(adjust) => reached(adjust.value.span, fired),
        ItemKind::Forbid(forbid) => forbid.condition.as_ref().is_none_or(|c| held(c, fired)),
        // Others may never have played beside it.
        ItemKind::With(with) => {
            if playing.contains(&with.expansion.text) {
                with.items.iter().for_each(|item| look(texts, item, playing, fired, found));
            }
            return;
        }
        _ => return,
    };
    if !did_something {
        let sources = texts.sources();
        let line = sources.slice(item.span).lines().next().unwrap_or_default();
        found.push(format!("{}: {}", sources.place(item.span), line.trim_end_matches(['{', ' '])));
    }
}

/// Whether anything inside a stretch was come to.
fn reached(span: Span, fired: &BTreeSet<Probe>) -> bool {
    inside(span, fired).next().is_some()
}

/// Whether the last part of a condition held, and so the whole.
fn held(condition: &Expr, fired: &BTreeSet<Probe>) -> bool {
    let ends = |probe: &Probe| probe.mark == Mark::Holds && probe.span.end == condition.span.end;
    inside(condition.span, fired).any(|probe| ends(&probe))
}

fn inside(span: Span, fired: &BTreeSet<Probe>) -> impl Iterator<Item = Probe> {
    fired.iter().copied().filter(move |probe| {
        probe.span.file == span.file && probe.span.start >= span.start && probe.span.end <= span.end
    })
}
