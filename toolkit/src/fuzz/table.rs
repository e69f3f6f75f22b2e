//! A table with rules by both back ends, and one game at it.

use std::sync::Arc;

use abi::FaultKind;
use compiler::{Backend, Probe, Probes, Setting};
use physics::{Dice, Skill};
use runtime::{Entry, Pcg32, Playthrough, Rules, Seats, Setup, Stand};

use super::{
    cast::Cast,
    endless::GAME,
    landing::wild,
    temper::Bots,
    trouble::{Trouble, trouble},
};
use crate::{program::Texts, shots::Shots, tiles::default_tiles};

/// After so many answers in one turn everybody passes where he may.
const LONG: usize = 250;
/// After so many a turn is said to be endless.
const ENDLESS: usize = 750;
/// After so many answers the whole game is.
const LONGEST: usize = 4_000;

/// Trouble with all that is needed to see it again.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) trouble: Trouble,
    pub(super) cast: Cast,
    pub(super) players: u8,
    pub(super) seed: u64,
    pub(super) log: Vec<Entry>,
}

impl Seen {
    /// Trouble of rules that nobody can play by.
    pub(super) fn unplayed(cast: Cast, trouble: Trouble) -> Self {
        Self { trouble, cast, players: 0, seed: 0, log: Vec::new() }
    }
}

/// Rules ready to be played by both back ends.
pub(super) struct Table {
    pub(super) cast: Cast,
    pub(super) native: Arc<Rules>,
    pub(super) eval: Arc<Rules>,
    probes: Option<Arc<Probes>>,
    shots: Option<Shots>,
    /// The expansions whose order is only by name.
    by_name: Vec<[String; 2]>,
}

impl Table {
    /// Compiles the rules; the evaluator's may be watched, so that what never runs shows.
    pub(super) fn set(texts: &Texts, cast: &Cast, watched: bool) -> Result<Self, Trouble> {
        let refused = |report: grammar::Report| {
            let first = report.diagnostics.into_iter().find(grammar::Diagnostic::is_error);
            let first: grammar::Report = first.into_iter().collect();
            Trouble::Refused(first.render_plain(texts.sources()))
        };
        let native = texts.build(&cast.setting, Backend::Native).map_err(refused)?;
        let by_name = by_name(&native.rules);
        let native = Arc::new(Rules::new(native.program));
        let (eval, probes) = if watched {
            let (compiled, probes) = texts.build_watched(&cast.setting, None).map_err(refused)?;
            (compiled.program, Some(probes))
        } else {
            (texts.build(&cast.setting, Backend::Eval).map_err(refused)?.program, None)
        };
        let shots = Shots::named("ballistic", Skill::PRACTISED);
        let eval = Arc::new(Rules::new(eval));
        let table = Self { cast: cast.clone(), native, eval, probes, shots, by_name };
        let (least, _) = table.range();
        table.open(&table.native, least, 0).map_err(|error| Trouble::Refused(error.to_string()))?;
        Ok(table)
    }

    /// The pairs of expansions whose order is only by name, in this order.
    pub(super) fn by_name(&self) -> &[[String; 2]] {
        &self.by_name
    }

    /// Between how many players a game of this table has.
    fn range(&self) -> (u8, u8) {
        let (least, most) = self.native.program().players;
        (least.max(1), most.min(6).max(least.max(1)))
    }

    /// A number of players.
    pub(super) fn players(&self, dice: &mut Pcg32) -> u8 {
        let (least, most) = self.range();
        let two = 2.clamp(least, most);
        // Few players reach the end of a game soonest.
        if dice.below(2) == 0 { two } else { least + dice.below(u32::from(most - least) + 1) as u8 }
    }

    fn open(
        &self,
        rules: &Arc<Rules>,
        players: u8,
        seed: u64,
    ) -> Result<Playthrough, runtime::SetupError> {
        let tiles = default_tiles(rules.program());
        let setup = Setup { players, seed, tiles, board: None };
        Playthrough::new(rules.clone(), setup, Seats::colours(players))
    }

