//! The throw seen from the side: how high, how far, what stands in the way.

use abi::{Flight, Launch, Point, Scene, TILE_HEIGHT, TILE_SIDE};
use svg::node::element::{Circle, Group, Path, Polyline, Rectangle};

use super::{
    labels::width,
    measure::length,
    pieces::{FLIGHT, WOOD, line, scaled, words},
};
use crate::{
    figure::{STANDING, colour},
    page::INK,
};

/// Figures farther than this from the line of the throw are not drawn, in micrometres.
const BESIDE: i64 = 40_000;

/// A picture with its size in micrometres; its ground line lies at 0, heights go up.
pub(super) struct Side {
    pub(super) group: Group,
    pub(super) from: Point,
    pub(super) to: Point,
}

/// The plane of the throw: distances from the launch along it, and to its side.
struct Plane {
    from: Point,
    along: (i64, i64),
    length: i64,
}

impl Plane {
    fn new(launch: &Launch, flight: &Flight) -> Self {
        let from = launch.from;
        let end = flight.landing.contact.map_or(flight.landing.rest.at, |contact| contact.at);
        let end = if end == from { Point::new(from.x, from.y - 1) } else { end };
        let along = (end.x - from.x, end.y - from.y);
        Self { from, along, length: from.distance(end).max(1) }
    }

    /// How far along, and how far to the right.
    fn of(&self, p: Point) -> (i64, i64) {
        let (x, y) = (i128::from(p.x - self.from.x), i128::from(p.y - self.from.y));
        let (u, v) = (i128::from(self.along.0), i128::from(self.along.1));
        let length = i128::from(self.length);
        (((x * u + y * v) / length) as i64, ((y * u - x * v) / length) as i64)
    }
}

/// The height of letters, in units of the page.
const LETTERS: i64 = 18;

/// The picture, for a window so wide and so high.
pub(super) fn side(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    (wide, high): (i64, i64),
) -> Side {
    let plane = Plane::new(launch, flight);
    let way: Vec<(i64, i64)> = flight.path.iter().map(|s| (plane.of(s.at).0, s.height)).collect();
    let far = way.iter().map(|&(x, _)| x).max().unwrap_or(0).max(plane.length);
    let near = way.iter().map(|&(x, _)| x).min().unwrap_or(0).min(0);
    let top = way.iter().map(|&(_, height)| height).max().unwrap_or(0).max(60_000);
    // However far a throw goes, its words can be read.
    let (left, right) = (near - 40_000, far + 60_000);
    let unit = ((right - left) / wide).max(top / (high - 5 * LETTERS)).max(1);
    let letters = LETTERS * unit;
    let from = Point::new(left, -top - 2 * letters);
    let to = Point::new(right, 12_000 + 3 * letters);
    let ground = Rectangle::new()
        .set("x", from.x)
        .set("y", 0)
        .set("width", to.x - from.x)
        .set("height", 12_000)
        .set("fill", WOOD)
        .set("stroke", "#c9b48c")
        .set("stroke-width", 1_000);
    let group =
        Group::new().add(ground).add(tiles(scene, &plane)).add(figures(scene, &plane, flight));
    let group =
        group.add(curve(&way)).add(marks(launch, flight, &plane, (&way, letters), (left, right)));
    Side { group: group.add(scale(to, letters)), from, to }
}

fn tiles(scene: &Scene, plane: &Plane) -> Group {
    let mut group = Group::new().set("fill", "#a9c27a");
    for tile in &scene.tiles {
        let (x, y) = plane.of(Point::new(tile.at.x + TILE_SIDE / 2, tile.at.y + TILE_SIDE / 2));
        if y.abs() <= TILE_SIDE / 2 {
            let slab = Rectangle::new().set("x", x - TILE_SIDE / 2).set("y", -TILE_HEIGHT);
            group = group.add(slab.set("width", TILE_SIDE).set("height", TILE_HEIGHT));
        }
    }
    group
}

