//! Telling what happened: who placed and deployed what, and for every point why.

use std::io;

use abi::{AskKind, AskShape, Base, Origin, OriginId, Table, Word, field};
use runtime::{Entry, Event, Playthrough, Points, question_name, rule_text};
use toolkit::{Adjusted, question_key};

use super::{
    deeds::deed_told,
    names::{Names, get},
};
use crate::{
    phrases::Phrase,
    screen::{Screen, Style, harmless},
};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// For players: draws too, and reasons only when they ask.
    Play,
    /// For readers of a whole game: with reasons.
    Full,
}

/// Tells a game as it goes on.
pub(super) struct Teller {
    detail: Detail,
    /// How many entries of the log were told; nothing before even the set-up was.
    told: Option<usize>,
    turn: u32,
}

impl Teller {
    /// A teller who has told nothing yet.
    pub(super) fn new(detail: Detail) -> Self {
        Self { detail, told: None, turn: 0 }
    }

    /// How many turns were told.
    pub(super) fn turns(&self) -> u32 {
        self.turn
    }

    /// Forgets that it told what was taken back.
    pub(super) fn taken_back(&mut self, play: &Playthrough) {
        if let Some(told) = self.told {
            self.told = Some(told.min(play.log().len()));
        }
        self.turn = all_events(play).filter(|e| matches!(e, Event::Turn { .. })).count() as u32;
    }

    /// Forgets everything without telling it, as after loading a game.
    pub(super) fn skip(&mut self, play: &Playthrough) {
        self.told = Some(play.log().len());
        self.taken_back(play);
    }

    /// Tells what happened since it last told anything.
    pub(super) fn tell(
        &mut self,
        play: &Playthrough,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        let first = self.told.unwrap_or(0);
        let left = left_over(play, first);
        if self.told.is_none() {
            self.events(play.events_after(None), play, left[0], names, screen)?;
        }
        for i in first..play.log().len() {
            let entry = &play.log()[i];
            let player = play.seats().seat(&entry.player);
            if entry.how.is_chance() && self.detail == Detail::Play {
                let who = player.map_or_else(String::new, |p| names.painted(play, p, screen));
                let what = came_out(play, entry, names);
                let does = if entry.is_rolled() { Phrase::Rolls } else { Phrase::Draws };
                screen.line(&format!("  {}", names.say(does, &[&who, &what])))?;
            } else if let Some(text) = decided(play, entry, names, screen) {
                screen.line(&format!("    {text}"))?;
            }
            self.events(play.events_after(Some(i)), play, left[i + 1 - first], names, screen)?;
        }
        self.told = Some(play.log().len());
        Ok(())
    }

    fn events(
        &mut self,
        events: &[Event],
        play: &Playthrough,
        left: Word,
        names: &Names,
        screen: &mut Screen<'_>,
    ) -> io::Result<()> {
        let left = left.to_string();
        for event in events {
            if let Event::Turn { player } = event {
                self.turn += 1;
                let who = names.painted(play, *player, screen);
                let turn = self.turn.to_string();
                let head = names.say(Phrase::Turn, &[turn.as_str(), who.as_str(), left.as_str()]);
                screen.line(&format!("\n{}", screen.paint(Style::Bold, &head)))?;
                continue;
            }
            if let Some(text) = self.event(event, play, names, screen) {
                screen.line(&text)?;
            }
        }
        Ok(())
    }

    fn event(
        &self,
        event: &Event,
        play: &Playthrough,
        names: &Names,
        screen: &Screen<'_>,
    ) -> Option<String> {
        let teller = play.teller();
        let points = teller.points(event);
        if !points.is_empty() {
            let kind = teller.cause_kind(event);
            let told = points.iter().filter(|p| is_told(p));
            let told = told.map(|p| {
                let scored = scored(p, kind, play, names, screen);
                match self.detail {
                    Detail::Play => format!("    {scored}"),
                    Detail::Full => {
                        let why = because(play, p.origin, names);
                        format!("    {scored}  {}", screen.paint(Style::Dim, &why))
                    }
                }
            });
            let lines: Vec<String> = told.collect();
            return (!lines.is_empty()).then(|| lines.join("\n"));
        }
        let deed = match event {
            Event::Deed(deed) => deed,
            Event::Finish => {
                let text = names.say(Phrase::Finish, &[]);
                return Some(format!("\n{}", screen.paint(Style::Bold, &text)));
            }
            Event::Taken { .. } | Event::Shot { .. } | Event::Turn { .. } | Event::Part { .. } => {
                return None;
            }
        };
        deed_told(deed, play, names, screen).map(|text| format!("    {text}"))
    }
}

