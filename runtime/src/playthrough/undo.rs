//! Taking back: what a player may, and what a study may.

use abi::Word;
use thiserror::Error;

use super::Playthrough;
use crate::log::SAID;

/// Why a player's answer stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// There is no answer yet.
    #[error("nothing was answered yet")]
    Nothing,
    /// Chance has decided since: what it revealed is known.
    #[error("chance has decided since")]
    Chance,
    /// The answer is a simulated shot: where it landed is known, and the same hand would throw it better.
    #[error("a shot has landed since")]
    Shot,
    /// Another player has answered since.
    #[error("another player has decided since")]
    OtherPlayer,
}

impl Playthrough {
    /// Takes back the last answer or outcome, whoever's it was; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else {
            return false;
        };
        if !self.game.undo(&step.before) {
            return false;
        }
        self.log.truncate(step.log);
        self.told.truncate(step.log);
        self.read = self.game.chronicle().events().len();
        true
    }

    /// Takes back the last answer of a player, as far as the game allows it: up to the last outcome of
    /// chance, simulated shot or decision of another player. A landing that somebody said can be said anew.
    ///
    /// # Errors
    ///
    /// When the answer stays, with the reason.
    pub fn undo_of(&mut self, player: Word) -> Result<(), UndoError> {
        let Some(step) = self.steps.last() else {
            return Err(UndoError::Nothing);
        };
        let shot = self.log.get(step.log).and_then(|entry| entry.shot.as_ref());
        if shot.is_some_and(|shot| shot.module != SAID) {
            return Err(UndoError::Shot);
        }
        match step.by {
            None => Err(UndoError::Chance),
            Some(by) if by != player => Err(UndoError::OtherPlayer),
            Some(_) => self.undo().then_some(()).ok_or(UndoError::Nothing),
        }
    }
}
