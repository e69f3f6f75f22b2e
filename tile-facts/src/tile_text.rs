//! One tile of the facts as an item of a tile file.

use crate::facts::{Feature, Marker, Tile};
use crate::parted::pieces;
use crate::sets::{Between, Folder, Sets};
use serde_json::{Number, Value};
use std::fmt::Write;

/// What the facts call an edge that a feature shares with another one of its kind.
const SHARED: &str = "multi_edge";

/// A line of a tile before its columns are known.
struct Line<'a> {
    kind: &'a str,
    id: &'a str,
    body: String,
    stand: Option<String>,
}

/// The text of one tile, or what is wrong with its facts.
pub(crate) fn tile_text(tile: &Tile, folder: &Folder, sets: &Sets) -> Result<String, String> {
    let features = printed_features(tile, sets)?;
    let lines: Vec<Line<'_>> =
        (0..features.len()).map(|at| line(at, &features, tile, folder)).collect();

    let mut text = format!("tile {}", tile.id);
    let copies = folder.copies.as_ref().and_then(|copies| tile.counts.get(copies));
    if let Some(copies) = copies {
        let _ = write!(text, " x{copies}");
    }
    if let Some(pile) = pile(tile, folder) {
        let _ = write!(text, " in {pile}");
    }
    text.push_str(" {\n");
    let mut rest = lines.as_slice();
    if let Some(parted) = folder.parted.get(&tile.id) {
        let pieces = pieces(tile, parted)?;
        let pieces: Vec<&Feature> = pieces.iter().collect();
        let pieces: Vec<Line<'_>> =
            (0..pieces.len()).map(|at| line(at, &pieces, tile, folder)).collect();
        let before = lines.iter().take_while(|l| l.id != parted.feature).count();
        let (before, whole) = lines.split_at(before);
        let (whole, behind) = whole.split_at(1);
        let _ = writeln!(
            text,
            "{}    when {} {{\n{}    }} else {{\n{}    }}",
            columns(before, 1),
            parted.option,
            columns(&pieces, 2),
            columns(whole, 2)
        );
        rest = behind;
    }
    text.push_str(&columns(rest, 1));
    for marker in &tile.markers {
        if let Some(name) = folder.spaces.get(&marker.kind) {
            let _ = writeln!(text, "    {} {name}:", marker.kind);
        }
    }
    for marker in &tile.markers {
        if let Some(between) = folder.between.get(&marker.kind) {
            text.push_str(&spaces_between(tile, between));
        }
    }
    for marker in &tile.markers {
        if let Some(key) = folder.markers.get(&marker.kind) {
            let _ = writeln!(text, "    {}", marker_text(marker, key.as_deref(), &tile.id)?);
        }
    }
    if tile.attrs.get("matches_any_edge") == Some(&Value::Bool(true)) {
        text.push_str("    closes N E S W\n");
    }
    text.push_str("}\n");
    Ok(text)
}

/// A space for each two features of a kind.
fn spaces_between(tile: &Tile, between: &Between) -> String {
    let of: Vec<&Feature> = tile.features.iter().filter(|f| f.kind == between.of).collect();
    let pairs = (0..of.len()).flat_map(|a| (a + 1..of.len()).map(move |b| (a, b)));
    let mut text = String::new();
    for (at, (a, b)) in pairs.enumerate() {
        let Between { kind, letter, .. } = between;
        let _ = writeln!(text, "    {kind} {letter}{at}: near {} {}", of[a].id, of[b].id);
    }
    text
}

/// The pile in which a tile lies, if it is one of its own.
fn pile<'a>(tile: &Tile, folder: &'a Folder) -> Option<&'a str> {
    let group = tile.attrs.get("group").and_then(Value::as_str);
    let pile = folder.piles.get(&tile.id).or_else(|| folder.piles.get(group?));
    pile.map(String::as_str)
}

/// Lines with their parts below each other.
fn columns(lines: &[Line<'_>], depth: usize) -> String {
    let kind_width = lines.iter().map(|l| l.kind.len()).max().unwrap_or(0);
    let body_width = lines.iter().map(|l| l.id.len() + l.body.len()).max().unwrap_or(0);
    let mut text = String::new();
    for l in lines {
        let column = format!("{:1$}{2:kind_width$} {3}:{4}", "", 4 * depth, l.kind, l.id, l.body);
        let gap = body_width - l.id.len() - l.body.len();
        let _ = match &l.stand {
            Some(stand) => writeln!(text, "{column}{:gap$}  at {stand}", ""),
            None => writeln!(text, "{}", column.trim_end()),
        };
    }
    text
}

/// The tile's features in printing order; a kind that the table does not know is a mistake, not a choice.
fn printed_features<'a>(tile: &'a Tile, sets: &Sets) -> Result<Vec<&'a Feature>, String> {
    for feature in &tile.features {
        if !sets.kinds.contains(&feature.kind) && !sets.left_out.contains_key(&feature.kind) {
            return Err(format!(
                "{}: the table neither prints nor leaves out the kind `{}`",
                tile.id, feature.kind
            ));
        }
    }
    let mut features: Vec<&Feature> = Vec::new();
    for kind in &sets.kinds {
        features.extend(tile.features.iter().filter(|f| f.kind == *kind));
    }
    Ok(features)
}

