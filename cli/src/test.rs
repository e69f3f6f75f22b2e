//! `carc test`: the scenarios of expansions, a line each, and failures in full.

use std::io;

use toolkit::{
    Backend, Example, Outcome, Part, Report, Snapshots, examples, play_examples, unreached,
};

use crate::{
    args::Test,
    check::is_broken,
    choice::Shelf,
    coverage, mutate,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
    snapshots::{Difference, Judged, Keeper, Manner, review},
    stopwatch::{Stopwatch, shown},
};

/// Runs the scenarios of the named expansions, or of all.
pub(crate) fn run(arguments: &Test, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, named) = Shelf::open(&wanted(arguments))?;
    if arguments.mutate.is_some() {
        return mutate::run(arguments, &shelf, &named, screen);
    }
    let names = match named[..] {
        [] => shelf.entries.iter().map(|e| e.name.clone()).collect(),
        _ => named,
    };
    if arguments.coverage {
        return coverage::run(arguments, &shelf, &names, screen);
    }
    let manner = Manner::of(arguments);
    judged(&shelf, &names, arguments.only.as_deref(), arguments.backend.into(), manner, screen)
}

/// The expansions that are named; first the one whose rules are changed.
fn wanted(arguments: &Test) -> Vec<String> {
    arguments.mutate.iter().chain(&arguments.which).cloned().collect()
}

/// Runs the scenarios of some expansions, of all or of those with some words in their title.
pub(crate) fn scenarios(
    shelf: &Shelf,
    names: &[String],
    only: Option<&str>,
    backend: Backend,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    judged(shelf, names, only, backend, Manner::Look, screen)
}

/// The same, with the snapshots of those that keep what happens in them.
fn judged(
    shelf: &Shelf,
    names: &[String],
    only: Option<&str>,
    backend: Backend,
    manner: Manner,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let keeper = Keeper::new(manner);
    let (mut waiting, mut forgotten) = (Vec::new(), Vec::new());
    let watch = Stopwatch::start();
    let mut counts = Counts::default();
    let mut told: Option<Report> = None;
    for name in names {
        let all = examples(&shelf.texts, name);
        if all.is_empty() && only.is_none() && is_broken(shelf, name, screen)? {
            counts.failed += 1;
        }
        let home = shelf.library.get(name);
        let snapshots = home.and_then(|home| Snapshots::of(home, &all));
        let wanted: Vec<Example> =
            all.into_iter().filter(|e| only.is_none_or(|words| has(&e.title, words))).collect();
        let results = play_examples(&shelf.texts, &wanted, backend);
        let passed: Vec<Outcome> =
            results.iter().flatten().filter(|o| o.passed()).cloned().collect();
        let whole = only.is_none() && !wanted.is_empty() && passed.len() == wanted.len();
        for (example, result) in wanted.iter().zip(&results) {
            match result {
                Ok(outcome) => {
                    let judged = keeper.judge(example, outcome, snapshots.as_ref(), screen)?;
                    waiting.extend(counts.outcome(name, outcome, judged, screen)?);
                }
                Err(report) => {
                    counts.failed += 1;
                    line(name, &example.title, false, screen)?;
                    // Rules that do not compile fail all scenarios alike: once is enough.
                    if told.as_ref() != Some(report) {
                        // What was asked of the rules stands in no line of theirs: then the scenario asks it.
                        if report.diagnostics.iter().all(|found| found.span().is_none()) {
                            let title = format!("scenario \"{}\"", example.title);
                            screen.line(&harmless(&format!("      {}: {title}", example.place)))?;
                        }
                        screen.text(&report.render_plain(shelf.texts.sources()))?;
                        let alike = |other: &&Result<_, _>| other.as_ref().err() == Some(report);
                        let alike = results.iter().filter(alike).count();
                        if alike > 1 {
                            let text = format!("so {alike} scenarios of {name} cannot be played");
                            screen.line(&format!("      {}\n", harmless(&text)))?;
                        }
                        told = Some(report.clone());
                    }
                }
            }
        }
        if let Some(snapshots) = &snapshots {
            counts.failed += keeper.unreferenced(snapshots, screen)?;
            forgotten.extend(snapshots.unreferenced());
        }
        if whole {
            let reached = passed.iter().flat_map(|outcome| &outcome.reached).collect();
            for part in unreached(&shelf.texts, name, &reached) {
                let Part { sort, name: what, place } = part;
                let note = format!("note  {name}: no scenario comes to {sort} {what} ({place})");
                screen.line(&screen.paint(Style::Yellow, &harmless(&note)))?;
            }
        }
        screen.flush()?;
    }
    if manner == Manner::Review {
        let open = review(&waiting, &forgotten, &mut io::stdin().lock(), screen)?;
        counts.passed += waiting.len() - open;
        counts.failed += open;
    }
    counts.summary(only, watch, screen)
}

/// Whether a title has some words, in letters of any size.
fn has(title: &str, words: &str) -> bool {
    title.to_lowercase().contains(&words.to_lowercase())
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
        judged: Judged,
        screen: &mut Screen<'_>,
    ) -> Result<Option<Difference>, Failure> {
        if let Judged::Waits(difference) = judged {
            let word = screen.paint(Style::Yellow, "NEW ");
            screen.line(&format!("{word}  {expansion}: {}", harmless(&outcome.title)))?;
            return Ok(Some(difference));
        }
        let same = !matches!(judged, Judged::Fails(_));
        line(expansion, &outcome.title, outcome.passed() && same, screen)?;
        let Some(failure) = &outcome.failure else {
            match judged {
                Judged::Fails(lines) => {
                    self.failed += 1;
                    for text in &lines {
                        screen.line(&format!("      {text}"))?;
                    }
                    screen.line("")?;
                }
                Judged::Accepted(path) => {
                    self.passed += 1;
                    let text = format!("      kept in {}", harmless(&path.display().to_string()));
                    screen.line(&screen.paint(Style::Yellow, &text))?;
                }
                Judged::Same | Judged::Waits(_) => self.passed += 1,
            }
            return Ok(None);
        };
        self.failed += 1;
        for text in harmless(&failure.to_string()).lines() {
            screen.line(format!("      {text}").trim_end())?;
        }
        screen.line("")?;
        Ok(None)
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
            return match only {
                Some(_) => Err(Failure::Misused(harmless(&what))),
                None => Ok(screen.line(&what).map(|()| Verdict::Good)?),
            };
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
