//! Every word that names something names something that is there.

use abi::{
    Base, Options, Place, Shape, Table, Ty, Word, cell_x, cell_y, field, list_len, list_start,
};

use super::{Audit, Flaw, ensure};
use crate::{
    frame::{DEPTH, Frame},
    grid::FARTHEST,
};

/// Columns that name a row of another table, or are absent.
const NAMES: [(Table, u32, Table); 26] = [
    (Table::Game, field::game::PLACED, Table::Tile),
    (Table::Tile, field::tile::FIGURES, Table::Figure),
    (Table::Segment, field::segment::FEATURE, Table::Feature),
    (Table::Segment, field::segment::NEXT, Table::Segment),
    (Table::Feature, field::feature::FIGURES, Table::Figure),
    (Table::Feature, field::feature::LAST_FIGURE, Table::Figure),
    (Table::Figure, field::figure::OWNER, Table::Player),
    (Table::Figure, field::figure::NEXT, Table::Figure),
    (Table::Figure, field::figure::PREV, Table::Figure),
    (Table::Cell, field::cell::TILE, Table::Tile),
    (Table::Cell, field::cell::CODE, Table::Group),
    (Table::Cell, field::cell::NEXT, Table::Cell),
    (Table::Cell, field::cell::PREV, Table::Cell),
    (Table::Group, field::group::HEAD, Table::Cell),
    (Table::Lying, field::lying::SHOT, Table::Shot),
    (Table::Struck, field::struck::BY, Table::Figure),
    (Table::Game, field::game::ACTIVE, Table::Player),
    (Table::Segment, field::segment::TILE, Table::Tile),
    (Table::Feature, field::feature::FIRST, Table::Segment),
    (Table::Feature, field::feature::LAST, Table::Segment),
    (Table::Changed, 0, Table::Segment),
    (Table::Lying, field::lying::PLAYER, Table::Player),
    (Table::Shot, field::shot::SHOOTER, Table::Player),
    (Table::Struck, field::struck::FIGURE, Table::Figure),
    (Table::Link, field::link::A, Table::Segment),
    (Table::Link, field::link::B, Table::Segment),
];
/// How many of them, at the end, must not be absent.
const CERTAIN: usize = 10;

