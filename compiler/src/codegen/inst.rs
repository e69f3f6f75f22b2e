//! One instruction of the intermediate representation as instructions of the machine.

use abi::{ContextField, FunctionId, HostOp, SiteId, Word, list};
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, InstBuilder, Signature, UserExternalName, Value,
    condcodes::IntCC, types::I64,
};

use super::{direct_params, function::Translator, signature};
use crate::ir::{Inst, Reg};

impl Translator<'_, '_> {
    pub(super) fn inst(&mut self, inst: &Inst) {
        let value = match inst {
            Inst::Const { value, .. } => self.word(*value),
            Inst::Copy { src, .. } => self.get(*src),
            Inst::Arith { op, a, b, site, .. } => self.arith(*op, *a, *b, *site),
            Inst::Compare { op, a, b, .. } => self.compare(*op, *a, *b),
            Inst::Bits { op, a, b, .. } => self.bits(*op, *a, *b),
            Inst::Load { table, row, field, .. } => self.table_word(*table, *row, *field, None),
            Inst::LoadAt { table, row, field, offset, .. } => {
                self.table_word(*table, *row, *field, Some(*offset))
            }
            Inst::Rows { table, .. } => self.rows(*table),
            Inst::List { .. } => {
                let top = self.load_state(ContextField::StackTop);
                self.shifted_up(top)
            }
            Inst::Push { list, value, site } => self.push(*list, *value, *site),
            Inst::Len { list, .. } => {
                let list = self.get(*list);
                self.list_len(list)
            }
            Inst::Element { list, index, .. } => self.element(*list, *index),
            Inst::Mark { .. } => self.load_state(ContextField::StackTop),
            Inst::Release { mark } => {
                let mark = self.get(*mark);
                return self.store_state(ContextField::StackTop, mark);
            }
            Inst::Host { op, args, site, .. } => {
                let args: Vec<_> = args.iter().map(|arg| self.get(*arg)).collect();
                let answer = self.ask_host(*op, &args, *site);
                self.check_host(*site);
                answer
            }
            Inst::Call { function, args, site, .. } => self.call(*function, args, *site),
            Inst::Tick { steps, site } => return self.tick(*steps, *site),
            // Watched rules run on the evaluator.
            Inst::Probe { .. } => return,
        };
        if let Some(dst) = inst.def() {
            self.set(dst, value);
        }
    }

    fn shifted_up(&mut self, value: Value) -> Value {
        let half = self.word(32);
        self.builder.ins().ishl(value, half)
    }

    fn list_start(&mut self, list: Value) -> Value {
        let half = self.word(32);
        self.builder.ins().sshr(list, half)
    }

    fn list_len(&mut self, list: Value) -> Value {
        let low = self.word(0xffff_ffff);
        self.builder.ins().band(list, low)
    }

    fn element(&mut self, list: Reg, index: Reg) -> Value {
        let (list, index) = (self.get(list), self.get(index));
        let start = self.list_start(list);
        let position = self.builder.ins().iadd(start, index);
        let stack = self.stack_pointer();
        let address = self.word_address(stack, position);
        self.load_stack(address, 0)
    }

    /// In place where the list ends at the top of the stack and there is room; otherwise the host appends.
    fn push(&mut self, to: Reg, value: Reg, site: SiteId) -> Value {
        let (to, value) = (self.get(to), self.get(value));
        let start = self.list_start(to);
        let len = self.list_len(to);
        let end = self.builder.ins().iadd(start, len);
        let top = self.load_state(ContextField::StackTop);
        let (ends_here, in_place) = (self.builder.create_block(), self.builder.create_block());
        let (elsewhere, done) = (self.cold_block(), self.builder.create_block());
        let longer = self.builder.append_block_param(done, I64);

        let at_top = self.builder.ins().icmp(IntCC::Equal, end, top);
        self.builder.ins().brif(at_top, ends_here, &[], elsewhere, &[]);
        self.builder.switch_to_block(ends_here);
        self.builder.seal_block(ends_here);
        let room = self.stack_room();
        let fits = self.builder.ins().icmp(IntCC::UnsignedLessThan, top, room);
        self.builder.ins().brif(fits, in_place, &[], elsewhere, &[]);

        self.builder.switch_to_block(in_place);
        self.builder.seal_block(in_place);
        let stack = self.stack_pointer();
        let address = self.word_address(stack, top);
        self.store_stack(value, address, 0);
        let one = self.word(1);
        let above = self.builder.ins().iadd(top, one);
        self.store_state(ContextField::StackTop, above);
        let one = self.word(list(0, 1));
        let grown = self.builder.ins().iadd(to, one);
        self.builder.ins().jump(done, &[grown.into()]);

        self.builder.switch_to_block(elsewhere);
        self.builder.seal_block(elsewhere);
        let appended = self.ask_host(HostOp::Append, &[to, value], site);
        self.check_host(site);
        self.builder.ins().jump(done, &[appended.into()]);
        self.builder.switch_to_block(done);
        self.builder.seal_block(done);
        longer
    }

    /// Calls the host; whether it faulted is still to be checked.
    fn ask_host(&mut self, op: HostOp, args: &[Value], site: SiteId) -> Value {
        let signature = match self.host_signature {
            Some(signature) => signature,
            None => {
                let mut signature = Signature::new(self.isa.default_call_conv());
                signature.params.extend((0..6).map(|_| AbiParam::new(I64)));
                signature.returns.push(AbiParam::new(I64));
                *self.host_signature.insert(self.builder.import_signature(signature))
            }
        };
        // The address is a constant of the code: the host may lie too far away for a short call.
        let address = self.word(abi::host_call as *const () as Word);
        let op_and_site = self.word(op as Word | Word::from(site.0) << 16);
        let mut words = vec![self.context, op_and_site];
        words.extend(args.iter().take(4));
        if words.len() < 6 {
            let zero = self.word(0);
            words.resize(6, zero);
        }
        let call = self.builder.ins().call_indirect(signature, address, &words);
        self.builder.inst_results(call)[0]
    }

    fn call(&mut self, function: FunctionId, args: &[Reg], site: Option<SiteId>) -> Value {
        let callee = match self.imports.get(&function) {
            Some(callee) => *callee,
            None => {
                let index = self.unit.functions[function.index()].as_u32();
                let params = direct_params(&self.unit.module.functions[function.index()]);
                let signature = self.builder.import_signature(signature(self.isa, params));
                let name = UserExternalName { namespace: 0, index };
                let name = self.builder.func.declare_imported_user_function(name);
                // All code of a module lies in one piece of memory.
                let callee = self.builder.import_function(ExtFuncData {
                    name: ExternalName::user(name),
                    signature,
                    colocated: true,
                    patchable: false,
                });
                self.imports.insert(function, callee);
                callee
            }
        };
        let mut words = vec![self.context];
        for arg in args {
            words.push(self.get(*arg));
        }
        let call = self.builder.ins().call(callee, &words);
        let value = self.builder.inst_results(call)[0];
        if self.unit.effects[function.index()].faults {
            self.check_call(site);
        }
        value
    }

    fn tick(&mut self, taken: u32, site: SiteId) {
        let steps = self.load_state(ContextField::Steps);
        let less = self.word(-Word::from(taken));
        let left = self.builder.ins().iadd(steps, less);
        self.store_state(ContextField::Steps, left);
        let zero = self.word(0);
        let spent = self.builder.ins().icmp(IntCC::SignedLessThan, left, zero);
        self.fault_if(spent, abi::FaultKind::Budget, site);
    }
}
