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
    memory::{Locations, Memory},
    operation::HostOp,
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

    /// The line for which the operation that has just failed was done, if it is another one than that of the
    /// operation: whoever called the function that did it still has to tell its locals.
    fn blamed(&mut self) -> Option<SiteId> {
        None
    }

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
/// The bit of a fault's site that says: the fault is one of the line that calls the function, and only who
/// called it can tell that line and its locals.
pub const CALLER_TELLS: Word = 1 << 32;
/// How many words an ask or a call hands over at most; no fewer than a fault does.
pub const TRANSFER: usize = 24;

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
        let kind = FaultKind::from_word(self.fault);
        if self.fault_site & CALLER_TELLS != 0 {
            return Some(Fault { kind, site: None, locals: Vec::new() });
        }
        let id = SiteId(self.fault_site as u32);
        let told = host.site(id).locals.iter().zip(&self.words);
        let locals = told.map(|((name, ty), word)| {
            // SAFETY: whatever faults at a site has told the values of all its locals.
            let word = unsafe { word.assume_init() };
            LocalValue::on(host.stack(), name, *ty, word)
        });
        let locals = locals.collect();
        Some(Fault { kind, site: Some(id), locals })
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
        let result = host.call_from(context, op, [a, b, c, d], site);
        result.map_err(|kind| (kind, host.blamed()))
    }));
    let own = Word::from(site.0);
    match result {
        Ok(Ok(word)) => word,
        Ok(Err((kind, None))) => context.fail(kind, own),
        Ok(Err((kind, Some(line)))) => context.fail(kind, Word::from(line.0) | CALLER_TELLS),
        Err(_) => context.fail(FaultKind::Internal, own),
    }
}

impl Context {
    fn fail(&mut self, kind: FaultKind, site: Word) -> Word {
        if self.fault == 0 {
            self.fault = kind.word();
            self.fault_site = site;
        }
        0
    }
}
