//! Writes one function of the intermediate representation, instruction by instruction: a current block,
//! registers, and stretches of the stack that are given back when their lists are dead.

use abi::{Base, HostOp, Place, SiteId, Table, Ty, Word};

use crate::ir::{Bits, BlockId, Compare, Inst, Reg, RegShape, Term};

/// A block that is still being written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) insts: Vec<Inst>,
    pub(super) term: Option<Term>,
    used: bool,
}

/// Where a stretch of code began that may put lists on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    block: BlockId,
    at: usize,
    lists: u32,
}

/// The function so far.
#[derive(Debug)]
pub(super) struct Builder {
    pub(super) regs: Vec<RegShape>,
    pub(super) blocks: Vec<Draft>,
    current: BlockId,
    /// How many instructions so far may have put something on the stack.
    lists: u32,
}

impl Builder {
    /// A function with an empty entry block.
    pub(super) fn new() -> Self {
        let entry = Draft { used: true, ..Draft::default() };
        Self { regs: Vec::new(), blocks: vec![entry], current: BlockId(0), lists: 0 }
    }

    /// A new register.
    pub(super) fn reg(&mut self, ty: Ty) -> Reg {
        self.regs.push(RegShape { ty, name: None, row: None });
        Reg(self.regs.len() as u32 - 1)
    }

    /// A new register for a whole number, a row or a flag: something that only code between two
    /// statements sees.
    pub(super) fn word(&mut self) -> Reg {
        self.reg(Ty::one(Base::Int))
    }

    /// A new register for rows of a table that are counted, or taken out of other words.
    pub(super) fn row(&mut self, table: Table) -> Reg {
        let dst = self.word();
        self.regs[dst.0 as usize].row = Some(table);
        dst
    }

    /// The row in the upper bits of a word that has a tag below.
    pub(super) fn untagged(&mut self, word: Reg, table: Table) -> Reg {
        let b = self.constant(Place::BITS);
        let dst = self.row(table);
        self.emit(Inst::Bits { dst, op: Bits::Shr, a: word, b });
        dst
    }

    /// A new register for a local of the rules.
    pub(super) fn local(&mut self, ty: Ty, name: &str) -> Reg {
        self.regs.push(RegShape { ty, name: Some(name.to_owned()), row: None });
        Reg(self.regs.len() as u32 - 1)
    }

