//! Where a mistake is told that shows in several looks: once, under the expansion whose file holds it.

use std::collections::BTreeSet;

use toolkit::{Diagnostic, Report, Sources};

/// What was found when one expansion was looked at with all it needs, or several that play together.
pub(crate) struct Sight<'r> {
    pub(crate) names: &'r [String],
    pub(crate) report: &'r mut Report,
}

/// Leaves each mistake in one of the looks: that at the expansion whose file holds it if it shows there, else the
/// first. For each look, whose errors keep it from going further though they are told elsewhere.
pub(crate) fn tell_once(sights: &mut [Sight<'_>], sources: &Sources) -> Vec<BTreeSet<String>> {
    // With all their places: two may differ in another than the first.
    let key = |found: &Diagnostic| format!("{found:?}");
    let at_home: BTreeSet<String> = sights
        .iter()
        .filter_map(|sight| match sight.names {
            [only] => Some((only, &sight.report.diagnostics)),
            _ => None,
        })
        .flat_map(|(only, found)| {
            found.iter().filter(move |found| home(found, sources) == Some(only.as_str()))
        })
        .map(key)
        .collect();
    let mut told: BTreeSet<String> = BTreeSet::new();
    let mut kept_by = Vec::new();
    for Sight { names, report } in sights {
        let mut others = BTreeSet::new();
        report.diagnostics.retain(|found| {
            let home = home(found, sources);
            let is_home = names.len() == 1 && home == Some(names[0].as_str());
            let stays = (is_home || !at_home.contains(&key(found))) && told.insert(key(found));
            if !stays && !is_home && found.is_error() {
                others.extend(home.map(str::to_owned));
            }
            stays
        });
        kept_by.push(others);
    }
    kept_by
}

/// The expansion whose file holds a mistake.
fn home<'s>(found: &Diagnostic, sources: &'s Sources) -> Option<&'s str> {
    let file = sources.name(found.span()?.file);
    file.split_once('/').map(|(folder, _)| folder)
}
