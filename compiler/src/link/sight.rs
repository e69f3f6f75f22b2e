//! What each question of the vocabulary looks at.

use abi::Question;

use super::resource::Resource;

/// What a question looks at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight {
    /// These things.
    At(&'static [Resource]),
    /// Where its own figure stands.
    OfFigure,
    /// The tokens of the kind that it asks for.
    OfToken,
}

/// What a question looks at: whatever a deed may change of its answer.
pub(super) fn looks_at(question: Question) -> Sight {
    use Question as Q;
    use Resource as R;
    Sight::At(match question {
        Q::Held => return Sight::OfToken,
        Q::FigurePlace
        | Q::FigureDeployed
        | Q::FigureTile
        | Q::FigureSegment
        | Q::FigureFeature
        | Q::Beside => return Sight::OfFigure,
        Q::Points => &[R::Points],
        Q::Supply
        | Q::PlayerDeployed
        | Q::Followers
        | Q::TileFollowers
        | Q::SegmentFollowers
        | Q::FeatureFollowers => &[R::Figures],
        Q::TileFigures | Q::SegmentFigures | Q::FeatureFigures => &[R::Figures, R::Neutral],
        Q::Spots | Q::SpotsFor | Q::MayStand | Q::MayReplace => &[R::Figures, R::Board],
        // Which kinds, seats and printed things there are never changes.
        Q::Left
        | Q::Right
        | Q::TileKindOf
        | Q::Centre
        | Q::Opposite
        | Q::RightOf
        | Q::LeftOf
        | Q::Towards
        | Q::CellX
        | Q::CellY
        | Q::SegmentKind
        | Q::SegmentTile
        | Q::Near
        | Q::FeatureKindOf
        | Q::FigureKindOf
        | Q::FigureOwner
        | Q::SpotFigure
        | Q::SpotPlace
        | Q::FitCell
        | Q::FitTurn
        | Q::SpanTile
        | Q::Shooter
        | Q::Touched
        | Q::TouchedByMoved
        | Q::TouchedByFallen
        | Q::TouchedBy
        | Q::FallenOnBy
        | Q::RestsOnBoard
        | Q::Caught
        | Q::TouchedCatcher
        | Q::Reach
        | Q::Players
        | Q::Active
        | Q::Placed
        | Q::Figures
        | Q::Counts
        | Q::New
        | Q::TileSegments => &[],
        Q::TileCell
        | Q::TileX
        | Q::TileY
        | Q::TileTurn
        | Q::TileFeatures
        | Q::TileBeside
        | Q::TileNeighbours
        | Q::TileCorners
        | Q::CellTile
        | Q::CellBeside
        | Q::CellNeighbours
        | Q::CornerTiles
        | Q::CornerSegments
        | Q::CornerFeature
        | Q::EdgeKind
        | Q::Across
        | Q::EdgeTile
        | Q::SegmentFeature
        | Q::SegmentEdges
        | Q::FeatureSegments
        | Q::FeatureTiles
        | Q::FeatureSegment
        | Q::FeatureTile
        | Q::Open
        | Q::Touching
        | Q::FeatureNeighbours
        | Q::PlaceTile
        | Q::PlaceFeature
        | Q::PlaceSegment
        | Q::Given
        | Q::Joined
        | Q::Bends
        | Q::Ends
        | Q::Tiles
        | Q::Features
        | Q::Corners
        | Q::Changed
        | Q::Fits
        | Q::FitsWith
        | Q::Overlays
        | Q::Walk
        | Q::Distance
        | Q::TileAt => &[R::Board],
    })
}
