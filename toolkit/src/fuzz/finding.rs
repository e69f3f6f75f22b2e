//! A trouble as it is told: what it is, how small a game shows it, and the scenario of that game.

use compiler::{Backend, Setting};
use runtime::{Entry, Stand};

use super::{
    Fuzz,
    endless::GAME,
    shrink::{say, shrunk},
    table::{Seen, Table},
    trouble::Trouble,
};
use crate::{
    example::{bare_example, examples},
    program::Texts,
    record::retell,
};

/// Trouble that games have come to.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is wrong.
    pub trouble: Trouble,
    /// The rules that it takes.
    pub setting: Setting,
    /// How many players were in the game.
    pub players: u8,
    /// Where its chance started from.
    pub seed: u64,
    /// What was answered until the trouble came.
    pub log: Vec<Entry>,
    /// How long the log was when the trouble was first seen.
    pub first: usize,
    /// The expansion among whose rules its scenario stands.
    pub home: String,
    /// The title of its scenario.
    pub title: String,
    /// The game as a scenario, which fails as long as the trouble is there; nothing if none can say it.
    pub scenario: Option<String>,
}

/// What is told of a trouble.
pub(super) fn of(texts: &Texts, what: &Fuzz, seen: &Seen, taken: &[&str]) -> Finding {
    let small = if what.shrinks { shrunk(texts, what, seen) } else { seen.clone() };
    let title = title(texts, &what.home, &small.trouble, taken);
    // A game that has no end goes on differently each time, and a long way to a turn without one shows nobody why.
    let is_round = what.shrinks && !matches!(&small.trouble, Trouble::Endless(of) if of == GAME);
    let is_told = is_round || !matches!(small.trouble, Trouble::Endless(_));
    let is_played = small.players > 0 && is_told;
    let scenario = is_played.then(|| scenario(texts, &what.home, &title, &small)).flatten();
    Finding {
        trouble: small.trouble,
        setting: small.cast.setting,
        players: small.players,
        seed: small.seed,
        log: small.log,
        first: seen.log.len(),
        home: what.home.clone(),
        title,
        scenario,
    }
}

/// The game up to the trouble as a scenario that has been played.
fn scenario(texts: &Texts, home: &str, title: &str, seen: &Seen) -> Option<String> {
    let table = Table::set(texts, &seen.cast, false).ok()?;
    let mut play = table.begin(seen.players, seen.seed)?;
    for entry in seen.log.iter().filter(|entry| entry.how != runtime::How::Only) {
        if !say(&mut play, entry) {
            break;
        }
    }
    let mut last = vec![format!("// {}", seen.trouble.title())];
    last.extend(seen.trouble.detail().into_iter().flat_map(comment));
    last.push(match (&seen.trouble, play.stand()) {
        (Trouble::Endless(name), Stand::Question(question)) if question.name == *name => {
            let player = play.seats().name(question.player).to_owned();
            let option = play.options().pop()?;
            format!("expect {player} cannot {name} = {option}")
        }
        (Trouble::Endless(_), _) => return None,
        // So that the game goes on behind the last answer.
        _ => "expect active in players".to_owned(),
    });
    let text = retell(&play, texts, home, title, &last).ok()?;
    proven(texts, home, title, &text, &seen.trouble).then_some(text)
}

fn comment(detail: &str) -> Vec<String> {
    let lines = detail.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.map(|line| format!("// {line}")).collect()
}

/// A title that no scenario of the expansion has yet.
fn title(texts: &Texts, home: &str, trouble: &Trouble, taken: &[&str]) -> String {
    let known: Vec<String> = examples(texts, home).into_iter().map(|e| e.title).collect();
    let is_free = |title: &String| !known.contains(title) && !taken.contains(&title.as_str());
    let plain = format!("found by games: {}", trouble.title().replace(['"', '`'], ""));
    let numbered = (2..).map(|number| format!("{plain} ({number})"));
    let mut titles = std::iter::once(plain.clone()).chain(numbered);
    titles.find(is_free).unwrap_or_default()
}

/// Whether a scenario can be played and shows the trouble, as far as scenarios can.
fn proven(texts: &Texts, home: &str, title: &str, scenario: &str, trouble: &Trouble) -> bool {
    let source = texts.available().iter().find(|source| source.folder == home);
    let Some((file, _)) = source.and_then(|source| source.files.first()) else { return false };
    let (name, text) = (texts.sources().name(*file), texts.sources().text(*file));
    let Some(texts) = texts.replacing(name, &format!("{text}\n{scenario}")) else { return false };
    let found = examples(&texts, home).into_iter().find(|example| example.title == title);
    let Some(example) = found else { return false };
    let Ok((outcome, _)) = bare_example(&texts, &example, Backend::Native) else { return false };
    match (trouble, outcome.failure) {
        (Trouble::Fault { text, .. }, Some(failure)) => failure.found.contains(text.as_str()),
        (Trouble::Invariant { fault: None, .. }, Some(failure)) => {
            failure.expected.contains("invariant")
        }
        (Trouble::Invariant { fault: Some(text), .. }, Some(failure)) => {
            failure.found.contains(text.as_str())
        }
        (Trouble::Endless(_), Some(failure)) => failure.expected.ends_with(" is not on offer"),
        (Trouble::Fault { .. } | Trouble::Invariant { .. } | Trouble::Endless(_), None) => false,
        // What a scenario cannot tell is told by the comment in it.
        (_, failure) => failure.is_none(),
    }
}
