//! `carc test --coverage`: what scenarios come to, in a table and in a list of what none does.

use std::{collections::BTreeMap, path::Path};

use toolkit::{Coverage, Example, Home, Played, Share, coverage_page, examples, lcov};

use crate::{
    args::Test,
    check::is_broken,
    choice::Shelf,
    outcome::{Failure, Verdict},
    pictures::write_over,
    screen::{Screen, Style, harmless},
};

/// So many lines and ways on of one expansion are listed.
const MOST_LISTED: usize = 100;

/// Plays the scenarios of the named expansions and reports what they come to in the rules of these.
pub(crate) fn run(
    arguments: &Test,
    shelf: &Shelf,
    names: &[String],
    screen: &mut Screen<'_>,
) -> Result<Verdict, Failure> {
    let texts = &shelf.texts;
    let all: Vec<Example> = names.iter().flat_map(|name| examples(texts, name)).collect();
    let mut broken = 0;
    for name in names.iter().filter(|name| all.iter().all(|e| e.expansion != **name)) {
        broken += usize::from(is_broken(shelf, name, screen)?);
    }
    let played = Played::through(texts, all);
    let failed = failures(&played, shelf, screen)?;
    let coverages: Vec<Coverage> =
        names.iter().map(|name| Coverage::of(texts, name, &played)).collect();
    table(&coverages, screen)?;
    for coverage in &coverages {
        list(coverage, screen)?;
    }
    if let Some(path) = &arguments.lcov {
        write(path, &lcov(&coverages, &|file| place(shelf, file)), screen)?;
    }
    if let Some(path) = &arguments.html {
        write(path, &coverage_page(texts, &coverages), screen)?;
    }
    Ok(Verdict::of(failed + broken == 0))
}

/// Names the scenarios that fail: what they come to counts for nothing.
fn failures(played: &Played, shelf: &Shelf, screen: &mut Screen<'_>) -> Result<usize, Failure> {
    let mut failed = 0;
    for (example, outcome) in played.examples.iter().zip(&played.outcomes) {
        let why = match outcome {
            Ok(outcome) => match &outcome.failure {
                None => continue,
                Some(failure) => format!("{}: expected {}", failure.place, failure.expected),
            },
            Err(report) => report.render_plain(shelf.texts.sources()),
        };
        failed += 1;
        let title = harmless(&format!("{}: {}", example.expansion, example.title));
        screen.line(&format!("{}  {title}", screen.paint(Style::Red, "FAIL")))?;
        screen.line(&format!("      {}", harmless(why.trim_end())))?;
    }
    Ok(failed)
}

fn table(coverages: &[Coverage], screen: &mut Screen<'_>) -> Result<(), Failure> {
    let names = coverages.iter().map(|coverage| coverage.expansion.chars().count());
    let width = names.max().unwrap_or(0).max("expansion".len());
    let head = format!("{:<width$}  {:<16}{:<16}{}", "expansion", "lines", "ways on", "statements");
    screen.line(&screen.paint(Style::Bold, &head))?;
    let mut sums = [Share::default(); 3];
    for coverage in coverages {
        let shares = [coverage.line_share(), coverage.branch_share(), coverage.statement_share()];
        sums = [0, 1, 2].map(|i| sums[i].and(shares[i]));
        screen.line(&row(&coverage.expansion, width, shares))?;
    }
    if coverages.len() > 1 {
        screen.line(&row("all", width, sums))?;
    }
    Ok(())
}

fn row(name: &str, width: usize, shares: [Share; 3]) -> String {
    let [lines, branches, statements] = shares.map(|share| {
        format!("{:>9} {:>3} %", format!("{}/{}", share.part, share.whole), share.percent())
    });
    format!("{:<width$}  {lines} {branches} {statements}", harmless(name)).trim_end().to_owned()
}

/// What no scenario comes to, file by file.
fn list(coverage: &Coverage, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let mut missed: BTreeMap<(&str, u32, u32), String> = BTreeMap::new();
    for line in coverage.lines.iter().filter(|line| !line.is_run()) {
        missed.insert((&line.file, line.line, 0), format!("not all of it runs: {}", line.text));
    }
    for (number, branch) in (1..).zip(coverage.branches.iter()) {
        let at = (branch.file.as_str(), branch.position.line);
        // Of a line that does not run no way on can be gone.
        if branch.scenarios == 0 && !missed.contains_key(&(at.0, at.1, 0)) {
            missed.insert((at.0, at.1, number), branch.wanting());
        }
    }
    let statements: Vec<String> = coverage
        .statements
        .iter()
        .filter_map(|s| Some(format!("{}: {}", s.entry.number, s.wanting()?)))
        .collect();
    if missed.is_empty() && statements.is_empty() {
        return Ok(());
    }
    screen.line("")?;
    let title = format!("{}: no scenario comes to", harmless(&coverage.expansion));
    screen.line(&screen.paint(Style::Bold, &title))?;
    for ((file, line, _), text) in missed.iter().take(MOST_LISTED) {
        screen.line(&harmless(&format!("  {file}:{line}: {text}")))?;
    }
    if missed.len() > MOST_LISTED {
        screen.line(&format!("  and {} more", missed.len() - MOST_LISTED))?;
    }
    for text in &statements {
        screen.line(&format!("  {}", harmless(text)))?;
    }
    Ok(())
}

/// Where a file of the rules lies; one that is built in has just its name.
fn place(shelf: &Shelf, file: &str) -> String {
    let Some((expansion, inside)) = file.split_once('/') else { return file.to_owned() };
    match shelf.library.get(expansion).map(|found| &found.home) {
        Some(Home::Folder(folder)) => folder.join(inside).display().to_string().replace('\\', "/"),
        Some(Home::BuiltIn) | None => file.to_owned(),
    }
}

fn write(path: &Path, text: &str, screen: &mut Screen<'_>) -> Result<(), Failure> {
    write_over(path, text.as_bytes())?;
    screen.line(&harmless(&format!("written to {}", path.display())))?;
    Ok(())
}
