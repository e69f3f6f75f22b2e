//! Whatever goes wrong ends in a fault with its site and its locals, never in a trap or an abort.

use abi::{FaultKind, FunctionId, HostOp, Reason, Table, Word, list};

use super::{
    draft::{Body, INT, module},
    host::ROWS,
    pair::Pair,
};
use crate::ir::{Arith, Bits, Compare, Inst, Module, Reg, Term};

/// A loop that counts down from its parameter, a step a round.
fn countdown(module: &mut Module) -> FunctionId {
    let mut body = Body::new(module, "countdown", 1, false);
    let left = Reg(0);
    let (head, round, end) = (body.block(), body.block(), body.block());
    body.end(Term::Jump(head), head);
    let site = body.site(&[left]);
    body.push(Inst::Tick { steps: 1, site });
    body.end(Term::Branch { cond: left, yes: round, no: end }, round);
    let one = body.constant(-1);
    body.push(Inst::Bits { dst: left, op: Bits::Add, a: left, b: one });
    body.end(Term::Jump(head), end);
    body.finish(Term::Return(Some(left)))
}

#[test]
fn the_budget_ends_a_loop() {
    let mut module = module();
    let id = countdown(&mut module);
    let pair = Pair::new(module);
    let mut enough = pair.host(1000);
    assert_eq!(pair.call(id, &[999], &mut enough), Ok(0));
    assert_eq!(enough.native.steps, 0);
    let mut short = pair.host(1000);
    let fault = pair.call(id, &[Word::MAX], &mut short).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Budget);
    assert_eq!(fault.locals[0].word, Word::MAX - 1000);
    assert_eq!(fault.locals[0].name, "p0");
    assert_eq!(short.native.steps, -1);
}

#[test]
fn a_panic_of_the_host_is_an_internal_fault() {
    let mut module = module();
    let mut body = Body::new(&mut module, "inner", 1, false);
    let site = body.site(&[Reg(0)]);
    body.push(Inst::Host { dst: None, op: HostOp::Win, args: vec![Reg(0)], site });
    let inner = body.finish(Term::Return(Some(Reg(0))));
    let mut body = Body::new(&mut module, "outer", 1, false);
    body.put(|dst| Inst::Call { dst: Some(dst), function: inner, args: vec![Reg(0)], site: None });
    let outer = body.finish(Term::Return(Some(Reg(0))));
    let pair = Pair::new(module);
    let fault = pair.call(outer, &[41], &mut pair.host(0)).unwrap_err();
    assert_eq!((fault.kind, pair.line(&fault)), (FaultKind::Internal, site.0 + 1));
    assert_eq!(fault.locals[0].word, 41);
}

#[test]
fn a_deed_that_cannot_be_done_faults_at_its_line() {
    let mut module = module();
    let mut body = Body::new(&mut module, "deeds", 2, false);
    let site = body.site(&[Reg(1), Reg(0)]);
    let args = vec![Reg(0), Reg(1)];
    let points = body.put(|dst| Inst::Host { dst: Some(dst), op: HostOp::Score, args, site });
    let id = body.finish(Term::Return(Some(points)));
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    let before = pair.call(id, &[1, 0], &mut twins).unwrap();
    assert_eq!(pair.call(id, &[1, 5], &mut twins), Ok(before + 5));
    assert_eq!(twins.native.memory.get(Table::Player, 1, 0), before + 5);
    let fault = pair.call(id, &[1, Word::MAX], &mut twins).unwrap_err();
    assert_eq!((fault.kind, fault.site), (FaultKind::Impossible(Reason::Unknown), Some(site)));
    assert_eq!(fault.locals.iter().map(|local| local.word).collect::<Vec<_>>(), [Word::MAX, 1]);
}

