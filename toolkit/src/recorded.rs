//! How recorded games of another engine name the things of ours: the `recorded.json` of the expansions,
//! read together. The words are all data; nothing here knows any of them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::{Map, Value};

use crate::discover::Library;

mod file;
mod known;
mod lying;
mod option;
mod setup;
mod strict;
mod unknown;

pub(crate) use file::{Decision, NEVER_DRAWN, OfKind, Reason, Told, Unrecorded};
pub(crate) use lying::LyingSegments;
pub(crate) use strict::{Strict, TWICE};
pub use unknown::recorded_flaws;

use file::{ANY, Always, File, Plays, Switch, Unused};

/// The words of all expansions for recorded games.
#[derive(Clone, Debug, Default)]
pub struct RecordWords {
    /// Sets of tiles: the expansion that has it, and its name there if its tiles lie in a pile.
    sets: BTreeMap<String, (String, Option<String>)>,
    /// The switches that say whether the rules of an expansion play; without one they do if its tiles do.
    plays: BTreeMap<String, Plays>,
    /// Switches as options of an expansion.
    setup: Vec<(String, Switch)>,
    /// Switches that the rules of an expansion take for granted.
    always: Vec<(String, Always)>,
    /// Switches that mean nothing as long as another is off.
    unused: Vec<Unused>,
    features: BTreeMap<String, String>,
    figures: BTreeMap<String, String>,
    /// Words for places that have a name of their own: segments.
    locations: BTreeMap<String, String>,
    tiles: BTreeMap<String, String>,
    decisions: Vec<Decision>,
    unrecorded: Vec<Unrecorded>,
    events: BTreeMap<String, Vec<Told>>,
    /// What points are for, by the record's reason.
    reasons: BTreeMap<String, Reason>,
    /// Fields of events and decisions that records have and nobody needs.
    besides: BTreeMap<String, BTreeSet<String>>,
}

/// What an answer speaks of in our game.
pub(crate) struct Here<'a> {
    /// The segments of the tile of a cell.
    pub(crate) segments: &'a dyn Fn((i64, i64)) -> Option<LyingSegments>,
    /// The corner to the north-west of a cell.
    pub(crate) corner: &'a dyn Fn((i64, i64)) -> String,
    /// The name of a player, unless it is who answers.
    pub(crate) stranger: &'a dyn Fn(i64) -> Option<String>,
    /// The name of the player who holds a figure of the record.
    pub(crate) holder: &'a dyn Fn(&str) -> Option<String>,
}

/// An object of a record.
pub(crate) type Fields = Map<String, Value>;

impl RecordWords {
    /// Reads the `recorded.json` of all expansions.
    ///
    /// # Errors
    ///
    /// When one is not as it should be, with its name.
    pub fn read(library: &Library) -> Result<Self, String> {
        match Self::read_sound(library) {
            (words, mistakes) if mistakes.is_empty() => Ok(words),
            (_, mistakes) => Err(mistakes.join("\n")),
        }
    }

    /// Reads those that are as they should be, and says what is wrong with the others: they keep no game from being
    /// replayed that has none of their words.
    pub fn read_sound(library: &Library) -> (Self, Vec<String>) {
        let (mut words, mut mistakes) = (Self::default(), Vec::new());
        for expansion in library.iter() {
            let Some(text) = &expansion.recorded else {
                continue;
            };
            match serde_json::from_str::<File>(&text.text) {
                Ok(file) => words.read_file(&expansion.name, file),
                Err(mistake) => mistakes.push(format!("{}: {mistake}", text.name)),
            }
        }
        (words, mistakes)
    }

    /// Takes the words of one expansion.
    fn read_file(&mut self, name: &str, file: File) {
        let sets = file.sets.into_iter().map(|(set, ours)| (set, (name.to_owned(), ours)));
        self.sets.extend(sets);
        self.plays.extend(file.plays.map(|plays| (name.to_owned(), plays)));
        self.setup.extend(file.setup.into_iter().map(|s| (name.to_owned(), s)));
        self.always.extend(file.always.into_iter().map(|a| (name.to_owned(), a)));
        self.unused.extend(file.unused);
        self.features.extend(file.features);
        self.figures.extend(file.figures);
        self.locations.extend(file.locations);
        self.tiles.extend(file.tiles);
        self.reasons.extend(file.reasons);
        let home = || name.to_owned();
        self.decisions.extend(file.decisions.into_iter().map(|d| Decision { home: home(), ..d }));
        self.unrecorded
            .extend(file.unrecorded.into_iter().map(|u| Unrecorded { home: home(), ..u }));
        for (kind, fields) in file.besides {
            self.besides.entry(kind).or_default().extend(fields);
        }
        for (kind, told) in file.events {
            self.events.entry(kind).or_default().push(told);
        }
        self.decisions.sort_by_key(|decision| Reverse(decision.when.len()));
    }

