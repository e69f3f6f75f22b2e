//! What compiled rules call, and the frame of pointers through which they read plain data.
#![allow(
    unsafe_code,
    reason = "machine code calls back through raw pointers; each block says why it is sound"
)]

use std::{
    mem::{MaybeUninit, offset_of},
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::{
    fault::{Fault, FaultKind, LocalValue},
    layout::Table,
    memory::Memory,
    origin::{Site, SiteId},
    stack::Stack,
    value::Word,
};

/// How many steps rules may take between two decisions of players; what chance brings renews nothing.
///
/// A round of a loop, a call and a question to the host are steps, more of them the more instructions go with
/// them; a deed is [`DEED_STEPS`] and more, something that chance brings [`CHANCE_STEPS`].
pub const STEP_BUDGET: i64 = 20_000_000;
/// What a deed costs of the budget besides the words that it changes, so that what it leaves in journal and
/// chronicle is bounded, too.
pub const DEED_STEPS: i64 = 64;
/// What something that chance brings costs of the budget.
pub const CHANCE_STEPS: i64 = 1_000;
/// So many simple instructions cost one step more.
pub const STEP_INSTRUCTIONS: usize = 16;

/// Deeds and dear questions that rules ask the game to carry out. `a`, `b`, `c`, `d` are the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum HostOp {
    /// Player a scores b points for cause c.
    Score,
    /// Player a loses b points for cause c.
    Lose,
    /// Player a pays b points to player c for cause d.
    Pay,
    /// Player a places tile b at fit c.
    Place,
    /// Player a deploys spot b.
    Deploy,
    /// Figure a moves to place b.
    Move,
    /// Figure a returns to its owner's supply or the box.
    Return,
    /// Tile a leaves the game.
    TileLeaves,
    /// Pile a leaves the game.
    PileLeaves,
    /// Tile a goes back to pile b.
    TileToPile,
    /// All of pile a goes to pile b.
    PileToPile,
    /// Player a takes b tokens of kind c from place, player or stock d (absent: the stock).
    TakeToken,
    /// Player a takes back his own tokens of kind b.
    TakeTokenBack,
    /// Player a puts a token of kind b on place c.
    PutToken,
    /// Player a lays a token of kind b across a tile, as span c says.
    LayToken,
    /// Player a takes b tokens of kind c out of pile d.
    TakeFromPile,
    /// Segments a and b are joined.
    Join,
    /// Segments a and b, which were joined, part.
    Part,
    /// Player a is among the winners.
    Win,
    /// The next deed is done for the rule line of site a: hooks stand between the line and the deed.
    Because,
    /// Picture a is laid.
    Lay,
    /// A tile of kind a that is in no pile.
    NewTile,
    /// The kept word in row b of table and field a (`table << 32 | field`) becomes c.
    Keep,
    /// The kept list in row b of table and field a becomes list c.
    KeepList,
    /// The state of feature b in segment field a becomes c: on its oldest segment, others cleared to d.
    KeepOnFeature,
    /// The kept list in row b of table and field a, copied to the stack.
    KeptList,
    /// All fits of tile a.
    Fits,
    /// How many fits tile a has.
    CountFits,
    /// All fits of tile a that match only with one of the spans of list b laid.
    FitsWith,
    /// The span that goes with fit a, or absent.
    FitGiven,
    /// The ways to lay a token of kind a across tile b.
    Overlays,
    /// The edges where span a ends.
    SpanEnds,
    /// The kind of feature that reaches edge a, or absent.
    EdgeKind,
    /// The edge that lies against edge a, or absent.
    EdgeAcross,
    /// The features that gained or lost a segment or an open end in this part, oldest first.
    Changed,
    /// The tiles of feature a, without doubles.
    FeatureTiles,
    /// How many tiles feature a has.
    CountTiles,
    /// The tiles round the tiles of feature a, not its own.
    FeatureNeighbours,
    /// The features with a segment near one of feature a's.
    Touching,
    /// The features of the segments of tile a, without doubles.
    TileFeatures,
    /// The segments near segment a on its tile.
    Near,
    /// All live features, oldest first.
    Features,
    /// All tiles on the board, oldest first.
    Tiles,
    /// The tile at column a, row b, or absent.
    TileAt,
    /// The feature that reaches corner a, if it is one.
    CornerFeature,
    /// The tile that stands for all of kind a in questions about where one would fit.
    Specimen,
    /// The lying segments that the tile of fit a would continue.
    Joined,
    /// The ways through the tile of fit a from a joined edge to an open one along segments of kind b.
    Bends,
    /// The segments of list b that are met first on the way along features from those of list a.
    Walk,
    /// The tiles over the four edges of cell a.
    CellBeside,
    /// The up to eight tiles round cell a.
    CellNeighbours,
    /// How many copies of tile kind b lie in pile a.
    PileHolds,
    /// The figures that [`Striker`] b touched in shot a; unless c is absent, those that figure c touched.
    Struck,
    /// The distance from the token of shot a to b, which is of [`Measured`] kind c, in whole millimetres.
    Distance,
    /// The distance between the seats of players a and b, in whole millimetres.
    SeatDistance,
    /// Figure a is gone from its place until it is put back, so that rules look at the board without it.
    SetAside,
    /// Figure a, set aside, stands on place b again, exactly as it stood.
    PutBack,
    /// List a with word b at its end.
    Append,
    /// List a with word b at its end unless it has it.
    AppendNew,
    /// List a and what else is in list b.
    Union,
    /// List a without what is in list b.
    Minus,
    /// Whether list a has word b.
    Contains,
    /// Whether list a of features has feature b, whatever segments stand for them.
    ContainsFeature,
    /// The elements of list a from position b to position c.
    Slice,
    /// Room for one more word above the top of the stack.
    Grow,
}

