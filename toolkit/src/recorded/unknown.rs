//! Names in a `recorded.json` that nothing of the rules has: such a line would silently mean nothing.

use abi::Program;

use super::{Reason, RecordWords};

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
        let of_reasons = self.reasons.values().flat_map(Reason::features);
        for feature in self.features.values().chain(of_reasons) {
            look("kind of feature", feature, &mut program.features.iter().map(|kind| &kind.name));
        }
        for figure in self.figures.values() {
            look("kind of figure", figure, &mut program.figures.iter().map(|kind| &kind.name));
        }
        for tile in self.tiles.values() {
            look("tile", tile, &mut program.tiles.iter().map(|kind| &kind.name));
        }
        for name in self.reasons.values().flat_map(|reason| reason.names()) {
            let tokens = program.tokens.iter().map(|kind| &kind.name);
            let figures = program.figures.iter().map(|kind| &kind.name);
            let mut known = tokens.chain(figures).chain(&program.piles);
            look("token, figure or pile", name, &mut known);
        }
        unknown.sort();
        unknown.dedup();
        unknown
    }
}
