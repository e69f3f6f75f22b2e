//! What is said only because an expansion could not be read at all: what is missing may stand there.

use compiler::ExpansionSource;
use grammar::{Diagnostic, Sources};

/// What else is missing where something is, beside what has `unknown` in its code.
const MISSING: [&str; 4] = [
    "check/expansion-item",
    "check/missing-uses",
    "check/stands-nowhere",
    "check/unprinted-property",
];
const UNKNOWN_CITATION: &str = "check/unknown-citation";

/// The expansions that could not be read at all, as those who play see them.
pub(crate) struct Unread<'t> {
    sources: &'t Sources,
    folders: Vec<&'t str>,
    /// Whether one of them plays.
    plays: bool,
}

impl<'t> Unread<'t> {
    /// Of some expansions, where those of some folders play.
    pub(crate) fn new(
        sources: &'t Sources,
        unread: impl Iterator<Item = &'t ExpansionSource>,
        playing: &[String],
    ) -> Self {
        let folders: Vec<&str> = unread.map(|source| source.folder.as_str()).collect();
        let plays = folders.iter().any(|folder| playing.iter().any(|name| name == folder));
        Self { sources, folders, plays }
    }

    /// Whether an expansion plays that could not be read.
    pub(crate) fn plays(&self) -> bool {
        self.plays
    }

    /// Whether something may be wrong only because one of them could not be read.
    pub(crate) fn may_explain(&self, found: &Diagnostic) -> bool {
        let missing = found.code.contains("unknown");
        if self.plays && (missing || MISSING.contains(&found.code) || !found.is_error()) {
            return true;
        }
        let named =
            |folder: &&str| found.message.split('`').skip(1).step_by(2).any(|n| n == *folder);
        missing && self.folders.iter().any(named) || self.may_number(found)
    }

    /// Whether a statement may be one of theirs: it is cited in a file that speaks of one of them.
    fn may_number(&self, found: &Diagnostic) -> bool {
        let Some(at) = found.span().filter(|_| found.code == UNKNOWN_CITATION) else {
            return false;
        };
        let text = self.sources.text(at.file);
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|word| self.folders.contains(&word))
    }
}
