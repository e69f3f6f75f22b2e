//! Typed items: everything that the chosen expansions declare.

use std::{collections::BTreeMap, sync::Arc};

use abi::{
    DeedKind, EdgeSet, EnumShape, FeatureKind, FeatureKindId, Lasts, Origin, OriginId, PileId,
    Stands, TileSet, Ty, Word,
};
use grammar::Span;

use super::{
    body::Body,
    expr::{Expr, KindTest, LocalId},
    ids::{FnId, MenuId, PhaseId, PropertyId, ToId},
    scenario::Scenario,
    statement::Block,
};

/// All rules of the chosen expansions, checked. Lists of items are in the order of language.md section 9:
/// by expansion, inside an expansion by text, items in `with X { … }` after both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// The expansions in their order.
    pub expansions: Vec<Expansion>,
    /// For each expansion the positions of those it was ordered after by its own words (`needs`, `after`),
    /// directly or through others: where neither of two is in the other's list, their order is only by name.
    pub ordered_after: Vec<Vec<usize>>,
    /// For the lines of items in `with X { … }` the positions of the X, which they come after too.
    pub with: BTreeMap<OriginId, Vec<usize>>,
    /// The options with their values.
    pub options: Vec<OptionDef>,
    /// The enums.
    pub enums: Vec<EnumShape>,
    /// The kinds of features.
    pub features: Vec<FeatureKind>,
    /// The kinds of figures; neutral ones first, so that their rows are their positions.
    pub figures: Vec<FigureDef>,
    /// The kinds of tokens.
    pub tokens: Vec<TokenDef>,
    /// The piles' names; the first takes the tiles that name no other.
    pub piles: Vec<String>,
    /// The kinds of tiles.
    pub tiles: Vec<TileFacts>,
    /// The named sets; the first ones are the expansions' own copies, named after them.
    pub sets: Vec<TileSet>,
    /// The declared properties.
    pub properties: Vec<Property>,
    /// The functions.
    pub functions: Vec<FnDef>,
    /// `completed(f)`.
    pub completed: Option<FnId>,
    /// `worth(f, p)`.
    pub worth: Option<FnId>,
    /// `counts(m)`: a figure's strength.
    pub counts: Option<FnId>,
    /// The deeds with names.
    pub deeds: Vec<ToDef>,
    /// The phases of set-up, turn, part and finish, in this order.
    pub phases: [PhaseList; 4],
    /// The steps, in the order of items; the linker moves them by their own `before` and `after`.
    pub steps: Vec<Step>,
    /// The menus.
    pub menus: Vec<Menu>,
    /// The offers.
    pub offers: Vec<Offer>,
    /// The hooks.
    pub hooks: Vec<Hook>,
    /// The adjustments.
    pub adjusts: Vec<Adjust>,
    /// The prohibitions.
    pub forbids: Vec<Forbid>,
    /// What must be true whenever the game waits.
    pub invariants: Vec<Invariant>,
    /// The lines that statements and items refer to.
    pub origins: Vec<Arc<Origin>>,
    /// All scenarios of the chosen expansions, as far as they are checked in this setting.
    pub scenarios: Vec<Arc<Scenario>>,
}

/// An expansion.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The least and greatest number of players that it allows.
    pub players: Option<(u8, u8)>,
    /// The sets whose tiles it lends, if it does not play itself.
    pub lends: Option<Vec<String>>,
    /// Whether its header says `uses shots`.
    pub uses_shots: bool,
    /// Where it is declared.
    pub span: Span,
}

/// An option with the value that it has in this setting.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDef {
    /// The expansion that declares it, by position.
    pub expansion: usize,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value in this setting.
    pub value: Word,
    /// The value that it has unless a setting says otherwise.
    pub default: Word,
    /// All values that it may have; empty: any.
    pub choices: Vec<Word>,
    /// Its `///` text.
    pub doc: String,
    /// The statements that it cites.
    pub statements: Vec<String>,
}