impl HostOp {
    /// Every operation, in the order of its number.
    pub const ALL: [Self; 65] = [
        Self::Score,
        Self::Lose,
        Self::Pay,
        Self::Place,
        Self::Deploy,
        Self::Move,
        Self::Return,
        Self::TileLeaves,
        Self::PileLeaves,
        Self::TileToPile,
        Self::PileToPile,
        Self::TakeToken,
        Self::TakeTokenBack,
        Self::PutToken,
        Self::LayToken,
        Self::TakeFromPile,
        Self::Join,
        Self::Part,
        Self::Win,
        Self::Because,
        Self::Lay,
        Self::NewTile,
        Self::Keep,
        Self::KeepList,
        Self::KeepOnFeature,
        Self::KeptList,
        Self::Fits,
        Self::CountFits,
        Self::FitsWith,
        Self::FitGiven,
        Self::Overlays,
        Self::SpanEnds,
        Self::EdgeKind,
        Self::EdgeAcross,
        Self::Changed,
        Self::FeatureTiles,
        Self::CountTiles,
        Self::FeatureNeighbours,
        Self::Touching,
        Self::TileFeatures,
        Self::Near,
        Self::Features,
        Self::Tiles,
        Self::TileAt,
        Self::CornerFeature,
        Self::Specimen,
        Self::Joined,
        Self::Bends,
        Self::Walk,
        Self::CellBeside,
        Self::CellNeighbours,
        Self::PileHolds,
        Self::Struck,
        Self::Distance,
        Self::SeatDistance,
        Self::SetAside,
        Self::PutBack,
        Self::Append,
        Self::AppendNew,
        Self::Union,
        Self::Minus,
        Self::Contains,
        Self::ContainsFeature,
        Self::Slice,
        Self::Grow,
    ];

