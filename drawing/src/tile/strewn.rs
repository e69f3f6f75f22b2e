//! Signs strewn over ground and areas, clear of whatever else is drawn: the same ones in every picture of a tile.

use abi::Point;
use svg::node::element::Group;

use super::{End, Layout, marks::Mark};
use crate::{
    looks::{Shape, Strewn},
    signs::Signs,
};

/// So far from where figures stand nothing is strewn, in hundredths of a millimetre.
const STAND: i64 = 430;

/// Strews the ground.
pub(super) fn strew(
    layout: &Layout<'_>,
    marks: &[Mark],
    ends: &[End],
    mut group: Group,
    signs: &mut Signs<'_>,
) -> Group {
    let Some(look) = layout.ground().and_then(|ground| layout.look(ground, signs)) else {
        return group;
    };
    let mut taken: Vec<(Point, i64)> = layout.spots().map(|spot| (spot, STAND)).collect();
    for (end, stamp) in ends {
        taken.push((*end, stamp.as_ref().map_or(300, |(_, size)| size * 2 / 3)));
    }
    for (i, segment) in layout.kind.segments.iter().enumerate() {
        if layout.shape(i, signs) == Shape::Sign {
            let size =
                layout.look(i, signs).and_then(|l| l.stamp.as_ref()).map_or(1_100, |s| s.size * 10);
            let at = segment.at.map_or(crate::geometry::MIDDLE, super::hundredths);
            taken.push((at, size * 3 / 5));
        }
    }
    for (number, strewn) in look.strewn.iter().enumerate() {
        let free = |p: Point| layout.open_ground(p, signs);
        let places = places(layout, number, strewn, marks, &mut taken, free);
        for (p, size) in places {
            group = group.add(signs.stamp(&strewn.sign, p, size, size));
        }
    }
    group
}

/// Strews an area.
pub(super) fn strew_area(
    layout: &Layout<'_>,
    number: usize,
    marks: &[Mark],
    mut group: Group,
    signs: &mut Signs<'_>,
) -> Group {
    let Some(look) = layout.look(layout.areas[number].0, signs) else { return group };
    let mut taken: Vec<(Point, i64)> = layout.spots().map(|spot| (spot, STAND)).collect();
    for (i, strewn) in look.strewn.iter().enumerate() {
        let free = |p: Point| layout.within_area(number, p).map(|clear| clear - 60);
        for (p, size) in places(layout, i, strewn, marks, &mut taken, free) {
            group = group.add(signs.stamp(&strewn.sign, p, size, size));
        }
    }
    group
}

/// Places for strewn signs, from north to south, so that those in front cover those behind.
fn places(
    layout: &Layout<'_>,
    number: usize,
    strewn: &Strewn,
    marks: &[Mark],
    taken: &mut Vec<(Point, i64)>,
    free: impl Fn(Point) -> Option<i64>,
) -> Vec<(Point, i64)> {
    let size = strewn.size * 10;
    let (apart, rows) = (strewn.apart(), strewn.rows());
    let mut dice = Dice::new(&layout.kind.name, number);
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..rows {
            let jitter = |dice: &mut Dice| dice.below(apart * 2 / 3) - apart / 3;
            let shift = if row % 2 == 1 { apart / 2 } else { 0 };
            let x = column * apart + shift + jitter(&mut dice);
            let p = Point::new(x, row * apart + apart / 2 + jitter(&mut dice));
            let size = size * (85 + dice.below(31)) / 100;
            let room = free(p).is_some_and(|clear| clear > size / 2 + 40)
                && marks.iter().all(|mark| mark.clear_of(p) > size / 2 + 30)
                && taken.iter().all(|(other, far)| other.distance(p) > far + size / 2);
            if room {
                found.push((p, size));
            }
        }
    }
    if let Some(most) = strewn.most.filter(|&most| most < found.len()) {
        // Spread over the whole ground.
        found = (0..most).map(|i| found[i * found.len() / most]).collect();
    }
    taken.extend(found.iter().map(|(p, size)| (*p, size / 2)));
    found.sort_by_key(|(p, _)| (p.y, p.x));
    found
}

/// Numbers that look random and are the same for the same name.
struct Dice(u64);

impl Dice {
    fn new(name: &str, number: usize) -> Self {
        let bytes = name.bytes().chain([number as u8]);
        let seed = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(seed)
    }

    fn below(&mut self, bound: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64) % bound.max(1)
    }
}
