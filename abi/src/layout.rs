//! Where the plain data of a game lies: tables of rows of words.
//!
//! A table is an array of rows; each row has the columns named in [`field`], then those that the rules of
//! a program declare ([`Layout`]). Rules read `row * stride + field` inline.

use serde::{Deserialize, Serialize};

use crate::{kinds::TileKindId, ty::Ty, value::Word};

/// The tables. Those up to [`Table::Link`] change in play, the others belong to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Table {
    /// One row: the game as a whole.
    Game,
    /// A row a player, in seating order.
    Player,
    /// A row for every tile that has left its pile, oldest first.
    Tile,
    /// A row for every segment of those tiles; those of one tile lie side by side, in printed order.
    Segment,
    /// A row for every feature that ever was, oldest first; a row without segments is dead.
    Feature,
    /// A row a figure: neutral ones first, then player by player, kind by kind.
    Figure,
    /// A row for every cell that holds a tile or lies beside one.
    Cell,
    /// A row for every combination of four edge codes: the empty cells that ask for it.
    Group,
    /// A row a pile.
    Pile,
    /// The features touched in this part of the turn, by one of their segments; one word a row.
    Changed,
    /// The words of kept lists; one word a row.
    Heap,
    /// A row for every token that a player put on a tile, a segment or a figure, where it lies now.
    Lying,
    /// A row for every shot that landed, oldest first.
    Shot,
    /// A row for every figure that something happened to in a shot; those of one shot lie side by side.
    Struck,
    /// A row for every corner of the outline of a token that landed; those of one shot lie side by side.
    Corner,
    /// A row for every two segments that a deed joined.
    Link,
    /// A row for each kind of tile: what is printed on it.
    TileKind,
    /// A row for each segment of each kind of tile: what is printed on it.
    SegmentDef,
    /// A row for each kind of figure.
    FigureKind,
}

impl Table {
    /// How many tables change in play.
    pub const MUTABLE: usize = 16;
    /// How many tables there are.
    pub const COUNT: usize = 19;
    /// All tables in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Game,
        Self::Player,
        Self::Tile,
        Self::Segment,
        Self::Feature,
        Self::Figure,
        Self::Cell,
        Self::Group,
        Self::Pile,
        Self::Changed,
        Self::Heap,
        Self::Lying,
        Self::Shot,
        Self::Struck,
        Self::Corner,
        Self::Link,
        Self::TileKind,
        Self::SegmentDef,
        Self::FigureKind,
    ];

    /// Whether the table changes in play.
    pub const fn is_mutable(self) -> bool {
        (self as usize) < Self::MUTABLE
    }
}

