//! Where a table comes from: a file that holds one, or a saved game that waits for a shot.

use std::{collections::BTreeSet, fs, path::Path};

use abi::{Launch, Scene};
use serde::{Deserialize, Serialize};

use crate::{art::Drawn, outcome::Failure, screen::harmless};

/// The largest file of a table that is read, in bytes.
const LARGEST: u64 = 4 << 20;

/// A table as a file holds it, perhaps with a launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableFile {
    /// What lies and stands where.
    pub(crate) scene: Scene,
    /// How the token leaves the catapult; without one it is aimed as bots do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) launch: Option<Launch>,
    /// What the tiles look like; without it they are drawn as squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) drawn: Option<Drawn>,
}

impl TableFile {
    /// Reads a file of a table.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let wrong = |why: String| Failure::Wrong(harmless(&format!("{shown}: {why}")));
        let size = fs::metadata(path).map_err(|e| wrong(e.to_string()))?.len();
        if size > LARGEST {
            return Err(wrong(format!("the file has {size} bytes; a table has {LARGEST} at most")));
        }
        let text = fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
        // Some editors begin every text with a mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let file: Self = serde_json::from_str(text).map_err(|e| {
            wrong(format!("this is no table: {e}; `scene FILE` in `carc play` writes one"))
        })?;
        file.scene.examine().map_err(|e| wrong(e.to_string()))?;
        let figures = file.scene.figures.iter().map(|figure| figure.id);
        let tiles = file.scene.tiles.iter().map(|tile| tile.id);
        for (what, twice) in [("figure", twice(figures)), ("tile", twice(tiles))] {
            if let Some(id) = twice {
                return Err(wrong(format!("{what} {id} is there twice")));
            }
        }
        if let Some(launch) = &file.launch {
            launch.examine(&file.scene).map_err(|e| wrong(e.to_string()))?;
        }
        Ok(file)
    }

    /// The text of such a file.
    pub(crate) fn text(&self) -> String {
        let launch = self.launch.map(|launch| shown(&launch));
        let file = Self { launch, ..self.clone() };
        serde_json::to_string_pretty(&file).expect("a table is plain data")
    }
}

/// A launch as files show it: its heading from 0 to 360 degrees.
pub(super) fn shown(launch: &Launch) -> Launch {
    Launch { heading: launch.heading.rem_euclid(360_000), ..*launch }
}

/// The first identity that comes a second time.
fn twice(ids: impl Iterator<Item = abi::Word>) -> Option<abi::Word> {
    let mut seen = BTreeSet::new();
    let mut ids = ids;
    ids.find(|&id| !seen.insert(id))
}