    /// Whether the operation may move tables that rules read, so that pointers into them must be read anew.
    /// What lies on the board besides figures has a table of its own, which only the game itself reads.
    pub const fn moves_tables(self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::LayToken
                | Self::Join
                | Self::Part
                | Self::Lay
                | Self::NewTile
                | Self::KeepList
        )
    }

    /// Whether the operation only looks: it changes nothing but the stack, or undoes what it changed.
    pub const fn is_question(self) -> bool {
        self as u16 >= Self::KeptList as u16
    }
}

/// What touches a figure in a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Striker {
    /// The token.
    Token = 0,
    /// A figure that the shot set moving, fallen or not.
    Moved = 1,
    /// A figure that fell over.
    Fallen = 2,
}

/// To what the distance from a token is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Measured {
    /// A figure's footprint; nothing is near one that is not on the board.
    Figure = 0,
    /// A tile's outline.
    Tile = 1,
    /// A point.
    Point = 2,
}

/// Everything of a host that running rules read and write without asking it.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The tables that change in play.
    pub memory: &'a Memory,
    /// The words of the tables that never change, in the order of [`Table`] from the first such one.
    pub constants: &'a [Vec<Word>; Table::COUNT - Table::MUTABLE],
    /// The stack of frames and lists.
    pub stack: &'a mut Stack,
    /// The steps that the rules may still take before the next decision.
    pub steps: &'a mut i64,
}

/// The game as compiled rules see it.
pub trait Host {
    /// All that machine code is entered with, in one go: it is entered often, for little at a time.
    fn parts(&mut self) -> Parts<'_>;
    /// The tables that change in play.
    fn memory(&self) -> &Memory;
    /// The same, to be pointed at by machine code.
    fn memory_mut(&mut self) -> &mut Memory;
    /// The words of a table that never changes.
    fn constant(&self, table: Table) -> &[Word];
    /// The stack of frames and lists.
    fn stack(&self) -> &Stack;
    /// The same, to be written.
    fn stack_mut(&mut self) -> &mut Stack;
    /// The steps that the rules may still take before the next decision.
    fn steps(&mut self) -> &mut i64;
    /// The shape of a site.
    fn site(&self, site: SiteId) -> &Site;
    /// Carries out an operation for the rule line of a site.
    fn call(&mut self, op: HostOp, args: [Word; 4], site: SiteId) -> Result<Word, FaultKind>;

    /// Shows machine code where everything is. This and the two below stand here so that each host gets its
    /// own, with nothing to look up at run time: they are called most often of all.
    fn lend(&mut self, context: &mut Context) {
        context.read(self.parts());
    }

    /// Takes over what machine code left in its context.
    fn take_back(&mut self, context: &Context) {
        context.write_state(&mut self.parts());
    }

    /// Carries out an operation for running machine code.
    fn call_from(
        &mut self,
        context: &mut Context,
        op: HostOp,
        args: [Word; 4],
        site: SiteId,
    ) -> Result<Word, FaultKind> {
        context.write_state(&mut self.parts());
        let result = self.call(op, args, site);
        context.read_state(&mut self.parts());
        result
    }
}

/// How many locals a fault shows at most.
pub const FAULT_LOCALS: usize = 16;
/// How many words an ask or a call hands over at most; no fewer than a fault does.
pub const TRANSFER: usize = 24;

/// Where the tables of a memory lie and how many rows they have: kept with the memory, read by machine code.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Locations {
    pub(crate) words: [*const Word; Table::MUTABLE],
    pub(crate) rows: [Word; Table::MUTABLE],
}

// SAFETY: the pointers are followed by machine code alone, which runs only while the memory that they belong
// to is borrowed; here they are just copied.
unsafe impl Send for Locations {}
// SAFETY: as above.
unsafe impl Sync for Locations {}

impl Default for Locations {
    fn default() -> Self {
        Self { words: [std::ptr::null(); Table::MUTABLE], rows: [0; Table::MUTABLE] }
    }
}

