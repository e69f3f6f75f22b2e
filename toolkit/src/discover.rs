//! Where expansions are found: in given folders, in `CARC_EXPANSIONS`, in `./expansions`, in this binary.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use include_dir::{Dir, include_dir};

use crate::expansion::Expansion;

/// The standard expansions, as they were when this binary was built.
static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../expansions");

/// A list of folders, separated as in `PATH`.
pub const VARIABLE: &str = "CARC_EXPANSIONS";

/// All expansions that can be chosen, by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    expansions: BTreeMap<String, Expansion>,
}

impl Library {
    /// The expansions of given folders first, then of [`VARIABLE`], of `./expansions`, and built in ones;
    /// of a name the first one found counts. A folder is an expansion, or holds some.
    pub fn discover(given: &[PathBuf]) -> Self {
        let mut library = Self::default();
        given.iter().for_each(|folder| library.add_folder(folder));
        if let Some(list) = env::var_os(VARIABLE) {
            env::split_paths(&list).for_each(|folder| library.add_folder(&folder));
        }
        library.add_folder(Path::new("expansions"));
        Self::built_in().expansions.into_values().for_each(|e| library.add(e));
        library
    }

    /// Only the expansions that are part of this binary.
    pub fn built_in() -> Self {
        let mut library = Self::default();
        BUILT_IN.dirs().filter_map(Expansion::built_in).for_each(|e| library.add(e));
        library
    }

    /// Adds an expansion unless one of this name is there already.
    pub fn add(&mut self, expansion: Expansion) {
        self.expansions.entry(expansion.name.clone()).or_insert(expansion);
    }

    /// Adds the expansion that a folder is, or those that it holds.
    pub fn add_folder(&mut self, folder: &Path) {
        if let Some(expansion) = Expansion::read(folder) {
            self.add(expansion);
            return;
        }
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        let mut inside: Vec<PathBuf> =
            entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|p| p.is_dir()).collect();
        inside.sort();
        inside.iter().filter_map(|f| Expansion::read(f)).for_each(|e| self.add(e));
    }

    /// The expansion of a name.
    pub fn get(&self, name: &str) -> Option<&Expansion> {
        self.expansions.get(name)
    }

    /// All expansions, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Expansion> {
        self.expansions.values()
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.expansions.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expansion::Home;

    #[test]
    fn the_binary_holds_the_standard_expansions() {
        let library = Library::built_in();
        assert!(library.names().any(|n| n == "base"), "{:?}", library.names().collect::<Vec<_>>());
        assert!(library.iter().all(|e| !e.rules.is_empty() && e.unreadable.is_empty()));
    }

    #[test]
    fn the_first_one_of_a_name_counts() {
        let scratch = tempfile::tempdir().unwrap();
        let own = scratch.path().join("base");
        fs::create_dir(&own).unwrap();
        fs::write(own.join("rules.carc"), "expansion base { title \"Mine\" }\n").unwrap();
        for given in [scratch.path().to_owned(), own] {
            let library = Library::discover(&[given]);
            assert!(matches!(library.get("base").unwrap().home, Home::Folder(_)));
        }
    }
}
