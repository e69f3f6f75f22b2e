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

impl DeedKind {
    /// All deeds.
    pub const ALL: &[Self] = &[
        Self::Scores,
        Self::Loses,
        Self::Pays,
        Self::Places,
        Self::Deploys,
        Self::Moves,
        Self::Returns,
        Self::TileLeaves,
        Self::PileLeaves,
        Self::TileMoves,
        Self::PileMoves,
        Self::Takes,
        Self::TakesBack,
        Self::Puts,
        Self::Lays,
        Self::TakesOut,
        Self::Joins,
        Self::Parts,
        Self::PlaysPart,
        Self::Wins,
    ];

    /// The sentence, how a hook names it (`–` where none can), and what it does.
    pub const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Scores => ["p scores N for X", "p scores n for x", "points, with their cause"],
            Self::Loses => ["p loses N for X", "p loses n for x", "takes points away"],
            Self::Pays => [
                "p pays N to Q for X",
                "p pays n to q for x",
                "points from one player to another; it is no `scores`, and may go below 0",
            ],
            Self::Places => [
                "p places T at FIT",
                "p places t at fit",
                "the tile lies and its segments join; `placed` and `changed` are set",
            ],
            Self::Deploys => ["p deploys SPOT", "p deploys spot", "from the supply to a place"],
            Self::Moves => [
                "m moves to PLACE",
                "m moves from a to b",
                "any figure to any place; in `forbid` the head is `m moves to b`",
            ],
            Self::Returns => [
                "m returns",
                "m returns from a",
                "to its owner's supply, or to the box; nothing happens to one that is there already",
            ],
            Self::TileLeaves => ["t leaves", "t leaves", "the tile is out of the game"],
            Self::PileLeaves => ["PILE leaves", "PILE leaves", "the pile is out of the game"],
            Self::TileMoves => ["t moves to PILE", "t moves to b", "put in and shuffled"],
            Self::PileMoves => ["PILE moves to PILE", "PILE moves to b", "put in and shuffled"],
            Self::Takes => [
                "p takes [N] TOKEN [from X]",
                "p takes n k",
                "from the stock, from a place, or from whoever has the only one",
            ],
            Self::TakesBack => ["p takes back TOKEN", "p takes back k", "his own, from the board"],
            Self::Puts => ["p puts TOKEN on PLACE", "p puts k on x", "a token that he holds"],
            Self::Lays => [
                "p puts TOKEN on SPAN",
                "p puts k on x: span",
                "a token that he holds lies across a tile, and its segment joins what it meets",
            ],
            Self::TakesOut => [
                "p takes [N] TOKEN from PILE",
                "p takes n k from x: pile",
                "out of the pile, as many as there are",
            ],
            Self::Joins => ["a joins b", "a joins b", "connects two segments; features follow"],
            Self::Parts => [
                "a parts from b",
                "a parts from b",
                "takes such a connection away; a feature that falls apart becomes two",
            ],
            Self::PlaysPart => [
                "p plays a part",
                "p plays a part",
                "all phases of a part; p is `active` until it is over",
            ],
            Self::Wins => ["p wins", "p wins", "in the ranking"],
        }
    }

    /// The verb of the sentence, its second word.
    pub fn verb(self) -> &'static str {
        self.words()[0].split(' ').nth(1).unwrap_or_default()
    }
}
