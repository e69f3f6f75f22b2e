//! Which fields an event of a record may have: one that nobody reads would silently mean nothing.

use std::collections::BTreeSet;

use grammar::nearest;

use super::{Decision, Fields, RecordWords, Told};

/// The fields of the events whose meaning is no matter of expansions.
const EVENTS: &[(&str, &[&str])] = &[
    ("turn", &["player"]),
    ("turn_end", &["player", "scores"]),
    ("draw", &["tile", "from"]),
    ("discard", &["tile", "why"]),
    ("score", &["player", "points", "reason", "items", "at"]),
    ("meeple_returned", &["meeple", "from", "forced"]),
    ("final_scoring", &[]),
];
/// The fields of every decision.
const DECISION: &[&str] = &["player", "choice", "options", "offered"];
/// What is read of decisions whatever their answer is written like.
const NAMED: &[&str] = &["tile", "position", "meeple", "meeple_type"];

impl RecordWords {
    /// Every field of an event must be one that something is known of.
    pub(crate) fn check_fields(&self, event: &Fields) -> Result<(), String> {
        let text = |name: &str| event.get(name).and_then(|value| value.as_str());
        let Some(kind) = text("type") else { return Ok(()) };
        let mut known: BTreeSet<&str> = ["type"].into();
        let called = match (kind, text("choice")) {
            ("decision", Some(choice)) => {
                known.extend(DECISION.iter().chain(NAMED));
                let meant = || self.decisions.iter().filter(|d| d.choice == choice);
                if meant().next().is_none() {
                    return Ok(());
                }
                meant().for_each(|decision| decision.names(&mut known));
                choice
            }
            _ => {
                let own = EVENTS.iter().find(|(name, _)| *name == kind);
                // That nobody knows the event or the decision is told where it is played.
                if own.is_none() && self.event(kind).is_empty() {
                    return Ok(());
                }
                known.extend(own.into_iter().flat_map(|(_, fields)| *fields));
                self.event(kind).iter().for_each(|told| told.names(&mut known));
                kind
            }
        };
        known.extend(self.besides.get(called).into_iter().flatten().map(String::as_str));
        match event.keys().find(|field| !known.contains(field.as_str())) {
            None => Ok(()),
            Some(field) => {
                let near = nearest(field, known);
                let near =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                Err(format!("the field `{field}` of `{called}` is unknown{near}"))
            }
        }
    }
}

impl Decision {
    /// The fields that its words speak of.
    fn names<'d>(&'d self, known: &mut BTreeSet<&'d str>) {
        known.extend(self.when.keys().map(String::as_str));
        for pattern in [Some(&self.answer), self.offered.as_ref()].into_iter().flatten() {
            for place in pattern.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                let name = place.split(['.', ':']).next().unwrap_or(place);
                match name {
                    "segment" => known.extend(["feature", "location", "position"]),
                    "corner" => known.extend(["position"]),
                    "figure" | "owner" | "holder" => known.extend(["meeple", "meeple_type"]),
                    name => known.extend([name]),
                }
            }
        }
    }
}

impl Told {
    /// The fields that are read of such an event.
    fn names<'t>(&'t self, known: &mut BTreeSet<&'t str>) {
        known.extend(self.outcome.iter().chain(&self.returns).map(String::as_str));
        if let Some(paid) = &self.paid {
            known.extend([&paid.by, &paid.to, &paid.points].map(String::as_str));
        }
        if let Some(holder) = &self.holder {
            known.extend(["meeple", holder.as_str()]);
        }
    }
}
