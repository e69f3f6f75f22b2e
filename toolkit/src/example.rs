//! The scenarios of expansions: which there are, under which settings they play, and all of them at once.

use std::cell::Cell;

use compiler::{Backend, Compiled, Probe, Setting};
use grammar::{
    Diagnostic, Report,
    ast::{self, ItemKind, ScenarioLine},
};
use rayon::prelude::*;
use runtime::Playthrough;

use crate::{
    excluded::{Excluded, excluded},
    program::{Spared, Texts, unread_scenario},
    scenario::{Failure, Missing, Outcome, Staged, run},
    why::OFFER_LINES,
};

/// A scenario as its expansion's text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The expansion whose scenario it is.
    pub expansion: String,
    /// Its title.
    pub title: String,
    /// The file and line of its title.
    pub place: String,
    /// The rules that it is played with.
    pub setting: Setting,
    /// Whether it says `snapshot`: what happens in it is kept.
    pub keeps: bool,
}

/// The scenarios of an expansion, in the order of its files.
pub fn examples(texts: &Texts, expansion: &str) -> Vec<Example> {
    let mut found = Vec::new();
    for source in texts.available().iter().filter(|s| s.folder == expansion) {
        for item in source.files.iter().flat_map(|(_, file)| &file.items) {
            collect(texts, expansion, item, None, &mut found);
        }
    }
    found
}

fn collect(
    texts: &Texts,
    expansion: &str,
    item: &ast::Item,
    only_with: Option<&str>,
    found: &mut Vec<Example>,
) {
    match &item.kind {
        ItemKind::Scenario(scenario) => {
            let mut expansions = vec![expansion.to_owned()];
            expansions.extend(only_with.map(str::to_owned));
            let (mut options, mut edition) = (Vec::new(), None);
            for line in &scenario.lines {
                if let ScenarioLine::With { names, settings } = &line.kind {
                    for name in names.iter().map(|name| &name.text) {
                        if is_edition(texts, name) {
                            edition.get_or_insert_with(|| name.clone());
                        } else {
                            expansions.push(name.clone());
                        }
                    }
                    options.extend(settings.iter().map(|setting| {
                        let of = setting.expansion.as_ref().map(|name| name.text.clone());
                        let value = texts.sources().slice(setting.value.span).to_owned();
                        (of, setting.name.text.clone(), value)
                    }));
                }
            }
            found.push(Example {
                expansion: expansion.to_owned(),
                title: scenario.title.text.clone(),
                place: texts.sources().place(scenario.title.span),
                keeps: scenario.lines.iter().any(|line| line.kind == ScenarioLine::Snapshot),
                setting: Setting { expansions, options, edition, tiles: Vec::new() },
            });
        }
        ItemKind::With(with) => {
            for item in &with.items {
                collect(texts, expansion, item, Some(&with.expansion.text), found);
            }
        }
        _ => {
            let Some((title, text)) = unread_scenario(texts.sources(), item) else { return };
            let setting = Setting { expansions: vec![expansion.to_owned()], ..Setting::default() };
            found.push(Example {
                expansion: expansion.to_owned(),
                title: title.to_owned(),
                place: texts.sources().place(item.span),
                keeps: text.contains("snapshot"),
                setting,
            });
        }
    }
}

/// Whether a name behind `with` is that of an edition; an expansion of the name comes first.
fn is_edition(texts: &Texts, name: &str) -> bool {
    let files = texts.available().iter().flat_map(|source| &source.files);
    let mut items = files.flat_map(|(_, file)| &file.items);
    let mut edition = false;
    let expansion = items.any(|item| {
        edition |= matches!(&item.kind, ItemKind::Edition(found) if found.name.text == name);
        matches!(&item.kind, ItemKind::Expansion(found) if found.name.text == name)
    });
    edition && !expansion
}

/// Plays scenarios on all cores; the results are in the order of the examples.
pub fn play_examples(
    texts: &Texts,
    examples: &[Example],
    backend: Backend,
) -> Vec<Result<Outcome, Report>> {
    examples.par_iter().map(|example| play_example(texts, example, backend)).collect()
}

/// Plays one scenario.
///
/// # Errors
///
/// When its rules do not compile.
pub fn play_example(texts: &Texts, example: &Example, backend: Backend) -> Result<Outcome, Report> {
    stage_example(texts, example, backend).map(|(outcome, _)| outcome)
}

