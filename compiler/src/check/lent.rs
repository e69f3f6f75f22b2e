//! Tiles without rules: expansions that do not play lend the tiles of their sets.
//!
//! Of such an expansion nothing else is read. What is printed on its tiles and belongs to no rule in play
//! means nothing and is left out; kinds of features must be those of the rules in play.

use std::collections::BTreeMap;

use grammar::{
    Diagnostic,
    ast::{Item, ItemKind},
};

use super::{
    codes,
    manifest::Manifest,
    near::did_you_mean,
    order::{InPlay, Items, Playing},
};

/// What one expansion lends.
struct Lender<'a> {
    manifest: &'a Manifest<'a>,
    /// The sets that were asked for.
    sets: Vec<String>,
    /// Their items and the tiles in them.
    items: Vec<&'a Item>,
}

/// Adds the tiles of sets that belong to expansions which do not play.
pub(crate) fn borrow<'a>(
    sets: &[String],
    all: &'a BTreeMap<&'a str, Manifest<'a>>,
    playing: &mut Playing<'a>,
    items: &mut Items<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut lenders: BTreeMap<&str, Lender<'a>> = BTreeMap::new();
    let plays = |name: &str| playing.position(name).is_some();
    for set in sets {
        let owners = || all.values().filter(|manifest| owns(manifest, set));
        if owners().any(|manifest| plays(&manifest.name.text)) {
            continue;
        }
        let Some(owner) = owners().next() else {
            diagnostics.push(unknown(set, all));
            continue;
        };
        let lender = lenders.entry(&owner.name.text).or_insert(Lender::new(owner));
        if !lender.sets.contains(set) {
            lender.sets.push(set.clone());
        }
        for (name, item) in wanted(set, owner, all, &plays) {
            let lender = lenders.entry(name).or_insert(Lender::new(&all[name]));
            if !lender.items.iter().any(|other| std::ptr::eq(*other, item)) {
                lender.items.push(item);
            }
        }
    }
    for lender in lenders.into_values() {
        let expansion = playing.expansions.len();
        items.list.extend(lender.items.into_iter().map(|item| InPlay { item, expansion, with: 0 }));
        playing.expansions.push(Manifest {
            players: None,
            lends: Some(lender.sets),
            ..lender.manifest.clone()
        });
        playing.ordered_after.push(Vec::new());
    }
}

impl<'a> Lender<'a> {
    fn new(manifest: &'a Manifest<'a>) -> Self {
        Self { manifest, sets: Vec::new(), items: Vec::new() }
    }
}

/// The items of a set: its own item, and those of its tiles, with the expansions that they are of.
fn wanted<'a>(
    set: &str,
    owner: &'a Manifest<'a>,
    all: &'a BTreeMap<&'a str, Manifest<'a>>,
    plays: &dyn Fn(&str) -> bool,
) -> Vec<(&'a str, &'a Item)> {
    let own = owner.name.text == set;
    let mut found = Vec::new();
    for item in items(owner) {
        match &item.kind {
            ItemKind::Set(pile) if pile.name.text == set => {
                found.push((owner.name.text.as_str(), item));
                // Its tiles are the owner's, or those of others that do not play either.
                let others = || all.values().filter(|other| !std::ptr::eq(*other, owner));
                for content in &pile.contents {
                    let in_play = others().filter(|other| plays(&other.name.text));
                    if in_play.flat_map(items).any(|item| is_tile(item, &content.name.text)) {
                        continue;
                    }
                    let mut tiles = std::iter::once(owner).chain(others()).flat_map(|manifest| {
                        items(manifest).map(|item| (manifest.name.text.as_str(), item))
                    });
                    found.extend(tiles.find(|(_, item)| is_tile(item, &content.name.text)));
                }
            }
            ItemKind::Tile(tile) if own && tile.copies.is_some() => {
                found.push((owner.name.text.as_str(), item));
            }
            _ => {}
        }
    }
    found
}

fn owns(manifest: &Manifest<'_>, set: &str) -> bool {
    let declares = |item: &Item| matches!(&item.kind, ItemKind::Set(p) if p.name.text == set);
    let has_copies = |item: &Item| matches!(&item.kind, ItemKind::Tile(t) if t.copies.is_some());
    items(manifest).any(declares) || (manifest.name.text == set && items(manifest).any(has_copies))
}

fn is_tile(item: &Item, name: &str) -> bool {
    matches!(&item.kind, ItemKind::Tile(tile) if tile.name.text == name)
}

/// The items outside of any `with`.
fn items<'a>(manifest: &Manifest<'a>) -> impl Iterator<Item = &'a Item> {
    manifest.source.files.iter().flat_map(|(_, file)| &file.items)
}

fn unknown(set: &str, all: &BTreeMap<&str, Manifest<'_>>) -> Diagnostic {
    let message = format!("there is no set of tiles `{set}`");
    let mut error = Diagnostic::error(codes::UNKNOWN_SET_TILE, message);
    let declared = all.values().flat_map(items).filter_map(|item| match &item.kind {
        ItemKind::Set(pile) => Some(pile.name.text.as_str()),
        _ => None,
    });
    error.help = did_you_mean(set, all.keys().copied().chain(declared));
    error
}
