//! Where words stand beside lines, so that they cover neither each other nor what the picture is about.

use abi::{Area, Outline, Point};
use svg::node::element::Text;

use super::pieces::words;

/// The height of letters, in micrometres.
const SIZE: i64 = 6_500;
/// How wide a letter is as a share of its height, in hundredths.
const LETTER: i64 = 62;
/// Between a line and its words; more of it where there is no room.
const ASIDE: [i64; 3] = [1_500, 6_000, 12_000];
/// How far along a line its words may stand, in hundredths, the better places first.
const ALONG: [i64; 11] = [50, 60, 70, 40, 80, 30, 90, 100, 20, 115, 10];

/// The words of a picture that have their places already, and what they must not cover.
pub(super) struct Labels {
    seen: Area,
    taken: Vec<Area>,
}

impl Labels {
    /// No words yet, in so much of the table.
    pub(super) const fn of(seen: Area) -> Self {
        Self { seen, taken: Vec::new() }
    }

    /// Keeps words away from something.
    pub(super) fn keep_clear(&mut self, outline: &Outline) {
        self.taken.extend(outline.bounds());
    }

    /// Words beside the line between two points.
    pub(super) fn beside(&mut self, from: Point, to: Point, text: String) -> Text {
        let wide = width(&text, SIZE);
        let places = ASIDE.iter().flat_map(|aside| ALONG.iter().map(move |along| (aside, along)));
        let places = places.flat_map(|(aside, along)| {
            let x = from.x + (to.x - from.x) * along / 100;
            let y = from.y + (to.y - from.y) * along / 100;
            [
                Point::new(x + aside, y - ASIDE[0]),
                Point::new(x - aside - wide, y - ASIDE[0]),
                Point::new(x - wide / 2, y - 2 * aside),
                Point::new(x - wide / 2, y + 2 * aside + SIZE),
            ]
        });
        let boxed = |at: Point| Area {
            west: at.x,
            north: at.y - SIZE,
            east: at.x + wide,
            south: at.y + SIZE / 4,
        };
        let best = places.min_by_key(|&at| self.covered(boxed(at))).unwrap_or(from);
        self.taken.push(boxed(best));
        words(best, SIZE, text)
            .set("font-weight", "bold")
            .set("paint-order", "stroke")
            .set("stroke", "#ffffff")
            .set("stroke-width", SIZE / 4)
            .set("stroke-opacity", "0.8")
            .set("stroke-linejoin", "round")
    }

    /// How much of a box covers something or lies out of sight.
    fn covered(&self, area: Area) -> i64 {
        let whole = shared(area, area);
        let covers: i64 = self.taken.iter().map(|&taken| shared(area, taken)).sum();
        covers + 2 * (whole - shared(area, self.seen))
    }
}

/// How wide words are in letters of a height.
pub(super) fn width(text: &str, letters: i64) -> i64 {
    text.chars().count() as i64 * letters * LETTER / 100
}

/// How much two boxes share, in squares of a tenth of a millimetre.
fn shared(a: Area, b: Area) -> i64 {
    let wide = (a.east.min(b.east) - a.west.max(b.west)).max(0) / 100;
    let high = (a.south.min(b.south) - a.north.max(b.north)).max(0) / 100;
    wide * high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_lines_in_one_direction_stand_apart() {
        let seen = Area { west: -95_000, north: -70_000, east: 95_000, south: 70_000 };
        let mut labels = Labels::of(seen);
        let token = Outline::rectangle(Point::new(0, 0), 24_000, 20_000, 30_000);
        labels.keep_clear(&token);
        for to in [(2_000, -30_000), (-2_000, -40_000), (500, -14_000), (0, 200_000)] {
            let _ = labels.beside(Point::new(0, 0), Point::new(to.0, to.1), "19 mm".to_owned());
        }
        for (i, &a) in labels.taken.iter().enumerate() {
            assert_eq!(shared(a, seen), shared(a, a), "{a:?} is in sight");
            for &b in &labels.taken[..i] {
                assert_eq!(shared(a, b), 0, "{a:?} and {b:?} cover each other");
            }
        }
    }
}