    /// A game at this table by machine code, at its first question.
    pub(super) fn begin(&self, players: u8, seed: u64) -> Option<Playthrough> {
        self.open(&self.native, players, seed).ok()
    }

    /// The same game by the evaluator.
    pub(super) fn mirror(&self, players: u8, seed: u64) -> Option<Playthrough> {
        self.open(&self.eval, players, seed).ok()
    }

    /// Trouble at this table.
    pub(super) fn seen(&self, trouble: Trouble, players: u8, seed: u64, log: Vec<Entry>) -> Seen {
        Seen { trouble, cast: self.cast.clone(), players, seed, log }
    }

    /// What the games at this table came to, if they were watched.
    pub(super) fn fired(&self) -> Vec<Probe> {
        self.probes.iter().flat_map(|probes| probes.seen().collect::<Vec<_>>()).collect()
    }

    /// How two games by the two back ends differ.
    pub(super) fn difference(&self, one: &Playthrough, other: &Playthrough) -> Option<Trouble> {
        // Watched rules are divided into other frames; what lies on the table must be the same all the same.
        let same = match self.probes {
            None => one.game() == other.game(),
            Some(_) => {
                one.game().memory() == other.game().memory() && one.waits_for() == other.waits_for()
            }
        };
        if same {
            return None;
        }
        let budget = |play: &Playthrough| match play.stand() {
            Stand::Fault(fault) => matches!(fault.kind, FaultKind::Budget | FaultKind::Memory),
            _ => false,
        };
        // Watched rules take other steps, so they may come to the end of the budget elsewhere.
        if self.probes.is_some() && (budget(one) || budget(other)) {
            return None;
        }
        let said = |play: &Playthrough| match play.stand() {
            Stand::Fault(fault) => fault.kind.text().to_owned(),
            _ => play.waits_for(),
        };
        let (native, eval) = (said(one), said(other));
        Some(Trouble::BackEnds(if native == eval {
            format!("both wait for {native}, and what happened before differs")
        } else {
            format!("machine code: {native}; the evaluator: {eval}")
        }))
    }
}

/// What came of a game.
pub(super) struct Game {
    /// How many answers it had.
    pub(super) answers: usize,
    /// What was wrong, if something was.
    pub(super) trouble: Option<Trouble>,
    /// Everything that was answered until then.
    pub(super) log: Vec<Entry>,
}

impl Game {
    /// Plays a game, at most so many answers long, until it is over or something is wrong with it.
    pub(super) fn play(table: &Table, players: u8, seed: u64, most: Option<usize>) -> Self {
        let games = table.begin(players, seed).zip(table.mirror(players, seed));
        let Some((mut play, mut mirror)) = games else {
            return Self { answers: 0, trouble: None, log: Vec::new() };
        };
        let mut course = Course::new(table, players, seed);
        let mut answers = 0;
        let trouble = loop {
            let counts = course.turned(&play);
            let wrong = trouble(&mut play, counts).or_else(|| table.difference(&play, &mirror));
            if wrong.is_some() || most.is_some_and(|most| play.log().len() >= most) {
                break wrong;
            }
            if let Some(endless) = course.endless(&play) {
                break Some(endless);
            }
            match course.step(&mut play, Some(&mut mirror)) {
                Step::Taken => answers += 1,
                Step::Over => break None,
                Step::Wrong(trouble) => break Some(trouble),
            }
        };
        Self { answers, trouble, log: play.log().to_vec() }
    }
}

/// What one step of a game came to.
pub(super) enum Step {
    Taken,
    Over,
    Wrong(Trouble),
}

/// How a game goes on: who chooses what.
pub(super) struct Course<'t> {
    table: &'t Table,
    bots: Bots,
    throws: Dice,
    turn: abi::Word,
    /// How many answers this turn has had.
    in_turn: usize,
}

impl<'t> Course<'t> {
    pub(super) fn new(table: &'t Table, players: u8, seed: u64) -> Self {
        let bots = Bots::new(players, !seed);
        Self { table, bots, throws: Dice::new(seed), turn: -1, in_turn: 0 }
    }

