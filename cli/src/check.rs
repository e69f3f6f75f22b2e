//! `carc check`: compiles rules and reports everything that is wrong with them, missing texts included.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use abi::Program;
use runtime::{Rules, Setup};
use serde::Serialize;
use toolkit::{
    Backend, Diagnostic, Expansion, FALLBACK, Flaw, Library, Messages, Record, Report, Setting,
    Sources, beside, default_tiles, examples, line_of_text, recorded_flaws,
};

use crate::{
    args::{Check, Format},
    choice::Shelf,
    left_out::left_out_of,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless, harmless_json},
    told::{self, Sight},
};

/// What was found in one expansion, or in several that play together, as data.
#[derive(Debug, Serialize)]
struct Found {
    expansion: String,
    /// Where the expansion lies that it stands in for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_in_for: Option<String>,
    errors: usize,
    warnings: usize,
    /// Expansions whose errors, told there, keep this one from being looked at further.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    kept_by: BTreeSet<String>,
    diagnostics: Vec<Record>,
    /// Keys of texts that a language lacks, by language.
    missing: Vec<Missing>,
    /// What is told of expansions that have no part in the set-up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Missing {
    language: String,
    keys: Vec<String>,
}

/// Checks the named expansions, each with what it needs; without names that of this folder, or all of them.
pub(crate) fn run(arguments: &Check, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let is_inside = arguments.which.is_empty() && Expansion::read(Path::new(".")).is_some();
    let here = [".".to_owned()];
    let (shelf, named) = Shelf::open(if is_inside { &here } else { &arguments.which })?;
    let has_chosen = !named.is_empty();
    let names = match named[..] {
        [] => shelf.entries.iter().map(|e| e.name.clone()).collect(),
        _ => named,
    };
    let mut looks: Vec<Vec<String>> = names.iter().map(|name| vec![name.clone()]).collect();
    if names.len() > 1 {
        // Rules can get into each other's way that are right each for itself.
        looks.push(names.clone());
    }
    let together = if names.len() > 1 { names } else { Vec::new() };
    // Beside the rules, the files that have a mistake.
    let mut sources = shelf.texts.sources().clone();
    let mut looked: Vec<Look> = Vec::new();
    for names in &looks {
        let mut look = look(&shelf, names, &together, &mut sources);
        // Who looks at all there are has not chosen them for a game.
        if !has_chosen {
            look.left_out.clear();
        }
        if names.len() > 1 && looked.iter().any(|look| look.report.error_count() > 0) {
            look.report.diagnostics.retain(only_together);
        }
        looked.push(look);
    }
    let has_errors = looked.iter().any(|look| look.report.error_count() > 0);
    tell_once(&looks, &mut looked, &sources);
    let mut all: Vec<Found> = Vec::new();
    for (names, look) in looks.iter().zip(looked) {
        if names.len() > 1 && has_errors && look.report.is_empty() {
            continue;
        }
        let name = names.join(" + ");
        if arguments.format == Format::Text {
            write(&name, &shelf, &look, &sources, screen)?;
        }
        all.push(Found {
            stands_in_for: shelf.library.instead_of(&name).map(ToString::to_string),
            expansion: name,
            errors: look.report.error_count(),
            warnings: look.report.warning_count(),
            kept_by: look.kept_by,
            diagnostics: look.report.to_records(&sources),
            missing: look.missing,
            left_out: look.left_out,
        });
    }
    let errors: usize = all.iter().map(|found| found.errors).sum();
    if arguments.format == Format::Json {
        let text = serde_json::to_string_pretty(&all).expect("reports are plain data");
        screen.line(&harmless_json(&text))?;
    } else if errors > 0 {
        screen.line("`carc explain CODE` says more about a mistake.")?;
    }
    Ok(Verdict::of(errors == 0))
}

/// Leaves each mistake in one look, and notes in the others whose errors keep them from going further.
fn tell_once(names: &[Vec<String>], looked: &mut [Look], sources: &Sources) {
    let mut sights: Vec<Sight<'_>> = names
        .iter()
        .zip(looked.iter_mut())
        .map(|(names, look)| Sight { names, report: &mut look.report })
        .collect();
    let kept_by = told::tell_once(&mut sights, sources);
    for (look, kept_by) in looked.iter_mut().zip(kept_by) {
        look.kept_by = kept_by;
    }
}

/// Whether a diagnostic is about expansions that get into each other's way. Beside other mistakes nothing else of what
/// shows when they play together is to be trusted.
fn only_together(found: &Diagnostic) -> bool {
    found.code == "check/duplicate-name" || found.code.starts_with("link/")
}

