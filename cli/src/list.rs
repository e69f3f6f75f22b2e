//! `carc list`: what can be played, with options, sets of tiles and statements.

use toolkit::{ExpansionEntry, Home, counted};

use crate::{
    args::List,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless, harmless_json, wrapped},
};

/// Columns of a line before it is broken.
const WIDTH: usize = 100;

/// Lists all expansions, or the named ones with everything that they say of themselves.
pub(crate) fn run(arguments: &List, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, names) = Shelf::open(&arguments.which)?;
    let shown: Vec<&ExpansionEntry> =
        shelf.entries.iter().filter(|e| names.is_empty() || names.contains(&e.name)).collect();
    if arguments.json {
        let text = serde_json::to_string_pretty(&shown).expect("entries are plain data");
        screen.line(&harmless_json(&text))?;
        return Ok(Verdict::Good);
    }
    for (i, entry) in shown.iter().enumerate() {
        if i > 0 {
            screen.line("")?;
        }
        head(entry, &shelf, screen)?;
        let unreadable = shelf.library.get(&entry.name).map(|e| e.unreadable.as_slice());
        for (file, why) in unreadable.unwrap_or_default() {
            let text = harmless(&format!("{file}: {}", why.message));
            screen.line(&format!("  {}", screen.paint(Style::Red, &text)))?;
        }
        if let Some(other) = shelf.library.double(&entry.name) {
            let text = harmless(&format!("another expansion of this name is in {other}"));
            screen.line(&format!("  {}", screen.paint(Style::Red, &text)))?;
        }
        switches(entry, screen)?;
        if names.is_empty() {
            let count = counted(entry.statements.len(), "statement");
            let scenarios = counted(entry.scenarios.len(), "scenario");
            screen.line(&format!("  {count}, {scenarios}"))?;
        } else {
            details(entry, screen)?;
        }
    }
    if names.is_empty() {
        screen.line("\n`carc list NAME` shows the statements of an expansion.")?;
    }
    Ok(Verdict::Good)
}

fn head(entry: &ExpansionEntry, shelf: &Shelf, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let name = screen.paint(Style::Cyan, &harmless(&entry.name));
    let title = screen.paint(Style::Bold, &harmless(&entry.title));
    screen.line(&format!("{name}  {title}"))?;
    if !entry.about.is_empty() {
        screen.line(&format!("  {}", wrapped(&harmless(&entry.about), WIDTH - 2, 2)))?;
    }
    let mut facts = Vec::new();
    if let Some((least, most)) = entry.players {
        facts.push(format!("{least} to {most} players"));
    }
    if entry.tiles > 0 {
        facts.push(counted(entry.tiles, "tile"));
    }
    if !entry.needs.is_empty() {
        facts.push(format!("needs {}", entry.needs.join(", ")));
    }
    match shelf.library.get(&entry.name).map(|e| &e.home) {
        Some(Home::Folder(folder)) => facts.push(format!("from {}", folder.display())),
        Some(Home::BuiltIn) => facts.push("built in".to_owned()),
        None => {}
    }
    if let Some(other) = shelf.library.instead_of(&entry.name) {
        facts.push(format!("stands in for {other}"));
    }
    screen.line(&format!("  {}", harmless(&facts.join(", "))))?;
    Ok(())
}

/// Everything that a game can choose.
fn switches(entry: &ExpansionEntry, screen: &mut Screen<'_>) -> Result<(), Failure> {
    for option in &entry.options {
        let written = format!("--set {}={}", option.name, option.default);
        let written = screen.paint(Style::Cyan, &format!("{:<34}", harmless(&written)));
        let values = match option.values[..] {
            [] => String::new(),
            _ => format!("({})", option.values.join(", ")),
        };
        let with = option.only_with.as_ref().map(|w| format!(" if {w} plays"));
        let about = format!("{}{}", option.about, with.unwrap_or_default());
        let line = format!("{about} {values}");
        screen.line(&format!("  {written} {}", harmless(line.trim_end())))?;
    }
    for edition in &entry.editions {
        let written = format!("--edition {}", edition.name);
        let written = screen.paint(Style::Cyan, &format!("{:<34}", harmless(&written)));
        screen.line(&format!("  {written} {}", harmless(&edition.settings.join(", "))))?;
    }
    for set in &entry.sets {
        let written = format!("--tiles {}", set.name);
        let written = screen.paint(Style::Cyan, &format!("{:<34}", harmless(&written)));
        screen.line(&format!("  {written} {}", counted(set.tiles, "tile")))?;
    }
    Ok(())
}

fn details(entry: &ExpansionEntry, screen: &mut Screen<'_>) -> Result<(), Failure> {
    if !entry.statements.is_empty() {
        screen.line(&format!("\n  {}", screen.paint(Style::Bold, "Statements")))?;
    }
    for statement in &entry.statements {
        let number = format!("{:<5}", statement.number);
        let text = wrapped(&harmless(&statement.text), WIDTH - 8, 8);
        screen.line(&format!("  {} {text}", screen.paint(Style::Yellow, &number)))?;
    }
    if !entry.scenarios.is_empty() {
        screen.line(&format!("\n  {}", screen.paint(Style::Bold, "Scenarios")))?;
    }
    for title in &entry.scenarios {
        screen.line(&format!("  {}", harmless(title)))?;
    }
    Ok(())
}
