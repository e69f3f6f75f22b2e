//! How recorded games of another engine name the things of ours: the `recorded.json` of the expansions,
//! read together. The words are all data; nothing here knows any of them.

use std::{cmp::Reverse, collections::BTreeMap};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::discover::Library;

mod lying;
mod setup;
mod unknown;

pub(crate) use lying::LyingSegments;

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
}

/// One `recorded.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    sets: BTreeMap<String, Option<String>>,
    plays: Option<Plays>,
    setup: Vec<Switch>,
    always: Vec<Always>,
    unused: Vec<Unused>,
    features: BTreeMap<String, String>,
    figures: BTreeMap<String, String>,
    /// Words for places that have a name of their own: segments.
    locations: BTreeMap<String, String>,
    tiles: BTreeMap<String, String>,
    decisions: Vec<Decision>,
    unrecorded: Vec<Unrecorded>,
    events: BTreeMap<String, Told>,
    reasons: BTreeMap<String, Reason>,
}

/// A switch of the record that turns the rules of an expansion on, with or without its tiles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plays {
    from: String,
    name: String,
}

/// A switch of the record that is an option of ours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Switch {
    from: String,
    name: String,
    option: String,
    values: Option<BTreeMap<String, String>>,
}

/// A switch that the rules of an expansion take for granted: with another value others would be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Always {
    from: String,
    name: String,
    value: String,
    /// Only together with this set of tiles.
    with: Option<String>,
}

/// A switch of rules that no expansion here has. It means nothing without the switch that turns those on, and
/// that one no expansion here knows either.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unused {
    from: String,
    name: String,
    without: Plays,
}

/// What a recorded choice means when a question is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decision {
    /// The expansion whose file says so; it is meant only where that one plays.
    #[serde(skip)]
    home: String,
    pub(crate) choice: String,
    pub(crate) ask: String,
    pub(crate) answer: String,
    /// Fields that the record must have; what names more of them comes first.
    #[serde(default)]
    when: BTreeMap<String, String>,
    /// How the record writes such an option among all that were offered.
    #[serde(default)]
    offered: Option<String>,
    #[serde(default)]
    pub(crate) words: BTreeMap<String, String>,
    /// Whether the record counts the options of the next question here too.
    #[serde(default)]
    pub(crate) uncounted: bool,
    /// Whether the same record answers the next question, too.
    #[serde(default)]
    pub(crate) goes_on: bool,
    /// Whether the record offers only some of the options.
    #[serde(default)]
    pub(crate) some: bool,
}

/// The value of a field that may be anything.
const ANY: &str = "*";

/// What is meant by an outcome that the record hides: a tile that it never draws.
pub(crate) const NEVER_DRAWN: &str = "{never drawn}";

/// The answer to a question that records leave out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unrecorded {
    /// The expansion whose file says so; it is meant only where that one plays.
    #[serde(skip)]
    home: String,
    pub(crate) ask: String,
    pub(crate) answer: String,
    /// Whether the record counts its other options at the next question.
    #[serde(default)]
    pub(crate) joined: bool,
    /// How all other options begin if it is left out.
    pub(crate) only: Option<String>,
}

/// What an event of a further type tells.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Told {
    /// The field with an outcome of chance, or with several.
    pub(crate) outcome: Option<String>,
    /// Outcomes in our words; if there are some, all others tell nothing.
    pub(crate) words: BTreeMap<String, String>,
    /// From where a tile comes that was drawn before and kept since.
    pub(crate) kept: Option<String>,
    /// The fields with figures that return to their owners, from those who hold them.
    pub(crate) returns: Vec<String>,
    /// Points that somebody pays to somebody.
    pub(crate) paid: Option<Paid>,
    /// The field with the player who holds the figure `meeple` from then on.
    pub(crate) holder: Option<String>,
}

/// What points are for: a feature, or by our names tokens, piles and figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Reason {
    /// All of them for the same.
    Named(String),
    /// For the feature that the record tells.
    Feature(OfKind),
    /// For several, by the words of the record's items.
    Items(BTreeMap<String, String>),
}

/// The kinds of ours that a feature may have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfKind {
    pub(crate) features: Vec<String>,
}

impl Reason {
    /// The kinds of features.
    fn features(&self) -> &[String] {
        match self {
            Self::Feature(of_kind) => &of_kind.features,
            Self::Named(_) | Self::Items(_) => &[],
        }
    }

    /// The names.
    fn names(&self) -> impl Iterator<Item = &String> {
        let (one, several) = match self {
            Self::Named(name) => (Some(name), None),
            Self::Items(names) => (None, Some(names.values())),
            Self::Feature(_) => (None, None),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }
}

/// The fields of a payment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paid {
    pub(crate) by: String,
    /// Without such a field nobody gets the points.
    pub(crate) to: String,
    pub(crate) points: String,
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
        let mut words = Self::default();
        for expansion in library.iter() {
            let Some(text) = &expansion.recorded else {
                continue;
            };
            let file: File =
                serde_json::from_str(&text.text).map_err(|e| format!("{}: {e}", text.name))?;
            words.read_file(&expansion.name, file);
        }
        Ok(words)
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

impl Decision {
    fn has(&self, fields: &Fields) -> bool {
        let is = |value: &str, found: &Value| value == ANY || plain(found) == value;
        self.when.iter().all(|(name, value)| fields.get(name).is_some_and(|v| is(value, v)))
    }

    /// The fields of an option with those that the record must have; nothing if they are others.
    fn with_conditions(&self, mut fields: Fields) -> Option<Fields> {
        for (name, value) in self.when.iter().filter(|(_, value)| *value != ANY) {
            fields.entry(name).or_insert_with(|| value.as_str().into());
        }
        Some(fields).filter(|fields| self.has(fields))
    }

    /// Whether it is known how the record writes such an option.
    pub(crate) fn reads_offered(&self) -> bool {
        self.offered.is_some()
    }

    /// The fields of an option as the record writes it; nothing if it is written otherwise.
    ///
    /// The pattern has a word for each word of the text: `{name}` takes any, a list of numbers as a list.
    pub(crate) fn read_offered(&self, offered: &str) -> Option<Fields> {
        let pattern = self.offered.as_deref()?;
        let (mut words, mut wanted) = (offered.split(' '), pattern.split(' '));
        let mut fields = Fields::new();
        loop {
            match (words.next(), wanted.next()) {
                (None, None) => return self.with_conditions(fields),
                (Some(word), Some(want)) => {
                    match want.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
                        Some(name) => put(&mut fields, name, read_word(word)),
                        None if word == want => {}
                        None => return None,
                    }
                }
                _ => return None,
            }
        }
    }
}

/// Puts a value into an object, or with `a.b` into the object `a` of it.
fn put(fields: &mut Fields, name: &str, value: Value) {
    match name.split_once('.') {
        None => {
            fields.insert(name.to_owned(), value);
        }
        Some((object, inner)) => {
            let object = fields.entry(object).or_insert_with(|| Fields::new().into());
            if let Some(object) = object.as_object_mut() {
                put(object, inner, value);
            }
        }
    }
}

fn read_word(word: &str) -> Value {
    let numbers: Option<Vec<i64>> = word.split(',').map(|n| n.parse().ok()).collect();
    match numbers {
        Some(numbers) if numbers.len() > 1 => numbers.into(),
        _ => word.into(),
    }
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
