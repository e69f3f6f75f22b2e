//! `carc replay`: recorded games played once more and compared with the record.

use serde::Serialize;
use toolkit::{FileResult, Programs, RecordWords, replay_file};

use crate::{
    args::Replay,
    choice::Shelf,
    outcome::{Failure, Verdict},
    screen::{Screen, Style, harmless},
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
    first: Option<First>,
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
    let (shelf, _) = Shelf::open(&[])?;
    let words = RecordWords::read(&shelf.library).map_err(Failure::Wrong)?;
    let programs = Programs::new(shelf.texts.clone(), arguments.backend.into());
    let mut rows = Vec::new();
    let mut good = true;
    for file in &arguments.files {
        let result = replay_file(file, &programs, &words);
        good &= result.is_good();
        if !arguments.json {
            write(&result, screen)?;
        }
        rows.push(row(&result));
    }
    if arguments.json {
        let text = serde_json::to_string_pretty(&rows).expect("results are plain data");
        screen.line(&text)?;
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
        first: result.first.as_ref().map(|d| First {
            game: d.game.clone(),
            event: d.event,
            recorded: d.recorded.clone(),
            found: d.found.clone(),
        }),
    }
}
