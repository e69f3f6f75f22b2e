//! Lines of the rules: what deeds, asks and faults name as their cause.

use serde::{Deserialize, Serialize};

use crate::ty::Ty;

/// A place in the rules, by its index in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OriginId(pub u32);

impl OriginId {
    /// The position in the program's table of origins.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in a rule that can fault or do a deed, by its index in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SiteId(pub u32);

impl SiteId {
    /// The position in the program's table of sites.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A line of the rules with the statements that it cites.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// The expansion it belongs to.
    pub expansion: String,
    /// The file's name as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The text of that line without indentation.
    pub text: String,
    /// The statements that the line, or else its item, cites.
    pub statements: Vec<String>,
    /// The item it stands in: `step score`, `to settle`.
    pub item: String,
}

/// Where a rule can fault, and the named locals that a fault shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The line.
    pub origin: OriginId,
    /// Names and types, in the order in which code reports their values; at most 16.
    pub locals: Vec<(String, Ty)>,
}
