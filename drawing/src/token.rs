//! Tokens that somebody put on the board: at a place, or across a tile.

use abi::{EdgeSet, Point};
use svg::node::element::{Group, Path};

use crate::{
    figure::{NEUTRAL, seat_colour},
    geometry::TILE,
    signs::Signs,
    tile::ways_across,
};

/// The size of a sign of which nothing is said.
const SIZE: i64 = 700;
/// How much higher the next token at the same place lies, in a pile seen from a little to the south.
const HIGHER: i64 = 260;
/// How wide lies what lies across a tile, with its rims and between them.
const ACROSS: [(i64, &str); 2] = [(620, "#5d3f1e"), (400, "#c89a5e")];
/// The gaps between its planks: how wide, and how far from each other.
const GAPS: &str = "40 130";

/// A token on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutToken {
    /// Its kind.
    pub kind: String,
    /// The seat of whoever put it there, if somebody did.
    pub owner: Option<usize>,
    /// How it lies.
    pub lies: Lies,
}

/// How a token lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// At a point, in micrometres from the corner of the first cell.
    At(Point),
    /// Across the tile in a column and row, from edge to edge as they lie there.
    Across {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// The edges.
        edges: EdgeSet,
    },
}

/// Tokens over the tiles that they lie on; those at one place are a pile.
pub(crate) fn put(group: Group, tokens: &[PutToken], signs: &mut Signs<'_>) -> Group {
    let mut group = group;
    for (i, token) in tokens.iter().enumerate() {
        group = match token.lies {
            Lies::Across { x, y, edges } => group.add(across(x, y, edges)),
            Lies::At(at) => {
                let before = tokens[..i].iter().filter(|other| other.lies == token.lies).count();
                group.add(at_point(token, at, before as i64, signs))
            }
        };
    }
    group
}

fn at_point(token: &PutToken, at: Point, before: i64, signs: &mut Signs<'_>) -> Group {
    let look = signs.looks.token(&token.kind).cloned();
    let size = look.as_ref().map_or(SIZE, |look| look.size * 10);
    let sign = look.map_or_else(|| token.kind.clone(), |look| look.sign);
    let at = Point::new(at.x / 10, at.y / 10 - before * HIGHER);
    let body = signs.stamp(&sign, at, size, size);
    Group::new().set("color", token.owner.map_or(NEUTRAL, seat_colour)).add(body)
}

fn across(x: i64, y: i64, edges: EdgeSet) -> Group {
    let place = format!("translate({} {})", x * TILE, y * TILE);
    let mut group = Group::new().set("transform", place).set("fill", "none");
    for (width, colour) in ACROSS {
        for way in ways_across(edges) {
            let path = Path::new().set("d", way.text()).set("stroke", colour);
            let path = path.set("stroke-width", width);
            group = group.add(path);
        }
    }
    for way in ways_across(edges) {
        let gaps = Path::new().set("d", way.text()).set("stroke", ACROSS[0].1);
        let gaps = gaps.set("stroke-width", ACROSS[1].0).set("stroke-opacity", "0.35");
        group = group.add(gaps.set("stroke-dasharray", GAPS));
    }
    group
}