/// Plays one scenario, with the game as it stood after its last line that came true; nothing if there was none.
///
/// # Errors
///
/// When its rules do not compile.
pub fn stage_example(
    texts: &Texts,
    example: &Example,
    backend: Backend,
) -> Result<(Outcome, Option<Playthrough>), Report> {
    let (mut outcome, play) = bare_example(texts, example, backend)?;
    if let Some(failure) = &mut outcome.failure {
        single_out(texts, example, backend, failure);
    }
    Ok((outcome, play))
}

/// The same without a closer look at what fails.
pub(crate) fn bare_example(
    texts: &Texts,
    example: &Example,
    backend: Backend,
) -> Result<(Outcome, Option<Playthrough>), Report> {
    let played = |texts: &Texts| {
        let number = number(texts, example)?;
        let compiled = texts.build_for(&example.setting, backend, Some(number))?;
        staged(&compiled, example, number)
    };
    // What is wrong in other scenarios keeps this one from nothing.
    let mut sound = None;
    loop {
        let texts = sound.as_deref().unwrap_or(texts);
        let report = match played(texts) {
            Err(report) => report,
            played => return played,
        };
        match texts.sparing(&report, &example.place) {
            Some(Spared::Others(others)) => sound = Some(others),
            Some(Spared::Own(own)) => return Err(own),
            None => return Err(report),
        }
    }
}

/// Of an answer that should be on offer, says which line of the rules keeps it off: without that line the scenario
/// comes further.
fn single_out(texts: &Texts, example: &Example, backend: Backend, failure: &mut Failure) {
    let Some(Missing { names, is_asked, asks }) = failure.missing.as_deref() else { return };
    let plays = texts.closure(&example.setting.expansions);
    // Where the question is not asked even without all lines that are tried, it is not its list that lacks the answer.
    let is_asked = Cell::new(*is_asked);
    let comes_further = |texts: &Texts| {
        let (outcome, _) = bare_example(texts, example, backend).ok()?;
        let same = outcome.failure.filter(|other| other.place == failure.place);
        let asks = |other: &Failure| other.missing.as_ref().is_some_and(|other| other.is_asked);
        is_asked.set(same.as_ref().is_some_and(|other| asks(other)));
        Some(same.is_none())
    };
    let asks: &[String] = if is_asked.get() { &[] } else { std::slice::from_ref(asks) };
    let lines = match excluded(texts, &plays, names, asks, comes_further) {
        Some(Excluded::By(lines)) => lines,
        Some(Excluded::Unlisted(mut lists)) if is_asked.get() && !lists.is_empty() => {
            lists.truncate(1);
            lists
        }
        Some(Excluded::Unlisted(_)) | None => return,
    };
    // What the board tells comes first; the lines that might have done it give way to those that did.
    let why = failure.why.take();
    let board = why.iter().flat_map(|why| why.split("; "));
    let board = board.filter(|reason| !reason.starts_with(OFFER_LINES)).map(str::to_owned);
    failure.why =
        Some(board.chain(lines.into_iter().map(|line| line.text)).collect::<Vec<_>>().join("; "));
}

/// Plays one scenario, and says what of the rules it came to.
///
/// # Errors
///
/// When its rules do not compile.
pub(crate) fn play_watched(
    texts: &Texts,
    example: &Example,
) -> Result<(Outcome, Vec<Probe>), Report> {
    let number = number(texts, example)?;
    let (compiled, probes) = texts.build_watched(&example.setting, Some(number))?;
    let (outcome, _) = staged(&compiled, example, number)?;
    Ok((outcome, probes.seen().collect()))
}

/// The number of a scenario among those of its rules.
fn number(texts: &Texts, example: &Example) -> Result<usize, Report> {
    let number = texts.scenario(&example.setting, &example.expansion, &example.title)?;
    number.ok_or_else(|| texts.unread(&example.place).unwrap_or_else(|| lost(example)))
}

fn lost(example: &Example) -> Report {
    let text = format!("the scenario \"{}\" is not among the rules", example.title);
    Report { diagnostics: vec![Diagnostic::error("check/scenario", text)] }
}

fn staged(
    compiled: &Compiled,
    example: &Example,
    number: usize,
) -> Result<(Outcome, Option<Playthrough>), Report> {
    let lost = || lost(example);
    let scenario = compiled.rules.scenarios.get(number).ok_or_else(lost)?;
    let lines = compiled.scenario.as_ref().ok_or_else(lost)?;
    let functions = |line, part| lines.function(line, part);
    let forbids = compiled.rules.forbids.iter().map(|f| (f.deed, f.origin)).collect();
    let (expansion, place) = (&example.expansion, &example.place);
    let staged = Staged { scenario, expansion, place, functions: &functions, forbids };
    Ok(run(&staged, &compiled.program))
}
