//! A program: compiled rules, their tiles and everything the runtime needs to know of them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    code::Code,
    kinds::{
        FeatureKind, FigureKind, FigureKindId, FunctionId, TileKind, TileKindId, TileSet, TokenKind,
    },
    layout::{Layout, Table},
    origin::{Origin, OriginId, Site, SiteId},
    outcome::AskShape,
    ty::Ty,
    value::Word,
};

/// A declared enum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumShape {
    /// Its name.
    pub name: String,
    /// The names in it, in order.
    pub names: Vec<String>,
}

/// An option of the rules with the value that it has in this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionValue {
    /// The expansion that declares it.
    pub expansion: String,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Its value.
    pub value: Word,
}

/// What is known of a function of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionShape {
    /// Its name: `fn occupied`, `step score`, `settle`.
    pub name: String,
    /// The types of its parameters.
    pub params: Vec<Ty>,
    /// The type of its value, if it has one.
    pub result: Option<Ty>,
    /// For a function that may wait: the types of the words of its frame, the first of which says where
    /// to go on, and the next ones are the parameters.
    pub frame: Option<Vec<Ty>>,
    /// A hash of the frame and the asks: a suspended frame is only resumed by a function of its shape.
    pub shape: u64,
    /// For each place where it waits, in the order of their numbers from 1: the call that it waits for.
    pub waits: Vec<Option<WaitingCall>>,
}

/// A call that a function waits for: what a fault tells when the called one cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingCall {
    /// The line that calls.
    pub site: SiteId,
    /// Which words of the frame hold the locals of that line, in their order; nothing for one that is not kept.
    pub words: Vec<Option<u32>>,
}

/// A step of the course of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseStep {
    /// The function that runs it, its guard included; it has no parameters.
    pub function: FunctionId,
    /// The index of its phase.
    pub phase: u16,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub origin: OriginId,
    /// When it does nothing, if that can be told without running it.
    pub idle: Option<Idle>,
}

/// When a step does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle {
    /// Bits of [`crate::seen`]: the game must have none of them.
    pub unseen: Word,
    /// A column of the game that must hold 0.
    pub column: Option<u32>,
}

/// Phases and the steps in them, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The names of the phases.
    pub phases: Vec<String>,
    /// The steps of all phases.
    pub steps: Vec<CourseStep>,
}

/// The whole course of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courses {
    /// Once, before the first turn.
    pub setup: Course,
    /// Each turn.
    pub turn: Course,
    /// Each part that a step plays.
    pub part: Course,
    /// Once, after the last turn.
    pub finish: Course,
}

/// A condition that the rules promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The question whether it is true; it has no parameters.
    pub function: FunctionId,
    /// Where it stands.
    pub origin: OriginId,
}

/// A figure standing on a laid tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PicturePiece {
    /// Its kind.
    pub figure: FigureKindId,
    /// Its owner's seat; nothing for a neutral figure.
    pub owner: Option<u8>,
    /// The segment of the tile by position, or the tile itself.
    pub segment: Option<u8>,
}

/// A tile laid by picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureCell {
    /// Its kind.
    pub tile: TileKindId,
    /// Where, as a cell's word.
    pub cell: Word,
    /// Clockwise quarter turns.
    pub turn: i64,
    /// Who stands on it.
    pub pieces: Vec<PicturePiece>,
}

/// Tiles laid by picture, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The tiles.
    pub cells: Vec<PictureCell>,
}

/// An expansion that does not play and only lends tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lender {
    /// Its name.
    pub name: String,
    /// A hash of its sources.
    pub fingerprint: u64,
    /// The sets that were asked for; without any, a set of another lender has tiles of this one.
    pub sets: Vec<String>,
}

/// Compiled rules for one choice of expansions and options.
#[derive(Clone, Debug)]
pub struct Program {
    /// The expansions in their order: name and title.
    pub expansions: Vec<(String, String)>,
    /// A hash of the sources of every expansion, in the same order.
    pub fingerprints: Vec<u64>,
    /// The expansions that do not play and only lend tiles.
    pub lenders: Vec<Lender>,
    /// The options with their values.
    pub options: Vec<OptionValue>,
    /// The least and greatest number of players.
    pub players: (u8, u8),
    /// The declared enums.
    pub enums: Vec<EnumShape>,
    /// The kinds of features.
    pub features: Vec<FeatureKind>,
    /// The kinds of figures.
    pub figures: Vec<FigureKind>,
    /// The kinds of tokens.
    pub tokens: Vec<TokenKind>,
    /// The names of the piles; the first one takes the tiles that name no other.
    pub piles: Vec<String>,
    /// The kinds of tiles.
    pub tiles: Vec<TileKind>,
    /// The named selections of tiles.
    pub sets: Vec<TileSet>,
    /// The shape of the tables.
    pub layout: Layout,
    /// The words of the tables that never change, in the order of [`Table`] from the first such one.
    pub constants: [Vec<Word>; Table::COUNT - Table::MUTABLE],
    /// The pictures that rules lay.
    pub pictures: Vec<Picture>,
    /// The declared columns of which a game notes in its word of what it has seen that something else than at the
    /// start was kept there, each with its bit. Code trusts the bits: a game goes on under other rules only where they
    /// are the same.
    pub noted: Vec<(Table, u32, Word)>,
    /// The asks.
    pub asks: Vec<AskShape>,
    /// The lines of the rules.
    pub origins: Vec<Arc<Origin>>,
    /// Where rules can fault.
    pub sites: Vec<Site>,
    /// The functions.
    pub functions: Vec<FunctionShape>,
    /// The course of the game.
    pub courses: Courses,
    /// The question whether a feature is completed: takes a feature, gives a flag.
    pub completed: FunctionId,
    /// The question what a feature is worth: takes a feature and a player, gives a number.
    pub worth: FunctionId,
    /// What must be true whenever the game waits.
    pub invariants: Vec<Invariant>,
    /// What runs the functions; machine code lives as long as this does.
    pub code: Arc<dyn Code>,
}

impl Program {
    /// The words of a table that never changes.
    pub fn constant(&self, table: Table) -> &[Word] {
        &self.constants[table as usize - Table::MUTABLE]
    }

    /// The function of a name, such as `fn occupied`.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }

    /// The kind of tile of a name.
    pub fn tile(&self, name: &str) -> Option<TileKindId> {
        self.tiles.iter().position(|t| t.name == name).map(|i| TileKindId(i as u16))
    }
}