#[test]
fn a_chain_of_calls_returns_and_faults_through_every_link() {
    let mut module = module();
    let mut body = Body::new(&mut module, "link", 2, false);
    let sum = body.arith(Arith::Add, Reg(0), Reg(1));
    let mut last = body.finish(Term::Return(Some(sum)));
    for _ in 0..900 {
        let mut body = Body::new(&mut module, "link", 2, false);
        let below = body.put(|dst| Inst::Call {
            dst: Some(dst),
            function: last,
            args: vec![Reg(0), Reg(1)],
            site: None,
        });
        let sum = body.arith(Arith::Add, below, Reg(1));
        last = body.finish(Term::Return(Some(sum)));
    }
    let pair = Pair::new(module);
    assert_eq!(pair.call(last, &[5, 2], &mut pair.host(0)), Ok(5 + 901 * 2));
    let fault = pair.call(last, &[Word::MAX, 2], &mut pair.host(0)).unwrap_err();
    assert_eq!((fault.kind, pair.line(&fault)), (FaultKind::Overflow, 1));
}

#[test]
fn a_chain_too_deep_for_the_machine_runs_all_the_same() {
    let mut module = module();
    let body = Body::new(&mut module, "link", 1, false);
    let mut last = body.finish(Term::Return(Some(Reg(0))));
    for _ in 0..20_000 {
        let mut body = Body::new(&mut module, "link", 1, false);
        let value = body.put(|dst| Inst::Call {
            dst: Some(dst),
            function: last,
            args: vec![Reg(0)],
            site: None,
        });
        last = body.finish(Term::Return(Some(value)));
    }
    let mut host = super::host::TestHost::new(&module, 0);
    let code = crate::build(crate::Backend::Native, &mut module);
    assert_eq!(code.call(last, &[7], &mut host), Ok(7));
}

#[test]
fn a_function_too_long_for_the_machine_runs_all_the_same() {
    let mut module = module();
    let mut body = Body::new(&mut module, "long", 1, false);
    let mut sum = Reg(0);
    for _ in 0..30_000 {
        sum = body.arith(Arith::Add, sum, Reg(0));
    }
    let id = body.finish(Term::Return(Some(sum)));
    let mut host = super::host::TestHost::new(&module, 0);
    let code = crate::build(crate::Backend::Native, &mut module);
    assert_eq!(code.call(id, &[2], &mut host), Ok(60_002));
}

#[test]
fn a_wait_with_more_words_than_the_machine_hands_over_works_all_the_same() {
    let mut module = module();
    let body = Body::new(&mut module, "inner", 30, true);
    let inner = body.finish(Term::Return(Some(Reg(29))));
    let mut body = Body::new(&mut module, "outer", 1, true);
    let (value, then) = (body.reg(), body.block());
    let args = vec![Reg(0); 30];
    let site = body.site(&[Reg(0)]);
    let call = Term::CallWaiting { function: inner, args, into: Some(value), then, site };
    body.end(call, then);
    let outer = body.finish(Term::Return(Some(value)));
    let code = crate::build(crate::Backend::Native, &mut module);
    let mut host = super::host::TestHost::new(&module, 0);
    for word in [0, 9, 0] {
        assert!(abi::Host::stack_mut(&mut host).push(word));
    }
    let outcome = code.resume(outer, 0, 0, &mut host);
    assert_eq!(outcome, abi::Outcome::Call(inner, vec![9; 30]));
}

#[test]
fn many_parameters_arrive_in_order() {
    let mut module = module();
    let mut body = Body::new(&mut module, "many", 40, false);
    let seven = body.constant(3);
    let mut sum = body.constant(0);
    for i in 0..40 {
        let product = body.arith(Arith::Mul, sum, seven);
        sum = body.put(|dst| Inst::Bits { dst, op: Bits::Xor, a: product, b: Reg(i) });
    }
    let many = body.finish(Term::Return(Some(sum)));
    let mut body = Body::new(&mut module, "few", 3, false);
    let args = (0..40).map(|i| Reg(i % 3)).collect();
    let value = body.put(|dst| Inst::Call { dst: Some(dst), function: many, args, site: None });
    let few = body.finish(Term::Return(Some(value)));
    let pair = Pair::new(module);
    let args: Vec<Word> = (0..40).map(|i| i % 3).collect();
    let direct = pair.call(many, &args, &mut pair.host(0)).unwrap();
    assert_eq!(pair.call(few, &[0, 1, 2], &mut pair.host(0)), Ok(direct));
    let wrong = crate::build(crate::Backend::Native, &mut pair.module.clone());
    let fault = wrong.call(few, &[0, 1], &mut pair.host(0).native).unwrap_err();
    assert_eq!((fault.kind, fault.site), (FaultKind::Internal, None));
}

