//! A game as a scenario: whoever played it has a test of the rules, which passes as long as they say the same.

use std::collections::BTreeMap;

use abi::Word;
use compiler::Backend;
use grammar::RESERVED_WORDS;
use runtime::{Entry, Event, How, Playthrough, Replayed, Save, SetupError, Stand};
use thiserror::Error;

use crate::{
    catalogue::catalogue,
    example::{examples, play_example},
    program::Texts,
    tiles::{default_tiles, sets_of},
};

/// Where lines of draws break.
const WIDTH: usize = 100;

/// Which part of a game a scenario shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// All that was played.
    #[default]
    Whole,
    /// So many entries of the log.
    Entries(usize),
    /// Up to the end of the second turn; points are expected at the end of each turn from the first one on.
    /// Turns are counted from 1.
    Turns(usize, usize),
}

/// Why a game is no scenario.
#[derive(Debug, Error)]
pub enum RecordError {
    /// There is no such part of it.
    #[error("{0}")]
    Cut(String),
    /// A scenario cannot say how it was set up.
    #[error("{0}")]
    Setup(String),
    /// The rules refuse it.
    #[error(transparent)]
    Rules(#[from] SetupError),
    /// The scenario does not come true.
    #[error("the scenario does not come true:\n{0}")]
    Fails(String),
}

/// The scenario of a game, to stand among the rules of an expansion, or of the one that brings all others along.
///
/// # Errors
///
/// When a scenario cannot say what was played.
pub fn record(
    play: &Playthrough,
    texts: &Texts,
    home: Option<&str>,
    cut: Cut,
    title: Option<&str>,
) -> Result<String, RecordError> {
    let Written { home, title, text } = written(play, texts, home, cut, title)?;
    prove(texts, &home, &title, &text)?;
    Ok(text)
}

/// A scenario that nobody has proved.
pub(crate) struct Written {
    /// The expansion among whose rules it is to stand.
    pub(crate) home: String,
    /// Its title as it can be written.
    pub(crate) title: String,
    /// All of it.
    pub(crate) text: String,
}

/// Writes the scenario of a game.
pub(crate) fn written(
    play: &Playthrough,
    texts: &Texts,
    home: Option<&str>,
    cut: Cut,
    title: Option<&str>,
) -> Result<Written, RecordError> {
    let (home, mut writer) = begun(play, texts, home)?;
    let cuts = cuts(play, cut)?;
    let end = cuts.last().copied().unwrap_or(0);
    let title = title.map_or_else(|| usual_title(play), str::to_owned);
    told(play, end, &mut writer, |number, writer| match cuts.contains(&number) {
        true => points(play, number, writer),
        false => Ok(()),
    })?;
    points(play, end, &mut writer)?;
    let (title, text) = writer.named(&title);
    Ok(Written { home, title, text })
}

/// The title of a game to which nobody gave one.
pub(crate) fn usual_title(play: &Playthrough) -> String {
    format!("a game of seed {}", play.setup().seed)
}

/// The scenario of a game up to where it stands, with last lines of somebody else's; nobody says what comes of it.
///
/// # Errors
///
/// As [`record`].
pub(crate) fn retell(
    play: &Playthrough,
    texts: &Texts,
    home: &str,
    title: &str,
    last: &[String],
) -> Result<String, RecordError> {
    let (_, mut writer) = begun(play, texts, Some(home))?;
    told(play, play.log().len(), &mut writer, |_, _| Ok(()))?;
    last.iter().for_each(|line| writer.line(line));
    writer.flush();
    Ok(writer.named(title).1)
}

/// Among whose rules a scenario of a game stands, and its first lines.
fn begun(
    play: &Playthrough,
    texts: &Texts,
    home: Option<&str>,
) -> Result<(String, Writer), RecordError> {
    let setup = |text: &str| Err(RecordError::Setup(text.to_owned()));
    let program = play.rules().program();
    if play.setup().board.is_some() {
        return setup(
            "a scenario begins as its rules do, and this game begins on a board of its own",
        );
    }
    let usual = play.setup().tiles == default_tiles(program);
    let sets = if usual { Some(Vec::new()) } else { sets_of(program, &play.setup().tiles) };
    let Some(sets) = sets else {
        return setup("a scenario plays with whole sets of tiles, and this game does not");
    };
    if !program.lenders.is_empty() {
        return setup("a scenario borrows no tiles, and this game does");
    }
    let plain = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !RESERVED_WORDS.contains(&name.as_str())
    };
    if let Some(name) = play.seats().names().iter().find(|name| !plain(name)) {
        return setup(&format!("`{name}` cannot be the name of a player in a scenario"));
    }
    let played: Vec<String> = program.expansions.iter().map(|(name, _)| name.clone()).collect();
    let home = home_of(texts, &played, home)?;
    let mut writer = Writer { text: String::new(), draws: Vec::new() };
    writer.line(&format!("players {}", play.seats().names().join(", ")));
    let with = with(play, texts, &played, &home);
    if !with.is_empty() {
        writer.line(&format!("with {}", with.join(", ")));
    }
    if !sets.is_empty() {
        let times = |(name, times): &(String, u32)| match times {
            1 => name.clone(),
            more => format!("{name} x{more}"),
        };
        writer.line(&format!("sets {}", sets.iter().map(times).collect::<Vec<_>>().join(", ")));
    }
    Ok((home, writer))
}

