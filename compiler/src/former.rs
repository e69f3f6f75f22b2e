//! What a compilation leaves for the next one.

use crate::{backend, check::Remembered, fingerprint::Fingerprints};

/// What the last compilation of some rules found out and made. Whatever is taken from it is what compiling from
/// nothing would give.
#[derive(Clone, Debug, Default)]
pub struct Former {
    pub(crate) checked: Remembered,
    pub(crate) prints: Fingerprints,
    pub(crate) code: backend::Former,
}
