//! The loop of the evaluator.

use std::panic::{AssertUnwindSafe, catch_unwind};

use abi::{
    AskCall, Fault, FaultKind, Host, HostOp, LocalValue, Options, Outcome, PileId, SiteId, Table,
    Word, list, list_len, list_start,
};

use super::{
    super::{BlockId, Inst, Module, Offered, Reg, Term},
    Evaluator,
    activation::{Activation, broken, find},
    arith::{arith, bits, compare},
};
use crate::probe::Probes;

/// One run of a function with all that it calls. Calls take no room on the machine's stack.
pub(super) struct Run<'m, 'h> {
    module: &'m Module,
    host: &'h mut dyn Host,
    steps: i64,
    /// Where the frame of a waiting function begins.
    base: Option<usize>,
    /// Where watched rules note what they come to.
    probes: Option<&'m Probes>,
    callers: Vec<Activation<'m>>,
}

impl<'m, 'h> Run<'m, 'h> {
    pub(super) fn new(code: &'m Evaluator, host: &'h mut dyn Host, base: Option<usize>) -> Self {
        let steps = *host.steps();
        let probes = code.probes.as_deref();
        Self { module: &code.module, host, steps, base, probes, callers: Vec::new() }
    }

    /// Runs a function to its end or to its next wait.
    pub(super) fn finish(&mut self, start: Activation<'m>) -> Result<Outcome, Fault> {
        let result = self.run(start);
        *self.host.steps() = self.steps;
        result
    }

    fn run(&mut self, start: Activation<'m>) -> Result<Outcome, Fault> {
        let mut current = start;
        loop {
            match current.step()? {
                Ok(Inst::Call { dst, function, args, site }) => {
                    let callee = find(self.module, *function, false)?;
                    let args = current.get_all(args)?;
                    current.calls_at = *site;
                    let next = Activation::new(callee, &args, *dst);
                    self.callers.push(std::mem::replace(&mut current, next));
                }
                Ok(inst) => self.execute(&mut current, inst)?,
                Err(Term::Return(value)) => {
                    let word = value.map_or(Ok(0), |reg| current.get(reg))?;
                    let Some(caller) = self.callers.pop() else { return Ok(Outcome::Done(word)) };
                    let returned = std::mem::replace(&mut current, caller);
                    if let Some(dst) = returned.returns_to {
                        current.set(dst, word)?;
                    }
                }
                Err(term) => {
                    if let Some(outcome) = self.leave(&mut current, term)? {
                        return Ok(outcome);
                    }
                }
            }
        }
    }

    fn execute(&mut self, at: &mut Activation<'m>, inst: &'m Inst) -> Result<(), Fault> {
        let word = match inst {
            Inst::Const { value, .. } => *value,
            Inst::Copy { src, .. } => at.get(*src)?,
            Inst::Arith { op, a, b, site, .. } => {
                let result = arith(*op, at.get(*a)?, at.get(*b)?);
                result.map_err(|kind| self.fault(at, kind, *site))?
            }
            Inst::Compare { op, a, b, .. } => compare(*op, at.get(*a)?, at.get(*b)?),
            Inst::Bits { op, a, b, .. } => bits(*op, at.get(*a)?, at.get(*b)?),
            Inst::Load { table, row, field, .. } => {
                self.load(*table, at.get(*row)?, Word::from(*field))?
            }
            Inst::LoadAt { table, row, field, offset, .. } => {
                let field = Word::from(*field).checked_add(at.get(*offset)?).ok_or_else(broken)?;
                self.load(*table, at.get(*row)?, field)?
            }
            Inst::Rows { table, .. } if table.is_mutable() => {
                self.host.memory().rows(*table) as Word
            }
            Inst::List { .. } => list(self.host.stack().top(), 0),
            Inst::Push { list: to, value, site } => {
                let pushed = self.push(at.get(*to)?, at.get(*value)?, *site);
                pushed.map_err(|kind| self.fault(at, kind, *site))?
            }
            Inst::Len { list, .. } => list_len(at.get(*list)?) as Word,
            Inst::Element { list, index, .. } => self.element(at.get(*list)?, at.get(*index)?)?,
            Inst::Mark { .. } => self.host.stack().top() as Word,
            Inst::Release { mark } => {
                let mark = usize::try_from(at.get(*mark)?).map_err(|_| broken())?;
                if mark > self.host.stack().top() {
                    return Err(broken());
                }
                self.host.stack_mut().set_top(mark);
                return Ok(());
            }
            Inst::Host { op, args, site, .. } => {
                let mut words = [0; 4];
                for (word, arg) in words.iter_mut().zip(args) {
                    *word = at.get(*arg)?;
                }
                if let Some(probes) = self.probes {
                    probes.note_deed(*op, words);
                }
                let answer = self.ask_host(*op, words, *site);
                answer.map_err(|kind| match self.host.blamed() {
                    Some(_) => self.fault_of_caller(kind),
                    None => self.fault(at, kind, *site),
                })?
            }
            Inst::Tick { steps, site } => {
                self.steps = self.steps.wrapping_sub(i64::from(*steps));
                if self.steps < 0 {
                    return Err(self.fault(at, FaultKind::Budget, *site));
                }
                return Ok(());
            }
            Inst::Probe { probe } => {
                if let Some(probes) = self.probes {
                    probes.note(*probe);
                }
                return Ok(());
            }
            Inst::Rows { .. } | Inst::Call { .. } => return Err(broken()),
        };
        inst.def().map_or(Ok(()), |dst| at.set(dst, word))
    }

