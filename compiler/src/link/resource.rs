//! What rules share, at the granularity of properties and deeds, and how they touch it.

use abi::TokenKindId;

use crate::typed::PropertyId;

/// Something that rules share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Resource {
    /// Points of players.
    Points,
    /// Tiles, segments and features.
    Board,
    /// Where the figures of players stand.
    Figures,
    /// Where neutral figures stand.
    Neutral,
    /// What lies in piles.
    Piles,
    /// How many tokens of a kind somebody has.
    Token(TokenKindId),
    /// The same, of a kind that is not known beforehand.
    AnyToken,
    /// The course of the game itself.
    Course,
    /// A declared property.
    Property(PropertyId),
}

/// How something is touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// It is looked at.
    pub(super) reads: bool,
    /// Something is added or taken away, in whatever order.
    pub(super) adds: bool,
    /// It is set.
    pub(super) writes: bool,
}

impl Touch {
    /// Whether the order of two rules that touch so can be seen.
    pub(super) fn meets(self, other: Self) -> bool {
        let any = |touch: Self| touch.reads || touch.adds || touch.writes;
        (self.writes && any(other))
            || (other.writes && any(self))
            || (self.adds && other.reads)
            || (other.adds && self.reads)
    }
}