/// What is wrong with expansions, as it is found.
struct Look {
    report: Report,
    /// Expansions whose errors, told there, keep from looking further.
    kept_by: BTreeSet<String>,
    missing: Vec<Missing>,
    left_out: Vec<String>,
}

/// What is wrong with the texts for players of an expansion, and what is doubtful, in all its languages.
fn texts_of(library: &Library, name: &str) -> Vec<Flaw> {
    let own = format!("{name}/");
    let mut flaws: Vec<Flaw> = Vec::new();
    for language in languages(library, name) {
        let messages = Messages::new(library, language);
        for flaw in messages.mistakes().iter().chain(messages.warnings()) {
            // Those of the fallback are those of every language.
            if flaw.file().starts_with(&own) && !flaws.contains(flaw) {
                flaws.push(flaw.clone());
            }
        }
    }
    flaws
}

/// The languages that an expansion speaks. The names of rules are English: without any texts, those are missing.
fn languages<'l>(library: &'l Library, name: &str) -> BTreeSet<&'l str> {
    let own = library.get(name).into_iter().flat_map(|e| e.messages.keys());
    own.map(String::as_str).chain([FALLBACK]).collect()
}

/// Everything that is wrong with expansions that play together, and with the texts of a single one.
fn look(shelf: &Shelf, names: &[String], together: &[String], sources: &mut Sources) -> Look {
    let setting = Setting { expansions: names.to_vec(), ..Setting::default() };
    let compiled = match shelf.texts.build(&setting, Backend::Native) {
        Ok(compiled) => compiled,
        Err(mut report) => {
            // What players read can be looked at without the rules.
            let own = if let [name] = names { texts_of(&shelf.library, name) } else { Vec::new() };
            report.extend(own.iter().map(|flaw| flaw.diagnostic(&shelf.library, sources)));
            report.sort();
            let kept_by = BTreeSet::new();
            return Look { report, kept_by, missing: Vec::new(), left_out: Vec::new() };
        }
    };
    let mut missing = Vec::new();
    let mut report: Report = compiled.warnings.into_iter().collect();
    if let [name] = names {
        let flaws = beside_rules(shelf, name, &compiled.program);
        report.extend(flaws.iter().map(|flaw| flaw.diagnostic(&shelf.library, sources)));
        for language in languages(&shelf.library, name) {
            let messages = Messages::new(&shelf.library, language);
            let keys = messages.missing(&compiled.program);
            if !keys.is_empty() {
                missing.push(Missing { language: language.to_owned(), keys });
            }
        }
        report.extend(beside_others(shelf, name, together));
    }
    report.sort();
    let left_out = left_out(shelf, compiled.program);
    Look { report, kept_by: BTreeSet::new(), missing, left_out }
}

/// What is told of those that have no part in the set-up of the usual game by these rules.
fn left_out(shelf: &Shelf, program: Arc<Program>) -> Vec<String> {
    let setup = Setup { players: 2, seed: 1, tiles: default_tiles(&program), board: None };
    left_out_of(&shelf.library, &Arc::new(Rules::new(program)), setup)
}

/// What is wrong with the files of an expansion that are no rules.
pub(crate) fn beside_rules(shelf: &Shelf, name: &str, program: &Program) -> Vec<Flaw> {
    let mut flaws = texts_of(&shelf.library, name);
    if let Some(expansion) = shelf.library.get(name) {
        flaws.extend(recorded_flaws(expansion, program));
        flaws.extend(crate::draw::flaws(shelf, program, expansion));
    }
    flaws
}

