//! What is known of a fault where it is met.

use abi::FaultKind;

/// What a block for faults still has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    /// The host has told kind and site; the locals are missing.
    Locals,
    /// Nothing was told yet.
    All(FaultKind),
}
