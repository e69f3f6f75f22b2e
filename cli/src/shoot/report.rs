//! What came of one shot, in words.

use abi::{Body, Catch, Flight, Launch, Scene, Word};
use drawing::distances;

use super::measure::{angle, length, whole};

/// How many figures are named with their distance from the token.
const NEAREST: usize = 5;

/// The lines of a report: what is said, and what of it.
pub(crate) fn lines(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
) -> Vec<(&'static str, String)> {
    let landing = &flight.landing;
    let mut lines = vec![("throw", throw(launch)), ("flight", way(scene, flight))];
    match landing.catch {
        Catch::Caught => lines.push(("catch", "caught".to_owned())),
        Catch::Touched => lines.push(("catch", "touched, not caught".to_owned())),
        Catch::Missed if scene.catcher.is_some() => {
            lines.push(("catch", "the hand met nothing".to_owned()));
        }
        Catch::Missed => {}
    }
    if let Some(ruler) = scene.ruler() {
        let far = if landing.reach >= ruler { "far enough" } else { "too short" };
        let reach =
            format!("{} along the line, the ruler at {}", length(landing.reach), length(ruler));
        lines.push(("reach", format!("{reach}: {far}")));
    }
    if landing.catch != Catch::Caught {
        lines.push(("rest", rest(scene, flight)));
        lines.extend(touched(scene, flight).into_iter().map(|line| ("touched", line)));
        lines.extend(nearest(scene, flight).into_iter().map(|line| ("nearest", line)));
    }
    if let Some(away) = scene.from_target(&landing.rest.outline) {
        let [tile, middle] = away.map(whole);
        lines.push(("target", format!("{tile} from the tile, {middle} from its middle")));
    }
    lines
}

fn throw(launch: &Launch) -> String {
    format!(
        "from {} {} at {} high, heading {}, {} up, {}.{:02} m/s",
        length(launch.from.x),
        length(launch.from.y),
        length(launch.height),
        angle(launch.heading.rem_euclid(360_000)),
        angle(launch.elevation),
        launch.speed / 1000,
        launch.speed % 1000 / 10,
    )
}

fn way(scene: &Scene, flight: &Flight) -> String {
    let top = flight.path.iter().map(|s| s.height).max().unwrap_or(0);
    let time = flight.path.last().map_or(0, |s| s.time) / 1000;
    let first = match flight.landing.contact {
        Some(contact) => format!("first touches {}", body(scene, contact.with)),
        None => "touches nothing".to_owned(),
    };
    format!("{time} ms, {} high, {first}", length(top))
}

fn rest(scene: &Scene, flight: &Flight) -> String {
    let rest = &flight.landing.rest;
    let side = abi::TILE_SIDE;
    let (x, y) = (rest.at.x.div_euclid(side), rest.at.y.div_euclid(side));
    let place = format!(
        "at ({x}, {y}) {} {}, turned {}",
        length(rest.at.x - x * side),
        length(rest.at.y - y * side),
        angle(rest.turn)
    );
    match flight.landing.tiles.len() {
        0 if scene.table.contains(rest.at) => format!("{place}, beside the tiles"),
        0 => format!("{place}, off the table"),
        1 => format!("{place}, on a tile"),
        n => format!("{place}, on {n} tiles"),
    }
}

/// A line for each figure to which something happened.
fn touched(scene: &Scene, flight: &Flight) -> Vec<String> {
    let names = |ids: &[Word]| ids.iter().map(|&id| name(scene, id)).collect::<Vec<_>>().join(", ");
    let figures = flight.landing.struck.iter().map(|struck| {
        let mut how = Vec::new();
        if struck.touched {
            how.push("by the token".to_owned());
        }
        if !struck.pushed_by.is_empty() {
            how.push(format!("pushed by {}", names(&struck.pushed_by)));
        }
        if !struck.fallen_on_by.is_empty() {
            how.push(format!("under {}", names(&struck.fallen_on_by)));
        }
        let after = match (struck.toppled, struck.moved) {
            (true, _) => ", fell over",
            (false, true) => ", moved",
            (false, false) => "",
        };
        format!("{}: {}{after}", name(scene, struck.figure), how.join(", "))
    });
    let lines: Vec<String> = figures.collect();
    if lines.is_empty() { vec!["nobody".to_owned()] } else { lines }
}

/// The figures nearest to where the token lies, with distances as a ruler reads them.
fn nearest(scene: &Scene, flight: &Flight) -> Vec<String> {
    distances(scene, flight)
        .into_iter()
        .take(NEAREST)
        .map(|(away, figure)| format!("{} {}", whole(away), name(scene, figure)))
        .collect()
}

/// What somebody calls a figure.
pub(super) fn name(scene: &Scene, id: Word) -> String {
    match scene.figures.iter().find(|figure| figure.id == id) {
        Some(figure) if !figure.name.is_empty() => figure.name.clone(),
        _ => format!("figure {id}"),
    }
}

fn body(scene: &Scene, body: Body) -> String {
    match body {
        Body::Table => "the table".to_owned(),
        Body::Tile(_) => "a tile".to_owned(),
        Body::Figure(id) => name(scene, id),
        Body::Token(_) => "another token".to_owned(),
        Body::Hand => "the hand".to_owned(),
    }
}
