//! Coverage: which lines, ways on and numbered statements of rules scenarios come to, and which none does.

mod lcov;
mod page;
mod statements;
mod units;

use std::collections::{BTreeMap, BTreeSet};

use compiler::{Mark, Probe};
use grammar::{FileId, Position, Report, Span};
use rayon::prelude::*;

pub use lcov::lcov;
pub use page::coverage_page;
pub use statements::StatementCover;

pub(crate) use units::each_word;

use self::{
    statements::statement_covers,
    units::{Unit, units},
};
use crate::{
    example::{Example, play_watched},
    program::Texts,
    scenario::Outcome,
};

/// Scenarios that were played, with what they came to.
#[derive(Debug)]
pub struct Played {
    /// The scenarios.
    pub examples: Vec<Example>,
    /// What came of each, in the same order.
    pub outcomes: Vec<Result<Outcome, Report>>,
    /// By what can be come to, the positions of those that passed and came to it.
    came: BTreeMap<Place, BTreeSet<usize>>,
}

/// What can be come to, by where it begins: where an expression ends, trees and rules may see in different ways.
type Place = (FileId, u32, Mark);

fn place(probe: Probe) -> Place {
    (probe.span.file, probe.span.start, probe.mark)
}

impl Played {
    /// Plays scenarios on all cores, and notes what they come to.
    pub fn through(texts: &Texts, examples: Vec<Example>) -> Self {
        let results: Vec<Result<(Outcome, Vec<Probe>), Report>> =
            examples.par_iter().map(|example| play_watched(texts, example)).collect();
        let mut came: BTreeMap<Place, BTreeSet<usize>> = BTreeMap::new();
        let mut outcomes = Vec::new();
        for (number, result) in results.into_iter().enumerate() {
            outcomes.push(result.map(|(outcome, probes)| {
                // What a scenario that fails has come to shows nothing.
                for probe in probes.into_iter().filter(|_| outcome.passed()) {
                    came.entry(place(probe)).or_default().insert(number);
                }
                outcome
            }));
        }
        Self { examples, outcomes, came }
    }

    /// The positions of those that passed.
    fn passed(&self) -> impl Iterator<Item = (usize, &Outcome)> {
        let outcomes = self.outcomes.iter().enumerate();
        outcomes.filter_map(|(number, outcome)| {
            outcome
                .as_ref()
                .ok()
                .filter(|outcome| outcome.passed())
                .map(|outcome| (number, outcome))
        })
    }

    /// Those that did not pass.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &Example> {
        let passed = |outcome: &Result<Outcome, Report>| matches!(outcome, Ok(o) if o.passed());
        let all = self.examples.iter().zip(&self.outcomes);
        all.filter(move |(_, outcome)| !passed(outcome)).map(|(example, _)| example)
    }

    fn came_to(&self, probe: Probe) -> BTreeSet<usize> {
        self.came.get(&place(probe)).cloned().unwrap_or_default()
    }
}

/// A line of the rules that does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCover {
    /// The file, as messages name it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line without indentation.
    pub text: String,
    /// The statements that it carries out.
    pub statements: Vec<String>,
    /// The scenarios that come to something which begins on it, by their positions.
    pub scenarios: BTreeSet<usize>,
    /// By how many scenarios whatever begins on it is come to at least.
    pub times: usize,
}

impl LineCover {
    /// Whether scenarios come to everything that begins on it.
    pub fn is_run(&self) -> bool {
        self.times > 0
    }
}

/// How a way on differs from its other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Onward {
    /// The condition holds.
    Holds,
    /// It does not.
    Fails,
    /// The value is absent.
    Absent,
}

/// One of the ways on from a condition, or from a value that may be absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchCover {
    /// The file, as messages name it.
    pub file: String,
    /// Where it begins.
    pub position: Position,
    /// The condition, or what stands behind `else`.
    pub text: String,
    /// Which way.
    pub way: Onward,
    /// How many scenarios go it.
    pub scenarios: usize,
}

impl BranchCover {
    /// What no scenario shows, in words.
    pub fn wanting(&self) -> String {
        let text = &self.text;
        match self.way {
            Onward::Holds => format!("`{text}` never holds"),
            Onward::Fails => format!("`{text}` never fails"),
            Onward::Absent => format!("`else {text}` is never needed"),
        }
    }
}

