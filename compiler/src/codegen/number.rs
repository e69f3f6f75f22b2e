//! Checked arithmetic: tests before or after the operation, never a trap.

use abi::{ABSENT, FaultKind, SiteId, Word};
use cranelift_codegen::ir::{InstBuilder, Value, condcodes::IntCC, types::I64};

use super::function::Translator;
use crate::ir::{Arith, Bits, Compare, Reg};

impl Translator<'_, '_> {
    pub(super) fn arith(&mut self, op: Arith, a: Reg, b: Reg, site: SiteId) -> Value {
        let known = (self.registers.constant(a), self.registers.constant(b));
        match (op, known) {
            (Arith::Add, (Some(a), None)) if a != ABSENT => self.add_constant(b, a, site),
            (Arith::Add, (_, Some(b))) if b != ABSENT => self.add_constant(a, b, site),
            (Arith::Sub, (_, Some(b))) if b != ABSENT => self.add_constant(a, -b, site),
            (Arith::Add | Arith::Sub | Arith::Mul, _) => self.add_sub_mul(op, a, b, site),
            (Arith::Div, (_, divisor)) => self.div(a, b, divisor, site),
            (Arith::Rem, (_, divisor)) => self.rem(a, b, divisor, site),
        }
    }

    fn add_sub_mul(&mut self, op: Arith, a: Reg, b: Reg, site: SiteId) -> Value {
        let (a, b) = (self.get(a), self.get(b));
        let ins = self.builder.ins();
        let (result, overflow) = match op {
            Arith::Add => ins.sadd_overflow(a, b),
            Arith::Sub => ins.ssub_overflow(a, b),
            _ => ins.smul_overflow(a, b),
        };
        self.fault_if(overflow, FaultKind::Overflow, site);
        let absent = self.is_word(result, ABSENT);
        self.fault_if(absent, FaultKind::Overflow, site);
        result
    }

    /// The sum with a constant: one comparison tells overflow and [`ABSENT`] alike.
    fn add_constant(&mut self, a: Reg, constant: Word, site: SiteId) -> Value {
        let a = self.get(a);
        let by = self.word(constant);
        let result = self.builder.ins().iadd(a, by);
        let wrong = if constant > 0 {
            self.builder.ins().icmp(IntCC::SignedLessThan, result, a)
        } else {
            // One less overflows just when the result itself does or is the least number.
            let less = self.word(constant - 1);
            let less = self.builder.ins().iadd(a, less);
            self.builder.ins().icmp(IntCC::SignedGreaterThan, less, a)
        };
        self.fault_if(wrong, FaultKind::Overflow, site);
        result
    }

    fn div(&mut self, a: Reg, b: Reg, divisor: Option<Word>, site: SiteId) -> Value {
        let (a, b) = (self.get(a), self.get(b));
        self.check_divisor(b, divisor, site);
        // The least number by 1 would be absent, by -1 too large; by anything else all is well.
        match divisor {
            Some(1 | -1) => {
                let least = self.is_word(a, ABSENT);
                self.fault_if(least, FaultKind::Overflow, site);
            }
            Some(_) => {}
            None => self.check_least(a, b, true, site),
        }
        self.builder.ins().sdiv(a, b)
    }

    fn rem(&mut self, a: Reg, b: Reg, divisor: Option<Word>, site: SiteId) -> Value {
        let (a, b) = (self.get(a), self.get(b));
        self.check_divisor(b, divisor, site);
        match divisor {
            Some(-1) => {
                let least = self.is_word(a, ABSENT);
                self.fault_if(least, FaultKind::Overflow, site);
            }
            Some(_) => {}
            None => self.check_least(a, b, false, site),
        }
        self.builder.ins().srem(a, b)
    }

    fn check_divisor(&mut self, b: Value, divisor: Option<Word>, site: SiteId) {
        if divisor.is_none_or(|divisor| divisor == 0) {
            let zero = self.is_word(b, 0);
            self.fault_if(zero, FaultKind::DivisionByZero, site);
        }
    }

    /// Faults if the least number is divided by -1, or by 1 where `one` says so.
    fn check_least(&mut self, a: Value, b: Value, one: bool, site: SiteId) {
        let (rare, next) = (self.cold_block(), self.builder.create_block());
        let least = self.is_word(a, ABSENT);
        self.builder.ins().brif(least, rare, &[], next, &[]);
        self.builder.switch_to_block(rare);
        self.builder.seal_block(rare);
        let mut wrong = self.is_word(b, -1);
        if one {
            let by_one = self.is_word(b, 1);
            wrong = self.builder.ins().bor(wrong, by_one);
        }
        self.fault_if(wrong, FaultKind::Overflow, site);
        self.builder.ins().jump(next, &[]);
        self.builder.switch_to_block(next);
        self.builder.seal_block(next);
    }

    fn is_word(&mut self, value: Value, word: Word) -> Value {
        let word = self.word(word);
        self.builder.ins().icmp(IntCC::Equal, value, word)
    }

    pub(super) fn compare(&mut self, op: Compare, a: Reg, b: Reg) -> Value {
        let (a, b) = (self.get(a), self.get(b));
        let condition = match op {
            Compare::Eq => IntCC::Equal,
            Compare::Ne => IntCC::NotEqual,
            Compare::Lt => IntCC::SignedLessThan,
            Compare::Le => IntCC::SignedLessThanOrEqual,
            Compare::Gt => IntCC::SignedGreaterThan,
            Compare::Ge => IntCC::SignedGreaterThanOrEqual,
        };
        let flag = self.builder.ins().icmp(condition, a, b);
        self.builder.ins().uextend(I64, flag)
    }

    /// Cranelift counts the lowest six bits of a shift's distance, as the evaluator does.
    pub(super) fn bits(&mut self, op: Bits, a: Reg, b: Reg) -> Value {
        let (a, b) = (self.get(a), self.get(b));
        let ins = self.builder.ins();
        match op {
            Bits::And => ins.band(a, b),
            Bits::Or => ins.bor(a, b),
            Bits::Xor => ins.bxor(a, b),
            Bits::Shl => ins.ishl(a, b),
            Bits::Shr => ins.sshr(a, b),
            Bits::Add => ins.iadd(a, b),
        }
    }
}
