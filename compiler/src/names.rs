//! Names: what every word of the chosen expansions can mean.

use std::collections::{BTreeMap, BTreeSet};

use abi::PileId;
use grammar::ast::Name;

use crate::meaning::{Declared, Meaning};
use crate::notes::{Notes, Seen};
use crate::typed::{PropertyId, Rules};

/// What answers of scenarios are given to, and what they name besides declared things.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    /// The names of questions.
    pub(crate) questions: BTreeSet<String>,
    /// The names of offers.
    pub(crate) offers: BTreeSet<String>,
    /// The names of segments of tiles.
    pub(crate) segments: BTreeSet<String>,
}

/// All declarations of the chosen expansions.
///
/// `rules` holds everything that is declared, with the bodies still empty: options, enums, kinds,
/// properties, and the signatures (parameters as locals, result) of functions and deeds.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// What is declared.
    pub rules: Rules,
    /// All meanings of each word, in the order of declaration.
    pub words: BTreeMap<String, Vec<Declared>>,
    /// Names of expansions that exist but do not play in this setting.
    pub absent: Vec<String>,
    /// Names whose declaration has a mistake of its own, which is told there: who uses them makes none.
    pub mistaken: BTreeSet<String>,
    /// Names of editions that the expansions in play have.
    pub editions: BTreeSet<String>,
    /// What answers of scenarios are given to and may name.
    pub(crate) asked: Asked,
    /// The piles in which tokens lie.
    pub token_piles: BTreeSet<PileId>,
    /// What each word of the texts was taken for.
    pub(crate) notes: Notes,
}

impl Names {
    /// All meanings of a word.
    pub fn meanings(&self, word: &str) -> &[Declared] {
        self.words.get(word).map_or(&[], Vec::as_slice)
    }

    /// The first meaning of a word that a function picks out.
    pub fn find<T>(&self, word: &str, pick: impl Fn(Meaning) -> Option<T>) -> Option<T> {
        self.meanings(word).iter().find_map(|d| pick(d.meaning))
    }

    /// The same for a name of the texts, with a note of what it means.
    pub(crate) fn refer<T>(&self, name: &Name, pick: impl Fn(Meaning) -> Option<T>) -> Option<T> {
        self.meanings(&name.text).iter().find_map(|declared| {
            let picked = pick(declared.meaning)?;
            self.note(name, declared);
            Some(picked)
        })
    }

    /// Notes that a name means something declared.
    pub(crate) fn note(&self, name: &Name, declared: &Declared) {
        self.notes.take(name.span, Seen::Declared(*declared));
    }

    /// Notes that a name means a property.
    pub(crate) fn note_property(&self, name: &Name, id: PropertyId) {
        let found = self.meanings(&name.text).iter();
        let found = found.filter(|declared| declared.meaning == Meaning::Property(id));
        found.take(1).for_each(|declared| self.note(name, declared));
    }

    /// The properties of a name.
    pub fn properties(&self, word: &str) -> impl Iterator<Item = PropertyId> {
        self.meanings(word).iter().filter_map(|d| match d.meaning {
            Meaning::Property(id) => Some(id),
            _ => None,
        })
    }
}
