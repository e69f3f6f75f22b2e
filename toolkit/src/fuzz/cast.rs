//! What a round plays: the expansions that are looked at, others beside them, and values of options.

use std::ops::RangeInclusive;

use compiler::Setting;
use runtime::Pcg32;

use super::Fuzz;
use crate::{
    catalogue::{ExpansionEntry, OptionEntry},
    program::Texts,
};

/// So many other expansions are mixed in at most.
const MOST_OTHERS: usize = 3;

/// The rules of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cast {
    /// What plays.
    pub(super) setting: Setting,
}

/// Everything that may be mixed.
pub(super) struct Stalls {
    entries: Vec<ExpansionEntry>,
    expansions: Vec<String>,
    /// The expansions beside those that play anyway.
    others: Vec<String>,
    options: Vec<(Option<String>, String, String)>,
    mixes: bool,
    varies: bool,
    /// For each entry what plays with it.
    closures: Vec<Vec<String>>,
}

impl Stalls {
    /// What can be mixed into the games that are wanted.
    pub(super) fn new(texts: &Texts, entries: Vec<ExpansionEntry>, what: &Fuzz) -> Self {
        let own = texts.closure(&what.expansions);
        let names = entries.iter().map(|entry| entry.name.clone());
        let others = names.filter(|name| !own.contains(name)).collect();
        let closures =
            entries.iter().map(|entry| texts.closure(std::slice::from_ref(&entry.name))).collect();
        Self {
            entries,
            expansions: what.expansions.clone(),
            others,
            options: what.options.clone(),
            mixes: what.others,
            varies: what.varies,
            closures,
        }
    }

    /// The rules of a round: first as they are, then with other values, then with others beside them.
    pub(super) fn cast(&self, round: u64, dice: &mut Pcg32) -> Cast {
        let mut expansions = self.expansions.clone();
        if self.mixes && round >= 2 && round.is_multiple_of(2) {
            let wanted = 1 + dice.below(MOST_OTHERS as u32) as usize;
            let mut left = self.others.clone();
            for _ in 0..wanted.min(left.len()) {
                let at = dice.below(left.len() as u32) as usize;
                expansions.push(left.swap_remove(at));
            }
        }
        let mut options = self.options.clone();
        if self.varies && round > 0 {
            self.vary(&expansions, &mut options, dice);
        }
        Cast { setting: Setting { expansions, options, ..Setting::default() } }
    }

    /// The names of what plays with some expansions, these included.
    fn playing(&self, chosen: &[String]) -> Vec<&str> {
        let chosen =
            self.entries.iter().zip(&self.closures).filter(|(e, _)| chosen.contains(&e.name));
        let mut names: Vec<&str> =
            chosen.flat_map(|(_, all)| all.iter().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Gives some options other values; those that are set already keep theirs.
    fn vary(
        &self,
        chosen: &[String],
        options: &mut Vec<(Option<String>, String, String)>,
        dice: &mut Pcg32,
    ) {
        let playing = self.playing(chosen);
        let fixed = options.clone();
        let is_fixed = |expansion: &str, option: &OptionEntry| {
            fixed.iter().any(|(of, name, _)| {
                *name == option.name && of.as_deref().is_none_or(|of| of == expansion)
            })
        };
        for entry in self.entries.iter().filter(|entry| playing.contains(&entry.name.as_str())) {
            for option in &entry.options {
                let is_there =
                    option.only_with.as_deref().is_none_or(|other| playing.contains(&other));
                if !is_there || is_fixed(&entry.name, option) || dice.below(2) == 0 {
                    continue;
                }
                if let Some(value) = value(option, dice).filter(|value| *value != option.default) {
                    options.push((Some(entry.name.clone()), option.name.clone(), value));
                }
            }
        }
    }
}

/// One of the values that an option may have; nothing if it does not say which.
fn value(option: &OptionEntry, dice: &mut Pcg32) -> Option<String> {
    if option.values.is_empty() {
        return None;
    }
    let written = &option.values[dice.below(option.values.len() as u32) as usize];
    let Some(range) = range(written) else { return Some(written.clone()) };
    let (from, to) = (*range.start(), *range.end());
    // The ends of a range are where rules forget something.
    let number = match dice.below(3) {
        0 => from,
        1 => to,
        _ => from + i64::from(dice.below((to - from + 1).clamp(1, 1 << 20) as u32)),
    };
    Some(number.to_string())
}

/// `1..5`
fn range(written: &str) -> Option<RangeInclusive<i64>> {
    let (from, to) = written.split_once("..")?;
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from <= to).then_some(from..=to)
}
