//! Arithmetic at the ends of the range, on both back ends, with operands known and unknown.

use abi::{ABSENT, FaultKind, Word};

use super::{
    draft::{Body, module},
    pair::Pair,
};
use crate::ir::{Arith, Bits, Compare, Inst, Module, Term};

const EDGES: [Word; 15] = [
    ABSENT,
    ABSENT + 1,
    ABSENT + 2,
    -4_000_000_000,
    -8,
    -2,
    -1,
    0,
    1,
    2,
    3,
    8,
    4_000_000_000,
    Word::MAX - 1,
    Word::MAX,
];
const OPS: [Arith; 5] = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem];

fn expected(op: Arith, a: Word, b: Word) -> Result<Word, FaultKind> {
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    if matches!(op, Arith::Div | Arith::Rem) && b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    // The machine's remainder of the least number by -1 overflows like its quotient.
    if op == Arith::Rem && a == ABSENT && b == -1 {
        return Err(FaultKind::Overflow);
    }
    let wide = match op {
        Arith::Add => wide_a + wide_b,
        Arith::Sub => wide_a - wide_b,
        Arith::Mul => wide_a * wide_b,
        Arith::Div => wide_a / wide_b,
        Arith::Rem => wide_a % wide_b,
    };
    Word::try_from(wide).ok().filter(|word| *word != ABSENT).ok_or(FaultKind::Overflow)
}

/// An operator with what is known of its operands when it is compiled.
type Case = (Arith, Option<Word>, Option<Word>);

/// For every operator a function of two parameters, and for every edge one with it on either side.
fn functions() -> (Module, Vec<Case>) {
    let mut module = module();
    let mut cases = Vec::new();
    for op in OPS {
        let known = EDGES.iter().flat_map(|edge| [(Some(*edge), None), (None, Some(*edge))]);
        for (left, right) in known.chain([(None, None)]) {
            let mut body = Body::new(&mut module, "operator", 2, false);
            let a = left.map_or(crate::ir::Reg(0), |word| body.constant(word));
            let b = right.map_or(crate::ir::Reg(1), |word| body.constant(word));
            let result = body.arith(op, a, b);
            body.finish(Term::Return(Some(result)));
            cases.push((op, left, right));
        }
    }
    (module, cases)
}

#[test]
fn arithmetic_is_exact_or_a_fault() {
    let (module, cases) = functions();
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    for (i, (op, left, right)) in cases.into_iter().enumerate() {
        for a in EDGES {
            for b in EDGES {
                let (a, b) = (left.unwrap_or(a), right.unwrap_or(b));
                let found = pair.call(abi::FunctionId(i as u32), &[a, b], &mut twins);
                let found = found.map_err(|fault| {
                    let words: Vec<_> = fault.locals.iter().map(|local| local.word).collect();
                    assert_eq!(words, [a, b]);
                    fault.kind
                });
                assert_eq!(found, expected(op, a, b), "{op:?} {a} {b} known {left:?} {right:?}");
            }
        }
    }
}

#[test]
fn comparisons_and_bits_agree_with_the_machine() {
    let mut module = module();
    let compares = [Compare::Eq, Compare::Ne, Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge];
    let bits = [Bits::And, Bits::Or, Bits::Xor, Bits::Shl, Bits::Shr, Bits::Add];
    let (a, b) = (crate::ir::Reg(0), crate::ir::Reg(1));
    for op in compares {
        let mut body = Body::new(&mut module, "compare", 2, false);
        let result = body.compare(op, a, b);
        body.finish(Term::Return(Some(result)));
    }
    for op in bits {
        let mut body = Body::new(&mut module, "bits", 2, false);
        let result = body.put(|dst| Inst::Bits { dst, op, a, b });
        body.finish(Term::Return(Some(result)));
    }
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    for (a, b) in EDGES.iter().flat_map(|a| EDGES.iter().map(move |b| (*a, *b))) {
        let found: Vec<_> =
            (0..12).map(|i| pair.call(abi::FunctionId(i), &[a, b], &mut twins).unwrap()).collect();
        let (flag, distance) = (Word::from, (b & 63) as u32);
        let expected = [
            flag(a == b),
            flag(a != b),
            flag(a < b),
            flag(a <= b),
            flag(a > b),
            flag(a >= b),
            a & b,
            a | b,
            a ^ b,
            a << distance,
            a >> distance,
            a.wrapping_add(b),
        ];
        assert_eq!(found, expected, "{a} {b}");
    }
}
