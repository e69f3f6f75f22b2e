//! `carc test`: the scenarios of expansions, a line each, and failures in full.

use toolkit::{Backend, Example, Outcome, Part, Report, examples, play_examples, unreached};

use crate::{
    args::Test,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
    stopwatch::{Stopwatch, shown},
};

/// Runs the scenarios of the named expansions, or of all.
pub(crate) fn run(arguments: &Test, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, named) = Shelf::open(&arguments.which)?;
    let names = match named[..] {
        [] => shelf.entries.iter().map(|e| e.name.clone()).collect(),
        _ => named,
    };
    scenarios(&shelf, &names, arguments.only.as_deref(), arguments.backend.into(), screen)
}

/// Runs the scenarios of some expansions, of all or of those with some words in their title.
pub(crate) fn scenarios(
    shelf: &Shelf,
    names: &[String],
    only: Option<&str>,
    backend: Backend,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let watch = Stopwatch::start();
    let mut counts = Counts::default();
    let mut told: Option<Report> = None;
    for name in names {
        let wanted: Vec<Example> = examples(&shelf.texts, name)
            .into_iter()
            .filter(|e| only.is_none_or(|words| e.title.contains(words)))
            .collect();
        let results = play_examples(&shelf.texts, &wanted, backend);
        let passed: Vec<Outcome> =
            results.iter().flatten().filter(|o| o.passed()).cloned().collect();
        let whole = only.is_none() && !wanted.is_empty() && passed.len() == wanted.len();
        for (example, result) in wanted.iter().zip(results) {
            match result {
                Ok(outcome) => counts.outcome(name, &outcome, screen)?,
                Err(report) => {
                    counts.failed += 1;
                    line(name, &example.title, false, screen)?;
                    // Rules that do not compile fail all scenarios alike: once is enough.
                    if told.as_ref() != Some(&report) {
                        // What was asked of the rules stands in no line of theirs: then the scenario asks it.
                        if report.diagnostics.iter().all(|found| found.span().is_none()) {
                            let title = format!("scenario \"{}\"", example.title);
                            screen.line(&harmless(&format!("      {}: {title}", example.place)))?;
                        }
                        screen.text(&report.render_plain(shelf.texts.sources()))?;
                        told = Some(report);
                    }
                }
            }
        }
        if whole {
            for part in unreached(&shelf.texts, name, &passed) {
                let Part { sort, name: what, place } = part;
                let note = format!("note  {name}: no scenario comes to {sort} {what} ({place})");
                screen.line(&screen.paint(Style::Yellow, &harmless(&note)))?;
            }
        }
        screen.flush()?;
    }
    counts.summary(only, watch, screen)
}

#[derive(Debug, Default)]
struct Counts {
    passed: usize,
    failed: usize,
}

impl Counts {
    fn outcome(
        &mut self,
        expansion: &str,
        outcome: &Outcome,
        screen: &mut Screen<'_>,
    ) -> Result<(), Failure> {
        line(expansion, &outcome.title, outcome.passed(), screen)?;
        let Some(failure) = &outcome.failure else {
            self.passed += 1;
            return Ok(());
        };
        self.failed += 1;
        for text in harmless(&failure.to_string()).lines() {
            screen.line(format!("      {text}").trim_end())?;
        }
        screen.line("")?;
        Ok(())
    }

    fn summary(
        &self,
        only: Option<&str>,
        watch: Stopwatch,
        screen: &mut Screen<'_>,
    ) -> Result<Verdict, Failure> {
        let &Self { passed, failed } = self;
        if passed + failed == 0 {
            let what = match only {
                Some(words) => format!("no scenario has `{words}` in its title"),
                None => "there are no scenarios".to_owned(),
            };
            screen.line(&what)?;
            return Ok(Verdict::of(only.is_none()));
        }
        let style = if failed == 0 { Style::Green } else { Style::Red };
        let text = format!("{passed} passed, {failed} failed");
        screen.line(&format!("\n{}, {}", screen.paint(style, &text), shown(watch.elapsed())))?;
        Ok(Verdict::of(failed == 0))
    }
}

/// `ok    base: a city of two tiles`
fn line(
    expansion: &str,
    title: &str,
    passed: bool,
    screen: &mut Screen<'_>,
) -> Result<(), Failure> {
    let word =
        if passed { screen.paint(Style::Green, "ok  ") } else { screen.paint(Style::Red, "FAIL") };
    screen.line(&format!("{word}  {expansion}: {}", harmless(title)))?;
    Ok(())
}
