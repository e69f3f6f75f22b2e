//! Answers of players and of chance, in words or numbers, and the log of them.

use abi::{AskId, AskKind, Base, HostOp, Program, ShotError, Ty, Word, spot_figure};
use thiserror::Error;

use super::{Playthrough, Question, Stand, Step, candidate};
use crate::{
    answer::{self, Unclear},
    chronicle::Event,
    decision::AnswerError,
    log::{Entry, How, question_name},
    meaning::Token,
    reason::because,
    waiting::Pick,
};

/// Why an answer was not taken; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The words mean no option, or several.
    #[error(transparent)]
    Unclear(#[from] Unclear),
    /// The game does not take it.
    #[error("{0}")]
    Refused(String),
    /// The game waits for something else.
    #[error("the game waits for {0}")]
    NotAsked(String),
    /// No physics can make such a shot, or let it land.
    #[error("this shot is impossible: {why}\n  {line}")]
    NoShot {
        /// Why not.
        why: ShotError,
        /// The line of the rules that asks for it.
        line: String,
    },
}

impl PlayError {
    /// A shot that an ask of a program asks for is impossible.
    pub fn no_shot(program: &Program, ask: AskId, why: ShotError) -> Self {
        let shape = program.asks.get(ask.index());
        Self::NoShot { why, line: shape.map_or_else(String::new, |s| because(program, s.origin)) }
    }
}