fn line<'a>(at: usize, features: &[&'a Feature], tile: &Tile, folder: &Folder) -> Line<'a> {
    let feature = features[at];
    let mut body = String::new();
    for edge in edges(feature, features) {
        let _ = write!(body, " {edge}");
    }
    let near = near(at, features, tile);
    if !near.is_empty() {
        let _ = write!(body, " near {}", near.join(" "));
    }
    let values = values(feature, folder);
    if !values.is_empty() {
        let _ = write!(body, " with {}", values.join(", "));
    }
    let stand = feature.stand_mm.as_ref().map(|at| millimetres(at));
    Line { kind: &feature.kind, id: &feature.id, body, stand }
}

/// The edges that a feature reaches. Two that share one have the halves next to their other edges.
fn edges(feature: &Feature, features: &[&Feature]) -> Vec<String> {
    const ROUND: [&str; 4] = ["N", "E", "S", "W"];
    let shared = |f: &Feature| f.attrs.get(SHARED).and_then(Value::as_str).map(str::to_owned);
    let others = features.iter().filter(|f| f.kind == feature.kind);
    let all: Vec<String> = others.filter_map(|f| shared(f)).collect();
    let own = feature.edges.iter().cloned().chain(shared(feature));
    let half = |edge: String| {
        let left = ROUND.iter().position(|e| *e == edge).map(|at| ROUND[(at + 3) % 4]);
        if !all.contains(&edge) {
            edge
        } else if left.is_some_and(|left| feature.edges.iter().any(|e| e == left)) {
            edge + "L"
        } else {
            edge + "R"
        }
    };
    own.map(half).chain(feature.half_edges.iter().cloned()).collect()
}

/// The segments that this one touches: the cities beside it, and for the later of two that a gate, a door or a
/// junction links, the earlier one (`near` works both ways, once is enough).
fn near<'a>(at: usize, features: &[&'a Feature], tile: &'a Tile) -> Vec<&'a str> {
    let feature = features[at];
    let mut near: Vec<&str> = feature.adjacent_cities.iter().map(String::as_str).collect();
    for earlier in &features[..at] {
        let linked =
            tile.wagon_links.iter().any(|g| g.contains(&feature.id) && g.contains(&earlier.id));
        if linked && !near.contains(&earlier.id.as_str()) {
            near.push(&earlier.id);
        }
    }
    near
}

/// What is printed on a feature and declared by the folder's rules; `false` and 0 are what an unprinted value is.
fn values(feature: &Feature, folder: &Folder) -> Vec<String> {
    let mut values = Vec::new();
    if feature.pennants > 0 {
        values.push(format!("pennants = {}", feature.pennants));
    }
    for (attr, value) in &feature.attrs {
        let Some(name) = folder.attrs.get(attr) else { continue };
        match value {
            Value::Bool(true) => values.push(name.clone()),
            Value::Bool(false) | Value::Null => {}
            Value::String(word) => values.push(format!("{name} = {word}")),
            other => values.push(format!("{name} = {other}")),
        }
    }
    values
}

fn marker_text(marker: &Marker, key: Option<&str>, tile: &str) -> Result<String, String> {
    let mut text = marker.kind.clone();
    if let Some(key) = key {
        match marker.values.get(key) {
            Some(Value::String(word)) => {
                let _ = write!(text, " = {word}");
            }
            Some(Value::Number(number)) => {
                let _ = write!(text, " = {number}");
            }
            _ => return Err(format!("{tile}: the symbol `{}` has no `{key}`", marker.kind)),
        }
    }
    if let Some(ground) = &marker.box_mm {
        let _ = write!(text, " box {}", millimetres(ground));
    }
    Ok(text)
}

/// Millimetres as short as they can be written exactly: `8`, not `8.0`.
pub(crate) fn millimetres(values: &[Number]) -> String {
    let short = |number: &Number| {
        let text = number.to_string();
        match text.split_once('.') {
            Some(_) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            None => text,
        }
    };
    values.iter().map(short).collect::<Vec<_>>().join(" ")
}
