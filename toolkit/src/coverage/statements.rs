//! Which numbered statements scenarios show.

use std::collections::BTreeSet;

use super::{LineCover, Played};
use crate::{
    catalogue::{StatementEntry, catalogue},
    program::Texts,
};

/// What begins a statement about what lies on the table: nothing happens there that could be shown.
const MATERIAL: &str = "Material";

/// A numbered statement with the rule lines that carry it out and the scenarios that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementCover {
    /// Its number and text.
    pub entry: StatementEntry,
    /// The lines that cite it and do something, by their positions in the coverage.
    pub lines: Vec<usize>,
    /// Whether some of these lines, if there are any, were come to.
    pub has_run: bool,
    /// The scenarios with a line that cites it, by their positions.
    pub scenarios: BTreeSet<usize>,
}

impl StatementCover {
    /// Whether a scenario that passed cites it, and rules that carry it out have run.
    pub fn is_shown(&self) -> bool {
        !self.scenarios.is_empty() && self.has_run
    }

    /// Whether something of it can be shown: all but material that neither rules nor scenarios speak of.
    pub fn can_be_shown(&self) -> bool {
        let silent = self.lines.is_empty() && self.scenarios.is_empty();
        !(silent && self.entry.text.starts_with(MATERIAL))
    }

    /// What is missing, in words; nothing if it is shown or cannot be.
    pub fn wanting(&self) -> Option<&'static str> {
        match (self.scenarios.is_empty(), self.has_run) {
            _ if !self.can_be_shown() => None,
            (false, true) => None,
            (true, true) => Some("no scenario cites it"),
            (true, false) => Some("no scenario cites it or comes to a line that does"),
            (false, false) => Some("no scenario comes to a line that cites it"),
        }
    }
}

/// The statements of an expansion, in the order of `rules.md`.
pub(super) fn statement_covers(
    texts: &Texts,
    expansion: &str,
    lines: &[LineCover],
    played: &Played,
) -> Vec<StatementCover> {
    let entry = catalogue(texts).into_iter().find(|entry| entry.name == expansion);
    let statements = entry.into_iter().flat_map(|entry| entry.statements);
    let cover = |entry: StatementEntry| {
        let cites = |line: &LineCover| line.statements.contains(&entry.number);
        let own: Vec<usize> = (0..lines.len()).filter(|i| cites(&lines[*i])).collect();
        let scenarios = played.passed().filter(|(_, o)| o.statements.contains(&entry.number));
        StatementCover {
            has_run: own.is_empty() || own.iter().any(|i| lines[*i].is_run()),
            scenarios: scenarios.map(|(number, _)| number).collect(),
            lines: own,
            entry,
        }
    };
    statements.map(cover).collect()
}