/// What scenarios come to in the rules of one expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Its name.
    pub expansion: String,
    /// The lines that do something, in the order of its files.
    pub lines: Vec<LineCover>,
    /// The ways on, in the same order.
    pub branches: Vec<BranchCover>,
    /// The numbered statements, in the order of `rules.md`.
    pub statements: Vec<StatementCover>,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that some scenario comes to.
    pub part: usize,
    /// All.
    pub whole: usize,
}

impl Share {
    fn of(all: impl Iterator<Item = bool>) -> Self {
        all.fold(Self::default(), |sum, hit| Self {
            part: sum.part + usize::from(hit),
            whole: sum.whole + 1,
        })
    }

    /// The same in whole percent, rounded down: only everything is 100.
    pub fn percent(self) -> usize {
        (self.part * 100).checked_div(self.whole).unwrap_or(100)
    }

    /// Both taken together.
    pub fn and(self, other: Self) -> Self {
        Self { part: self.part + other.part, whole: self.whole + other.whole }
    }
}

impl Coverage {
    /// What scenarios come to in the rules of an expansion.
    pub fn of(texts: &Texts, expansion: &str, played: &Played) -> Self {
        let units = units(texts, expansion);
        let lines = lines(texts, &units, played);
        let branches = units.iter().filter(|unit| unit.is_branch());
        let branches = branches.map(|unit| branch(texts, unit, played)).collect();
        let statements = statement_covers(texts, expansion, &lines, played);
        Self { expansion: expansion.to_owned(), lines, branches, statements }
    }

    /// How many lines scenarios come to.
    pub fn line_share(&self) -> Share {
        Share::of(self.lines.iter().map(LineCover::is_run))
    }

    /// How many ways on scenarios go.
    pub fn branch_share(&self) -> Share {
        Share::of(self.branches.iter().map(|branch| branch.scenarios > 0))
    }

    /// How many statements scenarios show, of those that can be shown.
    pub fn statement_share(&self) -> Share {
        let can = self.statements.iter().filter(|statement| statement.can_be_shown());
        Share::of(can.map(StatementCover::is_shown))
    }
}

/// The lines on which something begins.
fn lines(texts: &Texts, units: &[Unit], played: &Played) -> Vec<LineCover> {
    let sources = texts.sources();
    let mut lines: Vec<LineCover> = Vec::new();
    let mut places: BTreeMap<(Span, u32), usize> = BTreeMap::new();
    let mut conditions: BTreeMap<Span, BTreeSet<usize>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.is_branch()) {
        conditions.entry(unit.probe.span).or_default().extend(played.came_to(unit.probe));
    }
    for unit in units.iter().filter(|unit| unit.probe.mark != Mark::Absent) {
        let came = match unit.probe.mark {
            Mark::Reached => played.came_to(unit.probe),
            _ => conditions[&unit.probe.span].clone(),
        };
        let file = sources.file(unit.at.file);
        let line = file.position(unit.at.start).line;
        let whole = Span::new(unit.at.file, 0, 0);
        let place = *places.entry((whole, line)).or_insert_with(|| {
            lines.push(LineCover {
                file: file.name().to_owned(),
                line,
                text: file.line(line).trim().to_owned(),
                statements: Vec::new(),
                scenarios: BTreeSet::new(),
                times: usize::MAX,
            });
            lines.len() - 1
        });
        let known = &mut lines[place];
        known.times = known.times.min(came.len());
        known.scenarios.extend(came);
        for statement in &unit.statements {
            if !known.statements.contains(statement) {
                known.statements.push(statement.clone());
            }
        }
    }
    lines
}

fn branch(texts: &Texts, unit: &Unit, played: &Played) -> BranchCover {
    let sources = texts.sources();
    BranchCover {
        file: sources.name(unit.at.file).to_owned(),
        position: sources.position(unit.at),
        text: sources.slice(unit.at).split_whitespace().collect::<Vec<_>>().join(" "),
        way: match unit.probe.mark {
            Mark::Holds => Onward::Holds,
            Mark::Fails => Onward::Fails,
            _ => Onward::Absent,
        },
        scenarios: played.came_to(unit.probe).len(),
    }
}
