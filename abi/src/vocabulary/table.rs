//! The words themselves, one a line.

use super::{Cost, Entry, Owner, Question};
use crate::ty::{Base, FigureSort, PlaceSort, Ty};

const fn one(base: Base) -> Ty {
    Ty::one(base)
}

const fn maybe(base: Base) -> Ty {
    Ty::maybe(base)
}

const fn list(base: Base) -> Ty {
    Ty::list(base)
}

/// All words, by owner.
#[rustfmt::skip]
pub const VOCABULARY: &[Entry] = {
    use Base::*;
    use Cost::*;
    use Owner as O;
    use Question as Q;
    &[
        entry(O::Player, "points", Q::Points, &[], one(Int), D, "points so far"),
        entry(O::Player, "left", Q::Left, &[], one(Player), D, "the next player clockwise"),
        entry(O::Player, "right", Q::Right, &[], one(Player), D, "the next player anticlockwise"),
        entry(O::Player, "supply", Q::Supply, &[], list(Figure(FigureSort::Owned)), L, "own figures not in use"),
        entry(O::Player, "deployed", Q::PlayerDeployed, &[], list(Figure(FigureSort::Owned)), L, "own figures on the board, special ones too"),
        entry(O::Player, "held", Q::Held, &[one(TokenKind)], one(Int), D, "tokens of a kind"),
        entry(O::Tile, "kind", Q::TileKindOf, &[], one(TileKind), D, "its printed kind"),
        entry(O::Tile, "cell", Q::TileCell, &[], maybe(Cell), D, "where it lies"),
        entry(O::Tile, "x", Q::TileX, &[], maybe(Int), D, "the column where it lies, to the east"),
        entry(O::Tile, "y", Q::TileY, &[], maybe(Int), D, "the row where it lies, to the south"),
        entry(O::Tile, "turn", Q::TileTurn, &[], maybe(Int), D, "clockwise turn in degrees"),
        entry(O::Tile, "segments", Q::TileSegments, &[], list(Segment(None)), D, "its pieces of landscape"),
        entry(O::Tile, "features", Q::TileFeatures, &[], list(Feature(None)), L, "the features that they belong to"),
        entry(O::Tile, "beside", Q::TileBeside, &[], list(Tile), L, "tiles over its four edges"),
        entry(O::Tile, "neighbours", Q::TileNeighbours, &[], list(Tile), L, "the up to eight tiles round it"),
        entry(O::Tile, "corners", Q::TileCorners, &[], list(Corner), L, "its four corners while it lies, clockwise from the north-west"),
        entry(O::Tile, "figures", Q::TileFigures, &[], list(Figure(FigureSort::Any)), L, "who stands on it or its segments, corners excepted"),
        entry(O::Tile, "followers", Q::TileFollowers, &[], list(Figure(FigureSort::Follower)), L, "the followers among them"),
        entry(O::Tile, "centre", Q::Centre, &[], maybe(Point), D, "its middle, for distances"),
        entry(O::Direction, "opposite", Q::Opposite, &[], one(Direction), D, "the direction half a turn on"),
        entry(O::Direction, "right", Q::RightOf, &[], one(Direction), D, "the direction a quarter turn clockwise"),
        entry(O::Direction, "left", Q::LeftOf, &[], one(Direction), D, "the direction a quarter turn anticlockwise"),
        entry(O::Cell, "towards", Q::Towards, &[one(Direction), one(Int)], one(Cell), D, "the cell so many cells further"),
        entry(O::Cell, "x", Q::CellX, &[], one(Int), D, "its column, to the east"),
        entry(O::Cell, "y", Q::CellY, &[], one(Int), D, "its row, to the south"),
        entry(O::Cell, "tile", Q::CellTile, &[], maybe(Tile), H, "the tile that lies there"),
        entry(O::Cell, "beside", Q::CellBeside, &[], list(Tile), H, "tiles over its four edges"),
        entry(O::Cell, "neighbours", Q::CellNeighbours, &[], list(Tile), H, "the up to eight tiles round it"),
        entry(O::Corner, "tiles", Q::CornerTiles, &[], list(Tile), L, "the tiles that meet there"),
        entry(O::Corner, "segments", Q::CornerSegments, &[], list(Segment(None)), L, "the segments that hold both sides of it, at most one of each tile"),
        entry(O::Corner, "feature", Q::CornerFeature, &[], maybe(Feature(None)), H, "their feature if it is one"),
        entry(O::Edge, "kind", Q::EdgeKind, &[], maybe(FeatureKind), H, "what reaches it as a whole, else what reaches its halves"),
        entry(O::Edge, "across", Q::Across, &[], maybe(Edge), H, "the edge that lies against it"),
        entry(O::Edge, "tile", Q::EdgeTile, &[], one(Tile), D, "its tile"),
        entry(O::Segment, "kind", Q::SegmentKind, &[], one(FeatureKind), D, "what it is a piece of"),
        entry(O::Segment, "tile", Q::SegmentTile, &[], one(Tile), D, "its tile"),
        entry(O::Segment, "feature", Q::SegmentFeature, &[], maybe(Feature(None)), D, "the feature that it belongs to, once its tile lies"),
        entry(O::Segment, "edges", Q::SegmentEdges, &[], list(Edge), H, "the edges of its tile that it reaches, with a half of it at least"),
        entry(O::Segment, "near", Q::Near, &[], list(Segment(None)), H, "segments of the tile that it touches, as printed"),
        entry(O::Segment, "figures", Q::SegmentFigures, &[], list(Figure(FigureSort::Any)), L, "who stands on it"),
        entry(O::Segment, "followers", Q::SegmentFollowers, &[], list(Figure(FigureSort::Follower)), L, "the followers among them"),
        entry(O::Feature, "kind", Q::FeatureKindOf, &[], one(FeatureKind), D, "its kind"),
        entry(O::Feature, "segments", Q::FeatureSegments, &[], list(Segment(None)), L, "its segments, oldest first"),
        entry(O::Feature, "tiles", Q::FeatureTiles, &[], list(Tile), H, "its tiles without doubles"),
        entry(O::Feature, "segment", Q::FeatureSegment, &[], one(Segment(None)), D, "its oldest segment"),
        entry(O::Feature, "tile", Q::FeatureTile, &[], one(Tile), D, "the tile of its oldest segment"),
        entry(O::Feature, "open", Q::Open, &[], one(Int), D, "ends that still lie against an empty cell"),
        entry(O::Feature, "touching", Q::Touching, &[], list(Feature(None)), H, "features with a segment near one of its own"),
        entry(O::Feature, "neighbours", Q::FeatureNeighbours, &[], list(Tile), H, "tiles round its tiles, not its own"),
        entry(O::Feature, "figures", Q::FeatureFigures, &[], list(Figure(FigureSort::Any)), L, "who stands in it"),
        entry(O::Feature, "followers", Q::FeatureFollowers, &[], list(Figure(FigureSort::Follower)), L, "the followers among them"),
        entry(O::Figure, "kind", Q::FigureKindOf, &[], one(FigureKind), D, "its kind"),
        entry(O::Figure, "owner", Q::FigureOwner, &[], maybe(Player), D, "who owns it; absent for a neutral figure"),
        entry(O::Figure, "place", Q::FigurePlace, &[], maybe(Place(PlaceSort::Any)), D, "where it stands; a player means prison; absent in the supply or the box"),
        entry(O::Figure, "deployed", Q::FigureDeployed, &[], one(Flag), D, "whether it stands on the board"),
        entry(O::Figure, "tile", Q::FigureTile, &[], maybe(Tile), D, "the tile of its place"),
        entry(O::Figure, "segment", Q::FigureSegment, &[], maybe(Segment(None)), D, "the segment of its place"),
        entry(O::Figure, "feature", Q::FigureFeature, &[], maybe(Feature(None)), D, "the feature of its place"),
        entry(O::Figure, "beside", Q::Beside, &[], maybe(Figure(FigureSort::Any)), D, "the figure that it stands beside"),
        entry(O::Figure, "counts", Q::Counts, &[], one(Int), L, "its strength in a majority"),
        entry(O::Place, "tile", Q::PlaceTile, &[], maybe(Tile), D, "the tile that it belongs to"),
        entry(O::Place, "feature", Q::PlaceFeature, &[], maybe(Feature(None)), D, "the feature that it belongs to"),
        entry(O::Place, "segment", Q::PlaceSegment, &[], maybe(Segment(None)), D, "the segment, if it is one"),
        entry(O::Spot, "figure", Q::SpotFigure, &[], one(Figure(FigureSort::Any)), D, "who would stand there"),
        entry(O::Spot, "place", Q::SpotPlace, &[], one(Place(PlaceSort::Any)), D, "where"),
        entry(O::Fit, "cell", Q::FitCell, &[], one(Cell), D, "where the tile would lie"),
        entry(O::Fit, "turn", Q::FitTurn, &[], one(Int), D, "its clockwise turn in degrees"),
        entry(O::Fit, "given", Q::Given, &[], maybe(Span), H, "the token that would be laid with it"),
        entry(O::Fit, "joined", Q::Joined, &[], list(Segment(None)), H, "lying segments that the tile would continue"),
        entry(O::Fit, "bends", Q::Bends, &[one(FeatureKind)], list(Int), H, "ways through the tile from a joined edge to an open one"),
        entry(O::Span, "tile", Q::SpanTile, &[], one(Tile), D, "the tile that the token would lie across"),
        entry(O::Span, "ends", Q::Ends, &[], list(Edge), H, "the edges where it would end"),
        entry(O::Shot, "shooter", Q::Shooter, &[], one(Player), D, "who shot"),
        entry(O::Shot, "touched", Q::Touched, &[], list(Figure(FigureSort::Any)), H, "figures that the token touched"),
        entry(O::Shot, "touched_by_moved", Q::TouchedByMoved, &[], list(Figure(FigureSort::Any)), H, "figures touched by a figure that was set moving"),
        entry(O::Shot, "touched_by_fallen", Q::TouchedByFallen, &[], list(Figure(FigureSort::Any)), H, "figures touched by a figure that fell"),
        entry(O::Shot, "touched_by", Q::TouchedBy, &[one(Figure(FigureSort::Any))], list(Figure(FigureSort::Any)), H, "figures that this figure touched once the shot had set it moving"),
        entry(O::Shot, "fallen_on_by", Q::FallenOnBy, &[one(Figure(FigureSort::Any))], list(Figure(FigureSort::Any)), H, "figures that this figure fell on"),
        entry(O::Shot, "rests_on_board", Q::RestsOnBoard, &[], one(Flag), D, "whether the token lies on a tile, even partly"),
        entry(O::Shot, "caught", Q::Caught, &[], one(Flag), D, "whether it was caught"),
        entry(O::Shot, "touched_catcher", Q::TouchedCatcher, &[], one(Flag), D, "whether the catcher touched it"),
        entry(O::Shot, "reach", Q::Reach, &[], one(Length), D, "how far it came along the line to the catcher"),
        entry(O::Global, "players", Q::Players, &[], list(Player), D, "in seating order"),
        entry(O::Global, "active", Q::Active, &[], one(Player), D, "whose turn it is"),
        entry(O::Global, "placed", Q::Placed, &[], one(Tile), D, "the tile that a player placed last"),
        entry(O::Global, "tiles", Q::Tiles, &[], list(Tile), D, "all tiles on the board"),
        entry(O::Global, "features", Q::Features, &[], list(Feature(None)), D, "all features on the board"),
        entry(O::Global, "corners", Q::Corners, &[], list(Corner), L, "all corners on the board"),
        entry(O::Global, "figures", Q::Figures, &[], list(Figure(FigureSort::Any)), D, "all figures of the game"),
        entry(O::Global, "followers", Q::Followers, &[], list(Figure(FigureSort::Follower)), L, "the followers on the board"),
        entry(O::Global, "changed", Q::Changed, &[], list(Feature(None)), D, "features that gained or lost a segment or an open end in this part"),
        entry(O::Call, "fits", Q::Fits, &[one(Tile)], list(Fit), H, "all cells and turns where a tile, or any of its kind, may be placed"),
        entry(O::Call, "fits_with", Q::FitsWith, &[one(Tile), list(Span)], list(Fit), H, "those that match only with one of the spans laid"),
        entry(O::Call, "spots", Q::Spots, &[one(Player), list(Place(PlaceSort::Any))], list(Spot), L, "every way in which a player could deploy there from the supply"),
        entry(O::Call, "spots_for", Q::SpotsFor, &[list(Figure(FigureSort::Any)), list(Place(PlaceSort::Any))], list(Spot), L, "the same for figures that stand somewhere already"),
        entry(O::Call, "may_stand", Q::MayStand, &[one(Figure(FigureSort::Any)), one(Place(PlaceSort::Any))], one(Flag), L, "whether a figure may stand on a place"),
        entry(O::Call, "may_replace", Q::MayReplace, &[one(Figure(FigureSort::Any)), one(Figure(FigureSort::Any))], one(Flag), L, "whether a figure may stand where another one does, once that one is gone"),
        entry(O::Call, "overlays", Q::Overlays, &[one(TokenKind), one(Tile)], list(Span), H, "ways to lay a token across a tile"),
        entry(O::Call, "walk", Q::Walk, &[list(Segment(None)), list(Segment(None))], list(Segment(None)), H, "segments of the second list met first along features"),
        entry(O::Call, "distance", Q::Distance, &[], one(Length), H, "between a shot and a figure, a tile or a point in plan, between two seats, or, as a number, between two tiles"),
        entry(O::Call, "new", Q::New, &[one(TileKind)], one(Tile), H, "a tile that is in no pile"),
        entry(O::Call, "tile_at", Q::TileAt, &[one(Int), one(Int)], maybe(Tile), H, "the tile of a cell"),
    ]
};

#[allow(clippy::too_many_arguments, reason = "one row of the table above")]
const fn entry(
    owner: Owner,
    name: &'static str,
    question: Question,
    params: &'static [Ty],
    result: Ty,
    cost: Cost,
    doc: &'static str,
) -> Entry {
    Entry { owner, name, question, params, result, cost, doc }
}
