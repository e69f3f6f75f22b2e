//! The table as characters: tiles, figures by their owners, seats, and the way of a token.

use abi::{Area, Catch, Flight, Launch, Point, Scene, TILE_SIDE};

/// The most characters that a line of the picture has.
const WIDTH: i64 = 88;
/// A character is so much higher than wide.
const RATIO: i64 = 2;
/// The most lines that a picture has.
const MOST_LINES: i64 = 30;
/// The least that a character is wide, in micrometres: a tile has six.
const FINEST: i64 = TILE_SIDE / 6;
/// What is shown round the tiles, in micrometres.
const MARGIN: i64 = 40_000;
/// In so many steps the line is drawn on which a token is aimed.
const LINE: i64 = 200;
/// A token that lies farther from the tiles is not shown, in micrometres.
const NEAR: i64 = 150_000;

/// What a character shows; what comes later lies over what comes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// The bare table.
    Table,
    /// A tile.
    Tile,
    /// The line on which the ruler's near edge lies.
    Ruler,
    /// The token in flight or sliding, or the line on which it is aimed.
    Way,
    /// A figure of a seat, or of nobody.
    Figure(Option<usize>),
    /// Where somebody sits.
    Seat(usize),
    /// What is aimed at.
    Target,
    /// Where a token comes down that is thrown as it is aimed.
    Aim,
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
    /// The table before a throw, or with what came of it: all of it for a throw to somebody, else the tiles and
    /// what is round them.
    pub(super) fn of(scene: &Scene, flight: Option<&Flight>) -> Self {
        let mut canvas = Self::bare(scene, seen(scene, flight));
        if let Some(flight) = flight {
            canvas.draw(scene, flight);
        }
        canvas
    }

    /// The table before a throw that is aimed to come down at a point, with the seat from which it is thrown.
    pub(super) fn aimed(scene: &Scene, launch: &Launch, down: Point) -> Self {
        let within = |p: Point| {
            let Area { west, north, east, south } = scene.table;
            Point::new(p.x.clamp(west, east), p.y.clamp(north, south))
        };
        let shown = [launch.from, within(down)];
        let mut canvas = Self::bare(scene, with(seen(scene, None), &shown));
        for step in 0..=LINE {
            let share = |from: i64, to: i64| from + (to - from) * step / LINE;
            let at = Point::new(share(launch.from.x, down.x), share(launch.from.y, down.y));
            canvas.mark(at, Mark::Way);
        }
        canvas.mark(down, Mark::Aim);
        canvas
    }

    /// A part of the table before a throw.
    fn bare(scene: &Scene, seen: Area) -> Self {
        let (width, height) = (seen.east - seen.west, seen.south - seen.north);
        let step = (width / (WIDTH - 2)).max(height / (MOST_LINES - 2) / RATIO).max(FINEST);
        let from = Point::new(seen.west - step / 2, seen.north - step * RATIO / 2);
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

    /// What it shows, each once, in the order in which marks lie over each other.
    pub(super) fn kinds(&self) -> Vec<Mark> {
        let mut kinds = self.marks.clone();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn draw(&mut self, scene: &Scene, flight: &Flight) {
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

    /// The lines of the picture, each with how far south its middle lies, in millimetres.
    pub(super) fn lines(&self) -> impl Iterator<Item = (i64, &[Mark])> {
        let middle = |line: i64| (self.from.y + (2 * line + 1) * self.step * RATIO / 2) / 1000;
        (0..).map(middle).zip(self.marks.chunks(self.columns as usize))
    }

    /// How far east the middles of characters lie, in millimetres: of every so-and-so-many-th one.
    pub(super) fn columns(&self, every: i64) -> impl Iterator<Item = i64> {
        let middle = |column: i64| (self.from.x + (2 * column + 1) * self.step / 2) / 1000;
        (0..self.columns).step_by(every as usize).map(middle)
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

/// A part of the table, and some points.
fn with(area: Area, points: &[Point]) -> Area {
    points.iter().fold(area, |Area { west, north, east, south }, at| Area {
        west: west.min(at.x),
        north: north.min(at.y),
        east: east.max(at.x),
        south: south.max(at.y),
    })
}

/// What part of the table is shown.
fn seen(scene: &Scene, flight: Option<&Flight>) -> Area {
    if scene.catcher.is_some() || scene.tiles.is_empty() {
        return scene.table;
    }
    let far = TILE_SIDE + MARGIN;
    let west = scene.tiles.iter().map(|tile| tile.at.x - MARGIN).min().unwrap_or(0);
    let north = scene.tiles.iter().map(|tile| tile.at.y - MARGIN).min().unwrap_or(0);
    let east = scene.tiles.iter().map(|tile| tile.at.x + far).max().unwrap_or(0);
    let south = scene.tiles.iter().map(|tile| tile.at.y + far).max().unwrap_or(0);
    let tiles = Area { west, north, east, south };
    let near =
        Area { west: west - NEAR, north: north - NEAR, east: east + NEAR, south: south + NEAR };
    match flight.map(|flight| flight.landing.rest.at).filter(|&at| near.contains(at)) {
        Some(at) => with(tiles, &[at]),
        None => tiles,
    }
}

#[cfg(test)]
mod tests {
    use abi::{Figure, Size, TableTile};

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
        let canvas = Canvas::of(&scene, None);
        let lines: Vec<&[Mark]> = canvas.lines().map(|(_, marks)| marks).collect();
        let count = |wanted: Mark| canvas.marks.iter().filter(|&&m| m == wanted).count();
        assert_eq!(count(Mark::Figure(Some(0))), 1);
        assert_eq!(count(Mark::Figure(None)), 1);
        assert!(count(Mark::Tile) >= 8, "{}", count(Mark::Tile));
        assert!(lines[0].contains(&Mark::Seat(1)), "all of the table for a throw to somebody");
        assert!(lines.last().is_some_and(|line| line.contains(&Mark::Seat(0))));
        let scene = Scene { catcher: None, ..scene };
        let near = Canvas::of(&scene, None);
        assert!(near.marks.len() < canvas.marks.len() / 4, "only what is round the tiles");
        let tiles = near.marks.iter().filter(|&&m| m == Mark::Tile).count();
        assert_eq!(tiles, 6 * 3 - 1, "a tile is six by three characters, one has a figure");
    }
}
