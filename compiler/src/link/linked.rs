//! The order in which rules act, as numbers for the compiler and as words for people.

use std::collections::BTreeMap;

use abi::OriginId;

use crate::typed::{DeedRef, ForbidDeed};

/// The hooks on one deed, by position in the rules, in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeedHooks {
    /// Before it; the last declared first.
    pub before: Vec<usize>,
    /// In its place: the first one whose guard holds.
    pub instead: Vec<usize>,
    /// After it.
    pub after: Vec<usize>,
}

/// The rules in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    /// For each course and each of its phases the steps in order.
    pub courses: [Vec<Vec<usize>>; 4],
    /// The hooks on each deed that has some.
    pub hooks: BTreeMap<DeedRef, DeedHooks>,
    /// The adjustments of each function in order.
    pub adjusts: Vec<Vec<usize>>,
    /// The offers of each menu in order.
    pub offers: Vec<Vec<usize>>,
    /// The prohibitions of each deed.
    pub forbids: BTreeMap<ForbidDeed, Vec<usize>>,
    /// The same for people.
    pub explanation: Explanation,
}

/// The whole order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Set-up, turn, part and finish.
    pub courses: Vec<CourseOrder>,
    /// The deeds that hooks answer.
    pub deeds: Vec<MomentOrder>,
    /// The menus.
    pub menus: Vec<MenuOrder>,
}

/// A course with its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseOrder {
    /// Its name.
    pub name: &'static str,
    /// Its phases in order.
    pub phases: Vec<PhaseOrder>,
}

/// A phase with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseOrder {
    /// Its name.
    pub name: String,
    /// Its steps in order.
    pub steps: Vec<Placed>,
}

/// A deed with the hooks that answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentOrder {
    /// The deed in the words of the rules.
    pub deed: String,
    /// The hooks before it, in the order in which they run.
    pub before: Vec<Placed>,
    /// The hooks in its place.
    pub instead: Vec<Placed>,
    /// The hooks after it.
    pub after: Vec<Placed>,
}

/// A menu with its offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOrder {
    /// Its name.
    pub name: String,
    /// Its offers in order.
    pub offers: Vec<Placed>,
}

/// A step, hook or offer in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its name, or the line of a hook.
    pub name: String,
    /// Its expansion.
    pub expansion: String,
    /// Its line.
    pub origin: OriginId,
    /// Why it stands here.
    pub why: String,
}
