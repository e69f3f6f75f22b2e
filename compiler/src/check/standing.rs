//! Figures that may stand nowhere: without a place, or only on what no tile has.

use std::collections::BTreeSet;

use abi::FeatureKindId;
use grammar::{
    Diagnostic,
    ast::{FigureLine, ItemKind, Stand},
};

use super::{codes, near::some, order::InPlay};
use crate::typed::{FigureDef, Rules, StandOn};

/// Warns of each figure of the items that finds no place, whatever is played.
pub(crate) fn check(rules: &Rules, items: &[InPlay<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let printed: BTreeSet<FeatureKindId> =
        rules.tiles.iter().flat_map(|tile| &tile.segments).map(|segment| segment.kind).collect();
    let laid = rules.tokens.iter().filter_map(|token| Some(token.lays?.0));
    let found: BTreeSet<FeatureKindId> = printed.into_iter().chain(laid).collect();
    for in_play in items {
        let ItemKind::Figure(item) = &in_play.item.kind else { continue };
        // A line that cannot be read may say where.
        let named = |kind: &&FigureDef| kind.name == item.name.text;
        let Some(figure) = rules.figures.iter().find(named) else { continue };
        let lines = item.lines.iter().filter_map(|line| match &line.kind {
            FigureLine::Stands(stands) => Some(stands),
            _ => None,
        });
        let written: Vec<&Stand> = lines.flatten().collect();
        let name = &item.name.text;
        if figure.stands.is_empty() && written.is_empty() {
            let help = "a line `stands on` lists kinds of feature, `tile`, `corner` or `figure`";
            diagnostics.push(
                Diagnostic::warning(codes::STANDS_NOWHERE, format!("`{name}` may stand nowhere"))
                    .label(item.name.span, "expected a line `stands on …`")
                    .help(help),
            );
            continue;
        }
        let missing = |on: StandOn| match on {
            StandOn::Feature(kind) if !found.contains(&kind) => Some(kind),
            _ => None,
        };
        let nowhere: Option<Vec<FeatureKindId>> =
            figure.stands.iter().map(|stand| missing(stand.on)).collect();
        let Some(nowhere) = nowhere.filter(|kinds| !kinds.is_empty()) else { continue };
        // Rules without any tile are only begun.
        if rules.tiles.is_empty() || written.is_empty() {
            continue;
        }
        let kinds: BTreeSet<&str> =
            nowhere.iter().map(|kind| rules.features[kind.index()].name.as_str()).collect();
        let places = written[0].place.span.to(written[written.len() - 1].place.span);
        let message = format!("`{name}` may stand on {} only, and no tile has that", some(&kinds));
        diagnostics.push(
            Diagnostic::warning(codes::STANDS_NOWHERE, message)
                .label(places, "found on no tile")
                .help("print it on a tile, or let the figure stand elsewhere too"),
        );
    }
}
