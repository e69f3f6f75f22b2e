//! Playing a log once more, perhaps under other rules, as far as its meaning goes.

use std::sync::Arc;

use super::{Playthrough, Question, ShotQuestion, Stand};
use crate::{
    answer::words,
    log::{Entry, How, SAID, ShotRecord},
    reason::went_wrong,
    rules::Rules,
    seats::Seats,
    setup::{Setup, SetupError},
};

/// Where and why a replay stopped before the end of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The number of the entry that could not be played, from 0.
    pub entry: usize,
    /// Why not.
    pub reason: String,
    /// Whether a rule went wrong before it.
    pub by_fault: bool,
}

/// A game that was played from a log.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game, as far as the log could be played.
    pub play: Playthrough,
    /// Where it stopped, unless the whole log was played.
    pub stop: Option<Stop>,
}

/// Which part of an old log a replay has come to.
struct Reader<'a> {
    old: &'a [Entry],
    next: usize,
    /// How much of the new log was compared.
    seen: usize,
}

impl Replayed {
    /// Plays a log from the start.
    ///
    /// # Errors
    ///
    /// When the game cannot even be set up.
    pub fn new(
        rules: Arc<Rules>,
        setup: Setup,
        seats: Seats,
        log: &[Entry],
    ) -> Result<Self, SetupError> {
        let mut play = Playthrough::new(rules, setup, seats)?;
        let mut reader = Reader { old: log, next: 0, seen: 0 };
        let stop = loop {
            match reader.step(&mut play) {
                Ok(true) => {}
                Ok(false) => break None,
                Err(reason) => {
                    let by_fault = matches!(play.stand(), Stand::Fault(_));
                    break Some(Stop { entry: reader.next, reason, by_fault });
                }
            }
        };
        Ok(Self { play, stop })
    }
}

impl Reader<'_> {
    /// Plays one entry; false at the end of the log.
    fn step(&mut self, play: &mut Playthrough) -> Result<bool, String> {
        self.pass_taken(play)?;
        let Some(entry) = self.old.get(self.next) else {
            return Ok(false);
        };
        let stand = play.stand();
        let (name, player, chance) = match &stand {
            Stand::Question(Question { name, player, .. }) => (name, *player, false),
            Stand::Shot(ShotQuestion { name, player, .. }) => (name, *player, false),
            Stand::Chance(Question { name, player, .. }) => (name, *player, true),
            Stand::Over | Stand::Fault(_) if entry.how == How::Only => {
                self.next += 1;
                return Ok(true);
            }
            Stand::Over => return Err("the game is over already".to_owned()),
            Stand::Fault(fault) => {
                let wrong = went_wrong(play.rules().program(), fault);
                return Err(format!("a rule went wrong: {wrong}"));
            }
        };
        let player = play.seats().name(player);
        let same = entry.name == *name && entry.player == player;
        if !same && entry.how == How::Only {
            // What once had a single answer is not asked any more.
            self.next += 1;
            return Ok(true);
        }
        if !same || chance != entry.how.is_chance() {
            return Err(format!(
                "{} comes instead of `{}` for {}",
                play.waits_for(),
                entry.name,
                entry.player
            ));
        }
        let entry = entry.clone();
        match entry.how {
            How::Chosen if entry.shot.is_some() && matches!(stand, Stand::Shot(_)) => {
                Self::land_again(play, &entry)?;
            }
            How::Chosen | How::Only => play.say(&entry.answer).map_err(|e| e.to_string())?,
            How::Given => play.give(&entry.answer).map_err(|e| e.to_string())?,
            How::Chance => Self::throw_again(play, &entry)?,
        }
        self.next += 1;
        self.seen += 1;
        Ok(true)
    }

    /// The token lands as it did. Other rules may number figures in another way: then the words count.
    fn land_again(play: &mut Playthrough, entry: &Entry) -> Result<(), String> {
        let Some(mut record) = entry.shot.as_deref().cloned() else {
            return Err("the landing is missing".to_owned());
        };
        if play.landing_words(&record.landing).as_deref() != Some(&entry.answer) {
            let said = words(&entry.answer).map_err(|e| e.to_string())?;
            let landing = play.read_landing(&said).map_err(|e| e.to_string())?;
            record = ShotRecord { module: SAID.to_owned(), launch: None, landing };
        }
        play.land(record).map_err(|e| e.to_string())
    }

    /// The dice fall as they did, and if they do not, because other rules threw them before, the outcome of
    /// the log counts.
    fn throw_again(play: &mut Playthrough, entry: &Entry) -> Result<(), String> {
        play.roll().map_err(|e| e.to_string())?;
        let fell = play.log.iter().rev().find(|e| e.how.is_chance()).map(|e| e.answer.as_str());
        if fell != Some(&entry.answer) {
            play.undo();
            play.give(&entry.answer).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// Compares what nobody was asked with the old log: it must have been answered in the same way.
    fn pass_taken(&mut self, play: &Playthrough) -> Result<(), String> {
        while let Some(new) = play.log().get(self.seen) {
            self.seen += 1;
            let Some(old) = self.old.get(self.next) else {
                continue;
            };
            if (&old.name, &old.player) != (&new.name, &new.player) {
                // A question that the old rules did not put, with a single answer.
                continue;
            }
            if old.answer != new.answer {
                return Err(format!(
                    "`{}` is the only answer to `{}`, not `{}`",
                    new.answer, new.name, old.answer
                ));
            }
            self.next += 1;
        }
        Ok(())
    }
}
