//! How the tiles of a table look: as a game has laid them, or as the file of a table says.

use std::sync::Arc;

use abi::{Program, Scene, TILE_SIDE, Table, TileKindId, Word, cell_x, cell_y, field};
use drawing::{Laid, Looks};
use runtime::{Playthrough, Rules};
use serde::{Deserialize, Serialize};
use toolkit::{Backend, Setting, nearest};

use crate::{choice::Shelf, draw::looks::looks, outcome::Failure, screen::harmless};

/// What is said of the tiles of a table besides where they lie, so that they can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawn {
    /// The expansions that play.
    with: Vec<String>,
    /// The tiles, in the order of the scene.
    tiles: Vec<DrawnTile>,
}

/// A tile as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawnTile {
    /// The name of its kind.
    kind: String,
    /// By how many degrees it is turned clockwise.
    #[serde(default, skip_serializing_if = "is_nought")]
    turned: i64,
}

fn is_nought(number: &i64) -> bool {
    *number == 0
}

/// Rules with the looks of their tiles, and the tiles that lie.
pub(crate) struct Art {
    rules: Arc<Rules>,
    looks: Looks,
    tiles: Vec<Laid>,
}

impl Art {
    /// Tiles that lay in a game under these rules.
    pub(crate) fn of(rules: Arc<Rules>, tiles: Vec<Laid>, shelf: &Shelf) -> Self {
        let looks = looks(shelf, rules.program());
        Self { rules, looks, tiles }
    }

    /// What a picture of a shot needs of it.
    pub(crate) fn known(&self) -> (&Program, &Looks, &[Laid]) {
        (self.rules.program(), &self.looks, &self.tiles)
    }
}

impl Drawn {
    /// What a game says of its tiles.
    pub(crate) fn of_game(play: &Playthrough) -> Self {
        let program = play.rules().program();
        let with = program.expansions.iter().map(|(name, _)| name.clone()).collect();
        let tile = |tile: Laid| DrawnTile {
            kind: program.tiles[tile.kind.index()].name.clone(),
            turned: 90 * tile.turn,
        };
        Self { with, tiles: laid(play).into_iter().map(tile).collect() }
    }

    /// The art of a scene's tiles.
    pub(crate) fn open(&self, scene: &Scene) -> Result<Art, Failure> {
        let wrong = |why: String| Failure::Wrong(harmless(&format!("`drawn`: {why}")));
        let (said, lie) = (self.tiles.len(), scene.tiles.len());
        if said != lie {
            return Err(wrong(format!("it tells of {said} tiles, and {lie} lie on the table")));
        }
        let (shelf, chosen) = Shelf::open(&self.with)?;
        let setting = Setting { expansions: chosen, ..Setting::default() };
        let rules = Rules::new(shelf.build(&setting, Backend::Eval)?.program);
        let program = rules.program();
        let mut tiles = Vec::with_capacity(lie);
        for (drawn, tile) in self.tiles.iter().zip(&scene.tiles) {
            let DrawnTile { kind, turned } = drawn;
            let found = program.tiles.iter().position(|known| known.name == *kind);
            let Some(found) = found else {
                let near = nearest(kind, program.tiles.iter().map(|known| known.name.as_str()));
                let hint =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                return Err(wrong(format!("there is no tile `{kind}`{hint}")));
            };
            if turned % 90 != 0 {
                return Err(wrong(format!("a tile is turned {turned} degrees, no quarter turns")));
            }
            let (x, y) = (tile.at.x, tile.at.y);
            if x % TILE_SIDE != 0 || y % TILE_SIDE != 0 {
                return Err(wrong(format!("tile {} does not lie in a cell", tile.id)));
            }
            tiles.push(Laid {
                kind: TileKindId(found as u16),
                x: x / TILE_SIDE,
                y: y / TILE_SIDE,
                turn: turned / 90 % 4,
            });
        }
        Ok(Art::of(Arc::new(rules), tiles, &shelf))
    }
}

/// The tiles of a game, oldest first.
pub(crate) fn laid(play: &Playthrough) -> Vec<Laid> {
    let memory = play.game().memory();
    let get = |tile, column| memory.get(Table::Tile, tile, column);
    let tiles = 0..memory.rows(Table::Tile) as Word;
    let laid = tiles.filter_map(|tile| {
        let cell = get(tile, field::tile::CELL);
        (cell != abi::ABSENT).then(|| Laid {
            kind: TileKindId(get(tile, field::tile::KIND) as u16),
            x: cell_x(cell),
            y: cell_y(cell),
            turn: get(tile, field::tile::TURN),
        })
    });
    laid.collect()
}
