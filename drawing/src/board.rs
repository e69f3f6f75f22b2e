//! A board: tiles as they lie, figures on them, coordinates round them and who has how many points.

use abi::{Figure, LyingToken, Point, Program, TileKindId};
use svg::node::element::{Circle, Group, Polygon, Rectangle, Text, Use};

use crate::{
    figure::{piece, seat_colour},
    geometry::TILE,
    looks::Looks,
    page::{INK, cut_out, page},
    signs::Signs,
    tile::tile_group,
    token::{PutToken, put},
};

/// Round the tiles, in hundredths of a millimetre.
const MARGIN: i64 = 700;
/// The same where coordinates stand.
const BESIDE: i64 = 1_500;
/// The height of a line of words.
const LINE: i64 = 1_500;
/// The size of letters.
const LETTERS: i64 = 900;
/// The width of one player in the line of points.
const PLAYER: i64 = 8_000;

/// A tile on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its kind.
    pub kind: TileKindId,
    /// Its column, to the east.
    pub x: i64,
    /// Its row, to the south.
    pub y: i64,
    /// Its clockwise quarter turns.
    pub turn: i64,
}

/// A player beside a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// The points.
    pub points: i64,
}

/// What is on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The tiles.
    pub tiles: Vec<Laid>,
    /// The figures with the names of their kinds, in micrometres from the corner of the first cell.
    pub figures: Vec<(Figure, String)>,
    /// Tokens that were put on the board.
    pub put: Vec<PutToken>,
    /// Tokens that lie where shots left them.
    pub tokens: Vec<LyingToken>,
    /// The players; nothing is said of them if there are none.
    pub players: Vec<Seated>,
    /// The cell of the tile that was laid last, which gets a frame.
    pub latest: Option<(i64, i64)>,
    /// Whether columns and rows are numbered.
    pub coordinates: bool,
}

/// The smallest rectangle of cells round some tiles.
#[derive(Clone, Copy)]
struct Bounds {
    west: i64,
    north: i64,
    east: i64,
    south: i64,
}

impl Bounds {
    fn of(tiles: &[Laid]) -> Self {
        let first = tiles.first().map_or((0, 0), |tile| (tile.x, tile.y));
        let start = Self { west: first.0, north: first.1, east: first.0, south: first.1 };
        tiles.iter().fold(start, |b, tile| Self {
            west: b.west.min(tile.x),
            north: b.north.min(tile.y),
            east: b.east.max(tile.x),
            south: b.south.max(tile.y),
        })
    }
}

/// A board as SVG, a tile so many pixels wide.
pub fn board_picture(program: &Program, looks: &Looks, board: &Board, pixels: u32) -> String {
    let mut signs = Signs::new(looks);
    let bounds = Bounds::of(&board.tiles);
    let margin = if board.coordinates { BESIDE } else { MARGIN };
    let (columns, rows) = (bounds.east - bounds.west + 1, bounds.south - bounds.north + 1);
    let mut width = columns * TILE + 2 * margin;
    let mut height = rows * TILE + 2 * margin;
    let inside = tiles(program, board, &mut signs);
    let corner = (margin - bounds.west * TILE, margin - bounds.north * TILE);
    let place = format!("translate({} {})", corner.0, corner.1);
    let mut group = Group::new().add(inside.set("transform", place));
    if board.coordinates {
        group = group.add(coordinates(bounds, margin));
    }
    if !board.players.is_empty() {
        let across = ((width - margin) / PLAYER).max(1);
        group = group.add(points(&board.players, across, margin, height));
        let lines = (board.players.len() as i64 + across - 1) / across;
        height += lines * LINE + MARGIN / 2;
        width = width.max(PLAYER + margin);
    }
    page(width, height, pixels, signs, group)
}

/// Tiles and what is on them, from the corner of the first cell.
fn tiles(program: &Program, board: &Board, signs: &mut Signs<'_>) -> Group {
    let group = group_of(program, &board.tiles, signs);
    let mut group = put(group, &board.put, signs);
    if let Some((x, y)) = board.latest {
        let frame = Rectangle::new()
            .set("x", x * TILE + 60)
            .set("y", y * TILE + 60)
            .set("width", TILE - 120)
            .set("height", TILE - 120)
            .set("rx", 160)
            .set("fill", "none")
            .set("stroke", "#ffffff")
            .set("stroke-width", 120);
        group = group.add(frame);
    }
    for token in &board.tokens {
        let points = token.outline.0.iter().map(|p| format!("{},{}", p.x / 10, p.y / 10));
        let outline = Polygon::new().set("points", points.collect::<Vec<_>>().join(" "));
        let outline = outline.set("fill", "#f4c542").set("fill-opacity", "0.85");
        group = group.add(outline.set("stroke", "#7a5a00").set("stroke-width", 60));
    }
    // Those to the south stand in front of the others.
    let mut figures: Vec<_> = board.figures.iter().collect();
    figures.sort_by_key(|(figure, _)| (!figure.lying, figure.at.y, figure.at.x, figure.id));
    figures.into_iter().fold(group, |group, (figure, kind)| group.add(piece(figure, kind, signs)))
}

/// Tiles as they lie, from the corner of the first cell.
pub(crate) fn group_of(program: &Program, tiles: &[Laid], signs: &mut Signs<'_>) -> Group {
    tiles.iter().fold(Group::new(), |group, tile| {
        let place = Point::new(tile.x * TILE, tile.y * TILE);
        group.add(laid(program, tile.kind, place, tile.turn, signs))
    })
}

/// A tile of a kind as it lies, with its corner at a point.
pub(crate) fn laid(
    program: &Program,
    kind: TileKindId,
    place: Point,
    turn: i64,
    signs: &mut Signs<'_>,
) -> Use {
    let id = format!("t-{}", kind.0);
    if let Some(kind) = program.tiles.get(kind.index()) {
        signs.once(&id, |signs| cut_out(tile_group(program, kind, signs)));
    }
    let mut how = format!("translate({} {})", place.x, place.y);
    if turn % 4 != 0 {
        how.push_str(&format!(" rotate({} {} {})", turn % 4 * 90, TILE / 2, TILE / 2));
    }
    Use::new().set("href", format!("#{id}")).set("transform", how)
}

fn coordinates(bounds: Bounds, margin: i64) -> Group {
    let mut group =
        Group::new().set("font-size", LETTERS).set("fill", INK).set("text-anchor", "middle");
    let drop = LETTERS * 36 / 100;
    for x in bounds.west..=bounds.east {
        let at = margin + (x - bounds.west) * TILE + TILE / 2;
        let number = Text::new(x.to_string()).set("x", at).set("y", margin / 2 + drop);
        group = group.add(number);
    }
    for y in bounds.north..=bounds.south {
        let at = margin + (y - bounds.north) * TILE + TILE / 2;
        let number = Text::new(y.to_string()).set("x", margin / 2).set("y", at + drop);
        group = group.add(number);
    }
    group
}

/// One line, or more, of players with their points.
fn points(players: &[Seated], across: i64, left: i64, top: i64) -> Group {
    let mut group = Group::new().set("font-size", LETTERS).set("fill", INK);
    for (i, player) in players.iter().enumerate() {
        let (column, line) = (i as i64 % across, i as i64 / across);
        let (x, y) = (left + column * PLAYER, top + line * LINE);
        let dot = Circle::new().set("cx", x + 400).set("cy", y).set("r", 380);
        let words = format!("{} {}", player.name, player.points);
        group = group.add(dot.set("fill", seat_colour(i)));
        group = group.add(Text::new(words).set("x", x + 1_050).set("y", y + LETTERS * 36 / 100));
    }
    group
}
