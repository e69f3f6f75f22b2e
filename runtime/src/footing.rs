//! Where figures stand on their tiles, to the micrometre: the ground that a shot can hit and distances are
//! measured to.
//!
//! Rules say on which segment a figure stands, not where on it. It stands where the tile says; those who come
//! later stand beside it, as near as there is room. All of a tile's figures stand on that tile, so where one
//! stands depends on no other tile.

use abi::{
    EdgeSet, Figure, Joins, Memory, Place, Point, Program, Size, TILE_SIDE, Table, Word, cell_x,
    cell_y, field,
};

use crate::figures::tile_of_place;

/// The size of a figure whose kind says none.
const FIGURE: Size = Size { width: 16_000, depth: 16_000, height: 16_000, round: true };
/// How far figures stand apart at least where there is room.
const APART: i64 = 1_000;
/// How many figures of one tile look for room of their own; more of them stand in rows.
const LOOKING: usize = 10;
/// Where rows get narrower than this, figures are left out: nothing so thin can be hit.
const NARROWEST: i64 = 700;

/// The tables of a game with the program that says how large things are.
#[derive(Clone, Copy)]
pub(crate) struct Footing<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) program: &'a Program,
}

/// The ground of a figure on its tile.
#[derive(Clone, Copy)]
struct Ground {
    west: i64,
    north: i64,
    width: i64,
    depth: i64,
}

impl Ground {
    fn meets(&self, other: &Self) -> bool {
        self.west < other.west + other.width + APART
            && other.west < self.west + self.width + APART
            && self.north < other.north + other.depth + APART
            && other.north < self.north + self.depth + APART
    }
}

/// A figure that looks for its place.
#[derive(Clone, Copy)]
struct Standing {
    figure: Word,
    size: Size,
    lying: bool,
    /// Where it would stand if it were alone, from the corner of its tile.
    wanted: Point,
}

impl Standing {
    /// How wide and deep its ground is.
    const fn ground(&self) -> (i64, i64) {
        let Size { width, depth, height, .. } = self.size;
        (width, if self.lying { height } else { depth })
    }
}

