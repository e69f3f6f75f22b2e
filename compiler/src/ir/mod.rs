//! The one typed intermediate representation of rules: functions of blocks of simple instructions over
//! registers, with asks as terminators.
//!
//! Registers are words that may be written several times. Everything that can go wrong carries a site.
//! ```text
//! fn occupied(r0 f: feature) -> flag
//! b0:
//!   r1 = load segment[r0].2
//!   r2 = load feature[r1].8
//!   r3 = const 0
//!   r4 = gt r2, r3
//!   return r4
//! ```

mod calls;
mod definite;
mod eval;
mod flow;
mod liveness;
mod operands;
mod print;
mod rows;
mod same;
mod verify;

pub use calls::{CallGraph, Effects};
pub use eval::Evaluator;
pub(crate) use eval::{bits, broken, compare};
pub use liveness::Liveness;
pub use rows::{Links, RowSet};
pub(crate) use same::unchanged;
pub use verify::verify;
pub(crate) use verify::verify_after;

use std::sync::Arc;

use abi::{
    AskId, AskShape, FaultKind, FunctionId, HostOp, Origin, OriginId, SiteId, Table, Ty, Word,
};

/// A register of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub u32);

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// What a register holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegShape {
    /// The type of its words.
    pub ty: Ty,
    /// The local of the rules that it stands for, if it does.
    pub name: Option<String>,
    /// The table that its words are rows of, where that follows neither from its type nor from what is
    /// written to it: for identities that are taken out of other words, and for counters.
    pub row: Option<Table>,
}

/// One function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name: `fn occupied`, `step score`, `to settle`.
    pub name: String,
    /// How many parameters it has: they are its first registers.
    pub params: u32,
    /// The type of its value, if it gives one; a function without one returns nothing (the word 0).
    pub result: Option<Ty>,
    /// Whether it may wait: only then may its terminators be asks, waiting calls, parts or `end game`.
    pub waits: bool,
    /// Its registers.
    pub regs: Vec<RegShape>,
    /// Its blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// The frame of a function that may wait; made by the suspension pass, absent before.
    pub frame: Option<FrameLayout>,
}

/// Where a waiting function keeps what outlives an ask, and where it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameLayout {
    /// For each register its word in the frame, if it has one. Word 0 is the resume index, the
    /// parameters are words 1, 2, …
    pub slots: Vec<Option<u32>>,
    /// The types of the words of the frame, in order.
    pub words: Vec<Ty>,
    /// Where to go on: resume index 0 is the entry, index n the n-th block here, counted from 1.
    pub resumes: Vec<Resume>,
}

/// Where a function goes on after one of its asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// The block whose terminator waits.
    pub asked_in: BlockId,
    /// The register that takes the answer.
    pub into: Option<Reg>,
    /// The block to go on with.
    pub then: BlockId,
    /// The registers that matter there, in order: stored in the frame by the wait, loaded again behind it.
    pub live: Vec<Reg>,
}

/// Instructions that run one after the other, and what comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The instructions.
    pub insts: Vec<Inst>,
    /// What comes next.
    pub term: Term,
}

/// Arithmetic that can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the operators of the language")]
pub enum Arith {
    Add,
    Sub,
    Mul,
    /// Truncated division; by zero, or the least number by -1, is a fault.
    Div,
    /// The remainder of truncated division.
    Rem,
}

