//! A game that goes on while its rules change.
//!
//! The log is played again under the new rules, which takes milliseconds: then state, history, options and
//! reasons are all what these rules lead to. Where the log does not reach the present decision any more, the
//! game goes on as it stands in the new code if all that waits has the same shape there; else it stands where
//! the log stops, and what is left of the log is kept for rules under which it means something again.

use std::sync::Arc;

use abi::{Program, TileKindId};
use runtime::{Entry, How, Playthrough, Replayed, Rules, Setup, SetupError, Stop};

use super::{
    changes::{self, Change},
    state::state,
};

/// A game with the answers that present rules do not understand.
#[derive(Clone, Debug)]
pub struct Live {
    play: Playthrough,
    /// The tiles that a game would begin with by the present rules.
    tiles: Vec<(TileKindId, u32)>,
    /// What was to be played when the rules changed last.
    whole: Option<Whole>,
}

/// A log as it was before rules changed, and what became of it.
#[derive(Clone, Debug)]
struct Whole {
    /// All of it, as it was when it was answered.
    log: Vec<Entry>,
    /// How many of its entries could be played.
    reached: usize,
    /// The log of the game then. Other dice may have had to be told what once fell.
    played: Vec<Entry>,
}

impl Whole {
    /// What a log has beyond what was played then, unless something before was taken back.
    fn since<'a>(&self, log: &'a [Entry]) -> Option<&'a [Entry]> {
        log.strip_prefix(&self.played[..])
    }

    /// What waits for rules under which it means something, unless somebody has decided something since.
    fn rest(&self, log: &[Entry]) -> &[Entry] {
        let waits = self.since(log).is_some_and(|since| !has_decision(since));
        if waits { &self.log[self.reached..] } else { &[] }
    }
}

/// Whether somebody decided something: what the game does by itself until it asks is no decision.
fn has_decision(log: &[Entry]) -> bool {
    log.iter().any(|entry| matches!(entry.how, How::Chosen | How::Given))
}

/// What is to be played under other rules.
struct Task {
    log: Vec<Entry>,
    /// How many of its entries the game has behind it.
    present: usize,
    /// How many of those were there when somebody decided last: the game has gone on to the next question from
    /// there by itself, and may go elsewhere under other rules.
    firm: usize,
    /// What it has done by itself since then, if more of an earlier log is to be played first.
    since: Vec<Entry>,
}

/// How a game went on under other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The rules are the same: nothing was done.
    Unchanged,
    /// Its log was played again as far as it goes.
    Replayed,
    /// It goes on as it stood, in the new code.
    Resumed,
}

/// What a reload did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reloaded {
    /// How the game went on.
    pub way: Way,
    /// How many answers it went back.
    pub back: usize,
    /// What is other than before.
    pub changes: Vec<Change>,
}

impl Live {
    /// A game that begins.
    pub fn new(play: Playthrough) -> Self {
        let tiles = play.setup().tiles.clone();
        Self { play, tiles, whole: None }
    }

    /// The game.
    pub fn play(&self) -> &Playthrough {
        &self.play
    }

    /// The same, to be played.
    pub fn play_mut(&mut self) -> &mut Playthrough {
        &mut self.play
    }

    /// What of an earlier log the rules do not understand, unless something else was answered since.
    pub fn rest(&self) -> &[Entry] {
        self.whole.as_ref().map_or(&[], |whole| whole.rest(self.play.log()))
    }

    /// What is to be played under the next rules: the log as it was answered, wherever it is known.
    fn task(&self) -> Task {
        let log = self.play.log();
        let known = self.whole.as_ref().and_then(|whole| Some((whole, whole.since(log)?)));
        let Some((Whole { log: old, reached, .. }, since)) = known else {
            let (log, present) = (log.to_vec(), log.len());
            return Task { log, present, firm: present, since: Vec::new() };
        };
        if !has_decision(since) && *reached < old.len() {
            let (log, since) = (old.clone(), since.to_vec());
            return Task { log, present: *reached, firm: *reached, since };
        }
        let log = [&old[..*reached], since].concat();
        let present = log.len();
        let firm = if has_decision(since) { present } else { *reached };
        Task { log, present, firm, since: Vec::new() }
    }

