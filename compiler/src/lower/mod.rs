//! Lowers typed rules into the intermediate representation. Nothing here can meet a user's mistake: what
//! the checker let through has a meaning, and this is where it is given one.
//!
//! Questions become reads of the tables, loops over rows and chains, or calls of small functions; lists
//! are walked over rather than made; deeds are host calls, with their hooks around them where there are any.

mod amount;
mod ask;
mod body;
mod builder;
mod call;
mod changed;
mod condition;
mod corner;
mod count;
mod deed;
mod effect;
mod expr;
mod fits;
mod formula;
mod function;
mod graph;
mod hooks;
mod item;
mod kind_test;
mod known;
mod list;
mod measure;
mod missing;
mod place;
mod property;
mod quantified;
mod question;
mod rare;
mod safe;
mod seen;
mod shop;
mod slots;
mod source;
mod stand;
mod statement;
mod tidy;
mod tokens;
mod types;
mod walk;
mod watched;
mod weight;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use abi::{FunctionId, Picture};

pub(crate) use corner::reaching;
pub(crate) use missing::Missing;
pub(crate) use rare::{Rare, Unseen, kind_column};
pub(crate) use shop::Job;
pub(crate) use slots::{CORNERS, Slot, Slots, unset};

use crate::{
    ir::Module,
    link::Linked,
    probe::{Probe, ProbeNumbers},
    typed::{Expectation, Rules, ScenarioLine},
};
use effect::effective;
use shop::Shop;

/// What rules become before they are turned into code.
pub(crate) struct Lowered {
    /// The functions.
    pub(crate) module: Module,
    /// Which function does what.
    pub(crate) functions: BTreeMap<Job, FunctionId>,
    /// Where what is declared lies.
    pub(crate) slots: Slots,
    /// The pictures that rules lay.
    pub(crate) pictures: Vec<Picture>,
    /// The probes of watched rules.
    pub(crate) probes: Vec<Probe>,
    /// What is rare on tiles.
    pub(crate) rare: Rare,
    /// The pieces that nobody has.
    pub(crate) missing: Missing,
}

impl Lowered {
    /// The function of a job that was lowered.
    pub(crate) fn function(&self, job: Job) -> Option<FunctionId> {
        self.functions.get(&job).copied()
    }
}

/// Lowers linked rules, and the lines of one scenario with them; with probes if they are watched.
pub(crate) fn lower(
    rules: &Rules,
    linked: &Linked,
    scenario: Option<usize>,
    watched: bool,
) -> Lowered {
    let rare = Rare::new(rules);
    // In watched rules everything is asked.
    let effective = (!watched).then(|| effective(rules, linked, rare.clone()));
    let (linked, pieces) = match effective {
        Some((ref linked, rare, missing)) => (linked, (rare, missing)),
        None => (linked, (rare, Missing::default())),
    };
    let mut shop = Shop::new(rules, linked, pieces, scenario);
    shop.probes = watched.then(ProbeNumbers::default);
    for steps in linked.courses.iter().flatten() {
        for step in steps {
            shop.want(Job::Step(*step));
        }
    }
    shop.want(Job::Completed);
    shop.want(Job::Worth);
    for (i, figure) in rules.figures.iter().enumerate() {
        if figure.each.is_some() {
            shop.want(Job::Figures(i));
        }
    }
    for (i, token) in rules.tokens.iter().enumerate() {
        if token.each.is_some() {
            shop.want(Job::Tokens(i));
        }
        if token.stock.is_some() {
            shop.want(Job::Stock(i));
        }
    }
    for i in 0..rules.invariants.len() {
        shop.want(Job::Invariant(i));
    }
    for job in scenario_jobs(rules, scenario) {
        shop.want(job);
    }
    while let Some(job) = shop.next() {
        item::define(&mut shop, job);
    }
    let probes = shop.probes.take().map(ProbeNumbers::finish).unwrap_or_default();
    let (module, functions, slots, pictures, (rare, missing)) = shop.finish();
    Lowered { module, functions, slots, pictures, probes, rare, missing }
}

/// The functions that the lines of a scenario need.
fn scenario_jobs(rules: &Rules, scenario: Option<usize>) -> Vec<Job> {
    let Some(scenario) = scenario.and_then(|i| rules.scenarios.get(i)) else { return Vec::new() };
    let mut jobs = Vec::new();
    for (i, (_, _, line)) in scenario.lines.iter().enumerate() {
        match line {
            ScenarioLine::Given(_) | ScenarioLine::Expect(Expectation::Holds(_)) => {
                jobs.push(Job::Line(i, 0));
            }
            ScenarioLine::Expect(Expectation::Compares(..)) => {
                jobs.extend((0..3).map(|part| Job::Line(i, part)));
            }
            ScenarioLine::Expect(Expectation::Offered { .. } | Expectation::Fault(_))
            | ScenarioLine::Snapshot
            | ScenarioLine::Board(_)
            | ScenarioLine::Draw(_)
            | ScenarioLine::Roll(_)
            | ScenarioLine::Answer { .. } => {}
        }
    }
    jobs
}
