//! What a program's tiles say about fitting and joining, worked out once before any game.
//!
//! A side of a lying tile asks something of whatever is laid against it; the different demands are numbered
//! from 1, and 0 stands for no demand. Four such numbers, one for each side of an empty cell, make the row of
//! its group: `n + e * B + s * B² + w * B³` with the base `B` one more than there are demands. Which turns of
//! a kind of tile fit a group is listed here, so legality never looks at the board.

use std::collections::BTreeMap;

use abi::{Column, EdgeSet, FeatureKindId, Joins, PileId, Program, Table, TileKind, Word, field};

/// Beyond so many different demands the groups would need too much memory.
pub(crate) const MAX_DEMANDS: usize = 24;

/// The part of a side that a segment reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Whole,
    Left,
    Right,
}

impl Slot {
    /// The part of the side that lies against this one.
    pub(crate) const fn across(self) -> Self {
        match self {
            Self::Whole => Self::Whole,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A place where a segment reaches the rim of its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) segment: u16,
    pub(crate) slot: Slot,
    pub(crate) kind: u16,
}

/// What joining needs to know of a printed segment.
#[derive(Clone, Debug)]
pub(crate) struct SegmentFacts {
    pub(crate) kind: u16,
    pub(crate) twin: bool,
    /// How many ends lie on each printed side, closed sides left out.
    pub(crate) ends: [u8; 4],
    /// How many ends lie on the printed sides of a set, by its bits.
    pub(crate) ends_on: [u8; 16],
    /// Printed numbers and flags other than 0, with the column of the feature that adds them up.
    pub(crate) sums: Vec<(u32, Word)>,
    /// The other segments of the tile that it touches, whichever of the two says so.
    pub(crate) near: Vec<u16>,
}

/// The turns of a kind of tile that fit the cells of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fitting {
    pub(crate) group: u32,
    /// Bit `t` stands for `t` clockwise quarter turns.
    pub(crate) turns: u8,
    /// How many turns there are.
    pub(crate) count: u8,
}

/// What a printed side of a tile asks and meets where a laid token ends; nothing where the side closes.
pub(crate) type LaidSide = Option<(u32, u32)>;

/// A kind of token that lays a segment across tiles.
#[derive(Clone, Debug)]
pub(crate) struct LaidFacts {
    /// The kind of token.
    pub(crate) token: u16,
    /// The kind of feature.
    pub(crate) kind: u16,
    /// The row of the definition of its first way.
    pub(crate) first_def: Word,
    /// Its ways to lie: the sides of the tile as printed, by their bits, and what joining needs to know.
    pub(crate) ways: Vec<(u8, SegmentFacts)>,
}

/// What is known of a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct KindFacts {
    pub(crate) first_def: Word,
    /// The row of a new tile of this kind, but for where its segments are.
    pub(crate) tile_row: Vec<Word>,
    /// The rows of its segments, one behind the other, but for which tile it is.
    pub(crate) segment_rows: Vec<Word>,
    pub(crate) segments: Vec<SegmentFacts>,
    /// What a game has seen with it, by bits.
    pub(crate) shows: Word,
    /// Segments that never join.
    pub(crate) spaces: Vec<u16>,
    pub(crate) fitting: Vec<Fitting>,
    /// What each printed side asks of the side laid against it; 0 where it closes.
    pub(crate) demands: [u32; 4],
    /// The demand that each printed side meets; nothing where it meets all.
    pub(crate) meets: [Option<u32>; 4],
    /// What the same sides ask and meet with a token's end laid over them, by the token's place among those
    /// that lay.
    pub(crate) laid: Vec<[LaidSide; 4]>,
    /// Which segment reaches each printed corner, clockwise from the north-west.
    pub(crate) corners: [Option<u16>; 4],
    ends: Vec<End>,
    side_start: [u16; 5],
}

impl KindFacts {
    /// The ends on a printed side.
    #[inline]
    pub(crate) fn ends(&self, side: usize) -> &[End] {
        &self.ends[usize::from(self.side_start[side])..usize::from(self.side_start[side + 1])]
    }
}

