//! What was decided and drawn so far, by meaning: enough to play the same game once more.

use abi::{AskKind, AskShape, Landing, Launch};
use serde::{Deserialize, Serialize};

/// How an answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// A player chose it.
    Chosen,
    /// It was the only option of a compulsory choice: nobody was asked.
    Only,
    /// The game's own dice gave it.
    Chance,
    /// An outcome of chance that came from outside: a real table, a scenario, a record.
    Given,
}

impl How {
    /// Whether it is an outcome of chance.
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Chance | Self::Given)
    }
}

/// The module of a landing that somebody said: no physics has found it.
pub const SAID: &str = "tabletop";

/// A shot as it was made: replays need nothing but its landing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotRecord {
    /// The physics that found the landing, or [`SAID`].
    pub module: String,
    /// How the token left its launcher, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<Launch>,
    /// What came of it.
    pub landing: Landing,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of the player who was asked, or for whom chance decided.
    pub player: String,
    /// The name of the question: `market.price`.
    pub name: String,
    /// The answer in full.
    pub answer: String,
    /// How it came about.
    pub how: How,
    /// Of a shot, what came of it in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shot: Option<Box<ShotRecord>>,
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { player, name, answer, how, .. } = self;
        match how {
            How::Chosen => write!(f, "{player}: {name} = {answer}"),
            How::Only => write!(f, "{player}: {name} = {answer} (nothing else)"),
            How::Chance | How::Given => {
                let verb = if self.is_rolled() { "rolls" } else { "draws" };
                write!(f, "{player} {verb} {answer} ({name})")
            }
        }
    }
}

impl Entry {
    /// Whether it is a number that dice gave: what is drawn has a name.
    pub fn is_rolled(&self) -> bool {
        self.how.is_chance() && self.answer.parse::<i64>().is_ok()
    }
}

/// The name of a question: the step or deed that asks, then the choice if it is another word. A menu is
/// asked by its own name wherever it opens.
pub fn question_name(ask: &AskShape) -> String {
    let deed = ask.within.split('(').next().unwrap_or_default();
    let within = deed.rsplit(' ').next().unwrap_or_default();
    if ask.kind == AskKind::Menu || within.is_empty() || within == ask.name {
        ask.name.clone()
    } else {
        format!("{within}.{}", ask.name)
    }
}

/// Whether a question is meant by a name: its whole name, or the choice alone.
pub fn is_named(ask: &AskShape, name: &str) -> bool {
    ask.name == name || question_name(ask) == name
}

#[cfg(test)]
mod tests {
    use abi::{Base, OriginId, Ty};

    use super::*;

    fn ask(kind: AskKind, within: &str, name: &str) -> AskShape {
        AskShape {
            kind,
            name: name.into(),
            within: within.into(),
            ty: Ty::one(Base::Int),
            offers: Vec::new(),
            origin: OriginId(0),
        }
    }

    #[test]
    fn numbers_are_rolled_and_names_are_drawn() {
        for (how, answer, told) in [
            (How::Chance, "6", "red rolls 6 (walk.die)"),
            (How::Given, "-1", "red rolls -1 (walk.die)"),
            (How::Given, "corner", "red draws corner (walk.die)"),
            (How::Chosen, "6", "red: walk.die = 6"),
            (How::Only, "6", "red: walk.die = 6 (nothing else)"),
        ] {
            let [player, name, answer] = ["red", "walk.die", answer].map(str::to_owned);
            assert_eq!(Entry { player, name, answer, how, shot: None }.to_string(), told);
        }
    }

    #[test]
    fn questions_are_named_after_what_asks() {
        let price = ask(AskKind::Chooses, "step market", "price");
        assert_eq!(question_name(&price), "market.price");
        assert_eq!(question_name(&ask(AskKind::Chooses, "place", "place")), "place");
        assert_eq!(question_name(&ask(AskKind::Menu, "act", "action")), "action");
        assert!(is_named(&price, "price") && is_named(&price, "market.price"));
        assert!(!is_named(&price, "market"));
    }
}
