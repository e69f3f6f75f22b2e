//! What is wrong in a `recorded.json`: names that nothing of the rules has would silently mean nothing.

use abi::Program;
use grammar::nearest;

use super::file::{File, Reason};
use crate::{
    expansion::{Expansion, TextFile},
    flaw::{Flaw, MOST_FLAWS, RECORDED, meant},
};

/// What is wrong with an expansion's words for recorded games, of which replaying would stop or say nothing.
pub fn recorded_flaws(expansion: &Expansion, program: &Program) -> Vec<Flaw> {
    let Some(text) = &expansion.recorded else { return Vec::new() };
    match serde_json::from_str::<File>(&text.text) {
        Ok(file) => {
            let mut unknown = Unknown { text, found: Vec::new() };
            unknown.look_at(&file, &expansion.name, program);
            unknown.found
        }
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            let why = error.to_string();
            let place = format!(" at line {line} column {column}");
            let why = why.strip_suffix(&place).unwrap_or(&why);
            vec![Flaw::unreadable(RECORDED, text, (line, column), why)]
        }
    }
}

/// The names of a file that the rules do not have.
struct Unknown<'t> {
    text: &'t TextFile,
    found: Vec<Flaw>,
}

impl Unknown<'_> {
    fn look_at(&mut self, file: &File, expansion: &str, program: &Program) {
        let features = || program.features.iter().map(|kind| kind.name.as_str());
        let figures = || program.figures.iter().map(|kind| kind.name.as_str());
        let tokens = program.tokens.iter().map(|kind| kind.name.as_str());
        let options = program.options.iter().filter(|option| option.expansion == expansion);
        let options: Vec<&str> = options.map(|option| option.name.as_str()).collect();
        for (at, switch) in file.setup.iter().enumerate() {
            self.look("option", &switch.option, &["setup", &at.to_string(), "option"], &options);
        }
        let sets: Vec<&str> = program.sets.iter().map(|set| set.name.as_str()).collect();
        for (key, set) in &file.sets {
            if let Some(set) = set {
                self.look("set of tiles", set, &["sets", key], &sets);
            }
        }
        let kinds: Vec<&str> = features().collect();
        for (key, feature) in &file.features {
            self.look("kind of feature", feature, &["features", key], &kinds);
        }
        let pieces: Vec<&str> = figures().collect();
        for (key, figure) in &file.figures {
            self.look("kind of figure", figure, &["figures", key], &pieces);
        }
        let tiles: Vec<&str> = program.tiles.iter().map(|tile| tile.name.as_str()).collect();
        for (key, tile) in &file.tiles {
            self.look("tile", tile, &["tiles", key], &tiles);
        }
        let things = tokens.chain(figures()).chain(program.piles.iter().map(String::as_str));
        let things: Vec<&str> = things.collect();
        let thing = "token, figure or pile";
        for (key, reason) in &file.reasons {
            match reason {
                Reason::Named(name) => self.look(thing, name, &["reasons", key], &things),
                Reason::Items(names) => {
                    for (item, name) in names {
                        self.look(thing, name, &["reasons", key, item], &things);
                    }
                }
                Reason::Feature(of_kind) => {
                    for (at, kind) in of_kind.features.iter().enumerate() {
                        let path = ["reasons", key, "features", &at.to_string()];
                        self.look("kind of feature", kind, &path, &kinds);
                    }
                }
            }
        }
    }

    fn look(&mut self, what: &str, name: &str, path: &[&str], known: &[&str]) {
        if known.contains(&name) || self.found.len() == MOST_FLAWS {
            return;
        }
        let path: Vec<String> = path.iter().map(|&step| step.to_owned()).collect();
        let message = format!("there is no {what} `{name}`");
        let near = nearest(name, known.iter().copied()).map(meant);
        self.found.push(Flaw::in_entry(RECORDED, self.text, &path, message).help(near));
    }
}
