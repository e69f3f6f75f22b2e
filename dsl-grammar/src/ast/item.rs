//! Items: the course of play, hooks, questions and deeds with names; the landscape stands beside.

use super::{
    Block, Citation, Deed, Doc, Expr, ExtendFigure, ExtendTile, Feature, Figure, Line, Name, Pile,
    Scenario, Text, Tile, Token,
};
use crate::source::Span;

/// An item of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The text beside it.
    pub doc: Option<Doc>,
    /// The statements that it carries out.
    pub citations: Vec<Citation>,
    /// The item without its citations.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// The kinds of item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `expansion base { … }`
    Expansion(Expansion),
    /// `option tiny_city: int = 4 from 2, 4`
    Option(OptionItem),
    /// `edition first { … }`
    Edition(Edition),
    /// `enum Letter { add, take_back }`
    Enum(Enum),
    /// `feature city { … }`
    Feature(Feature),
    /// `figure meeple: follower { … }`
    Figure(Figure),
    /// `token wine { stock 9 }`
    Token(Token),
    /// `pile flock { 2 wolf }`
    Pile(Pile),
    /// `set base { 4 base_monastery, … }`: a named selection of tiles, written as a pile is.
    Set(Pile),
    /// `city has cathedral: flag`
    Has {
        /// What it is printed on.
        owner: Name,
        /// What is printed.
        property: Property,
    },
    /// `player keeps ransomed: flag for turn`
    Keeps(Keeps),
    /// `tile base_city_n x5 { … }`
    Tile(Tile),
    /// `extend tile ic_city_n { … }`
    ExtendTile(ExtendTile),
    /// `extend figure follower { … }`
    ExtendFigure(ExtendFigure),
    /// `phases turn { opening, playing, ending }`
    Phases(Phases),
    /// `step draw in drawing { … }`
    Step(Step),
    /// `menu action`
    Menu(Menu),
    /// `offer deploy in action: spot from … { … }`
    Offer(Offer),
    /// `after settle(f) { … }`
    Hook(Hook),
    /// `adjust worth(f: city, p) by 2 when f.cathedral`
    Adjust(Adjust),
    /// `forbid m moves to s when …`
    Forbid(Forbid),
    /// `invariant every p in players where p.points >= 0`
    Invariant(Expr),
    /// `fn occupied(f: feature) -> flag = …`
    Fn(Fn),
    /// `to settle(f: feature) { … }`
    To(To),
    /// `with tower { … }`
    With(With),
    /// `scenario "…" { … }`
    Scenario(Scenario),
    /// An item that could not be read, with the names that it would declare; a diagnostic says why.
    Broken(Vec<String>),
}

/// What an expansion says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Its name.
    pub name: Name,
    /// Its lines.
    pub lines: Vec<Line<ExpansionLine>>,
}

/// A line of an expansion.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpansionLine {
    /// `title "The Crop Circles"`
    Title(Text),
    /// `players 2..6`
    Players {
        /// The least number.
        from: i64,
        /// The greatest number.
        to: i64,
    },
    /// `needs base`
    Needs(Vec<Name>),
    /// `after traders_and_builders`
    After(Vec<Name>),
    /// `uses shots`
    Uses(Vec<Name>),
}

/// A switch of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionItem {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its value unless a game says otherwise.
    pub default: Expr,
    /// The values or ranges that it may have; none means all of its type.
    pub choices: Vec<Expr>,
}

/// A named set of switches.
#[derive(Clone, Debug, PartialEq)]
pub struct Edition {
    /// Its name.
    pub name: Name,
    /// The options that it sets.
    pub settings: Vec<Setting>,
}

/// An option with a value: `base.tiny_city = 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The option's expansion, if it says so.
    pub expansion: Option<Name>,
    /// The option.
    pub name: Name,
    /// The value.
    pub value: Expr,
    /// Where it stands.
    pub span: Span,
}

/// A handful of names.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The type.
    pub name: Name,
    /// Its names in order.
    pub names: Vec<Name>,
}

/// A property with its type: `pennants: int`.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its value before it is set.
    pub default: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// A property that changes in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Keeps {
    /// Whose it is.
    pub owner: Name,
    /// The property.
    pub property: Property,
    /// When it goes back to unset.
    pub until: Option<Until>,
}

/// When a property goes back to unset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// `for turn`
    Turn,
    /// `for part`
    Part,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Whether it ends in `?`.
    pub optional: bool,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A name: `city`.
    Named(Name),
    /// `list of T`
    List(Box<Type>),
}

/// The phases of one course, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Phases {
    /// The course: `turn`.
    pub name: Name,
    /// Its phases.
    pub phases: Vec<Name>,
}

/// A step of the course of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: Name,
    /// Its phase.
    pub phase: Name,
    /// The steps that it comes before.
    pub before: Vec<Name>,
    /// The steps that it comes after.
    pub after: Vec<Name>,
    /// Its guard.
    pub condition: Option<Expr>,
    /// What happens.
    pub body: Block,
}

/// A decision that others put offers into.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Its name.
    pub name: Name,
}

/// One more thing that a player may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its name.
    pub name: Name,
    /// The menu.
    pub menu: Name,
    /// The list whose elements are options; without it the offer is one option.
    pub list: Option<OfferList>,
    /// Its guard.
    pub condition: Option<Expr>,
    /// What happens when it is chosen.
    pub body: Block,
}

/// The options of an offer: `spot from spots(active, open)`.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferList {
    /// The name of the chosen element in the body.
    pub name: Name,
    /// The list.
    pub list: Expr,
}

/// What runs around a deed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// When.
    pub moment: Moment,
    /// Around which deed.
    pub deed: Deed<Pattern>,
    /// From the deed's first to its last word.
    pub deed_span: Span,
    /// Its guard.
    pub condition: Option<Expr>,
    /// What happens.
    pub body: Block,
}

/// When a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// `before`
    Before,
    /// `after`
    After,
    /// `instead of`
    Instead,
}

/// A name in place of a thing, perhaps of one kind only: `f: city`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The name.
    pub name: Name,
    /// The kind that it is narrowed to.
    pub kind: Option<Name>,
    /// Where it stands.
    pub span: Span,
}

/// A change of a computed value.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjust {
    /// The function.
    pub function: Name,
    /// Its parameters.
    pub parameters: Vec<Pattern>,
    /// How the value changes.
    pub change: Change,
    /// By or to what.
    pub value: Expr,
    /// When.
    pub condition: Option<Expr>,
}

/// How an adjustment changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// `to`
    To,
    /// `by`
    By,
    /// `at most`
    AtMost,
    /// `at least`
    AtLeast,
}

/// A deed whose options are removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// The deed.
    pub deed: Deed<Pattern>,
    /// From the deed's first to its last word.
    pub deed_span: Span,
    /// When.
    pub condition: Option<Expr>,
}

/// A question with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Fn {
    /// Its name.
    pub name: Name,
    /// What it is asked about.
    pub parameters: Vec<Parameter>,
    /// The type of its value.
    pub result: Type,
    /// Its value.
    pub body: Expr,
}

/// A deed with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct To {
    /// Its name.
    pub name: Name,
    /// What it is done with.
    pub parameters: Vec<Parameter>,
    /// The type of the value that it gives, if any.
    pub result: Option<Type>,
    /// What happens.
    pub body: Block,
}

/// A parameter with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// Items that exist only when another expansion plays too.
#[derive(Clone, Debug, PartialEq)]
pub struct With {
    /// The other expansion.
    pub expansion: Name,
    /// The items.
    pub items: Vec<Item>,
}
