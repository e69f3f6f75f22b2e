//! Where figures stand on their tiles, to the micrometre: the ground that a shot can hit and distances are
//! measured to.
//!
//! Rules say on which segment a figure stands, not where on it. It stands where the tile says; those who come
//! later stand beside it, as near as there is room. All of a tile's figures stand on that tile, so where one
//! stands depends on no other tile.

mod room;

use abi::{
    EdgeSet, Figure, Joins, Memory, Place, Point, Program, Size, TILE_SIDE, Table, Word, cell_x,
    cell_y, field,
};

use self::room::{APART, Standing, grounds, thinner};
use crate::figures::tile_of_place;

/// The size of a figure whose kind says none.
const FIGURE: Size = Size { width: 16_000, depth: 16_000, height: 16_000, round: true };
/// Where rows get narrower than this, figures are left out: nothing so thin can be hit.
const NARROWEST: i64 = 700;

/// The tables of a game with the program that says how large things are.
#[derive(Clone, Copy)]
pub(crate) struct Footing<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) program: &'a Program,
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

    /// The tile that a figure is on, or absent; on a crossing it stands on one of the tiles that meet there.
    fn tile_of(&self, figure: Word) -> Word {
        match self.ground_of(figure) {
            Some(Place::Corner(corner)) => self.tile_at_corner(corner),
            Some(place) => tile_of_place(self.memory, place.word()),
            None => abi::ABSENT,
        }
    }

    /// The place of a figure, or of whom it stands beside.
    fn ground_of(&self, mut figure: Word) -> Option<Place> {
        // Figures beside figures never stand in a circle.
        loop {
            match Place::from_word(self.get(Table::Figure, figure, field::figure::PLACE)) {
                Some(Place::Figure(other)) => figure = other,
                place => return place,
            }
        }
    }

    /// The oldest tile round a crossing, or absent.
    fn tile_at_corner(&self, corner: Word) -> Word {
        let meets = |tile: &Word| {
            let cell = self.get(Table::Tile, *tile, field::tile::CELL);
            cell != abi::ABSENT
                && (0..=1).contains(&(cell_x(corner) - cell_x(cell)))
                && (0..=1).contains(&(cell_y(corner) - cell_y(cell)))
        };
        (0..self.memory.rows(Table::Tile) as Word).find(meets).unwrap_or(abi::ABSENT)
    }

    /// The figures that stand in no chain: on crossings and beside others, each with its tile.
    fn unchained(&self) -> Vec<(Word, Word)> {
        let figures = 0..self.memory.rows(Table::Figure) as Word;
        let unchained = figures.filter(|&figure| {
            let place = self.get(Table::Figure, figure, field::figure::PLACE);
            matches!(Place::from_word(place), Some(Place::Figure(_) | Place::Corner(_)))
        });
        unchained.map(|figure| (self.tile_of(figure), figure)).collect()
    }

    /// All figures on the board, in their order.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let unchained = self.unchained();
        let mut tiles: Vec<Word> = unchained.iter().map(|&(tile, _)| tile).collect();
        for figure in 0..self.memory.rows(Table::Figure) as Word {
            let place = self.get(Table::Figure, figure, field::figure::PLACE);
            if let Some(Place::Segment(_) | Place::Tile(_)) = Place::from_word(place) {
                tiles.push(tile_of_place(self.memory, place));
            }
        }
        tiles.sort_unstable();
        tiles.dedup();
        let mut figures = Vec::new();
        for tile in tiles {
            self.stand(tile, &unchained, &mut figures);
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
        let mut figures = Vec::new();
        self.stand(tile, &self.unchained(), &mut figures);
        figures.into_iter().find(|standing| standing.id == figure)
    }

    /// Puts all figures of a tile where they stand.
    fn stand(&self, tile: Word, unchained: &[(Word, Word)], figures: &mut Vec<Figure>) {
        if tile == abi::ABSENT {
            return;
        }
        let Some(corner) = self.corner(tile) else { return };
        let standing = self.standing_on(tile, unchained);
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

    /// The figures of a tile: segment by segment, then those on the tile itself, then those in no chain.
    fn standing_on(&self, tile: Word, unchained: &[(Word, Word)]) -> Vec<Standing> {
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
        let laying = self.program.tokens.iter().filter(|token| token.lays.is_some()).count();
        for segment in first..first + (kind.segments.len() + laying) as Word {
            let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
            if feature != abi::ABSENT {
                let head = self.get(Table::Feature, feature, field::feature::FIGURES);
                chain(head, Place::Segment(segment).word());
            }
        }
        chain(get(field::tile::FIGURES), Place::Tile(tile).word());
        for &(_, figure) in unchained.iter().filter(|(at, _)| *at == tile) {
            let place = self.ground_of(figure).map_or(abi::ABSENT, Place::word);
            standing.push(self.standing(tile, figure, place, true));
        }
        standing
    }

    fn standing(&self, tile: Word, figure: Word, place: Word, unchained: bool) -> Standing {
        let kind = self.get(Table::Figure, figure, field::figure::KIND);
        let kind = &self.program.figures[kind as usize];
        let segment = match Place::from_word(place) {
            Some(Place::Segment(segment)) => Some(segment),
            _ => None,
        };
        let feature =
            segment.map(|segment| self.get(Table::Segment, segment, field::segment::KIND) as u16);
        let feature = if unchained { None } else { feature };
        let lying = kind
            .stands
            .iter()
            .any(|stands| stands.lying && stands.feature.map(|kind| kind.0) == feature);
        let wanted = match Place::from_word(place) {
            Some(Place::Corner(corner)) => self.at_corner(tile, corner),
            _ => self.wanted(tile, segment),
        };
        Standing { figure, size: kind.size.unwrap_or(FIGURE), lying, wanted }
    }

    /// A crossing, from the corner of one of its tiles.
    fn at_corner(&self, tile: Word, corner: Word) -> Point {
        let cell = self.get(Table::Tile, tile, field::tile::CELL);
        let (x, y) = (cell_x(corner) - cell_x(cell), cell_y(corner) - cell_y(cell));
        Point::new(x * TILE_SIDE, y * TILE_SIDE)
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
