//! Things that stand where nobody knows what is wanted: in the parentheses of what is not known, or of what takes
//! another number of them.

use abi::VOCABULARY;
use grammar::{Diagnostic, ast};

use super::{body::BodyChecker, codes, types::DIRECTIONS};
use crate::meaning::Meaning;

/// What can be asked of lists and enums and is declared nowhere.
const OF_LISTS: [&str; 4] = ["first", "last", "rest", "after"];

impl BodyChecker<'_, '_> {
    /// Checks things of which nobody knows what they should be.
    pub(crate) fn unplaced(&mut self, things: &[ast::Expr]) {
        for thing in things {
            let told = self.diagnostics.len();
            let _ = self.expr(thing, None);
            let found = self.diagnostics.split_off(told);
            let sure = found.into_iter().filter(|found| !self.depends_on_place(found));
            let sure: Vec<Diagnostic> = sure.collect();
            self.diagnostics.extend(sure);
        }
    }

    /// Whether a word may mean something where something of another type is wanted.
    fn depends_on_place(&self, found: &Diagnostic) -> bool {
        let sources = self.origins.sources();
        let direction = |word: &str| DIRECTIONS.iter().any(|(name, _)| *name == word);
        found.code == codes::AMBIGUOUS_NAME
            || found.code == codes::UNKNOWN_NAME
                && found.labels.iter().any(|(at, _)| direction(sources.slice(*at)))
    }

    /// Whether a word can be asked of something, whatever it is.
    pub(crate) fn may_be_member(&self, word: &str) -> bool {
        let asked = |meaning| {
            matches!(meaning, Meaning::Property(_) | Meaning::Token(_) | Meaning::Function(_))
        };
        OF_LISTS.contains(&word)
            || VOCABULARY.iter().any(|entry| entry.name == word)
            || self.names.meanings(word).iter().any(|declared| asked(declared.meaning))
    }
}
