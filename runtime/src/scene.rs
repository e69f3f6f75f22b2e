//! The table as a shot finds it: tiles, figures, tokens that lie about, seats, and distances between them.

use abi::{
    Area, FaultKind, Figure, LyingToken, Measured, Memory, Outline, Place, Point, Reason, Scene,
    TILE_SIDE, Table, TableTile, TokenKindId, Word, cell, cell_x, cell_y, field, gap, millimetres,
};

use crate::{
    footing::Footing,
    game::Game,
    grid::{FARTHEST, Grid},
    play::Play,
    rules::Rules,
};

/// The table's size (P26), unless the map needs a larger one.
const TABLE: (i64, i64) = (1_600_000, 900_000);
/// How far the table reaches beyond the map at least.
const MARGIN: i64 = 150_000;
/// How far away something is that is nowhere: a thousand kilometres.
const NOWHERE: i64 = 1_000_000_000_000;
/// What a distance costs of the step budget besides a step for each figure.
const DISTANCE_STEPS: usize = 256;

/// What lies and stands on the board, in micrometres from the corner of its first cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tabletop {
    /// The tiles, oldest first.
    pub tiles: Vec<TableTile>,
    /// The figures on them, in the order of the game, without names.
    pub figures: Vec<Figure>,
    /// What shots left on the table.
    pub tokens: Vec<LyingToken>,
}

impl Game {
    /// What lies and stands on the board, for those who draw it.
    pub fn tabletop(&self, rules: &Rules) -> Tabletop {
        let footing = Footing { memory: &self.memory, program: &rules.program };
        let tiles = 0..self.memory.rows(Table::Tile) as Word;
        let tile = |id| footing.corner(id).map(|at| TableTile { id, at });
        Tabletop {
            tiles: tiles.filter_map(tile).collect(),
            figures: footing.figures(),
            tokens: self.lying_tokens(rules),
        }
    }

    /// The table before the shot that the game waits for; figures without names.
    pub fn scene(&self, rules: &Rules) -> Option<Scene> {
        let (shooter, token, at) = self.aimed()?;
        let program = &*rules.program;
        let footing = Footing { memory: &self.memory, program };
        let thrown = program.tokens.get(token.index())?.size?;
        let mut tiles = Vec::with_capacity(self.memory.rows(Table::Tile));
        for id in 0..self.memory.rows(Table::Tile) as Word {
            tiles.extend(footing.corner(id).map(|at| TableTile { id, at }));
        }
        let table = table(&self.memory);
        let middle = |tile| {
            let half = TILE_SIDE / 2;
            footing.corner(tile).map(|corner| Point::new(corner.x + half, corner.y + half))
        };
        let (catcher, aimed_at) = match at {
            Some(Place::Player(player)) => (Some(player as usize), None),
            Some(Place::Tile(tile)) => (None, middle(tile)),
            _ => (None, None),
        };
        Some(Scene {
            table,
            tiles,
            figures: footing.figures(),
            tokens: self.lying_tokens(rules),
            seats: seats(table, self.players()),
            thrown,
            shooter: shooter as usize,
            catcher,
            aimed_at,
        })
    }

    /// Who shoots which token at what, if the game waits for a shot.
    pub(crate) fn aimed(&self) -> Option<(Word, TokenKindId, Option<Place>)> {
        let call = self.waiting.as_ref().filter(|_| self.fault.is_none())?.call;
        match call.options {
            abi::Options::Shot(token, at) => {
                Some((call.who, TokenKindId(token as u16), Place::from_word(at)))
            }
            _ => None,
        }
    }

    /// What earlier shots left on the table.
    fn lying_tokens(&self, rules: &Rules) -> Vec<LyingToken> {
        let rows = 0..self.memory.rows(Table::Lying) as Word;
        let tokens = rows.filter_map(|row| {
            let get = |field| self.memory.get(Table::Lying, row, field);
            let shot = get(field::lying::SHOT);
            if shot == abi::ABSENT {
                return None;
            }
            let outline = outline(&self.memory, shot);
            let size = rules.program.tokens.get(get(field::lying::KIND) as usize)?.size?;
            // What somebody holds lies nowhere.
            (!outline.0.is_empty()).then_some(LyingToken { outline, height: size.height })
        });
        tokens.collect()
    }
}

