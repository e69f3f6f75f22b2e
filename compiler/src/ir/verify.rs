//! What must hold of the intermediate representation between passes, so that the back ends need not ask.

use std::fmt;

use abi::{FAULT_LOCALS, FunctionId, SiteId, Table};

use super::{
    BlockId, Function, Inst, Module, Reg, Term, calls::CallGraph, definite::undefined_uses,
    rows::wrong_rows,
};

/// The widest row that code can address.
const STRIDE_LIMIT: u32 = 1 << 20;

/// Checks a module and says everything that is wrong with it, in words for the authors of passes.
pub fn verify(module: &Module) -> Result<(), Vec<String>> {
    verify_after(module, &[])
}

/// The same after a verified module, of which some functions are unchanged with all that they refer to: what they
/// share with others is looked at again, they themselves are not.
pub(crate) fn verify_after(module: &Module, unchanged: &[bool]) -> Result<(), Vec<String>> {
    let is_new = |id: usize| !unchanged.get(id).copied().unwrap_or(false);
    let mut faults = Faults { module, found: Vec::new(), owners: vec![None; module.sites.len()] };
    faults.check_tables();
    for id in 0..module.functions.len() {
        let mut check = Check { faults: &mut faults, id, place: Place::Function };
        match is_new(id) {
            true => check.check_function(),
            false => check.check_sites(),
        }
    }
    // The flow of values and calls can only be followed where every name means something.
    if faults.found.is_empty() {
        let functions = module.functions.iter().enumerate();
        for (_, function) in functions.filter(|(id, _)| is_new(*id)) {
            for found in undefined_uses(module, function) {
                faults.found.push(format!("{}: {found}", function.name));
            }
            for found in wrong_rows(module, function) {
                faults.found.push(format!("{}: {found}", function.name));
            }
        }
        if let Some(name) = CallGraph::of(module).recursive(module) {
            faults.found.push(format!("{name}: calls itself, perhaps through others"));
        }
    }
    if faults.found.is_empty() { Ok(()) } else { Err(faults.found) }
}

struct Faults<'a> {
    module: &'a Module,
    found: Vec<String>,
    /// The function that a site belongs to, once one was seen to use it.
    owners: Vec<Option<usize>>,
}

impl Faults<'_> {
    fn check_tables(&mut self) {
        if self.module.strides.len() != Table::COUNT {
            self.found.push(format!(
                "{} strides for {} tables",
                self.module.strides.len(),
                Table::COUNT
            ));
        }
        if self.module.strides.iter().any(|stride| *stride > STRIDE_LIMIT) {
            self.found.push("a table has too many columns".to_owned());
        }
    }
}

struct Check<'f, 'a> {
    faults: &'f mut Faults<'a>,
    id: usize,
    place: Place,
}

/// Where in a function something is wrong; put into words only when it is.
#[derive(Clone, Copy)]
enum Place {
    Function,
    Term(usize),
    Inst(usize, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function => Ok(()),
            Self::Term(block) => write!(f, " b{block}"),
            Self::Inst(block, inst) => write!(f, " b{block}.{inst}"),
        }
    }
}

