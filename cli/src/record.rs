//! `carc record`: a saved game as a scenario, written down or added to the scenarios of an expansion.

use std::{
    io::{self, Write},
    path::Path,
};

use runtime::Playthrough;
use toolkit::{
    Backend, Cut, OpenError, Programs, RecordError, RecordWords, appended, is_save, load_game,
    read_text, record, recorded_game, stays_in_its_folder, write_text,
};

use crate::{
    args::Record,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, harmless},
};

/// Writes a saved game as a scenario.
pub(crate) fn run(arguments: &Record, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, _) = Shelf::open(&arguments.with)?;
    let programs = Programs::new(shelf.texts.clone(), Backend::Native);
    let file = &arguments.file;
    let name = file.to_string_lossy();
    let play = if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
        let words = RecordWords::read(&shelf.library).map_err(Failure::Wrong)?;
        recorded_game(file, arguments.game.unwrap_or(1), &programs, &words)
            .map_err(|error| Failure::Wrong(harmless(&format!("{name}: {error}"))))?
    } else if let Some(number) = arguments.game {
        let text = format!(
            "`--game {number}` picks one of the recorded games in a file that ends in .jsonl or .jsonl.gz; \
             `{name}` would be one saved game"
        );
        return Err(Failure::Misused(harmless(&text)));
    } else {
        opened(file, &programs)?
    };
    let cut = match (arguments.entry, arguments.turns) {
        (Some(entries), _) => Cut::Entries(entries),
        (None, Some((first, last))) => Cut::Turns(first, last),
        (None, None) => Cut::Whole,
    };
    let title = arguments.title.as_deref();
    match arguments.append.as_deref() {
        None => {
            let home = arguments.home.as_deref();
            let scenario = record(&play, &shelf.texts, home, cut, title);
            screen.text(&harmless(&scenario.map_err(|error| refused(&error))?))?;
        }
        Some(path) => {
            is_rules(path)?;
            if let (Some(wanted), Some(folder)) = (&arguments.home, folder(path))
                && *wanted != folder
            {
                let shown = path.display();
                let text = format!("`{shown}` belongs to `{folder}`, and not to `{wanted}`");
                return Err(Failure::Misused(harmless(&text)));
            }
            append(&play, &shelf, path, cut, title)?;
            screen.line(&format!("added to {}", harmless(&path.display().to_string())))?;
        }
    }
    Ok(Verdict::Good)
}

/// A saved game, as it stands under the rules that are there now.
pub(crate) fn opened(path: &Path, programs: &Programs) -> Result<Playthrough, Failure> {
    let told = |text: String| Failure::Wrong(harmless(&format!("{}: {text}", path.display())));
    match is_save(path) {
        Ok(true) => {}
        Ok(false) => return Err(told("there is no saved game".to_owned())),
        Err(OpenError::NotOver(_)) => return Err(told("this file holds no saved game".to_owned())),
        Err(error) => return Err(Failure::Wrong(harmless(&error.to_string()))),
    }
    let opened = load_game(programs, path).map_err(|error| match &error {
        OpenError::Rules(report) => {
            told(format!("{error}\n\n{}", report.render_plain(programs.texts().sources())))
        }
        _ => told(error.to_string()),
    })?;
    let Some(changes) = opened.changes else { return Ok(opened.play) };
    if let Some(stop) = changes.stop {
        return Err(told(format!(
            "the rules have changed since, and the game cannot be played again beyond entry {}: {}",
            stop.entry, stop.reason
        )));
    }
    let changed = changes.expansions.join(", ");
    let came =
        if changes.points.is_empty() { "it still agrees" } else { "it has other points now" };
    let options: String = changes.options.iter().map(|change| format!("; {change}")).collect();
    let note = format!(
        "carc: {}: the rules of {changed} have changed since, and {came}{options}",
        path.display()
    );
    // Nobody is left to hear of it if this goes wrong.
    let _ = writeln!(io::stderr(), "{}", harmless(&note));
    Ok(opened.play)
}

/// Adds a game that is under way to a file of scenarios.
pub(crate) fn keep(play: &Playthrough, shelf: &Shelf, path: &Path) -> Result<(), Failure> {
    is_rules(path)?;
    append(play, shelf, path, Cut::Whole, None)
}

/// Adds a game to a file of an expansion, once it has come true there.
fn append(
    play: &Playthrough,
    shelf: &Shelf,
    path: &Path,
    cut: Cut,
    title: Option<&str>,
) -> Result<(), Failure> {
    let text = appended(play, &shelf.library, &shelf.texts, path, cut, title);
    let text = text.map_err(|error| refused(&error))?;
    write_text(path, &text).map_err(|error| Failure::Wrong(harmless(&error.to_string())))
}

fn refused(error: &RecordError) -> Failure {
    let text = harmless(&error.to_string());
    match error {
        RecordError::Cut(_) => Failure::Misused(text),
        RecordError::Setup(_) | RecordError::Rules(_) | RecordError::Fails(_) => {
            Failure::Wrong(text)
        }
    }
}

/// The name of the folder in which a file lies.
fn folder(path: &Path) -> Option<String> {
    let folder = match path.parent()? {
        here if here.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    Some(folder.canonicalize().ok()?.file_name()?.to_str()?.to_owned())
}

/// Scenarios stand among rules.
fn is_rules(path: &Path) -> Result<(), Failure> {
    if path.extension().is_some_and(|extension| extension == "carc") {
        return Ok(());
    }
    let text = format!("`{}` is no file of rules; its name would end in .carc", path.display());
    Err(Failure::Misused(harmless(&text)))
}

/// Adds a scenario at the end of a file of rules, or makes such a file.
pub(crate) fn add(path: &Path, scenario: &str) -> Result<(), Failure> {
    let shown = path.display();
    is_rules(path)?;
    stays_in_its_folder(path).map_err(|astray| Failure::Wrong(harmless(&astray.to_string())))?;
    let wrong = |error: toolkit::OpenError| Failure::Wrong(harmless(&error.to_string()));
    let mut text = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        _ => read_text(path).map_err(wrong)?,
    };
    let head = scenario.lines().next().unwrap_or_default();
    if text.lines().any(|line| line.trim() == head) {
        let title = head.trim_end_matches(" {");
        return Err(Failure::Wrong(harmless(&format!("`{shown}` has a {title} already"))));
    }
    if !text.is_empty() {
        text = format!("{}\n\n", text.trim_end());
    }
    write_text(path, &format!("{text}{scenario}")).map_err(wrong)
}
