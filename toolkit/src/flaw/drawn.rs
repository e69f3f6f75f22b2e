//! Names in a `drawing.json` that nothing has: what is said of them is never drawn.

use std::collections::{BTreeMap, BTreeSet};

use grammar::{
    ast::{FeatureLine, Item, ItemKind, Property, TypeKind},
    nearest,
};
use serde_json::Value;

use super::{DRAWING, Flaw, json, meant};
use crate::{expansion::TextFile, program::Texts};

/// The points of the compass in the words of rules.
const DIRECTIONS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
/// Nobody reads more of one file.
const MOST: usize = 100;

/// Everything of all expansions that a picture can show, by the part of a file that speaks of it.
struct Drawable<'t> {
    features: BTreeSet<&'t str>,
    figures: BTreeSet<&'t str>,
    tokens: BTreeSet<&'t str>,
    enums: BTreeMap<&'t str, Vec<&'t str>>,
    /// What is printed: on what, what, and of which type.
    printed: BTreeSet<(&'t str, &'t str, &'t str)>,
}

impl<'t> Drawable<'t> {
    fn of(texts: &'t Texts) -> Self {
        let mut all = Self {
            features: BTreeSet::new(),
            figures: BTreeSet::new(),
            tokens: BTreeSet::new(),
            enums: BTreeMap::new(),
            printed: BTreeSet::new(),
        };
        for (_, file) in texts.available().iter().flat_map(|source| &source.files) {
            all.add(&file.items);
        }
        all
    }

    fn add(&mut self, items: &'t [Item]) {
        let mut waiting: Vec<&Item> = items.iter().collect();
        while let Some(item) = waiting.pop() {
            match &item.kind {
                ItemKind::Feature(own) => {
                    self.features.insert(&own.name.text);
                    for line in &own.lines {
                        if let FeatureLine::Property(property) = &line.kind {
                            self.print(&own.name.text, property);
                        }
                    }
                }
                ItemKind::Figure(own) => _ = self.figures.insert(&own.name.text),
                ItemKind::Token(own) => {
                    self.tokens.extend(own.names.iter().map(|name| name.text.as_str()));
                }
                ItemKind::Enum(own) => {
                    let names = own.names.iter().map(|name| name.text.as_str()).collect();
                    self.enums.insert(&own.name.text, names);
                }
                ItemKind::Has { owner, property } => self.print(&owner.text, property),
                ItemKind::With(with) => waiting.extend(&with.items),
                _ => {}
            }
        }
    }

    fn print(&mut self, owner: &'t str, property: &'t Property) {
        let ty = match &property.ty.kind {
            TypeKind::Named(name) => name.text.as_str(),
            TypeKind::List(_) => "",
        };
        self.printed.insert((owner, &property.name.text, ty));
    }

    /// The names that the values of a type have.
    fn values(&self, ty: &str) -> Vec<&'t str> {
        match ty {
            "direction" => DIRECTIONS.to_vec(),
            "token_kind" => self.tokens.iter().copied().collect(),
            "figure_kind" => self.figures.iter().copied().collect(),
            "feature_kind" => self.features.iter().copied().collect(),
            ty => self.enums.get(ty).cloned().unwrap_or_default(),
        }
    }

    /// What the keys of a part of a file can be; nothing if its keys name nothing of the rules.
    fn keys(&self, part: &str) -> Option<BTreeSet<String>> {
        let plain = |names: &BTreeSet<&str>| names.iter().map(|&name| name.to_owned()).collect();
        Some(match part {
            "features" => plain(&self.features),
            "figures" => plain(&self.figures),
            "tokens" => plain(&self.tokens),
            "printed" => {
                let key = |(owner, property, ty): &(&str, &str, &str)| {
                    let key = format!("{owner}-{property}");
                    let named = self.values(ty).into_iter().map(|name| format!("{key}-{name}"));
                    named.chain([key.clone()]).collect::<Vec<_>>()
                };
                self.printed.iter().flat_map(key).collect()
            }
            _ => return None,
        })
    }
}

/// What a part of a file speaks of.
fn sort(part: &str) -> &'static str {
    match part {
        "features" => "kind of feature",
        "figures" => "kind of figure",
        "tokens" => "kind of token",
        _ => "printed value",
    }
}

/// The keys of a `drawing.json` that name nothing which any expansion has, as warnings.
pub fn drawn_nowhere(file: &TextFile, texts: &Texts) -> Vec<Flaw> {
    let Ok(Value::Object(parts)) = serde_json::from_str(&file.text) else { return Vec::new() };
    let drawable = Drawable::of(texts);
    let mut flaws = Vec::new();
    for (part, entries) in &parts {
        let (Value::Object(entries), Some(known)) = (entries, drawable.keys(part)) else {
            continue;
        };
        for key in entries.keys().filter(|key| !known.contains(*key)).take(MOST) {
            let place = json::key(&file.text, &[part.clone(), key.clone()]);
            let message = format!("no expansion has a {} `{key}`", sort(part));
            let near = nearest(key, known.iter().map(String::as_str)).map(meant);
            let plain = (part == "printed").then(|| {
                "write what it is printed on and what it is, as in `OWNER-PROPERTY`".to_owned()
            });
            flaws.push(
                Flaw::new(DRAWING, file, place, message, "nothing is drawn so")
                    .doubtful()
                    .help(near.or(plain)),
            );
        }
    }
    flaws.truncate(MOST);
    flaws
}
