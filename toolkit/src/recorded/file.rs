//! What one `recorded.json` says.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One `recorded.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct File {
    pub(super) sets: BTreeMap<String, Option<String>>,
    pub(super) plays: Option<Plays>,
    pub(super) setup: Vec<Switch>,
    pub(super) always: Vec<Always>,
    pub(super) unused: Vec<Unused>,
    pub(super) features: BTreeMap<String, String>,
    pub(super) figures: BTreeMap<String, String>,
    /// Words for places that have a name of their own: segments.
    pub(super) locations: BTreeMap<String, String>,
    pub(super) tiles: BTreeMap<String, String>,
    pub(super) decisions: Vec<Decision>,
    pub(super) unrecorded: Vec<Unrecorded>,
    pub(super) events: BTreeMap<String, Told>,
    pub(super) reasons: BTreeMap<String, Reason>,
    /// By the type of an event or the choice of a decision: fields that it may have, though nothing here needs them.
    pub(super) besides: BTreeMap<String, Vec<String>>,
}

/// A switch of the record that turns the rules of an expansion on, with or without its tiles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plays {
    pub(super) from: String,
    pub(super) name: String,
}

/// A switch of the record that is an option of ours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Switch {
    pub(super) from: String,
    pub(super) name: String,
    pub(super) option: String,
    pub(super) values: Option<BTreeMap<String, String>>,
}

/// A switch that the rules of an expansion take for granted: with another value others would be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Always {
    pub(super) from: String,
    pub(super) name: String,
    pub(super) value: String,
    /// Only together with this set of tiles.
    pub(super) with: Option<String>,
}

/// A switch of rules that no expansion here has. It means nothing without the switch that turns those on, and
/// that one no expansion here knows either.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unused {
    pub(super) from: String,
    pub(super) name: String,
    pub(super) without: Plays,
}

/// What a recorded choice means when a question is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decision {
    /// The expansion whose file says so; it is meant only where that one plays.
    #[serde(skip)]
    pub(super) home: String,
    pub(crate) choice: String,
    pub(crate) ask: String,
    pub(crate) answer: String,
    /// Fields that the record must have; what names more of them comes first.
    #[serde(default)]
    pub(super) when: BTreeMap<String, String>,
    /// How the record writes such an option among all that were offered.
    #[serde(default)]
    pub(super) offered: Option<String>,
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
pub(super) const ANY: &str = "*";

/// What is meant by an outcome that the record hides: a tile that it never draws.
pub(crate) const NEVER_DRAWN: &str = "{never drawn}";

/// The answer to a question that records leave out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unrecorded {
    /// The expansion whose file says so; it is meant only where that one plays.
    #[serde(skip)]
    pub(super) home: String,
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
#[serde(
    untagged,
    expecting = "a reason is a name, names by the words of items, or `features` with a list of kinds"
)]
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
    /// The names.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
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