/// What is wrong in blocks and scenarios that play with expansions which an expansion does not need: what those
/// declare is not known without them. Blocks whose expansions are looked at together anyway are left to that.
fn beside_others(shelf: &Shelf, name: &str, together: &[String]) -> Vec<Diagnostic> {
    let texts = &shelf.texts;
    let needed = texts.closure(&[name.to_owned()]);
    let looked_at_together =
        |choice: &Vec<String>| choice.iter().all(|name| together.contains(name));
    let blocks = beside(texts, name).into_iter().filter(|choice| !looked_at_together(choice));
    let scenarios = examples(texts, name).into_iter().map(|example| example.setting.expansions);
    let mut looked: Vec<Vec<String>> = Vec::new();
    let mut found: Vec<Diagnostic> = Vec::new();
    for expansions in blocks.chain(scenarios) {
        if looked.contains(&expansions) {
            continue;
        }
        looked.push(expansions.clone());
        if texts.closure(&expansions).iter().all(|other| needed.contains(other)) {
            continue;
        }
        let setting = Setting { expansions, ..Setting::default() };
        let report = match texts.build(&setting, Backend::Eval) {
            Ok(compiled) => compiled.warnings.into_iter().collect(),
            Err(report) => report,
        };
        // What is wrong elsewhere is told there.
        let own = format!("{name}/");
        let here = |found: &Diagnostic| {
            found.span().is_some_and(|place| texts.sources().name(place.file).starts_with(&own))
        };
        for diagnostic in report.diagnostics.into_iter().filter(here) {
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    }
    found
}

fn write(
    name: &str,
    shelf: &Shelf,
    look: &Look,
    sources: &Sources,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let Look { report, kept_by, missing, left_out } = look;
    if !report.is_empty() {
        let text = if screen.has_colour() {
            report.render_fancy(sources)
        } else {
            harmless(&report.render_plain(sources))
        };
        screen.text(&text)?;
    }
    for Missing { language, keys } in missing {
        // What is to be translated stands in a line of the language that has it.
        let english = shelf.library.get(name).and_then(|e| e.messages.get(FALLBACK));
        let english = english.filter(|_| language != FALLBACK);
        let told = |key: &String| match english.and_then(|file| line_of_text(file, key)) {
            Some(line) => format!("{key} (messages/{FALLBACK}.ftl:{line})"),
            None => key.clone(),
        };
        let keys: Vec<String> = keys.iter().map(told).collect();
        let lacks = format!("{name}: messages/{language}.ftl lacks {}", keys.join(", "));
        screen.line(&screen.paint(Style::Yellow, &harmless(&lacks)))?;
    }
    left_out.iter().try_for_each(|told| screen.line(&format!("{name}: {told}")))?;
    let (errors, warnings) = (report.error_count(), report.warning_count());
    let verdict = verdict(errors, warnings, kept_by);
    let style = match (errors > 0, warnings == 0 && kept_by.is_empty()) {
        (true, _) => Style::Red,
        (false, true) => Style::Green,
        (false, false) => Style::Yellow,
    };
    if let (Some(other), Some(own)) = (shelf.library.instead_of(name), shelf.library.get(name)) {
        screen.line(&harmless(&format!("{name}: {} stands in for {other}", own.home)))?;
    }
    let verdict = screen.paint(style, &verdict);
    screen.line(&format!("{name}: {verdict}"))?;
    Ok(())
}

fn verdict(errors: usize, warnings: usize, kept_by: &BTreeSet<String>) -> String {
    let count = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let own = match (errors, warnings) {
        (0, 0) => None,
        (0, w) => Some(count(w, "warning")),
        (e, 0) => Some(count(e, "error")),
        (e, w) => Some(format!("{}, {}", count(e, "error"), count(w, "warning"))),
    };
    let others: Vec<String> = kept_by.iter().map(|name| format!("`{}`", harmless(name))).collect();
    let kept = match &others[..] {
        [] => None,
        [only] => Some(format!("not looked at further: {only} has an error")),
        _ => Some(format!("not looked at further: {} have errors", others.join(", "))),
    };
    match (own, kept) {
        (None, None) => "no mistakes".to_owned(),
        (Some(own), Some(kept)) => format!("{own}; {kept}"),
        (Some(one), None) | (None, Some(one)) => one,
    }
}

/// Whether the rules of an expansion without scenarios do not even compile; the mistakes are told.
pub(crate) fn is_broken(
    shelf: &Shelf,
    name: &str,
    screen: &mut Screen<'_>,
) -> Result<bool, Failure> {
    let setting = Setting { expansions: vec![name.to_owned()], ..Setting::default() };
    let Err(report) = shelf.texts.build(&setting, Backend::Eval) else { return Ok(false) };
    let word = screen.paint(Style::Red, "FAIL");
    screen.line(&format!("{word}  {}: its rules do not compile", harmless(name)))?;
    screen.text(&harmless(&report.render_plain(shelf.texts.sources())))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_count() {
        let of = |errors, warnings, kept_by: &[&str]| {
            verdict(errors, warnings, &kept_by.iter().map(ToString::to_string).collect())
        };
        assert_eq!(of(0, 0, &[]), "no mistakes");
        assert_eq!(of(1, 2, &[]), "1 error, 2 warnings");
        assert_eq!(of(0, 1, &[]), "1 warning");
        assert_eq!(of(3, 0, &[]), "3 errors");
        assert_eq!(of(0, 0, &["base"]), "not looked at further: `base` has an error");
        assert_eq!(of(1, 0, &["a", "b"]), "1 error; not looked at further: `a`, `b` have errors");
    }
}
