//! Puts the items of all chosen expansions into the one order in which they act: steps in their phases,
//! hooks on their deeds, adjustments of their functions, offers in their menus.

mod assumed;
mod conflicts;
#[cfg(test)]
mod conflicts_tests;
mod effects;
mod explain;
mod linked;
mod order;
mod resource;
mod sight;

pub(crate) use conflicts::ORDER;
pub use conflicts::conflicts;
pub(crate) use explain::deed_name;
pub use explain::why_behind;
pub use linked::{
    CourseOrder, DeedHooks, Explanation, Linked, MenuOrder, MomentOrder, PhaseOrder, Placed,
};
pub use order::link;
pub(crate) use order::{STEP_CIRCLE, circles};
