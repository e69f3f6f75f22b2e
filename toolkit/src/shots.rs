//! Shots of those who do not aim by hand: where a bot throws, how well, and what comes of it.

use std::{fmt, sync::Arc};

use abi::{Catch, Landing, Launch, Scene, ShotError, ShotPhysics};
use physics::{Dice, Skill};
use runtime::ShotRecord;

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
    }
}
