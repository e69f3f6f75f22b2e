//! What the operators of the intermediate representation mean.

use abi::{ABSENT, FaultKind, Word};

use super::super::{Arith, Bits, Compare};

/// The result of checked arithmetic; [`ABSENT`] is no number.
pub(super) fn arith(op: Arith, a: Word, b: Word) -> Result<Word, FaultKind> {
    if matches!(op, Arith::Div | Arith::Rem) && b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let result = match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
    };
    result.filter(|word| *word != ABSENT).ok_or(FaultKind::Overflow)
}

/// The result of a comparison.
pub(crate) fn compare(op: Compare, a: Word, b: Word) -> Word {
    Word::from(match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    })
}

/// The result of an operation on bits; of a shift's distance the lowest six bits count.
pub(crate) fn bits(op: Bits, a: Word, b: Word) -> Word {
    match op {
        Bits::And => a & b,
        Bits::Or => a | b,
        Bits::Xor => a ^ b,
        Bits::Shl => a.wrapping_shl((b & 63) as u32),
        Bits::Shr => a.wrapping_shr((b & 63) as u32),
        Bits::Add => a.wrapping_add(b),
    }
}
