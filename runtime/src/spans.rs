//! Tokens that lie across tiles, as facts: which spare segment of a tile a token fills, and what the sides
//! where it ends ask and meet then.
//!
//! Every tile has, behind its printed segments, one spare segment for each kind of token that lays. It
//! belongs to no feature until such a token is laid.

use std::borrow::Cow;

use abi::{Memory, Program, SegmentDef, Table, Word, field};

use crate::facts::{End, Facts, KindFacts, SegmentFacts, Slot};

use field::{segment as S, tile as T};

impl Facts {
    /// What is known of a segment: one that is printed on its tile, or one that a token lays.
    pub(crate) fn of_segment(&self, memory: &Memory, segment: Word) -> &SegmentFacts {
        let tile = memory.get(Table::Segment, segment, S::TILE);
        let first = memory.get(Table::Tile, tile, T::SEGMENTS);
        let kind = &self.kinds[memory.get(Table::Tile, tile, T::KIND) as usize];
        let at = (segment - first) as usize;
        match kind.segments.get(at) {
            Some(printed) => printed,
            None => {
                let laid = &self.laid[at - kind.segments.len()];
                let way = memory.get(Table::Segment, segment, S::DEF) - laid.first_def;
                &laid.ways[way as usize].1
            }
        }
    }

    /// How many segments a tile of a kind has, spare ones included.
    pub(crate) fn segments_of(&self, kind: usize) -> Word {
        (self.kinds[kind].segments.len() + self.laid.len()) as Word
    }

    /// The tokens that lie across a tile: their places among those that lay, their segments, and the printed
    /// sides where they end, by their bits.
    pub(crate) fn laid_on<'a>(
        &'a self,
        memory: &'a Memory,
        tile: Word,
    ) -> impl Iterator<Item = (usize, Word, u8)> + 'a {
        let kind = &self.kinds[memory.get(Table::Tile, tile, T::KIND) as usize];
        let first = memory.get(Table::Tile, tile, T::SEGMENTS) + kind.segments.len() as Word;
        self.laid.iter().enumerate().filter_map(move |(at, laid)| {
            let segment = first + at as Word;
            if memory.get(Table::Segment, segment, S::FEATURE) == abi::ABSENT {
                return None;
            }
            let way = memory.get(Table::Segment, segment, S::DEF) - laid.first_def;
            Some((at, segment, laid.ways[way as usize].0 & kind.open_sides()))
        })
    }

    /// The token that ends on a printed side of a tile, with its segment.
    pub(crate) fn laid_at(
        &self,
        memory: &Memory,
        tile: Word,
        side: usize,
    ) -> Option<(usize, Word)> {
        if self.laid.is_empty() {
            return None;
        }
        let mut all = self.laid_on(memory, tile);
        all.find(|(_, _, sides)| sides >> side & 1 == 1).map(|(at, segment, _)| (at, segment))
    }

    /// What a printed side of a tile asks of whatever is laid against it.
    pub(crate) fn demand(&self, memory: &Memory, tile: Word, side: usize) -> u32 {
        let kind = &self.kinds[memory.get(Table::Tile, tile, T::KIND) as usize];
        match self.laid_at(memory, tile, side) {
            Some((at, _)) => kind.laid[at][side].map_or(0, |(asks, _)| asks),
            None => kind.demands[side],
        }
    }

    /// The end of a laid token on a printed side of a tile.
    pub(crate) fn laid_end(&self, memory: &Memory, tile: Word, side: usize) -> Option<(Word, End)> {
        let (at, segment) = self.laid_at(memory, tile, side)?;
        // The position counts only among printed segments.
        Some((segment, End { segment: u16::MAX, slot: Slot::Whole, kind: self.laid[at].kind }))
    }

    /// The place of a kind of token among those that lay.
    pub(crate) fn laying(&self, token: Word) -> Option<usize> {
        self.laid.iter().position(|laid| Word::from(laid.token) == token)
    }

    /// Whether there is such a way to lay a kind of token.
    pub(crate) fn has_way(&self, token: Word, way: Word) -> bool {
        let ways = self.laying(token).map(|at| self.laid[at].ways.len());
        ways.is_some_and(|ways| (way as usize) < ways)
    }

    /// Whether a word is a span: a way to lay a token across a tile that there is.
    pub(crate) fn is_span(&self, memory: &Memory, span: Word) -> bool {
        span >= 0
            && (abi::span_tile(span) as usize) < memory.rows(Table::Tile)
            && self.has_way(abi::span_token(span), abi::span_way(span))
    }
}

impl KindFacts {
    /// The printed sides that show a kind of feature as a whole, by their bits.
    pub(crate) fn shows(&self, kind: u16) -> u8 {
        let whole = |end: &End| end.slot == Slot::Whole && end.kind == kind;
        (0..4).map(|side| u8::from(self.ends(side).iter().any(whole)) << side).sum()
    }

    /// The printed sides that do not close, by their bits.
    pub(crate) fn open_sides(&self) -> u8 {
        (0..4).map(|side| u8::from(self.meets[side].is_some()) << side).sum()
    }
}

/// The pieces of landscape of a tile, in the order of its segments: the printed ones, then those that tokens
/// have laid on it. What a token may still lay reaches no edge.
pub fn tile_segments<'p>(
    program: &'p Program,
    memory: &Memory,
    tile: Word,
) -> Cow<'p, [SegmentDef]> {
    let printed = &program.tiles[memory.get(Table::Tile, tile, T::KIND) as usize].segments;
    let first = memory.get(Table::Tile, tile, T::SEGMENTS);
    let mut all = Cow::Borrowed(printed.as_slice());
    let mut def = program.tiles.iter().map(|tile| tile.segments.len()).sum::<usize>() as Word;
    let laying = program.tokens.iter().filter_map(|t| Some((&t.name, t.lays.as_ref()?)));
    for (row, (token, lays)) in (first + printed.len() as Word..).zip(laying) {
        let lies = memory.get(Table::Segment, row, S::FEATURE) != abi::ABSENT;
        let way = memory.get(Table::Segment, row, S::DEF) - def;
        let edges = usize::try_from(way).ok().filter(|_| lies).and_then(|way| lays.ways.get(way));
        all.to_mut().push(SegmentDef {
            name: token.clone(),
            kind: lays.kind,
            edges: edges.copied().unwrap_or_default(),
            near: Vec::new(),
            at: None,
        });
        def += lays.ways.len() as Word;
    }
    all
}
