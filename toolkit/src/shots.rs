//! Shots of those who do not aim by hand: where a bot throws, how well, and what comes of it.

use std::{collections::BTreeMap, fmt, sync::Arc};

use abi::{Catch, HostOp, Landing, Launch, Scene, ShotError, ShotPhysics};
use physics::{Dice, Skill};
use runtime::{Event, Game, ShotRecord};

/// What finds out where shots of bots land, and how well they throw.
#[derive(Clone)]
pub struct Shots {
    physics: Arc<dyn ShotPhysics>,
    skill: Skill,
}

impl fmt::Debug for Shots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shots({}, {:?})", self.physics.name(), self.skill)
    }
}

impl Shots {
    /// Shots by a module of physics.
    pub fn new(physics: Box<dyn ShotPhysics>, skill: Skill) -> Self {
        Self { physics: physics.into(), skill }
    }

    /// Shots by the module of a name; nothing if there is none.
    pub fn named(module: &str, skill: Skill) -> Option<Self> {
        physics::module(module).map(|physics| Self::new(physics, skill))
    }

    /// Throws the token of a scene where it makes sense.
    ///
    /// # Errors
    ///
    /// When the module cannot simulate such a scene.
    pub fn throw(&self, scene: &Scene, dice: &mut Dice) -> Result<(Launch, Landing), ShotError> {
        let launch = self.skill.spread(physics::sensible(scene, dice), dice);
        let flight = self.physics.throw(scene, &launch)?;
        Ok((launch, flight.landing))
    }

    /// The same as the log keeps it.
    ///
    /// # Errors
    ///
    /// As [`Shots::throw`].
    pub fn shoot(&self, scene: &Scene, dice: &mut Dice) -> Result<ShotRecord, ShotError> {
        let (launch, landing) = self.throw(scene, dice)?;
        Ok(ShotRecord { module: self.physics.name().to_owned(), launch: Some(launch), landing })
    }
}

/// What came of many shots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotCounts {
    /// How many shots there were.
    pub shots: u64,
    /// How many figures their tokens touched.
    pub touched: u64,
    /// How many figures were touched by others that the shots had set moving.
    pub chained: u64,
    /// How many figures fell over.
    pub toppled: u64,
    /// How many tokens came to lie on tiles, even partly.
    pub on_board: u64,
    /// How many were thrown to somebody.
    pub thrown: u64,
    /// How many of these were caught.
    pub caught: u64,
    /// How many of them were touched and not held.
    pub fumbled: u64,
    /// How many figures rules sent home for them.
    pub returned: u64,
    /// How many figures rules put into another place for them.
    pub relocated: u64,
    /// The points that rules gave for them, less those that they took.
    pub points: i64,
}

impl ShotCounts {
    /// Counts one more shot.
    pub(crate) fn count(&mut self, scene: &Scene, landing: &Landing) {
        self.shots += 1;
        self.touched += landing.touched().count() as u64;
        self.chained += landing.touched_by_moved().count() as u64;
        self.toppled += landing.struck.iter().filter(|struck| struck.toppled).count() as u64;
        self.on_board += u64::from(!landing.tiles.is_empty());
        self.thrown += u64::from(scene.catcher.is_some());
        self.caught += u64::from(landing.catch == Catch::Caught);
        self.fumbled += u64::from(landing.catch == Catch::Touched);
    }

    /// Adds the counts of other shots.
    pub(crate) fn add(&mut self, other: &Self) {
        self.shots += other.shots;
        self.touched += other.touched;
        self.chained += other.chained;
        self.toppled += other.toppled;
        self.on_board += other.on_board;
        self.thrown += other.thrown;
        self.caught += other.caught;
        self.fumbled += other.fumbled;
        self.returned += other.returned;
        self.relocated += other.relocated;
        self.points += other.points;
    }

    /// Counts a deed of rules that came of a shot.
    fn follow(&mut self, event: &Event) {
        let Event::Deed(deed) = event else { return };
        match deed.op() {
            Some(HostOp::Return) => self.returned += 1,
            Some(HostOp::Move) => self.relocated += 1,
            Some(HostOp::Score) => self.points = self.points.saturating_add(deed.args[1]),
            Some(HostOp::Lose) => self.points = self.points.saturating_sub(deed.args[1]),
            _ => {}
        }
    }
}

/// What rules do after a shot: all up to the next one, or to the end of the turn.
pub(crate) struct Aftermath {
    kind: u16,
    /// How long the chronicle was before.
    from: usize,
}

impl Aftermath {
    /// Listens to a game in which a token of a kind is about to land.
    pub(crate) fn listen(game: &mut Game, kind: u16) -> Self {
        game.keep_chronicle(true);
        Self { kind, from: game.chronicle().events().len() }
    }

    /// Adds what was done to the counts of the kind.
    pub(crate) fn count(self, game: &Game, counts: &mut BTreeMap<u16, ShotCounts>) {
        let counts = counts.entry(self.kind).or_default();
        let events = game.chronicle().events().get(self.from..).unwrap_or_default();
        let is_over = |event: &&Event| matches!(event, Event::Turn { .. } | Event::Finish);
        events.iter().take_while(|event| !is_over(event)).for_each(|event| counts.follow(event));
    }
}
