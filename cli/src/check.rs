//! `carc check`: compiles rules and reports everything that is wrong with them, missing texts included.

use std::{collections::BTreeSet, path::Path};

use abi::Program;
use serde::Serialize;
use toolkit::{
    Backend, Diagnostic, Expansion, FALLBACK, Library, Messages, Record, RecordWords, Report,
    Setting, examples,
};

use crate::{
    args::{Check, Format},
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless, harmless_json},
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
    diagnostics: Vec<Record>,
    /// Keys of texts that a language lacks, by language.
    missing: Vec<Missing>,
    /// What is wrong with message files.
    messages: Vec<String>,
    /// What is wrong with the words for recorded games.
    recorded: Vec<String>,
    /// Texts in them that players would see braces of.
    unsaid: Vec<String>,
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
    let names = match named[..] {
        [] => shelf.entries.iter().map(|e| e.name.clone()).collect(),
        _ => named,
    };
    let mut looks: Vec<Vec<String>> = names.iter().map(|name| vec![name.clone()]).collect();
    if names.len() > 1 {
        // Rules can get into each other's way that are right each for itself.
        looks.push(names);
    }
    let mut all: Vec<Found> = Vec::new();
    // What is wrong in the base game would else be told once for every expansion on it.
    let mut told: BTreeSet<String> = BTreeSet::new();
    for names in looks {
        let mut look = look(&shelf, &names);
        if names.len() > 1 && all.iter().any(|found| found.errors > 0) {
            look.report.diagnostics.retain(only_together);
            if look.report.is_empty() {
                continue;
            }
        }
        // With all their places: two may differ in another than the first.
        look.report.diagnostics.retain(|found| told.insert(format!("{found:?}")));
        let name = names.join(" + ");
        if arguments.format == Format::Text {
            write(&name, &shelf, &look, screen)?;
        }
        all.push(Found {
            stands_in_for: shelf.library.instead_of(&name).map(ToString::to_string),
            expansion: name,
            errors: look.report.error_count(),
            warnings: look.report.warning_count(),
            diagnostics: look.report.to_records(shelf.texts.sources()),
            missing: look.missing,
            messages: look.messages,
            recorded: look.recorded,
            unsaid: look.unsaid,
        });
    }
    let errors: usize = all.iter().map(|found| found.errors).sum();
    if arguments.format == Format::Json {
        let text = serde_json::to_string_pretty(&all).expect("reports are plain data");
        screen.line(&harmless_json(&text))?;
    } else if errors > 0 {
        screen.line("`carc explain CODE` says more about a mistake.")?;
    }
    let broken = all.iter().any(|found| !(found.messages.is_empty() && found.recorded.is_empty()));
    Ok(Verdict::of(errors == 0 && !broken))
}

/// Whether a diagnostic is about expansions that get into each other's way. Beside other mistakes nothing else of what
/// shows when they play together is to be trusted.
fn only_together(found: &Diagnostic) -> bool {
    found.code == "check/duplicate-name" || found.code.starts_with("link/")
}

/// What is wrong with expansions, as it is found.
struct Look {
    report: Report,
    missing: Vec<Missing>,
    messages: Vec<String>,
    recorded: Vec<String>,
    unsaid: Vec<String>,
}

/// What is wrong with the texts of an expansion, and what is doubtful, in all its languages.
pub(crate) fn texts_of(library: &Library, name: &str) -> (Vec<String>, Vec<String>) {
    let own = format!("{name}/");
    let of_own = |m: &&String| m.starts_with(&own);
    let (mut mistakes, mut doubts) = (BTreeSet::new(), BTreeSet::new());
    for language in languages(library, name) {
        let messages = Messages::new(library, language);
        mistakes.extend(messages.mistakes().iter().filter(of_own).cloned());
        doubts.extend(messages.warnings().iter().filter(of_own).cloned());
    }
    (mistakes.into_iter().collect(), doubts.into_iter().collect())
}

/// The languages that an expansion speaks. The names of rules are English: without any texts, those are missing.
fn languages<'l>(library: &'l Library, name: &str) -> BTreeSet<&'l str> {
    let own = library.get(name).into_iter().flat_map(|e| e.messages.keys());
    own.map(String::as_str).chain([FALLBACK]).collect()
}

