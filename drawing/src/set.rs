//! One tile, or all tiles of a set beside each other with their names.

use abi::{Point, Program, TileKind, TileKindId};
use svg::node::element::{Circle, Group, Text};

use crate::{
    board::laid,
    geometry::{MIDDLE, TILE},
    looks::Looks,
    page::{INK, page},
    signs::Signs,
};

/// Between tiles, and round them.
const GAP: i64 = 450;
/// The height of a line of words below a tile.
const LINE: i64 = 520;
/// The size of letters.
const LETTERS: i64 = 400;
/// How many letters a line below a tile has.
const ACROSS: usize = 21;
/// The most lines below a tile.
const LINES: usize = 3;

/// A kind of tile as SVG, as it lies after some quarter turns, with the names of its segments if they are wanted.
pub fn tile_picture(
    program: &Program,
    looks: &Looks,
    kind: TileKindId,
    turn: i64,
    names: bool,
    pixels: u32,
) -> String {
    let mut signs = Signs::new(looks);
    let mut group = Group::new().add(laid(program, kind, Point::new(0, 0), turn, &mut signs));
    if let Some(kind) = program.tiles.get(kind.index()).filter(|_| names) {
        group = group.add(segment_names(kind, turn));
    }
    page(TILE, TILE, pixels, signs, group)
}

/// Where figures stand, with the names of the segments that they stand on.
fn segment_names(kind: &TileKind, turn: i64) -> Group {
    let mut group =
        Group::new().set("font-size", 300).set("text-anchor", "middle").set("fill", INK);
    for segment in &kind.segments {
        let (x, y) = segment.at.map_or((MIDDLE.x, MIDDLE.y), |(x, y)| (x / 10, y / 10));
        let (x, y) = match turn.rem_euclid(4) {
            0 => (x, y),
            1 => (TILE - y, x),
            2 => (TILE - x, TILE - y),
            _ => (y, TILE - x),
        };
        let disc = Circle::new().set("cx", x).set("cy", y).set("r", 270).set("fill", "#ffffff");
        group = group
            .add(disc.set("stroke", INK).set("stroke-width", 40).set("fill-opacity", "0.9"))
            .add(Text::new(segment.name.as_str()).set("x", x).set("y", y + 108));
    }
    group
}

/// Tiles with their numbers of copies as SVG, so many beside each other.
pub fn set_picture(
    program: &Program,
    looks: &Looks,
    tiles: &[(TileKindId, Option<u32>)],
    across: u32,
    pixels: u32,
) -> String {
    let mut signs = Signs::new(looks);
    let across = i64::from(across.max(1)).min(tiles.len().max(1) as i64);
    let named = |kind: TileKindId| program.tiles.get(kind.index()).map_or("", |t| t.name.as_str());
    let lines = tiles.iter().map(|&(kind, copies)| words(named(kind), copies).len()).max();
    let below = lines.unwrap_or(0) as i64 * LINE + GAP;
    let mut group = Group::new().set("font-size", LETTERS).set("fill", INK);
    for (i, &(kind, copies)) in tiles.iter().enumerate() {
        let (column, row) = (i as i64 % across, i as i64 / across);
        let at = Point::new(GAP + column * (TILE + GAP), GAP + row * (TILE + below));
        group = group.add(laid(program, kind, at, 0, &mut signs));
        for (number, line) in words(named(kind), copies).into_iter().enumerate() {
            let y = at.y + TILE + LINE * (number as i64 + 1) - 70;
            group = group.add(Text::new(line).set("x", at.x).set("y", y));
        }
    }
    let rows = (tiles.len() as i64 + across - 1) / across;
    page(across * (TILE + GAP) + GAP, rows * (TILE + below) + GAP, pixels, signs, group)
}

/// The name of a tile in lines, with its number of copies if it has one.
fn words(name: &str, copies: Option<u32>) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    let copies = copies.map(|copies| format!("×{copies}"));
    for (i, part) in name.split('_').chain(copies.as_deref()).enumerate() {
        let last = lines.last_mut().expect("there is one");
        let joint = if i == 0 {
            ""
        } else if part.starts_with('×') {
            " "
        } else {
            "_"
        };
        if last.chars().count() + joint.len() + part.chars().count() <= ACROSS || last.is_empty() {
            last.push_str(joint);
            last.push_str(part);
        } else {
            if joint == "_" {
                last.push('_');
            }
            lines.push(part.to_owned());
        }
    }
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines[LINES - 1].push('…');
    }
    lines
}
