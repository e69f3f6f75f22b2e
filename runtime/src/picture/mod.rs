//! The board as a picture of letters: three lines a tile, with coordinates.
//!
//! Nothing is known of any kind of landscape: signs come from the names of kinds, and what is drawn
//! wide or thin follows from whether half edges lie beside it.

mod sheet;

use abi::{Joins, Memory, Place, Program, SegmentDef, Table, Word, field};

use self::sheet::{Bounds, Drawing, HEIGHT, Sheet, WIDTH};
use crate::{seats::Seats, spans::tile_segments};

/// Larger boards are described instead.
const CELLS: i64 = 20_000;

/// The sign of each kind of feature in pictures.
pub fn signs(program: &Program) -> Vec<char> {
    let mut signs: Vec<char> = Vec::new();
    for kind in &program.features {
        let ground = kind.joins == Joins::HalfEdges && !signs.contains(&'.');
        let own = kind.name.chars().filter(char::is_ascii_lowercase).chain('a'..='z');
        let sign =
            if ground { '.' } else { own.into_iter().find(|c| !signs.contains(c)).unwrap_or('?') };
        signs.push(sign);
    }
    signs
}

/// The board of a game; `marks` are texts on empty cells, such as the numbers of options.
pub fn picture(
    program: &Program,
    memory: &Memory,
    seats: &Seats,
    marks: &[(Word, String)],
) -> String {
    let painter = Painter { program, memory, signs: signs(program), letters: seats.letters() };
    let tiles: Vec<(Word, Word)> = (0..memory.rows(Table::Tile) as Word)
        .map(|t| (t, memory.get(Table::Tile, t, field::tile::CELL)))
        .filter(|&(_, at)| at != abi::ABSENT)
        .collect();
    let cells = tiles.iter().map(|&(_, at)| at).chain(marks.iter().map(|&(at, _)| at));
    let Some(bounds) = Bounds::of(cells) else {
        return "The table is empty.\n".to_owned();
    };
    if bounds.columns() * bounds.rows() > CELLS {
        return format!(
            "The board is too wide to draw: {} tiles from ({}, {}) to ({}, {}).\n",
            tiles.len(),
            bounds.west,
            bounds.north,
            bounds.east,
            bounds.south
        );
    }
    let mut sheet = Sheet::new(bounds);
    for (at, text) in marks {
        sheet.mark(*at, text);
    }
    for (tile, at) in tiles {
        sheet.tile(at, painter.tile(tile));
    }
    sheet.text()
}

struct Painter<'a> {
    program: &'a Program,
    memory: &'a Memory,
    signs: Vec<char>,
    letters: Vec<char>,
}

/// What reaches one side of a tile as it lies: the segment on the whole edge, then on its halves.
#[derive(Clone, Copy, Default)]
struct Side {
    edge: Option<usize>,
    left: Option<usize>,
    right: Option<usize>,
}

impl Side {
    /// What takes the edge from corner to corner.
    fn wide(self) -> Option<usize> {
        self.edge.filter(|_| self.left.is_none() && self.right.is_none())
    }
}

const N: usize = 0;
const E: usize = 1;
const S: usize = 2;
const W: usize = 3;
const MIDDLE: (usize, usize) = (3, 1);
/// The middle of each side, drawn a little inward to the west and east.
const SIDES: [(usize, usize); 4] = [(3, 0), (5, 1), (3, 2), (1, 1)];
/// The half edges NL NR EL ER SL SR WL WR.
const HALVES: [(usize, usize); 8] =
    [(1, 0), (5, 0), (6, 0), (6, 2), (5, 2), (1, 2), (0, 2), (0, 0)];

