//! The one table of what rules can see and do.
//!
//! The checker resolves words against it, the lowering turns each into reads of plain data or host calls,
//! and the reference in `docs/` is printed from it.

mod deeds;
mod table;

pub use deeds::DeedKind;
pub use table::VOCABULARY;

use crate::ty::Ty;

/// How far a shot is from what lies nowhere: a thousand kilometres, so that sums of it do not overflow.
pub const FAR: i64 = 1_000_000_000_000;

/// What a word of the vocabulary is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each owner is the type of its name")]
pub enum Owner {
    Player,
    Tile,
    Direction,
    Cell,
    Corner,
    Edge,
    Segment,
    Feature,
    Figure,
    Place,
    Spot,
    Fit,
    Span,
    Shot,
    /// A name that is always there.
    Global,
    /// A question with arguments and no owner.
    Call,
}

/// What a word costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A read of plain data.
    D,
    /// A loop over plain data.
    L,
    /// A host call.
    H,
}

/// One word that rules can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is asked of.
    pub owner: Owner,
    /// The word.
    pub name: &'static str,
    /// What it asks.
    pub question: Question,
    /// The types of what follows in parentheses.
    pub params: &'static [Ty],
    /// The type of the answer, when the owner is not absent.
    pub result: Ty,
    /// What it costs.
    pub cost: Cost,
    /// One phrase for the reference.
    pub doc: &'static str,
}

/// Everything that the vocabulary lets rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is explained by its entry in the table")]
pub enum Question {
    Points,
    Left,
    Right,
    Supply,
    PlayerDeployed,
    Held,
    TileKindOf,
    TileCell,
    TileX,
    TileY,
    TileTurn,
    TileSegments,
    TileFeatures,
    TileBeside,
    TileNeighbours,
    TileCorners,
    TileFigures,
    TileFollowers,
    Centre,
    Opposite,
    RightOf,
    LeftOf,
    Towards,
    CellX,
    CellY,
    CellTile,
    CellBeside,
    CellNeighbours,
    CornerTiles,
    CornerSegments,
    CornerFeature,
    EdgeKind,
    Across,
    EdgeTile,
    SegmentKind,
    SegmentTile,
    SegmentFeature,
    SegmentEdges,
    Near,
    SegmentFigures,
    SegmentFollowers,
    FeatureKindOf,
    FeatureSegments,
    FeatureTiles,
    FeatureSegment,
    FeatureTile,
    Open,
    Touching,
    FeatureNeighbours,
    FeatureFigures,
    FeatureFollowers,
    FigureKindOf,
    FigureOwner,
    FigurePlace,
    FigureDeployed,
    FigureTile,
    FigureSegment,
    FigureFeature,
    Beside,
    Counts,
    PlaceTile,
    PlaceFeature,
    PlaceSegment,
    SpotFigure,
    SpotPlace,
    FitCell,
    FitTurn,
    Given,
    Joined,
    Bends,
    SpanTile,
    Ends,
    Shooter,
    Touched,
    TouchedByMoved,
    TouchedByFallen,
    TouchedBy,
    FallenOnBy,
    RestsOnBoard,
    Caught,
    TouchedCatcher,
    Reach,
    Players,
    Active,
    Placed,
    Tiles,
    Features,
    Corners,
    Figures,
    Followers,
    Changed,
    Fits,
    FitsWith,
    Spots,
    SpotsFor,
    MayStand,
    MayReplace,
    Overlays,
    Walk,
    Distance,
    New,
    TileAt,
}
