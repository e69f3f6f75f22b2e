//! Writing functions of the intermediate representation by hand.

use abi::{AskId, AskKind, AskShape, Base, FunctionId, Origin, OriginId, SiteId, Table, Ty, Word};

use crate::ir::{
    Arith, Bits, Block, BlockId, Compare, Function, Inst, Module, Reg, RegShape, SiteShape, Term,
};

pub(crate) const INT: Ty = Ty::one(Base::Int);

/// A module without functions, with one origin and one ask.
pub(crate) fn module() -> Module {
    let ask = AskShape {
        kind: AskKind::Chooses,
        name: "choice".to_owned(),
        within: "test".to_owned(),
        ty: INT,
        offers: Vec::new(),
        origin: OriginId(0),
    };
    Module {
        origins: vec![origin(0).into()],
        asks: vec![ask],
        strides: (0..Table::COUNT as u32).map(|i| [1, 3, 5, 10, 14, 7][i as usize % 6]).collect(),
        ..Module::default()
    }
}

fn origin(line: u32) -> Origin {
    Origin {
        expansion: "test".to_owned(),
        file: "rules.carc".to_owned(),
        line,
        text: String::new(),
        statements: Vec::new(),
        item: String::new(),
    }
}

/// A function in the making.
pub(crate) struct Body<'m> {
    module: &'m mut Module,
    pub(crate) function: Function,
    at: usize,
}

impl<'m> Body<'m> {
    pub(crate) fn new(module: &'m mut Module, name: &str, params: u32, waits: bool) -> Self {
        let regs =
            (0..params).map(|i| RegShape { ty: INT, name: Some(format!("p{i}")), row: None });
        let function = Function {
            name: name.to_owned(),
            params,
            result: Some(INT),
            waits,
            regs: regs.collect(),
            blocks: vec![open()],
            frame: None,
        };
        Self { module, function, at: 0 }
    }

    pub(crate) fn reg(&mut self) -> Reg {
        let reg = Reg(self.function.regs.len() as u32);
        self.function.regs.push(RegShape { ty: INT, name: Some(format!("x{}", reg.0)), row: None });
        reg
    }

    /// The same word, said to be a row of a table.
    pub(crate) fn row_of(&mut self, table: Table, word: Reg) -> Reg {
        let dst = self.reg();
        self.function.regs[dst.0 as usize].row = Some(table);
        self.push(Inst::Bits { dst, op: Bits::Or, a: word, b: word });
        dst
    }

    /// A site on a line of its own that shows some registers; its origin is one more than the site.
    pub(crate) fn site(&mut self, locals: &[Reg]) -> SiteId {
        let line = self.module.sites.len() as u32;
        self.module.origins.push(origin(line + 1).into());
        self.module.sites.push(SiteShape { origin: OriginId(line + 1), locals: locals.to_vec() });
        SiteId(line)
    }

    pub(crate) fn push(&mut self, inst: Inst) {
        self.function.blocks[self.at].insts.push(inst);
    }

    /// An instruction that writes a new register.
    pub(crate) fn put(&mut self, inst: impl FnOnce(Reg) -> Inst) -> Reg {
        let dst = self.reg();
        self.push(inst(dst));
        dst
    }

    pub(crate) fn constant(&mut self, value: Word) -> Reg {
        self.put(|dst| Inst::Const { dst, value })
    }

    pub(crate) fn arith(&mut self, op: Arith, a: Reg, b: Reg) -> Reg {
        let site = self.site(&[a, b]);
        self.put(|dst| Inst::Arith { dst, op, a, b, site })
    }

    pub(crate) fn compare(&mut self, op: Compare, a: Reg, b: Reg) -> Reg {
        self.put(|dst| Inst::Compare { dst, op, a, b })
    }

    pub(crate) fn block(&mut self) -> BlockId {
        self.function.blocks.push(open());
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Ends the block being written and goes on with another.
    pub(crate) fn end(&mut self, term: Term, next: BlockId) {
        self.function.blocks[self.at].term = term;
        self.at = next.0 as usize;
    }

    /// An ask of somebody about a number between 0 and a register's value, and what comes behind it.
    pub(crate) fn ask(&mut self, who: Reg, high: Reg) -> Reg {
        let (into, then) = (self.reg(), self.block());
        let offered = crate::ir::Offered::Range(who, high);
        self.end(Term::Ask { ask: AskId(0), who, offered, into: Some(into), then }, then);
        into
    }

    pub(crate) fn finish(mut self, term: Term) -> FunctionId {
        self.function.blocks[self.at].term = term;
        self.module.functions.push(self.function);
        FunctionId(self.module.functions.len() as u32 - 1)
    }

    pub(crate) fn callee(&self, id: FunctionId) -> &Function {
        &self.module.functions[id.index()]
    }
}

fn open() -> Block {
    Block { insts: Vec::new(), term: Term::EndGame }
}
