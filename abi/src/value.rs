//! How rule values are encoded: every value is one 64-bit word.

/// One rule value.
pub type Word = i64;

/// The word of an absent value, whatever its type; no arithmetic ever yields it.
pub const ABSENT: Word = i64::MIN;

/// Coordinates lie in -32,768..32,768 and are shifted by this to be stored without a sign.
const SHIFT: i64 = 1 << 15;

/// The word of the cell at column `x` (to the east) and row `y` (to the south).
pub const fn cell(x: i64, y: i64) -> Word {
    ((x + SHIFT) << 16) | (y + SHIFT)
}

/// The column of a cell.
pub const fn cell_x(cell: Word) -> i64 {
    (cell >> 16) - SHIFT
}

/// The row of a cell.
pub const fn cell_y(cell: Word) -> i64 {
    (cell & 0xffff) - SHIFT
}

/// The word of a fit: the number of a kind of tile, a cell, and a number of clockwise quarter turns in 0..4.
pub const fn fit(kind: Word, cell: Word, turn: i64) -> Word {
    (kind << KIND) | (cell << 2) | turn
}

/// The same fit with a token laid across a tile: the one on a side of its cell, 0 to 3 for N E S W, or
/// [`ITSELF`], the tile that is placed; with the kind of the token and which of its ways.
pub const fn fit_with(fit: Word, over: Word, token: Word, way: Word) -> Word {
    fit | ((over << SPAN_TILE | token << 2 | way) + 1) << GIVEN
}

/// Stands for the tile that is placed where the token of a fit lies across it.
pub const ITSELF: Word = 4;

/// By how many bits the token that goes with a fit is shifted: it lies above the cell and the turn.
const GIVEN: Word = 34;

/// By how many bits the kind of tile of a fit is shifted.
const KIND: Word = 47;

/// The bits of a cell.
pub const CELL_BITS: Word = 0xffff_ffff;

/// The cell of a fit.
pub const fn fit_cell(fit: Word) -> Word {
    (fit >> 2) & CELL_BITS
}

/// The number of the kind of tile that fits there.
pub const fn fit_kind(fit: Word) -> Word {
    fit >> KIND
}

/// The token that goes with a fit, if one does: across what (see [`fit_with`]), its kind, and which way.
pub const fn fit_given(fit: Word) -> Option<(Word, Word, Word)> {
    match (fit >> GIVEN) & ((1 << (KIND - GIVEN)) - 1) {
        0 => None,
        given => {
            let given = given - 1;
            Some((given >> SPAN_TILE, (given >> 2) & (SPAN_KINDS as Word - 1), given & 3))
        }
    }
}

/// The quarter turns of a fit.
pub const fn fit_turn(fit: Word) -> i64 {
    fit & 3
}

/// By how many bits the tile of a span is shifted.
pub const SPAN_TILE: Word = 10;

/// How many kinds of tokens can be told apart in the word of a span.
pub const SPAN_KINDS: usize = 256;

/// The word of a span: a tile, the kind of token that would lie across it, and which of the token's ways.
pub const fn span(tile: Word, token: Word, way: Word) -> Word {
    tile << SPAN_TILE | token << 2 | way
}

/// The tile of a span.
pub const fn span_tile(span: Word) -> Word {
    span >> SPAN_TILE
}

/// The kind of token of a span.
pub const fn span_token(span: Word) -> Word {
    (span >> 2) & (SPAN_KINDS as Word - 1)
}

/// Which of the token's ways to lie a span is.
pub const fn span_way(span: Word) -> Word {
    span & 3
}

/// The word of an edge: a tile and one of its printed sides, 0 to 3 for N E S W.
pub const fn edge(tile: Word, side: Word) -> Word {
    tile << 2 | side
}

/// The tile of an edge.
pub const fn edge_tile(edge: Word) -> Word {
    edge >> 2
}

