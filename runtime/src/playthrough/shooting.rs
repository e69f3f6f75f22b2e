//! Shots in a game of people: the scene with names, and landings, whoever says what came of them.

use abi::{Base, Catch, FigureSort, Landing, Place, Scene, ShotError, TokenKindId, Ty, Word};

use super::{PlayError, Playthrough, Stand};
use crate::{
    answer::{self, Candidate},
    landing::Named,
    log::{Entry, How, SAID, ShotRecord, question_name},
    meaning::{Token, name},
};

/// A shot that waits for its landing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShotQuestion {
    /// Which ask of the program.
    pub ask: abi::AskId,
    /// Who shoots.
    pub player: Word,
    /// Its name, as that of a question.
    pub name: String,
    /// The step or deed that asks.
    pub within: String,
    /// What is shot.
    pub token: TokenKindId,
    /// The player or tile at whom or which it is aimed, if the rules name one.
    pub at: Option<Place>,
}

impl Playthrough {
    /// The shot that the game waits for.
    pub(super) fn shot(&self) -> Option<ShotQuestion> {
        let (player, token, at) = self.game.aimed()?;
        let ask = self.game.waiting()?.call.ask;
        let shape = self.ask(ask);
        let (name, within) = (question_name(shape), shape.within.clone());
        Some(ShotQuestion { ask, player, name, within, token, at })
    }

    /// The table before the shot that the game waits for, figures named as the log names them.
    pub fn scene(&self) -> Option<Scene> {
        let mut scene = self.game.scene(&self.rules)?;
        let names = self.names(&scene);
        for (figure, named) in scene.figures.iter_mut().zip(names) {
            figure.name = named.meaning.to_string();
        }
        Some(scene)
    }

    /// The names of a scene's figures; of those that cannot be told apart all but the first are numbered.
    fn names(&self, scene: &Scene) -> Vec<Candidate> {
        let speaker = self.speaker(None);
        let figure = Ty::one(Base::Figure(FigureSort::Any));
        let mut names: Vec<Candidate> = Vec::with_capacity(scene.figures.len());
        let mut told: std::collections::BTreeMap<String, i64> = std::collections::BTreeMap::new();
        for standing in &scene.figures {
            let mut meaning = speaker.value(figure, standing.id);
            let number = told.entry(meaning.to_string()).or_default();
            *number += 1;
            if *number > 1 {
                meaning.add(vec![name("number"), Token::Int(*number)], false);
            }
            names.push(Candidate { meaning, on_placed: false });
        }
        names
    }

    /// Reads the words of a landing.
    pub(super) fn read_landing(&self, said: &[Token]) -> Result<Landing, PlayError> {
        let scene = self.game.scene(&self.rules).ok_or_else(|| self.no_shot())?;
        let figures = self.names(&scene);
        Ok(Named { scene: &scene, figures: &figures }.read(said)?)
    }

    /// Whether the words of a landing, or of a part of one, can be true of the shot that waits if it was thrown on a
    /// real table.
    ///
    /// # Errors
    ///
    /// When no shot is waited for, or it cannot have landed so.
    pub fn examine_landing(&self, words: &str) -> Result<(), PlayError> {
        let said = answer::words(words)?;
        let landing = self.read_landing(&said)?;
        let scene = self.game.scene(&self.rules).ok_or_else(|| self.no_shot())?;
        let figures = self.names(&scene);
        Named { scene: &scene, figures: &figures }.can_be(&said, &landing)?;
        landing.examine(&scene).map_err(|error| PlayError::Refused(error.to_string()))
    }

    /// The words of a landing of the shot that waits; nothing if no shot is waited for.
    pub fn landing_words(&self, landing: &Landing) -> Option<String> {
        let scene = self.game.scene(&self.rules)?;
        let figures = self.names(&scene);
        Some(Named { scene: &scene, figures: &figures }.write(landing))
    }

    /// Answers a shot in words.
    pub(super) fn say_landing(&mut self, said: &[Token]) -> Result<(), PlayError> {
        let landing = self.read_landing(said)?;
        self.land(ShotRecord { module: SAID.to_owned(), launch: None, landing })
    }

    /// Answers the shot that the game waits for with what came of it.
    ///
    /// # Errors
    ///
    /// When no shot is waited for, or such a landing cannot be; the game is as it was.
    pub fn land(&mut self, record: ShotRecord) -> Result<(), PlayError> {
        let Stand::Shot(question) = self.stand() else {
            return Err(self.no_shot());
        };
        let scene = self.game.scene(&self.rules).ok_or_else(|| self.no_shot())?;
        let refused = |error: ShotError| PlayError::Refused(error.to_string());
        record.landing.examine(&scene).map_err(refused)?;
        if let Some(launch) = &record.launch {
            launch.examine(&scene).map_err(refused)?;
        }
        if scene.catcher.is_none() && record.landing.catch != Catch::Missed {
            return Err(PlayError::Refused("nobody is there to catch this shot".to_owned()));
        }
        let figures = self.names(&scene);
        let answer = Named { scene: &scene, figures: &figures }.write(&record.landing);
        let step = self.step(Some(question.player));
        self.game.answer_shot(&self.rules, &record.landing)?;
        let entry = Entry {
            player: self.seats.name(question.player).to_owned(),
            name: question.name,
            answer,
            how: How::Chosen,
            shot: Some(Box::new(record)),
        };
        self.done(step, entry);
        Ok(())
    }

    /// Why physics cannot make the shot that waits, or let it land.
    pub fn impossible(&self, why: ShotError) -> PlayError {
        match self.game.waiting() {
            Some(waiting) => PlayError::no_shot(self.rules.program(), waiting.call.ask, why),
            None => self.no_shot(),
        }
    }

    fn no_shot(&self) -> PlayError {
        PlayError::NotAsked(self.waits_for())
    }
}
