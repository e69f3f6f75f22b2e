//! Whether texts have changed: asked of what is in the files, never of what a file system reports.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::discover::Library;

/// What the files of a library hold, as lengths and hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents(BTreeMap<String, (usize, u64)>);

impl Contents {
    /// Those of a library.
    pub fn of(library: &Library) -> Self {
        let mut contents = Self::default();
        for expansion in library.iter() {
            // The same texts in another folder are shown under other names.
            contents.add(&expansion.name, &expansion.home.to_string());
            let texts = expansion.rules.iter().chain(&expansion.statements);
            let texts = texts.chain(&expansion.recorded).chain(&expansion.drawing);
            let texts = texts.chain(expansion.messages.values());
            texts.for_each(|file| contents.add(&file.name, &file.text));
            for (name, why) in &expansion.unreadable {
                contents.add(name, &why.message);
            }
        }
        contents
    }

    fn add(&mut self, name: &str, text: &str) {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        self.0.insert(name.to_owned(), (text.len(), hasher.finish()));
    }

    /// The files that came, went or hold something else than before, by name.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let other = |name: &String| self.0.get(name) != before.0.get(name);
        let mut names: Vec<String> =
            self.0.keys().chain(before.0.keys()).filter(|name| other(name)).cloned().collect();
        names.sort();
        names.dedup();
        names
    }
}