/// Tells so many entries of a log; before each, somebody else may say something.
fn told(
    play: &Playthrough,
    end: usize,
    writer: &mut Writer,
    mut between: impl FnMut(usize, &mut Writer) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let said = said(&play.log()[..end]);
    for (number, entry) in play.log()[..end].iter().enumerate() {
        between(number, writer)?;
        match entry.how {
            How::Chance | How::Given => writer.draw(entry),
            How::Chosen | How::Only if said[number] => {
                writer.line(&format!("{}: {} = {}", entry.player, entry.name, entry.answer));
            }
            How::Chosen | How::Only => {}
        }
    }
    Ok(())
}

/// The expansion among whose rules the scenario is to stand.
fn home_of(texts: &Texts, played: &[String], wanted: Option<&str>) -> Result<String, RecordError> {
    let brings = |name: &&String| texts.closure(std::slice::from_ref(*name)).len() == played.len();
    let home = match wanted {
        Some(name) => played.iter().find(|played| *played == name),
        None => played.iter().find(brings).or(played.last()),
    };
    home.cloned().ok_or_else(|| {
        let wanted = wanted.unwrap_or_default();
        RecordError::Setup(format!("`{wanted}` does not play in this game"))
    })
}

/// What the scenario plays with besides the usual: expansions, and options with other values.
fn with(play: &Playthrough, texts: &Texts, played: &[String], home: &str) -> Vec<String> {
    let mut brought = texts.closure(&[home.to_owned()]);
    let mut with = Vec::new();
    for name in played {
        if !brought.contains(name) {
            with.push(name.clone());
            brought.extend(texts.closure(std::slice::from_ref(name)));
        }
    }
    let entries = catalogue(texts);
    let defaults: BTreeMap<(&str, &str), &str> = entries
        .iter()
        .flat_map(|e| e.options.iter().map(|o| ((e.name.as_str(), o.name.as_str()), o)))
        .map(|(key, option)| (key, option.default.as_str()))
        .collect();
    let save = Save::of(play);
    let other = save.options().filter(|(expansion, name, value)| {
        defaults.get(&(*expansion, *name)).is_none_or(|default| default != value)
    });
    with.extend(other.map(|(expansion, name, value)| format!("{expansion}.{name} = {value}")));
    with
}

/// The lengths of the log at which points are expected; the last one is the end.
fn cuts(play: &Playthrough, cut: Cut) -> Result<Vec<usize>, RecordError> {
    let wrong = |text: String| Err(RecordError::Cut(text));
    let all = play.log().len();
    match cut {
        Cut::Whole => Ok(vec![all]),
        Cut::Entries(entries) if entries <= all => Ok(vec![entries]),
        Cut::Entries(_) => wrong(match all {
            1 => "this game has 1 entry".to_owned(),
            _ => format!("this game has {all} entries"),
        }),
        Cut::Turns(first, last) => {
            let mut ends = Vec::new();
            for entry in std::iter::once(None).chain((0..all).map(Some)) {
                let turn = |event: &&Event| matches!(event, Event::Turn { .. });
                let turns = play.events_after(entry).iter().filter(turn).count();
                ends.extend(std::iter::repeat_n(entry.map_or(0, |entry| entry + 1), turns));
            }
            // A turn ends where the next one begins, and the last one with the game.
            let turns = ends.len();
            ends.push(all);
            if first == 0 || first > last || last > turns {
                return wrong(format!("this game has the turns 1..{turns}"));
            }
            let mut ends = ends[first..=last].to_vec();
            ends.dedup();
            Ok(ends)
        }
    }
}