#[test]
fn lists_grow_in_place_or_as_copies() {
    let mut module = module();
    let mut body = Body::new(&mut module, "lists", 1, false);
    let (first, second) = (body.put(|dst| Inst::List { dst }), body.put(|dst| Inst::List { dst }));
    let site = body.site(&[first, second]);
    for list in [first, first, second, first, second] {
        body.push(Inst::Push { list, value: Reg(0), site });
    }
    let len = body.put(|dst| Inst::Len { dst, list: first });
    let index = body.constant(2);
    let word = body.put(|dst| Inst::Element { dst, list: first, index });
    let sum = body.arith(Arith::Add, len, word);
    let id = body.finish(Term::Return(Some(sum)));
    let pair = Pair::new(module);
    let mut twins = pair.host(0);
    assert_eq!(pair.call(id, &[40], &mut twins), Ok(43));
    // Two words in place, one behind them, then a copy of three words and one of two.
    assert_eq!(twins.native.stack.words(), [40; 8].as_slice());
}

#[test]
fn tables_are_found_again_after_they_moved() {
    let mut module = module();
    let mut body = Body::new(&mut module, "rows", 1, false);
    let row = body.constant(ROWS - 1);
    let row = body.row_of(Table::Tile, row);
    let load = |row| move |dst| Inst::Load { dst, table: Table::Tile, row, field: 2 };
    let before = body.put(load(row));
    let site = body.site(&[]);
    let args = vec![Reg(0)];
    let last = body.put(|dst| Inst::Host { dst: Some(dst), op: HostOp::NewTile, args, site });
    let last = body.row_of(Table::Tile, last);
    let after = body.put(load(row));
    let same = body.compare(Compare::Eq, before, after);
    let new = body.put(load(last));
    let rows = body.put(|dst| Inst::Rows { dst, table: Table::Tile });
    let sum = body.arith(Arith::Add, rows, new);
    let sum = body.arith(Arith::Mul, sum, same);
    let id = body.finish(Term::Return(Some(sum)));
    let pair = Pair::new(module);
    assert_eq!(pair.call(id, &[63], &mut pair.host(0)), Ok(ROWS + 64 + 2));
}

#[test]
fn a_full_stack_is_a_fault_of_memory() {
    let mut module = module();
    let mut body = Body::new(&mut module, "forever", 0, false);
    let list_of_words = body.put(|dst| Inst::List { dst });
    let again = body.block();
    body.end(Term::Jump(again), again);
    let site = body.site(&[list_of_words]);
    body.push(Inst::Push { list: list_of_words, value: list_of_words, site });
    body.function.result = Some(INT);
    let id = body.finish(Term::Jump(again));
    let pair = Pair::new(module);
    let fault = pair.call(id, &[], &mut pair.host(0)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Memory);
    assert_eq!(fault.locals[0].word, list(0, abi::Stack::LIMIT));
}

#[test]
fn rows_of_any_width_are_found() {
    for stride in 1..140 {
        let mut module = module();
        module.strides[Table::Figure as usize] = stride;
        let mut body = Body::new(&mut module, "row", 1, false);
        let row = body.row_of(Table::Figure, Reg(0));
        let load = |dst| Inst::Load { dst, table: Table::Figure, row, field: stride - 1 };
        let word = body.put(load);
        let id = body.finish(Term::Return(Some(word)));
        let pair = Pair::new(module);
        let mut twins = pair.host(0);
        for row in 0..ROWS {
            let word = twins.native.memory.get(Table::Figure, row, stride - 1);
            assert_eq!(pair.call(id, &[row], &mut twins), Ok(word), "stride {stride}");
        }
    }
}
