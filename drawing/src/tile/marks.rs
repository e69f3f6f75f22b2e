//! What is printed on a tile besides its landscape: signs on their printed ground, or where there is room.

use abi::{Area as Ground, Point, PrintedValue};
use svg::node::element::Group;

use super::{Layout, hundredths};
use crate::{
    geometry::{MIDDLE, TILE, distance},
    looks::Shape,
    signs::Signs,
};

/// The size of a sign of which nothing is said.
const SIZE: i64 = 620;
/// The most signs of a tile that are drawn: nobody would find others beside them.
const MOST_MARKS: usize = 40;
/// The most signs of one number.
const MOST: i64 = 6;
/// Between two places that are looked at.
const STEP: i64 = 150;

/// A sign with its place.
pub(super) struct Mark {
    sign: String,
    number: String,
    pub(super) at: Point,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) under: bool,
}

impl Mark {
    pub(super) fn draw(&self, group: Group, signs: &mut Signs<'_>) -> Group {
        group.add(signs.stamp_number(&self.sign, &self.number, self.at, self.width, self.height))
    }

    /// How far a point lies from the sign.
    pub(super) fn clear_of(&self, p: Point) -> i64 {
        let x = ((p.x - self.at.x).abs() - self.width / 2).max(0);
        let y = ((p.y - self.at.y).abs() - self.height / 2).max(0);
        Point::new(0, 0).distance(Point::new(x, y))
    }
}

/// All signs of a tile; those with a place of their own first.
pub(super) fn marks(layout: &Layout<'_>, signs: &Signs<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let printed = &layout.kind.printed;
    let (placed, free): (Vec<_>, Vec<_>) = printed.iter().partition(|value| value.ground.is_some());
    for value in placed.into_iter().chain(free).take(MOST_MARKS) {
        add(value, layout, signs, &mut marks);
    }
    marks
}

fn add(value: &PrintedValue, layout: &Layout<'_>, signs: &Signs<'_>, marks: &mut Vec<Mark>) {
    let PrintedValue { owner, property, name, .. } = value;
    let look = signs.looks.printed(owner, property, name.as_deref());
    let is_number = name.is_none() && value.value != 1;
    if is_number && value.value == 0 {
        return;
    }
    let each = look.is_some_and(|look| look.each) && is_number;
    let times = if each { value.value.clamp(1, MOST) } else { 1 };
    let size = look.map_or(SIZE, |look| look.size * 10);
    for _ in 0..times {
        let (at, width, height) = match value.ground {
            Some(ground) => {
                let fills = look.is_some_and(|look| look.fills);
                on(ground, fills, look.map(|_| size), layout, signs)
            }
            None => (room(value, size, layout, signs, marks), size, size),
        };
        let plain = || name.clone().unwrap_or_else(|| property.clone());
        marks.push(Mark {
            sign: look.map_or_else(plain, |look| look.sign.clone()),
            number: value.value.to_string(),
            at,
            width,
            height,
            under: look.is_some_and(|look| look.under),
        });
    }
}

/// The place and size of a sign on its printed ground.
fn on(
    ground: Ground,
    fills: bool,
    size: Option<i64>,
    layout: &Layout<'_>,
    signs: &Signs<'_>,
) -> (Point, i64, i64) {
    let middle = ground.centre();
    let at = hundredths((middle.x, middle.y));
    let (width, height) = ((ground.east - ground.west) / 10, (ground.south - ground.north) / 10);
    if fills {
        return (at, width, height);
    }
    let fits = width.min(height);
    let side = size.map_or(fits, |size| size.min(fits));
    // Within a longer ground as far from spaces as there is room.
    let (right, down) = ((width - side) / 2, (height - side) / 2);
    let spaces: Vec<Point> = (0..layout.kind.segments.len())
        .filter(|&i| layout.shape(i, signs) == Shape::Sign)
        .filter_map(|i| layout.kind.segments[i].at.map(hundredths))
        .collect();
    let places = [(0, 0), (right, 0), (-right, 0), (0, down), (0, -down)];
    let places = places.map(|(x, y)| Point::new(at.x + x, at.y + y));
    let clear = |p: &Point| spaces.iter().map(|space| space.distance(*p)).min().unwrap_or(0);
    // The middle is the first one, and counts if nothing is better.
    let best = places.into_iter().rev().max_by_key(clear).unwrap_or(at);
    (best, side, side)
}

/// The best free place on the segment that a value is printed on, or on the tile.
fn room(
    value: &PrintedValue,
    size: i64,
    layout: &Layout<'_>,
    signs: &Signs<'_>,
    marks: &[Mark],
) -> Point {
    let segment = value.segment.map(usize::from);
    let shape = segment.map(|segment| layout.shape(segment, signs));
    let own = segment.and_then(|i| layout.kind.segments.get(i)?.at).map(hundredths);
    let clear_at = |p: Point| {
        let spots = layout.spots().map(|spot| spot.distance(p) - size / 2).min();
        let others = marks.iter().map(|mark| mark.clear_of(p) - size / 2).min();
        spots.into_iter().chain(others).min().unwrap_or(TILE)
    };
    let mut best: Option<((i64, i64), Point)> = None;
    let steps = || (0..TILE / STEP).map(|i| i * STEP + STEP / 2);
    for p in steps().flat_map(|y| steps().map(move |x| Point::new(x, y))) {
        let (free, wish) = match (segment, shape) {
            (Some(segment), Some(Shape::Area)) => {
                let number = layout.areas.iter().position(|(i, _)| *i == segment);
                let free = number.and_then(|number| layout.within_area(number, p));
                (free, 0)
            }
            (Some(segment), Some(Shape::Band)) => {
                let band = layout.bands.iter().find(|(i, _)| *i == segment);
                let ways = band.into_iter().flat_map(|(_, band)| &band.ways);
                let far = ways.map(|way| distance(p, &way.points())).min().unwrap_or(0);
                (layout.open_ground(p, signs), -far)
            }
            (Some(_), _) => {
                let far = own.map_or(0, |own| own.distance(p));
                (layout.open_ground(p, signs), -far)
            }
            (None, _) => (Some(super::rim(p)), 0),
        };
        let Some(free) = free else { continue };
        // Room for the sign comes first, then room for figures, then whatever is wished for.
        let room = (free - size * 3 / 5).min(0) + (clear_at(p) - 420).min(0);
        let key = (room, wish + if wish == 0 { clear_at(p).min(1_500) } else { 0 });
        if best.is_none_or(|(found, _)| key > found) {
            best = Some((key, p));
        }
    }
    best.map_or(own.unwrap_or(MIDDLE), |(_, p)| p)
}
