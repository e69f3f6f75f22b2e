//! How bots of a fuzzed game choose: none wants to win, each drives a game somewhere else.

use std::collections::BTreeMap;

use abi::{AskKind, Base, Word, cell_x, cell_y, fit_cell};
use runtime::{Pcg32, Pick, Playthrough, Question};

/// What a player of a fuzzed game prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    /// Any option.
    Random,
    /// What was chosen least often so far.
    Rare,
    /// To pass.
    Passive,
    /// Not to pass.
    Eager,
    /// The first option.
    First,
    /// The last option, which is to pass where one may.
    Last,
    /// To stretch the board in one direction.
    Far,
    /// To keep the board together, so that it has holes and few places.
    Near,
    /// To end the game.
    Hasty,
}

const ALL: [Temper; 9] = [
    Temper::Random,
    Temper::Rare,
    Temper::Passive,
    Temper::Eager,
    Temper::First,
    Temper::Last,
    Temper::Far,
    Temper::Near,
    Temper::Hasty,
];

/// So many options are looked at closely.
const LOOKED_AT: usize = 48;
/// Who has a temper gives in to chance once in so many times: else few games would come far.
const YIELDS: u32 = 6;

/// What was chosen how often: the ask, the offer, and of small values the value.
type Choices = BTreeMap<(u32, Option<u16>, Word), u32>;

/// The players of one game.
pub(super) struct Bots {
    tempers: Vec<Temper>,
    /// Chance brings rare things as often as common ones.
    levels: bool,
    chosen: Choices,
    dice: Pcg32,
}

impl Bots {
    /// Somebody for each seat.
    pub(super) fn new(players: u8, seed: u64) -> Self {
        let mut dice = Pcg32::new(seed);
        let temper = |dice: &mut Pcg32| match dice.below(3) {
            0 => Temper::Random,
            _ => ALL[dice.below(ALL.len() as u32) as usize],
        };
        let tempers = (0..players).map(|_| temper(&mut dice)).collect();
        let levels = dice.below(4) == 0;
        Self { tempers, levels, chosen: Choices::new(), dice }
    }

    /// A number below another.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.dice.below(n.clamp(1, u32::MAX as usize) as u32) as usize
    }

    /// Whether chance is to bring something out of turn, and then what.
    pub(super) fn draws(&mut self, play: &mut Playthrough) -> Option<String> {
        if !self.levels || self.below(3) == 0 {
            return None;
        }
        let mut outcomes = play.outcomes();
        let at = self.below(outcomes.len());
        (at < outcomes.len()).then(|| outcomes.swap_remove(at).0)
    }

    /// The number of the option that is chosen. Whoever is to be calm passes where he may.
    pub(super) fn choose(
        &mut self,
        play: &mut Playthrough,
        question: &Question,
        calm: bool,
    ) -> usize {
        let options = question.options;
        let passes = matches!(question.kind, AskKind::MayChoose | AskKind::Menu);
        if calm && passes {
            return options - 1;
        }
        let temper = self.tempers.get(question.player as usize).copied();
        let temper = temper.filter(|_| !calm && options > 1).unwrap_or(Temper::Random);
        let at = if self.below(YIELDS as usize) == 0 {
            self.below(options)
        } else {
            self.by(temper, play, question, passes)
        };
        if options <= LOOKED_AT {
            let key = self.key(play, question, at);
            *self.chosen.entry(key).or_default() += 1;
        }
        at
    }

    fn by(
        &mut self,
        temper: Temper,
        play: &mut Playthrough,
        question: &Question,
        passes: bool,
    ) -> usize {
        let options = question.options;
        match temper {
            Temper::Random => self.below(options),
            Temper::First => 0,
            Temper::Last => options - 1,
            Temper::Passive if passes => options - 1,
            Temper::Eager if passes && options > 1 => self.below(options - 1),
            Temper::Passive | Temper::Eager => self.below(options),
            Temper::Rare => {
                let seen = self.some(options).into_iter();
                let rated = seen.map(|at| {
                    let key = self.key(play, question, at);
                    (self.chosen.get(&key).copied().unwrap_or(0), at)
                });
                rated.min().map_or(0, |(_, at)| at)
            }
            Temper::Far | Temper::Near => {
                let sign = if temper == Temper::Far { -1 } else { 1 };
                let seen = self.some(options).into_iter();
                let rated = seen.map(|at| (sign * distance(play, question, at), at));
                rated.min().map_or(0, |(_, at)| at)
            }
            Temper::Hasty => self.hasty(play, options),
        }
    }

    /// Some options, all if they are few.
    fn some(&mut self, options: usize) -> Vec<usize> {
        if options <= LOOKED_AT {
            let first = self.below(options);
            return (first..options).chain(0..first).collect();
        }
        (0..LOOKED_AT).map(|_| self.below(options)).collect()
    }

    fn key(
        &self,
        play: &mut Playthrough,
        question: &Question,
        at: usize,
    ) -> (u32, Option<u16>, Word) {
        let rules = play.rules().clone();
        let ty = play.ask(question.ask).ty;
        match play.game_mut().option(&rules, at) {
            Some(Pick::Option(choice)) => {
                let small = matches!(
                    ty.base,
                    Base::Int | Base::Enum(_) | Base::TokenKind | Base::FigureKind | Base::Flag
                ) || question.kind == AskKind::Decides;
                let value = if small && choice.offer.is_none() { choice.value } else { 0 };
                (question.ask.0, choice.offer, value)
            }
            Some(Pick::Pass) | None => (question.ask.0, None, Word::MIN),
        }
    }

    /// An option behind which the game is over, if there is one among a few.
    fn hasty(&mut self, play: &mut Playthrough, options: usize) -> usize {
        let tried: Vec<usize> = self.some(options).into_iter().take(8).collect();
        let rules = play.rules().clone();
        let mut game = play.game().clone();
        let here = game.checkpoint();
        let ends = tried.iter().copied().find(|&at| {
            let over = game.answer_index(&rules, at).is_ok() && game.is_over();
            game.undo(&here);
            over
        });
        ends.or(tried.last().copied()).unwrap_or(0)
    }
}

/// How far from the middle a tile would come to lie.
fn distance(play: &mut Playthrough, question: &Question, at: usize) -> i64 {
    let rules = play.rules().clone();
    if play.ask(question.ask).ty.base != Base::Fit {
        return 0;
    }
    match play.game_mut().option(&rules, at) {
        Some(Pick::Option(choice)) => {
            let cell = fit_cell(choice.value);
            // A line to the east reaches farther than a heap.
            3 * cell_x(cell).abs() + cell_y(cell).abs()
        }
        Some(Pick::Pass) | None => 0,
    }
}
