//! What comes after a block: jumps, returns, and waits that are told through the context.

use abi::{ContextField, OptionsTag, Status, Word};
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Switch;

use super::{
    EmitError,
    function::{Translator, slot},
    told::Told,
};
use crate::ir::{BlockId, Offered, Reg, Term};

impl<'u> Translator<'u, '_> {
    pub(super) fn term(&mut self, block: BlockId, term: &'u Term) -> Result<(), EmitError> {
        match term {
            Term::Jump(to) => self.jump(*to),
            Term::Branch { cond, yes, no } => {
                let cond = self.get(*cond);
                let (to_yes, to_no) = (self.target(*yes), self.target(*no));
                self.builder.ins().brif(cond, to_yes, &[], to_no, &[]);
                self.arrived(*yes);
                self.arrived(*no);
            }
            Term::Switch { value, cases, default } => self.switch(*value, cases, *default),
            Term::Return(value) => self.give_back(*value),
            Term::Ask { ask, who, offered, .. } => {
                let ask = self.word(Word::from(ask.0));
                let who = self.get(*who);
                let mut words = vec![ask, who];
                self.options(offered, &mut words);
                self.wait(block, Status::Ask, &words)?;
            }
            Term::CallWaiting { function, args, .. } => {
                let function = self.word(Word::from(function.0));
                let count = self.word(args.len() as Word);
                let mut words = vec![function, count];
                for arg in args {
                    words.push(self.get(*arg));
                }
                self.wait(block, Status::Call, &words)?;
            }
            Term::Part { who, .. } => {
                let who = self.get(*who);
                self.wait(block, Status::Part, &[who])?;
            }
            Term::EndGame => self.leave(Status::EndGame, &[]),
            Term::Fault { kind, site } => {
                let fault = self.fault_block(Told::All(*kind), *site);
                self.builder.ins().jump(fault, &[]);
            }
        }
        Ok(())
    }

    fn switch(&mut self, value: Reg, cases: &[(Word, BlockId)], default: BlockId) {
        let value = self.get(value);
        let mut switch = Switch::new();
        for (word, to) in cases {
            switch.set_entry(u128::from(*word as u64), self.target(*to));
        }
        let otherwise = self.target(default);
        switch.emit(&mut self.builder, value, otherwise);
        // The search for a case may jump to the default several times: such blocks are sealed at the end.
    }

    fn give_back(&mut self, value: Option<Reg>) {
        let value = match value {
            Some(reg) => self.get(reg),
            None => self.word(0),
        };
        if self.function.waits {
            self.leave(Status::Done, &[value]);
        } else {
            self.builder.ins().return_(&[value]);
        }
    }

    fn options(&mut self, offered: &Offered, words: &mut Vec<Value>) {
        let tag = match offered {
            Offered::List(_) => OptionsTag::List,
            Offered::Fits(_) => OptionsTag::Fits,
            Offered::YesNo => OptionsTag::YesNo,
            Offered::Range(..) => OptionsTag::Range,
            Offered::Pile(_) => OptionsTag::Pile,
            Offered::Shot(..) => OptionsTag::Shot,
        };
        words.push(self.word(tag as Word));
        for reg in offered.uses() {
            words.push(self.get(reg));
        }
    }

    /// Stores what outlives the wait and where to go on, and leaves.
    fn wait(&mut self, block: BlockId, status: Status, words: &[Value]) -> Result<(), EmitError> {
        let frame = self.function.frame.as_ref();
        let frame = frame.ok_or_else(|| EmitError::new("a waiting function has no frame"))?;
        // The resumes lie in the order of the blocks that wait.
        let number = frame.resumes.binary_search_by_key(&block, |resume| resume.asked_in);
        let number = number.map_err(|_| EmitError::new("a wait has no number"))?;
        let address = self.frame_address();
        for reg in &frame.resumes[number].live {
            let value = self.get(*reg);
            self.store_stack(value, address, slot(frame, *reg)?);
        }
        let number = self.word(number as Word + 1);
        self.store_stack(number, address, 0);
        self.leave(status, words);
        Ok(())
    }

    /// Hands over words and leaves with a status.
    fn leave(&mut self, status: Status, words: &[Value]) {
        for (i, word) in words.iter().enumerate() {
            self.store_state(ContextField::Transfer(i), *word);
        }
        let status = self.word(status as Word);
        self.builder.ins().return_(&[status]);
    }
}
