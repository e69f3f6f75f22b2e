//! Expansions that have no part in the set-up of a game, because another one does there in its own way what they
//! answer to.

use std::collections::{BTreeMap, BTreeSet};

use abi::Origin;

use crate::{chronicle::Event, playthrough::Playthrough};

/// An expansion that sets nothing up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub expansion: String,
    /// The name of the expansion that sets up in its place.
    pub by: String,
    /// The statements that its hooks cite which did not run.
    pub statements: Vec<String>,
}

impl Playthrough {
    /// The expansions whose hooks on a deed of the set-up did not run, as another one had another deed instead, and
    /// of which no line did anything in the set-up; in the order in which they play.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let program = self.rules().program();
        let setting_up = self.events_after(None).iter();
        let setting_up = setting_up.take_while(|event| !matches!(event, Event::Turn { .. }));
        let ran = setting_up.filter_map(|event| match event {
            Event::Deed(deed) => program.sites.get(deed.site.index()),
            _ => None,
        });
        let ran =
            ran.filter_map(|site| program.origins.get(site.origin.index()).map(AsRef::as_ref));
        let lines = program.origins.iter().map(AsRef::as_ref);
        left_out(program.expansions.iter().map(|(name, _)| name), &lines, ran)
    }
}

/// The same of lines of rules, and of those of them that did something.
fn left_out<'a>(
    playing: impl Iterator<Item = &'a String>,
    lines: &(impl Iterator<Item = &'a Origin> + Clone),
    ran: impl Iterator<Item = &'a Origin>,
) -> Vec<LeftOut> {
    let mut active = BTreeSet::new();
    let mut replaced = BTreeMap::new();
    for line in ran {
        active.insert(&line.expansion);
        if let Some(deed) = line.item.strip_prefix("instead of ") {
            replaced.insert(deed, &line.expansion);
        }
    }
    let answered = |line: &Origin| {
        let deed = ["instead of ", "after "].iter().find_map(|m| line.item.strip_prefix(m))?;
        replaced.get(deed).map(|by| (*by).clone())
    };
    let told = playing.filter(|name| !active.contains(name)).filter_map(|name| {
        let mut by = None;
        let mut statements: Vec<String> = Vec::new();
        for line in lines.clone().filter(|line| line.expansion == *name) {
            let Some(other) = answered(line) else { continue };
            by.get_or_insert(other);
            let new = line.statements.iter().filter(|cited| !statements.contains(cited));
            let new: Vec<String> = new.cloned().collect();
            statements.extend(new);
        }
        Some(LeftOut { expansion: name.clone(), by: by?, statements })
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(expansion: &str, item: &str, statements: &[&str]) -> Origin {
        Origin {
            expansion: expansion.into(),
            file: format!("{expansion}/rules.carc"),
            line: 1,
            text: String::new(),
            statements: statements.iter().map(|&s| s.into()).collect(),
            item: item.into(),
        }
    }

    #[test]
    fn who_only_answers_a_replaced_deed_of_the_set_up_is_left_out() {
        let lines = [
            line("harbour", "instead of begin()", &["H1"]),
            line("market", "after begin()", &["M1"]),
            line("market", "after begin()", &["M1", "M2"]),
            line("mill", "instead of begin()", &["W1"]),
            line("mill", "step wheel", &[]),
            line("lodge", "step guests", &[]),
            line("bell", "after ring()", &[]),
        ];
        let playing: Vec<String> =
            ["harbour", "market", "mill", "lodge", "bell"].map(String::from).into();
        let found = |ran: &[usize]| {
            let ran = ran.iter().map(|&i| &lines[i]);
            left_out(playing.iter(), &lines.iter(), ran)
        };
        let market = LeftOut {
            expansion: "market".into(),
            by: "harbour".into(),
            statements: vec!["M1".into(), "M2".into()],
        };
        let mill = LeftOut {
            expansion: "mill".into(),
            by: "harbour".into(),
            statements: vec!["W1".into()],
        };
        assert_eq!(found(&[0]), [market.clone(), mill]);
        // Of which another line does something, that is not left out.
        assert_eq!(found(&[0, 4]), [market]);
        assert_eq!(found(&[1]), []);
    }
}
