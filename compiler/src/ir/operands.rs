//! What instructions and terminators read, write and lead to.

use abi::{HostOp, SiteId};

use super::{Block, BlockId, Inst, Module, Offered, Reg, SiteShape, Term};

impl Inst {
    /// The register that the instruction writes, if it does.
    pub fn def(&self) -> Option<Reg> {
        match self {
            Self::Const { dst, .. }
            | Self::Copy { dst, .. }
            | Self::Arith { dst, .. }
            | Self::Compare { dst, .. }
            | Self::Bits { dst, .. }
            | Self::Load { dst, .. }
            | Self::LoadAt { dst, .. }
            | Self::Rows { dst, .. }
            | Self::List { dst }
            | Self::Len { dst, .. }
            | Self::Element { dst, .. }
            | Self::Mark { dst } => Some(*dst),
            Self::Push { list, .. } => Some(*list),
            Self::Host { dst, .. } | Self::Call { dst, .. } => *dst,
            Self::Release { .. } | Self::Tick { .. } | Self::Probe { .. } => None,
        }
    }

    /// Where the instruction can fault, if it has a site.
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Self::Arith { site, .. }
            | Self::Push { site, .. }
            | Self::Host { site, .. }
            | Self::Tick { site, .. } => Some(*site),
            Self::Call { site, .. } => *site,
            _ => None,
        }
    }

    /// Whether all that the instruction does is to write its register: it may be left out where nobody reads
    /// that, and be done again, as it has no site to share.
    pub fn is_pure(&self) -> bool {
        matches!(
            self,
            Self::Const { .. }
                | Self::Copy { .. }
                | Self::Compare { .. }
                | Self::Bits { .. }
                | Self::Load { .. }
                | Self::LoadAt { .. }
                | Self::Rows { .. }
                | Self::List { .. }
                | Self::Len { .. }
                | Self::Element { .. }
                | Self::Mark { .. }
        )
    }

    /// Every register that the instruction reads, the locals of its site left out.
    pub fn uses(&self) -> Vec<Reg> {
        match self {
            Self::Const { .. }
            | Self::Rows { .. }
            | Self::List { .. }
            | Self::Mark { .. }
            | Self::Tick { .. }
            | Self::Probe { .. } => Vec::new(),
            Self::Copy { src, .. } => vec![*src],
            Self::Arith { a, b, .. } | Self::Compare { a, b, .. } | Self::Bits { a, b, .. } => {
                vec![*a, *b]
            }
            Self::Load { row, .. } => vec![*row],
            Self::LoadAt { row, offset, .. } => vec![*row, *offset],
            Self::Push { list, value, .. } => vec![*list, *value],
            Self::Len { list, .. } => vec![*list],
            Self::Element { list, index, .. } => vec![*list, *index],
            Self::Release { mark } => vec![*mark],
            Self::Host { args, .. } | Self::Call { args, .. } => args.clone(),
        }
    }

    /// Hands every register of the instruction to a function that may replace it.
    pub fn rename(&mut self, to: &mut dyn FnMut(&mut Reg)) {
        match self {
            Self::Const { dst, .. }
            | Self::Rows { dst, .. }
            | Self::List { dst }
            | Self::Mark { dst } => to(dst),
            Self::Copy { dst, src } => [dst, src].into_iter().for_each(to),
            Self::Arith { dst, a, b, .. }
            | Self::Compare { dst, a, b, .. }
            | Self::Bits { dst, a, b, .. } => [dst, a, b].into_iter().for_each(to),
            Self::Load { dst, row, .. } => [dst, row].into_iter().for_each(to),
            Self::LoadAt { dst, row, offset, .. } => [dst, row, offset].into_iter().for_each(to),
            Self::Push { list, value, .. } => [list, value].into_iter().for_each(to),
            Self::Len { dst, list } => [dst, list].into_iter().for_each(to),
            Self::Element { dst, list, index } => [dst, list, index].into_iter().for_each(to),
            Self::Release { mark } => to(mark),
            Self::Host { dst, args, .. } | Self::Call { dst, args, .. } => {
                dst.iter_mut().chain(args).for_each(to);
            }
            Self::Tick { .. } | Self::Probe { .. } => {}
        }
    }

    /// The instruction's site, if it has one, to be replaced.
    pub fn site_mut(&mut self) -> Option<&mut SiteId> {
        match self {
            Self::Arith { site, .. }
            | Self::Push { site, .. }
            | Self::Host { site, .. }
            | Self::Tick { site, .. } => Some(site),
            Self::Call { site, .. } => site.as_mut(),
            _ => None,
        }
    }
}

impl Offered {
    /// The registers that say what is on offer.
    pub fn uses(&self) -> Vec<Reg> {
        match *self {
            Self::List(a) | Self::Fits(a) | Self::Pile(a) => vec![a],
            Self::YesNo => Vec::new(),
            Self::Range(a, b) | Self::Shot(a, b) => vec![a, b],
        }
    }

