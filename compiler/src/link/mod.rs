//! Puts the items of all chosen expansions into the one order in which they act: steps in their phases,
//! hooks on their deeds, adjustments of their functions, offers in their menus.

mod conflicts;
#[cfg(test)]
mod conflicts_tests;
mod effects;
mod explain;
mod order;
mod sight;

pub(crate) use conflicts::ORDER;
pub use conflicts::conflicts;
pub(crate) use explain::deed_name;
pub use explain::{CourseOrder, Explanation, MenuOrder, MomentOrder, PhaseOrder, Placed};
pub(crate) use order::STEP_CIRCLE;
pub use order::{DeedHooks, Linked, link};
