//! One tile, drawn from its layout: what shape each segment has follows from its edges and from what files say of
//! its kind.

mod area;
mod band;
mod marks;
mod strewn;

use abi::{EdgeSet, Joins, Point, Program, SegmentDef, TileKind};
use svg::node::element::{Circle, Group, Path, Rectangle};

use self::{
    area::{Area, CORNERS, area, middle},
    band::{Band, band, meetings},
    marks::{Mark, marks},
    strewn::strew,
};
use crate::{
    geometry::{MIDDLE, TILE, Way, distance, inside, towards},
    looks::{FeatureLook, Shape},
    signs::Signs,
};

/// Colours of kinds that no file speaks of, in their order.
const COLOURS: [&str; 6] = ["#e6c79c", "#9db7d5", "#c8a2c8", "#b0c4a0", "#d9a5a0", "#c9c39a"];
/// The ground where nothing else is.
const BARE: &str = "#d8d2bd";
const GROUND: &str = "#b5cf83";
const DARK: &str = "#5f5343";
/// How wide a band is, in hundredths of a millimetre.
const WIDTH: i64 = 420;
/// How wide a place for figures is drawn of which nothing is said.
const SPACE: i64 = 1_100;
/// How far from the end of a band lies what the band ends at.
const REACHED: i64 = 1_000;

/// A tile with the shapes of its segments.
struct Layout<'a> {
    program: &'a Program,
    kind: &'a TileKind,
    areas: Vec<(usize, Area)>,
    bands: Vec<(usize, Band)>,
    /// Outlines of the areas, cut into points.
    outlines: Vec<Vec<Point>>,
}

/// The middle lines of something that lies across a tile, from edge to edge.
pub(crate) fn ways_across(edges: EdgeSet) -> Vec<Way> {
    band(edges, None).ways
}

/// A kind of tile as a drawing of 4500 by 4500.
pub(crate) fn tile_group(program: &Program, kind: &TileKind, signs: &mut Signs<'_>) -> Group {
    let mut layout = Layout::new(program, kind, signs);
    let ends = layout.mend_ends(signs);
    let marks = marks(&layout, signs);
    let mut group = Group::new().add(layout.base(signs));
    group = layout.wedges(group, signs);
    group = strew(&layout, &marks, &ends, group, signs);
    group = layout.draw_bands(group, signs);
    group = marks.iter().filter(|m| m.under).fold(group, |group, mark| mark.draw(group, signs));
    group = layout.draw_areas(&marks, group, signs);
    for (end, stamp) in &ends {
        if let Some((sign, size)) = stamp {
            group = group.add(signs.stamp(sign, *end, *size, *size));
        }
    }
    group = layout.draw_spaces(group, signs);
    group = marks.iter().filter(|m| !m.under).fold(group, |group, mark| mark.draw(group, signs));
    layout.draw_closed(group)
}

/// A point of a tile from micrometres.
fn hundredths((x, y): (i64, i64)) -> Point {
    Point::new(x / 10, y / 10)
}

/// Where a band ends, with what stands there.
type End = (Point, Option<(String, i64)>);

impl<'a> Layout<'a> {
    fn new(program: &'a Program, kind: &'a TileKind, signs: &Signs<'_>) -> Self {
        let mut layout =
            Self { program, kind, areas: Vec::new(), bands: Vec::new(), outlines: Vec::new() };
        let is_half = |s: &SegmentDef| matches!(s.edges.0, 0b0011 | 0b0110 | 0b1100 | 0b1001);
        for (i, segment) in kind.segments.iter().enumerate() {
            match layout.shape(i, signs) {
                Shape::Area => {
                    let across = kind.segments.iter().enumerate().any(|(other, def)| {
                        other != i && is_half(def) && layout.shape(other, signs) == Shape::Area
                    });
                    let area = area(segment.edges, segment.at.map(hundredths), across);
                    layout.outlines.push(area.outline.points());
                    layout.areas.push((i, area));
                }
                Shape::Band => {
                    layout.bands.push((i, band(segment.edges, segment.at.map(hundredths))));
                }
                Shape::Ground | Shape::Sign => {}
            }
        }
        layout
    }