    /// Our name of a tile.
    pub(crate) fn tile(&self, tile: &str) -> Option<&str> {
        self.tiles.get(tile).map(String::as_str)
    }

    /// What points are for by a reason.
    pub(crate) fn reason(&self, reason: &str) -> Option<&Reason> {
        self.reasons.get(reason)
    }

    /// Whether points are said to be for things of a name, and not for a feature.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.reasons.values().any(|reason| reason.names().any(|known| known == name))
    }

    /// What a recorded decision means when a question is asked by one of the names.
    pub(crate) fn decision(
        &self,
        plays: &[String],
        fields: &Fields,
        asked: impl Fn(&str) -> bool,
    ) -> Option<&Decision> {
        let choice = text(fields, "choice").ok()?;
        let meant = |d: &&Decision| {
            d.choice == choice && plays.contains(&d.home) && d.has(fields) && asked(&d.ask)
        };
        self.decisions.iter().find(meant)
    }

    /// All that options of a question may be written as in a record.
    pub(crate) fn decisions_of(
        &self,
        plays: &[String],
        asked: impl Fn(&str) -> bool,
    ) -> Vec<&Decision> {
        self.decisions.iter().filter(|d| plays.contains(&d.home) && asked(&d.ask)).collect()
    }

    /// The answers to a question that the record may have left out.
    pub(crate) fn unrecorded(
        &self,
        plays: &[String],
        asked: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = &Unrecorded> {
        self.unrecorded.iter().filter(move |u| plays.contains(&u.home) && asked(&u.ask))
    }

    /// What an event of a further type tells.
    pub(crate) fn event(&self, kind: &str) -> &[Told] {
        self.events.get(kind).map_or(&[], Vec::as_slice)
    }

    /// How many copies of each tile, by our names, events draw.
    pub(crate) fn drawn(&self, events: &[Fields]) -> BTreeMap<String, i64> {
        let mut drawn = BTreeMap::new();
        let mut draw = |value: &Value| {
            if let Some(tile) = value.as_str().and_then(|tile| self.tile(tile)) {
                *drawn.entry(tile.to_owned()).or_default() += 1;
            }
        };
        for event in events {
            let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
            if kind == "draw" && !event.contains_key("from") {
                event.get("tile").into_iter().for_each(&mut draw);
            }
            for field in self.event(kind).iter().filter_map(|told| told.outcome.as_ref()) {
                let values = event.get(field).and_then(Value::as_array);
                values.into_iter().flatten().for_each(&mut draw);
            }
        }
        drawn
    }

    /// An outcome of chance in our words: one that is listed, or a tile, or the same word.
    pub(crate) fn outcome(&self, told: &Told, value: &Value) -> String {
        let value = plain(value);
        let tile = || self.tile(&value).map(str::to_owned);
        told.words.get(&value).cloned().or_else(tile).unwrap_or(value)
    }

    /// A pattern filled with what the record has, in our words.
    pub(crate) fn write(
        &self,
        pattern: &str,
        words: &BTreeMap<String, String>,
        fields: &Fields,
        here: &Here<'_>,
    ) -> Result<String, String> {
        let mut answer = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            answer.push_str(before);
            let (place, after) =
                after.split_once('}').ok_or_else(|| format!("`{pattern}` lacks a `}}`"))?;
            answer.push_str(&self.fill(place, words, fields, here)?);
            rest = after;
        }
        answer.push_str(rest);
        Ok(answer)
    }

    fn fill(
        &self,
        place: &str,
        words: &BTreeMap<String, String>,
        fields: &Fields,
        here: &Here<'_>,
    ) -> Result<String, String> {
        if let Some((object, place)) = place.split_once('.') {
            let inner = fields.get(object).and_then(Value::as_object);
            let inner = inner.ok_or_else(|| format!("the record has no object `{object}`"))?;
            return self.fill(place, words, inner, here);
        }
        match place {
            "position" => {
                let (x, y) = position(fields)?;
                Ok(format!("({x}, {y})"))
            }
            "figure" => {
                let kind = match fields.get("meeple_type") {
                    Some(kind) => plain(kind),
                    None => {
                        let meeple = text(fields, "meeple")?;
                        meeple.split('.').nth(1).unwrap_or(meeple).to_owned()
                    }
                };
                let ours = self.figures.get(&kind).cloned();
                ours.ok_or_else(|| format!("no word for the figure `{kind}`"))
            }
            "corner" => Ok((here.corner)(position(fields)?)),
            "owner" => {
                let owner = (here.stranger)(player(fields, "meeple")?);
                Ok(owner.map_or_else(String::new, |name| name + " "))
            }
            "holder" => {
                let figure = text(fields, "meeple")?;
                (here.holder)(figure).ok_or_else(|| format!("nobody holds `{figure}`"))
            }
            segment if segment.split(':').next() == Some("segment") => {
                let (x, y) = position(fields)?;
                let lying =
                    (here.segments)((x, y)).ok_or_else(|| format!("no tile lies at ({x}, {y})"))?;
                let kind = match segment.split_once(':') {
                    Some((_, kind)) => kind,
                    None => {
                        let feature = text(fields, "feature")?;
                        let ours = self.features.get(feature);
                        ours.ok_or_else(|| format!("no word for the feature `{feature}`"))?
                    }
                };
                let location = text(fields, "location")?;
                if let Some(segment) = self.locations.get(location) {
                    return Ok(segment.clone());
                }
                lying.find(kind, location).ok_or_else(|| {
                    format!("no {kind} reaches {location} of the tile at ({x}, {y})")
                })
            }
            "tile" => {
                let tile = text(fields, "tile")?;
                let ours = self.tile(tile).map(str::to_owned);
                ours.ok_or_else(|| format!("no word for the tile `{tile}`"))
            }
            other => {
                let value = fields.get(other);
                let value = value.ok_or_else(|| format!("the record has no `{other}`"))?;
                let at = value.get("position").unwrap_or(value);
                if let Some((x, y)) = cell(at) {
                    return Ok(format!("({x}, {y})"));
                }
                let value = plain(value);
                Ok(words.get(&value).cloned().unwrap_or(value))
            }
        }
    }
}