/// Silhouettes of the figures beside the throw, those farther away paler.
fn figures(scene: &Scene, plane: &Plane, flight: &Flight) -> Group {
    let mut group = Group::new();
    for figure in &scene.figures {
        let (x, y) = plane.of(figure.at);
        if y.abs() > BESIDE {
            continue;
        }
        let touched = flight.landing.struck.iter().any(|s| s.figure == figure.id);
        let (width, height) = (figure.size.width, figure.height());
        let stroke = if touched { "#ff2d00" } else { "#ffffff" };
        let opacity = if y.abs() <= BESIDE / 3 { "1" } else { "0.45" };
        let left = x - width / 2;
        let body = if figure.lying {
            let flat = Rectangle::new().set("x", left).set("y", -TILE_HEIGHT - height);
            let flat = flat.set("width", width).set("height", height).set("rx", height / 4);
            Group::new().add(flat.set("stroke-width", if touched { 1_800 } else { 500 }))
        } else {
            let place =
                format!("translate({left} {}) {}", -TILE_HEIGHT - height, scaled(width, height));
            let shape = Path::new().set("d", STANDING).set("transform", place);
            Group::new().add(shape.set("stroke-width", if touched { 110 } else { 40 }))
        };
        let body =
            body.set("fill", colour(figure)).set("fill-opacity", opacity).set("stroke", stroke);
        group = group.add(body);
    }
    group
}

fn curve(way: &[(i64, i64)]) -> Polyline {
    let points: Vec<String> = way.iter().map(|(x, height)| format!("{x},{}", -height)).collect();
    Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke", FLIGHT)
        .set("stroke-width", 2_500)
        .set("stroke-linejoin", "round")
}

/// The launch, the highest point, the first contact and the rest.
fn marks(
    launch: &Launch,
    flight: &Flight,
    plane: &Plane,
    (way, letters): (&[(i64, i64)], i64),
    (left, right): (i64, i64),
) -> Group {
    // Words near the rim stand farther inside, so that it cuts off none.
    let inside = |west: i64, text: &str| {
        let aside = letters / 4;
        west.min(right - aside - width(text, letters)).max(left + aside)
    };
    let dot = |x: i64, height: i64, colour: &str| {
        let dot = Circle::new().set("cx", x).set("cy", -height).set("r", 5_000);
        dot.set("fill", colour).set("stroke", "#ffffff").set("stroke-width", 1_000)
    };
    let mut group = Group::new().add(dot(0, launch.height, INK));
    if let Some(&(x, height)) = way.iter().max_by_key(|(_, height)| *height) {
        let text = length(height);
        group = group
            .add(line(Point::new(x, 0), Point::new(x, -height), "#9a8f7c", 700))
            .add(words(Point::new(inside(x + 4_000, &text), -height - 6_000), letters, text));
    }
    if let Some(contact) = flight.landing.contact {
        let (x, _) = plane.of(contact.at);
        let text = length(x);
        let west = inside(x - width(&text, letters) / 2, &text);
        let label = words(Point::new(west, 14_000 + letters), letters, text);
        group = group.add(line(Point::new(x, -8_000), Point::new(x, 14_000), INK, 900)).add(label);
    }
    let (x, _) = plane.of(flight.landing.rest.at);
    group.add(dot(x, flight.landing.rest.height.max(0), "#f4c542"))
}

/// A bar of 100 mm, below the words of the ground line.
fn scale(to: Point, letters: i64) -> Group {
    let (right, y) = (to.x - 15_000, to.y - letters / 2);
    let left = right - 100_000;
    let tick = |x: i64| line(Point::new(x, y - 3_000), Point::new(x, y + 3_000), INK, 1_000);
    let label = words(Point::new(left - 5_000, y + letters / 3), letters, "100 mm");
    Group::new()
        .add(line(Point::new(left, y), Point::new(right, y), INK, 1_500))
        .add(tick(left))
        .add(tick(right))
        .add(label.set("text-anchor", "end"))
}
