//! Machine code with the memory it lies in: called here, and given back with its last owner.
#![allow(
    unsafe_code,
    reason = "calling machine code and freeing its memory is what this file is for; each block says why"
)]

use std::{collections::BTreeMap, fmt, mem::transmute, sync::Mutex};

use abi::{
    AskCall, AskId, Code, Context, Fault, FunctionId, Host, Options, OptionsTag, Outcome, PileId,
    Status, Word,
};
use cranelift_jit::JITModule;
use cranelift_module::FuncId;

use super::Unit;
use crate::ir::{Function, Term, broken};

/// The memory of one module's machine code.
pub(super) struct Memory(Mutex<Option<JITModule>>);

impl Memory {
    pub(super) fn new(jit: JITModule) -> Self {
        Self(Mutex::new(Some(jit)))
    }

    /// Gives the memory back. Whoever calls this holds the only way to the code, and is not running it.
    pub(super) fn release(&mut self) {
        let jit = match self.0.get_mut() {
            Ok(jit) => jit.take(),
            Err(poisoned) => poisoned.into_inner().take(),
        };
        if let Some(jit) = jit {
            // SAFETY: addresses of this code exist only in the `NativeCode` that owns this memory and is
            // being dropped, or nowhere if none was made. `Code::call` and `Code::resume` borrow the
            // `NativeCode` while code runs, so none is running, and none can be called afterwards.
            unsafe { jit.free_memory() };
        }
    }
}

/// The address of a finished function.
#[derive(Clone, Copy)]
struct Address(*const u8);

// SAFETY: the address is only ever called. The code behind it does not change once it is finished, and it
// works on nothing but the context and the host that each call hands to it.
unsafe impl Send for Address {}
// SAFETY: as above; a shared address gives no access to anything but immutable code.
unsafe impl Sync for Address {}

/// How one function is entered: all in one place, as it is read each time.
#[derive(Clone, Copy)]
struct Entry {
    address: Address,
    /// For functions with many parameters: the code that reads them from memory.
    reader: Option<Address>,
    params: u32,
    /// For a function that may wait: the words of its frame; 0 for others.
    frame: u32,
    /// For a function that may wait: the number of its resumes.
    resumes: u32,
    /// A bit for each of the first resumes: whether nothing is left to do there.
    ends: u32,
}

impl Entry {
    fn new(function: &Function, address: Address, reader: Option<Address>) -> Self {
        let mut entry =
            Self { address, reader, params: function.params, frame: 0, resumes: 0, ends: 0 };
        if let Some(layout) = &function.frame {
            entry.frame = layout.words.len() as u32;
            entry.resumes = layout.resumes.len() as u32;
            for (i, resume) in layout.resumes.iter().enumerate().take(32) {
                let then = function.block(resume.then);
                let ends = then.insts.is_empty() && then.term == Term::Return(None);
                entry.ends |= u32::from(ends) << i;
            }
        }
        entry
    }

    /// Whether a resume index leads to where nothing is left to do.
    fn ends_at(&self, index: u64) -> bool {
        (1..=32).contains(&index) && self.ends >> (index - 1) & 1 == 1
    }
}

/// The functions of a module as machine code. Dropping it gives the memory back.
pub struct NativeCode {
    entries: Vec<Entry>,
    memory: Memory,
}

impl fmt::Debug for NativeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeCode").field("functions", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Drop for NativeCode {
    fn drop(&mut self) {
        self.entries.clear();
        self.memory.release();
    }
}

type Waiting = unsafe extern "C" fn(*mut Context) -> Word;
type Plain0 = unsafe extern "C" fn(*mut Context) -> Word;
type Plain1 = unsafe extern "C" fn(*mut Context, Word) -> Word;
type Plain2 = unsafe extern "C" fn(*mut Context, Word, Word) -> Word;
type Plain3 = unsafe extern "C" fn(*mut Context, Word, Word, Word) -> Word;
type Plain4 = unsafe extern "C" fn(*mut Context, Word, Word, Word, Word) -> Word;
type Plain5 = unsafe extern "C" fn(*mut Context, Word, Word, Word, Word, Word) -> Word;
type Reader = unsafe extern "C" fn(*mut Context, *const Word, *const u8) -> Word;

impl NativeCode {
    /// The finished code of a unit; `readers` are the ways in by number of parameters.
    pub(super) fn new(jit: JITModule, unit: &Unit<'_>, readers: &BTreeMap<usize, FuncId>) -> Self {
        let address = |id: FuncId| Address(jit.get_finalized_function(id));
        let entries = unit.module.functions.iter().zip(&unit.functions).map(|(function, id)| {
            let reader = readers.get(&(function.params as usize)).filter(|_| !function.waits);
            Entry::new(function, address(*id), reader.map(|id| address(*id)))
        });
        Self { entries: entries.collect(), memory: Memory::new(jit) }
    }
}

