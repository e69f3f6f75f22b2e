//! What was on offer by the record, beside what is on offer here.

use std::collections::BTreeSet;

use abi::{ABSENT, Base, Table, Word, field};
use runtime::Pick;
use serde_json::Value;

use super::{Joined, Retrace};
use crate::{
    counted::counted,
    recorded::{Decision, Fields, number},
};

/// What a record lists as offered must be as many options as it counts, each of them once.
pub(super) fn listed_once(event: &Fields) -> Result<(), String> {
    let Some(offered) = event.get("offered").and_then(Value::as_array) else {
        return Ok(());
    };
    let mut seen = BTreeSet::new();
    if let Some(twice) = offered.iter().filter_map(Value::as_str).find(|text| !seen.insert(*text)) {
        return Err(format!("`offered` lists `{twice}` twice"));
    }
    let (listed, all) = (offered.len(), number(event, "options")?);
    match i64::try_from(listed) == Ok(all) {
        true => Ok(()),
        false => {
            Err(format!("`offered` lists {}, and `options` is {all}", counted(listed, "option")))
        }
    }
}

impl Retrace<'_> {
    pub(super) fn compare_count(&mut self, event: &Fields, joined: u64) -> Result<(), String> {
        let recorded = number(event, "options")?;
        let all = self.count_options() + joined;
        if i64::try_from(all) == Ok(recorded) {
            return Ok(());
        }
        let options = self.play.options();
        let all = counted(all, "option");
        Err(format!("{all} instead of {recorded}: {}", options.join("; ")))
    }

    /// How many options the record counts: each of several figures that mean the same.
    pub(super) fn count_options(&mut self) -> u64 {
        let rules = self.play.rules().clone();
        let count = self.play.game().option_count();
        let mut all = 0;
        for n in 0..count {
            let pick = self.play.game_mut().option(&rules, n);
            all += pick.map_or(0, |pick| self.copies(pick));
        }
        all
    }

    /// How many figures an option stands for.
    fn copies(&self, pick: Pick) -> u64 {
        let (Pick::Option(choice), Some(waiting)) = (pick, self.play.game().waiting()) else {
            return 1;
        };
        let ask = self.play.ask(waiting.call.ask);
        let offered = |n: u16| ask.offers.get(usize::from(n)).and_then(|offer| offer.ty);
        let ty = choice.offer.map_or(Some(ask.ty), offered);
        if !matches!(ty.map(|ty| ty.base), Some(Base::Figure(_))) {
            return 1;
        }
        let memory = self.play.game().memory();
        let same = |figure: Word| {
            [field::figure::KIND, field::figure::OWNER, field::figure::PLACE].iter().all(
                |&column| {
                    memory.get(Table::Figure, figure, column)
                        == memory.get(Table::Figure, choice.value, column)
                },
            )
        };
        // In a supply one is as good as another.
        if memory.get(Table::Figure, choice.value, field::figure::PLACE) == ABSENT {
            return 1;
        }
        (0..memory.rows(Table::Figure) as Word).filter(|&f| same(f)).count() as u64
    }

    /// Where the record lists what was offered, it must be what is on offer here.
    /// With `some` it is a part of that.
    pub(super) fn compare_offered(
        &mut self,
        event: &Fields,
        joined: Joined<'_>,
        some: bool,
    ) -> Result<(), String> {
        let Some(offered) = event.get("offered") else {
            return Ok(());
        };
        let offered = offered.as_array().ok_or("`offered` is no list")?;
        let mut decisions = self.words.decisions_of(&self.plays, |ask| self.play.is_asked(ask));
        decisions.extend(joined.decisions);
        let mut theirs = Vec::new();
        for option in offered {
            let option = option.as_str().ok_or("`offered` lists what is no text")?;
            let read = |d: &&Decision| d.read_offered(option).map(|fields| self.answer(d, &fields));
            match decisions.iter().find_map(read) {
                Some(answer) => theirs.push(answer?),
                // Not every file says how options are written.
                None if decisions.iter().all(|d| !d.reads_offered()) => return Ok(()),
                None => return Err(format!("the offered `{option}` is not understood")),
            }
        }
        theirs.sort();
        theirs.dedup();
        let mut ours = self.play.options();
        ours.extend(joined.options);
        ours.sort();
        if ours == theirs || some && theirs.iter().all(|option| ours.contains(option)) {
            return Ok(());
        }
        let only = |these: &[String], those: &[String]| {
            these.iter().filter(|o| !those.contains(o)).cloned().collect::<Vec<_>>().join("; ")
        };
        Err(format!(
            "the options differ: only here [{}], only there [{}]",
            only(&ours, &theirs),
            only(&theirs, &ours)
        ))
    }
}
