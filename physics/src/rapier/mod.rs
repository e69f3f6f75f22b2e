//! The module `rapier`: every piece is a rigid body, and the engine of that name moves them in small steps.
//!
//! Lengths are centimetres and a unit of time is a tenth of a second, so that everything is about as large
//! and as fast as the engine expects.

mod bodies;
mod flight;
mod ground;
mod landing;
mod shape;
mod vector;
mod witness;

#[cfg(test)]
mod tests;

use abi::{Flight, Launch, Scene, ShotError, ShotPhysics};

use bodies::Bodies;

/// Rigid bodies in small steps: true, and some milliseconds a throw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rapier;

impl ShotPhysics for Rapier {
    fn name(&self) -> &'static str {
        "rapier"
    }

    fn throw(&self, scene: &Scene, launch: &Launch) -> Result<Flight, ShotError> {
        scene.examine()?;
        launch.examine(scene)?;
        let mut bodies = Bodies::of(scene, launch.from)?;
        bodies.settle();
        let thrown = flight::throw(&mut bodies, scene, launch);
        let flight = landing::describe(&bodies, scene, &thrown);
        flight.landing.examine(scene)?;
        Ok(flight)
    }
}
