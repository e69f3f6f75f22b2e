use abi::{FunctionId, Table};

use super::clif;
use crate::{
    backend::tests::draft::{Body, module},
    ir::{Arith, Bits, Compare, Inst, Module, Reg, Term},
    optimise::optimise,
    suspend::split,
};

/// Adds up a column over the elements of a list: the kind of loop that rules are full of.
fn sum(module: &mut Module) -> FunctionId {
    let mut body = Body::new(module, "sum", 1, false);
    let list = Reg(0);
    let (sum, index) = (body.constant(0), body.constant(0));
    let len = body.put(|dst| Inst::Len { dst, list });
    let (head, round, next) = (body.block(), body.block(), body.block());
    body.end(Term::Jump(head), head);
    let more = body.compare(Compare::Lt, index, len);
    body.end(Term::Branch { cond: more, yes: round, no: next }, round);
    let site = body.site(&[sum, index]);
    body.push(Inst::Tick { steps: 1, site });
    let row = body.put(|dst| Inst::Element { dst, list, index });
    let row = body.put(|dst| Inst::Load { dst, table: Table::Segment, row, field: 2 });
    let word = body.put(|dst| Inst::Load { dst, table: Table::Feature, row, field: 2 });
    let site = body.site(&[sum, index]);
    body.push(Inst::Arith { dst: sum, op: Arith::Add, a: sum, b: word, site });
    let one = body.constant(1);
    body.push(Inst::Bits { dst: index, op: Bits::Add, a: index, b: one });
    body.end(Term::Jump(head), next);
    body.finish(Term::Return(Some(sum)))
}

fn texts(mut module: Module) -> Vec<String> {
    optimise(&mut module);
    split(&mut module);
    clif(&module).unwrap()
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

#[test]
fn a_loop_over_plain_data_calls_nobody_and_reads_pointers_once() {
    let mut module = module();
    sum(&mut module);
    let text = texts(module).remove(0);
    assert_eq!(count(&text, "call"), 0, "{text}");
    // Where the tables lie, two tables and the stack; nothing in the function can move them, and all are
    // read before the loop begins.
    assert_eq!(count(&text, "readonly can_move"), 4, "{text}");
    let (before, _) = text.split_once("brif").expect("the loop begins with a test");
    assert_eq!(count(before, "readonly can_move"), 4, "{text}");
    assert_eq!(count(&text, "brif"), 5, "start, steps, two for the sum, end: {text}");
}

#[test]
fn a_constant_row_is_no_multiplication_and_a_constant_summand_one_test() {
    let mut module = module();
    let mut body = Body::new(&mut module, "constants", 0, false);
    let row = body.constant(0);
    let word = body.put(|dst| Inst::Load { dst, table: Table::Game, row, field: 0 });
    let one = body.constant(1);
    let next = body.arith(Arith::Add, word, one);
    body.finish(Term::Return(Some(next)));
    let text = texts(module).remove(0);
    assert_eq!((count(&text, "imul"), count(&text, "ishl")), (0, 0), "{text}");
    assert_eq!(count(&text, "brif"), 1, "one comparison tells overflow and absence: {text}");
}

#[test]
fn a_push_stays_inside_the_function_while_there_is_room() {
    let mut module = module();
    let mut body = Body::new(&mut module, "pair", 2, false);
    let list = body.put(|dst| Inst::List { dst });
    let site = body.site(&[]);
    body.push(Inst::Push { list, value: Reg(0), site });
    body.push(Inst::Push { list, value: Reg(1), site });
    body.finish(Term::Return(Some(list)));
    let text = texts(module).remove(0);
    let cold = text.split("block").filter(|block| block.contains("call_indirect"));
    assert!(cold.clone().all(|block| block.contains("cold:")), "{text}");
    assert_eq!(cold.count(), 2, "{text}");
}

#[test]
fn few_waits_are_told_apart_by_comparisons_many_by_a_table() {
    for (waits, tables) in [(3, 0), (4, 1)] {
        let mut module = module();
        let mut body = Body::new(&mut module, "asks", 1, true);
        for _ in 0..waits {
            body.ask(Reg(0), Reg(0));
        }
        body.finish(Term::Return(Some(Reg(0))));
        let text = texts(module).remove(0);
        assert_eq!(count(&text, "br_table"), tables, "{text}");
    }
}