/// What is known of all kinds, and the shapes of new rows.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) kinds: Vec<KindFacts>,
    /// One more than there are demands.
    pub(crate) base: u32,
    /// What a demand on each side adds to the number of a group.
    pub(crate) weights: [Word; 4],
    /// Which kinds of figures are followers.
    pub(crate) followers: Vec<bool>,
    /// Which kinds of tokens belong to players.
    pub(crate) own_tokens: Vec<bool>,
    /// To which pile each kind of token falls back.
    pub(crate) token_piles: Vec<Option<PileId>>,
    /// The kinds of tokens that lay segments; each tile keeps a spare segment for each of them.
    pub(crate) laid: Vec<LaidFacts>,
    /// The columns of features that add up.
    pub(crate) sums: Vec<u32>,
    /// A fresh row of each table that changes in play.
    pub(crate) rows: FreshRows,
}

/// A fresh row of each table that changes in play.
type FreshRows = [Vec<Word>; Table::MUTABLE];

/// The kinds that reach a side: over its whole length, its left half, its right half, seen looking outward.
type Side = [Vec<u16>; 3];

impl Facts {
    /// Works everything out.
    pub(crate) fn new(program: &Program) -> Self {
        let rows = fresh_rows(program);
        let laid = laid_facts(program);
        let kinds = (0..program.tiles.len()).map(|kind| kind_facts(program, &rows, &laid, kind));
        let mut kinds: Vec<_> = kinds.collect();
        let mut numbers: BTreeMap<Side, u32> = BTreeMap::new();
        for facts in &mut kinds {
            let open = open_sides(program, facts);
            for (demand, shown) in facts.demands.iter_mut().zip(&open) {
                *demand = shown.as_ref().map_or(0, |side| {
                    let next = numbers.len() as u32 + 1;
                    *numbers.entry(across(side)).or_insert(next)
                });
            }
        }
        number_laid(program, &laid, &mut kinds, &mut numbers);
        let base = numbers.len() as u32 + 1;
        let weight = Word::from(base);
        let weights = [1, weight, weight * weight, weight * weight * weight];
        for facts in &mut kinds {
            let open = open_sides(program, facts);
            for (meets, shown) in facts.meets.iter_mut().zip(&open) {
                // A side that nothing asks for gets a number of its own, which no group has.
                *meets = shown.as_ref().map(|side| numbers.get(side).copied().unwrap_or(base));
            }
        }
        let columns = program.layout.columns.iter();
        let sums = columns.filter(|c| c.table == Table::Feature && c.sum_of.is_some());
        let sums = sums.map(|c| c.field).collect();
        let followers = program.figures.iter().map(|f| f.follower).collect();
        let own_tokens = program.tokens.iter().map(|t| t.each_player.is_some()).collect();
        let token_piles = program.tokens.iter().map(|t| t.pile.map(|(pile, _)| pile)).collect();
        let mut facts =
            Self { kinds, base, weights, followers, own_tokens, token_piles, laid, sums, rows };
        if facts.demands() <= MAX_DEMANDS {
            for kind in 0..facts.kinds.len() {
                facts.kinds[kind].fitting = facts.fitting(kind);
            }
        }
        facts
    }

    /// How many different demands there are.
    pub(crate) fn demands(&self) -> usize {
        self.base as usize - 1
    }

    /// How many groups there are.
    pub(crate) fn groups(&self) -> usize {
        (self.base as usize).pow(4)
    }

    /// Whether a kind with a turn fits the cells of a group.
    pub(crate) fn fits(&self, kind: usize, group: Word, turn: i64) -> bool {
        self.fits_laid(kind, group, turn, None)
    }

    /// The same, perhaps with a token that lays across it: its place among those, and the sides where it ends.
    pub(crate) fn fits_laid(
        &self,
        kind: usize,
        group: Word,
        turn: i64,
        laid: Option<(usize, u8)>,
    ) -> bool {
        let facts = &self.kinds[kind];
        let mut rest = group;
        (0..4).all(|side| {
            let asked = rest % Word::from(self.base);
            rest /= Word::from(self.base);
            let printed = printed_side(side, turn);
            let meets = match laid {
                Some((at, sides)) if sides >> printed & 1 == 1 => {
                    facts.laid[at][printed].map(|(_, meets)| meets)
                }
                _ => facts.meets[printed],
            };
            match meets {
                Some(met) => asked == 0 || asked == Word::from(met),
                None => true,
            }
        })
    }

