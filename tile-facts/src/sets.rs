//! The table that says which sets of the facts become the tile file of which expansion folder.
//!
//! It is data (`sets.json`), so that a further expansion is a further line there and nothing here.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sets {
    /// Kinds of feature in the order in which a tile prints them.
    pub(crate) kinds: Vec<String>,
    /// Kinds of feature that no tile prints, each with the reason.
    pub(crate) left_out: BTreeMap<String, String>,
    pub(crate) folders: Vec<Folder>,
}

/// One expansion folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Folder {
    pub(crate) folder: String,
    /// Sets of the facts whose tiles the folder holds.
    pub(crate) sets: Vec<String>,
    /// The composition whose copies lie in the pile unless a game chooses other sets; without one the tiles are
    /// laid by the rules, and there are no sets of them.
    #[serde(default)]
    pub(crate) copies: Option<String>,
    /// Printed extras of a feature that the folder's rules declare: name in the facts, name in the tile file.
    #[serde(default)]
    pub(crate) attrs: BTreeMap<String, String>,
    /// Symbols that the folder's rules declare, each with the key of its value if it has one.
    #[serde(default)]
    pub(crate) markers: BTreeMap<String, Option<String>>,
    /// Symbols that are spaces between any two features of a kind.
    #[serde(default)]
    pub(crate) between: BTreeMap<String, Between>,
    /// Symbols that are spaces to stand on, each with the name of the segment.
    #[serde(default)]
    pub(crate) spaces: BTreeMap<String, String>,
    /// The piles of tiles that lie in one of their own, by the tile or by the group that the facts put it in.
    #[serde(default)]
    pub(crate) piles: BTreeMap<String, String>,
    /// Tiles that the set of `copies` takes out of the game: those in whose place its own come.
    #[serde(default)]
    pub(crate) removes: Vec<String>,
    /// Kinds of feature that the folder prints on tiles of others, as only its own rules speak of them.
    #[serde(default)]
    pub(crate) adds: Vec<String>,
    /// The folders whose tiles get them.
    #[serde(default)]
    pub(crate) adds_to: Vec<String>,
    /// Those of them that always play with the folder.
    #[serde(default)]
    pub(crate) needs: Vec<String>,
    /// Tiles with a second layout, in games that choose it.
    #[serde(default)]
    pub(crate) parted: BTreeMap<String, Parted>,
}

/// A space for each two features of a kind on a tile, near both of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Between {
    /// The kind of features that it is between.
    pub(crate) of: String,
    /// The kind of the space.
    pub(crate) kind: String,
    /// The letter with which its segments' names begin.
    pub(crate) letter: String,
}

/// The second layout of a tile: a feature ends at a printed ground, so that each of its edges has its own piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parted {
    /// The option of the folder's rules that chooses this layout.
    pub(crate) option: String,
    pub(crate) feature: String,
    /// The symbol whose ground is meant.
    pub(crate) ground: String,
}
