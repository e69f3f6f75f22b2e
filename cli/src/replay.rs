//! `carc replay`: recorded and saved games played once more and compared with the record.

use std::io::{self, Write as _};

use serde::Serialize;
use toolkit::{FileResult, Programs, RecordWords, is_save, replay_file, replay_save};

use crate::{
    args::Replay,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless, harmless_json},
};

/// What came of one file, as data.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    games: usize,
    agree: usize,
    differ: usize,
    /// Why the file could not be read to its end.
    broken: Option<String>,
    /// Of a saved game that agrees, the expansions whose rules have changed since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
    /// Of a saved game whose shots were thrown again.
    #[serde(skip_serializing_if = "Option::is_none")]
    shots: Option<Shots>,
    first: Option<First>,
}

/// How many shots landed as recorded, elsewhere, or were told by somebody.
#[derive(Debug, Serialize)]
struct Shots {
    same: usize,
    other: usize,
    told: usize,
}

/// The first difference of a file.
#[derive(Debug, Serialize)]
struct First {
    game: String,
    event: Option<usize>,
    recorded: String,
    found: String,
}

/// Replays all files.
pub(crate) fn run(arguments: &Replay, screen: &mut Screen<'_>) -> Result<Verdict, Failure> {
    let (shelf, _) = Shelf::open(&arguments.with)?;
    let (words, mistakes) = RecordWords::read_sound(&shelf.library);
    for mistake in &mistakes {
        // Nobody is left to hear of it if this goes wrong.
        let _ = writeln!(io::stderr(), "carc: {}; it is left out", harmless(mistake));
    }
    let programs = Programs::new(shelf.texts.clone(), arguments.backend.into());
    let mut rows = Vec::new();
    let mut good = true;
    for file in &arguments.files {
        let result = match is_save(file) {
            Ok(true) => replay_save(file, &programs, arguments.verify_shots),
            _ => replay_file(file, &programs, &words),
        };
        good &= result.is_good();
        if !arguments.json {
            write(&result, screen)?;
        }
        rows.push(row(&result));
    }
    if arguments.json {
        let text = serde_json::to_string_pretty(&rows).expect("results are plain data");
        screen.line(&harmless_json(&text))?;
    }
    Ok(Verdict::of(good))
}

fn write(result: &FileResult, screen: &mut Screen<'_>) -> Result<(), Failure> {
    let style = if result.is_good() { Style::Green } else { Style::Red };
    screen.line(&screen.paint(style, &harmless(&result.to_string())))?;
    if let Some(difference) = &result.first {
        screen.text(&harmless(&difference.to_string()))?;
        screen.line("")?;
    }
    // Files take a while: each line is worth seeing at once.
    screen.flush()?;
    Ok(())
}

fn row(result: &FileResult) -> Row {
    Row {
        name: result.name.clone(),
        games: result.games,
        agree: result.agree,
        differ: result.games - result.agree,
        broken: result.broken.clone(),
        changed: result.changed.clone(),
        shots: result.verified.map(|v| Shots { same: v.same, other: v.other, told: v.told }),
        first: result.first.as_ref().map(|d| First {
            game: d.game.clone(),
            event: d.event,
            recorded: d.recorded.clone(),
            found: d.found.clone(),
        }),
    }
}
