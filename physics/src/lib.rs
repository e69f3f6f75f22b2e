//! Where a thrown token goes: modules that plug into the face of a shot in `abi`, and what aims and spreads
//! the throws of those who are no good at it. Floats live here and nowhere else; they are rounded to
//! integers before anybody sees them.

#![forbid(unsafe_code)]
#![allow(
    clippy::float_arithmetic,
    reason = "bodies move in real numbers; only basic operations and libm are used, and the border rounds"
)]

mod aim;
mod air;
mod ballistic;
mod border;
mod dice;
mod parameters;
mod rapier;
mod scripted;
mod sensible;
mod skill;

pub use aim::{ELEVATION, HEIGHT, aim, aim_at_height, comes_down, is_dropped, is_out_of_reach};
pub use ballistic::Ballistic;
pub use dice::Dice;
pub use rapier::Rapier;
pub use scripted::Scripted;
pub use sensible::{open_hand, sensible};
pub use skill::Skill;

use abi::ShotPhysics;

/// A module that needs nothing but a scene and a launch.
pub struct Module {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it is good for, in one line.
    pub about: &'static str,
    make: fn() -> Box<dyn ShotPhysics>,
}

/// All modules that can be chosen by name; landings that were written down are [`Scripted`].
pub const MODULES: &[Module] = &[
    Module {
        name: "rapier",
        about: "rigid bodies in small steps; true, and some milliseconds a throw",
        make: || Box::new(Rapier),
    },
    Module {
        name: "ballistic",
        about: "a formula and rules of thumb that agree with rapier on the whole; some microseconds",
        make: || Box::new(Ballistic),
    },
];

/// The module of this name.
pub fn module(name: &str) -> Option<Box<dyn ShotPhysics>> {
    MODULES.iter().find(|module| module.name == name).map(|module| (module.make)())
}