/// A kind of figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDef {
    /// Its name.
    pub name: String,
    /// Whether it is a follower.
    pub follower: bool,
    /// Whether players own it.
    pub owned: bool,
    /// How many each player has: an expression without locals.
    pub each: Option<Body<Expr>>,
    /// Where it may stand.
    pub stands: Vec<StandDef>,
    /// Its size.
    pub size: Option<abi::Size>,
    /// Where it is declared.
    pub origin: OriginId,
}

/// What a figure may stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandOn {
    /// Segments of a kind of feature.
    Feature(FeatureKindId),
    /// Tiles.
    Tile,
    /// Corners.
    Corner,
    /// Beside figures.
    Figure,
}

/// One kind of place in `stands on`.
#[derive(Clone, Debug, PartialEq)]
pub struct StandDef {
    /// The kind of place.
    pub on: StandOn,
    /// The name of the role.
    pub role: Option<String>,
    /// Whether the figure lies there instead of standing.
    pub lying: bool,
    /// The condition; its one parameter is the place, of the type that `on` says.
    pub condition: Option<Body<Expr>>,
    /// The line of the condition, if there is one.
    pub origin: Option<OriginId>,
}

impl StandDef {
    /// What the contract knows of it.
    pub fn shape(&self) -> Stands {
        let feature = match self.on {
            StandOn::Feature(kind) => Some(kind),
            StandOn::Tile | StandOn::Corner | StandOn::Figure => None,
        };
        Stands { feature, role: self.role.clone(), lying: self.lying }
    }
}

/// A kind of token.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenDef {
    /// Its name.
    pub name: String,
    /// How many each player has.
    pub each: Option<Body<Expr>>,
    /// How many lie in the stock.
    pub stock: Option<Body<Expr>>,
    /// Which feature it lays across a tile, and between which edges.
    pub lays: Option<(FeatureKindId, EdgeSet)>,
    /// In which pile it lies at the start, and how many there are.
    pub pile: Option<(PileId, u32)>,
    /// Its size.
    pub size: Option<abi::Size>,
    /// Where it is declared.
    pub origin: OriginId,
}

/// A kind of tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileFacts {
    /// Its name.
    pub name: String,
    /// Its segments.
    pub segments: Vec<SegmentFacts>,
    /// Edges (bits 0 to 3: N E S W) that match anything.
    pub closes: EdgeSet,
    /// The pile of its copies.
    pub pile: PileId,
    /// Printed values of the tile.
    pub values: Vec<TileValue>,
    /// Where it is declared.
    pub span: Span,
}

/// A segment of a kind of tile.
#[derive(Clone, Debug, PartialEq)]
pub struct SegmentFacts {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: FeatureKindId,
    /// Its edges or half edges.
    pub edges: EdgeSet,
    /// What it touches, by position on the tile; symmetrical.
    pub near: Vec<u8>,
    /// Printed values.
    pub values: Vec<TileValue>,
    /// Where figures stand, in micrometres from the north-west corner.
    pub at: Option<(i64, i64)>,
}

/// A printed value.
#[derive(Clone, Debug, PartialEq)]
pub struct TileValue {
    /// Which property.
    pub property: PropertyId,
    /// Its word.
    pub value: Word,
    /// The printed ground: left, top, right, bottom in micrometres.
    pub bounds: Option<[i64; 4]>,
}

/// Whose property it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PropertyOwner {
    /// The game's.
    Game,
    /// A player's.
    Player,
    /// A tile's.
    Tile,
    /// A segment's, of any kind.
    Segment,
    /// A feature kind's: of its segments and of the features that they join into.
    Feature(FeatureKindId),
    /// A figure's, of any kind.
    Figure,
    /// A figure kind's.
    FigureKind(abi::FigureKindId),
}