impl<'a> Check<'_, 'a> {
    fn module(&self) -> &'a Module {
        self.faults.module
    }

    fn function(&self) -> &'a Function {
        &self.module().functions[self.id]
    }

    fn wrong(&mut self, what: &str) {
        let name = &self.function().name;
        self.faults.found.push(format!("{name}{}: {what}", self.place));
    }

    fn check_function(&mut self) {
        let function = self.function();
        if function.params as usize > function.regs.len() {
            self.wrong("more parameters than registers");
        }
        if function.blocks.is_empty() {
            self.wrong("no blocks");
        }
        if function.frame.is_some() && !function.waits {
            self.wrong("a frame although it never waits");
        }
        for (i, block) in function.blocks.iter().enumerate() {
            for (j, inst) in block.insts.iter().enumerate() {
                self.place = Place::Inst(i, j);
                self.check_inst(inst);
            }
            self.place = Place::Term(i);
            self.check_term(&block.term);
        }
        self.place = Place::Function;
        if self.faults.found.is_empty() {
            self.check_frame();
        }
    }

    /// Looks at all sites of the function.
    fn check_sites(&mut self) {
        for (i, block) in self.function().blocks.iter().enumerate() {
            for (j, inst) in block.insts.iter().enumerate() {
                self.place = Place::Inst(i, j);
                inst.site().into_iter().for_each(|site| self.check_site(site));
            }
            self.place = Place::Term(i);
            let site = block.term.site().or(block.term.call_site());
            site.into_iter().for_each(|site| self.check_site(site));
        }
    }

    fn check_regs(&mut self, regs: impl IntoIterator<Item = Reg>) {
        let count = self.function().regs.len();
        for reg in regs {
            if reg.0 as usize >= count {
                self.wrong(&format!("no register {reg}"));
            }
        }
    }

    fn check_site(&mut self, site: SiteId) {
        let Some(shape) = self.module().sites.get(site.index()) else {
            return self.wrong(&format!("no site {}", site.0));
        };
        let owner = self.faults.owners[site.index()].get_or_insert(self.id);
        if *owner != self.id {
            return self.wrong(&format!("site {} belongs to another function", site.0));
        }
        if shape.locals.len() > FAULT_LOCALS {
            self.wrong(&format!("site {} shows too many locals", site.0));
        }
        if shape.origin.index() >= self.module().origins.len() {
            self.wrong(&format!("site {} has no origin", site.0));
        }
        self.check_regs(shape.locals.iter().copied());
    }

    fn check_inst(&mut self, inst: &Inst) {
        self.check_regs(inst.def().into_iter().chain(inst.uses()));
        if let Some(site) = inst.site() {
            self.check_site(site);
        }
        match inst {
            Inst::Load { table, field, .. } => self.check_column(*table, *field, 0),
            Inst::LoadAt { table, field, .. } => self.check_column(*table, *field, 1),
            Inst::Rows { table, .. } if !table.is_mutable() => {
                self.wrong("the rows of a table that never changes");
            }
            Inst::Host { args, .. } if args.len() > 4 => self.wrong("more than four arguments"),
            Inst::Call { function, args, .. } => self.check_call(*function, args.len(), false),
            _ => {}
        }
    }

    /// A computed column may lie behind an empty group of columns at the end of a row.
    fn check_column(&mut self, table: Table, field: u32, beyond: u32) {
        let stride = self.module().strides.get(table as usize).copied().unwrap_or(0);
        if field >= stride + beyond {
            self.wrong(&format!("no column {field} in table {table:?}"));
        }
    }

    fn check_call(&mut self, function: FunctionId, args: usize, waits: bool) {
        let Some(callee) = self.module().functions.get(function.index()) else {
            return self.wrong(&format!("no function {}", function.0));
        };
        if callee.waits != waits {
            self.wrong(&format!("{} is called as if waits were {waits}", callee.name));
        }
        if callee.params as usize != args {
            self.wrong(&format!("{args} arguments for {} of {}", callee.params, callee.name));
        }
    }

    fn check_term(&mut self, term: &Term) {
        self.check_regs(term.def().into_iter().chain(term.uses()));
        if let Some(site) = term.site().or(term.call_site()) {
            self.check_site(site);
        }
        let blocks = self.function().blocks.len();
        for BlockId(block) in term.successors() {
            if block as usize >= blocks {
                self.wrong(&format!("no block b{block}"));
            }
        }
        if (term.waits() || matches!(term, Term::EndGame)) && !self.function().waits {
            self.wrong("a wait in a function that never waits");
        }
        match term {
            Term::Return(value) if value.is_some() != self.function().result.is_some() => {
                self.wrong(
                    "a return without the value that the function gives, or with one too many",
                );
            }
            Term::Ask { ask, .. } if ask.index() >= self.module().asks.len() => {
                self.wrong(&format!("no ask {}", ask.0));
            }
            Term::CallWaiting { function, args, .. } => {
                self.check_call(*function, args.len(), true);
            }
            Term::Switch { cases, .. } => {
                let mut words: Vec<_> = cases.iter().map(|(word, _)| *word).collect();
                words.sort_unstable();
                if words.windows(2).any(|pair| pair[0] == pair[1]) {
                    self.wrong("a switch with the same case twice");
                }
            }
            _ => {}
        }
    }

    fn check_frame(&mut self) {
        let function = self.function();
        let Some(frame) = &function.frame else { return };
        if frame.slots.len() != function.regs.len() {
            return self.wrong("not one slot entry for each register");
        }
        let mut taken = vec![false; frame.words.len()];
        for (reg, slot) in frame.slots.iter().enumerate() {
            let Some(slot) = *slot else {
                if reg < function.params as usize {
                    self.wrong("a parameter without a word in the frame");
                }
                continue;
            };
            if slot == 0 || slot as usize >= taken.len() || taken[slot as usize] {
                self.wrong(&format!("r{reg} cannot be word {slot} of the frame"));
                continue;
            }
            taken[slot as usize] = true;
            if reg < function.params as usize && slot as usize != reg + 1 {
                self.wrong("a parameter out of order in the frame");
            }
            if frame.words[slot as usize] != function.regs[reg].ty {
                self.wrong(&format!("word {slot} of the frame has another type than r{reg}"));
            }
        }
        self.check_resumes();
    }

    fn check_resumes(&mut self) {
        let function = self.function();
        let Some(frame) = &function.frame else { return };
        let mut waits: Vec<_> = function
            .reverse_postorder()
            .into_iter()
            .filter(|block| function.block(*block).term.waits())
            .collect();
        waits.sort_unstable();
        let asked: Vec<_> = frame.resumes.iter().map(|resume| resume.asked_in).collect();
        if asked != waits {
            return self.wrong("the resumes are not the waits in their order");
        }
        for resume in &frame.resumes {
            let term = &function.block(resume.asked_in).term;
            if resume.into != term.def() || term.successors() != [resume.then] {
                self.wrong("a resume that does not go on where its wait does");
            }
            for reg in &resume.live {
                if frame.slots.get(reg.0 as usize).copied().flatten().is_none() {
                    self.wrong(&format!("{reg} outlives a wait without a word in the frame"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
