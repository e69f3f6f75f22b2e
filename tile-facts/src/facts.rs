//! Tile facts as they stand in the JSON file (format `carc-tile-facts/1`): only what a tile file prints.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The format that this converter reads.
pub(crate) const FORMAT: &str = "carc-tile-facts/1";

/// A whole file of tile facts.
#[derive(Debug, Deserialize)]
pub(crate) struct Facts {
    pub(crate) format: String,
    /// Published compositions by name, each made of the tiles of one set.
    pub(crate) compositions: BTreeMap<String, Composition>,
    pub(crate) tiles: Vec<Tile>,
}

/// A published selection of tiles.
#[derive(Debug, Deserialize)]
pub(crate) struct Composition {
    pub(crate) set: String,
    pub(crate) total: u32,
}

/// One kind of tile, as printed: north is the top of the picture.
#[derive(Debug, Deserialize)]
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) set: String,
    /// Copies in each composition that uses the tile.
    #[serde(default)]
    pub(crate) counts: BTreeMap<String, u32>,
    /// What is said of the tile as a whole.
    #[serde(default)]
    pub(crate) attrs: BTreeMap<String, serde_json::Value>,
    pub(crate) features: Vec<Feature>,
    #[serde(default)]
    pub(crate) markers: Vec<Marker>,
    /// Groups of features that touch at a junction, a gate or a door.
    #[serde(default)]
    pub(crate) wagon_links: Vec<Vec<String>>,
}

/// One piece of landscape on a tile.
#[derive(Debug, Deserialize)]
pub(crate) struct Feature {
    pub(crate) id: String,
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) edges: Vec<String>,
    #[serde(default)]
    pub(crate) half_edges: Vec<String>,
    #[serde(default)]
    pub(crate) pennants: u32,
    #[serde(default)]
    pub(crate) adjacent_cities: Vec<String>,
    #[serde(default)]
    pub(crate) attrs: BTreeMap<String, serde_json::Value>,
    /// Where a figure stands, in millimetres; kept as written, so that nothing is rounded.
    #[serde(default)]
    pub(crate) stand_mm: Option<[serde_json::Number; 2]>,
}

/// A printed symbol that is no piece of landscape.
#[derive(Debug, Deserialize)]
pub(crate) struct Marker {
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) box_mm: Option<[serde_json::Number; 4]>,
    /// Everything else that is said about the symbol.
    #[serde(flatten)]
    pub(crate) values: BTreeMap<String, serde_json::Value>,
}
