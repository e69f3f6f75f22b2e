//! Names in a `recorded.json` that nothing of the rules has: such a line would silently mean nothing.

use abi::Program;

use super::RecordWords;

impl RecordWords {
    /// What these words name and the rules do not have, each as a sentence.
    pub fn unknown(&self, program: &Program) -> Vec<String> {
        let mut unknown = Vec::new();
        let mut look = |what: &str, name: &String, mut known: &mut dyn Iterator<Item = &String>| {
            if !Iterator::any(&mut known, |other| other == name) {
                unknown.push(format!("no {what} `{name}`"));
            }
        };
        for (expansion, switch) in &self.setup {
            let of = |option: &&abi::OptionValue| option.expansion == *expansion;
            let mut names = program.options.iter().filter(of).map(|option| &option.name);
            look("option", &switch.option, &mut names);
        }
        for set in self.sets.values().filter_map(|(_, set)| set.as_ref()) {
            look("set of tiles", set, &mut program.sets.iter().map(|set| &set.name));
        }
        for feature in self.features.values() {
            look("kind of feature", feature, &mut program.features.iter().map(|kind| &kind.name));
        }
        for figure in self.figures.values() {
            look("kind of figure", figure, &mut program.figures.iter().map(|kind| &kind.name));
        }
        for tile in self.tiles.values() {
            look("tile", tile, &mut program.tiles.iter().map(|kind| &kind.name));
        }
        unknown.sort();
        unknown.dedup();
        unknown
    }
}
