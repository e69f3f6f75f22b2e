//! The table seen from above: all of it at a slant, so that heights show, and a plan of what lies round the token.

use abi::{Area, Catch, Flight, Hand, Launch, Outline, Point, Scene, Size, closest};
use svg::node::element::{Circle, Group, Path, Polyline};

use super::{
    Tiles,
    labels::Labels,
    measure::{distances, whole},
    pieces::{FLIGHT, figure, ground, line, polygon, seat, target, token},
};

/// How many figures have their distance written beside a line.
const MEASURED: usize = 3;
/// How much of the height of the flight is drawn as a shift to the north, so that one sees an arc.
const LIFT: (i64, i64) = (1, 2);
/// The close look is a plan, in which nothing is shifted.
const FLAT: (i64, i64) = (0, 1);
/// How long the head of an arrow is, and how far from the edge it stays.
const ARROW: i64 = 7_000;
const EDGE: i64 = 8_000;
/// Between two pictures of the flying token, in microseconds.
const MOMENT: i64 = 30_000;

/// Everything on the table with the flight over it.
pub(super) fn table(scene: &Scene, launch: &Launch, flight: &Flight, tiles: Tiles<'_>) -> Group {
    let mut group = Group::new().add(ground(scene, tiles)).add(ruler(scene)).add(target(scene));
    group = group.add(pieces(scene, flight)).add(to_target(scene, flight));
    for number in 0..scene.seats.len() {
        group = group.add(seat(scene, number));
    }
    group = group.add(hand(launch, flight, LIFT));
    group.add(way(flight, LIFT))
}

/// Where something so high is drawn.
fn lifted(at: Point, height: i64, (part, of): (i64, i64)) -> Point {
    Point::new(at.x, at.y - height * part / of)
}

/// The northernmost place of a hand that is shifted like the way.
pub(super) fn top_of(hand: &Hand) -> Point {
    let at = lifted(hand.at, hand.height, LIFT);
    Point::new(at.x, at.y - hand.touches)
}

/// The hand that waits: within what it holds a token, and within what it touches one. It is shifted like the way, so
/// that one sees whether that leads into it.
fn hand(launch: &Launch, flight: &Flight, lift: (i64, i64)) -> Group {
    let Some(hand) = launch.hand else { return Group::new() };
    let colour = if flight.landing.catch == Catch::Missed { "#7a7a7a" } else { "#ff2d00" };
    let at = lifted(hand.at, hand.height, lift);
    let ring = |radius: i64, width: i64| {
        let ring = Circle::new().set("cx", at.x).set("cy", at.y).set("r", radius);
        ring.set("fill", "none").set("stroke", colour).set("stroke-width", width)
    };
    Group::new().add(ring(hand.catches, 3_000)).add(ring(hand.touches, 1_200))
}

/// What lies near the token, with distances; the hand that holds it, with the way that it came.
pub(super) fn detail(
    scene: &Scene,
    launch: &Launch,
    flight: &Flight,
    tiles: Tiles<'_>,
    seen: Area,
) -> Group {
    let mut group = Group::new().add(ground(scene, tiles)).add(target(scene));
    group = group.add(pieces(scene, flight));
    if scene.catcher.is_some() {
        for number in 0..scene.seats.len() {
            group = group.add(seat(scene, number));
        }
        group = group.add(hand(launch, flight, FLAT)).add(way(flight, FLAT));
    }
    if flight.landing.catch == Catch::Caught {
        let Size { width, depth, round, .. } = scene.thrown;
        let at = flight.landing.rest.at;
        let held = match round {
            true => Outline::ellipse(at, width, depth, 0),
            false => Outline::rectangle(at, width, depth, 0),
        };
        group = group.add(token(&held));
    }
    group.add(distance_lines(scene, flight, seen)).add(out_of_sight(flight, seen))
}

/// An arrow at the edge of the close look towards a token that lies beyond it, with how far it lies from there.
fn out_of_sight(flight: &Flight, seen: Area) -> Group {
    let (rest, middle) = (flight.landing.rest.at, seen.centre());
    let is_held = flight.landing.rest.outline.0.is_empty();
    if is_held || seen.contains(rest) {
        return Group::new();
    }
    // Along the way there as far as the window lets it, in thousandths.
    let part = |way: i64, room: i64| if way == 0 { i64::MAX } else { room * 1_000 / way.abs() };
    let room = |side: i64| side / 2 - EDGE;
    let way = Point::new(rest.x - middle.x, rest.y - middle.y);
    let share =
        part(way.x, room(seen.east - seen.west)).min(part(way.y, room(seen.south - seen.north)));
    let along =
        |share: i64| Point::new(middle.x + way.x * share / 1_000, middle.y + way.y * share / 1_000);
    let tip = along(share.min(1_000));
    let length = middle.distance(rest).max(1);
    // So far back and to the side of the tip.
    let back = |back: i64, aside: i64| {
        Point::new(
            tip.x - (way.x * back + way.y * aside) / length,
            tip.y - (way.y * back - way.x * aside) / length,
        )
    };
    let head = Outline(vec![tip, back(ARROW, ARROW / 2), back(ARROW, -ARROW / 2)]);
    let shaft = line(back(4 * ARROW, 0), back(ARROW, 0), FLIGHT, 1_600);
    let text = format!("the token lies {} from here", whole(tip.distance(rest)));
    let mut labels = Labels::of(seen);
    let sides = [back(4 * ARROW, ARROW), back(4 * ARROW, -ARROW), back(0, ARROW), back(0, -ARROW)];
    labels.keep_clear(&Outline(sides.to_vec()));
    let words = labels.beside(back(4 * ARROW, 0), back(ARROW, 0), text);
    Group::new().add(shaft).add(polygon(&head).set("fill", FLIGHT)).add(words)
}

