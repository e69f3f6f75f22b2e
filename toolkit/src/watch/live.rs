//! A game that goes on while its rules change.
//!
//! The log is played again under the new rules, which takes milliseconds: then state, history, options and
//! reasons are all what these rules lead to. Where the log does not reach the present decision any more, the
//! game goes on as it stands in the new code if all that waits has the same shape there; else it stands where
//! the log stops, and what is left of the log is kept for rules under which it means something again.

use std::sync::Arc;

use abi::{Program, TileKindId};
use runtime::{Entry, Playthrough, Replayed, Rules, Setup, SetupError, Stop};

use super::changes::{self, Change};

/// A game with the answers that present rules do not understand.
#[derive(Clone, Debug)]
pub struct Live {
    play: Playthrough,
    /// The tiles that a game would begin with by the present rules.
    tiles: Vec<(TileKindId, u32)>,
    /// A longer log that the game's own is the beginning of.
    whole: Option<Whole>,
}

/// A log that was cut off.
#[derive(Clone, Debug)]
struct Whole {
    /// What could be played of it.
    played: Vec<Entry>,
    /// What could not.
    rest: Vec<Entry>,
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
        match &self.whole {
            Some(whole) if whole.played == self.play.log() => &whole.rest,
            _ => &[],
        }
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
            return Ok(Reloaded { way: Way::Unchanged, changes: Vec::new() });
        }
        let setup = Setup { tiles: tiles.clone(), ..self.play.setup().clone() };
        let rest = self.rest().to_vec();
        let present = self.play.log().len();
        let mut log = self.play.log().to_vec();
        log.extend(rest.iter().cloned());
        let seats = self.play.seats().clone();
        let Replayed { play: mut now, stop } =
            Replayed::new(Arc::clone(&rules), setup, seats, &log)?;
        self.tiles = tiles;
        let mut changes = changes::properties(&self.play, &now);
        if let Some(gone) = self.whole.as_ref().filter(|whole| whole.played != self.play.log()) {
            let answers = changes::answers(&gone.rest);
            changes.extend((answers > 0).then_some(Change::Dropped { answers }));
        }
        changes.extend(changes::tiles(&self.play, &now));
        match stop {
            Some(stop) if stop.entry < present => {
                changes.push(stopped(&stop, &log));
                if let Ok(play) = self.play.resume_under(rules) {
                    self.play = play;
                    self.whole = self.whole.take().filter(|_| !rest.is_empty());
                    return Ok(Reloaded { way: Way::Resumed, changes });
                }
                self.cut(&now, &log, &stop);
            }
            stop => {
                let again = stop.as_ref().map_or(log.len(), |stop| stop.entry) - present;
                if again == 0 {
                    changes.extend(changes::points(&self.play, &now));
                    changes.extend(changes::decision(&mut self.play, &mut now));
                } else {
                    let answers = changes::answers(&log[present..present + again]);
                    changes.push(Change::Regained { answers });
                    changes.extend(stop.as_ref().map(|stop| stopped(stop, &log)));
                }
                match stop {
                    Some(stop) => self.cut(&now, &log, &stop),
                    None => self.whole = None,
                }
            }
        }
        self.play = now;
        Ok(Reloaded { way: Way::Replayed, changes })
    }

    /// Keeps what is left of a log behind what could be played of it.
    fn cut(&mut self, now: &Playthrough, log: &[Entry], stop: &Stop) {
        let rest = log.get(stop.entry..).unwrap_or_default().to_vec();
        self.whole = Some(Whole { played: now.log().to_vec(), rest });
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
