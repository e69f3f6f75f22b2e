//! Our game as a record sets it up.

use std::{collections::BTreeMap, sync::Arc};

use compiler::Setting;
use runtime::{Playthrough, Seats, Setup};
use serde_json::Value;

use super::{Joined, Record, Retrace};
use crate::{
    consequences::Consequences,
    program::Programs,
    recorded::{Fields, RecordWords, number, text},
    tiles::set_tiles,
};

/// What a record says of a tile on the table.
const OF_TILE: [&str; 4] = ["tile", "x", "y", "rotation"];

impl<'a> Retrace<'a> {
    /// Our game as the record sets it up.
    pub(crate) fn new(
        record: &Record,
        programs: &Programs,
        words: &'a RecordWords,
    ) -> Result<Self, String> {
        let players = record.players.as_u64().and_then(|n| u8::try_from(n).ok());
        for (name, value) in record.setup.iter().filter(|(name, _)| *name != "start") {
            value.as_object().ok_or_else(|| format!("`{name}` of its set-up is no object"))?;
        }
        let empty = Fields::new();
        let sets = record.setup.get("sets").and_then(Value::as_object).unwrap_or(&empty);
        let mut with_tiles: Vec<&str> = Vec::new();
        let mut boxes: Vec<(String, u32)> = Vec::new();
        for (set, times) in sets {
            let (expansion, ours) =
                words.set(set).ok_or_else(|| format!("no expansion has the tile set `{set}`"))?;
            let times = times.as_u64().and_then(|t| u32::try_from(t).ok()).filter(|t| *t < 100);
            let times = times.ok_or_else(|| format!("no number of sets `{set}`"))?;
            boxes.extend(ours.map(|ours| (ours.to_owned(), times)));
            with_tiles.push(expansion);
        }
        let chosen = words.playing(&record.setup, &with_tiles);
        let plays = programs.texts().closure(&chosen);
        words.check_setup(&record.setup, &plays)?;
        let options = words.options(&record.setup, &plays);
        let tiles = boxes.iter().map(|(set, _)| set.clone()).collect();
        let setting = Setting { expansions: chosen, options, edition: None, tiles };
        let rules = programs.rules(&setting).map_err(|report| {
            format!("its rules do not compile: {}", report.render_plain(programs.texts().sources()))
        })?;
        // Where a single option was on offer the record may still say so, and it is compared there.
        let rules = Arc::new(rules.as_ref().clone().asking_singles());
        let players = players.ok_or_else(|| {
            let (least, most) = rules.program().players;
            format!("{} players, but {least} to {most} can play", record.players)
        })?;
        let tiles = set_tiles(rules.program(), &boxes)?;
        let setup = Setup { players, seed: 0, tiles, board: None };
        let seats = Seats::colours(players);
        let play = Playthrough::new(rules, setup, seats).map_err(|e| e.to_string())?;
        let told = Consequences::none(players);
        let to_draw = words.drawn(&record.events);
        let (holders, joined) = (BTreeMap::new(), Joined::default());
        let retrace = Self {
            words,
            plays,
            play,
            singles: 0,
            told,
            holders,
            to_draw,
            joined,
            aside: None,
            to_lie: Vec::new(),
            effects: Default::default(),
            seen: 0,
        };
        retrace.start(record.setup.get("start"))?;
        Ok(retrace)
    }

    /// The tiles on the table before the first turn must be ours.
    fn start(&self, start: Option<&Value>) -> Result<(), String> {
        let tiles = match start {
            None => &[][..],
            Some(tiles) => tiles.as_array().ok_or("`start` of its set-up is no list")?,
        };
        let mut wanted = Vec::new();
        for tile in tiles {
            let tile = tile.as_object().ok_or("`start` lists what is no tile")?;
            if let Some(other) = tile.keys().find(|field| !OF_TILE.contains(&field.as_str())) {
                return Err(format!("the field `{other}` of a tile in `start` is unknown"));
            }
            let ours = self.tile(text(tile, "tile")?)?;
            let [x, y, turned] = ["x", "y", "rotation"].map(|key| number(tile, key));
            wanted.push((ours.to_owned(), x?, y?, turned?));
        }
        let program = self.play.rules().program();
        let mut lying: Vec<_> = self
            .play
            .game()
            .board()
            .map(|t| {
                let name = program.tiles[t.kind.index()].name.clone();
                (name, abi::cell_x(t.cell), abi::cell_y(t.cell), 90 * t.turn)
            })
            .collect();
        wanted.sort();
        lying.sort();
        if wanted == lying {
            Ok(())
        } else {
            let told = |tiles: &[(String, i64, i64, i64)]| {
                let tile =
                    |(name, x, y, turned): &_| format!("{name} at ({x}, {y}) turned {turned}");
                let tiles: Vec<String> = tiles.iter().map(tile).collect();
                if tiles.is_empty() { "nothing".to_owned() } else { tiles.join(", ") }
            };
            Err(format!("the table begins with {}, not {}", told(&lying), told(&wanted)))
        }
    }
}