/// How many tiles were left once so many entries of the log were answered, from a first number on to all of them.
fn left_over(play: &Playthrough, first: usize) -> Vec<Word> {
    let all = play.log().len();
    let mut tiles = tiles_left(play);
    let mut left = vec![tiles; all.saturating_sub(first) + 1];
    let begins = |after: Option<usize>| {
        play.events_after(after).iter().any(|event| matches!(event, Event::Turn { .. }))
    };
    let is_first = first == 0 && all > 0;
    if !(is_first && begins(None) || (first..all.saturating_sub(1)).any(|i| begins(Some(i)))) {
        return left;
    }
    let (mut past, mut until) = (play.clone(), all);
    while until > first && past.undo() {
        // What nobody was asked was answered together with the entry before it.
        let answered = past.log().len();
        left[(answered + 1).max(first) - first..=until - first].fill(tiles);
        (tiles, until) = (tiles_left(&past), answered);
    }
    if until >= first {
        left[..=until - first].fill(tiles);
    }
    left
}

/// The words of a landing with lengths that people read: `38.6 mm` for `38597 um`.
fn in_millimetres(words: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match (word, said.last().and_then(|number| number.parse::<i64>().ok())) {
            ("um", Some(micrometres)) => {
                let tenths = (micrometres + 50).div_euclid(100);
                said.pop();
                said.push(format!("{}.{} mm", tenths.div_euclid(10), tenths.rem_euclid(10)));
            }
            _ => said.push(word.to_owned()),
        }
    }
    said.join(" ")
}

/// What chance brought: a number, a tile, or a token in the players' words.
fn came_out(play: &Playthrough, entry: &Entry, names: &Names) -> String {
    match ask_of(play, entry).map(|ask| ask.ty.base) {
        Some(Base::TokenKind) => names.kind("token", &entry.answer),
        _ => harmless(&entry.answer),
    }
}

/// The ask that an entry of the log answers.
fn ask_of<'a>(play: &'a Playthrough, entry: &Entry) -> Option<&'a AskShape> {
    play.rules().program().asks.iter().find(|ask| question_name(ask) == entry.name)
}

/// A decision that no deed shows: a letter, a yes, a number. `Blue: What do all do? take back`
fn decided(
    play: &Playthrough,
    entry: &Entry,
    names: &Names,
    screen: &Screen<'_>,
) -> Option<String> {
    let ask = ask_of(play, entry)?;
    if entry.how.is_chance() || ask.kind == AskKind::Menu {
        return None;
    }
    let key = question_key(&entry.name);
    let answer = match (ask.ty.base, entry.answer.as_str()) {
        (Base::Enum(_), answer) => names.text(&format!("{key}-{answer}")),
        (Base::Flag, "yes") => names.say(Phrase::Yes, &[]),
        (Base::Flag, "no") => names.say(Phrase::No, &[]),
        (Base::Player, answer) => names.text(&format!("player-{answer}")),
        (Base::TokenKind, answer) => names.kind("token", answer),
        (Base::FigureKind, answer) => names.kind("figure", answer),
        (Base::FeatureKind, answer) => names.kind("feature", answer),
        (Base::Int | Base::Length, answer) => harmless(answer),
        (Base::Shot, answer) => names.notation(&in_millimetres(answer)),
        _ => return None,
    };
    let who = names.painted(play, play.seats().seat(&entry.player)?, screen);
    Some(format!("{who}: {} {}", names.text(&key), screen.paint(Style::Bold, &answer)))
}