    /// All groups that a kind fits in some turn, by the number of the group.
    fn fitting(&self, kind: usize) -> Vec<Fitting> {
        // Turns that look alike are gone through once: a tile that fits everywhere has very many groups.
        let mut ways: Vec<([Vec<u32>; 4], u8)> = Vec::new();
        for turn in 0..4 {
            let choices: [Vec<u32>; 4] = std::array::from_fn(|side| {
                match self.kinds[kind].meets[printed_side(side, turn)] {
                    Some(met) if met < self.base => vec![0, met],
                    Some(_) => vec![0],
                    None => (0..self.base).collect(),
                }
            });
            match ways.iter_mut().find(|(known, _)| *known == choices) {
                Some((_, turns)) => *turns |= 1 << turn,
                None => ways.push((choices, 1 << turn)),
            }
        }
        let mut found: Vec<(u32, u8)> = Vec::new();
        for (choices, turns) in &ways {
            for w in &choices[3] {
                for s in &choices[2] {
                    for e in &choices[1] {
                        for n in &choices[0] {
                            let group = n + self.base * (e + self.base * (s + self.base * w));
                            found.push((group, *turns));
                        }
                    }
                }
            }
        }
        // Each way is in order already: the stable sort joins them in one go.
        found.sort();
        found.dedup_by(|next, first| {
            let same = next.0 == first.0;
            first.1 |= if same { next.1 } else { 0 };
            same
        });
        let fitting =
            |(group, turns): (u32, u8)| Fitting { group, turns, count: turns.count_ones() as u8 };
        found.into_iter().map(fitting).collect()
    }
}

/// The printed side of a tile that lies on a side of its cell.
#[inline]
pub(crate) const fn printed_side(side: usize, turn: i64) -> usize {
    side.wrapping_sub(turn as usize) & 3
}

fn kind_facts(program: &Program, rows: &FreshRows, laid: &[LaidFacts], kind: usize) -> KindFacts {
    let tile = &program.tiles[kind];
    let stride = program.layout.stride(Table::TileKind);
    let first_def =
        program.constant(Table::TileKind)[kind * stride + field::tile_kind::FIRST as usize];
    let mut ends = Vec::new();
    let mut side_start = [0; 5];
    for side in 0..4 {
        if tile.closes.0 >> side & 1 == 0 {
            for (i, def) in tile.segments.iter().enumerate() {
                let kind = def.kind.0;
                let slots = slots(def.edges, program.features[def.kind.index()].joins, side);
                ends.extend(slots.map(|slot| End { segment: i as u16, slot, kind }));
            }
        }
        side_start[side + 1] = ends.len() as u16;
    }
    let segments: Vec<_> =
        (0..tile.segments.len()).map(|i| segment_facts(program, kind, first_def, i)).collect();
    let spaces = tile.segments.iter().enumerate();
    let spaces = spaces.filter(|(_, d)| program.features[d.kind.index()].joins == Joins::Nothing);
    let mut facts = KindFacts {
        first_def,
        tile_row: tile_row(rows, kind),
        segment_rows: segment_rows(rows, first_def, &segments, laid),
        segments,
        shows: tile.shows & (abi::seen::UNPLACED - 1),
        spaces: spaces.map(|(i, _)| i as u16).collect(),
        fitting: Vec::new(),
        demands: [0; 4],
        meets: [None; 4],
        laid: vec![[None; 4]; laid.len()],
        corners: std::array::from_fn(|corner| {
            let joins = |kind: abi::FeatureKindId| program.features[kind.index()].joins;
            let held = tile.segments.iter().map(|def| (joins(def.kind), def.edges));
            abi::reaching(held, corner as u32).map(|at| at as u16)
        }),
        ends,
        side_start,
    };
    for side in 0..4 {
        for i in 0..facts.ends(side).len() {
            let segment = usize::from(facts.ends(side)[i].segment);
            facts.segments[segment].ends[side] += 1;
        }
    }
    for segment in &mut facts.segments {
        segment.ends_on = std::array::from_fn(|sides| {
            (0..4).filter(|side| sides >> side & 1 == 1).map(|side| segment.ends[side]).sum()
        });
    }
    // A side that closes keeps `None` for ever; the others are numbered later.
    for (side, meets) in facts.meets.iter_mut().enumerate() {
        *meets = (tile.closes.0 >> side & 1 == 0).then_some(0);
    }
    facts
}