/// The frame of pointers that machine code reads; its field offsets are part of the contract.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    locations: *const Locations,
    constants: [*const Word; Table::COUNT - Table::MUTABLE],
    stack: *mut Word,
    stack_top: u64,
    stack_room: u64,
    steps: i64,
    answer: Word,
    frame: u64,
    fault: Word,
    fault_site: Word,
    host: Option<HostPointer>,
    /// What machine code hands over when it stops: the words of an ask or a call, or the locals of a fault.
    words: [MaybeUninit<Word>; TRANSFER],
}

/// A pointer to the host of the running call.
#[derive(Debug)]
struct HostPointer(*mut (dyn Host + 'static));

/// Where machine code finds the parts of a [`Context`], in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextField {
    /// The pointer to where the tables lie that change in play: see [`ContextField::Table`].
    Locations,
    /// The pointer to a table's first word: among the locations for tables that change in play, otherwise
    /// in the context itself.
    Table(Table),
    /// The number of rows of a table that changes in play, among the locations.
    Rows(Table),
    /// The pointer to the stack's first word.
    Stack,
    /// The number of words below the stack's top.
    StackTop,
    /// The number of words that fit on the stack without growing.
    StackRoom,
    /// The steps left.
    Steps,
    /// The answer to the last ask.
    Answer,
    /// Where the running function's frame begins on the stack.
    Frame,
    /// The kind of the fault, or 0.
    Fault,
    /// The site of the fault.
    FaultSite,
    /// One local of the fault.
    Local(usize),
    /// One word that an ask or a call hands over.
    Transfer(usize),
}

impl ContextField {
    /// The offset in bytes from the address of the context, or of the locations.
    pub const fn offset(self) -> i32 {
        let offset = match self {
            Self::Locations => offset_of!(Context, locations),
            Self::Table(t) if t.is_mutable() => offset_of!(Locations, words) + 8 * t as usize,
            Self::Table(t) => offset_of!(Context, constants) + 8 * (t as usize - Table::MUTABLE),
            Self::Rows(t) => offset_of!(Locations, rows) + 8 * t as usize,
            Self::Stack => offset_of!(Context, stack),
            Self::StackTop => offset_of!(Context, stack_top),
            Self::StackRoom => offset_of!(Context, stack_room),
            Self::Steps => offset_of!(Context, steps),
            Self::Answer => offset_of!(Context, answer),
            Self::Frame => offset_of!(Context, frame),
            Self::Fault => offset_of!(Context, fault),
            Self::FaultSite => offset_of!(Context, fault_site),
            Self::Local(i) | Self::Transfer(i) => offset_of!(Context, words) + 8 * i,
        };
        offset as i32
    }
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

impl Context {
    /// A context that is still to be laid over a host.
    #[inline]
    pub fn new(frame: usize, answer: Word) -> Self {
        Self {
            locations: std::ptr::null(),
            constants: [std::ptr::null(); Table::COUNT - Table::MUTABLE],
            stack: std::ptr::null_mut(),
            stack_top: 0,
            stack_room: 0,
            steps: 0,
            answer,
            frame: frame as u64,
            fault: 0,
            fault_site: 0,
            host: None,
            words: [MaybeUninit::uninit(); TRANSFER],
        }
    }

    /// Lays the context over a host: it is valid until the host is used in another way.
    #[inline]
    pub fn enter(&mut self, host: &mut dyn Host) {
        host.lend(self);
        let pointer: *mut (dyn Host + '_) = host;
        // SAFETY: only the lifetime bound of the trait object is changed. The pointer is used solely by
        // `host_call` while machine code runs inside the borrow that this function's caller holds.
        let pointer: *mut (dyn Host + 'static) = unsafe { std::mem::transmute(pointer) };
        self.host = Some(HostPointer(pointer));
    }

    #[inline]
    fn read(&mut self, mut parts: Parts<'_>) {
        for (table, words) in self.constants.iter_mut().zip(parts.constants) {
            *table = words.as_ptr();
        }
        self.locations = parts.memory.locations();
        self.read_state(&mut parts);
    }

    #[inline]
    fn read_state(&mut self, parts: &mut Parts<'_>) {
        self.steps = *parts.steps;
        self.stack_top = parts.stack.top() as u64;
        let room = parts.stack.room_mut();
        self.stack = room.as_mut_ptr();
        self.stack_room = room.len() as u64;
    }

    #[inline]
    fn write_state(&self, parts: &mut Parts<'_>) {
        parts.stack.set_top(self.stack_top as usize);
        *parts.steps = self.steps;
    }

    /// Where the function goes on whose frame of so many words the context was made for: nowhere if the frame
    /// does not lie below the top of the stack.
    ///
    /// # Safety
    ///
    /// The host must not have been used since the context was laid over it.
    #[inline]
    pub unsafe fn frame_index(&self, words: usize) -> Option<u64> {
        let frame = usize::try_from(self.frame).ok()?;
        let (top, room) = (self.stack_top as usize, self.stack_room as usize);
        if words == 0 || frame.checked_add(words)? > top || top > room {
            return None;
        }
        // SAFETY: the word lies below the top of the stack that the context was laid over, and nobody has
        // moved that since, as the caller knows.
        Some(unsafe { *self.stack.add(frame) } as u64)
    }

    /// Hands the stack's top and the steps left back to the host after machine code has run.
    #[inline]
    pub fn finish(&self, host: &mut dyn Host) {
        host.take_back(self);
    }

    /// The fault that machine code reported, if it did.
    pub fn fault(&self, host: &dyn Host) -> Option<Fault> {
        if self.fault == 0 {
            return None;
        }
        let id = SiteId(self.fault_site as u32);
        let told = host.site(id).locals.iter().zip(&self.words);
        let locals = told.map(|((name, ty), word)| {
            // SAFETY: whatever faults at a site has told the values of all its locals.
            let word = unsafe { word.assume_init() };
            LocalValue { name: name.clone(), ty: *ty, word }
        });
        let locals = locals.collect();
        Some(Fault { kind: FaultKind::from_word(self.fault), site: Some(id), locals })
    }

    /// A word that machine code handed over.
    ///
    /// # Safety
    ///
    /// Machine code must have run on this context and handed over at least so many words.
    #[inline]
    pub unsafe fn handed_over(&self, i: usize) -> Word {
        // SAFETY: the caller knows that the word was written.
        unsafe { self.words[i].assume_init() }
    }
}

/// The one function that machine code calls: `(context, op | site << 16, a, b, c, d) -> value`.
///
/// A fault is left in the context, and 0 returned. Panics are caught: nothing unwinds into machine code.
///
/// # Safety
///
/// `context` must be the pointer that the running machine code was entered with.
pub unsafe extern "C" fn host_call(
    context: *mut Context,
    op_and_site: u64,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> Word {
    // SAFETY: machine code passes on the context pointer that it was entered with, which
    // `Code::call` and `Code::resume` made from a live context on their own stack.
    let context = unsafe { &mut *context };
    let site = SiteId((op_and_site >> 16) as u32);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let pointer = context.host.as_ref().expect("a context is made with its host");
        // SAFETY: the host outlives the running call and nobody else uses it meanwhile (`Context::new`).
        let host = unsafe { &mut *pointer.0 };
        let op = HostOp::ALL[(op_and_site & 0xffff) as usize];
        host.call_from(context, op, [a, b, c, d], site)
    }));
    match result {
        Ok(Ok(word)) => word,
        Ok(Err(kind)) => context.fail(kind, site),
        Err(_) => context.fail(FaultKind::Internal, site),
    }
}

impl Context {
    fn fail(&mut self, kind: FaultKind, site: SiteId) -> Word {
        if self.fault == 0 {
            self.fault = kind.word();
            self.fault_site = Word::from(site.0);
        }
        0
    }
}
