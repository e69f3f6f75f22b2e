//! The stages in order: check, link, lower, emit, assemble. Parsing comes before, by the owner of the texts.

use std::sync::Arc;

use abi::{FunctionId, Program};
use grammar::{Diagnostic, Sources};

use crate::{
    assemble::assemble,
    backend::{self, Backend},
    check::{Checked, EXPANSION_ITEM, ExpansionSource, Setting, check, check_after},
    fingerprint::Fingerprints,
    former::Former,
    ir::{Evaluator, Module},
    link::{Explanation, Linked, circles, conflicts, link},
    lower::{Job, Lowered, lower},
    probe::Probes,
    typed::Rules,
};

/// Rules ready to be played, with what is known of them besides.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Arc<Program>,
    /// The checked rules that it was made of.
    pub rules: Rules,
    /// The order of steps, hooks and offers, and why they stand so.
    pub explanation: Explanation,
    /// What is no error, yet perhaps not meant.
    pub warnings: Vec<Diagnostic>,
    /// The functions of the scenario that was asked for.
    pub scenario: Option<ScenarioProgram>,
}

/// The compiled lines of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioProgram {
    /// Its position in [`Rules::scenarios`].
    pub scenario: usize,
    functions: Vec<[Option<FunctionId>; 3]>,
}

impl ScenarioProgram {
    /// The function of a line: its deed or condition (part 0), the two sides of a comparison (parts 1, 2).
    pub fn function(&self, line: usize, part: u8) -> Option<FunctionId> {
        *self.functions.get(line)?.get(usize::from(part))?
    }
}

/// Compiles the rules of a setting, and the lines of one of its scenarios if one is wanted.
///
/// # Errors
///
/// Everything that is wrong with the rules.
pub fn compile(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    backend: Backend,
    scenario: Option<usize>,
) -> Result<Compiled, Vec<Diagnostic>> {
    compile_after(sources, available, setting, backend, scenario, None)
}

/// The same after other rules: what cannot have changed since is taken over.
///
/// # Errors
///
/// Everything that is wrong with the rules.
pub fn compile_after(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    backend: Backend,
    scenario: Option<usize>,
    former: Option<&mut Former>,
) -> Result<Compiled, Vec<Diagnostic>> {
    let (checked, prints, code) = former.map_or_else(
        || (check(sources, available, setting), None, None),
        |Former { checked, prints, code }| {
            let checked = check_after(sources, available, setting, checked);
            (checked, Some(prints), Some(code))
        },
    );
    let mut nothing = Fingerprints::default();
    let prints = prints.unwrap_or(&mut nothing);
    let ready = ready(sources, available, checked, prints)?;
    let lowered = lower(&ready.rules, &ready.linked, scenario, false);
    Ok(finish(ready, lowered, backend, scenario, code).0)
}

/// The same on the evaluator, with probes in the rules that note what games come to.
///
/// # Errors
///
/// Everything that is wrong with the rules.
pub fn compile_watched(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    scenario: Option<usize>,
) -> Result<(Compiled, Arc<Probes>), Vec<Diagnostic>> {
    watched(sources, available, setting, scenario, |probes| probes)
}

/// The same with probes that also note for all points which adjustments changed their number.
///
/// # Errors
///
/// Everything that is wrong with the rules.
pub fn compile_counting(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
) -> Result<(Compiled, Arc<Probes>), Vec<Diagnostic>> {
    watched(sources, available, setting, None, Probes::counting)
}

fn watched(
    sources: &Sources,
    available: &[ExpansionSource],
    setting: &Setting,
    scenario: Option<usize>,
    made: impl FnOnce(Probes) -> Probes,
) -> Result<(Compiled, Arc<Probes>), Vec<Diagnostic>> {
    let checked = check(sources, available, setting);
    let ready = ready(sources, available, checked, &mut Fingerprints::default())?;
    let mut lowered = lower(&ready.rules, &ready.linked, scenario, true);
    let probes = Arc::new(made(Probes::new(std::mem::take(&mut lowered.probes))));
    let (mut compiled, lowered) = finish(ready, lowered, Backend::Eval, scenario, None);
    let code = Arc::new(Evaluator::watching(Arc::new(lowered.module), probes.clone()));
    compiled.program = Arc::new(Program { code, ..(*compiled.program).clone() });
    Ok((compiled, probes))
}

/// Rules without mistakes, before they become functions.
struct Ready {
    rules: Rules,
    linked: Linked,
    fingerprints: Vec<u64>,
    warnings: Vec<Diagnostic>,
}

fn ready(
    sources: &Sources,
    available: &[ExpansionSource],
    checked: Checked,
    prints: &mut Fingerprints,
) -> Result<Ready, Vec<Diagnostic>> {
    let (rules, mut diagnostics) = (checked.rules, checked.diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        // The words of steps about their order were read, whatever is wrong with other lines.
        diagnostics.extend(circles(&rules));
        return Err(diagnostics);
    }
    let no_phases = rules.phases.iter().all(|list| list.names.is_empty());
    if rules.steps.is_empty() && no_phases {
        diagnostics.extend(nothing_happens(&rules));
        return Err(diagnostics);
    }
    let linked = match link(&rules) {
        Ok(linked) => linked,
        Err(found) => {
            diagnostics.extend(found);
            return Err(diagnostics);
        }
    };
    diagnostics.extend(conflicts(&rules, sources));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let fingerprints = prints.of_expansions(sources, available, &rules);
    Ok(Ready { rules, linked, fingerprints, warnings: diagnostics })
}

/// Without any step nobody ever does anything, and the game has no end.
fn nothing_happens(rules: &Rules) -> Option<Diagnostic> {
    let expansion = rules.expansions.first()?;
    let message = format!("nothing happens in a game of `{}`: there is no step", expansion.name);
    let error = Diagnostic::error(EXPANSION_ITEM, message);
    let error = error.label(expansion.span, "expected steps of its own, or those of another");
    Some(error.help("write `needs …` with its name in the `expansion` item"))
}

/// The functions of linked rules as they are before they become code; what snapshots show.
pub fn lowered(rules: &Rules, linked: &Linked) -> Module {
    lower(rules, linked, None, false).module
}

/// Makes a program of rules without mistakes; gives back what it was made of as well.
fn finish(
    ready: Ready,
    lowered: Lowered,
    backend: Backend,
    scenario: Option<usize>,
    former: Option<&mut backend::Former>,
) -> (Compiled, Lowered) {
    let Ready { rules, linked, fingerprints, warnings } = ready;
    let (program, lowered) = assemble(&rules, &linked, lowered, fingerprints, backend, former);
    let scenario = scenario.map(|number| scenario_program(&rules, &lowered, number));
    let explanation = linked.explanation;
    let program = Arc::new(program);
    (Compiled { program, rules, explanation, warnings, scenario }, lowered)
}

fn scenario_program(rules: &Rules, lowered: &Lowered, scenario: usize) -> ScenarioProgram {
    let lines = rules.scenarios.get(scenario).map_or(0, |scenario| scenario.lines.len());
    let parts = |line| [0, 1, 2].map(|part| lowered.function(Job::Line(line, part)));
    ScenarioProgram { scenario, functions: (0..lines).map(parts).collect() }
}

#[cfg(test)]
#[path = "pipeline_tests.rs"]
mod tests;
