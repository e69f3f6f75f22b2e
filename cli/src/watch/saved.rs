//! A save: what was in it, what came of it, and how long that took.

use std::{io, time::Duration};

use toolkit::{Change, Reloaded, Way};

use super::mistakes::Mistake;
use crate::{
    screen::{Screen, Style, harmless},
    stopwatch::shown,
};

/// How many files of a save are named.
const NAMED: usize = 3;

/// One save.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The files that changed.
    pub(super) files: Vec<String>,
    /// What came of it.
    pub(super) outcome: Outcome,
    /// What is wrong with the files beside the rules, which stops no game.
    pub(super) beside: Vec<String>,
    /// All mistakes and doubts, for a pane.
    pub(super) mistakes: Vec<Mistake>,
    /// How long was waited and read since the first report of it.
    pub(super) wait: Duration,
    /// How long it took to compile.
    pub(super) compile: Duration,
    /// How long until the game went on.
    pub(super) swap: Duration,
}

/// What came of a save.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The rules have so many mistakes, as a report says.
    Broken(usize, String),
    /// The rules compile, but no game begins with them.
    Refused(String),
    /// The game goes on.
    Goes(Reloaded, String),
}

impl Saved {
    /// `#3 toy/rules.carc: goes on at the same decision  wait 20 ms, compile 30 ms, swap 1 ms: 51 ms`
    pub(super) fn head(&self, screen: &Screen<'_>) -> String {
        let mut files: Vec<String> = self.files.iter().take(NAMED).map(|f| harmless(f)).collect();
        if let Some(more) = self.files.len().checked_sub(NAMED).filter(|&more| more > 0) {
            files.push(format!("{more} more"));
        }
        let (style, what) = match &self.outcome {
            Outcome::Broken(count, _) => {
                let errors = if *count == 1 { "error" } else { "errors" };
                (Style::Red, format!("{count} {errors}, the game keeps its rules"))
            }
            Outcome::Refused(why) => (Style::Red, format!("{why}; the game keeps its rules")),
            Outcome::Goes(Reloaded { way, back, changes }, _) => {
                let text = match (way, back) {
                    (Way::Unchanged, _) => "the rules are the same".to_owned(),
                    (Way::Resumed, _) => "goes on as it stands".to_owned(),
                    (Way::Replayed, 0) if changes.is_empty() => {
                        "goes on, nothing in the game changed".to_owned()
                    }
                    (Way::Replayed, 0) => "goes on".to_owned(),
                    (Way::Replayed, 1) => "goes back 1 answer".to_owned(),
                    (Way::Replayed, back) => format!("goes back {back} answers"),
                };
                let style = if *back == 0 { Style::Green } else { Style::Yellow };
                (style, text)
            }
        };
        let (style, what) = match self.beside.len() {
            0 => (style, what),
            1 => (Style::Red, format!("{what}, 1 mistake in files beside the rules")),
            n => (Style::Red, format!("{what}, {n} mistakes in files beside the rules")),
        };
        let head = screen.paint(Style::Bold, &format!("#{} {}", self.number, files.join(", ")));
        let all = self.wait + self.compile + self.swap;
        let [wait, compile, swap, all] = [self.wait, self.compile, self.swap, all].map(shown);
        let times = format!("wait {wait}, compile {compile}, swap {swap}: {all}");
        let what = screen.paint(style, &harmless(&what));
        format!("{head}: {what}  {}", screen.paint(Style::Dim, &times))
    }

    /// What it changed, a line each.
    pub(super) fn changes(&self) -> Vec<String> {
        match &self.outcome {
            Outcome::Goes(reloaded, _) => {
                reloaded.changes.iter().map(|change| harmless(&change.to_string())).collect()
            }
            Outcome::Broken(..) | Outcome::Refused(_) => Vec::new(),
        }
    }

    /// Whether something else is on offer than before.
    pub(super) fn asks_anew(&self) -> bool {
        let Outcome::Goes(reloaded, _) = &self.outcome else { return false };
        let is_elsewhere = |change: &Change| match change {
            Change::Stopped { .. } => reloaded.way == Way::Replayed,
            Change::Regained { .. } | Change::Decision { .. } => true,
            Change::Gained(_) | Change::Lost(_) => true,
            Change::Points { .. } | Change::Property { .. } => false,
            Change::Kind { .. } | Change::State { .. } | Change::More { .. } => false,
            Change::Tile { .. } | Change::Dropped { .. } | Change::Option { .. } => false,
        };
        reloaded.changes.iter().any(is_elsewhere)
    }

    /// What is wrong or doubtful in the texts.
    pub(super) fn report(&self) -> String {
        let rules = match &self.outcome {
            Outcome::Broken(_, report) | Outcome::Goes(_, report) => report,
            Outcome::Refused(why) => why,
        };
        let beside = self.beside.iter().map(|wrong| format!("{wrong}\n"));
        beside.chain([rules.clone()]).collect()
    }

    /// Writes all of it.
    pub(super) fn write(&self, screen: &mut Screen<'_>) -> io::Result<()> {
        screen.line(&self.head(screen))?;
        for change in self.changes() {
            screen.line(&format!("  {change}"))?;
        }
        if !matches!(self.outcome, Outcome::Refused(_)) {
            screen.text(&harmless(&self.report()))?;
        }
        Ok(())
    }
}
