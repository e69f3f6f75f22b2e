//! Room for the figures of one tile beside each other.

use abi::{Point, Size, TILE_SIDE, Word};

/// How far figures stand apart at least where there is room.
pub(super) const APART: i64 = 1_000;
/// The same where there is little room.
const CLOSE: i64 = 100;
/// How many figures of one tile look for room of their own; more of them stand in rows.
const LOOKING: usize = 10;

/// The ground of a figure on its tile.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    pub(super) west: i64,
    pub(super) north: i64,
    pub(super) width: i64,
    pub(super) depth: i64,
}

impl Ground {
    fn meets(&self, other: &Self, apart: i64) -> bool {
        self.west < other.west + other.width + apart
            && other.west < self.west + self.width + apart
            && self.north < other.north + other.depth + apart
            && other.north < self.north + self.depth + apart
    }
}

/// A figure that looks for its place.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub(super) figure: Word,
    pub(super) size: Size,
    pub(super) lying: bool,
    /// Where it would stand if it were alone, from the corner of its tile.
    pub(super) wanted: Point,
}

impl Standing {
    /// How wide and deep its ground is.
    pub(super) const fn ground(&self) -> (i64, i64) {
        let Size { width, depth, height, .. } = self.size;
        (width, if self.lying { height } else { depth })
    }
}

/// Where the figures of a tile stand, and in how many eighths of their size: those who come later look for room
/// beside the earlier ones; if there is none, those who lie choose first, all stand closer, and then make
/// themselves thinner.
pub(super) fn grounds(standing: &[Standing]) -> Option<(Vec<Ground>, i64)> {
    if standing.len() > LOOKING {
        return None;
    }
    let mut order: Vec<usize> = (0..standing.len()).collect();
    for (eighths, apart) in [(8, APART), (8, CLOSE), (6, APART), (4, CLOSE), (3, CLOSE)] {
        for lying_first in [false, true] {
            order.sort_by_key(|&i| (lying_first && !standing[i].lying, i));
            let mut taken: Vec<Ground> = Vec::with_capacity(standing.len());
            for &i in &order {
                let Standing { size, .. } = standing[i];
                let thin = Standing { size: thinner(size, eighths), ..standing[i] };
                match room_beside(&taken, &thin, apart) {
                    Some(ground) => taken.push(ground),
                    None => break,
                }
            }
            if taken.len() == standing.len() {
                let mut grounds = taken.clone();
                for (&i, ground) in order.iter().zip(taken) {
                    grounds[i] = ground;
                }
                return Some((grounds, eighths));
            }
        }
    }
    None
}

/// So many eighths of a size.
pub(super) fn thinner(size: Size, eighths: i64) -> Size {
    let thin = |length: i64| if eighths == 8 { length } else { (length * eighths / 8).max(500) };
    Size {
        width: thin(size.width),
        depth: thin(size.depth),
        height: thin(size.height),
        round: size.round,
    }
}

/// The ground as near as possible to where a figure wants to stand, if there is room.
fn room_beside(taken: &[Ground], standing: &Standing, apart: i64) -> Option<Ground> {
    let (width, depth) = standing.ground();
    let (most_west, most_north) = (TILE_SIDE - width, TILE_SIDE - depth);
    if most_west < 0 || most_north < 0 {
        return None;
    }
    let ground = |west, north| Ground { west, north, width, depth };
    let free = |ground: &Ground| !taken.iter().any(|other| other.meets(ground, apart));
    let west = (standing.wanted.x - width / 2).clamp(0, most_west);
    let north = (standing.wanted.y - depth / 2).clamp(0, most_north);
    let wanted = ground(west, north);
    if free(&wanted) {
        return Some(wanted);
    }
    // The nearest free ground touches another one, or the tile's rim, in both directions.
    let mut best = None;
    let wests = taken.iter().flat_map(|g| [g.west - apart - width, g.west + g.width + apart]);
    for x in std::iter::once(west).chain(wests).filter(|x| (0..=most_west).contains(x)) {
        let norths =
            taken.iter().flat_map(|g| [g.north - apart - depth, g.north + g.depth + apart]);
        for y in std::iter::once(north).chain(norths).filter(|y| (0..=most_north).contains(y)) {
            let far = (x - west).pow(2) + (y - north).pow(2);
            let key = (far, y, x);
            if best.is_none_or(|best| key < best) && free(&ground(x, y)) {
                best = Some(key);
            }
        }
    }
    best.map(|(_, y, x)| ground(x, y))
}