impl Audit<'_> {
    /// The columns that every program has.
    pub(super) fn ranges(&self) -> Result<(), Flaw> {
        for table in Table::ALL.into_iter().filter(|table| table.is_mutable()) {
            let stride = self.memory.stride(table);
            let words = self.memory.words(table).len();
            let right = stride == self.layout().stride(table)
                && if stride == 0 { words == 0 } else { words.is_multiple_of(stride) };
            ensure(right, "another number of words", table, 0)?;
        }
        let facts = &self.rules.facts;
        for (table, rows) in [
            (Table::Game, 1),
            (Table::Group, facts.groups()),
            (Table::Pile, self.rules.program.piles.len()),
        ] {
            ensure(self.memory.rows(table) == rows, "another number of rows", table, 0)?;
        }
        ensure(self.memory.rows(Table::Player) > 0, "nobody plays", Table::Player, 0)?;
        for (i, (table, field, named)) in NAMES.into_iter().enumerate() {
            for row in self.rows(table) {
                let word = self.get(table, row, field);
                let right = if i < NAMES.len() - CERTAIN {
                    self.may_name(named, word)
                } else {
                    self.names(named, word)
                };
                ensure(right, "a name of nothing", table, row)?;
            }
        }
        self.pieces()?;
        self.tiles()
    }

    fn pieces(&self) -> Result<(), Flaw> {
        let program = &self.rules.program;
        let end = self.memory.rows(Table::Figure) as Word;
        for player in self.rows(Table::Player) {
            let get = |field| self.get(Table::Player, player, field);
            let mut last = get(field::player::FIGURES);
            let first = self.layout().player_figures;
            let kinds = (0..program.figures.len() as u32).map(|kind| get(first + kind));
            for next in kinds.chain([get(field::player::FIGURES_END), end]) {
                ensure(0 <= last && last <= next, "figures out of order", Table::Player, player)?;
                last = next;
            }
        }
        for figure in self.rows(Table::Figure) {
            let kind = self.get(Table::Figure, figure, field::figure::KIND);
            let owner = self.get(Table::Figure, figure, field::figure::OWNER);
            let place = self.get(Table::Figure, figure, field::figure::PLACE);
            let owned = program.figures.get(kind as usize).map(|kind| kind.owned);
            let here = match owned {
                Some(true) if owner != abi::ABSENT => self.own(owner, kind).contains(&figure),
                Some(false) => owner == abi::ABSENT,
                _ => false,
            };
            let right = here && self.is_place(place, true);
            ensure(right, "another kind, owner or place", Table::Figure, figure)?;
        }
        for pile in self.rows(Table::Pile) {
            let stride = self.memory.stride(Table::Pile);
            let row = &self.memory.words(Table::Pile)[pile as usize * stride..][..stride];
            let (count, kinds) = row.split_at(field::pile::LEN as usize);
            let sum =
                kinds.iter().try_fold(0, |sum: Word, &n| sum.checked_add(n).filter(|_| n >= 0));
            ensure(sum == Some(count[0]), "a wrong sum", Table::Pile, pile)?;
        }
        Ok(())
    }

    /// The rows of a player's figures of a kind.
    fn own(&self, player: Word, kind: Word) -> std::ops::Range<Word> {
        let column = self.layout().player_figures + kind as u32;
        let last = kind as usize + 1 == self.rules.program.figures.len();
        let end = if last { field::player::FIGURES_END } else { column + 1 };
        self.get(Table::Player, player, column)..self.get(Table::Player, player, end)
    }

    fn tiles(&self) -> Result<(), Flaw> {
        let facts = &self.rules.facts;
        let features = self.rules.program.features.len() as Word;
        let mut next = 0;
        for tile in self.rows(Table::Tile) {
            let get = |field| self.get(Table::Tile, tile, field);
            let Some(kind) = facts.kinds.get(get(field::tile::KIND) as usize) else {
                return ensure(false, "no such kind", Table::Tile, tile);
            };
            let cell = get(field::tile::CELL);
            let right = (cell == abi::ABSENT || is_cell(cell))
                && (0..4).contains(&get(field::tile::TURN))
                && get(field::tile::SEGMENTS) == next
                && (0..8).all(|i| self.may_name(Table::Tile, get(field::tile::NEIGHBOUR + i)));
            ensure(right, "a wrong place", Table::Tile, tile)?;
            for (i, segment) in kind.segments.iter().enumerate() {
                let row = next + i as Word;
                let right = self.names(Table::Segment, row) && {
                    let get = |field| self.get(Table::Segment, row, field);
                    let lies = get(field::segment::FEATURE) != abi::ABSENT;
                    get(field::segment::TILE) == tile
                        && get(field::segment::DEF) == kind.first_def + i as Word
                        && get(field::segment::KIND) == Word::from(segment.kind)
                        && lies == (cell != abi::ABSENT)
                };
                ensure(right, "another segment than the tile has", Table::Segment, row)?;
            }
            next += kind.segments.len() as Word;
            self.spares(tile, next)?;
            next += facts.laid.len() as Word;
        }
        ensure(
            next == self.rows(Table::Segment).end,
            "a segment of no tile",
            Table::Segment,
            next,
        )?;
        for feature in self.rows(Table::Feature) {
            let kind = self.get(Table::Feature, feature, field::feature::KIND);
            ensure((0..features).contains(&kind), "no such kind", Table::Feature, feature)?;
        }
        for cell in self.rows(Table::Cell) {
            let at = self.get(Table::Cell, cell, field::cell::AT);
            ensure(is_cell(at), "no such cell", Table::Cell, cell)?;
        }
        let changed = self.memory.words(Table::Changed).iter().enumerate();
        for (row, &segment) in changed {
            let feature = self.get(Table::Segment, segment, field::segment::FEATURE);
            ensure(feature != abi::ABSENT, "no feature", Table::Changed, row as Word)?;
        }
        Ok(())
    }

    /// The spare segments of a tile, from the first row: no two tokens laid on them end on one side.
    fn spares(&self, tile: Word, first: Word) -> Result<(), Flaw> {
        let facts = &self.rules.facts;
        for (row, laid) in (first..).zip(&facts.laid) {
            let right = self.names(Table::Segment, row) && {
                let get = |field| self.get(Table::Segment, row, field);
                let way = get(field::segment::DEF) - laid.first_def;
                get(field::segment::TILE) == tile
                    && get(field::segment::KIND) == Word::from(laid.kind)
                    && (0..laid.ways.len() as Word).contains(&way)
            };
            ensure(right, "another segment than tokens lay", Table::Segment, row)?;
        }
        let mut taken = 0;
        for (_, segment, sides) in facts.laid_on(self.memory, tile) {
            let lies = self.get(Table::Tile, tile, field::tile::CELL) != abi::ABSENT;
            let right = lies && taken & sides == 0;
            ensure(right, "tokens in each other's way", Table::Segment, segment)?;
            taken |= sides;
        }
        Ok(())
    }

    /// The columns that rules declare.
    pub(super) fn kept(&self) -> Result<(), Flaw> {
        for column in &self.layout().columns {
            if !column.table.is_mutable() || column.sum_of.is_some() {
                continue;
            }
            for row in self.rows(column.table) {
                let word = self.get(column.table, row, column.field);
                let heap = self.memory.words(Table::Heap);
                let right = self.is_value(column.ty, word, heap);
                ensure(right, "a kept value of another type", column.table, row)?;
            }
        }
        Ok(())
    }

    /// The frames, their words on the stack, and the question that waits.
    pub(super) fn under_way(&self) -> Result<(), Flaw> {
        let stack = self.game.stack.words();
        let frames = &self.game.frames;
        let sound = |holds, what| ensure(holds, what, Table::Game, 0);
        sound(frames.len() <= DEPTH, "frames nested too deeply")?;
        sound(self.game.fault.is_some() || !self.game.outside, "a call from outside")?;
        let mut free = 0;
        for frame in frames {
            match *frame {
                Frame::Course { course, next, former } => {
                    let steps = self.rules.course(course).steps.len();
                    sound(next as usize <= steps, "no such step")?;
                    sound(self.may_name(Table::Player, former), "no such player")?;
                }
                Frame::Rule { function, base } => {
                    let shape = self.rules.program.functions.get(function.index());
                    let Some(types) = shape.and_then(|shape| shape.frame.as_ref()) else {
                        return sound(false, "no such rule");
                    };
                    let base = base as usize;
                    let end = base + types.len();
                    sound(free <= base && end <= stack.len(), "a frame beyond the stack")?;
                    for (ty, &word) in types.iter().zip(&stack[base..end]) {
                        // A local that has no value yet is 0 or absent, whatever its type; a list that is
                        // no longer needed may name words that are gone.
                        let right = word == 0 || word == abi::ABSENT || ty.is_list();
                        sound(right || self.is_value(*ty, word, stack), "a local of another type")?;
                    }
                    free = end;
                }
            }
        }
        let Some(waiting) = &self.game.waiting else { return Ok(()) };
        let Some(shape) = self.rules.program.asks.get(waiting.call.ask.index()) else {
            return sound(false, "no such question");
        };
        let asked = shape.kind == waiting.kind
            && self.names(Table::Player, waiting.call.who)
            && matches!(frames.last(), Some(Frame::Rule { .. }));
        sound(asked, "another question")?;
        let right = match waiting.call.options {
            Options::List(list) => self.is_value(Ty::list(Base::Int), list, stack),
            Options::Fits(tile) => self.names(Table::Tile, tile),
            Options::Pile(pile) => self.names(Table::Pile, pile.0.into()),
            Options::YesNo | Options::Range(..) => true,
            Options::Shot(token, at) => {
                (0..self.rules.program.tokens.len() as Word).contains(&token) && self.is_aim(at)
            }
        };
        sound(right && waiting.is_sound(stack), "no such options")
    }

    /// Whether a word, with the words of lists beside it, is a value of a type.
    fn is_value(&self, ty: Ty, word: Word, lists: &[Word]) -> bool {
        match ty.shape {
            Shape::Maybe if word == abi::ABSENT => true,
            Shape::One | Shape::Maybe => self.is_one(ty.base, word),
            Shape::List => {
                let (start, len) = (list_start(word), list_len(word));
                let end = start.checked_add(len);
                word >= 0
                    && end.is_some_and(|end| end <= lists.len())
                    && lists[start..start + len].iter().all(|&word| self.is_one(ty.base, word))
            }
        }
    }

    fn is_one(&self, base: Base, word: Word) -> bool {
        let program = &self.rules.program;
        let below = |count: usize| (0..count as Word).contains(&word);
        match base {
            Base::Nothing | Base::Int | Base::Length | Base::Cause | Base::Point => true,
            Base::Flag => below(2),
            Base::Enum(i) => {
                program.enums.get(usize::from(i)).is_some_and(|e| below(e.names.len()))
            }
            Base::Player => self.names(Table::Player, word),
            Base::Tile => self.names(Table::Tile, word),
            Base::Segment(_) => self.names(Table::Segment, word),
            Base::Feature(_) => {
                self.names(Table::Segment, word)
                    && self.get(Table::Segment, word, field::segment::FEATURE) != abi::ABSENT
            }
            Base::Figure(_) => self.names(Table::Figure, word),
            Base::Pile => self.names(Table::Pile, word),
            Base::TileKind => below(program.tiles.len()),
            Base::TokenKind => below(program.tokens.len()),
            Base::FigureKind => below(program.figures.len()),
            Base::FeatureKind => below(program.features.len()),
            Base::Direction => below(8),
            Base::Cell | Base::Corner => is_cell(word),
            Base::Fit => {
                let given = abi::fit_given(word);
                is_cell(abi::fit_cell(word))
                    && (0..program.tiles.len() as Word).contains(&abi::fit_kind(word))
                    && given.is_none_or(|(over, token, way)| {
                        over <= abi::ITSELF && self.rules.facts.has_way(token, way)
                    })
            }
            Base::Place(_) => self.is_place(word, false),
            Base::Spot => {
                word >= 0
                    && self.names(Table::Figure, abi::spot_figure(word))
                    && self.is_place(abi::spot_place(word), false)
            }
            Base::Shot => self.names(Table::Shot, word),
            Base::Edge => word >= 0 && self.names(Table::Tile, abi::edge_tile(word)),
            Base::Span => self.rules.facts.is_span(self.memory, word),
        }
    }

    /// Whether a word is something that a shot can be aimed at, or absent.
    pub(super) fn is_aim(&self, word: Word) -> bool {
        match Place::from_word(word) {
            Some(Place::Player(_) | Place::Tile(_)) => self.is_place(word, false),
            Some(Place::Segment(_) | Place::Figure(_) | Place::Corner(_)) => false,
            None => word == abi::ABSENT,
        }
    }

    fn is_place(&self, word: Word, may_be_absent: bool) -> bool {
        match Place::from_word(word) {
            Some(Place::Segment(row)) => self.names(Table::Segment, row),
            Some(Place::Tile(row)) => self.names(Table::Tile, row),
            Some(Place::Figure(row)) => self.names(Table::Figure, row),
            Some(Place::Player(row)) => self.names(Table::Player, row),
            Some(Place::Corner(cell)) => is_cell(cell),
            None => may_be_absent && word == abi::ABSENT,
        }
    }
}

fn is_cell(word: Word) -> bool {
    // Words beyond the two coordinates would name the same cell in another way.
    (0..1 << 32).contains(&word)
        && cell_x(word).abs() <= FARTHEST + 1
        && cell_y(word).abs() <= FARTHEST + 1
}