impl From<AnswerError> for PlayError {
    fn from(error: AnswerError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Playthrough {
    /// Answers a player's question by the number of an option.
    ///
    /// # Errors
    ///
    /// When no player is asked, or there is no such option.
    pub fn answer(&mut self, index: usize) -> Result<(), PlayError> {
        let Stand::Question(question) = self.stand() else {
            return Err(PlayError::NotAsked(self.waits_for()));
        };
        let pick = self.pick(index).ok_or_else(|| {
            PlayError::Refused(match question.options {
                1 => "there is only 1 option".to_owned(),
                options => format!("there are only {options} options"),
            })
        })?;
        let ask = self.ask(question.ask);
        let said = candidate(self.speaker(Some(question.player)), ask, pick, abi::ABSENT);
        let entry = Entry {
            player: self.seats.name(question.player).to_owned(),
            name: question.name,
            answer: said.meaning.to_string(),
            how: How::Chosen,
            shot: None,
        };
        let step = self.step(Some(question.player));
        self.game.answer(&self.rules, pick)?;
        self.done(step, entry);
        Ok(())
    }

    /// Takes the single option of a compulsory choice, as the game does unless its rules ask everything.
    ///
    /// # Errors
    ///
    /// When there is something to decide.
    pub fn take_single(&mut self) -> Result<(), PlayError> {
        match self.stand() {
            Stand::Question(q) if q.options == 1 && q.kind == AskKind::Chooses => {}
            _ => return Err(PlayError::NotAsked(self.waits_for())),
        }
        let entry = self.log.len();
        self.answer(0)?;
        self.log[entry].how = How::Only;
        Ok(())
    }

    /// Answers a player's question in words; what is clear may be left out.
    ///
    /// # Errors
    ///
    /// When no player is asked, or the words mean no option or several.
    pub fn say(&mut self, text: &str) -> Result<(), PlayError> {
        self.say_words(&answer::words(text)?)
    }

    /// The same with words that were read already.
    ///
    /// # Errors
    ///
    /// As [`Playthrough::say`].
    pub fn say_words(&mut self, said: &[Token]) -> Result<(), PlayError> {
        match self.stand() {
            Stand::Question(_) => {}
            Stand::Shot(_) => return self.say_landing(said),
            _ => return Err(PlayError::NotAsked(self.waits_for())),
        }
        let index = answer::find(&self.candidates(), said)?;
        self.answer(index)
    }

    /// The outcomes of chance that a question allows, in words.
    pub fn outcomes(&mut self) -> Vec<(String, Word)> {
        let Stand::Chance(question) = self.stand() else {
            return Vec::new();
        };
        let picks: Vec<Pick> = (0..question.options).map_while(|i| self.pick(i)).collect();
        picks
            .into_iter()
            .filter_map(|pick| match pick {
                Pick::Option(choice) => {
                    Some((self.outcome(question.ask, choice.value), choice.value))
                }
                Pick::Pass => None,
            })
            .collect()
    }

    /// An outcome of chance in words: the kind of tile or token, or the number.
    fn outcome(&self, ask: AskId, word: Word) -> String {
        let base = match self.ask(ask).ty.base {
            Base::Tile => Base::TileKind,
            other => other,
        };
        self.speaker(None).value(Ty::one(base), word).to_string()
    }

    /// Lets the game's own dice decide.
    ///
    /// # Errors
    ///
    /// When the game does not wait for chance.
    pub fn roll(&mut self) -> Result<(), PlayError> {
        let Stand::Chance(question) = self.stand() else {
            return Err(PlayError::NotAsked(self.waits_for()));
        };
        let step = self.step(None);
        let word = self.game.throw(&self.rules)?;
        self.game.answer_chance(&self.rules, word)?;
        let answer = self.outcome(question.ask, word);
        self.done(step, self.chance_entry(&question, answer, How::Chance));
        Ok(())
    }

    /// Takes an outcome of chance from outside, in words.
    ///
    /// # Errors
    ///
    /// When the game does not wait for chance, or this cannot come out.
    pub fn give(&mut self, outcome: &str) -> Result<(), PlayError> {
        let Stand::Chance(question) = self.stand() else {
            return Err(PlayError::NotAsked(self.waits_for()));
        };
        let outcomes = self.outcomes();
        let Some((answer, word)) = outcomes.iter().find(|(text, _)| text == outcome).cloned()
        else {
            let there = outcomes.iter().take(8).map(|(text, _)| format!("`{text}`"));
            let there: Vec<_> = there.collect();
            return Err(PlayError::Refused(format!(
                "`{outcome}` cannot come out of this; {} different outcomes can, such as {}",
                outcomes.len(),
                there.join(", ")
            )));
        };
        let step = self.step(None);
        self.game.answer_chance(&self.rules, word)?;
        self.done(step, self.chance_entry(&question, answer, How::Given));
        Ok(())
    }

    fn chance_entry(&self, question: &Question, answer: String, how: How) -> Entry {
        Entry {
            player: self.seats.name(question.player).to_owned(),
            name: question.name.clone(),
            answer,
            how,
            shot: None,
        }
    }

    pub(super) fn step(&self, by: Option<Word>) -> Step {
        Step { before: self.game.checkpoint(), log: self.log.len(), by }
    }

    /// An answer was taken and the game has gone on to what it waits for now.
    pub(super) fn done(&mut self, step: Step, entry: Entry) {
        self.told.push(self.read);
        self.log.push(entry);
        self.steps.push(step);
        self.read_taken();
    }

    /// Writes into the log what nobody had to be asked.
    pub(crate) fn read_taken(&mut self) {
        let events = self.game.chronicle().events();
        let mut entries = Vec::new();
        // A fault may have taken back what was looked at before.
        for i in self.read.min(events.len())..events.len() {
            let Event::Taken { ask, who, value } = events[i] else {
                continue;
            };
            let shape = self.ask(ask);
            let mut speaker = self.speaker(Some(who));
            if let Some((figure, place)) = stood(shape.ty.base, value, &events[i + 1..]) {
                speaker = speaker.when(figure, place);
            }
            let entry = Entry {
                player: self.seats.name(who).to_owned(),
                name: question_name(shape),
                answer: speaker.value(shape.ty.certain(), value).to_string(),
                how: How::Only,
                shot: None,
            };
            entries.push((i, entry));
        }
        self.read = events.len();
        for (at, entry) in entries {
            self.told.push(at);
            self.log.push(entry);
        }
    }
}

/// Where a figure that was chosen stood then: it may have moved since, and the deed that moved it says so.
fn stood(base: Base, value: Word, since: &[Event]) -> Option<(Word, Word)> {
    let figure = match base {
        Base::Figure(_) => value,
        Base::Spot => spot_figure(value),
        _ => return None,
    };
    since.iter().find_map(|event| {
        let Event::Deed(deed) = event else {
            return None;
        };
        match deed.op()? {
            HostOp::Return | HostOp::Move if deed.args[0] == figure => Some((figure, deed.before)),
            HostOp::Deploy if spot_figure(deed.args[1]) == figure => Some((figure, abi::ABSENT)),
            _ => None,
        }
    })
}
