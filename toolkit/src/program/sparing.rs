//! Scenarios with mistakes: they keep no other scenario from being played.

use std::sync::Arc;

use grammar::{
    Diagnostic, Report, Sources, Span,
    ast::{File, Item, ItemKind},
};

use super::Texts;

/// What is left to play where scenarios have mistakes.
#[derive(Debug)]
pub(crate) enum Spared {
    /// The texts without the scenarios that have them.
    Others(Box<Texts>),
    /// Nothing: these are the mistakes of the scenario that is to be played.
    Own(Report),
}

impl Texts {
    /// What is left of these texts for the scenario in the line of a place, if all that is wrong with them is
    /// wrong in scenarios.
    pub(crate) fn sparing(&self, report: &Report, place: &str) -> Option<Spared> {
        let mut scenarios: Vec<(Span, String)> = Vec::new();
        let items = self.available.iter().flat_map(|source| &source.files);
        for item in items.flat_map(|(_, file)| &file.items) {
            collect(&self.sources, item, &mut scenarios);
        }
        let mut wrong: Vec<Span> = Vec::new();
        let (mut own, mut elsewhere) = (Report::default(), false);
        for found in report.diagnostics.iter().filter(|found| found.is_error()) {
            let at = found.span()?;
            let (scenario, line) = scenarios.iter().find(|(item, _)| holds(*item, at))?;
            match line == place {
                true => own.extend([found.clone()]),
                false => elsewhere = true,
            }
            wrong.push(*scenario);
        }
        if !own.is_empty() {
            return Some(Spared::Own(own));
        }
        if !elsewhere {
            return None;
        }
        let mut others = self.clone();
        for (_, file) in others.available.iter_mut().flat_map(|source| &mut source.files) {
            if file.items.iter().any(|item| wrong.iter().any(|wrong| holds(item.span, *wrong))) {
                *file = Arc::new(File { items: without(&file.items, &wrong) });
            }
        }
        let is_left = |at: Option<Span>| !at.is_some_and(|at| wrong.iter().any(|w| holds(*w, at)));
        for mistakes in others.mistakes.values_mut() {
            mistakes.retain(|found| is_left(found.span()));
        }
        for mistakes in others.broken.values_mut() {
            mistakes.retain(|found| is_left(found.span()));
        }
        Some(Spared::Others(Box::new(others)))
    }
}

impl Texts {
    /// What is wrong with the scenario at a place, if its text cannot even be read.
    pub(crate) fn unread(&self, place: &str) -> Option<Report> {
        let mut files = self.available.iter().flat_map(|source| &source.files);
        files.find_map(|(id, file)| {
            let is_meant = |item: &&Item| {
                unread_scenario(&self.sources, item).is_some()
                    && self.sources.place(item.span) == place
            };
            let item = file.items.iter().find(is_meant)?;
            let wrong = self.broken.get(id).into_iter().flatten();
            let own = |found: &&Diagnostic| found.span().is_some_and(|at| holds(item.span, at));
            let report: Report = wrong.filter(own).cloned().collect();
            (!report.is_empty()).then_some(report)
        })
    }
}

/// The title of a scenario that cannot be read, and what it says; nothing if the item is none.
pub(crate) fn unread_scenario<'s>(sources: &'s Sources, item: &Item) -> Option<(&'s str, &'s str)> {
    let ItemKind::Broken(_) = item.kind else { return None };
    let text = sources.slice(item.span);
    let mut words = text.split_whitespace().skip_while(|word| word.starts_with('@'));
    (words.next()? == "scenario").then(|| (text.split('"').nth(1).unwrap_or_default(), text))
}

/// The scenarios of an item, each with the place of its line.
fn collect(sources: &Sources, item: &Item, found: &mut Vec<(Span, String)>) {
    match &item.kind {
        ItemKind::Scenario(scenario) => found.push((item.span, sources.place(scenario.title.span))),
        ItemKind::With(with) => with.items.iter().for_each(|item| collect(sources, item, found)),
        _ if unread_scenario(sources, item).is_some() => {
            found.push((item.span, sources.place(item.span)));
        }
        _ => {}
    }
}

/// The items without some of them, and without those in others.
fn without(items: &[Item], wrong: &[Span]) -> Vec<Item> {
    let left = items.iter().filter(|item| !wrong.contains(&item.span));
    left.map(|item| {
        let mut item = item.clone();
        if let ItemKind::With(with) = &mut item.kind {
            with.items = without(&with.items, wrong);
        }
        item
    })
    .collect()
}

fn holds(item: Span, at: Span) -> bool {
    item.file == at.file && item.start <= at.start && at.start <= item.end
}