/// How far the token lies from the target, and from the figures next to it.
fn distance_lines(scene: &Scene, flight: &Flight, seen: Area) -> Group {
    let outline = &flight.landing.rest.outline;
    let from = flight.landing.rest.at;
    let mut labels = Labels::of(seen);
    labels.keep_clear(&flight.landing.rest.outline);
    let mut lines = to_target(scene, flight);
    let mut words = Group::new();
    let mut ends: Vec<(Point, Point, String)> = Vec::new();
    if let (Some(target), Some([away, _])) = (scene.target(), scene.from_target(outline)) {
        let middle = scene.aimed_at.unwrap_or(from);
        let (from, to) = closest(outline, &target).unwrap_or((from, middle));
        ends.push((from, to, format!("target {}", whole(away))));
    }
    for (away, id) in distances(scene, flight).into_iter().take(MEASURED) {
        let Some(to) = scene.figures.iter().find(|figure| figure.id == id) else { continue };
        // Without a distance there is nothing to draw.
        let between = closest(outline, &to.outline());
        if let Some((from, to)) = between {
            lines = lines.add(line(from, to, "#5b5348", 500).set("stroke-dasharray", "1800 1400"));
        }
        labels.keep_clear(&to.outline());
        let (from, to) = between.unwrap_or((from, to.at));
        ends.push((from, to, whole(away)));
    }
    for (from, to, text) in ends {
        words = words.add(labels.beside(from, to, text));
    }
    lines.add(words)
}

/// The line from the token's edge to that of the tile which is aimed at; none for a token that lies on it.
fn to_target(scene: &Scene, flight: &Flight) -> Group {
    let between = scene.target().and_then(|tile| closest(&flight.landing.rest.outline, &tile));
    let Some((from, to)) = between else { return Group::new() };
    let way = line(from, to, "#c2185b", 1_000);
    Group::new().add(way.set("stroke-dasharray", "3600 2000"))
}

fn pieces(scene: &Scene, flight: &Flight) -> Group {
    let landing = &flight.landing;
    let mut group = Group::new();
    for lying in &scene.tokens {
        group = group.add(polygon(&lying.outline).set("fill", "#d8c9a0").set("stroke", "#8a7a50"));
    }
    for piece in &scene.figures {
        let struck = landing.struck.iter().find(|s| s.figure == piece.id);
        // The ground that it covers: to its edge distances are measured.
        let foot = polygon(&piece.outline()).set("fill", "#ffffff").set("fill-opacity", "0.35");
        group = group.add(foot.set("stroke", "#5b5348").set("stroke-width", 400));
        group = group.add(figure(piece, struck));
    }
    if landing.rest.outline.0.is_empty() { group } else { group.add(token(&landing.rest.outline)) }
}

/// The near edge of the ruler, halfway to the catcher.
fn ruler(scene: &Scene) -> Group {
    let Some(catcher) = scene.catcher else { return Group::new() };
    let (from, to) = (scene.seats[scene.shooter], scene.seats[catcher]);
    let middle = Point::new((from.x + to.x) / 2, (from.y + to.y) / 2);
    let length = from.distance(to).max(1);
    // Half of its 205 mm to either side (P6).
    let (x, y) = ((to.x - from.x) * 102_500 / length, (to.y - from.y) * 102_500 / length);
    let (left, right) =
        (Point::new(middle.x + y, middle.y - x), Point::new(middle.x - y, middle.y + x));
    Group::new()
        .add(line(from, to, "#9a8f7c", 1_500).set("stroke-dasharray", "9000 9000"))
        .add(line(left, right, "#7b5b2e", 9_000).set("stroke-linecap", "butt"))
}

/// The way over the table, its shadow and the token at equal moments.
fn way(flight: &Flight, lift: (i64, i64)) -> Group {
    let plan: Vec<String> = flight.path.iter().map(|s| format!("{},{}", s.at.x, s.at.y)).collect();
    let shadow = Polyline::new()
        .set("points", plan.join(" "))
        .set("fill", "none")
        .set("stroke", "#000000")
        .set("stroke-opacity", "0.18")
        .set("stroke-width", 7_000)
        .set("stroke-linejoin", "round");
    let mut arc = String::new();
    let mut tokens = Group::new();
    let mut next = 0;
    for (i, sample) in flight.path.iter().enumerate() {
        let Point { x, y } = lifted(sample.at, sample.height, lift);
        arc.push_str(&format!("{}{x} {y} ", if i == 0 { "M" } else { "L" }));
        if sample.time >= next {
            next = sample.time + MOMENT;
            let dot = Circle::new().set("cx", x).set("cy", y).set("r", 5_000);
            tokens = tokens.add(dot);
        }
    }
    let arc = Path::new()
        .set("d", arc)
        .set("fill", "none")
        .set("stroke", FLIGHT)
        .set("stroke-width", 3_500)
        .set("stroke-linejoin", "round");
    let tokens = tokens.set("fill", "#f4c542").set("stroke", FLIGHT).set("stroke-width", 1_200);
    Group::new().add(shadow).add(arc).add(tokens)
}
