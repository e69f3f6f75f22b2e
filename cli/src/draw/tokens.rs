//! The tokens on a board: on tiles and segments, by the numbers that rules keep there, and across tiles.

use abi::{EdgeSet, Joins, Place, Point, TILE_SIDE, Table, Word, cell_x, cell_y, field};
use drawing::{Lies, PutToken};
use runtime::{Playthrough, tile_segments};

/// So many tokens of a kind are drawn at one place.
const MOST_TOKENS: Word = 5;

/// The tokens that rules have put on tiles, segments and figures.
pub(super) fn put_tokens(play: &Playthrough) -> Vec<PutToken> {
    let (program, memory) = (play.rules().program(), play.game().memory());
    let mut put = Vec::new();
    for tile in 0..memory.rows(Table::Tile) as Word {
        let cell = memory.get(Table::Tile, tile, field::tile::CELL);
        if cell == abi::ABSENT {
            continue;
        }
        let turn = memory.get(Table::Tile, tile, field::tile::TURN);
        let corner = Point::new(cell_x(cell) * TILE_SIDE, cell_y(cell) * TILE_SIDE);
        let from_corner = |at: (i64, i64)| {
            let turned = (0..turn).fold(at, |(x, y), _| (TILE_SIDE - y, x));
            Lies::At(Point::new(corner.x + turned.0, corner.y + turned.1))
        };
        // Beside the middle, where figures may stand.
        let rim = (TILE_SIDE * 4 / 5, TILE_SIDE / 5);
        let at_rim = Lies::At(Point::new(corner.x + rim.0, corner.y + rim.1));
        put.extend(counted(play, Table::Tile, tile, at_rim));
        let first = memory.get(Table::Tile, tile, field::tile::SEGMENTS);
        for (segment, def) in (first..).zip(tile_segments(program, memory, tile).iter()) {
            let token = program.tokens.iter().find(|t| t.lays.is_some() && t.name == def.name);
            match token.filter(|_| def.at.is_none() && def.edges != EdgeSet::default()) {
                Some(token) => put.push(PutToken {
                    kind: token.name.clone(),
                    owner: None,
                    lies: Lies::Across {
                        x: cell_x(cell),
                        y: cell_y(cell),
                        edges: def.edges.turned(turn, Joins::Edges),
                    },
                }),
                None => {
                    let at = def.at.unwrap_or((TILE_SIDE / 2, TILE_SIDE / 2));
                    put.extend(counted(play, Table::Segment, segment, from_corner(at)));
                }
            }
        }
    }
    put
}

/// The tokens of all kinds that lie on a row of a table; first those of which it is known who put them there.
fn counted(play: &Playthrough, table: Table, row: Word, lies: Lies) -> Vec<PutToken> {
    let (program, memory) = (play.rules().program(), play.game().memory());
    let Some(first) = program.layout.tokens[table as usize] else { return Vec::new() };
    let place = match table {
        Table::Tile => Place::Tile(row),
        _ => Place::Segment(row),
    };
    let mut put = Vec::new();
    // What lies across tiles is seen there.
    let kinds = program.tokens.iter().enumerate().filter(|(_, token)| token.lays.is_none());
    for (kind, token) in kinds {
        let count = memory.get(table, row, first + kind as u32).clamp(0, MOST_TOKENS);
        let get = |lying: Word, column| memory.get(Table::Lying, lying, column);
        let lying = (0..memory.rows(Table::Lying) as Word).filter(|&lying| {
            get(lying, field::lying::KIND) == kind as Word
                && Place::from_word(get(lying, field::lying::PLACE)) == Some(place)
        });
        let mut owners = lying.map(|lying| get(lying, field::lying::PLAYER) as usize);
        for _ in 0..count {
            put.push(PutToken { kind: token.name.clone(), owner: owners.next(), lies });
        }
    }
    put
}