    /// A new block, not yet reached.
    pub(super) fn block(&mut self) -> BlockId {
        self.blocks.push(Draft::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Goes on writing in a block.
    pub(super) fn go_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Whether some code leads to a block.
    pub(super) fn is_used(&self, block: BlockId) -> bool {
        self.blocks[block.0 as usize].used
    }

    /// Whether the current block has no end yet and can be reached.
    pub(super) fn is_open(&self) -> bool {
        let draft = &self.blocks[self.current.0 as usize];
        draft.used && draft.term.is_none()
    }

    /// Appends an instruction, unless it could never run.
    pub(super) fn emit(&mut self, inst: Inst) {
        if self.is_open() {
            self.blocks[self.current.0 as usize].insts.push(inst);
        }
    }

    /// Ends the current block, unless it has ended.
    pub(super) fn end(&mut self, term: Term) {
        if self.is_open() {
            for next in term.successors() {
                self.blocks[next.0 as usize].used = true;
            }
            self.blocks[self.current.0 as usize].term = Some(term);
        }
    }

    /// Ends the current block: another one follows.
    pub(super) fn jump(&mut self, to: BlockId) {
        self.end(Term::Jump(to));
    }

    /// Ends the current block with a choice of two.
    pub(super) fn branch(&mut self, cond: Reg, yes: BlockId, no: BlockId) {
        self.end(Term::Branch { cond, yes, no });
    }

    /// Ends the current block and goes on in a new one if a register is not 0.
    pub(super) fn unless(&mut self, cond: Reg, no: BlockId) {
        let yes = self.block();
        self.branch(cond, yes, no);
        self.go_to(yes);
    }

    /// A constant.
    pub(super) fn constant(&mut self, value: Word) -> Reg {
        let dst = self.word();
        self.emit(Inst::Const { dst, value });
        dst
    }

    /// Writes a constant into a register.
    pub(super) fn set(&mut self, dst: Reg, value: Word) {
        self.emit(Inst::Const { dst, value });
    }

    /// Copies a register into another.
    pub(super) fn copy(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.emit(Inst::Copy { dst, src });
        }
    }

    /// A word of a table.
    pub(super) fn load(&mut self, table: Table, row: Reg, field: u32) -> Reg {
        let dst = self.word();
        self.emit(Inst::Load { dst, table, row, field });
        dst
    }

    /// A word of the one row of the game.
    pub(super) fn load_game(&mut self, field: u32) -> Reg {
        let row = self.constant(0);
        self.load(Table::Game, row, field)
    }

    /// The number of rows of a table.
    pub(super) fn rows(&mut self, table: Table) -> Reg {
        let dst = self.word();
        self.emit(Inst::Rows { dst, table });
        dst
    }

    /// Whether two words compare so.
    pub(super) fn compare(&mut self, op: Compare, a: Reg, b: Reg) -> Reg {
        let dst = self.word();
        self.emit(Inst::Compare { dst, op, a, b });
        dst
    }

    /// Whether a word compares so with a constant.
    pub(super) fn compare_to(&mut self, op: Compare, a: Reg, b: Word) -> Reg {
        let b = self.constant(b);
        self.compare(op, a, b)
    }

    /// An operation on the bits of a word and a constant.
    pub(super) fn bits(&mut self, op: Bits, a: Reg, b: Word) -> Reg {
        let b = self.constant(b);
        self.bits_of(op, a, b)
    }

    /// An operation on the bits of two words.
    pub(super) fn bits_of(&mut self, op: Bits, a: Reg, b: Reg) -> Reg {
        let dst = self.word();
        self.emit(Inst::Bits { dst, op, a, b });
        dst
    }

    /// Adds a constant to a counter.
    pub(super) fn count_up(&mut self, counter: Reg, by: Word) {
        let b = self.constant(by);
        self.emit(Inst::Bits { dst: counter, op: Bits::Add, a: counter, b });
    }

    /// Goes to another block if a word is absent.
    pub(super) fn or_absent(&mut self, word: Reg, absent: BlockId) {
        let present = self.compare_to(Compare::Ne, word, abi::ABSENT);
        self.unless(present, absent);
    }

    /// An empty list.
    pub(super) fn list(&mut self, ty: Ty) -> Reg {
        let dst = self.reg(ty);
        self.emit(Inst::List { dst });
        self.leaves_list();
        dst
    }

    /// Appends a word to a list.
    pub(super) fn push(&mut self, list: Reg, value: Reg, site: SiteId) {
        self.emit(Inst::Push { list, value, site });
        self.leaves_list();
    }

    /// The length of a list.
    pub(super) fn len(&mut self, list: Reg) -> Reg {
        let dst = self.word();
        self.emit(Inst::Len { dst, list });
        dst
    }

    /// A word of a list.
    pub(super) fn element(&mut self, list: Reg, index: Reg, ty: Ty) -> Reg {
        let dst = self.reg(ty);
        self.emit(Inst::Element { dst, list, index });
        dst
    }

    /// A host operation that gives a word of a type.
    pub(super) fn host(&mut self, op: HostOp, args: &[Reg], ty: Ty, site: SiteId) -> Reg {
        let dst = self.reg(ty);
        self.host_into(Some(dst), op, args, site);
        if ty.is_list() {
            self.leaves_list();
        }
        dst
    }

    /// A host operation whose answer goes where it is told.
    pub(super) fn host_into(&mut self, dst: Option<Reg>, op: HostOp, args: &[Reg], site: SiteId) {
        self.emit(Inst::Host { dst, op, args: args.to_vec(), site });
    }

    /// Notes that what was just written may leave a list on the stack.
    pub(super) fn leaves_list(&mut self) {
        self.lists += u32::from(self.is_open());
    }

    /// Begins a stretch whose lists are dead at its end.
    pub(super) fn begin(&self) -> Stretch {
        let at = self.blocks[self.current.0 as usize].insts.len();
        Stretch { block: self.current, at, lists: self.lists }
    }

    /// Gives back, at the start of each of these blocks (nothing written in them yet) or here, what the
    /// stretch has put on the stack. Nothing is written if it put nothing there.
    pub(super) fn finish_in(&mut self, stretch: Stretch, blocks: &[BlockId]) {
        if let Some(mark) = self.mark(stretch) {
            for block in blocks {
                self.blocks[block.0 as usize].insts.push(Inst::Release { mark });
            }
        }
    }

    /// Gives back here what the stretch has put on the stack.
    pub(super) fn finish(&mut self, stretch: Stretch) {
        if self.is_open()
            && let Some(mark) = self.mark(stretch)
        {
            self.emit(Inst::Release { mark });
        }
    }

    /// Marks where the stretch began, if it has put something on the stack since.
    fn mark(&mut self, stretch: Stretch) -> Option<Reg> {
        let began = &self.blocks[stretch.block.0 as usize];
        if stretch.lists == self.lists || !began.used {
            return None;
        }
        let dst = self.word();
        let insts = &mut self.blocks[stretch.block.0 as usize].insts;
        insts.insert(stretch.at.min(insts.len()), Inst::Mark { dst });
        Some(dst)
    }
}
