//! The texts of the standard expansions and what becomes of them, for measuring.

use std::{fs, path::Path, sync::Arc};

use abi::{Program, TileKindId};
use compiler::{Backend, ExpansionSource, Setting};
use grammar::{Report, Sources};
use runtime::{Rules, Setup};

/// The names and contents of the files that make an expansion; the second are its numbered statements.
type Files = (Vec<(String, String)>, Option<(String, String)>);

/// The texts of some expansions, as they come from the disk.
pub(crate) struct Texts(Vec<(String, Files)>);

/// The files of an expansion that hold its rules.
const RULES: [&str; 3] = ["rules.carc", "tiles.carc", "scenarios.carc"];

impl Texts {
    /// Reads the texts of some expansions.
    pub(crate) fn read(expansions: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../expansions");
        let read = |name: String| {
            let text = fs::read_to_string(root.join(&name)).expect("the expansion is there");
            (name, text)
        };
        let expansion = |name: &&str| {
            let rules = RULES.map(|file| read(format!("{name}/{file}")));
            let statements = read(format!("{name}/rules.md"));
            ((*name).to_owned(), (rules.to_vec(), Some(statements)))
        };
        Self(expansions.iter().map(expansion).collect())
    }

    /// Makes a program of the texts, the parsing included.
    pub(crate) fn compile(&self, backend: Backend) -> Arc<Program> {
        let mut sources = Sources::new();
        let mut available = Vec::new();
        for (folder, (rules, statements)) in &self.0 {
            let mut files = Vec::new();
            for (name, text) in rules {
                let id = sources.add(name.clone(), text.clone());
                files.push((id, grammar::parse(&sources, id).file));
            }
            let statements = statements.clone().map(|(name, text)| sources.add(name, text));
            available.push(ExpansionSource { folder: folder.clone(), files, statements });
        }
        let expansions = self.0.iter().map(|(name, _)| name.clone()).collect();
        let setting = Setting { expansions, ..Setting::default() };
        match compiler::compile(&sources, &available, &setting, backend, None) {
            Ok(compiled) => compiled.program,
            Err(found) => {
                panic!("{}", Report { diagnostics: found }.render_plain(&sources))
            }
        }
    }
}

/// A set-up with so many copies of every tile of the expansions that play.
pub(crate) fn setup(rules: &Rules, players: u8, times: u32) -> Setup {
    let program = rules.program();
    let plays = |set: &&abi::TileSet| program.expansions.iter().any(|(name, _)| *name == set.name);
    let tiles = program.sets.iter().filter(plays).flat_map(|set| &set.tiles);
    let tiles: Vec<(TileKindId, u32)> = tiles.map(|(kind, n)| (*kind, n * times)).collect();
    Setup { players, seed: 0, tiles, board: None }
}
