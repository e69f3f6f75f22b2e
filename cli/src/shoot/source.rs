//! Where a table comes from: a file that holds one, as `scene FILE` in a game writes it.

use std::{collections::BTreeSet, fs, io::Read, path::Path};

use abi::{Launch, Scene};
use serde::{Deserialize, Serialize};
use toolkit::{is_save, nearest};

use super::words;
use crate::{art::Drawn, outcome::Failure, phrases::Phrases, screen::harmless};

/// The largest file of a table that is read, in bytes.
const LARGEST: u64 = 4 << 20;

/// A table as a file holds it, perhaps with a launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    pub(crate) fn read(path: &Path, phrases: Phrases) -> Result<Self, Failure> {
        let shown = path.display();
        let wrong = |why: String| Failure::Wrong(harmless(&format!("{shown}: {why}")));
        // Before it is opened: a pipe would wait for a writer, and a device never ends.
        if !fs::metadata(path).map_err(|e| wrong(e.to_string()))?.is_file() {
            return Err(wrong("this is no ordinary file".to_owned()));
        }
        let mut text = String::new();
        let file = fs::File::open(path).map_err(|e| wrong(e.to_string()))?;
        file.take(LARGEST + 1).read_to_string(&mut text).map_err(|e| wrong(e.to_string()))?;
        if text.len() as u64 > LARGEST {
            return Err(wrong(format!(
                "the file is too large; a table has {LARGEST} bytes at most"
            )));
        }
        if is_save(path).is_ok_and(|is_save| is_save) {
            let what =
                "this is a saved game; when it waits for a shot, `scene FILE` writes its table";
            return Err(wrong(what.to_owned()));
        }
        // Some editors begin every text with a mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let file: Self = serde_json::from_str(text).map_err(|e| {
            let near = meant(&e.to_string());
            wrong(format!("this is no table: {e}{near}; `scene FILE` in `carc play` writes one"))
        })?;
        file.scene.examine().map_err(|e| wrong(words::wrong(phrases, &e)))?;
        let figures = file.scene.figures.iter().map(|figure| figure.id);
        let tiles = file.scene.tiles.iter().map(|tile| tile.id);
        for (what, twice) in [("figure", twice(figures)), ("tile", twice(tiles))] {
            if let Some(id) = twice {
                return Err(wrong(format!("{what} {id} is there twice")));
            }
        }
        if let Some(launch) = &file.launch {
            launch.examine(&file.scene).map_err(|e| wrong(words::wrong(phrases, &e)))?;
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

/// What somebody may have meant who wrote a key that no table has.
fn meant(complaint: &str) -> String {
    let Some(rest) = complaint.strip_prefix("unknown field `") else { return String::new() };
    let mut quoted = rest.split('`').step_by(2);
    let wrong = quoted.next().unwrap_or_default();
    let near = nearest(wrong, quoted);
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The first identity that comes a second time.
fn twice(ids: impl Iterator<Item = abi::Word>) -> Option<abi::Word> {
    let mut seen = BTreeSet::new();
    let mut ids = ids;
    ids.find(|&id| !seen.insert(id))
}
