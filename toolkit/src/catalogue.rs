//! What expansions say of themselves, for people who choose among them: read off the trees, nothing compiled.

use grammar::{
    Sources,
    ast::{self, ExpansionLine, ItemKind},
};
use serde::Serialize;

use crate::{citation::statement, program::Texts};

/// An option of the rules with everything that it may be set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionEntry {
    /// Its name.
    pub name: String,
    /// Its value unless a game says otherwise.
    pub default: String,
    /// Its values as written: numbers, ranges or names.
    pub values: Vec<String>,
    /// The text beside it.
    pub about: String,
    /// The other expansion without which there is no such option.
    pub only_with: Option<String>,
}

/// A named set of switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditionEntry {
    /// Its name.
    pub name: String,
    /// The options that it sets, as written.
    pub settings: Vec<String>,
}

/// A composition of tiles that games can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetEntry {
    /// Its name.
    pub name: String,
    /// How many tiles it holds.
    pub tiles: i64,
}

/// A numbered statement of `rules.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatementEntry {
    /// Its number: `C5`.
    pub number: String,
    /// What it says.
    pub text: String,
}

/// What one expansion says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExpansionEntry {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The text beside it.
    pub about: String,
    /// The least and greatest number of players, if it says so itself.
    pub players: Option<(i64, i64)>,
    /// The expansions that it needs.
    pub needs: Vec<String>,
    /// The number of tiles that lie in its piles when a game chooses no sets.
    pub tiles: i64,
    /// Its sets of tiles.
    pub sets: Vec<SetEntry>,
    /// Its options.
    pub options: Vec<OptionEntry>,
    /// Its editions.
    pub editions: Vec<EditionEntry>,
    /// The numbered statements of its rules.
    pub statements: Vec<StatementEntry>,
    /// The titles of its scenarios.
    pub scenarios: Vec<String>,
}

/// What all expansions of a library say of themselves, by name.
pub fn catalogue(texts: &Texts) -> Vec<ExpansionEntry> {
    let read = |source: &compiler::ExpansionSource| {
        let mut reader = Reader {
            sources: texts.sources(),
            enums: Vec::new(),
            entry: ExpansionEntry {
                name: source.folder.clone(),
                title: source.folder.replace('_', " "),
                ..ExpansionEntry::default()
            },
        };
        let items = || source.files.iter().flat_map(|(_, file)| &file.items);
        reader.enums = items()
            .filter_map(|item| match &item.kind {
                ItemKind::Enum(shape) => Some(shape),
                _ => None,
            })
            .collect();
        items().for_each(|item| reader.item(item, None));
        if let Some(file) = source.statements {
            reader.entry.statements = statements(texts.sources().text(file));
        }
        reader.entry
    };
    texts.available().iter().map(read).collect()
}

struct Reader<'a> {
    sources: &'a Sources,
    enums: Vec<&'a ast::Enum>,
    entry: ExpansionEntry,
}

impl Reader<'_> {
    /// An item, perhaps one that only exists with another expansion.
    fn item(&mut self, item: &ast::Item, only_with: Option<&str>) {
        let about =
            || item.doc.as_ref().map_or_else(String::new, |doc| doc.text.replace('\n', " "));
        match &item.kind {
            ItemKind::Expansion(expansion) => {
                self.entry.about = about();
                self.expansion(expansion);
            }
            ItemKind::Option(option) => {
                let entry = OptionEntry {
                    name: option.name.text.clone(),
                    default: self.written(&option.default),
                    values: self.values(option),
                    about: about(),
                    only_with: only_with.map(str::to_owned),
                };
                self.entry.options.push(entry);
            }
            ItemKind::Edition(edition) => {
                let set = |s: &ast::Setting| self.sources.slice(s.span).trim().to_owned();
                let settings = edition.settings.iter().map(set).collect();
                let name = edition.name.text.clone();
                self.entry.editions.push(EditionEntry { name, settings });
            }
            ItemKind::Set(set) => {
                let tiles = set.contents.iter().fold(0i64, |n, c| n.saturating_add(c.count));
                self.entry.sets.push(SetEntry { name: set.name.text.clone(), tiles });
            }
            ItemKind::Tile(tile) => {
                self.entry.tiles = self.entry.tiles.saturating_add(tile.copies.unwrap_or(0));
            }
            ItemKind::Scenario(scenario) => self.entry.scenarios.push(scenario.title.text.clone()),
            ItemKind::With(with) => {
                with.items.iter().for_each(|inside| self.item(inside, Some(&with.expansion.text)));
            }
            _ => {}
        }
    }

    fn expansion(&mut self, expansion: &ast::Expansion) {
        for line in &expansion.lines {
            match &line.kind {
                ExpansionLine::Title(title) => self.entry.title.clone_from(&title.text),
                &ExpansionLine::Players { from, to } => self.entry.players = Some((from, to)),
                ExpansionLine::Needs(names) => {
                    self.entry.needs.extend(names.iter().map(|name| name.text.clone()));
                }
                ExpansionLine::After(_) | ExpansionLine::Uses(_) => {}
            }
        }
    }

    fn written(&self, expr: &ast::Expr) -> String {
        self.sources.slice(expr.span).to_owned()
    }

    /// The written choices, else all names of its type.
    fn values(&self, option: &ast::OptionItem) -> Vec<String> {
        if !option.choices.is_empty() {
            return option.choices.iter().map(|choice| self.written(choice)).collect();
        }
        let ast::TypeKind::Named(ty) = &option.ty.kind else {
            return Vec::new();
        };
        if ty.text == "flag" {
            return vec!["true".to_owned(), "false".to_owned()];
        }
        let shape = self.enums.iter().find(|shape| shape.name.text == ty.text);
        let names = shape.into_iter().flat_map(|shape| &shape.names);
        names.map(|name| name.text.clone()).collect()
    }
}

/// The lines `- C5. Text` of a `rules.md`.
fn statements(text: &str) -> Vec<StatementEntry> {
    let numbered = text.lines().filter_map(statement);
    numbered
        .map(|(number, text)| StatementEntry { number: number.to_owned(), text: text.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::Library;

    #[test]
    fn the_standard_expansions_say_what_can_be_chosen() {
        let entries = catalogue(&Texts::new(&Library::built_in()));
        let base = entries.iter().find(|e| e.name == "base").unwrap();
        assert_eq!((base.players, base.tiles), (Some((2, 6)), 72));
        let scoring = base.options.iter().find(|o| o.name == "field_scoring").unwrap();
        assert_eq!(scoring.values, ["per_field", "per_city", "off"]);
        assert_eq!(scoring.default, "per_field");
        let tiny = base.options.iter().find(|o| o.name == "tiny_city").unwrap();
        assert_eq!(tiny.values, ["2", "4"]);
        assert_eq!(base.editions[0].settings, ["tiny_city = 2", "field_scoring = per_city"]);
        assert!(base.sets.iter().any(|s| s.name == "base_gardens"));
        assert_eq!(base.statements[0].number, "B1");
        let circles = entries.iter().find(|e| e.name == "crop_circles").unwrap();
        assert_eq!(circles.needs, ["base"]);
        assert!(!circles.scenarios.is_empty());
    }

    #[test]
    fn only_numbered_lines_are_statements() {
        let found =
            statements("- B1. Six tiles.\n- Not one. No.\n- b2. No.\nB3. No.\n- BC10. Yes.\n");
        let numbers: Vec<_> = found.iter().map(|s| s.number.as_str()).collect();
        assert_eq!(numbers, ["B1", "BC10"]);
    }
}