impl Play<'_> {
    /// The distance from the token of a shot to something, in whole millimetres.
    pub(crate) fn distance(&mut self, shot: Word, to: Word, kind: Word) -> Result<Word, FaultKind> {
        let unknown = FaultKind::Impossible(Reason::Unknown);
        let memory = &self.game.memory;
        let there = |table, row: Word| (0..memory.rows(table) as Word).contains(&row);
        if !there(Table::Shot, shot) {
            return Err(unknown);
        }
        let footing = Footing { memory, program: &self.rules.program };
        let other = match kind {
            kind if kind == Measured::Figure as Word && there(Table::Figure, to) => {
                footing.figure(to).map(|figure| figure.outline())
            }
            kind if kind == Measured::Tile as Word && there(Table::Tile, to) => {
                footing.corner(to).map(|at| TableTile { id: to, at }.outline())
            }
            kind if kind == Measured::Point as Word => Some(Outline(vec![Point::from_word(to)])),
            _ => return Err(unknown),
        };
        let far = other.map_or(i64::MAX, |other| gap(&outline(memory, shot), &other));
        // Other figures on the same tile decide where one stands.
        self.charge(DISTANCE_STEPS + self.game.memory.rows(Table::Figure))?;
        Ok(if far >= NOWHERE { NOWHERE } else { millimetres(far) })
    }

    /// The distance between the seats of two players, in whole millimetres.
    pub(crate) fn seat_distance(&mut self, a: Word, b: Word) -> Result<Word, FaultKind> {
        self.charge(self.game.memory.rows(Table::Tile) / 8)?;
        let seats = seats(table(&self.game.memory), self.game.players());
        let seat = |player: Word| usize::try_from(player).ok().and_then(|i| seats.get(i));
        match (seat(a), seat(b)) {
            (Some(a), Some(b)) => Ok(millimetres(a.distance(*b))),
            _ => Err(FaultKind::Impossible(Reason::Unknown)),
        }
    }
}

/// The outline of the token of a shot.
pub(crate) fn outline(memory: &Memory, shot: Word) -> Outline {
    let get = |field| memory.get(Table::Shot, shot, field);
    let first = get(field::shot::CORNERS);
    let corners = first..first + get(field::shot::CORNERS_COUNT);
    let point = |row| Point::from_word(memory.get(Table::Corner, row, field::corner::POINT));
    Outline(corners.map(point).collect())
}

/// Whether something with this outline lies on a tile, even partly.
pub(crate) fn rests_on_tile(memory: &Memory, grid: &Grid, outline: &Outline) -> bool {
    let column = |x: i64| x.div_euclid(TILE_SIDE);
    let mut xs = outline.0.iter().map(|p| p.x);
    let mut ys = outline.0.iter().map(|p| p.y);
    let (Some(west), Some(east)) = (xs.clone().min(), xs.by_ref().max()) else { return false };
    let (Some(north), Some(south)) = (ys.clone().min(), ys.by_ref().max()) else { return false };
    let (west, north) = (column(west).max(-FARTHEST), column(north).max(-FARTHEST));
    let (east, south) = (column(east).min(FARTHEST), column(south).min(FARTHEST));
    if east - west > 64 || south - north > 64 {
        return false;
    }
    (north..=south).any(|y| {
        (west..=east).any(|x| {
            let lies = grid
                .row(cell(x, y), memory)
                .is_some_and(|row| memory.get(Table::Cell, row, field::cell::TILE) != abi::ABSENT);
            let tile = TableTile { id: 0, at: Point::new(x * TILE_SIDE, y * TILE_SIDE) };
            lies && tile.is_under(outline)
        })
    })
}

/// The top of the table, round the middle of the map.
fn table(memory: &Memory) -> Area {
    let mut map: Option<Area> = None;
    for tile in 0..memory.rows(Table::Tile) as Word {
        let at = memory.get(Table::Tile, tile, field::tile::CELL);
        if at == abi::ABSENT {
            continue;
        }
        let (x, y) = (cell_x(at) * TILE_SIDE, cell_y(at) * TILE_SIDE);
        let area = map.get_or_insert(Area { west: x, north: y, east: x, south: y });
        area.west = area.west.min(x);
        area.north = area.north.min(y);
        area.east = area.east.max(x + TILE_SIDE);
        area.south = area.south.max(y + TILE_SIDE);
    }
    let map = map.unwrap_or(Area { west: 0, north: 0, east: TILE_SIDE, south: TILE_SIDE });
    let Point { x, y } = map.centre();
    let half_width = TABLE.0.max(map.east - map.west + 2 * MARGIN) / 2;
    let half_depth = TABLE.1.max(map.south - map.north + 2 * MARGIN) / 2;
    Area {
        west: x - half_width,
        north: y - half_depth,
        east: x + half_width,
        south: y + half_depth,
    }
}

/// Where players sit: evenly along the rim, clockwise from the middle of the south side (P27).
fn seats(table: Area, players: usize) -> Vec<Point> {
    let Area { west, north, east, south } = table;
    let (width, depth) = (east - west, south - north);
    let rim = 2 * (width + depth);
    let corner = [width / 2, width / 2 + depth, 3 * width / 2 + depth, 3 * width / 2 + 2 * depth];
    let seat = |i: usize| {
        let along = rim * i as i64 / players.max(1) as i64;
        match along {
            along if along < corner[0] => Point::new(table.centre().x - along, south),
            along if along < corner[1] => Point::new(west, south - (along - corner[0])),
            along if along < corner[2] => Point::new(west + (along - corner[1]), north),
            along if along < corner[3] => Point::new(east, north + (along - corner[2])),
            along => Point::new(east - (along - corner[3]), south),
        }
    };
    (0..players).map(seat).collect()
}
