//! A game that is played by people: answers in words, a log, undo, replay under other rules, and reasons.

mod answering;
mod reload;
mod replay;
mod shooting;
mod undo;

use std::sync::Arc;

use abi::{AskId, AskKind, AskShape, Fault, Word};

pub use self::{
    answering::PlayError,
    reload::Misfit,
    replay::{Replayed, Stop},
    shooting::ShotQuestion,
    undo::UndoError,
};
use crate::{
    answer::Candidate,
    chronicle::Event,
    decision::State,
    game::Game,
    log::{Entry, is_named, question_name},
    meaning::Meaning,
    picture::picture,
    reason::went_wrong,
    rules::Rules,
    seats::Seats,
    setup::{Setup, SetupError},
    speaker::Speaker,
    teller::Teller,
    undo::Checkpoint,
    waiting::Pick,
};

/// Where a game was before an answer.
#[derive(Clone, Debug)]
struct Step {
    before: Checkpoint,
    /// How long the log was.
    log: usize,
    /// The player who answered; nothing for chance.
    by: Option<Word>,
}

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// A player's answer.
    Question(Question),
    /// The landing of a shot.
    Shot(ShotQuestion),
    /// An outcome of chance.
    Chance(Question),
    /// Nothing: it is over.
    Over,
    /// Corrected rules: a rule went wrong.
    Fault(Fault),
}

/// A question that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which ask of the program.
    pub ask: AskId,
    /// What kind of question it is.
    pub kind: AskKind,
    /// Who is asked, or for whom chance decides.
    pub player: Word,
    /// Its name: `place`, `market.price`.
    pub name: String,
    /// How many options there are, passing included.
    pub options: usize,
}

/// A game with its rules, its players' names and everything that was answered.
#[derive(Clone, Debug)]
pub struct Playthrough {
    rules: Arc<Rules>,
    setup: Setup,
    seats: Seats,
    game: Game,
    log: Vec<Entry>,
    /// For each entry of the log, how long the chronicle was.
    told: Vec<usize>,
    steps: Vec<Step>,
    /// How much of the chronicle was looked at for answers that nobody had to give.
    read: usize,
    /// Whether it went on in the code of other rules than those that it was played by before.
    resumed: bool,
    /// What somebody chose to find out where its shots land: a module of physics, or [`SAID`](crate::SAID).
    shots_by: Option<String>,
}

impl Playthrough {
    /// A new game, played up to its first question.
    ///
    /// # Errors
    ///
    /// When the set-up does not go with the rules.
    pub fn new(rules: Arc<Rules>, setup: Setup, seats: Seats) -> Result<Self, SetupError> {
        let mut play = Self::before_first_turn(rules, setup, seats)?;
        play.begin();
        Ok(play)
    }

    /// A new game whose first turn is still to [begin](Self::begin), for whoever changes something before.
    ///
    /// # Errors
    ///
    /// As [`Playthrough::new`].
    pub fn before_first_turn(
        rules: Arc<Rules>,
        setup: Setup,
        seats: Seats,
    ) -> Result<Self, SetupError> {
        let mut game = Game::new(&rules, &setup)?;
        game.keep_chronicle(true);
        game.set_up(&rules);
        let mut play = Self {
            rules,
            setup,
            seats,
            game,
            log: Vec::new(),
            told: Vec::new(),
            steps: Vec::new(),
            read: 0,
            resumed: false,
            shots_by: None,
        };
        play.read_taken();
        Ok(play)
    }

    /// Lets the first turn begin.
    pub fn begin(&mut self) {
        self.game.advance(&self.rules);
        self.read_taken();
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How the game was set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The players' names.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The same, for whoever sets up an example by deeds of his own.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// What finds out where its shots land, if somebody chose that: a module of physics, or [`SAID`](crate::SAID).
    /// A save keeps it, so that a game goes on as it was begun even before its first shot.
    pub fn shots_by(&self) -> Option<&str> {
        self.shots_by.as_deref()
    }

    /// From now on its shots are made so.
    pub fn make_shots_by(&mut self, module: Option<&str>) {
        self.shots_by = module.map(str::to_owned);
    }

    /// Everything that was answered.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What happened after an entry of the log and before the next one; before the first without one.
    pub fn events_after(&self, entry: Option<usize>) -> &[Event] {
        let events = self.game.chronicle().events();
        let start = entry.map_or(0, |i| self.told[i]);
        let next = entry.map_or(0, |i| i + 1);
        let end = self.told.get(next).copied().unwrap_or(events.len());
        events.get(start..end.max(start)).unwrap_or_default()
    }

    /// The shape of an ask.
    pub fn ask(&self, ask: AskId) -> &AskShape {
        &self.rules.program().asks[ask.index()]
    }

    /// A speaker to a player, or to nobody in particular.
    pub fn speaker(&self, asked: Option<Word>) -> Speaker<'_> {
        Speaker::new(self.rules.program(), self.game.memory(), &self.seats, asked)
    }