    fn joins(&self, segment: &SegmentDef) -> Joins {
        self.program.features[segment.kind.index()].joins
    }

    fn look<'s>(&self, segment: usize, signs: &Signs<'s>) -> Option<&'s FeatureLook> {
        let kind = self.kind.segments[segment].kind;
        signs.looks.feature(&self.program.features[kind.index()].name)
    }

    /// The shape of a segment: as said, as far as its edges allow it, or by what lies beside it.
    fn shape(&self, segment: usize, signs: &Signs<'_>) -> Shape {
        let def = &self.kind.segments[segment];
        let said = self.look(segment, signs).and_then(|look| look.shape);
        match (self.joins(def), said) {
            (Joins::Nothing, _) => Shape::Sign,
            (Joins::HalfEdges, _) => Shape::Ground,
            (Joins::Edges, Some(said @ (Shape::Area | Shape::Band))) => said,
            (Joins::Edges, _) if def.edges == EdgeSet(0) => Shape::Sign,
            (Joins::Edges, _) => {
                let thin =
                    (0..4).any(|edge| def.edges.0 >> edge & 1 == 1 && self.halves_beside(edge));
                if thin { Shape::Band } else { Shape::Area }
            }
        }
    }

    /// Whether segments reach the halves of an edge, so that what runs over it is thin.
    fn halves_beside(&self, edge: usize) -> bool {
        let halves = self.kind.segments.iter().filter(|s| self.joins(s) == Joins::HalfEdges);
        halves.fold(0, |all, s| all | s.edges.0) >> (2 * edge) & 0b11 != 0
    }

    /// The colour of a segment.
    fn fill(&self, segment: usize, signs: &Signs<'_>) -> String {
        let kind = self.kind.segments[segment].kind.index();
        let ground = self.joins(&self.kind.segments[segment]) == Joins::HalfEdges;
        let usual = if ground { GROUND } else { COLOURS[kind % COLOURS.len()] };
        let said = self.look(segment, signs).and_then(|look| look.fill.clone());
        said.unwrap_or_else(|| usual.to_owned())
    }

    fn line(&self, segment: usize, signs: &Signs<'_>) -> String {
        let said = self.look(segment, signs).and_then(|look| look.line.clone());
        said.unwrap_or_else(|| DARK.to_owned())
    }

    fn trim(&self, segment: usize, signs: &Signs<'_>) -> Option<String> {
        self.look(segment, signs).and_then(|look| look.trim.clone())
    }

    fn width(&self, segment: usize, signs: &Signs<'_>) -> i64 {
        self.look(segment, signs).and_then(|look| look.width).map_or(WIDTH, |width| width * 10)
    }

    /// The first segment that is ground.
    fn ground(&self) -> Option<usize> {
        self.kind.segments.iter().position(|s| self.joins(s) == Joins::HalfEdges)
    }

    fn base(&self, signs: &Signs<'_>) -> Rectangle {
        // A tile without any shows the same ground as the others.
        let fill = match self.ground() {
            Some(segment) => self.fill(segment, signs),
            None => {
                let kinds = self.program.features.iter();
                let mut grounds = kinds.filter(|kind| kind.joins == Joins::HalfEdges);
                let look = grounds.next().and_then(|kind| signs.looks.feature(&kind.name));
                look.and_then(|look| look.fill.clone()).unwrap_or_else(|| BARE.to_owned())
            }
        };
        Rectangle::new().set("width", TILE).set("height", TILE).set("fill", fill)
    }

    /// Ground of another colour than the rest, from its half edges to the middle.
    fn wedges(&self, mut group: Group, signs: &Signs<'_>) -> Group {
        let Some(first) = self.ground() else { return group };
        let base = self.fill(first, signs);
        for (i, segment) in self.kind.segments.iter().enumerate() {
            let fill = self.fill(i, signs);
            if self.joins(segment) != Joins::HalfEdges || fill == base {
                continue;
            }
            for half in (0..8).filter(|half| segment.edges.0 >> half & 1 == 1) {
                let (edge, right) = (half / 2, half % 2 == 1);
                let corner = CORNERS[(edge + usize::from(right)) % 4];
                let wedge = Way::from(corner).line(middle(edge)).line(MIDDLE).close();
                group = group.add(Path::new().set("d", wedge.text()).set("fill", fill.as_str()));
            }
        }
        group
    }

    /// Lets bands end where something is: at each other, at a space, under an area; and says what stands there.
    fn mend_ends(&mut self, signs: &Signs<'_>) -> Vec<End> {
        let near = |a: usize, b: usize| self.kind.segments[a].near.contains(&(b as u8));
        let mut ends = Vec::new();
        for (place, members) in meetings(&self.bands, near) {
            let segment = self.bands[members[0]].0;
            let look = self.look(segment, signs);
            let stamp = |said: Option<&crate::looks::Stamp>| {
                said.map(|stamp| (stamp.sign.clone(), stamp.size * 10))
            };
            if members.len() > 1 {
                for &member in &members {
                    self.bands[member].1.end_at(place);
                }
                ends.push((place, stamp(look.and_then(|look| look.meeting.as_ref()))));
                continue;
            }
            let band = &mut self.bands[members[0]].1;
            let is = |i: u8, shape: fn(Joins) -> bool| {
                let near = &self.kind.segments[usize::from(i)];
                shape(self.program.features[near.kind.index()].joins)
            };
            let near = &self.kind.segments[segment].near;
            let space = near.iter().find(|&&i| is(i, |joins| joins == Joins::Nothing));
            if let Some(spot) = space.and_then(|&i| self.kind.segments[usize::from(i)].at) {
                let spot = hundredths(spot);
                band.end_at(spot);
                continue;
            }
            let to_area =
                near.iter().any(|&i| self.areas.iter().any(|(a, _)| *a == usize::from(i)));
            let reached = self.outlines.iter().any(|line| distance(place, line) < REACHED);
            if to_area && reached {
                // Its wall is drawn over the band.
                band.run_on(REACHED);
            } else if is_on_printed_ground(self.kind, place) {
                band.run_on(REACHED / 2);
            } else {
                let end = look.and_then(|look| look.end.as_ref());
                ends.push((place, stamp(end)));
            }
        }
        ends
    }

    fn draw_bands(&self, mut group: Group, signs: &Signs<'_>) -> Group {
        // All rims first, so that bands run into each other.
        for layer in 0..3 {
            for (segment, band) in &self.bands {
                let width = self.width(*segment, signs);
                let (colour, width) = match layer {
                    0 => (Some(self.line(*segment, signs)), width + 110),
                    1 => (Some(self.fill(*segment, signs)), width),
                    _ => (self.trim(*segment, signs), width / 8),
                };
                let Some(colour) = colour else { continue };
                for way in &band.ways {
                    let path = Path::new()
                        .set("d", way.text())
                        .set("fill", "none")
                        .set("stroke", colour.as_str())
                        .set("stroke-width", width)
                        .set("stroke-linecap", "round");
                    let path = match layer {
                        2 => path.set("stroke-dasharray", format!("{} {}", width * 4, width * 5)),
                        _ => path,
                    };
                    group = group.add(path);
                }
            }
        }
        group
    }

    fn draw_areas(&self, marks: &[Mark], mut group: Group, signs: &mut Signs<'_>) -> Group {
        for (number, (segment, area)) in self.areas.iter().enumerate() {
            let fill = self.fill(*segment, signs);
            let ground = Path::new().set("d", area.outline.text()).set("fill", fill);
            group = group.add(ground);
            group = strewn::strew_area(self, number, marks, group, signs);
            let (line, trim) = (self.line(*segment, signs), self.trim(*segment, signs));
            for wall in &area.walls {
                let stroke = |colour: &str, width: i64| {
                    Path::new()
                        .set("d", wall.text())
                        .set("fill", "none")
                        .set("stroke", colour)
                        .set("stroke-width", width)
                };
                group = group.add(stroke(&line, 240));
                if let Some(trim) = &trim {
                    group = group.add(stroke(trim, 130).set("stroke-dasharray", "150 45"));
                }
                let points = wall.points();
                for share in [1, 2, 3] {
                    let p = points[(points.len() - 1) * share / 4];
                    let turret = Circle::new()
                        .set("cx", p.x)
                        .set("cy", p.y)
                        .set("r", 165)
                        .set("fill", trim.as_deref().unwrap_or(&line))
                        .set("stroke", line.as_str())
                        .set("stroke-width", 60);
                    group = group.add(turret);
                }
            }
        }
        group
    }

    fn draw_spaces(&self, mut group: Group, signs: &mut Signs<'_>) -> Group {
        for (i, segment) in self.kind.segments.iter().enumerate() {
            if self.shape(i, signs) != Shape::Sign {
                continue;
            }
            let at = segment.at.map_or(MIDDLE, hundredths);
            let name = self.program.features[segment.kind.index()].name.as_str();
            let said = self.look(i, signs).and_then(|look| look.stamp.as_ref());
            let (sign, size) = match said {
                Some(stamp) => (stamp.sign.as_str(), stamp.size * 10),
                None => (name, SPACE),
            };
            group = group.add(signs.stamp(sign, at, size, size));
        }
        group
    }

    /// A bar along edges that close.
    fn draw_closed(&self, mut group: Group) -> Group {
        for edge in (0..4).filter(|edge| self.kind.closes.0 >> edge & 1 == 1) {
            let corners = [CORNERS[edge], CORNERS[(edge + 1) % 4]].map(|p| towards(p, MIDDLE, 130));
            let bar = Way::from(corners[0]).line(corners[1]);
            let bar = Path::new().set("d", bar.text()).set("stroke", DARK).set("stroke-width", 130);
            group = group.add(bar.set("stroke-linecap", "round"));
        }
        group
    }

    /// How far a point is from whatever a follower or a sign should not cover, if it lies on bare ground.
    fn open_ground(&self, p: Point, signs: &Signs<'_>) -> Option<i64> {
        if self.outlines.iter().any(|outline| inside(p, outline)) {
            return None;
        }
        let walls = self.outlines.iter().map(|outline| distance(p, outline)).min();
        let bands = self.bands.iter().flat_map(|(segment, band)| {
            let half = self.width(*segment, signs) / 2;
            band.ways.iter().map(move |way| distance(p, &way.points()) - half)
        });
        Some(walls.into_iter().chain(bands).chain([rim(p)]).min().unwrap_or(0))
    }

    /// How far a point lies from the wall and the rim, if it is inside of an area.
    fn within_area(&self, number: usize, p: Point) -> Option<i64> {
        let walls = self.areas[number].1.walls.iter().map(|wall| distance(p, &wall.points()));
        let clear = walls.chain([rim(p)]).min().unwrap_or(0);
        inside(p, &self.outlines[number]).then_some(clear)
    }

    /// Where figures stand on the tile.
    fn spots(&self) -> impl Iterator<Item = Point> {
        self.kind.segments.iter().filter_map(|segment| segment.at.map(hundredths))
    }
}

/// Whether something is printed there, or near to it, on the tile itself.
fn is_on_printed_ground(kind: &TileKind, p: Point) -> bool {
    let reach = REACHED * 10 / 2;
    kind.printed.iter().filter_map(|value| value.ground).any(|g| {
        (g.west - reach..=g.east + reach).contains(&(p.x * 10))
            && (g.north - reach..=g.south + reach).contains(&(p.y * 10))
    })
}

/// How far a point lies from the rim of its tile.
fn rim(p: Point) -> i64 {
    p.x.min(p.y).min(TILE - p.x).min(TILE - p.y)
}