/// Everything that is wrong with expansions that play together, and with the texts of a single one.
fn look(shelf: &Shelf, names: &[String]) -> Look {
    let setting = Setting { expansions: names.to_vec(), ..Setting::default() };
    let compiled = match shelf.texts.build(&setting, Backend::Native) {
        Ok(compiled) => compiled,
        Err(report) => {
            let (missing, messages, recorded, unsaid) = Default::default();
            return Look { report, missing, messages, recorded, unsaid };
        }
    };
    let mut missing = Vec::new();
    let (mut mistakes, mut unsaid, mut recorded) = (Vec::new(), Vec::new(), Vec::new());
    if let [name] = names {
        recorded = self::recorded(shelf, name, &compiled.program);
        (mistakes, unsaid) = texts_of(&shelf.library, name);
        let own = format!("{name}/");
        let looks = crate::draw::looks(shelf, &compiled.program);
        mistakes.extend(looks.mistakes().iter().filter(|m| m.starts_with(&own)).cloned());
        for language in languages(&shelf.library, name) {
            let messages = Messages::new(&shelf.library, language);
            let keys = messages.missing(&compiled.program);
            if !keys.is_empty() {
                missing.push(Missing { language: language.to_owned(), keys });
            }
        }
    }
    mistakes.sort();
    mistakes.dedup();
    let mut report: Report = compiled.warnings.into_iter().collect();
    if let [name] = names {
        report.extend(beside_others(shelf, name));
    }
    report.sort();
    Look { report, missing, messages: mistakes, recorded, unsaid }
}

/// What is wrong in scenarios that play with expansions which an expansion does not need: what those declare is
/// not known without them.
fn beside_others(shelf: &Shelf, name: &str) -> Vec<Diagnostic> {
    let texts = &shelf.texts;
    let needed = texts.closure(&[name.to_owned()]);
    let mut looked: Vec<Vec<String>> = Vec::new();
    let mut found: Vec<Diagnostic> = Vec::new();
    for example in examples(texts, name) {
        let expansions = &example.setting.expansions;
        let others = texts.closure(expansions).iter().any(|other| !needed.contains(other));
        if !others || looked.contains(expansions) {
            continue;
        }
        looked.push(expansions.clone());
        let setting = Setting { expansions: expansions.clone(), ..Setting::default() };
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

/// What is wrong with an expansion's words for recorded games, of which replaying would stop or say nothing.
fn recorded(shelf: &Shelf, name: &str, program: &Program) -> Vec<String> {
    let Some(expansion) = shelf.library.get(name) else { return Vec::new() };
    let mut alone = Library::default();
    alone.add(expansion.clone());
    match RecordWords::read(&alone) {
        Ok(words) => {
            let of_file = |text: String| format!("{name}/recorded.json: there is {text}");
            words.unknown(program).into_iter().map(of_file).collect()
        }
        Err(mistake) => vec![mistake],
    }
}

fn write(name: &str, shelf: &Shelf, look: &Look, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let Look { report, missing, messages, recorded, unsaid } = look;
    let sources = shelf.texts.sources();
    if !report.is_empty() {
        let text = if screen.has_colour() {
            report.render_fancy(sources)
        } else {
            harmless(&report.render_plain(sources))
        };
        screen.text(&text)?;
    }
    for mistake in messages.iter().chain(recorded) {
        screen.line(&screen.paint(Style::Red, &harmless(mistake)))?;
    }
    for warning in unsaid {
        screen.line(&screen.paint(Style::Yellow, &harmless(warning)))?;
    }
    for Missing { language, keys } in missing {
        let lacks = format!("{name}: messages/{language}.ftl lacks {}", keys.join(", "));
        screen.line(&screen.paint(Style::Yellow, &harmless(&lacks)))?;
    }
    let warnings = report.warning_count() + unsaid.len();
    let errors = report.error_count() + messages.len() + recorded.len();
    let verdict = verdict(errors, warnings);
    let style = match (errors > 0, warnings == 0) {
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

fn verdict(errors: usize, warnings: usize) -> String {
    let count = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    match (errors, warnings) {
        (0, 0) => "no mistakes".to_owned(),
        (0, w) => count(w, "warning"),
        (e, 0) => count(e, "error"),
        (e, w) => format!("{}, {}", count(e, "error"), count(w, "warning")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_count() {
        assert_eq!(verdict(0, 0), "no mistakes");
        assert_eq!(verdict(1, 2), "1 error, 2 warnings");
        assert_eq!(verdict(0, 1), "1 warning");
        assert_eq!(verdict(3, 0), "3 errors");
    }
}