    /// What the game waits for.
    pub fn stand(&self) -> Stand {
        let waiting = match self.game.state() {
            State::Fault(fault) => return Stand::Fault(fault.clone()),
            State::Choice(waiting) | State::Chance(waiting) => waiting,
            State::Shot(_) => return self.shot().map_or(Stand::Over, Stand::Shot),
            // After each answer the game runs on until it waits again, so it is never just ready.
            State::Over | State::Ready => return Stand::Over,
        };
        let ask = waiting.call.ask;
        let question = Question {
            ask,
            kind: waiting.kind,
            player: waiting.call.who,
            name: question_name(self.ask(ask)),
            options: self.game.option_count(),
        };
        match waiting.kind {
            AskKind::Rolls | AskKind::Draws => Stand::Chance(question),
            AskKind::Chooses
            | AskKind::MayChoose
            | AskKind::Menu
            | AskKind::Decides
            | AskKind::Shoots => Stand::Question(question),
        }
    }

    /// Whether the question that waits is meant by a name.
    pub fn is_asked(&self, name: &str) -> bool {
        self.game.waiting().is_some_and(|w| is_named(self.ask(w.call.ask), name))
    }

    fn pick(&mut self, index: usize) -> Option<Pick> {
        self.game.option(&self.rules, index)
    }

    /// What is on offer, in order; passing comes last, as `none`.
    pub fn candidates(&mut self) -> Vec<Candidate> {
        let Some(call) = self.game.waiting().map(|w| w.call) else {
            return Vec::new();
        };
        let picks: Vec<Pick> = (0..self.game.option_count()).map_while(|i| self.pick(i)).collect();
        let ask = self.ask(call.ask);
        let speaker = self.speaker(Some(call.who));
        let placed = self.game.placed().unwrap_or(abi::ABSENT);
        picks.into_iter().map(|pick| candidate(speaker, ask, pick, placed)).collect()
    }

    /// The options in full words; passing is `none`.
    pub fn options(&mut self) -> Vec<String> {
        self.candidates().iter().map(|c| c.meaning.to_string()).collect()
    }

    /// A teller of what happened.
    pub fn teller(&self) -> Teller<'_> {
        Teller::new(self.rules.program(), self.speaker(None), &self.seats)
    }

    /// The board as a picture, with marks on empty cells, and who has how many points.
    pub fn picture(&self, marks: &[(Word, String)]) -> String {
        let memory = self.game.memory();
        let mut text = picture(self.rules.program(), memory, &self.seats, marks);
        for (player, letter) in self.seats.letters().into_iter().enumerate() {
            let name = self.seats.name(player as Word);
            let points = self.game.points(player);
            text.push_str(&format!("{letter} {name}: {points}"));
            text.push_str(if player + 1 < self.game.players() { "   " } else { "\n" });
        }
        text
    }

    /// What the game waits for, in words.
    pub fn waits_for(&self) -> String {
        match self.stand() {
            Stand::Question(q) => format!("{}'s answer to `{}`", self.seats.name(q.player), q.name),
            Stand::Shot(q) => format!("{}'s shot `{}`", self.seats.name(q.player), q.name),
            Stand::Chance(q) => format!("chance: `{}` for {}", q.name, self.seats.name(q.player)),
            Stand::Over => "nothing, it is over".to_owned(),
            Stand::Fault(fault) => {
                format!("corrected rules: {}", went_wrong(self.rules.program(), &fault))
            }
        }
    }
}

/// An option in words.
fn candidate(speaker: Speaker<'_>, ask: &AskShape, pick: Pick, placed: Word) -> Candidate {
    let Pick::Option(choice) = pick else {
        return Candidate { meaning: Meaning::of_name("none"), on_placed: false };
    };
    let offer = choice.offer.and_then(|o| ask.offers.get(usize::from(o)));
    let (ty, meaning) = match offer {
        Some(offer) => (offer.ty, speaker.offered(&offer.name, offer.ty, choice.value)),
        None => (Some(ask.ty), speaker.value(ask.ty.certain(), choice.value)),
    };
    let on_placed = placed != abi::ABSENT
        && ty.and_then(|ty| speaker.tile_of(ty, choice.value)) == Some(placed);
    Candidate { meaning, on_placed }
}