/// A value of a record as a word.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A text of a record.
pub(crate) fn text<'a>(fields: &'a Fields, name: &str) -> Result<&'a str, String> {
    let value = fields.get(name).and_then(Value::as_str);
    value.ok_or_else(|| format!("the record has no text `{name}`"))
}

/// A whole number of a record.
pub(crate) fn number(fields: &Fields, name: &str) -> Result<i64, String> {
    let value = fields.get(name).and_then(Value::as_i64);
    value.ok_or_else(|| format!("the record has no number `{name}`"))
}

/// A player of a record, by number or as the owner of a figure.
pub(crate) fn player(fields: &Fields, name: &str) -> Result<i64, String> {
    let owner = || text(fields, name).ok()?.split('.').next()?.parse().ok();
    number(fields, name)
        .ok()
        .or_else(owner)
        .ok_or_else(|| format!("the record has no player `{name}`"))
}

fn position(fields: &Fields) -> Result<(i64, i64), String> {
    let at = fields.get("position").and_then(cell);
    at.ok_or_else(|| "the record has no `position`".to_owned())
}

/// The cell that a list of two numbers is.
fn cell(value: &Value) -> Option<(i64, i64)> {
    let number = |i: usize| value.get(i).and_then(Value::as_i64);
    number(0).zip(number(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_was_offered() {
        let decision = Decision {
            home: "test".into(),
            choice: "deploy".into(),
            ask: "action".into(),
            answer: "deploy {figure} at {position}, {value}".into(),
            when: BTreeMap::new(),
            offered: Some("deploy {meeple_type} @ {position} {value}".into()),
            words: [("DOWN".to_owned(), "low".to_owned())].into(),
            uncounted: false,
            goes_on: false,
            some: false,
        };
        let fields = decision.read_offered("deploy Small @ -2,1 DOWN").unwrap();
        let nested = Decision { offered: Some("from {a.b}".into()), ..decision.clone() };
        assert_eq!(nested.read_offered("from 1,2").unwrap()["a"]["b"], serde_json::json!([1, 2]));
        assert!(decision.read_offered("deploy Small @ -2,1").is_none());
        assert!(decision.read_offered("return Small @ -2,1 DOWN").is_none());
        let mut words = RecordWords::default();
        words.figures.insert("Small".into(), "pawn".into());
        let here = Here {
            segments: &|_| None,
            corner: &|_| String::new(),
            stranger: &|_| None,
            holder: &|_| None,
        };
        let answer = words.write(&decision.answer, &decision.words, &fields, &here).unwrap();
        assert_eq!(answer, "deploy pawn at (-2, 1), low");
    }

    #[test]
    fn what_names_more_fields_is_meant_first() {
        let text = r#"{"decisions": [
            {"choice": "deploy", "ask": "action", "answer": "deploy"},
            {"choice": "deploy", "when": {"feature": "Nest"}, "ask": "action", "answer": "hatch"}]}"#;
        let mut words = RecordWords::default();
        words.read_file("test", serde_json::from_str(text).unwrap());
        let answer = |expansion: &str, feature: &str| {
            let fields = serde_json::json!({"choice": "deploy", "feature": feature});
            let fields = fields.as_object().unwrap();
            let decision = words.decision(&[expansion.to_owned()], fields, |ask| ask == "action");
            decision.map(|decision| decision.answer.clone())
        };
        assert_eq!(answer("test", "Nest").as_deref(), Some("hatch"));
        assert_eq!(answer("test", "Road").as_deref(), Some("deploy"));
        assert_eq!(answer("other", "Road"), None, "what does not play means nothing");
    }
}
