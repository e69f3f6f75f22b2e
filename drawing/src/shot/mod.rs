//! A shot as a picture (SVG): the table from above at a slant, the landing from near by, the throw from the side.

mod above;
mod labels;
mod measure;
mod pieces;
mod side;
mod title;

use abi::{Area, Flight, Launch, Point, Program, Scene};
use svg::{
    Document,
    node::element::{Definitions, Group, Rectangle, SVG},
};

pub use self::measure::{distances, length, whole};
use crate::{
    board::{Laid, group_of},
    looks::Looks,
    page::{FONT, PAPER, definitions},
};

/// The tiles as a drawing in micrometres, if they are known.
type Tiles<'a> = Option<&'a Group>;

/// The width of the picture, in its own units.
const WIDTH: i64 = 1200;
/// Between the parts.
const GAP: i64 = 20;
/// The height of the words at the top.
const HEAD: i64 = 56;
/// The height of the table from above at a slant.
const UPPER: i64 = 560;
/// Round what is shown of the table, in micrometres.
const MARGIN: i64 = 60_000;
/// The height of the lower parts.
const LOWER: i64 = 380;
/// The width of the close look.
const NEAR: i64 = 500;
/// How much of the table the close look shows, in micrometres.
const NEAR_SIDE: i64 = 190_000;

/// A shot as SVG; tiles of which nothing is known are green squares.
pub fn shot_picture(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    title: &str,
    known: Option<(&Program, &Looks, &[Laid])>,
) -> String {
    let (drawn_once, tiles) = match known {
        None => (Definitions::new(), None),
        Some((program, looks, laid)) => {
            let mut signs = crate::signs::Signs::new(looks);
            let group = group_of(program, laid, &mut signs).set("transform", "scale(10)");
            (definitions(signs), Some(group))
        }
    };
    let tiles = tiles.as_ref();
    let (upper, inner) = (UPPER, WIDTH - 2 * GAP);
    let (from, to) = seen(scene, launch, flight, inner, upper);
    let height = HEAD + upper + GAP + LOWER + GAP;
    let mut page = Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", FONT)
        .add(drawn_once)
        .add(paper(height));
    for line in title::head(title) {
        page = page.add(line);
    }
    page = page.add(window(
        (GAP, HEAD, inner, upper),
        from,
        to,
        above::table(scene, launch, flight, tiles),
    ));
    let rest = looked_at(scene, flight);
    let half = Point::new(NEAR_SIDE / 2, NEAR_SIDE * LOWER / NEAR / 2);
    let (from, to) = (
        Point::new(rest.x - half.x, rest.y - half.y),
        Point::new(rest.x + half.x, rest.y + half.y),
    );
    let top = HEAD + upper + GAP;
    page = page.add(window(
        (GAP, top, NEAR, LOWER),
        from,
        to,
        above::detail(
            scene,
            launch,
            flight,
            tiles,
            Area { west: from.x, north: from.y, east: to.x, south: to.y },
        ),
    ));
    let left = NEAR + 2 * GAP;
    let place = (left, top, WIDTH - GAP - left, LOWER);
    let side = side::side(scene, launch, flight, (place.2, place.3));
    page = page.add(window(place, side.from, side.to, side.group));
    page.to_string()
}

/// The middle of the close look: where the token lies or is held; for one that fell off the table, where it
/// first met something, or the edge over which it went.
fn looked_at(scene: &Scene, flight: &Flight) -> Point {
    let (rest, table) = (flight.landing.rest.at, scene.table);
    let met = flight.landing.contact.filter(|_| !table.contains(rest)).map(|contact| contact.at);
    let at = met.unwrap_or(rest);
    Point::new(at.x.clamp(table.west, table.east), at.y.clamp(table.north, table.south))
}

/// What is shown from above: tiles, the way and who has to do with it, in the shape of its window.
fn seen(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    width: i64,
    height: i64,
) -> (Point, Point) {
    let seats = scene.catcher.into_iter().filter_map(|seat| scene.seats.get(seat)).copied();
    let tiles = scene
        .tiles
        .iter()
        .flat_map(|t| [t.at, Point::new(t.at.x + abi::TILE_SIDE, t.at.y + abi::TILE_SIDE)]);
    let table = scene.table;
    let on_table = |p: Point| {
        Point::new(p.x.clamp(table.west, table.east), p.y.clamp(table.north, table.south))
    };
    let way = flight.path.iter().map(|sample| on_table(sample.at));
    let hand = launch.hand.map(|hand| above::top_of(&hand));
    let points: Vec<Point> =
        seats.chain(tiles).chain(way).chain([launch.from]).chain(hand).collect();
    let low = |get: fn(&Point) -> i64| points.iter().map(get).min().unwrap_or(0) - MARGIN;
    let high = |get: fn(&Point) -> i64| points.iter().map(get).max().unwrap_or(0) + MARGIN;
    let (from, to) =
        (Point::new(low(|p| p.x), low(|p| p.y)), Point::new(high(|p| p.x), high(|p| p.y)));
    let (x, y) = (to.x - from.x, to.y - from.y);
    let (wider, higher) =
        ((y * width / height - x).max(0) / 2, (x * height / width - y).max(0) / 2);
    (Point::new(from.x - wider, from.y - higher), Point::new(to.x + wider, to.y + higher))
}

fn paper(height: i64) -> Rectangle {
    Rectangle::new().set("width", WIDTH).set("height", height).set("fill", PAPER)
}

/// A part of the picture through which one sees a part of the table, framed.
fn window(
    (x, y, width, height): (i64, i64, i64, i64),
    from: Point,
    to: Point,
    inside: Group,
) -> Group {
    let seen = SVG::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("viewBox", (from.x, from.y, (to.x - from.x).max(1), (to.y - from.y).max(1)))
        .set("preserveAspectRatio", "xMidYMid meet")
        .add(inside);
    let frame = Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("rx", 8)
        .set("fill", "none")
        .set("stroke", "#d8ccb4");
    Group::new().add(seen).add(frame)
}
