//! What is known of a fault where it is met.

use abi::FaultKind;

/// What a block for faults still has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    /// The host has told kind and site; the locals are missing.
    Locals,
    /// A called function has told everything, or has left the line of the call to be told, with its locals.
    Callee,
    /// Nothing was told yet.
    All(FaultKind),
}
