//! How machine code reaches the context, the tables and the stack.

use abi::{ContextField, Table};
use cranelift_codegen::ir::{InstBuilder, Value, types::I64};

use super::function::Translator;
use crate::ir::Reg;

impl Translator<'_, '_> {
    /// A field of the context that machine code changes too.
    pub(super) fn load_state(&mut self, field: ContextField) -> Value {
        let flags = self.regions.state;
        self.builder.ins().load(I64, flags, self.context, field.offset())
    }

    pub(super) fn store_state(&mut self, field: ContextField, value: Value) {
        let flags = self.regions.state;
        self.builder.ins().store(flags, value, self.context, field.offset());
    }

    /// A field of the context that only the host changes; `steady` if it never does while this function runs.
    fn load_hosts(&mut self, field: ContextField, steady: bool) -> Value {
        self.load_from(self.context, field, steady)
    }

    fn load_from(&mut self, base: Value, field: ContextField, steady: bool) -> Value {
        let mut flags = self.regions.hosts;
        if steady {
            flags = flags.with_readonly().with_can_move();
        }
        self.builder.ins().load(I64, flags, base, field.offset())
    }

    /// The pointer to a table's first word, or its number of rows.
    fn located(&mut self, table: Table, field: ContextField) -> Value {
        if !table.is_mutable() {
            return self.load_hosts(field, true);
        }
        let locations = self.load_hosts(ContextField::Locations, true);
        self.load_from(locations, field, !self.effects.moves_tables)
    }

    pub(super) fn rows(&mut self, table: Table) -> Value {
        self.located(table, ContextField::Rows(table))
    }

    pub(super) fn stack_pointer(&mut self) -> Value {
        let steady = !self.effects.grows_stack;
        self.load_hosts(ContextField::Stack, steady)
    }

    pub(super) fn stack_room(&mut self) -> Value {
        let steady = !self.effects.grows_stack;
        self.load_hosts(ContextField::StackRoom, steady)
    }

    /// The word of a table in a row and a column, to which an offset may be added.
    pub(super) fn table_word(
        &mut self,
        table: Table,
        row: Reg,
        field: u32,
        offset: Option<Reg>,
    ) -> Value {
        let pointer = self.located(table, ContextField::Table(table));
        let stride = self.unit.module.strides[table as usize];
        let (mut address, mut bytes) = (pointer, i64::from(field) * 8);
        let fixed = self
            .registers
            .constant(row)
            .and_then(|row| row.checked_mul(i64::from(stride) * 8)?.checked_add(bytes));
        match fixed.filter(|fixed| i32::try_from(*fixed).is_ok()) {
            Some(fixed) => bytes = fixed,
            None => {
                let row = self.get(row);
                let words = self.times(row, stride);
                address = self.word_address(address, words);
            }
        }
        if let Some(offset) = offset {
            let offset = self.get(offset);
            address = self.word_address(address, offset);
        }
        let mut flags = self.regions.hosts;
        if !table.is_mutable() {
            flags = flags.with_readonly();
        }
        let bytes = i32::try_from(bytes).expect("verified: rows are not that wide");
        self.builder.ins().load(I64, flags, address, bytes)
    }

    /// The address so many words behind another.
    pub(super) fn word_address(&mut self, base: Value, words: Value) -> Value {
        let three = self.word(3);
        let bytes = self.builder.ins().ishl(words, three);
        self.builder.ins().iadd(base, bytes)
    }

    /// A multiple of a row's number, by shifts and sums where two of them are enough: a sum with a number
    /// shifted by up to three is a single instruction, and faster than a multiplication.
    fn times(&mut self, value: Value, factor: u32) -> Value {
        let shift = factor.trailing_zeros().min(31);
        let odd = self.times_odd(value, factor >> shift);
        match odd {
            Some(multiple) => self.shifted(multiple, shift),
            None => {
                let factor = self.word(i64::from(factor));
                self.builder.ins().imul(value, factor)
            }
        }
    }

    fn times_odd(&mut self, value: Value, odd: u32) -> Option<Value> {
        /// The factors of one sum, each with the shift in it.
        const SUMS: [(u32, u32); 3] = [(3, 1), (5, 2), (9, 3)];
        let sum = |this: &mut Self, a: Value, b: Value, shift: u32| {
            let b = this.shifted(b, shift);
            this.builder.ins().iadd(a, b)
        };
        if odd == 1 {
            return Some(value);
        }
        if (odd - 1).is_power_of_two() {
            return Some(sum(self, value, value, (odd - 1).trailing_zeros()));
        }
        if (odd + 1).is_power_of_two() {
            let more = self.shifted(value, (odd + 1).trailing_zeros());
            return Some(self.builder.ins().isub(more, value));
        }
        for (factor, shift) in SUMS {
            for (other, other_shift) in SUMS {
                if factor * other == odd {
                    let part = sum(self, value, value, shift);
                    return Some(sum(self, part, part, other_shift));
                }
            }
            for outer in 1..=3 {
                if odd == factor + (1 << outer) {
                    let part = sum(self, value, value, shift);
                    return Some(sum(self, part, value, outer));
                }
                if odd == 1 + (factor << outer) {
                    let part = sum(self, value, value, shift);
                    return Some(sum(self, value, part, outer));
                }
            }
        }
        None
    }

    fn shifted(&mut self, value: Value, shift: u32) -> Value {
        let shift = self.word(i64::from(shift));
        self.builder.ins().ishl(value, shift)
    }

    pub(super) fn load_stack(&mut self, address: Value, bytes: i32) -> Value {
        self.builder.ins().load(I64, self.regions.stack, address, bytes)
    }

    pub(super) fn store_stack(&mut self, value: Value, address: Value, bytes: i32) {
        self.builder.ins().store(self.regions.stack, value, address, bytes);
    }

    /// Where the frame of the running function begins.
    pub(super) fn frame_address(&mut self) -> Value {
        let stack = self.stack_pointer();
        let frame = self.load_state(ContextField::Frame);
        self.word_address(stack, frame)
    }
}