/// A declared property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Whose it is.
    pub owner: PropertyOwner,
    /// Its name.
    pub name: String,
    /// Its type as declared. A feature asked for a printed `T` (not flag or number) answers `list of T`.
    pub ty: Ty,
    /// Its value before it is set or where nothing is printed: 0, absent, or the value after `=`.
    pub default: Word,
    /// Whether it is printed (`has`) or kept (`keeps`).
    pub printed: bool,
    /// How long a kept value lasts.
    pub lasts: Lasts,
    /// Where it is declared.
    pub origin: OriginId,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct FnDef {
    /// Its name.
    pub name: String,
    /// The type of its value.
    pub result: Ty,
    /// Its body. `completed`, `worth` and `counts` are of kind [`FnBody::ByKind`].
    pub body: Body<FnBody>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// The value of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum FnBody {
    /// One expression.
    Expr(Expr),
    /// By the kind of the first parameter, else the last expression. Each arm has its own line.
    ByKind(Vec<(KindTest, OriginId, Expr)>, Expr),
}

/// A deed with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct ToDef {
    /// Its name.
    pub name: String,
    /// The type of the value that it gives.
    pub result: Option<Ty>,
    /// What it does.
    pub body: Body<Block>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// The phases of one course.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhaseList {
    /// Their names, in order.
    pub names: Vec<String>,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// Which course: 0 set-up, 1 turn, 2 part, 3 finish.
    pub course: usize,
    /// Its phase in that course.
    pub phase: PhaseId,
    /// The steps that it names in `before` and `after`, as far as they are in play.
    pub order: StepOrder,
    /// `when`, in the locals of the body.
    pub guard: Option<Expr>,
    /// What happens.
    pub body: Body<Block>,
    /// Its line.
    pub origin: OriginId,
    /// Its name where it is declared.
    pub span: Span,
    /// The expansion, by position.
    pub expansion: usize,
}

/// What a step says of its place, by positions in [`Rules::steps`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepOrder {
    /// Steps that come later.
    pub before: Vec<usize>,
    /// Steps that come earlier.
    pub after: Vec<usize>,
}

/// A menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// Its line.
    pub origin: OriginId,
}

/// An offer.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its menu.
    pub menu: MenuId,
    /// Its options: the local of the chosen one, and the list.
    pub options: Option<(LocalId, Expr)>,
    /// `when`.
    pub guard: Option<Expr>,
    /// What is done.
    pub body: Body<Block>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// When a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the words of the language")]
pub enum Moment {
    Before,
    Instead,
    After,
}

/// A deed that hooks and statements name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeedRef {
    /// A sentence of the vocabulary.
    Sentence(DeedKind),
    /// A `to` deed.
    Named(ToId),
}

/// A hook on a deed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// When it runs.
    pub moment: Moment,
    /// On which deed.
    pub deed: DeedRef,
    /// `when` and the narrowed parameters, as one condition.
    pub guard: Option<Expr>,
    /// What happens. The parameters are the deed's arguments; for [`DeedKind::Moves`] figure, former place
    /// (`place?`), place; for [`DeedKind::Returns`] figure, former place.
    pub body: Body<Block>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// How an adjustment changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the words of the language")]
pub enum Change {
    To,
    By,
    AtMost,
    AtLeast,
}

/// An adjustment of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjust {
    /// Which function.
    pub function: FnId,
    /// How.
    pub change: Change,
    /// The narrowed parameters and `when`, as one condition.
    pub guard: Option<Expr>,
    /// By or to what. The parameters are the function's, then one more: `it`, the value so far.
    pub body: Body<Expr>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// The deeds whose options can be forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForbidDeed {
    /// `p deploys spot`: parameters player, spot.
    Deploys,
    /// `p places t at fit`: parameters player, tile, fit.
    Places,
    /// `m moves to s`: parameters figure, place.
    Moves,
}

/// A prohibition.
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// What is forbidden.
    pub deed: ForbidDeed,
    /// When, narrowed parameters included; its parameters are those of the deed.
    pub body: Body<Expr>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}

/// A condition that must be true whenever the game waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The condition; it has no parameters.
    pub body: Body<Expr>,
    /// Its line.
    pub origin: OriginId,
    /// The expansion, by position.
    pub expansion: usize,
}
