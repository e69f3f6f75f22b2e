use abi::FunctionId;

use super::optimise;
use crate::{
    backend::tests::draft::{Body, module},
    ir::{Arith, Bits, Compare, Inst, Module, Reg, Term, verify},
};

fn after(mut module: Module) -> Module {
    assert_eq!(verify(&module), Ok(()));
    optimise(&mut module);
    assert_eq!(verify(&module), Ok(()));
    module
}

/// `fn test(a, b)`: whether both are greater than 3, by flags; and a caller that tests what it gives.
fn flags() -> Module {
    let mut module = module();
    let mut body = Body::new(&mut module, "test", 2, false);
    let three = body.constant(3);
    let flag = body.compare(Compare::Gt, Reg(0), three);
    let (second, join) = (body.block(), body.block());
    body.end(Term::Branch { cond: flag, yes: second, no: join }, second);
    body.push(Inst::Compare { dst: flag, op: Compare::Gt, a: Reg(1), b: three });
    body.end(Term::Jump(join), join);
    let test = body.finish(Term::Return(Some(flag)));
    let mut body = Body::new(&mut module, "caller", 2, false);
    let args = vec![Reg(0), Reg(1)];
    let flag = body.put(|dst| Inst::Call { dst: Some(dst), function: test, args, site: None });
    let (yes, no) = (body.block(), body.block());
    body.end(Term::Branch { cond: flag, yes, no }, yes);
    let sum = body.arith(Arith::Add, Reg(0), Reg(1));
    body.end(Term::Return(Some(sum)), no);
    body.finish(Term::Return(Some(Reg(1))));
    module
}

#[test]
fn a_small_function_leaves_no_call_and_keeps_its_lines() {
    let module = after(flags());
    let text = module.text(&module.functions[1]);
    assert!(!text.contains("call #"), "{text}");
    let caller = &module.functions[1];
    assert_eq!(caller.regs.len(), 4 + module.functions[0].regs.len());
}

#[test]
fn a_call_in_the_middle_gives_its_site_to_each_copy() {
    let mut module = module();
    let mut body = Body::new(&mut module, "twice", 1, false);
    let sum = body.arith(Arith::Add, Reg(0), Reg(0));
    let twice = body.finish(Term::Return(Some(sum)));
    let mut body = Body::new(&mut module, "four times", 1, true);
    let call = |arg| {
        move |dst| Inst::Call { dst: Some(dst), function: twice, args: vec![arg], site: None }
    };
    let once = body.put(call(Reg(0)));
    let asked = body.ask(once, once);
    let again = body.put(call(asked));
    body.finish(Term::Return(Some(again)));
    let before = module.sites.len();
    let module = after(module);
    assert_eq!(module.sites.len(), before + 2);
    let origin = module.sites[0].origin;
    assert!(module.sites[before..].iter().all(|site| site.origin == origin));
}

#[test]
fn a_flag_that_is_tested_at_once_is_never_made() {
    let mut module = module();
    let mut body = Body::new(&mut module, "choose", 1, false);
    let flag = body.reg();
    let (yes, no, join) = (body.block(), body.block(), body.block());
    body.end(Term::Branch { cond: Reg(0), yes, no }, yes);
    body.push(Inst::Const { dst: flag, value: 1 });
    body.end(Term::Jump(join), no);
    body.push(Inst::Const { dst: flag, value: 0 });
    body.end(Term::Jump(join), join);
    let (then, otherwise) = (body.block(), body.block());
    body.end(Term::Branch { cond: flag, yes: then, no: otherwise }, then);
    let seven = body.constant(7);
    body.end(Term::Return(Some(seven)), otherwise);
    let nine = body.constant(9);
    body.finish(Term::Return(Some(nine)));
    let module = after(module);
    let branches = module.functions[0].blocks.iter();
    let branches = branches.filter(|block| matches!(block.term, Term::Branch { .. })).count();
    assert_eq!((branches, module.functions[0].blocks.len()), (1, 3), "{module}");
}

/// `fn round(a)` with a loop over so many additions, called by `fn caller(a)`; each begins with a tick.
fn rounds(additions: usize) -> Module {
    let mut module = module();
    let tick = |body: &mut Body<'_>| {
        let site = body.site(&[]);
        body.push(Inst::Tick { steps: 1, site });
    };
    let mut body = Body::new(&mut module, "leaf", 1, false);
    tick(&mut body);
    let leaf = body.finish(Term::Return(Some(Reg(0))));
    let mut body = Body::new(&mut module, "round", 1, false);
    tick(&mut body);
    let (head, next) = (body.block(), body.block());
    body.end(Term::Jump(head), head);
    for _ in 0..additions {
        body.push(Inst::Bits { dst: Reg(0), op: Bits::Add, a: Reg(0), b: Reg(0) });
    }
    let call = Inst::Call { dst: Some(Reg(0)), function: leaf, args: vec![Reg(0)], site: None };
    body.push(call);
    tick(&mut body);
    body.end(Term::Branch { cond: Reg(0), yes: head, no: next }, next);
    body.finish(Term::Return(Some(Reg(0))));
    module
}

fn ticks(module: &Module, function: usize) -> Vec<u32> {
    let insts = module.functions[function].blocks.iter().flat_map(|block| &block.insts);
    let steps = insts.filter_map(|inst| match inst {
        Inst::Tick { steps, .. } => Some(*steps),
        _ => None,
    });
    steps.collect()
}

#[test]
fn much_code_takes_more_steps_and_a_small_function_none_of_its_own() {
    let few = after(rounds(0));
    assert_eq!((ticks(&few, 0), ticks(&few, 1)), (vec![], vec![1, 1]));
    let many = after(rounds(160));
    let [entry, round] = ticks(&many, 1)[..] else { panic!("{many}") };
    assert!((11..13).contains(&round) && entry >= round, "{entry} {round}");
}

#[test]
fn a_loop_tests_at_its_end() {
    let mut module = module();
    let mut body = Body::new(&mut module, "count", 1, false);
    let (head, round, end) = (body.block(), body.block(), body.block());
    let index = body.constant(0);
    body.end(Term::Jump(head), head);
    let more = body.compare(Compare::Lt, index, Reg(0));
    body.end(Term::Branch { cond: more, yes: round, no: end }, round);
    let site = body.site(&[index]);
    body.push(Inst::Tick { steps: 1, site });
    let one = body.constant(1);
    body.push(Inst::Bits { dst: index, op: Bits::Add, a: index, b: one });
    body.end(Term::Jump(head), end);
    body.finish(Term::Return(Some(index)));
    let module = after(module);
    let function = &module.functions[0];
    let back = function.blocks.iter().filter(|block| matches!(block.term, Term::Jump(_))).count();
    assert_eq!(back, 0, "{module}");
    let mut twins = crate::backend::tests::host::TestHost::new(&module, 100);
    let code = crate::emit(&module).unwrap();
    assert_eq!(abi::Code::call(&code, FunctionId(0), &[60], &mut twins), Ok(60));
    assert_eq!(twins.steps, 40);
}