/// Printed numbers and flags of a segment definition that are added up.
fn printed_sums(program: &Program, def: usize) -> Vec<(u32, Word)> {
    let stride = program.layout.stride(Table::SegmentDef);
    let row = &program.constant(Table::SegmentDef)[def * stride..][..stride];
    let sums = program.layout.columns.iter().filter_map(|column| match column.sum_of {
        Some(printed) if column.table == Table::Feature && row[printed as usize] != 0 => {
            Some((column.field, row[printed as usize]))
        }
        _ => None,
    });
    sums.collect()
}

fn segment_facts(program: &Program, kind: usize, first_def: Word, i: usize) -> SegmentFacts {
    let tile = &program.tiles[kind];
    let def = &tile.segments[i];
    let near = (0..tile.segments.len()).filter(|&j| {
        let says = |a: usize, b: usize| tile.segments[a].near.iter().any(|&n| usize::from(n) == b);
        i != j && (says(i, j) || says(j, i))
    });
    SegmentFacts {
        kind: def.kind.0,
        twin: may_have_twin(program, tile, def.kind),
        ends: [0; 4],
        ends_on: [0; 16],
        sums: printed_sums(program, first_def as usize + i),
        near: near.map(|j| j as u16).collect(),
    }
}

/// The parts of a printed side that edges name.
fn slots(edges: EdgeSet, joins: Joins, side: usize) -> impl Iterator<Item = Slot> {
    let slots: &[(u8, Slot)] = match joins {
        Joins::Edges => &[(1, Slot::Whole)],
        Joins::HalfEdges => &[(1, Slot::Left), (2, Slot::Right)],
        Joins::Nothing => &[],
    };
    let bits = match joins {
        Joins::Edges => edges.0 >> side,
        Joins::HalfEdges | Joins::Nothing => edges.0 >> (2 * side),
    };
    slots.iter().filter(move |(bit, _)| bits & bit != 0).map(|(_, slot)| *slot)
}

/// What each printed side shows; nothing where it closes.
fn open_sides(program: &Program, facts: &KindFacts) -> [Option<Side>; 4] {
    debug_assert!(facts.segments.iter().all(|s| usize::from(s.kind) < program.features.len()));
    std::array::from_fn(|side| {
        facts.meets[side]?;
        let mut shown = Side::default();
        for end in facts.ends(side) {
            shown[end.slot as usize].push(end.kind);
        }
        for kinds in &mut shown {
            kinds.sort_unstable();
            kinds.dedup();
        }
        Some(shown)
    })
}

/// What must be shown by the side that lies against this one.
fn across(side: &Side) -> Side {
    let [whole, left, right] = side.clone();
    [whole, right, left]
}

/// The columns that every program has and that are absent in a fresh row.
const ABSENT: [(Table, &[u32]); 7] = [
    (Table::Game, &[field::game::PLACED]),
    (Table::Tile, &[field::tile::CELL, field::tile::FIGURES]),
    (Table::Segment, &[field::segment::FEATURE, field::segment::NEXT]),
    (Table::Feature, &[field::feature::FIGURES, field::feature::LAST_FIGURE]),
    (Table::Figure, &[field::figure::PLACE, field::figure::NEXT, field::figure::PREV]),
    (Table::Cell, &[field::cell::TILE, field::cell::CODE, field::cell::NEXT, field::cell::PREV]),
    (Table::Group, &[field::group::HEAD]),
];

