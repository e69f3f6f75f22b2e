//! The table as characters: tiles, figures by their owners, seats, and the way of a token.

use abi::{Catch, Flight, Point, Scene, TILE_SIDE};

/// The width of the picture in characters.
const WIDTH: i64 = 96;
/// A character is so much higher than wide.
const RATIO: i64 = 2;
/// The most lines that a picture has.
const MOST_LINES: i64 = 40;

/// What a character shows; what comes later lies over what comes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// The bare table.
    Table,
    /// A tile.
    Tile,
    /// The line on which the ruler's near edge lies.
    Ruler,
    /// The token in flight or sliding.
    Way,
    /// A figure of a seat, or of nobody.
    Figure(Option<usize>),
    /// Where somebody sits.
    Seat(usize),
    /// What is aimed at.
    Target,
    /// A figure that was touched.
    Touched(Option<usize>),
    /// Where the token lies.
    Token,
}

/// A picture of the table, line by line from the north.
#[derive(Debug)]
pub(super) struct Canvas {
    from: Point,
    step: i64,
    columns: i64,
    marks: Vec<Mark>,
}

impl Canvas {
    /// The table before a throw.
    pub(super) fn of(scene: &Scene) -> Self {
        let table = scene.table;
        let (width, height) = (table.east - table.west, table.south - table.north);
        let step = (width / (WIDTH - 2)).max(height / (MOST_LINES - 2) / RATIO).max(1);
        let from = Point::new(table.west - step / 2, table.north - step * RATIO / 2);
        let columns = width / step + 2;
        let lines = height / (step * RATIO) + 2;
        let marks = vec![Mark::Table; (columns * lines) as usize];
        let mut canvas = Self { from, step, columns, marks };
        for tile in &scene.tiles {
            canvas.fill(tile.at);
        }
        if let Some(catcher) = scene.catcher {
            let (a, b) = (scene.seats[scene.shooter], scene.seats[catcher]);
            canvas.mark(Point::new((a.x + b.x) / 2, (a.y + b.y) / 2), Mark::Ruler);
        }
        for figure in &scene.figures {
            canvas.mark(figure.at, Mark::Figure(figure.owner));
        }
        for (seat, &at) in scene.seats.iter().enumerate() {
            canvas.mark(at, Mark::Seat(seat));
        }
        if let Some(target) = scene.aimed_at {
            canvas.mark(target, Mark::Target);
        }
        canvas
    }

    /// What a throw did, over it.
    pub(super) fn draw(&mut self, scene: &Scene, flight: &Flight) {
        for sample in &flight.path {
            self.mark(sample.at, Mark::Way);
        }
        for struck in &flight.landing.struck {
            if let Some(figure) = scene.figures.iter().find(|f| f.id == struck.figure) {
                self.mark(figure.at, Mark::Touched(figure.owner));
            }
        }
        if flight.landing.catch != Catch::Caught {
            self.mark(flight.landing.rest.at, Mark::Token);
        }
    }

    /// The lines of the picture.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[Mark]> {
        self.marks.chunks(self.columns as usize)
    }

    /// Every character whose middle lies on a tile, and the one in the middle of the tile in any case.
    fn fill(&mut self, at: Point) {
        self.mark(Point::new(at.x + TILE_SIDE / 2, at.y + TILE_SIDE / 2), Mark::Tile);
        let high = self.step * RATIO;
        let middles = |from: i64, step: i64, low: i64| {
            let first = (low - from - step / 2 + step - 1).div_euclid(step);
            let last = (low + TILE_SIDE - from - step / 2).div_euclid(step);
            (first..=last).map(move |n| from + n * step + step / 2)
        };
        for y in middles(self.from.y, high, at.y) {
            for x in middles(self.from.x, self.step, at.x) {
                self.mark(Point::new(x, y), Mark::Tile);
            }
        }
    }

    fn mark(&mut self, at: Point, mark: Mark) {
        let column = (at.x - self.from.x).div_euclid(self.step);
        let line = (at.y - self.from.y).div_euclid(self.step * RATIO);
        if !(0..self.columns).contains(&column) || line < 0 {
            return;
        }
        if let Some(old) = self.marks.get_mut((line * self.columns + column) as usize) {
            *old = (*old).max(mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use abi::{Area, Figure, Size, TableTile};

    use super::*;

    #[test]
    fn a_picture_shows_tiles_figures_and_seats_in_their_places() {
        let size = Size { width: 16_000, depth: 10_000, height: 16_000, round: false };
        let figure = |id, owner, x, y| Figure {
            id,
            name: String::new(),
            owner,
            at: Point::new(x, y),
            turn: 0,
            size,
            lying: false,
        };
        let scene = Scene {
            table: Area { west: -400_000, north: -200_000, east: 400_000, south: 200_000 },
            tiles: vec![TableTile { id: 0, at: Point::new(-22_500, -22_500) }],
            figures: vec![figure(1, Some(0), 0, 0), figure(2, None, 100_000, 0)],
            tokens: Vec::new(),
            seats: vec![Point::new(0, 200_000), Point::new(0, -200_000)],
            thrown: size,
            shooter: 0,
            catcher: Some(1),
            aimed_at: None,
        };
        let canvas = Canvas::of(&scene);
        let lines: Vec<&[Mark]> = canvas.lines().collect();
        assert_eq!(lines.len(), 25);
        let count = |wanted: Mark| canvas.marks.iter().filter(|&&m| m == wanted).count();
        assert_eq!(count(Mark::Figure(Some(0))), 1);
        assert_eq!(count(Mark::Figure(None)), 1);
        assert!(count(Mark::Tile) >= 8, "{}", count(Mark::Tile));
        assert!(lines[0].contains(&Mark::Seat(1)) && lines[24].contains(&Mark::Seat(0)));
    }
}
