//! Functions that wait: frames as plain words, resumed in any copy and by any build of the same rules.

use abi::{AskId, FaultKind, FunctionId, Options, Outcome, Word};

use super::{
    draft::{Body, module},
    pair::Pair,
};
use crate::ir::{Arith, Bits, Compare, Inst, Module, Reg, Term};

/// Asks as often as its first parameter says, and adds up the answers and its second parameter.
fn adder(module: &mut Module) -> FunctionId {
    let mut body = Body::new(module, "adder", 2, true);
    let (rounds, sum) = (Reg(0), Reg(1));
    let (head, round, end) = (body.block(), body.block(), body.block());
    body.end(Term::Jump(head), head);
    body.end(Term::Branch { cond: rounds, yes: round, no: end }, round);
    let answer = body.ask(rounds, sum);
    let site = body.site(&[rounds, answer]);
    body.push(Inst::Arith { dst: sum, op: Arith::Add, a: sum, b: answer, site });
    let less = body.constant(-1);
    body.push(Inst::Bits { dst: rounds, op: Bits::Add, a: rounds, b: less });
    body.end(Term::Jump(head), end);
    body.finish(Term::Return(Some(sum)))
}

#[test]
fn copies_of_a_frame_go_their_own_ways() {
    let mut module = module();
    let id = adder(&mut module);
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    let base = pair.enter(id, &[3, 100], &mut twins);
    let first = pair.resume(id, base, -77, &mut twins);
    let Outcome::Ask(call) = first else { panic!("{first:?}") };
    assert_eq!((call.ask, call.who, call.options), (AskId(0), 3, Options::Range(3, 100)));
    let mut copies = [twins.clone(), twins.clone(), twins];
    for (i, copy) in copies.iter_mut().enumerate() {
        let i = i as Word;
        assert!(matches!(pair.resume(id, base, i, copy), Outcome::Ask(_)));
        // A fresh build of the same rules takes over in the middle.
        let again = pair.again();
        assert!(matches!(again.resume(id, base, 10 * i, copy), Outcome::Ask(_)));
        assert_eq!(pair.resume(id, base, 1000, copy), Outcome::Done(1100 + 11 * i));
    }
}

#[test]
fn a_fault_behind_a_wait_shows_what_was_kept() {
    let mut module = module();
    let id = adder(&mut module);
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    let base = pair.enter(id, &[1, 2], &mut twins);
    pair.resume(id, base, 0, &mut twins);
    let Outcome::Fault(fault) = pair.resume(id, base, Word::MAX, &mut twins) else { panic!() };
    assert_eq!(fault.kind, FaultKind::Overflow);
    assert_eq!(fault.locals.iter().map(|local| local.word).collect::<Vec<_>>(), [1, Word::MAX]);
}

#[test]
fn all_kinds_of_waits_hand_over_their_words() {
    let mut module = module();
    let adder = adder(&mut module);
    let mut body = Body::new(&mut module, "outer", 1, true);
    let two = body.constant(2);
    let (value, then) = (body.reg(), body.block());
    let args = vec![two, Reg(0)];
    let site = body.site(&[Reg(0)]);
    let call = Term::CallWaiting { function: adder, args, into: Some(value), then, site };
    body.end(call, then);
    let then = body.block();
    body.end(Term::Part { who: value, then }, then);
    let (yes, no) = (body.block(), body.block());
    let same = body.compare(Compare::Eq, value, Reg(0));
    body.end(Term::Branch { cond: same, yes, no }, yes);
    body.end(Term::EndGame, no);
    let many = body.constant(5);
    let mut answers = many;
    for _ in 0..5 {
        let answer = body.ask(many, value);
        answers = body.arith(Arith::Add, answers, answer);
    }
    let id = body.finish(Term::Return(Some(answers)));
    let pair = Pair::new(module);
    for value in [8, 9] {
        let mut twins = pair.host(0);
        let base = pair.enter(id, &[9], &mut twins);
        assert_eq!(pair.resume(id, base, 0, &mut twins), Outcome::Call(adder, vec![2, 9]));
        assert_eq!(pair.resume(id, base, value, &mut twins), Outcome::Part(value));
        let mut outcome = pair.resume(id, base, 0, &mut twins);
        if value == 9 {
            assert_eq!(outcome, Outcome::EndGame);
            continue;
        }
        for i in 0..5 {
            assert!(matches!(outcome, Outcome::Ask(_)), "{outcome:?}");
            outcome = pair.resume(id, base, 10_i64.pow(i), &mut twins);
        }
        assert_eq!(outcome, Outcome::Done(11_116));
    }
}

#[test]
fn a_frame_that_is_none_is_refused() {
    let mut module = module();
    let id = adder(&mut module);
    let mut body = Body::new(&mut module, "plain", 0, false);
    let zero = body.constant(0);
    let plain = body.finish(Term::Return(Some(zero)));
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    let base = pair.enter(id, &[1, 2], &mut twins);
    for backend in [crate::Backend::Native, crate::Backend::Eval] {
        let code = crate::build(backend, &mut pair.module.clone());
        let mut refused = |id, base, word: Word| {
            twins.native.stack.words_mut()[0] = word;
            let Outcome::Fault(fault) = code.resume(id, base, 0, &mut twins.native) else {
                return false;
            };
            fault.kind == FaultKind::Internal && fault.site.is_none()
        };
        assert!(refused(id, base, 2), "a resume index beyond the last");
        assert!(refused(id, base, -1), "a resume index below zero");
        assert!(refused(id, base + 1, 0), "a frame beyond the top of the stack");
        assert!(refused(id, usize::MAX, 0), "a frame beyond everything");
        assert!(refused(plain, base, 0), "a function that never waits");
        assert!(!refused(id, base, 0));
    }
}
