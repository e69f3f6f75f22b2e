//! What rules ask the game to do and to find out, by number.

/// Deeds and dear questions that rules ask the game to carry out. `a`, `b`, `c`, `d` are the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum HostOp {
    /// Player a scores b points for cause c.
    Score,
    /// Player a loses b points for cause c.
    Lose,
    /// Player a pays b points to player c for cause d.
    Pay,
    /// Player a places tile b at fit c.
    Place,
    /// Player a deploys spot b.
    Deploy,
    /// Figure a moves to place b.
    Move,
    /// Figure a returns to its owner's supply or the box.
    Return,
    /// Tile a leaves the game.
    TileLeaves,
    /// Pile a leaves the game.
    PileLeaves,
    /// Tile a goes back to pile b.
    TileToPile,
    /// All of pile a goes to pile b.
    PileToPile,
    /// Player a takes b tokens of kind c from place, player or stock d (absent: the stock).
    TakeToken,
    /// Player a takes back his own tokens of kind b.
    TakeTokenBack,
    /// Player a puts a token of kind b on place c.
    PutToken,
    /// Player a lays a token of kind b across a tile, as span c says.
    LayToken,
    /// Player a takes b tokens of kind c out of pile d.
    TakeFromPile,
    /// Segments a and b are joined.
    Join,
    /// Segments a and b, which were joined, part.
    Part,
    /// Player a is among the winners.
    Win,
    /// The next deed is done for the rule line of site a: hooks stand between the line and the deed.
    Because,
    /// Picture a is laid.
    Lay,
    /// A tile of kind a that is in no pile.
    NewTile,
    /// The kept word in row b of table and field a (`table << 32 | field`) becomes c.
    Keep,
    /// The kept list in row b of table and field a becomes list c.
    KeepList,
    /// The state of feature b in segment field a becomes c: on its oldest segment, others cleared to d.
    KeepOnFeature,
    /// The kept list in row b of table and field a, copied to the stack.
    KeptList,
    /// All fits of tile a.
    Fits,
    /// How many fits tile a has.
    CountFits,
    /// All fits of tile a that match only with one of the spans of list b laid.
    FitsWith,
    /// The span that goes with fit a, or absent.
    FitGiven,
    /// The ways to lay a token of kind a across tile b.
    Overlays,
    /// The edges where span a ends.
    SpanEnds,
    /// The kind of feature that reaches edge a, or absent.
    EdgeKind,
    /// The edge that lies against edge a, or absent.
    EdgeAcross,
    /// The features that gained or lost a segment or an open end in this part, oldest first.
    Changed,
    /// The tiles of feature a, without doubles.
    FeatureTiles,
    /// How many tiles feature a has.
    CountTiles,
    /// The tiles round the tiles of feature a, not its own.
    FeatureNeighbours,
    /// The features with a segment near one of feature a's.
    Touching,
    /// The features of the segments of tile a, without doubles.
    TileFeatures,
    /// The segments near segment a on its tile.
    Near,
    /// The edges of its tile that segment a reaches.
    SegmentEdges,
    /// All live features, oldest first.
    Features,
    /// All tiles on the board, oldest first.
    Tiles,
    /// The tile at column a, row b, or absent.
    TileAt,
    /// The feature that reaches corner a, if it is one.
    CornerFeature,
    /// The tile that stands for all of kind a in questions about where one would fit.
    Specimen,
    /// The lying segments that the tile of fit a would continue.
    Joined,
    /// The ways through the tile of fit a from a joined edge to an open one along segments of kind b.
    Bends,
    /// The segments of list b that are met first on the way along features from those of list a.
    Walk,
    /// The tiles over the four edges of cell a.
    CellBeside,
    /// The up to eight tiles round cell a.
    CellNeighbours,
    /// How many copies of tile kind b lie in pile a.
    PileHolds,
    /// The figures that [`Striker`] b touched in shot a; unless c is absent, those that figure c touched.
    Struck,
    /// The distance from the token of shot a to b, which is of [`Measured`] kind c, in whole millimetres.
    Distance,
    /// The distance between the seats of players a and b, in whole millimetres.
    SeatDistance,
    /// Figure a is gone from its place until it is put back, so that rules look at the board without it.
    SetAside,
    /// Figure a, set aside, stands on place b again, exactly as it stood.
    PutBack,
    /// List a with word b at its end.
    Append,
    /// List a with word b at its end unless it has it.
    AppendNew,
    /// List a and what else is in list b.
    Union,
    /// List a without what is in list b.
    Minus,
    /// Whether list a has word b.
    Contains,
    /// Whether list a of features has feature b, whatever segments stand for them.
    ContainsFeature,
    /// The elements of list a from position b to position c.
    Slice,
    /// Room for one more word above the top of the stack.
    Grow,
}

impl HostOp {
    /// Every operation, in the order of its number.
    pub const ALL: [Self; 66] = [
        Self::Score,
        Self::Lose,
        Self::Pay,
        Self::Place,
        Self::Deploy,
        Self::Move,
        Self::Return,
        Self::TileLeaves,
        Self::PileLeaves,
        Self::TileToPile,
        Self::PileToPile,
        Self::TakeToken,
        Self::TakeTokenBack,
        Self::PutToken,
        Self::LayToken,
        Self::TakeFromPile,
        Self::Join,
        Self::Part,
        Self::Win,
        Self::Because,
        Self::Lay,
        Self::NewTile,
        Self::Keep,
        Self::KeepList,
        Self::KeepOnFeature,
        Self::KeptList,
        Self::Fits,
        Self::CountFits,
        Self::FitsWith,
        Self::FitGiven,
        Self::Overlays,
        Self::SpanEnds,
        Self::EdgeKind,
        Self::EdgeAcross,
        Self::Changed,
        Self::FeatureTiles,
        Self::CountTiles,
        Self::FeatureNeighbours,
        Self::Touching,
        Self::TileFeatures,
        Self::Near,
        Self::SegmentEdges,
        Self::Features,
        Self::Tiles,
        Self::TileAt,
        Self::CornerFeature,
        Self::Specimen,
        Self::Joined,
        Self::Bends,
        Self::Walk,
        Self::CellBeside,
        Self::CellNeighbours,
        Self::PileHolds,
        Self::Struck,
        Self::Distance,
        Self::SeatDistance,
        Self::SetAside,
        Self::PutBack,
        Self::Append,
        Self::AppendNew,
        Self::Union,
        Self::Minus,
        Self::Contains,
        Self::ContainsFeature,
        Self::Slice,
        Self::Grow,
    ];

    /// Whether the operation may move tables that rules read, so that pointers into them must be read anew.
    /// What lies on the board besides figures has a table of its own, which only the game itself reads.
    pub const fn moves_tables(self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::LayToken
                | Self::Join
                | Self::Part
                | Self::Lay
                | Self::NewTile
                | Self::KeepList
        )
    }

    /// Whether the operation only looks: it changes nothing but the stack, or undoes what it changed.
    pub const fn is_question(self) -> bool {
        self as u16 >= Self::KeptList as u16
    }
}

/// What touches a figure in a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Striker {
    /// The token.
    Token = 0,
    /// A figure that the shot set moving, fallen or not.
    Moved = 1,
    /// A figure that fell over.
    Fallen = 2,
}

/// To what the distance from a token is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Measured {
    /// A figure's footprint; nothing is near one that is not on the board.
    Figure = 0,
    /// A tile's outline.
    Tile = 1,
    /// A point.
    Point = 2,
}
