//! The second layout of a tile: the pieces of a feature that ends at a printed ground.

use crate::facts::{Feature, Tile};
use crate::sets::Parted;
use serde_json::Number;
use std::collections::BTreeMap;

/// Millimetres are reckoned in hundredths, so that half of a printed value is exact.
const HUNDREDTHS: u32 = 100;

/// One piece for each edge of the feature, the first with its name and the others with the next free ones.
///
/// A figure stands halfway between the edge and the ground.
pub(crate) fn pieces(tile: &Tile, parted: &Parted) -> Result<Vec<Feature>, String> {
    let whole = tile.features.iter().find(|f| f.id == parted.feature);
    let whole =
        whole.ok_or_else(|| format!("{}: no feature is called `{}`", tile.id, parted.feature))?;
    let alone = whole.half_edges.is_empty()
        && whole.pennants == 0
        && whole.attrs.is_empty()
        && whole.adjacent_cities.is_empty()
        && !tile.wagon_links.iter().any(|link| link.contains(&whole.id))
        && !tile.features.iter().any(|f| f.adjacent_cities.contains(&whole.id));
    if !alone {
        // Which piece would have the value or touch the other feature is not known.
        return Err(format!("{}: `{}` has more than edges to part", tile.id, whole.id));
    }
    let ground =
        tile.markers.iter().find(|m| m.kind == parted.ground).and_then(|m| m.box_mm.as_ref());
    let ground = ground.ok_or_else(|| format!("{}: no ground `{}`", tile.id, parted.ground))?;
    let names = names(tile, whole)?;
    let piece = |(edge, id): (&String, String)| {
        Ok(Feature {
            id,
            kind: whole.kind.clone(),
            edges: vec![edge.clone()],
            half_edges: Vec::new(),
            pennants: 0,
            adjacent_cities: Vec::new(),
            attrs: BTreeMap::new(),
            stand_mm: Some(stand(edge, ground).ok_or_else(|| {
                format!("{}: no figure can stand between `{edge}` and the ground", tile.id)
            })?),
        })
    };
    whole.edges.iter().zip(names).map(piece).collect()
}

/// The feature's own name, then names like it that no other feature of the tile has.
fn names(tile: &Tile, whole: &Feature) -> Result<impl Iterator<Item = String>, String> {
    let letters = whole.id.trim_end_matches(|c: char| c.is_ascii_digit());
    let own: u32 = whole.id[letters.len()..]
        .parse()
        .map_err(|_| format!("{}: `{}` has no number to count on from", tile.id, whole.id))?;
    let free = (own..).map(move |number| format!("{letters}{number}"));
    Ok(free.filter(|name| *name == whole.id || tile.features.iter().all(|f| f.id != *name)))
}

/// Halfway between an edge and a ground: left, top, right, bottom.
fn stand(edge: &str, ground: &[Number; 4]) -> Option<[Number; 2]> {
    const SIDE: u32 = 45 * HUNDREDTHS;
    let side = |at: usize| hundredths(&ground[at]).filter(|side| *side <= SIDE);
    let (x, y) = match edge {
        "N" => (SIDE / 2, side(1)? / 2),
        "E" => (u32::midpoint(SIDE, side(2)?), SIDE / 2),
        "S" => (SIDE / 2, u32::midpoint(SIDE, side(3)?)),
        "W" => (side(0)? / 2, SIDE / 2),
        _ => return None,
    };
    Some([millimetres(x)?, millimetres(y)?])
}

fn hundredths(value: &Number) -> Option<u32> {
    let text = value.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    let part: u32 = format!("{part:0<2}").get(..2)?.parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(HUNDREDTHS)?.checked_add(part)
}

fn millimetres(hundredths: u32) -> Option<Number> {
    let (whole, part) = (hundredths / HUNDREDTHS, hundredths % HUNDREDTHS);
    format!("{whole}.{part:02}").parse().ok()
}