impl Footing<'_> {
    fn get(&self, table: Table, row: Word, field: u32) -> Word {
        self.memory.get(table, row, field)
    }

    /// The north-west corner of a tile on the board.
    pub(crate) fn corner(&self, tile: Word) -> Option<Point> {
        let cell = self.get(Table::Tile, tile, field::tile::CELL);
        (cell != abi::ABSENT)
            .then(|| Point::new(cell_x(cell) * TILE_SIDE, cell_y(cell) * TILE_SIDE))
    }

    /// The tile that a figure is on, or absent.
    pub(crate) fn tile_of(&self, figure: Word) -> Word {
        tile_of_place(self.memory, self.get(Table::Figure, figure, field::figure::PLACE))
    }

    /// All figures on the board, in their order.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let mut tiles = Vec::new();
        let mut beside = Vec::new();
        for figure in 0..self.memory.rows(Table::Figure) as Word {
            let place = self.get(Table::Figure, figure, field::figure::PLACE);
            if place == abi::ABSENT {
                continue;
            }
            let tile = tile_of_place(self.memory, place);
            if tile != abi::ABSENT {
                tiles.push(tile);
                if let Some(Place::Figure(_)) = Place::from_word(place) {
                    beside.push((tile, figure));
                }
            }
        }
        tiles.sort_unstable();
        tiles.dedup();
        let mut figures = Vec::new();
        for tile in tiles {
            self.stand(tile, &beside, &mut figures);
        }
        figures.sort_unstable_by_key(|figure| figure.id);
        figures
    }

    /// One figure as it stands on the board.
    pub(crate) fn figure(&self, figure: Word) -> Option<Figure> {
        let tile = self.tile_of(figure);
        if tile == abi::ABSENT {
            return None;
        }
        let all = 0..self.memory.rows(Table::Figure) as Word;
        let beside = all.filter(|&other| {
            let place = self.get(Table::Figure, other, field::figure::PLACE);
            matches!(Place::from_word(place), Some(Place::Figure(_)))
        });
        let beside: Vec<_> = beside.map(|other| (self.tile_of(other), other)).collect();
        let mut figures = Vec::new();
        self.stand(tile, &beside, &mut figures);
        figures.into_iter().find(|standing| standing.id == figure)
    }

    /// Puts all figures of a tile where they stand.
    fn stand(&self, tile: Word, beside: &[(Word, Word)], figures: &mut Vec<Figure>) {
        let Some(corner) = self.corner(tile) else { return };
        let standing = self.standing_on(tile, beside);
        let Some((grounds, size)) = grounds(&standing) else {
            return self.stand_in_rows(corner, &standing, figures);
        };
        for (standing, ground) in standing.iter().zip(&grounds) {
            let middle = Point::new(
                corner.x + ground.west + ground.width / 2,
                corner.y + ground.north + ground.depth / 2,
            );
            figures.push(self.as_figure(standing, middle, thinner(standing.size, size)));
        }
    }

    /// There is no room for so many as they are: they stand in rows and are as thin as they must be.
    fn stand_in_rows(&self, corner: Point, standing: &[Standing], figures: &mut Vec<Figure>) {
        let columns = standing.len().isqrt() as i64;
        let columns = columns + i64::from((columns * columns) < standing.len() as i64);
        let side = TILE_SIDE / columns;
        if side < NARROWEST {
            return;
        }
        for (i, standing) in standing.iter().enumerate() {
            let (column, row) = (i as i64 % columns, i as i64 / columns);
            let at =
                Point::new(corner.x + column * side + side / 2, corner.y + row * side + side / 2);
            let (width, depth) = standing.ground();
            let widest = width.max(depth).max(1);
            let room = side - (APART / columns).max(100);
            let thin = |length: i64| {
                if widest <= room { length } else { (length * room / widest).max(500) }
            };
            let size = standing.size;
            let size = Size {
                width: thin(size.width),
                depth: thin(size.depth),
                height: thin(size.height),
                round: size.round,
            };
            figures.push(self.as_figure(standing, at, size));
        }
    }

    fn as_figure(&self, standing: &Standing, at: Point, size: Size) -> Figure {
        let owner = self.get(Table::Figure, standing.figure, field::figure::OWNER);
        Figure {
            id: standing.figure,
            name: String::new(),
            owner: usize::try_from(owner).ok(),
            at,
            turn: 0,
            size,
            lying: standing.lying,
        }
    }

    /// The figures of a tile: segment by segment, then those on the tile itself, then those beside others.
    fn standing_on(&self, tile: Word, beside: &[(Word, Word)]) -> Vec<Standing> {
        let get = |field| self.get(Table::Tile, tile, field);
        let kind = &self.program.tiles[get(field::tile::KIND) as usize];
        let first = get(field::tile::SEGMENTS);
        let mut standing = Vec::new();
        let mut chain = |mut figure: Word, place: Word| {
            while figure != abi::ABSENT {
                if self.get(Table::Figure, figure, field::figure::PLACE) == place {
                    standing.push(self.standing(tile, figure, place, false));
                }
                figure = self.get(Table::Figure, figure, field::figure::NEXT);
            }
        };
        for segment in first..first + kind.segments.len() as Word {
            let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
            if feature != abi::ABSENT {
                let head = self.get(Table::Feature, feature, field::feature::FIGURES);
                chain(head, Place::Segment(segment).word());
            }
        }
        chain(get(field::tile::FIGURES), Place::Tile(tile).word());
        for &(_, figure) in beside.iter().filter(|(at, _)| *at == tile) {
            let mut other = figure;
            // Figures beside figures never stand in a circle.
            let place = loop {
                let place = self.get(Table::Figure, other, field::figure::PLACE);
                match Place::from_word(place) {
                    Some(Place::Figure(next)) => other = next,
                    _ => break place,
                }
            };
            standing.push(self.standing(tile, figure, place, true));
        }
        standing
    }

    fn standing(&self, tile: Word, figure: Word, place: Word, beside: bool) -> Standing {
        let kind = self.get(Table::Figure, figure, field::figure::KIND);
        let kind = &self.program.figures[kind as usize];
        let segment = match Place::from_word(place) {
            Some(Place::Segment(segment)) => Some(segment),
            _ => None,
        };
        let feature =
            segment.map(|segment| self.get(Table::Segment, segment, field::segment::KIND) as u16);
        let feature = if beside { None } else { feature };
        let lying = kind
            .stands
            .iter()
            .any(|stands| stands.lying && stands.feature.map(|kind| kind.0) == feature);
        let wanted = self.wanted(tile, segment);
        Standing { figure, size: kind.size.unwrap_or(FIGURE), lying, wanted }
    }

    /// Where a figure stands on a segment of a tile, or on the tile itself, from the tile's corner.
    fn wanted(&self, tile: Word, segment: Option<Word>) -> Point {
        let get = |field| self.get(Table::Tile, tile, field);
        let kind = &self.program.tiles[get(field::tile::KIND) as usize];
        let number = segment.map(|segment| (segment - get(field::tile::SEGMENTS)) as usize);
        let Some(def) = number.and_then(|number| kind.segments.get(number)) else {
            return Point::new(TILE_SIDE / 2, TILE_SIDE / 2);
        };
        let joins = self.program.features[def.kind.index()].joins;
        let (x, y) = def.at.unwrap_or_else(|| middle(def.edges, joins));
        match get(field::tile::TURN) {
            0 => Point::new(x, y),
            1 => Point::new(TILE_SIDE - y, x),
            2 => Point::new(TILE_SIDE - x, TILE_SIDE - y),
            _ => Point::new(y, TILE_SIDE - x),
        }
    }
}

