//! Which steps and offers the scenarios of an expansion come to: what none of them runs is not tested.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use abi::{Code, Course, Fault, FunctionId, Host, Outcome as Stop, Program, Word};
use grammar::{
    Span,
    ast::{Item, ItemKind},
};
use runtime::Playthrough;

use crate::program::Texts;

/// A step or an offer of an expansion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// `step` or `offer`.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
    /// The file and line; nothing for one that a scenario has come to.
    pub place: String,
}

impl Part {
    fn new(sort: &'static str, name: &str) -> Self {
        Self { sort, name: name.to_owned(), place: String::new() }
    }
}

/// The steps and offers of an expansion that are not among those which runs of its scenarios came to, in the order
/// of its files.
pub fn unreached(texts: &Texts, expansion: &str, reached: &BTreeSet<&Part>) -> Vec<Part> {
    let mut parts = Vec::new();
    for source in texts.available().iter().filter(|source| source.folder == expansion) {
        source.files.iter().flat_map(|(_, file)| &file.items).for_each(|item| {
            collect(texts, item, &mut parts);
        });
    }
    let missed = |(part, _): &(Part, Span)| !reached.contains(part);
    let placed = |(part, span): (Part, Span)| Part { place: texts.sources().place(span), ..part };
    parts.into_iter().filter(missed).map(placed).collect()
}

fn collect(texts: &Texts, item: &Item, parts: &mut Vec<(Part, Span)>) {
    match &item.kind {
        ItemKind::Step(step) => parts.push((Part::new("step", &step.name.text), step.name.span)),
        ItemKind::Offer(offer) => {
            parts.push((Part::new("offer", &offer.name.text), offer.name.span));
        }
        // Without the other expansion nobody can come to what is in there.
        ItemKind::With(with)
            if texts.available().iter().any(|other| other.folder == with.expansion.text) =>
        {
            with.items.iter().for_each(|item| collect(texts, item, parts));
        }
        _ => {}
    }
}

/// Code that notes which functions, called by the course of the game, did something: a step whose `when` does not
/// hold, or which skips at once, was begun and yet not tested.
#[derive(Debug)]
pub(crate) struct Watched {
    code: Arc<dyn Code>,
    acted: Mutex<BTreeSet<FunctionId>>,
}

impl Watched {
    /// A program that is watched, with its watch.
    pub(crate) fn program(program: &Program) -> (Arc<Program>, Arc<Self>) {
        let watched = Arc::new(Self { code: program.code.clone(), acted: Mutex::default() });
        let program = Program { code: watched.clone(), ..program.clone() };
        (Arc::new(program), watched)
    }

    fn note(&self, function: FunctionId) {
        self.acted.lock().unwrap_or_else(PoisonError::into_inner).insert(function);
    }

    /// The steps and offers of an expansion that a game came to.
    pub(crate) fn reached(&self, play: &Playthrough, expansion: &str) -> BTreeSet<Part> {
        let program = play.rules().program();
        let own = |origin: abi::OriginId| {
            program.origins.get(origin.index()).is_some_and(|line| line.expansion == expansion)
        };
        let acted = self.acted.lock().unwrap_or_else(PoisonError::into_inner);
        let courses = &program.courses;
        let steps = [&courses.setup, &courses.turn, &courses.part, &courses.finish];
        let steps = steps.into_iter().flat_map(|Course { steps, .. }| steps);
        let mut reached: BTreeSet<Part> = steps
            .filter(|step| own(step.origin) && acted.contains(&step.function))
            .map(|step| Part::new("step", &step.name))
            .collect();
        for entry in play.log() {
            let chosen = entry.answer.split(' ').next().unwrap_or_default();
            let asks = program.asks.iter().filter(|ask| ask.name == entry.name);
            let offers = asks.flat_map(|ask| &ask.offers);
            let offers = offers.filter(|offer| offer.name == chosen && own(offer.origin));
            reached.extend(offers.map(|offer| Part::new("offer", &offer.name)));
        }
        reached
    }
}

impl Code for Watched {
    fn call(
        &self,
        function: FunctionId,
        args: &[Word],
        host: &mut dyn Host,
    ) -> Result<Word, Fault> {
        let before = host.memory().mark();
        let result = self.code.call(function, args, host);
        if result.is_err() || host.memory().changes_since(before) > 0 {
            self.note(function);
        }
        result
    }

    fn resume(&self, function: FunctionId, base: usize, answer: Word, host: &mut dyn Host) -> Stop {
        let before = host.memory().mark();
        let stop = self.code.resume(function, base, answer, host);
        if !matches!(stop, Stop::Done(_)) || host.memory().changes_since(before) > 0 {
            self.note(function);
        }
        stop
    }
}
