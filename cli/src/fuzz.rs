//! `carc fuzz` and `carc matrix`: games that look for trouble in rules, and what they found.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    time::Duration,
};

use toolkit::{Finding, Fuzz, Fuzzed, Matrix, Setting, counted, fuzz, matrix};

use crate::{
    args::{FuzzChoice, MatrixChoice, RulesChoice},
    choice::Shelf,
    outcome::{Failure, Verdict},
    progress::bar,
    record::add,
    screen::{Screen, Style, harmless},
    stopwatch::{Stopwatch, shown},
};

/// How long games are played when nobody says how long or how many.
const SECONDS: u64 = 10;

/// Plays games until enough are played or enough is found.
pub(crate) fn run(arguments: &FuzzChoice, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let mut wanted = vec![arguments.which.clone()];
    wanted.extend(arguments.with.iter().cloned());
    let (shelf, names) = Shelf::open(&wanted)?;
    let mut choice = RulesChoice::default();
    choice.set.clone_from(&arguments.set);
    let setting = shelf.setting(names, &choice)?;
    // Mistakes of the rules are told as `carc check` tells them.
    shelf.build(&setting, toolkit::Backend::Eval)?;
    let seconds = match (arguments.seconds, arguments.games) {
        (None, None) => Some(SECONDS),
        (seconds, _) => seconds,
    };
    let watch = Stopwatch::start();
    let goes_on = |so_far: &Fuzzed| {
        progress(&format!("{}, {} found", counted(so_far.games, "game"), so_far.findings.len()));
        seconds.is_none_or(|seconds| watch.elapsed() < Duration::from_secs(seconds))
    };
    let home = setting.expansions.first().cloned().unwrap_or_default();
    let what = Fuzz {
        expansions: setting.expansions,
        home,
        options: setting.options,
        others: !arguments.alone,
        varies: true,
        seed: arguments.seed,
        games: arguments.games,
        jobs: arguments.jobs.map_or(0, usize::from),
        shrinks: true,
    };
    let found = fuzz(&shelf.texts, &what, &goes_on).map_err(Failure::Wrong)?;
    progress("");
    for finding in &found.findings {
        tell(finding, arguments.to.as_deref(), screen)?;
    }
    if !found.unfired.is_empty() {
        screen.line("never ran:")?;
        for rule in &found.unfired {
            screen.line(&format!("  {}", harmless(rule)))?;
        }
        screen.line("")?;
    }
    let played = format!(
        "{} by {} of rules, {}, {}",
        counted(found.games, "game"),
        counted(found.rounds, "choice"),
        counted(found.answers, "answer"),
        shown(watch.elapsed())
    );
    close(&played, found.findings.len(), screen)
}

/// Plays every pair.
pub(crate) fn all_pairs(
    arguments: &MatrixChoice,
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let (shelf, mut names) = Shelf::open(&arguments.which)?;
    if names.is_empty() {
        names = shelf.entries.iter().map(|entry| entry.name.clone()).collect();
    }
    names.sort();
    names.dedup();
    if names.len() < 2 {
        return Err(Failure::Misused("a pair takes two expansions".to_owned()));
    }
    for name in &names {
        let setting = Setting { expansions: vec![name.clone()], ..Setting::default() };
        shelf.build(&setting, toolkit::Backend::Eval)?;
    }
    let watch = Stopwatch::start();
    let what = Matrix {
        expansions: names,
        games: arguments.games,
        seed: arguments.seed,
        jobs: arguments.jobs.map_or(0, usize::from),
    };
    let bar = bar(what.pairs().len() as u64, "pairs");
    let pairs = matrix(&shelf.texts, &what, &|_| bar.inc(1));
    bar.finish_and_clear();
    let pairs = pairs.map_err(Failure::Wrong)?;
    let mut games = 0;
    let mut with_findings = 0;
    for pair in &pairs {
        games += pair.found.games;
        if !pair.found.findings.is_empty() {
            with_findings += 1;
            screen.line(&screen.paint(Style::Bold, &pair.names.join(" + ")))?;
            for finding in &pair.found.findings {
                tell(finding, arguments.to.as_deref(), screen)?;
            }
        }
    }
    let (all, games) = (counted(pairs.len(), "pair"), counted(games, "game"));
    let played = format!("{all}, {games}, {}", shown(watch.elapsed()));
    close(&played, with_findings, screen)
}

/// The last line: how much was played, and whether something is wrong.
fn close(played: &str, findings: usize, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (style, text) = match findings {
        0 => (Style::Green, "nothing found".to_owned()),
        1 => (Style::Red, "1 finding".to_owned()),
        more => (Style::Red, format!("{more} findings")),
    };
    let text = screen.paint(style, &text);
    screen.line(&format!("{played}: {text}"))?;
    Ok(Verdict::of(findings == 0))
}

/// Tells what is wrong, where it was seen, and the scenario that shows it.
fn tell(finding: &Finding, to: Option<&Path>, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let title = harmless(&finding.trouble.title());
    screen.line(&format!("{} {title}", screen.paint(Style::Red, "found:")))?;
    for line in finding.trouble.detail().unwrap_or_default().lines() {
        screen.line(&format!("  {}", harmless(line)))?;
    }
    let mut rules = finding.setting.expansions.join(", ");
    for (of, name, value) in &finding.setting.options {
        let of = of.as_ref().map_or_else(String::new, |of| format!("{of}."));
        rules.push_str(&format!(", {of}{name} = {value}"));
    }
    screen.line(&harmless(&format!("  with {rules}")))?;
    if finding.players > 0 {
        let (players, seed) = (finding.players, finding.seed);
        screen.line(&format!(
            "  {}, seed {seed}: after {}, first seen after {}",
            counted(players, "player"),
            counted(finding.log.len(), "answer"),
            finding.first
        ))?;
    }
    match (&finding.scenario, to) {
        (Some(scenario), Some(path)) => {
            add(path, scenario)?;
            screen.line(&format!("  added to {}", harmless(&path.display().to_string())))?;
        }
        (Some(scenario), None) => {
            screen.line("")?;
            screen.text(&harmless(scenario))?;
        }
        (None, _) if finding.players > 0 => screen.line("  no scenario can show that")?,
        (None, _) => {}
    }
    screen.line("")?;
    Ok(())
}

/// Says on a terminal how far it is; an empty text takes that away.
fn progress(text: &str) {
    let mut errors = io::stderr();
    if errors.is_terminal() {
        // Nobody misses it if it cannot be written.
        let _ = write!(errors, "\r\x1b[K{}", harmless(text));
        let _ = errors.flush();
    }
}
