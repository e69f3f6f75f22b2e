//! The scenarios of expansions: which there are, under which settings they play, and all of them at once.

use compiler::{Backend, Compiled, Probe, Setting};
use grammar::{
    Diagnostic, Report,
    ast::{self, ItemKind, ScenarioLine},
};
use rayon::prelude::*;
use runtime::Playthrough;

use crate::{
    program::Texts,
    scenario::{Outcome, Staged, run},
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
        _ => {}
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
    let number = number(texts, example)?;
    let compiled = texts.build_for(&example.setting, backend, Some(number))?;
    staged(&compiled, example, number)
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
    number.ok_or_else(|| lost(example))
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
