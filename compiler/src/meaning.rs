//! What a name can mean, and where what it means is declared.

use abi::{FeatureKindId, FigureKindId, PileId, TileKindId, TokenKindId};
use grammar::Span;

use crate::typed::{EnumId, FnId, MenuId, OptionId, PropertyId, ToId};

/// One thing that a name can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// An option.
    Option(OptionId),
    /// An enum as a type.
    Enum(EnumId),
    /// A name of an enum, by its position in it.
    EnumName(EnumId, u16),
    /// A kind of feature.
    Feature(FeatureKindId),
    /// A kind of figure; a neutral one stands for the one piece too.
    Figure(FigureKindId),
    /// A kind of token.
    Token(TokenKindId),
    /// A kind of tile.
    Tile(TileKindId),
    /// A pile.
    Pile(PileId),
    /// A function.
    Function(FnId),
    /// A deed with a name.
    Deed(ToId),
    /// A property, printed or kept; several owners may have one of the same name.
    Property(PropertyId),
    /// A menu.
    Menu(MenuId),
}

/// A declaration: what is declared, where, and by which expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What the name means.
    pub meaning: Meaning,
    /// Where it is declared.
    pub span: Span,
    /// The expansion, by position in [`Rules::expansions`](crate::typed::Rules::expansions).
    pub expansion: usize,
    /// Whether another thing of the same sort had the name before, which is told already.
    pub again: bool,
}
