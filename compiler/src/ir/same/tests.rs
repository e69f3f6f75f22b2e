use abi::{AskId, Base, FunctionId, HostOp, SiteId, Ty};

use super::{super::*, unchanged};
use crate::{
    backend::tests::draft::{Body, module},
    suspend::split,
};

/// A module with a plain function, one that waits, one that calls the first and one that waits for the second.
fn sound() -> Module {
    let mut module = module();
    let mut body = Body::new(&mut module, "plain", 2, false);
    let sum = body.arith(Arith::Add, Reg(0), Reg(1));
    body.finish(Term::Return(Some(sum)));
    let mut body = Body::new(&mut module, "waiting", 1, true);
    let answer = body.ask(Reg(0), Reg(0));
    body.finish(Term::Return(Some(answer)));
    let mut body = Body::new(&mut module, "calls", 1, false);
    let (args, function) = (vec![Reg(0), Reg(0)], FunctionId(0));
    let sum = body.put(|dst| Inst::Call { dst: Some(dst), function, args, site: None });
    body.finish(Term::Return(Some(sum)));
    let mut body = Body::new(&mut module, "waits for it", 1, true);
    let (args, function) = (vec![Reg(0)], FunctionId(1));
    let (into, site, then) = (Some(body.reg()), body.site(&[Reg(0)]), body.block());
    body.end(Term::CallWaiting { function, args, into, then, site }, then);
    body.finish(Term::Return(into));
    split(&mut module);
    assert_eq!(verify(&module), Ok(()));
    module
}

/// Which functions are the same after one change.
fn left(change: impl FnOnce(&mut Module)) -> [bool; 4] {
    let old = sound();
    let mut new = old.clone();
    change(&mut new);
    unchanged(&old, &new).try_into().expect("four functions")
}

#[test]
fn a_changed_function_is_told_from_its_callers() {
    assert_eq!(left(|_| ()), [true; 4]);
    let more = Inst::Const { dst: Reg(2), value: 7 };
    assert_eq!(left(|m| m.functions[0].blocks[0].insts.push(more)), [false, true, true, true]);
}

#[test]
fn what_callers_see_of_a_function_counts_for_them() {
    assert_eq!(left(|m| m.functions[0].params = 1), [false, true, false, true]);
    assert_eq!(left(|m| m.functions[0].result = None), [false, true, false, true]);
    let flag = Ty::one(Base::Flag);
    assert_eq!(left(|m| m.functions[1].regs[0].ty = flag), [true, false, true, false]);
    let because = |m: &mut Module| {
        let (op, args) = (HostOp::Because, Vec::new());
        let host = Inst::Host { dst: None, op, args, site: SiteId(0) };
        m.functions[1].blocks[0].insts.push(host);
    };
    assert_eq!(left(because), [true, false, true, false], "its caller's line is shown now");
}

#[test]
fn sites_asks_and_tables_count_for_those_that_use_them() {
    let last = sound().sites.len() - 1;
    assert_eq!(left(|m| m.sites[last].locals.clear()), [true, true, true, false]);
    assert_eq!(left(|m| m.sites.truncate(last)), [true, true, true, false]);
    assert_eq!(left(|m| m.asks[0].ty = Ty::one(Base::Tile)), [true, false, true, true]);
    assert_eq!(left(|m| m.asks.clear()), [true, false, true, true]);
    assert_eq!(left(|m| m.strides[0] += 1), [false; 4]);
}

#[test]
fn what_unchanged_functions_share_is_verified_again() {
    let old = sound();
    let said = |change: &dyn Fn(&mut Module)| {
        let mut new = old.clone();
        change(&mut new);
        let same = unchanged(&old, &new);
        verify_after(&new, &same).expect_err("the change breaks the module").join("\n")
    };
    let taken = said(&|m| {
        let last = SiteId(m.sites.len() as u32 - 1);
        m.functions[0].blocks[0].insts.push(Inst::Tick { steps: 1, site: last });
    });
    assert!(taken.contains("belongs to another function"), "{taken}");
    assert!(said(&|m| m.origins.clear()).contains("has no origin"));
    let ask = |m: &mut Module| {
        if let Term::Ask { ask, .. } = &mut m.functions[1].blocks[0].term {
            *ask = AskId(9);
        }
    };
    assert!(said(&ask).contains("no ask 9"));
    let itself = |m: &mut Module| {
        let (args, function) = (vec![Reg(0)], FunctionId(2));
        let call = Inst::Call { dst: None, function, args, site: None };
        m.functions[2].blocks[0].insts.push(call);
    };
    assert!(said(&itself).contains("calls itself"));
}