/// The printed side of an edge.
pub const fn edge_side(edge: Word) -> Word {
    edge & 3
}

/// The word of a list: where its words start on the stack, and how many there are.
pub const fn list(start: usize, len: usize) -> Word {
    ((start as i64) << 32) | len as i64
}

/// Where the words of a list start on the stack.
pub const fn list_start(list: Word) -> usize {
    (list >> 32) as usize
}

/// How many words a list has.
pub const fn list_len(list: Word) -> usize {
    (list & 0xffff_ffff) as usize
}

/// Anything that a figure can stand on; as a word the identity shifted by three with a tag below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A piece of landscape on a tile.
    Segment(Word),
    /// A whole tile.
    Tile(Word),
    /// A crossing of the grid, named by the cell to its south-east.
    Corner(Word),
    /// Beside another figure.
    Figure(Word),
    /// In a player's prison.
    Player(Word),
}

impl Place {
    /// The tag of segments in a place's word.
    pub const SEGMENT: Word = 0;
    /// The tag of tiles in a place's word.
    pub const TILE: Word = 1;
    /// The tag of corners in a place's word.
    pub const CORNER: Word = 2;
    /// The tag of figures in a place's word.
    pub const FIGURE: Word = 3;
    /// The tag of players in a place's word.
    pub const PLAYER: Word = 4;
    /// By how many bits the identity is shifted.
    pub const BITS: Word = 3;

    /// The word of this place.
    pub const fn word(self) -> Word {
        match self {
            Self::Segment(id) => id << Self::BITS | Self::SEGMENT,
            Self::Tile(id) => id << Self::BITS | Self::TILE,
            Self::Corner(id) => id << Self::BITS | Self::CORNER,
            Self::Figure(id) => id << Self::BITS | Self::FIGURE,
            Self::Player(id) => id << Self::BITS | Self::PLAYER,
        }
    }

    /// The place of a word; nothing for [`ABSENT`] (the supply) and for words of no place.
    pub const fn from_word(word: Word) -> Option<Self> {
        if word < 0 {
            return None;
        }
        let id = word >> Self::BITS;
        match word & 7 {
            Self::SEGMENT => Some(Self::Segment(id)),
            Self::TILE => Some(Self::Tile(id)),
            Self::CORNER => Some(Self::Corner(id)),
            Self::FIGURE => Some(Self::Figure(id)),
            Self::PLAYER => Some(Self::Player(id)),
            _ => None,
        }
    }
}

/// What points were given for; encoded like a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A feature, by its oldest segment.
    Feature(Word),
    /// A tile.
    Tile(Word),
    /// A figure.
    Figure(Word),
    /// A kind of token.
    Token(Word),
    /// A pile.
    Pile(Word),
}

impl Cause {
    /// The word of this cause.
    pub const fn word(self) -> Word {
        match self {
            Self::Feature(id) => id << 3,
            Self::Tile(id) => id << 3 | 1,
            Self::Figure(id) => id << 3 | 2,
            Self::Token(id) => id << 3 | 3,
            Self::Pile(id) => id << 3 | 4,
        }
    }

    /// The cause of a word; nothing for words of no cause.
    pub const fn from_word(word: Word) -> Option<Self> {
        if word < 0 {
            return None;
        }
        let id = word >> 3;
        match word & 7 {
            0 => Some(Self::Feature(id)),
            1 => Some(Self::Tile(id)),
            2 => Some(Self::Figure(id)),
            3 => Some(Self::Token(id)),
            4 => Some(Self::Pile(id)),
            _ => None,
        }
    }
}

/// The word of a spot: a figure and the place where it would stand.
pub const fn spot(figure: Word, place: Word) -> Word {
    (figure << 40) | place
}

/// The figure of a spot.
pub const fn spot_figure(spot: Word) -> Word {
    spot >> 40
}

/// The place of a spot.
pub const fn spot_place(spot: Word) -> Word {
    spot & 0xff_ffff_ffff
}