    /// Goes on under other rules, with these tiles if the game were to begin now.
    ///
    /// # Errors
    ///
    /// When no game can begin with these rules; the game is as it was.
    pub fn reload(
        &mut self,
        rules: Arc<Rules>,
        tiles: Vec<(TileKindId, u32)>,
    ) -> Result<Reloaded, SetupError> {
        if is_same(self.play.rules().program(), rules.program()) && tiles == self.tiles {
            return Ok(Reloaded { way: Way::Unchanged, back: 0, changes: Vec::new() });
        }
        let setup = Setup { tiles: tiles.clone(), ..self.play.setup().clone() };
        let seats = self.play.seats().clone();
        let begin =
            |log: &[Entry]| Replayed::new(Arc::clone(&rules), setup.clone(), seats.clone(), log);
        let Task { log, present, firm, since } = self.task();
        let Replayed { play: mut now, stop } = begin(&log)?;
        self.tiles = tiles;
        let mut changes = changes::options(&self.play, &now);
        changes.extend(changes::properties(&self.play, &now));
        if let Some(whole) = &self.whole {
            let gone = &whole.log[whole.reached..];
            let answers = changes::answers(gone);
            let is_dropped = answers > 0 && whole.rest(self.play.log()).is_empty();
            changes.extend(is_dropped.then_some(Change::Dropped { answers }));
        }
        changes.extend(changes::tiles(&self.play, &now));
        let reached = stop.as_ref().map_or(log.len(), |stop| stop.entry);
        let mut back = 0;
        match stop {
            Some(stop) if reached < firm => {
                changes.push(stopped(&stop, &log));
                if let Ok(play) = self.play.resume_under(rules) {
                    self.play = play;
                    self.forget_dropped();
                    return Ok(Reloaded { way: Way::Resumed, back, changes });
                }
                back = changes::answers(&log[reached..present]);
                self.keep(&now, log, reached);
            }
            // What the game had done by itself is not to be done any more.
            Some(_) if reached < present => {
                changes.extend(changes::points(&self.play, &now));
                changes.extend(state(&self.play, &now));
                changes.extend(changes::decision(&mut self.play, &mut now));
                self.keep(&now, log[..firm].to_vec(), firm);
            }
            stop if reached > present => {
                let answers = changes::answers(&log[present..reached]);
                changes.push(Change::Regained { answers });
                changes.extend(stop.as_ref().map(|stop| stopped(stop, &log)));
                self.keep(&now, log, reached);
            }
            _ => {
                let played = now.clone();
                if !since.is_empty() {
                    now = begin(&[&log[..reached], &since].concat())?.play;
                }
                changes.extend(changes::points(&self.play, &now));
                changes.extend(state(&self.play, &now));
                changes.extend(changes::decision(&mut self.play, &mut now));
                self.keep(&played, log, reached);
            }
        }
        self.play = now;
        Ok(Reloaded { way: Way::Replayed, back, changes })
    }

    /// Keeps a log as it was, whatever could be played of it.
    fn keep(&mut self, now: &Playthrough, log: Vec<Entry>, reached: usize) {
        self.whole = Some(Whole { log, reached, played: now.log().to_vec() });
    }

    /// What is gone is told once.
    fn forget_dropped(&mut self) {
        let log = self.play.log();
        if let Some(whole) = &mut self.whole
            && whole.rest(log).is_empty()
        {
            whole.log.truncate(whole.reached);
        }
    }
}

fn stopped(stop: &Stop, log: &[Entry]) -> Change {
    let was = log[stop.entry].clone();
    let behind = changes::answers(&log[stop.entry + 1..]);
    let answer = changes::answers(&log[..stop.entry]) + 1;
    let (reason, by_fault) = (stop.reason.clone(), stop.by_fault);
    Change::Stopped { answer, was, reason, by_fault, behind }
}

/// Whether two programs do the same, by lines in the same places: those are told as reasons.
fn is_same(one: &Program, other: &Program) -> bool {
    one.expansions == other.expansions
        && one.fingerprints == other.fingerprints
        && one.lenders == other.lenders
        && one.options == other.options
        && one.origins == other.origins
}
