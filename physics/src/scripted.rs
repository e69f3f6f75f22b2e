//! Landings that somebody wrote down.

use std::sync::atomic::{AtomicUsize, Ordering};

use abi::{Flight, Landing, Launch, Sample, Scene, ShotError, ShotPhysics};

/// Answers every throw with the next of its landings, wherever it is aimed.
#[derive(Debug, Default)]
pub struct Scripted {
    landings: Vec<Landing>,
    next: AtomicUsize,
}

impl Scripted {
    /// A module that gives these landings in order.
    pub const fn new(landings: Vec<Landing>) -> Self {
        Self { landings, next: AtomicUsize::new(0) }
    }

    /// How many landings nobody has asked for yet.
    pub fn left(&self) -> usize {
        self.landings.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }
}

impl ShotPhysics for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn throw(&self, scene: &Scene, launch: &Launch) -> Result<Flight, ShotError> {
        scene.examine()?;
        launch.examine(scene)?;
        let next = self.next.load(Ordering::Relaxed);
        let landing = self
            .landings
            .get(next)
            .ok_or_else(|| ShotError::NoAnswer("no written landing is left".to_owned()))?;
        landing.examine(scene)?;
        self.next.store(next + 1, Ordering::Relaxed);
        let path = vec![
            Sample { time: 0, at: launch.from, height: launch.height },
            Sample { time: 0, at: landing.rest.at, height: landing.rest.height },
        ];
        Ok(Flight { landing: landing.clone(), path })
    }
}
