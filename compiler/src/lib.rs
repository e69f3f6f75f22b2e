//! From the syntax tree of `.carc` files to a program of native hooks. Pure: no files, no clock, no game.

mod assemble;
mod backend;
mod candidate;
mod check;
mod codegen;
mod fingerprint;
mod former;
#[cfg(test)]
mod former_tests;
pub mod ir;
mod link;
mod lower;
mod meaning;
#[cfg(test)]
mod mutation_tests;
mod names;
mod notes;
mod optimise;
mod pipeline;
mod probe;
mod shapes;
mod study;
mod suspend;
pub mod typed;

pub use backend::{Backend, build};
pub use candidate::{Candidate, Signature};
pub use check::{CODES, Checked, ExpansionSource, Setting, check};
pub use codegen::{EmitError, NativeCode, emit};
pub use former::Former;
pub use link::{
    CourseOrder, DeedHooks, Explanation, Linked, MenuOrder, MomentOrder, PhaseOrder, Placed,
    conflicts, link, why_behind,
};
pub use meaning::{Declared, Meaning};
pub use names::Names;
pub use notes::{Note, Open, Seen};
pub use pipeline::{
    Compiled, ScenarioProgram, compile, compile_after, compile_counting, compile_watched, lowered,
};
pub use probe::{Counted, Mark, Probe, Probes};
pub use shapes::{function_shapes, site_table};
pub use study::Study;
pub use suspend::{shape, split};
