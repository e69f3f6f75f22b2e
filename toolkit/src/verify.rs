//! Saved games played once more, with their shots thrown again: a landing of the log that its own physics
//! does not find is named.

use std::path::Path;

use abi::Landing;
use runtime::{Playthrough, Save, ShotRecord, Stand};

use crate::{
    program::Programs,
    replay::{Difference, FileResult, Verified},
    saves::{OpenError, open_save, read_text},
};

/// Plays the log of a saved game once more; `verify` throws its shots again.
pub fn replay_save(path: &Path, programs: &Programs, verify: bool) -> FileResult {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let name = name.trim_end_matches(".json").to_owned();
    let (first, broken, changed, verified) = Default::default();
    let mut result = FileResult { name, games: 1, agree: 0, first, broken, changed, verified };
    let opened = read_text(path)
        .and_then(|text| Ok(Save::from_text(&text)?))
        .and_then(|save| open_save(programs, &save));
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => {
            let board = match &error {
                OpenError::Rules(report) => report.render_plain(programs.texts().sources()),
                _ => String::new(),
            };
            result.first = Some(difference(None, "a saved game", error.to_string(), board));
            return result;
        }
    };
    if let Some(changes) = opened.changes {
        let play = &opened.play;
        let other = changes.points.iter().map(|change| {
            format!(
                "{} {} instead of {}",
                play.seats().name(change.player),
                change.now,
                change.then
            )
        });
        let other: Vec<String> = other.collect();
        let found = match &changes.stop {
            Some(stop) => Some((Some(stop.entry), "an answer", stop.reason.to_string())),
            None => (!other.is_empty()).then(|| (None, "the points", other.join(", "))),
        };
        if let Some((entry, recorded, why)) = found {
            let found = format!("its rules have changed: {why}");
            result.first = Some(difference(entry, recorded, found, play.picture(&[])));
            return result;
        }
        result.changed = changes.expansions;
    }
    if verify {
        let (verified, first) = throw_again(opened.play);
        result.verified = Some(verified);
        result.first = first;
    }
    if result.first.is_some() {
        result.changed.clear();
    }
    result.agree = usize::from(result.first.is_none());
    result
}

fn difference(event: Option<usize>, recorded: &str, found: String, board: String) -> Difference {
    Difference {
        game: "the saved game".to_owned(),
        event,
        recorded: recorded.to_owned(),
        found,
        board,
    }
}

/// Goes back through a game, answer by answer, and throws each shot again; the first one that lands elsewhere.
fn throw_again(mut play: Playthrough) -> (Verified, Option<Difference>) {
    let log = play.log().to_vec();
    let mut verified = Verified::default();
    let mut first = None;
    while play.undo() {
        let number = play.log().len();
        let Some(entry) = log.get(number) else { continue };
        let (Stand::Shot(_), Some(record)) = (play.stand(), entry.shot.as_deref()) else {
            continue;
        };
        match again(&play, record) {
            None => verified.told += 1,
            Some(Ok(landing)) if landing == record.landing => verified.same += 1,
            Some(landed) => {
                verified.other += 1;
                let found = match landed {
                    Ok(landing) => shown(&play, &landing, &record.landing),
                    Err(why) => why,
                };
                let found = format!("{} finds {found}", record.module);
                let recorded = match found.contains('{') {
                    true => format!("{entry}, in full {}", full(&record.landing)),
                    false => entry.to_string(),
                };
                first = Some(difference(Some(number), &recorded, found, play.picture(&[])));
            }
        }
    }
    (verified, first)
}

/// What the physics of a shot finds now; nothing if somebody has told its landing.
fn again(play: &Playthrough, record: &ShotRecord) -> Option<Result<Landing, String>> {
    let launch = record.launch.as_ref()?;
    let scene = play.scene()?;
    let Some(physics) = physics::module(&record.module) else {
        return Some(Err("nothing: there is no such physics".to_owned()));
    };
    let flight = physics.throw(&scene, launch);
    Some(flight.map(|flight| flight.landing).map_err(|error| error.to_string()))
}

/// A landing in words, or in full if the words are those of the recorded one.
fn shown(play: &Playthrough, landing: &Landing, recorded: &Landing) -> String {
    let words = play.landing_words(landing).unwrap_or_default();
    if play.landing_words(recorded).as_deref() == Some(words.as_str()) {
        full(landing)
    } else {
        format!("`{words}`")
    }
}

fn full(landing: &Landing) -> String {
    serde_json::to_string(landing).expect("landings are plain data")
}