/// The columns that every program has, by table.
#[allow(missing_docs, reason = "each constant is explained on the line beside it")]
pub mod field {
    /// Columns of the one row of the game.
    pub mod game {
        pub const ACTIVE: u32 = 0; // player: whose turn it is
        pub const PLACED: u32 = 1; // tile placed last, or absent
        pub const PART: u32 = 2; // serial number of the part of the turn, from 1
        pub const TURN: u32 = 3; // serial number of the turn, from 1
        pub const ENDING: u32 = 4; // flag: `end game` was said
        pub const OVER: u32 = 5; // flag: the last phase is done
        pub const CROSSINGS: u32 = 6; // how many figures stand on corners
        pub const SEEN: u32 = 7; // bits: what there has been in this game
        pub const KEPT: u32 = 8; // bits: columns in which rules have kept something; several share a bit
        pub const LEN: u32 = 9;
    }
    /// Columns of a player.
    pub mod player {
        pub const POINTS: u32 = 0;
        pub const WON: u32 = 1; // flag: in the ranking
        pub const FIGURES: u32 = 2; // first own row in the table of figures
        pub const FIGURES_END: u32 = 3; // one past the last
        pub const LEN: u32 = 4; // then for each figure kind its first own row, then tokens, then kept
    }
    /// Columns of a tile.
    pub mod tile {
        pub const KIND: u32 = 0;
        pub const CELL: u32 = 1; // absent when not on the board
        pub const TURN: u32 = 2; // quarter turns
        pub const SEGMENTS: u32 = 3; // first row of its segments; their number is the kind's
        pub const FIGURES: u32 = 4; // first figure standing on the tile itself, or absent
        pub const AROUND: u32 = 5; // number of neighbours, 0 to 8
        pub const NEIGHBOUR: u32 = 6; // 8 columns: N E S W NE SE SW NW, absent where no tile lies
        pub const GONE: u32 = 14; // flag: out of the game or back in a pile
        pub const LEN: u32 = 15;
    }
    /// Columns of a segment.
    pub mod segment {
        pub const TILE: u32 = 0;
        pub const DEF: u32 = 1; // row in the table of segment definitions
        pub const FEATURE: u32 = 2; // row in the table of features; absent until it lies on the board
        pub const NEXT: u32 = 3; // next segment of the feature, or absent
        pub const KIND: u32 = 4; // feature kind
        pub const LEN: u32 = 5;
    }
    /// Columns of a feature.
    pub mod feature {
        pub const KIND: u32 = 0;
        pub const FIRST: u32 = 1; // its oldest segment, head of the chain
        pub const LAST: u32 = 2; // tail of the chain
        pub const SEGMENTS: u32 = 3; // how many; 0 when dead
        pub const TWINS: u32 = 4; // how many of them lie on tiles with several segments of this kind
        pub const OPEN: u32 = 5; // ends (edges or half edges) against an empty cell
        pub const FIGURES: u32 = 6; // first figure in the chain of those that stand in it, or absent
        pub const LAST_FIGURE: u32 = 7; // last one, or absent
        pub const FOLLOWERS: u32 = 8; // how many of them are followers
        pub const CHANGED: u32 = 9; // serial of the part in which it was put among the changed ones
        pub const LEN: u32 = 10; // then the sums of declared numbers and flags
    }
    /// Columns of a figure.
    pub mod figure {
        pub const KIND: u32 = 0;
        pub const OWNER: u32 = 1; // player, absent when neutral
        pub const PLACE: u32 = 2; // place, absent in the supply or the box
        pub const NEXT: u32 = 3; // next in the chain of its feature or tile, or absent
        pub const PREV: u32 = 4; // previous one, or absent
        pub const LEN: u32 = 5;
    }
    /// Columns of a cell.
    pub mod cell {
        pub const AT: u32 = 0; // its coordinates as a word
        pub const TILE: u32 = 1; // the tile that lies there, or absent
        pub const CODE: u32 = 2; // row in the table of groups while it is empty
        pub const NEXT: u32 = 3; // next empty cell of that group, or absent
        pub const PREV: u32 = 4;
        pub const LEN: u32 = 5;
    }
    /// Columns of a group of empty cells.
    pub mod group {
        pub const HEAD: u32 = 0; // first cell, or absent
        pub const COUNT: u32 = 1;
        pub const LEN: u32 = 2;
    }
    /// Columns of a pile.
    pub mod pile {
        pub const COUNT: u32 = 0; // how many tiles or tokens lie in it
        pub const LEN: u32 = 1; // then the number of each tile kind, then of each token kind
    }
    /// Columns of a token that lies somewhere.
    pub mod lying {
        pub const PLAYER: u32 = 0; // who put it there
        pub const KIND: u32 = 1; // token kind
        pub const PLACE: u32 = 2; // a tile, segment or figure; absent where a shot left it
        pub const SHOT: u32 = 3; // the shot that left it there, or absent
        pub const LEN: u32 = 4;
    }
    /// Columns of a shot.
    pub mod shot {
        pub const SHOOTER: u32 = 0; // player
        pub const TOKEN: u32 = 1; // token kind
        pub const AT: u32 = 2; // place (a player or a tile) that it was aimed at, or absent
        pub const RESTS: u32 = 3; // flag: lies on a tile, even partly
        pub const CAUGHT: u32 = 4; // flag
        pub const TOUCHED: u32 = 5; // flag: the catcher touched it and did not hold it
        pub const REACH: u32 = 6; // micrometres along the line to the catcher
        pub const REST: u32 = 7; // the point where its middle lies
        pub const STRUCK: u32 = 8; // first row of its touches
        pub const STRUCK_COUNT: u32 = 9; // how many
        pub const CORNERS: u32 = 10; // first row of the corners of its outline
        pub const CORNERS_COUNT: u32 = 11; // how many; 0 for a token that somebody holds
        pub const LEN: u32 = 12;
    }
    /// Columns of a touch in a shot: by figure, the token's before those of other figures, each once.
    pub mod struck {
        pub const FIGURE: u32 = 0; // who was touched
        pub const BY: u32 = 1; // the figure, set moving by the shot, that touched it; absent for the token
        pub const FELL: u32 = 2; // flag: that figure fell over
        pub const LEN: u32 = 3;
    }
    /// Columns of a corner of an outline.
    pub mod corner {
        pub const POINT: u32 = 0; // the word of a point
        pub const LEN: u32 = 1;
    }
    /// Columns of two segments that a deed joined.
    pub mod link {
        pub const A: u32 = 0; // one of them
        pub const B: u32 = 1; // the other
        pub const LEN: u32 = 2;
    }
    /// Columns of a kind of tile.
    pub mod tile_kind {
        pub const FIRST: u32 = 0; // first row among the segment definitions
        pub const SEGMENTS: u32 = 1; // how many
        pub const LEN: u32 = 2; // then what the rules declare as printed on tiles
    }
    /// Columns of a segment definition.
    pub mod segment_def {
        pub const KIND: u32 = 0; // feature kind
        pub const TWIN: u32 = 1; // flag: the tile has several segments of this kind
        pub const LEN: u32 = 2; // then what the rules declare as printed on segments
    }
    /// Columns of a kind of figure.
    pub mod figure_kind {
        pub const FOLLOWER: u32 = 0; // flag
        pub const OWNED: u32 = 1; // flag
        pub const LEN: u32 = 2;
    }
}

