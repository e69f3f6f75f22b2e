//! How tiles, figures, tokens and ways are drawn. Lengths are micrometres, as on the table.

use abi::{Figure, Outline, Point, Scene, Struck, TILE_SIDE};
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text};

use super::Tiles;
use crate::{
    figure::{STANDING, colour, seat_colour},
    page::INK,
};

/// The wood of the table.
pub(super) const WOOD: &str = "#e9dcc3";
/// The flight.
pub(super) const FLIGHT: &str = "#b4531f";
/// What makes a box of 1000 by 1000 so wide and so high.
pub(super) fn scaled(width: i64, height: i64) -> String {
    let part = |side: i64| format!("{}.{:03}", side / 1000, side % 1000);
    format!("scale({} {})", part(width), part(height))
}

/// A polygon.
pub(super) fn polygon(outline: &Outline) -> Polygon {
    let points: Vec<String> = outline.0.iter().map(|p| format!("{},{}", p.x, p.y)).collect();
    Polygon::new().set("points", points.join(" "))
}

/// A line of words; its size is the height of letters.
pub(super) fn words(at: Point, size: i64, text: impl Into<String>) -> Text {
    Text::new(text.into()).set("x", at.x).set("y", at.y).set("font-size", size).set("fill", INK)
}

/// A straight line.
pub(super) fn line(a: Point, b: Point, colour: &str, width: i64) -> Line {
    let line = Line::new().set("x1", a.x).set("y1", a.y).set("x2", b.x).set("y2", b.y);
    line.set("stroke", colour).set("stroke-width", width).set("stroke-linecap", "round")
}

/// The table's top with the tiles on it; of tiles that nobody knows only the ground.
pub(super) fn ground(scene: &Scene, drawn: Tiles<'_>) -> Group {
    let table = scene.table;
    let top = Rectangle::new()
        .set("x", table.west)
        .set("y", table.north)
        .set("width", table.east - table.west)
        .set("height", table.south - table.north)
        .set("rx", 12_000)
        .set("fill", WOOD)
        .set("stroke", "#c9b48c")
        .set("stroke-width", 4_000);
    let tiles = scene.tiles.iter().fold(Group::new(), |group, tile| {
        let square = Rectangle::new()
            .set("x", tile.at.x)
            .set("y", tile.at.y)
            .set("width", TILE_SIDE)
            .set("height", TILE_SIDE)
            .set("rx", 900);
        group.add(square)
    });
    let tiles = tiles.set("fill", "#c4d99b").set("stroke", "#8fa763").set("stroke-width", 600);
    let group = Group::new().add(top);
    match drawn {
        None => group.add(tiles),
        Some(drawn) => group.add(drawn.clone()),
    }
}

/// A figure seen from above, as large as it is, with what happened to it.
pub(super) fn figure(figure: &Figure, struck: Option<&Struck>) -> Group {
    let (width, height) = (figure.size.width, figure.size.height);
    let fell = struck.is_some_and(|s| s.toppled);
    let turn = figure.turn / 1000 + if figure.lying || fell { 90 } else { 0 };
    let Point { x, y } = figure.at;
    let scaled = scaled(width, height);
    let place = format!("translate({x} {y}) rotate({turn}) {scaled} translate(-500 -500)");
    let shape = Path::new()
        .set("d", STANDING)
        .set("transform", place)
        .set("fill", colour(figure))
        .set("stroke", "#ffffff")
        .set("stroke-width", 45);
    let group = Group::new().add(shape);
    let Some(struck) = struck else { return group };
    let (ring, dash) = if struck.touched { ("#ff2d00", "none") } else { ("#ff8a00", "2500 1800") };
    let ring = Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", width.max(height) * 3 / 4)
        .set("fill", "none")
        .set("stroke", ring)
        .set("stroke-dasharray", dash)
        .set("stroke-width", 1_500);
    group.add(ring)
}

/// The tile that is aimed at, framed, with rings round its middle.
pub(super) fn target(scene: &Scene) -> Group {
    let Some(middle) = scene.aimed_at else { return Group::new() };
    let mut group = Group::new().set("fill", "none").set("stroke", "#c2185b");
    let under = scene.tiles.iter().find(|tile| tile.outline().contains(middle));
    if let Some(tile) = under {
        group = group.add(polygon(&tile.outline()).set("stroke-width", 2_400));
    }
    for radius in [5_000, 11_000] {
        let ring = Circle::new().set("cx", middle.x).set("cy", middle.y).set("r", radius);
        group = group.add(ring.set("stroke-width", 1_600));
    }
    let dot = Circle::new().set("cx", middle.x).set("cy", middle.y).set("r", 1_500);
    group.add(dot.set("fill", "#c2185b").set("stroke", "none"))
}

/// Where a player sits.
pub(super) fn seat(scene: &Scene, seat: usize) -> Group {
    let at = scene.seats[seat];
    let dot = Circle::new()
        .set("cx", at.x)
        .set("cy", at.y)
        .set("r", 17_000)
        .set("fill", seat_colour(seat))
        .set("stroke", "#ffffff")
        .set("stroke-width", 3_000);
    let number = words(Point::new(at.x, at.y + 7_000), 20_000, (seat + 1).to_string())
        .set("fill", "#ffffff")
        .set("text-anchor", "middle")
        .set("font-weight", "bold");
    Group::new().add(dot).add(number)
}

/// A token that lies somewhere.
pub(super) fn token(outline: &Outline) -> Polygon {
    polygon(outline)
        .set("fill", "#f4c542")
        .set("fill-opacity", "0.72")
        .set("stroke", "#7a5a00")
        .set("stroke-width", 900)
        .set("stroke-linejoin", "round")
}