    /// Whether another turn has begun, or the game is over.
    pub(super) fn turned(&mut self, play: &Playthrough) -> bool {
        let turn = play.game().turn();
        let turned = turn != self.turn || play.game().is_over();
        if turn != self.turn {
            (self.turn, self.in_turn) = (turn, 0);
        }
        turned
    }

    pub(super) fn endless(&self, play: &Playthrough) -> Option<Trouble> {
        let waiting = play.game().waiting()?;
        if self.in_turn > ENDLESS {
            return Some(Trouble::Endless(runtime::question_name(play.ask(waiting.call.ask))));
        }
        (play.log().len() > LONGEST).then(|| Trouble::Endless(GAME.to_owned()))
    }

    /// Goes on in a turn in which everybody is to pass where he may from now on.
    pub(super) fn calm(table: &'t Table, players: u8, seed: u64, turn: abi::Word) -> Self {
        Self { turn, in_turn: LONG, ..Self::new(table, players, seed) }
    }

    /// Answers what the game waits for; nothing if that cannot be done.
    pub(super) fn pass(&mut self, play: &mut Playthrough) -> Option<()> {
        matches!(self.step(play, None), Step::Taken).then_some(())
    }

    /// Answers what the game waits for, and the other game alike.
    pub(super) fn step(
        &mut self,
        play: &mut Playthrough,
        mirror: Option<&mut Playthrough>,
    ) -> Step {
        self.in_turn += 1;
        let calm = self.in_turn > LONG || play.log().len() > LONGEST / 2;
        let (taken, same) = match play.stand() {
            Stand::Question(question) => {
                let at = self.bots.choose(play, &question, calm);
                (play.answer(at), mirror.map(|mirror| mirror.answer(at)))
            }
            Stand::Chance(_) => match self.bots.draws(play) {
                Some(outcome) => (play.give(&outcome), mirror.map(|mirror| mirror.give(&outcome))),
                None => (play.roll(), mirror.map(Playthrough::roll)),
            },
            Stand::Shot(_) => {
                let Some(words) = self.shoot(play) else { return Step::Over };
                (play.say(&words), mirror.map(|mirror| mirror.say(&words)))
            }
            Stand::Over | Stand::Fault(_) => return Step::Over,
        };
        match (taken, same) {
            (Ok(()), None | Some(Ok(()))) => Step::Taken,
            (Ok(()), Some(Err(error))) => Step::Wrong(Trouble::BackEnds(format!(
                "the evaluator takes no such answer: {error}"
            ))),
            (Err(error), _) => {
                Step::Wrong(Trouble::Unsound(format!("an option is refused: {error}")))
            }
        }
    }

    /// The words of a throw by physics, or of a landing that physics would never find. Words turn tokens by whole
    /// degrees: what every table hears alike, a scenario tells alike.
    fn shoot(&mut self, play: &Playthrough) -> Option<String> {
        let scene = play.scene()?;
        if self.bots.below(3) > 0
            && let Some(shots) = &self.table.shots
            && let Ok(record) = shots.shoot(&scene, &mut self.throws)
            && record.landing.examine(&scene).is_ok()
        {
            return play.landing_words(&record.landing);
        }
        play.landing_words(&wild(&scene, &mut self.bots))
    }
}

/// The setting of a cast without one of its expansions, which nothing else there needs.
pub(super) fn without(setting: &Setting, name: &str) -> Setting {
    let mut setting = setting.clone();
    setting.expansions.retain(|other| other != name);
    setting.options.retain(|(of, ..)| of.as_deref() != Some(name));
    setting
}

/// The pairs of expansions that neither `needs` nor `after` orders.
fn by_name(rules: &compiler::typed::Rules) -> Vec<[String; 2]> {
    let name = |at: usize| rules.expansions[at].name.clone();
    let playing = |at: usize| rules.expansions[at].lends.is_none();
    let mut pairs = Vec::new();
    for (later, before) in rules.ordered_after.iter().enumerate() {
        let free = (0..later).filter(|earlier| !before.contains(earlier));
        pairs
            .extend(free.filter(|&e| playing(e) && playing(later)).map(|e| [name(e), name(later)]));
    }
    pairs
}