/// The bits of what there has been in a game. Each is set for good, so that rules need not look for what never was.
pub mod seen {
    use crate::value::Word;

    /// So many bits, from the lowest, stand for what tiles show: some kinds of features and some of what is printed.
    /// Which, a program says; where it tells more apart, they share bits.
    pub const SHOWN: u32 = 53;
    /// So many bits above them stand for what rules keep of players, tiles and figures: something else than at the
    /// start was kept there. Which, a program says; properties share bits.
    pub const KEPT: u32 = 8;
    /// No tile was placed yet: the only bit that goes away.
    pub const UNPLACED: Word = 1 << 61;
    /// A figure was with a player.
    pub const HELD: Word = 1 << 62;
}

/// How long a kept property lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lasts {
    /// Until the game is over.
    Game,
    /// Until the turn ends.
    Turn,
    /// Until the part of the turn ends.
    Part,
}

/// A column that the rules of a program declare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The table that it belongs to.
    pub table: Table,
    /// Its place in a row.
    pub field: u32,
    /// Its name in the rules, with its owner: `player.ransomed`.
    pub name: String,
    /// The type of its values.
    pub ty: Ty,
    /// The value of a new row; kept lists start with no words, written 0.
    pub default: Word,
    /// How long a value lasts.
    pub lasts: Lasts,
    /// For columns of features: the number or flag among segment definitions that is added up.
    pub sum_of: Option<u32>,
}

/// The shape of every table of one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Words a row, by table.
    pub strides: [u32; Table::COUNT],
    /// The declared columns.
    pub columns: Vec<Column>,
    /// Where a player's first rows by figure kind begin: one column for each kind.
    pub player_figures: u32,
    /// Where the numbers of tokens begin in the rows of players, tiles, segments and figures, by table; in
    /// the row of the game, the stock.
    pub tokens: [Option<u32>; Table::COUNT],
    /// How many kinds of tile there are: the width of that part of a pile's row.
    pub tile_kinds: u32,
    /// How many kinds of token there are.
    pub token_kinds: u32,
    /// The kinds of tiles of which one lies ready from the start, outside the game, for questions about where
    /// such a tile would fit.
    pub specimens: Vec<TileKindId>,
}

impl Layout {
    /// Words a row of a table.
    pub const fn stride(&self, table: Table) -> usize {
        self.strides[table as usize] as usize
    }
}
