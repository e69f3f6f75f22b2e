//! Faults: tests that lead to blocks off the beaten path, which tell the context and leave the function.

use abi::{CALLER_TELLS, ContextField, FaultKind, SiteId, Status, Word};
use cranelift_codegen::ir::{Block, InstBuilder, Value};

use super::{function::Translator, told::Told};

impl Translator<'_, '_> {
    /// Goes on only if a condition does not hold; otherwise the function faults.
    pub(super) fn fault_if(&mut self, condition: Value, kind: FaultKind, site: SiteId) {
        let fault = self.fault_block(Told::All(kind), site);
        self.leave_if(condition, fault);
    }

    /// Goes on only if the host did not fault.
    pub(super) fn check_host(&mut self, site: SiteId) {
        let kind = self.load_state(ContextField::Fault);
        let fault = self.fault_block(Told::Locals, site);
        self.leave_if(kind, fault);
    }

    /// Goes on only if a called function did not fault. It has told everything, unless it may fault for the line
    /// of the call.
    pub(super) fn check_call(&mut self, site: Option<SiteId>) {
        let kind = self.load_state(ContextField::Fault);
        let fault = match site {
            Some(site) => self.fault_block(Told::Callee, site),
            None => self.exit_block(),
        };
        self.leave_if(kind, fault);
    }

    fn leave_if(&mut self, condition: Value, fault: Block) {
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, fault, &[], next, &[]);
        self.builder.switch_to_block(next);
        self.builder.seal_block(next);
    }

    /// The block that tells of faults at a site; all of one kind share it.
    pub(super) fn fault_block(&mut self, told: Told, site: SiteId) -> Block {
        if let Some(block) = self.faults.get(&(site, told)) {
            return *block;
        }
        let block = self.cold_block();
        self.faults.insert((site, told), block);
        block
    }

    pub(super) fn cold_block(&mut self) -> Block {
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        block
    }

    fn exit_block(&mut self) -> Block {
        if let Some(block) = self.exit {
            return block;
        }
        let block = self.cold_block();
        *self.exit.insert(block)
    }

    /// Fills the blocks for faults once all ways into them are known.
    pub(super) fn fill_faults(&mut self) {
        for ((site, told), block) in std::mem::take(&mut self.faults) {
            self.builder.switch_to_block(block);
            if told == Told::Callee {
                let told_at = self.load_state(ContextField::FaultSite);
                let left = self.word(CALLER_TELLS);
                let left = self.builder.ins().band(told_at, left);
                let (exit, own) = (self.exit_block(), self.cold_block());
                self.builder.ins().brif(left, own, &[], exit, &[]);
                self.builder.switch_to_block(own);
            }
            let module = self.unit.module;
            for (i, reg) in module.sites[site.index()].shown().iter().enumerate() {
                let value = self.get(*reg);
                self.store_state(ContextField::Local(i), value);
            }
            if let Told::All(kind) = told {
                let kind = self.word(kind.word());
                self.store_state(ContextField::Fault, kind);
            }
            if told != Told::Locals {
                let site = self.word(Word::from(site.0));
                self.store_state(ContextField::FaultSite, site);
            }
            let exit = self.exit_block();
            self.builder.ins().jump(exit, &[]);
        }
        if let Some(exit) = self.exit {
            self.builder.switch_to_block(exit);
            let result = if self.function.waits { Status::Fault as Word } else { 0 };
            let result = self.word(result);
            self.builder.ins().return_(&[result]);
        }
    }
}
