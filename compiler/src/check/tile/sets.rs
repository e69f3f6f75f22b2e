//! Copies of tiles: those of each expansion, and the named sets.

use std::collections::BTreeSet;

use abi::{TileKindId, TileSet};
use grammar::{
    Diagnostic,
    ast::{self, ItemKind, Name},
};

use super::{tile_of, unknown_tile};
use crate::{
    check::{codes, order::InPlay},
    names::Names,
};

/// More copies than any set has.
const MANY_COPIES: i64 = 1000;

/// All sets: first the own copies of each expansion in play, named after it, then the declared ones. `drawn` gets
/// every tile that any of them names, with mistaken numbers too: what else is wrong with it shows at once.
pub(super) fn declare(
    names: &Names,
    items: &[InPlay<'_>],
    drawn: &mut BTreeSet<TileKindId>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<TileSet> {
    let mut sets = own(names, items, drawn, diagnostics);
    let own_count = sets.len();
    let mut declared: Vec<&Name> = Vec::new();
    for in_play in items {
        let ItemKind::Set(item) = &in_play.item.kind else { continue };
        let set = read(names, item, drawn, diagnostics);
        if let Some(first) = declared.iter().find(|name| name.text == item.name.text) {
            diagnostics.push(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    format!("a second set `{}`", item.name.text),
                )
                .label(item.name.span, "declared again here")
                .label(first.span, "declared first here"),
            );
            continue;
        }
        declared.push(&item.name);
        match sets[..own_count].iter_mut().find(|own| own.name == set.name) {
            Some(own) => {
                same(names, own, &set, item, diagnostics);
                // What the set takes out of the game stands behind no tile of its own.
                own.tiles.extend(set.tiles.into_iter().filter(|(_, count)| *count == 0));
            }
            None => sets.push(set),
        }
    }
    sets
}

fn own(
    names: &Names,
    items: &[InPlay<'_>],
    drawn: &mut BTreeSet<TileKindId>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<TileSet> {
    let mut sets: Vec<TileSet> = names
        .rules
        .expansions
        .iter()
        .map(|expansion| TileSet { name: expansion.name.clone(), tiles: Vec::new() })
        .collect();
    for in_play in items {
        let ItemKind::Tile(item) = &in_play.item.kind else { continue };
        let Some(id) = tile_of(names, &item.name) else { continue };
        let Some(count) = item.copies else { continue };
        drawn.insert(id);
        let Some(count) = copies(count).filter(|count| *count > 0) else {
            diagnostics.push(wrong_count(item.name.span, count, 1));
            continue;
        };
        let tiles = &mut sets[in_play.expansion].tiles;
        if !tiles.iter().any(|(other, _)| *other == id) {
            tiles.push((id, count));
        }
    }
    sets
}

fn read(
    names: &Names,
    item: &ast::Pile,
    drawn: &mut BTreeSet<TileKindId>,
    diagnostics: &mut Vec<Diagnostic>,
) -> TileSet {
    let mut tiles: Vec<(TileKindId, u32)> = Vec::new();
    for content in &item.contents {
        let Some(id) = tile_of(names, &content.name) else {
            let code = codes::UNKNOWN_SET_TILE;
            diagnostics.push(unknown_tile(names, &content.name, code, diagnostics));
            continue;
        };
        drawn.insert(id);
        let Some(count) = copies(content.count) else {
            diagnostics.push(wrong_count(content.span, content.count, 0));
            continue;
        };
        if tiles.iter().any(|(other, _)| *other == id) {
            diagnostics.push(
                Diagnostic::error(
                    codes::UNKNOWN_SET_TILE,
                    format!("`{}` twice in one set", content.name.text),
                )
                .label(content.span, "named before"),
            );
            continue;
        }
        tiles.push((id, count));
    }
    TileSet { name: item.name.text.clone(), tiles }
}

/// A set with an expansion's own name says the same as its tiles do.
fn same(
    names: &Names,
    own: &TileSet,
    set: &TileSet,
    item: &ast::Pile,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let count = |set: &TileSet, id: TileKindId| {
        set.tiles.iter().find(|(other, _)| *other == id).map_or(0, |(_, count)| *count)
    };
    let differing = own
        .tiles
        .iter()
        .chain(&set.tiles)
        .map(|(id, _)| *id)
        .find(|id| count(own, *id) != count(set, *id));
    if let Some(id) = differing {
        let tile = &names.rules.tiles[id.index()];
        let (here, there) = (count(set, id), count(own, id));
        diagnostics.push(
            Diagnostic::error(
                codes::UNKNOWN_SET_TILE,
                format!("`{}` has {here} copies in this set, and x{there} of its own", tile.name),
            )
            .label(item.name.span, "the set with the expansion's name is that of its `xN`")
            .label(tile.span, format!("x{there} here"))
            .help("give the set another name, or change one of the numbers"),
        );
    }
}

fn copies(count: i64) -> Option<u32> {
    (0..=MANY_COPIES).contains(&count).then_some(count as u32)
}

fn wrong_count(span: grammar::Span, count: i64, least: u32) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY, format!("{count} copies"))
        .label(span, format!("expected {least} to {MANY_COPIES} copies"))
}