fn fresh_rows(program: &Program) -> FreshRows {
    let mut rows: FreshRows = std::array::from_fn(|i| {
        let mut row = vec![0; program.layout.strides[i] as usize];
        let declared = |column: &&Column| column.table as usize == i && column.sum_of.is_none();
        for column in program.layout.columns.iter().filter(declared) {
            row[column.field as usize] = column.default;
        }
        row
    });
    for (table, columns) in ABSENT {
        for &column in columns {
            rows[table as usize][column as usize] = abi::ABSENT;
        }
    }
    rows[Table::Game as usize][field::game::SEEN as usize] = abi::seen::UNPLACED;
    let neighbours = field::tile::NEIGHBOUR as usize;
    rows[Table::Tile as usize][neighbours..neighbours + 8].fill(abi::ABSENT);
    rows
}

fn tile_row(rows: &FreshRows, kind: usize) -> Vec<Word> {
    let mut row = rows[Table::Tile as usize].clone();
    row[field::tile::KIND as usize] = kind as Word;
    row
}

/// The printed segments, then the spare ones.
fn segment_rows(
    rows: &FreshRows,
    first_def: Word,
    segments: &[SegmentFacts],
    laid: &[LaidFacts],
) -> Vec<Word> {
    let row = |(def, kind): (Word, u16)| {
        let mut row = rows[Table::Segment as usize].clone();
        row[field::segment::DEF as usize] = def;
        row[field::segment::KIND as usize] = Word::from(kind);
        row
    };
    let printed = segments.iter().zip(first_def..).map(|(segment, def)| (def, segment.kind));
    printed.chain(laid.iter().map(|l| (l.first_def, l.kind))).flat_map(row).collect()
}

/// The kinds of tokens that lay segments.
fn laid_facts(program: &Program) -> Vec<LaidFacts> {
    // Their definitions follow those of all tiles.
    let mut def = program.tiles.iter().map(|tile| tile.segments.len()).sum::<usize>();
    let mut found = Vec::new();
    for (token, kind) in program.tokens.iter().enumerate() {
        let Some(lays) = &kind.lays else { continue };
        let first_def = def as Word;
        let way = |edges: &abi::EdgeSet| {
            let ends = std::array::from_fn(|side| edges.0 >> side & 1);
            let facts = SegmentFacts {
                kind: lays.kind.0,
                twin: true,
                ends,
                ends_on: std::array::from_fn(|sides| (sides as u8 & edges.0).count_ones() as u8),
                sums: printed_sums(program, def),
                near: Vec::new(),
            };
            def += 1;
            (edges.0, facts)
        };
        let ways = lays.ways.iter().map(way).collect();
        found.push(LaidFacts { token: token as u16, kind: lays.kind.0, first_def, ways });
    }
    found
}

/// Whether a tile has, or may come to have, several segments of a kind.
fn may_have_twin(program: &Program, tile: &TileKind, kind: FeatureKindId) -> bool {
    tile.segments.iter().filter(|other| other.kind == kind).count() > 1
        || program.tokens.iter().any(|t| t.lays.as_ref().is_some_and(|lays| lays.kind == kind))
}

/// Numbers what sides ask for where a token ends. A side that as a whole shows something else already asks
/// for what no printed side shows.
fn number_laid(
    program: &Program,
    laid: &[LaidFacts],
    kinds: &mut [KindFacts],
    numbers: &mut BTreeMap<Side, u32>,
) {
    for facts in kinds {
        let open = open_sides(program, facts);
        for (at, token) in laid.iter().enumerate() {
            for (side, shown) in open.iter().enumerate() {
                let Some(mut shown) = shown.clone() else { continue };
                let plain = shown[Slot::Whole as usize].is_empty();
                shown[Slot::Whole as usize].push(token.kind);
                let mut number = |side: Side| {
                    let next = numbers.len() as u32 + 1;
                    *numbers.entry(side).or_insert(next)
                };
                facts.laid[at][side] = Some(if plain {
                    (number(across(&shown)), number(shown))
                } else {
                    // There is no such kind, so no side shows it.
                    let never = number([vec![u16::MAX], Vec::new(), Vec::new()]);
                    (never, never)
                });
            }
        }
    }
}