impl Painter<'_> {
    fn get(&self, table: Table, row: Word, column: u32) -> Word {
        self.memory.get(table, row, column)
    }

    fn tile(&self, tile: Word) -> Drawing {
        let turn = self.get(Table::Tile, tile, field::tile::TURN);
        let segments = &tile_segments(self.program, self.memory, tile);
        let sides = self.sides(segments, turn);
        let mut drawing = self.ground(segments, &sides);
        self.centre(segments, &sides, &mut drawing);
        self.pieces(tile, segments, turn, &mut drawing);
        drawing
    }

    fn joins(&self, segment: &SegmentDef) -> Joins {
        self.program.features[segment.kind.index()].joins
    }

    fn sign(&self, segments: &[SegmentDef], segment: Option<usize>) -> char {
        segment.map_or(' ', |s| self.signs[segments[s].kind.index()])
    }

    fn sides(&self, segments: &[SegmentDef], turn: Word) -> [Side; 4] {
        let mut sides = [Side::default(); 4];
        for (i, segment) in segments.iter().enumerate() {
            let joins = self.joins(segment);
            let edges = segment.edges.turned(turn, joins).0;
            for (d, side) in sides.iter_mut().enumerate() {
                match joins {
                    Joins::Edges if edges >> d & 1 == 1 => side.edge = Some(i),
                    Joins::HalfEdges => {
                        if edges >> (2 * d) & 1 == 1 {
                            side.left = Some(i);
                        }
                        if edges >> (2 * d + 1) & 1 == 1 {
                            side.right = Some(i);
                        }
                    }
                    Joins::Edges | Joins::Nothing => {}
                }
            }
        }
        sides
    }

    /// The rim, and the signs of half edges drawn into the middle as the ground that all else lies on.
    fn ground(&self, segments: &[SegmentDef], sides: &[Side; 4]) -> Drawing {
        let ground = segments.iter().position(|s| self.joins(s) == Joins::HalfEdges);
        let mut drawing = [[self.sign(segments, ground); WIDTH]; HEIGHT];
        let mut put = |(x, y): (usize, usize), segment: Option<usize>| {
            drawing[y][x] = self.sign(segments, segment);
        };
        for (d, row, [left, right]) in [(N, 0, [[1, 2], [4, 5]]), (S, 2, [[4, 5], [1, 2]])] {
            let side = sides[d];
            left.into_iter().for_each(|x| put((x, row), side.left.or(side.edge)));
            right.into_iter().for_each(|x| put((x, row), side.right.or(side.edge)));
            put((3, row), side.edge.or(side.left));
        }
        for (d, column) in [(E, 6), (W, 0)] {
            put((column, 1), sides[d].edge.or(sides[d].left));
        }
        // A corner shows what is wide on one of its sides; two of them keep apart unless they are one.
        for (place, flat, steep, half) in [
            ((0, 0), N, W, sides[W].right),
            ((6, 0), N, E, sides[E].left),
            ((0, 2), S, W, sides[W].left),
            ((6, 2), S, E, sides[E].right),
        ] {
            match (sides[flat].wide(), sides[steep].wide()) {
                (Some(a), Some(b)) => put(place, Some(a).filter(|_| a == b)),
                (Some(a), None) | (None, Some(a)) => put(place, Some(a)),
                (None, None) => put(place, half),
            }
        }
        drawing
    }

    /// The segment that runs through the middle: a thin one first, then a wide one, then a space.
    fn through(&self, segments: &[SegmentDef], sides: &[Side; 4]) -> Option<usize> {
        let reaches = |s: usize| sides.iter().filter(|side| side.edge == Some(s)).count() > 1;
        let wide = |s: usize| sides.iter().any(|side| side.wide() == Some(s));
        let all = || 0..segments.len();
        all()
            .find(|&s| reaches(s) && !wide(s))
            .or_else(|| all().find(|&s| reaches(s)))
            .or_else(|| all().find(|&s| self.joins(&segments[s]) == Joins::Nothing))
    }

    fn centre(&self, segments: &[SegmentDef], sides: &[Side; 4], drawing: &mut Drawing) {
        let through = self.through(segments, sides);
        let thin = |d: usize| sides[d].edge.filter(|_| sides[d].wide().is_none());
        let ends = (0..4).filter(|&d| thin(d).is_some()).count();
        if through.is_some() {
            drawing[1][3] = self.sign(segments, through);
        } else if ends > 1 {
            drawing[1][3] = '+';
        }
        for (d, columns) in [(W, [1, 2]), (E, [4, 5])] {
            let inward = thin(d).or(sides[d].edge.filter(|&s| Some(s) == through || ends > 0));
            if let Some(segment) = inward {
                for x in columns {
                    drawing[1][x] = self.sign(segments, Some(segment));
                }
            }
        }
    }

    fn letter(&self, figure: Word) -> char {
        let owner = self.get(Table::Figure, figure, field::figure::OWNER);
        usize::try_from(owner).ok().and_then(|o| self.letters.get(o)).copied().unwrap_or('*')
    }

    fn pieces(&self, tile: Word, segments: &[SegmentDef], turn: Word, drawing: &mut Drawing) {
        let first = self.get(Table::Tile, tile, field::tile::SEGMENTS);
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for figure in 0..self.memory.rows(Table::Figure) as Word {
            let place = Place::from_word(self.get(Table::Figure, figure, field::figure::PLACE));
            let segment = match place {
                Some(Place::Tile(t)) if t == tile => None,
                Some(Place::Segment(s)) => {
                    match usize::try_from(s - first).ok().and_then(|i| segments.get(i)) {
                        Some(segment) => Some(segment),
                        None => continue,
                    }
                }
                _ => continue,
            };
            let anywhere = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
            let spot = self
                .spots(segment, turn, drawing)
                .into_iter()
                .chain([MIDDLE])
                .chain(anywhere)
                .find(|spot| !taken.contains(spot));
            if let Some((x, y)) = spot {
                drawing[y][x] = self.letter(figure);
                taken.push((x, y));
            }
        }
    }

    /// Where a figure may be drawn, the best place first: where the sign of its segment stands.
    fn spots(
        &self,
        segment: Option<&SegmentDef>,
        turn: Word,
        drawing: &Drawing,
    ) -> Vec<(usize, usize)> {
        let Some(segment) = segment else {
            return vec![MIDDLE, (2, 1), (4, 1)];
        };
        let joins = self.joins(segment);
        let edges = segment.edges.turned(turn, joins).0;
        let sign = self.signs[segment.kind.index()];
        let reached = |table: &[(usize, usize)]| -> Vec<(usize, usize)> {
            (0..table.len()).filter(|&i| edges >> i & 1 == 1).map(|i| table[i]).collect()
        };
        let mut spots = match joins {
            Joins::Edges => {
                let mut spots = reached(&SIDES);
                if spots.len() > 1 {
                    spots.insert(0, MIDDLE);
                }
                spots
            }
            Joins::HalfEdges => reached(&HALVES),
            Joins::Nothing => vec![MIDDLE, (2, 1), (4, 1)],
        };
        // Stable: where the sign shows comes first.
        spots.sort_by_key(|&(x, y)| drawing[y][x] != sign);
        spots
    }
}