/// Nothing for a field without cities, or for a tower, is worth no line.
fn is_told(points: &Points) -> bool {
    points.amount != 0
}

/// `Red +4 for city c0 at (1, 0)`
fn scored(
    points: &Points,
    kind: Option<(&str, &str)>,
    play: &Playthrough,
    names: &Names,
    screen: &Screen<'_>,
) -> String {
    let who = names.painted(play, points.player, screen);
    let (phrase, style) = match points.amount {
        0.. => (Phrase::Scores, Style::Green),
        _ => (Phrase::Loses, Style::Red),
    };
    let amount = screen.paint(style, &points.amount.unsigned_abs().to_string());
    // The kind in the players' language, then where it is.
    let cause = match kind {
        Some((sort, kind)) => {
            let place = points.cause.strip_prefix(kind).unwrap_or(&points.cause).trim();
            format!("{} {}", names.kind(sort, kind), names.notation(place))
        }
        None => names.notation(&points.cause),
    };
    names.say(phrase, &[who.as_str(), amount.as_str(), harmless(cause.trim()).as_str()])
}

/// The reason of points: the statements with their short texts, the line of the rules and its place.
pub(super) fn because(play: &Playthrough, origin: Option<OriginId>, names: &Names) -> String {
    let program = play.rules().program();
    let line = origin.and_then(|o| program.origins.get(o.index()));
    line.map(|line| line_because(line, names)).unwrap_or_default()
}

/// The same of a line at hand.
fn line_because(line: &Origin, names: &Names) -> String {
    let statements: Vec<String> = line
        .statements
        .iter()
        .map(|number| match names.statement(&line.expansion, number) {
            Some(text) => format!("{number} {text}"),
            None => number.clone(),
        })
        .collect();
    let statements = match statements[..] {
        [] => String::new(),
        _ => format!("[{}] ", statements.join("; ")),
    };
    harmless(&format!("{statements}{} ({}:{})", rule_text(line), line.file, line.line))
}

/// Every point of the last turns, with its reason and what adjusted it; of the whole game without a number.
pub(super) fn reasons(
    play: &Playthrough,
    names: &Names,
    adjusted: &Adjusted,
    turns: Option<usize>,
    screen: &mut Screen<'_>,
) -> io::Result<()> {
    let events: Vec<&Event> = all_events(play).collect();
    let begun: Vec<usize> =
        (0..events.len()).filter(|&i| matches!(events[i], Event::Turn { .. })).collect();
    let first = match turns.and_then(|n| begun.len().checked_sub(n)) {
        Some(turn) => begun.get(turn).copied().unwrap_or(events.len()),
        None => 0,
    };
    let teller = play.teller();
    let mut any = false;
    for (place, event) in events.iter().enumerate().skip(first) {
        let kind = teller.cause_kind(event);
        for points in teller.points(event).into_iter().filter(is_told) {
            any = true;
            screen.line(&format!("  {}", scored(&points, kind, play, names, screen)))?;
            let why = because(play, points.origin, names);
            screen.line(&screen.paint(Style::Dim, &format!("      {why}")))?;
            for line in adjusted.lines(place) {
                let why = line_because(line, names);
                screen.line(&screen.paint(Style::Dim, &format!("      {why}")))?;
            }
        }
    }
    if !any {
        screen.line(&format!("  {}", names.say(Phrase::NoPoints, &[])))?;
    }
    Ok(())
}

/// Everything that happened, oldest first.
fn all_events(play: &Playthrough) -> impl Iterator<Item = &Event> {
    let first = play.events_after(None).iter();
    first.chain((0..play.log().len()).flat_map(|i| play.events_after(Some(i))))
}

/// How many tiles lie in piles.
pub(super) fn tiles_left(play: &Playthrough) -> Word {
    let piles = play.game().memory().rows(Table::Pile) as Word;
    (0..piles).filter_map(|pile| get(play, Table::Pile, pile, field::pile::COUNT)).sum()
}