/// Comparisons of words as signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the operators of the language")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Operations on the bits of words; they never go wrong. Shifts are by 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the customary names")]
pub enum Bits {
    And,
    Or,
    Xor,
    Shl,
    /// Keeps the sign.
    Shr,
    /// Wraps around: for counters and fields of words, which are far from the ends of the range.
    Add,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    /// A constant.
    Const {
        /// Where it goes.
        dst: Reg,
        /// The word.
        value: Word,
    },
    /// A copy.
    Copy {
        /// Where it goes.
        dst: Reg,
        /// What is copied.
        src: Reg,
    },
    /// Checked arithmetic: overflow (a result of [`abi::ABSENT`] included) and division by zero are faults.
    Arith {
        /// Where the result goes.
        dst: Reg,
        /// The operator.
        op: Arith,
        /// The left operand.
        a: Reg,
        /// The right operand.
        b: Reg,
        /// Where it can fault.
        site: SiteId,
    },
    /// A comparison: 1 or 0.
    Compare {
        /// Where the result goes.
        dst: Reg,
        /// The operator.
        op: Compare,
        /// The left operand.
        a: Reg,
        /// The right operand.
        b: Reg,
    },
    /// An operation on bits.
    Bits {
        /// Where the result goes.
        dst: Reg,
        /// The operator.
        op: Bits,
        /// The left operand.
        a: Reg,
        /// The right operand.
        b: Reg,
    },
    /// A word of a table: `row * stride + field`. The row must exist.
    Load {
        /// Where it goes.
        dst: Reg,
        /// The table.
        table: Table,
        /// The row.
        row: Reg,
        /// The column.
        field: u32,
    },
    /// A word of a table in a column that is computed: `field + offset`.
    LoadAt {
        /// Where it goes.
        dst: Reg,
        /// The table.
        table: Table,
        /// The row.
        row: Reg,
        /// The column that the offset counts from.
        field: u32,
        /// The offset.
        offset: Reg,
    },
    /// The number of rows of a table that changes in play.
    Rows {
        /// Where it goes.
        dst: Reg,
        /// The table.
        table: Table,
    },
    /// An empty list at the top of the stack.
    List {
        /// Where it goes.
        dst: Reg,
    },
    /// The list with one more word: in place when it ends at the top of the stack, else as a copy there.
    Push {
        /// The list, before and after.
        list: Reg,
        /// The word.
        value: Reg,
        /// Where it can fault (memory).
        site: SiteId,
    },
    /// The number of words in a list.
    Len {
        /// Where it goes.
        dst: Reg,
        /// The list.
        list: Reg,
    },
    /// A word of a list; the index must be in range.
    Element {
        /// Where it goes.
        dst: Reg,
        /// The list.
        list: Reg,
        /// The index, from 0.
        index: Reg,
    },
    /// The top of the stack, to go back to.
    Mark {
        /// Where it goes.
        dst: Reg,
    },
    /// Gives back what was put on the stack since a mark; lists made since are gone.
    Release {
        /// The mark.
        mark: Reg,
    },
    /// A deed or a dear question, carried out by the host; missing arguments are 0.
    Host {
        /// Where the answer goes.
        dst: Option<Reg>,
        /// The operation.
        op: HostOp,
        /// At most four arguments.
        args: Vec<Reg>,
        /// The line that is the cause, and where it can fault.
        site: SiteId,
    },
    /// A call of a function that never waits.
    Call {
        /// Where its value goes.
        dst: Option<Reg>,
        /// The function.
        function: FunctionId,
        /// Its arguments.
        args: Vec<Reg>,
        /// The line of the call, if the function may fault for it.
        site: Option<SiteId>,
    },
    /// Steps of the budget: one where rules are lowered, more once it is known how much goes with it.
    Tick {
        /// How many.
        steps: u32,
        /// Where it can fault.
        site: SiteId,
    },
    /// A mark that watched rules came to this place.
    Probe {
        /// The number of the mark.
        probe: u32,
    },
}

/// What an ask puts on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A list; pairs of words for a menu. The answer to a menu is the index of a pair, counted in pairs.
    List(Reg),
    /// All fits of a tile.
    Fits(Reg),
    /// Yes or no.
    YesNo,
    /// The numbers from the first to the second, by chance.
    Range(Reg, Reg),
    /// What lies in a pile, by chance.
    Pile(Reg),
    /// A shot with a kind of token, at a player or (absent) at nobody.
    Shot(Reg, Reg),
}

/// What comes after a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// Another block.
    Jump(BlockId),
    /// One of two blocks: the first if the register is not 0.
    Branch {
        /// The condition.
        cond: Reg,
        /// If it is not 0.
        yes: BlockId,
        /// If it is 0.
        no: BlockId,
    },
    /// One of several blocks.
    Switch {
        /// The value.
        value: Reg,
        /// Values and where they lead.
        cases: Vec<(Word, BlockId)>,
        /// Where all others lead.
        default: BlockId,
    },
    /// The function is done.
    Return(Option<Reg>),
    /// The function waits for an answer.
    Ask {
        /// Which ask.
        ask: AskId,
        /// Who is asked.
        who: Reg,
        /// What is on offer.
        offered: Offered,
        /// Where the answer goes.
        into: Option<Reg>,
        /// Where it goes on.
        then: BlockId,
    },
    /// The function waits for another one that may wait.
    CallWaiting {
        /// The function.
        function: FunctionId,
        /// Its arguments.
        args: Vec<Reg>,
        /// Where its value goes.
        into: Option<Reg>,
        /// Where it goes on.
        then: BlockId,
        /// The line that calls. Its locals are shown as far as the frame has them, so none is kept for it.
        site: SiteId,
    },
    /// The function waits until a player has played a part.
    Part {
        /// The player.
        who: Reg,
        /// Where it goes on.
        then: BlockId,
    },
    /// `end game`.
    EndGame,
    /// The rule has a fault here.
    Fault {
        /// Which.
        kind: FaultKind,
        /// Where.
        site: SiteId,
    },
}

/// A place that can fault, with the registers of the named locals to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteShape {
    /// The line.
    pub origin: OriginId,
    /// The registers of locals that surely have a value here; at most [`abi::FAULT_LOCALS`].
    pub locals: Vec<Reg>,
}

/// All functions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The functions; a [`FunctionId`] is a position here.
    pub functions: Vec<Function>,
    /// The asks; an [`AskId`] is a position here.
    pub asks: Vec<AskShape>,
    /// The lines of the rules.
    pub origins: Vec<Arc<Origin>>,
    /// The sites; a [`SiteId`] is a position here. Each belongs to one function.
    pub sites: Vec<SiteShape>,
    /// Words a row, by table.
    pub strides: Vec<u32>,
    /// The declared columns whose words are rows of tables.
    pub links: Links,
}

impl Function {
    /// A block by its identity.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
}
