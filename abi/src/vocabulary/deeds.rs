//! The deeds of the vocabulary.

/// The deeds that every game knows; each is a moment that hooks can answer.
///
/// The order of arguments, in typed rules and in hooks, is that of the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeedKind {
    /// `p scores n for x`: player, number, cause.
    Scores,
    /// `p loses n for x`: player, number, cause.
    Loses,
    /// `p pays n to q for x`: player, number, player, cause.
    Pays,
    /// `p places t at fit`: player, tile, fit.
    Places,
    /// `p deploys spot`: player, spot.
    Deploys,
    /// `m moves to b`: figure, place; in hooks figure, former place (absent: supply), place.
    Moves,
    /// `m returns`: figure; in hooks figure and the place that it left.
    Returns,
    /// `t leaves`: tile.
    TileLeaves,
    /// `t leaves`: pile.
    PileLeaves,
    /// `t moves to pile`: tile, pile.
    TileMoves,
    /// `pile moves to pile`: pile, pile.
    PileMoves,
    /// `p takes n k from x`: player, number, token kind, place or player or absent.
    Takes,
    /// `p takes back k`: player, token kind.
    TakesBack,
    /// `p puts k on x`: player, token kind, place.
    Puts,
    /// `p puts k on span`: player, token kind, span.
    Lays,
    /// `p takes n k from pile`: player, number, token kind, pile.
    TakesOut,
    /// `a joins b`: segment, segment.
    Joins,
    /// `a parts from b`: segment, segment.
    Parts,
    /// `p plays a part`: player.
    PlaysPart,
    /// `p wins`: player.
    Wins,
}