    fn load(&self, table: Table, row: Word, field: Word) -> Result<Word, Fault> {
        let words = if table.is_mutable() {
            self.host.memory().words(table)
        } else {
            self.host.constant(table)
        };
        let stride = self.module.strides.get(table as usize).copied().unwrap_or(0);
        let index = row.checked_mul(Word::from(stride)).and_then(|start| start.checked_add(field));
        let index = index.and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| words.get(index)).copied().ok_or_else(broken)
    }

    fn element(&self, list: Word, index: Word) -> Result<Word, Fault> {
        let words = self.host.stack().words().get(list_start(list)..);
        let words = words.and_then(|words| words.get(..list_len(list)));
        let word = words.zip(usize::try_from(index).ok()).and_then(|(words, i)| words.get(i));
        word.copied().ok_or_else(broken)
    }

    /// The list with one more word, as a word of its own.
    fn push(&mut self, to: Word, word: Word, site: SiteId) -> Result<Word, FaultKind> {
        let (start, len) = (list_start(to), list_len(to));
        if start.checked_add(len) != Some(self.host.stack().top()) {
            return self.ask_host(HostOp::Append, [to, word, 0, 0], site);
        }
        if self.host.stack_mut().push(word) {
            Ok(list(start, len + 1))
        } else {
            Err(FaultKind::Memory)
        }
    }

    fn ask_host(&mut self, op: HostOp, args: [Word; 4], site: SiteId) -> Result<Word, FaultKind> {
        let (host, steps) = (&mut *self.host, &mut self.steps);
        let result = catch_unwind(AssertUnwindSafe(|| {
            // The host may take steps for what it goes through on its own.
            *host.steps() = *steps;
            let result = host.call(op, args, site);
            *steps = *host.steps();
            result
        }));
        result.unwrap_or(Err(FaultKind::Internal))
    }

    /// A fault of the line that calls the function at hand: told without one where a rule waits for the function.
    fn fault_of_caller(&self, kind: FaultKind) -> Fault {
        let caller = self.callers.last().and_then(|caller| Some((caller, caller.calls_at?)));
        match caller {
            Some((caller, site)) => self.fault(caller, kind, site),
            None => Fault { kind, site: None, locals: Vec::new() },
        }
    }

    fn fault(&self, at: &Activation<'m>, kind: FaultKind, site: SiteId) -> Fault {
        let shown = self.module.sites.get(site.index()).map_or(&[][..], |shape| shape.shown());
        let words = shown.iter().map(|reg| at.get(*reg).unwrap_or(0));
        let names = self.host.site(site).locals.iter();
        let locals = names
            .zip(words)
            .map(|((name, ty), word)| LocalValue::on(self.host.stack(), name, *ty, word))
            .collect();
        Fault { kind, site: Some(site), locals }
    }

    /// Goes on with another block, or stops with an outcome.
    fn leave(&mut self, at: &mut Activation<'m>, term: &'m Term) -> Result<Option<Outcome>, Fault> {
        let next = match term {
            Term::Jump(to) => *to,
            Term::Branch { cond, yes, no } => {
                if at.get(*cond)? != 0 {
                    *yes
                } else {
                    *no
                }
            }
            Term::Switch { value, cases, default } => {
                let value = at.get(*value)?;
                cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, to)| *to)
            }
            Term::Fault { kind, site } => return Err(self.fault(at, *kind, *site)),
            Term::EndGame => return Ok(Some(Outcome::EndGame)),
            Term::Return(_) => return Err(broken()),
            Term::Ask { ask, who, offered, .. } => {
                let options = self.options(at, offered)?;
                let call = AskCall { ask: *ask, who: at.get(*who)?, options };
                self.keep(at)?;
                return Ok(Some(Outcome::Ask(call)));
            }
            Term::CallWaiting { function, args, .. } => {
                let args = at.get_all(args)?;
                self.keep(at)?;
                return Ok(Some(Outcome::Call(*function, args)));
            }
            Term::Part { who, .. } => {
                let who = at.get(*who)?;
                self.keep(at)?;
                return Ok(Some(Outcome::Part(who)));
            }
        };
        at.enter(next);
        Ok(None)
    }

    fn options(&self, at: &Activation<'m>, offered: &Offered) -> Result<Options, Fault> {
        let get = |reg: Reg| at.get(reg);
        Ok(match *offered {
            Offered::List(list) => Options::List(get(list)?),
            Offered::Fits(tile) => Options::Fits(get(tile)?),
            Offered::YesNo => Options::YesNo,
            Offered::Range(low, high) => Options::Range(get(low)?, get(high)?),
            Offered::Pile(pile) => Options::Pile(PileId(get(pile)? as u16)),
            Offered::Shot(token, aim) => Options::Shot(get(token)?, get(aim)?),
        })
    }

    /// Stores what outlives the wait at the end of a block, and where to go on.
    fn keep(&mut self, at: &Activation<'m>) -> Result<(), Fault> {
        let block: BlockId = at.block();
        let frame = at.function.frame.as_ref().ok_or_else(broken)?;
        let base = self.base.ok_or_else(broken)?;
        let number = frame.resumes.iter().position(|resume| resume.asked_in == block);
        let number = number.ok_or_else(broken)?;
        let words = self.host.stack_mut().words_mut().get_mut(base..).ok_or_else(broken)?;
        let words = words.get_mut(..frame.words.len()).ok_or_else(broken)?;
        for reg in &frame.resumes[number].live {
            let slot = frame.slots.get(reg.0 as usize).copied().flatten().ok_or_else(broken)?;
            *words.get_mut(slot as usize).ok_or_else(broken)? = at.get(*reg)?;
        }
        *words.first_mut().ok_or_else(broken)? = number as Word + 1;
        Ok(())
    }
}
