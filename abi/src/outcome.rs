//! What running a rule yields, and what it may ask.

use serde::{Deserialize, Serialize};

use crate::{
    fault::Fault,
    kinds::{FunctionId, PileId},
    origin::OriginId,
    ty::Ty,
    value::Word,
};

/// An ask in the rules, by its index in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(pub u32);

impl AskId {
    /// The position in the program's table of asks.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of question an ask is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AskKind {
    /// `p chooses from LIST`: one option, compulsory.
    Chooses,
    /// `p may choose from LIST`: one option or none.
    MayChoose,
    /// `p may choose from MENU`: one option of an offer or none. Options are pairs: offer, then value;
    /// the answer is the position of the chosen pair (0 for the first), or absent.
    Menu,
    /// `p decides to NAME`: yes (1) or no (0).
    Decides,
    /// `p rolls A..B`: a number, by chance.
    Rolls,
    /// `p draws from PILE`: a tile or a token, by chance; absent from an empty pile.
    Draws,
    /// `p shoots TOKEN [at Q]`: a shot, once it has landed.
    Shoots,
}

/// An offer of a menu, as options show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferShape {
    /// Its name in the rules.
    pub name: String,
    /// The type of its options; nothing for an offer without a list.
    pub ty: Option<Ty>,
    /// The line that offers it.
    pub origin: OriginId,
}

/// Everything that is known of an ask before it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskShape {
    /// What kind of question it is.
    pub kind: AskKind,
    /// The name of the choice: the local or property that it fills, the menu, or the decision.
    pub name: String,
    /// The step, deed, hook or offer in which it stands: with the name, the key of its texts.
    pub within: String,
    /// The type of one option.
    pub ty: Ty,
    /// The offers of a menu, in the order of their numbers.
    pub offers: Vec<OfferShape>,
    /// The line that asks.
    pub origin: OriginId,
}

/// What is on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Options {
    /// A list on the stack; pairs of words for a menu.
    List(Word),
    /// All fits of a tile, counted and picked by the runtime without writing them out.
    Fits(Word),
    /// Yes or no.
    YesNo,
    /// The numbers from the first to the second, for a roll.
    Range(Word, Word),
    /// What lies in a pile.
    Pile(PileId),
    /// A shot: the token's kind, and the player or tile at whom or which it is aimed, as a place, or absent.
    Shot(Word, Word),
}

/// A question that a rule waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskCall {
    /// Which ask.
    pub ask: AskId,
    /// The player who is asked.
    pub who: Word,
    /// What is on offer.
    pub options: Options,
}

/// How a run of a function ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done and gives a value (0 where it has none).
    Done(Word),
    /// It waits for an answer.
    Ask(AskCall),
    /// It waits for another waiting function, whose arguments are these words.
    Call(FunctionId, Vec<Word>),
    /// It waits until a player has played a part.
    Part(Word),
    /// `end game` was said.
    EndGame,
    /// It went wrong.
    Fault(Fault),
}

/// What machine code hands back when a waiting function stops, in its return value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Status {
    /// Done; the value is in transfer word 0.
    Done = 0,
    /// An ask: transfer words are ask, player, kind of options (see [`OptionsTag`]) and two more.
    Ask = 1,
    /// A call of a waiting function: function, number of arguments, arguments.
    Call = 2,
    /// A player plays a part: the player.
    Part = 3,
    /// `end game`.
    EndGame = 4,
    /// A fault.
    Fault = 5,
}

/// The numbers of the kinds of options in transfer word 2 of an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum OptionsTag {
    /// Word 3 is a list.
    List = 0,
    /// Word 3 is a tile.
    Fits = 1,
    /// Nothing follows.
    YesNo = 2,
    /// Words 3 and 4 are the bounds.
    Range = 3,
    /// Word 3 is a pile.
    Pile = 4,
    /// Words 3 and 4 are the token kind and the player aimed at.
    Shot = 5,
}
