//! The course of play: phases, and the names of the steps in them.

use std::collections::BTreeMap;

use grammar::{
    Diagnostic, Span,
    ast::{self, ItemKind},
};

use super::Declaring;
use crate::{
    check::{codes, near::hint},
    typed::PhaseId,
};

/// The courses in their order.
const COURSES: [&str; 4] = ["setup", "turn", "part", "finish"];

/// A step by its name and its phase; in the order of the rules' steps.
#[derive(Clone, Debug)]
pub(crate) struct StepPlace {
    pub(crate) name: String,
    pub(crate) course: usize,
    pub(crate) phase: PhaseId,
    pub(crate) span: Span,
}

impl Declaring<'_> {
    /// Declares phases, then the places of steps.
    pub(super) fn course(&mut self) {
        let mut declared: BTreeMap<&str, Span> = BTreeMap::new();
        for in_play in self.each() {
            if let ItemKind::Phases(item) = &in_play.item.kind {
                self.phases(item, &mut declared);
            }
        }
        let mut declared: BTreeMap<&str, Span> = BTreeMap::new();
        for in_play in self.each() {
            if let ItemKind::Step(item) = &in_play.item.kind {
                self.step(item, &mut declared);
            }
        }
    }

    fn phases<'i>(&mut self, item: &'i ast::Phases, declared: &mut BTreeMap<&'i str, Span>) {
        let Some(course) = COURSES.iter().position(|name| *name == item.name.text) else {
            let mut error = Diagnostic::error(
                codes::UNKNOWN_PHASE,
                format!("there is no course of play `{}`", item.name.text),
            )
            .label(item.name.span, "expected `setup`, `turn`, `part` or `finish`");
            error.help = hint(&self.diagnostics, &item.name.text, COURSES);
            self.diagnostics.push(error);
            return;
        };
        for name in &item.phases {
            if let Some(first) = declared.get(name.text.as_str()) {
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        format!("a second phase `{}`", name.text),
                    )
                    .label(name.span, "declared again here")
                    .label(*first, "declared first here"),
                );
                continue;
            }
            declared.insert(&name.text, name.span);
            self.names.rules.phases[course].names.push(name.text.clone());
        }
    }

    fn step<'i>(&mut self, item: &'i ast::Step, declared: &mut BTreeMap<&'i str, Span>) {
        let place = self.names.rules.phases.iter().enumerate().find_map(|(course, phases)| {
            let phase = phases.names.iter().position(|name| *name == item.phase.text)?;
            Some((course, PhaseId(phase as u32)))
        });
        if place.is_none() {
            let phases = self.names.rules.phases.iter().flat_map(|list| &list.names);
            let mut error = Diagnostic::error(
                codes::UNKNOWN_PHASE,
                format!("there is no phase `{}`", item.phase.text),
            )
            .label(item.phase.span, "expected a phase of set-up, turn, part or finish");
            error.help = hint(&self.diagnostics, &item.phase.text, phases.map(String::as_str));
            if let (None, Some(before)) = (&error.help, self.steps.last()) {
                // Steps of one course mostly stand together.
                let course = COURSES[before.course];
                let listed = self.each().into_iter().find_map(|in_play| match &in_play.item.kind {
                    ItemKind::Phases(item) if item.name.text == course => item.phases.last(),
                    _ => None,
                });
                if let Some(last) = listed {
                    error = error.label(last.span, format!("the phases of {course} end here"));
                }
            }
            self.diagnostics.push(error);
        }
        if let Some(first) = declared.get(item.name.text.as_str()) {
            let error = Diagnostic::error(
                codes::DUPLICATE_NAME,
                format!("a second step `{}`", item.name.text),
            )
            .label(item.name.span, "declared again here")
            .label(*first, "declared first here")
            .help("give one of them another name: others say `before` and `after` it");
            self.diagnostics.push(error);
        }
        declared.entry(&item.name.text).or_insert(item.name.span);
        let (course, phase) = place.unwrap_or((0, PhaseId(0)));
        let span = item.name.span;
        self.steps.push(StepPlace { name: item.name.text.clone(), course, phase, span });
    }
}
