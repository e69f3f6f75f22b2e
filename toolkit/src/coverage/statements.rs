//! Which numbered statements scenarios show.

use std::collections::BTreeSet;

use super::{LineCover, Played};
use crate::{
    catalogue::{StatementEntry, catalogue},
    citation::Statements,
    program::Texts,
    woven::shown_by,
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
    /// The other expansions whose scenarios cite it, if they were not played.
    pub elsewhere: Vec<String>,
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
    pub fn wanting(&self) -> Option<String> {
        let said = match (self.scenarios.is_empty(), self.has_run) {
            _ if !self.can_be_shown() => return None,
            (false, true) => return None,
            (true, _) if !self.elsewhere.is_empty() => {
                let names = self.elsewhere.join(", ");
                return Some(format!("only scenarios of {names} cite it, which were not played"));
            }
            (true, true) => "no scenario cites it",
            (true, false) => "no scenario cites it or comes to a line that does",
            (false, false) => "no scenario comes to a line that cites it",
        };
        Some(said.to_owned())
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
    let by_scenarios = shown_by(texts, expansion);
    let homes: BTreeSet<&str> =
        played.examples.iter().map(|example| example.expansion.as_str()).collect();
    let elsewhere = |number: &str| {
        let all = by_scenarios.get(number).into_iter().flatten();
        all.filter(|home| !homes.contains(home.as_str())).cloned().collect()
    };
    let all = Statements::of(texts);
    let cover = |entry: StatementEntry| {
        let number = entry.number.as_str();
        let cites = |line: &LineCover| line.statements.contains(&entry.number);
        let own: Vec<usize> = (0..lines.len()).filter(|i| cites(&lines[*i])).collect();
        let scenarios = played.passed().filter(|(at, outcome)| {
            outcome.statements.iter().any(|cited| cited == number)
                && all.means(&played.examples[*at].expansion, number, expansion)
        });
        StatementCover {
            has_run: own.is_empty() || own.iter().any(|i| lines[*i].is_run()),
            scenarios: scenarios.map(|(number, _)| number).collect(),
            lines: own,
            elsewhere: elsewhere(&entry.number),
            entry,
        }
    };
    statements.map(cover).collect()
}