/// Which entries are said: what was the only answer is taken in any case, unless the next line could mean it.
fn said(log: &[Entry]) -> Vec<bool> {
    let mut next: Option<&Entry> = None;
    let mut said: Vec<bool> = log
        .iter()
        .rev()
        .map(|entry| {
            let is_said = match entry.how {
                How::Chance | How::Given => return false,
                How::Chosen => true,
                How::Only => next.is_some_and(|next| {
                    let last = entry.name.rsplit('.').next();
                    next.player == entry.player
                        && (next.name == entry.name || Some(next.name.as_str()) == last)
                }),
            };
            if is_said {
                next = Some(entry);
            }
            is_said
        })
        .collect();
    said.reverse();
    said
}

/// What is expected after so many entries: a fault, or everybody's points.
fn points(play: &Playthrough, entries: usize, writer: &mut Writer) -> Result<(), RecordError> {
    let log = &play.log()[..entries];
    let (rules, setup, seats) = (play.rules().clone(), play.setup().clone(), play.seats().clone());
    let replayed = Replayed::new(rules, setup, seats, log)?;
    if let Some(stop) = replayed.stop {
        let text = format!("entry {} cannot be played again: {}", stop.entry + 1, stop.reason);
        return Err(RecordError::Cut(text));
    }
    let play = replayed.play;
    if let Stand::Fault(fault) = play.stand() {
        writer.line(&format!("expect fault \"{}\"", fault.kind.text()));
        return Ok(());
    }
    for player in 0..play.game().players() {
        let name = play.seats().name(player as Word);
        writer.line(&format!("expect {name}.points == {}", play.game().points(player)));
    }
    Ok(())
}

/// The scenario is played once, as it will be played from now on.
fn prove(texts: &Texts, home: &str, title: &str, scenario: &str) -> Result<(), RecordError> {
    let source = texts.available().iter().find(|source| source.folder == home);
    let file = source.and_then(|source| source.files.first());
    let lost = || RecordError::Setup(format!("the rules of `{home}` are not at hand"));
    let (file, _) = file.ok_or_else(lost)?;
    let (name, text) = (texts.sources().name(*file), texts.sources().text(*file));
    let texts = texts.replacing(name, &format!("{text}\n{scenario}")).ok_or_else(lost)?;
    come_true(&texts, home, title)
}

/// Plays the one scenario of a title that an expansion has.
pub(crate) fn come_true(texts: &Texts, home: &str, title: &str) -> Result<(), RecordError> {
    let files = examples(texts, home);
    let example = files.iter().filter(|example| example.title == title);
    let [example] = example.collect::<Vec<_>>()[..] else {
        let text =
            format!("`{home}` has a scenario \"{title}\" already, or the title cannot be read");
        return Err(RecordError::Setup(text));
    };
    match play_example(texts, example, Backend::Native) {
        Ok(outcome) => match outcome.failure {
            None => Ok(()),
            Some(failure) => Err(RecordError::Fails(failure.to_string())),
        },
        Err(report) => Err(RecordError::Fails(report.render_plain(texts.sources()))),
    }
}

/// The lines of a scenario, draws and rolls in a row together.
struct Writer {
    text: String,
    draws: Vec<(&'static str, String)>,
}

impl Writer {
    fn draw(&mut self, entry: &Entry) {
        let word = if entry.is_rolled() { "roll" } else { "draw" };
        self.draws.push((word, entry.answer.clone()));
    }

    fn line(&mut self, line: &str) {
        self.flush();
        self.text.push_str(&format!("    {line}\n"));
    }

    /// The whole scenario with a title, and the title as it can be written.
    fn named(self, title: &str) -> (String, String) {
        let title = title.replace(['"', '\n', '\r'], "'");
        let text = format!("scenario \"{title}\" {{\n{}}}\n", self.text);
        (title, text)
    }

    /// Writes the draws that were waiting.
    fn flush(&mut self) {
        for row in std::mem::take(&mut self.draws).chunk_by(|a, b| a.0 == b.0) {
            let mut text = format!("    {} {}", row[0].0, row[0].1);
            for (_, outcome) in &row[1..] {
                if text.len() + outcome.len() > WIDTH {
                    self.text.push_str(&format!("{text}\n"));
                    text = format!("    {} {outcome}", row[0].0);
                } else {
                    text.push_str(&format!(", {outcome}"));
                }
            }
            self.text.push_str(&format!("{text}\n"));
        }
    }
}