    fn regs_mut(&mut self) -> Vec<&mut Reg> {
        match self {
            Self::List(a) | Self::Fits(a) | Self::Pile(a) => vec![a],
            Self::YesNo => Vec::new(),
            Self::Range(a, b) | Self::Shot(a, b) => vec![a, b],
        }
    }
}

impl Term {
    /// Whether the function stops here and goes on later.
    pub fn waits(&self) -> bool {
        matches!(self, Self::Ask { .. } | Self::CallWaiting { .. } | Self::Part { .. })
    }

    /// The register that takes the answer, if the terminator waits and keeps it.
    pub fn def(&self) -> Option<Reg> {
        match self {
            Self::Ask { into, .. } | Self::CallWaiting { into, .. } => *into,
            _ => None,
        }
    }

    /// Where the terminator can fault, if it has a site.
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Self::Fault { site, .. } => Some(*site),
            _ => None,
        }
    }

    /// Where a fault shows the terminator's locals: in its own line, or where the function that it waits for may
    /// fault for the line of the call, because it does something for that.
    pub fn shown_site(&self, module: &Module) -> Option<SiteId> {
        let Self::CallWaiting { function, site, .. } = self else { return self.site() };
        let blocks = module.functions.get(function.index()).into_iter().flat_map(|f| &f.blocks);
        let mut insts = blocks.flat_map(|block| &block.insts);
        let does = insts.any(|inst| matches!(inst, Inst::Host { op: HostOp::Because, .. }));
        does.then_some(*site)
    }

    /// Hands every register of the terminator to a function that may replace it.
    pub fn rename(&mut self, to: &mut dyn FnMut(&mut Reg)) {
        match self {
            Self::Jump(_) | Self::EndGame | Self::Fault { .. } => {}
            Self::Branch { cond, .. } => to(cond),
            Self::Switch { value, .. } => to(value),
            Self::Return(value) => value.iter_mut().for_each(to),
            Self::Ask { who, offered, into, .. } => {
                to(who);
                offered.regs_mut().into_iter().chain(into).for_each(to);
            }
            Self::CallWaiting { args, into, .. } => args.iter_mut().chain(into).for_each(to),
            Self::Part { who, .. } => to(who),
        }
    }

    /// The line of a call that may turn out to be nested too deeply once this function waits.
    pub fn call_site(&self) -> Option<SiteId> {
        match self {
            Self::CallWaiting { site, .. } => Some(*site),
            _ => None,
        }
    }

    /// The terminator's site, if it has one, to be replaced.
    pub fn site_mut(&mut self) -> Option<&mut SiteId> {
        match self {
            Self::Fault { site, .. } | Self::CallWaiting { site, .. } => Some(site),
            _ => None,
        }
    }

    /// Every register that the terminator reads, the locals of its site left out.
    pub fn uses(&self) -> Vec<Reg> {
        match self {
            Self::Jump(_) | Self::EndGame | Self::Fault { .. } => Vec::new(),
            Self::Branch { cond, .. } => vec![*cond],
            Self::Switch { value, .. } => vec![*value],
            Self::Return(value) => value.iter().copied().collect(),
            Self::Ask { who, offered, .. } => {
                let mut uses = offered.uses();
                uses.push(*who);
                uses
            }
            Self::CallWaiting { args, .. } => args.clone(),
            Self::Part { who, .. } => vec![*who],
        }
    }

    /// The blocks that may come next, those behind a wait included.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Self::Jump(to) => vec![*to],
            Self::Branch { yes, no, .. } => vec![*yes, *no],
            Self::Switch { cases, default, .. } => {
                cases.iter().map(|(_, to)| *to).chain([*default]).collect()
            }
            Self::Return(_) | Self::EndGame | Self::Fault { .. } => Vec::new(),
            Self::Ask { then, .. } | Self::CallWaiting { then, .. } | Self::Part { then, .. } => {
                vec![*then]
            }
        }
    }

    /// Hands every block that may come next to a function that may replace it.
    pub fn redirect(&mut self, to: &mut dyn FnMut(&mut BlockId)) {
        match self {
            Self::Jump(next) => to(next),
            Self::Branch { yes, no, .. } => [yes, no].into_iter().for_each(to),
            Self::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, next)| next).chain([default]).for_each(to);
            }
            Self::Return(_) | Self::EndGame | Self::Fault { .. } => {}
            Self::Ask { then, .. } | Self::CallWaiting { then, .. } | Self::Part { then, .. } => {
                to(then);
            }
        }
    }
}

impl SiteShape {
    /// The registers that a fault at this site shows.
    pub fn shown(&self) -> &[Reg] {
        &self.locals
    }
}

impl Block {
    /// How many instructions and terminators the block has.
    pub fn size(&self) -> usize {
        self.insts.len() + 1
    }
}
