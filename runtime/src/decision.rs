//! The door through which players, chance and tools come: what a game waits for, and what answers do.

use abi::{Fault, PileId, Word};
use thiserror::Error;

use crate::{
    game::Game,
    piles::{self, Drawn, kind_word},
    rules::Rules,
    waiting::{Choice, Pick, Waiting},
};

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State<'a> {
    /// A player chooses.
    Choice(&'a Waiting),
    /// The landing of a shot.
    Shot(&'a Waiting),
    /// A drawn tile or token, or a roll.
    Chance(&'a Waiting),
    /// Nothing: the game is over.
    Over,
    /// Corrected rules: a rule went wrong, and the game stands as before its step.
    Fault(&'a Fault),
    /// To be advanced.
    Ready,
}

/// Why an answer was not taken; the game is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// Nobody is asked now.
    #[error("nothing is asked now")]
    NothingAsked,
    /// This is not among the options.
    #[error("this is not on offer")]
    NotOffered,
}

impl Game {
    /// What the game is waiting for.
    pub fn state(&self) -> State<'_> {
        match (&self.fault, &self.waiting) {
            (Some(fault), _) => State::Fault(fault),
            (None, Some(waiting)) if waiting.is_chance() => State::Chance(waiting),
            (None, Some(waiting)) if waiting.is_shot() => State::Shot(waiting),
            (None, Some(waiting)) => State::Choice(waiting),
            (None, None) if self.frames.is_empty() => State::Over,
            (None, None) => State::Ready,
        }
    }

    /// Lets the rules run until something is asked, and says what.
    pub fn advance(&mut self, rules: &Rules) -> State<'_> {
        self.play(rules).run(0);
        self.state()
    }

    /// Lets the rules run until the first turn is about to begin, or the set-up asks something.
    pub fn set_up(&mut self, rules: &Rules) -> State<'_> {
        self.play(rules).run_setup();
        self.state()
    }

    /// Goes on after a fault, with corrected rules.
    pub fn retry(&mut self, rules: &Rules) -> State<'_> {
        self.fault = None;
        self.steps = abi::STEP_BUDGET;
        self.advance(rules)
    }

    /// How many answers the waiting question has; passing, where allowed, is the last one.
    #[inline]
    pub fn option_count(&self) -> usize {
        self.waiting.as_ref().map_or(0, Waiting::answers)
    }

    /// The answer with a number.
    pub fn option(&mut self, rules: &Rules, n: usize) -> Option<Pick> {
        let waiting = self.waiting?;
        if waiting.pass && n + 1 == waiting.answers() {
            return Some(Pick::Pass);
        }
        self.play(rules).option(&waiting, n).map(|(choice, _)| Pick::Option(choice))
    }

    /// Answers the waiting choice and lets the game run on.
    pub fn answer(&mut self, rules: &Rules, pick: Pick) -> Result<(), AnswerError> {
        let waiting = self.asked(false)?;
        let answer = self.play(rules).admits(&waiting, pick).ok_or(AnswerError::NotOffered)?;
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Answers the waiting choice with the option of a number and lets the game run on.
    #[inline]
    pub fn answer_index(&mut self, rules: &Rules, n: usize) -> Result<(), AnswerError> {
        let waiting = self.asked(false)?;
        let answer = if waiting.pass && n + 1 == waiting.answers() {
            abi::ABSENT
        } else {
            self.play(rules).option(&waiting, n).ok_or(AnswerError::NotOffered)?.1
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Says what chance brings: a number, or the kind of tile or token that is drawn.
    pub fn answer_chance(&mut self, rules: &Rules, outcome: Word) -> Result<(), AnswerError> {
        let waiting = self.asked(true)?;
        let answer = match waiting.call.options {
            abi::Options::Pile(pile) => {
                let contents = piles::contents(&self.memory, &rules.facts, pile);
                let drawn = contents.into_iter().map(|(drawn, _)| drawn);
                let drawn = drawn.into_iter().find(|drawn| kind_word(*drawn) == outcome);
                self.draw(rules, pile, drawn.ok_or(AnswerError::NotOffered)?)?
            }
            abi::Options::Range(from, to) if (from..=to).contains(&outcome) => outcome,
            _ => return Err(AnswerError::NotOffered),
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// What the game's own generator says chance brings; it is for the caller to have it come true.
    pub fn throw(&mut self, rules: &Rules) -> Result<Word, AnswerError> {
        let waiting = self.asked(true)?;
        match waiting.call.options {
            abi::Options::Pile(pile) => {
                let drawn = piles::pick(&self.memory, &rules.facts, pile, &mut self.rng);
                drawn.map(kind_word).ok_or(AnswerError::NotOffered)
            }
            abi::Options::Range(from, _) => Ok(from + Word::from(self.rng.below(waiting.count))),
            _ => Err(AnswerError::NotOffered),
        }
    }

    /// Lets the game's own generator say what chance brings.
    #[inline]
    pub fn play_chance(&mut self, rules: &Rules) -> Result<(), AnswerError> {
        let waiting = self.asked(true)?;
        let answer = match waiting.call.options {
            abi::Options::Pile(pile) => {
                let drawn = piles::pick(&self.memory, &rules.facts, pile, &mut self.rng);
                self.draw(rules, pile, drawn.ok_or(AnswerError::NotOffered)?)?
            }
            abi::Options::Range(from, _) => from + Word::from(self.rng.below(waiting.count)),
            _ => return Err(AnswerError::NotOffered),
        };
        self.go_on(rules, &waiting, answer);
        Ok(())
    }

    /// Takes something out of a pile; a tile as a new tile, a token into the hands of who is asked.
    fn draw(&mut self, rules: &Rules, pile: PileId, drawn: Drawn) -> Result<Word, AnswerError> {
        let who = self.waiting.map_or(0, |waiting| waiting.call.who);
        let mut play = self.play(rules);
        let mut board = play.board();
        if !board.take_out(pile, drawn) {
            return Err(AnswerError::NotOffered);
        }
        match drawn {
            Drawn::Tile(kind) => board.new_tile(kind).map_err(|_| AnswerError::NotOffered),
            Drawn::Token(kind) => {
                board.draw_token(&rules.program.layout, who, kind);
                Ok(kind.0.into())
            }
        }
    }

    #[inline]
    fn asked(&self, chance: bool) -> Result<Waiting, AnswerError> {
        match self.waiting {
            Some(waiting) if self.fault.is_none() && waiting.is_chance() == chance => Ok(waiting),
            _ => Err(AnswerError::NothingAsked),
        }
    }

    #[inline]
    pub(crate) fn go_on(&mut self, rules: &Rules, waiting: &Waiting, answer: Word) {
        self.waiting = None;
        self.answer = answer;
        // Chance answers for ever, players do not: only their answers renew the budget. Whether something is
        // left is seen at the next step of a rule, which is a line that can be named.
        self.steps =
            if waiting.is_chance() { self.steps - abi::CHANCE_STEPS } else { abi::STEP_BUDGET };
        let mut play = self.play(rules);
        play.release(waiting);
        play.run(0);
    }

    /// The value of a choice when there is only a number for it.
    pub fn choice(&mut self, rules: &Rules, n: usize) -> Option<Choice> {
        match self.option(rules, n)? {
            Pick::Option(choice) => Some(choice),
            Pick::Pass => None,
        }
    }
}