impl Code for NativeCode {
    fn call(
        &self,
        function: FunctionId,
        args: &[Word],
        host: &mut dyn Host,
    ) -> Result<Word, Fault> {
        let entry = self.entries.get(function.index()).ok_or_else(broken)?;
        if entry.frame != 0 || entry.params as usize != args.len() {
            return Err(broken());
        }
        let mut context = Context::new(0, 0);
        context.enter(host);
        let at = &raw mut context;
        let Address(code) = entry.address;
        // SAFETY: the address is that of finished code, alive as long as `self`, of a function made with
        // the platform's calling convention, the context and `entry.params` words as parameters, one word
        // as result; the number of words was compared above. The code reads and writes only the context,
        // which lives on this stack frame, and through its pointers the tables and the stack of the host
        // that this function borrows; verified code stays within their bounds for well-typed arguments.
        let word = unsafe {
            match (args, entry.reader) {
                (_, Some(Address(reader))) => {
                    transmute::<*const u8, Reader>(reader)(at, args.as_ptr(), code)
                }
                ([], None) => transmute::<*const u8, Plain0>(code)(at),
                (&[a], None) => transmute::<*const u8, Plain1>(code)(at, a),
                (&[a, b], None) => transmute::<*const u8, Plain2>(code)(at, a, b),
                (&[a, b, c], None) => transmute::<*const u8, Plain3>(code)(at, a, b, c),
                (&[a, b, c, d], None) => transmute::<*const u8, Plain4>(code)(at, a, b, c, d),
                (&[a, b, c, d, e], None) => transmute::<*const u8, Plain5>(code)(at, a, b, c, d, e),
                _ => return Err(broken()),
            }
        };
        context.finish(host);
        context.fault(host).map_or(Ok(word), Err)
    }

    fn resume(
        &self,
        function: FunctionId,
        base: usize,
        answer: Word,
        host: &mut dyn Host,
    ) -> Outcome {
        let Some(entry) = self.entries.get(function.index()).filter(|entry| entry.frame != 0)
        else {
            return Outcome::Fault(broken());
        };
        let mut context = Context::new(base, answer);
        context.enter(host);
        // Machine code trusts its frame, so what it could not survive is refused here.
        // SAFETY: the host was not used since `enter`.
        let index = match unsafe { context.frame_index(entry.frame as usize) } {
            Some(index) if index <= u64::from(entry.resumes) => index,
            _ => return Outcome::Fault(broken()),
        };
        // A rule whose last line has waited is not entered again.
        if entry.ends_at(index) {
            return Outcome::Done(0);
        }
        let Address(code) = entry.address;
        // SAFETY: as in `call`; a function with a frame takes the context alone. Its frame lies on the
        // host's stack from `base` on with all its words below the top, which was checked above.
        let status = unsafe { transmute::<*const u8, Waiting>(code)(&raw mut context) };
        context.finish(host);
        outcome(&context, status, host)
    }
}

/// What machine code told through its status and the words that it handed over.
fn outcome(context: &Context, status: Word, host: &dyn Host) -> Outcome {
    const DONE: Word = Status::Done as Word;
    const ASK: Word = Status::Ask as Word;
    const CALL: Word = Status::Call as Word;
    const PART: Word = Status::Part as Word;
    const END_GAME: Word = Status::EndGame as Word;
    // SAFETY: machine code hands over the words that belong to its status; they are read only for it.
    let word = |i| unsafe { context.handed_over(i) };
    match status {
        DONE => Outcome::Done(word(0)),
        ASK => match options(word(2), word) {
            Some(options) => {
                Outcome::Ask(AskCall { ask: AskId(word(0) as u32), who: word(1), options })
            }
            None => Outcome::Fault(broken()),
        },
        CALL => {
            let args = (2..2 + word(1) as usize).map(word);
            Outcome::Call(FunctionId(word(0) as u32), args.collect())
        }
        PART => Outcome::Part(word(0)),
        END_GAME => Outcome::EndGame,
        _ => Outcome::Fault(context.fault(host).unwrap_or_else(broken)),
    }
}

/// What is on offer; the words behind the tag are read only as far as they belong to it.
fn options(tag: Word, word: impl Fn(usize) -> Word) -> Option<Options> {
    const LIST: Word = OptionsTag::List as Word;
    const FITS: Word = OptionsTag::Fits as Word;
    const YES_NO: Word = OptionsTag::YesNo as Word;
    const RANGE: Word = OptionsTag::Range as Word;
    const PILE: Word = OptionsTag::Pile as Word;
    const SHOT: Word = OptionsTag::Shot as Word;
    Some(match tag {
        LIST => Options::List(word(3)),
        FITS => Options::Fits(word(3)),
        YES_NO => Options::YesNo,
        RANGE => Options::Range(word(3), word(4)),
        PILE => Options::Pile(PileId(word(3) as u16)),
        SHOT => Options::Shot(word(3), word(4)),
        _ => return None,
    })
}