/// Where the figures of a tile stand, and in how many eighths of their size: those who come later look for room
/// beside the earlier ones; if there is none, those who lie choose first, and then all make themselves thinner.
fn grounds(standing: &[Standing]) -> Option<(Vec<Ground>, i64)> {
    if standing.len() > LOOKING {
        return None;
    }
    let mut order: Vec<usize> = (0..standing.len()).collect();
    for eighths in [8, 6, 4, 3] {
        for lying_first in [false, true] {
            order.sort_by_key(|&i| (lying_first && !standing[i].lying, i));
            let mut taken: Vec<Ground> = Vec::with_capacity(standing.len());
            for &i in &order {
                let Standing { size, .. } = standing[i];
                let thin = Standing { size: thinner(size, eighths), ..standing[i] };
                match room_beside(&taken, &thin) {
                    Some(ground) => taken.push(ground),
                    None => break,
                }
            }
            if taken.len() == standing.len() {
                let mut grounds = taken.clone();
                for (&i, ground) in order.iter().zip(taken) {
                    grounds[i] = ground;
                }
                return Some((grounds, eighths));
            }
        }
    }
    None
}

/// So many eighths of a size.
fn thinner(size: Size, eighths: i64) -> Size {
    let thin = |length: i64| if eighths == 8 { length } else { (length * eighths / 8).max(500) };
    Size {
        width: thin(size.width),
        depth: thin(size.depth),
        height: thin(size.height),
        round: size.round,
    }
}

/// The ground as near as possible to where a figure wants to stand, if there is room.
fn room_beside(taken: &[Ground], standing: &Standing) -> Option<Ground> {
    let (width, depth) = standing.ground();
    let (most_west, most_north) = (TILE_SIDE - width, TILE_SIDE - depth);
    if most_west < 0 || most_north < 0 {
        return None;
    }
    let ground = |west, north| Ground { west, north, width, depth };
    let free = |ground: &Ground| !taken.iter().any(|other| other.meets(ground));
    let west = (standing.wanted.x - width / 2).clamp(0, most_west);
    let north = (standing.wanted.y - depth / 2).clamp(0, most_north);
    let wanted = ground(west, north);
    if free(&wanted) {
        return Some(wanted);
    }
    // The nearest free ground touches another one, or the tile's rim, in both directions.
    let mut best = None;
    let wests = taken.iter().flat_map(|g| [g.west - APART - width, g.west + g.width + APART]);
    for x in std::iter::once(west).chain(wests).filter(|x| (0..=most_west).contains(x)) {
        let norths =
            taken.iter().flat_map(|g| [g.north - APART - depth, g.north + g.depth + APART]);
        for y in std::iter::once(north).chain(norths).filter(|y| (0..=most_north).contains(y)) {
            let far = (x - west).pow(2) + (y - north).pow(2);
            let key = (far, y, x);
            if best.is_none_or(|best| key < best) && free(&ground(x, y)) {
                best = Some(key);
            }
        }
    }
    best.map(|(_, y, x)| ground(x, y))
}

/// A point of a segment of which nothing but the edges is known.
fn middle(edges: EdgeSet, joins: Joins) -> (i64, i64) {
    const HALF: i64 = TILE_SIDE / 2;
    const NEAR: i64 = TILE_SIDE / 4;
    const FAR: i64 = TILE_SIDE - NEAR;
    const EDGES: [(i64, i64); 4] = [(HALF, 0), (TILE_SIDE, HALF), (HALF, TILE_SIDE), (0, HALF)];
    const HALVES: [(i64, i64); 8] = [
        (NEAR, 0),
        (FAR, 0),
        (TILE_SIDE, NEAR),
        (TILE_SIDE, FAR),
        (FAR, TILE_SIDE),
        (NEAR, TILE_SIDE),
        (0, FAR),
        (0, NEAR),
    ];
    let points: &[(i64, i64)] = match joins {
        Joins::Edges => &EDGES,
        Joins::HalfEdges => &HALVES,
        Joins::Nothing => &[],
    };
    let reached = points.iter().enumerate().filter(|(i, _)| edges.0 >> i & 1 == 1);
    let (mut count, mut x, mut y) = (0, 0, 0);
    for (_, point) in reached {
        count += 1;
        x += point.0;
        y += point.1;
    }
    // A third of the way from the rim to the middle.
    if count == 0 { (HALF, HALF) } else { ((2 * x / count + HALF) / 3, (2 * y / count + HALF) / 3) }
}
