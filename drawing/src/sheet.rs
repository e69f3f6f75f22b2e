//! Sheets to print and cut out: every copy of some tiles in true size, on as many pages as they need.

use abi::{Point, Program, TileKindId};
use svg::node::element::{Group, Path, Rectangle, Text, Use};

use crate::{
    board::laid,
    geometry::{TILE, Way},
    looks::Looks,
    page::{INK, document},
    signs::Signs,
};

/// The most tiles that are printed at once.
pub const MOST_TILES: u64 = 5_000;
/// What most printers leave white round everything, in hundredths of a millimetre.
const WHITE: i64 = 1_000;
/// From a tile to its cut marks, and how long these are.
const MARK: (i64, i64) = (100, 350);
/// The size of letters.
const LETTERS: i64 = 300;

/// The size of a sheet of paper, in hundredths of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Its shorter side.
    pub width: i64,
    /// Its longer side.
    pub height: i64,
}

impl Paper {
    /// 210 by 297 mm.
    pub const A4: Self = Self { width: 21_000, height: 29_700 };
    /// 8.5 by 11 inches.
    pub const LETTER: Self = Self { width: 21_590, height: 27_940 };

    /// How many tiles lie beside and below each other.
    fn fits(self) -> (i64, i64) {
        let fit = |side: i64| ((side - 2 * WHITE) / TILE).max(1);
        (fit(self.width), fit(self.height))
    }
}

/// Pages in true size as SVG: tiles edge to edge, so that one cut serves two, with marks outside of them.
pub fn sheet_pages(
    program: &Program,
    looks: &Looks,
    tiles: &[(TileKindId, u32)],
    title: &str,
    paper: Paper,
) -> Vec<String> {
    let copies = tiles.iter().flat_map(|&(kind, n)| std::iter::repeat_n(kind, n as usize));
    let all: Vec<TileKindId> = copies.take(MOST_TILES as usize).collect();
    let (columns, rows) = paper.fits();
    let pages = all.chunks((columns * rows) as usize);
    let count = pages.len();
    let numbered = pages.enumerate();
    numbered
        .map(|(number, kinds)| {
            let title = format!("{title} · {} / {count}", number + 1);
            page(program, looks, kinds, &title, paper)
        })
        .collect()
}

fn page(
    program: &Program,
    looks: &Looks,
    kinds: &[TileKindId],
    title: &str,
    paper: Paper,
) -> String {
    let mut signs = Signs::new(looks);
    let (columns, most_rows) = paper.fits();
    let rows = (kinds.len() as i64 + columns - 1) / columns;
    let left = (paper.width - columns * TILE) / 2;
    let top = (paper.height - most_rows * TILE) / 2;
    let white = Rectangle::new().set("width", paper.width).set("height", paper.height);
    let mut group = Group::new().add(white.set("fill", "#ffffff"));
    for (i, &kind) in kinds.iter().enumerate() {
        let (column, row) = (i as i64 % columns, i as i64 / columns);
        let at = Point::new(left + column * TILE, top + row * TILE);
        group = group.add(tile(program, kind, at, &mut signs));
    }
    let last = kinds.len() as i64 - (rows - 1) * columns;
    group = group.add(cut_marks(left, top, if rows > 1 { columns } else { last }, rows));
    let words = Text::new(title).set("x", left).set("y", top - MARK.0 - MARK.1 - 120);
    group = group.add(words.set("font-size", LETTERS).set("fill", INK));
    let millimetres = |length: i64| format!("{}mm", crate::geometry::decimal(length));
    document(paper.width, paper.height, signs, group)
        .set("width", millimetres(paper.width))
        .set("height", millimetres(paper.height))
        .to_string()
}

fn tile(program: &Program, kind: TileKindId, at: Point, signs: &mut Signs<'_>) -> Use {
    laid(program, kind, at, 0, signs)
}

/// Short lines outside of the tiles, where knives go.
fn cut_marks(left: i64, top: i64, columns: i64, rows: i64) -> Path {
    let (near, far) = (MARK.0, MARK.0 + MARK.1);
    let (right, bottom) = (left + columns * TILE, top + rows * TILE);
    let mut text = String::new();
    let mut line = |from: Point, to: Point| text.push_str(&Way::from(from).line(to).text());
    for x in (0..=columns).map(|column| left + column * TILE) {
        line(Point::new(x, top - far), Point::new(x, top - near));
        line(Point::new(x, bottom + near), Point::new(x, bottom + far));
    }
    for y in (0..=rows).map(|row| top + row * TILE) {
        line(Point::new(left - far, y), Point::new(left - near, y));
        line(Point::new(right + near, y), Point::new(right + far, y));
    }
    Path::new().set("d", text).set("stroke", "#000000").set("stroke-width", 12)
}
