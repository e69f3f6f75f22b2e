use abi::{AskId, Base, FaultKind, FunctionId, HostOp, SiteId, Table, Ty};

use super::{super::*, verify};
use crate::{
    backend::tests::draft::{Body, module},
    suspend::split,
};

/// A module with a function that adds its parameters and one that asks twice; nothing is wrong with it.
fn sound() -> Module {
    let mut module = module();
    let mut body = Body::new(&mut module, "plain", 2, false);
    let sum = body.arith(Arith::Add, Reg(0), Reg(1));
    let site = body.site(&[sum]);
    body.push(Inst::Tick { steps: 1, site });
    body.finish(Term::Return(Some(sum)));
    let mut body = Body::new(&mut module, "waiting", 1, true);
    let first = body.ask(Reg(0), Reg(0));
    let second = body.ask(Reg(0), first);
    let args = vec![first, second];
    let sum =
        body.put(|dst| Inst::Call { dst: Some(dst), function: FunctionId(0), args, site: None });
    body.finish(Term::Return(Some(sum)));
    module
}

/// What is said of the sound module after one change.
fn said(change: impl FnOnce(&mut Module)) -> String {
    let mut module = sound();
    change(&mut module);
    verify(&module).expect_err("the change breaks the module").join("\n")
}

fn insts(module: &mut Module, function: usize) -> &mut Vec<Inst> {
    &mut module.functions[function].blocks[0].insts
}

fn term(module: &mut Module, function: usize) -> &mut Term {
    &mut module.functions[function].blocks[0].term
}

#[test]
fn a_sound_module_passes_before_and_after_the_split() {
    let mut module = sound();
    assert_eq!(verify(&module), Ok(()));
    split(&mut module);
    assert_eq!(verify(&module), Ok(()));
}

#[test]
fn names_of_nothing_are_found() {
    let absent = Inst::Copy { dst: Reg(0), src: Reg(99) };
    assert!(said(|m| insts(m, 0).push(absent)).contains("plain b0.2: no register r99"));
    assert!(said(|m| *term(m, 0) = Term::Jump(BlockId(9))).contains("no block b9"));
    assert!(
        said(|m| insts(m, 0).push(Inst::Tick { steps: 1, site: SiteId(77) }))
            .contains("no site 77")
    );
    let call = Inst::Call { dst: None, function: FunctionId(5), args: vec![], site: None };
    assert!(said(|m| insts(m, 0).push(call)).contains("no function 5"));
    let load = Inst::Load { dst: Reg(0), table: Table::Game, row: Reg(0), field: 1000 };
    assert!(said(|m| insts(m, 0).push(load)).contains("no column 1000"));
    let rows = Inst::Rows { dst: Reg(0), table: Table::TileKind };
    assert!(said(|m| insts(m, 0).push(rows)).contains("never changes"));
    assert!(said(|m| m.strides.truncate(3)).contains("3 strides"));
    assert!(said(|m| m.asks.clear()).contains("no ask 0"));
    assert!(said(|m| m.functions[0].blocks.clear()).contains("no blocks"));
}

#[test]
fn calls_must_fit_the_functions_called() {
    let call = |function, count| Inst::Call {
        dst: None,
        function: FunctionId(function),
        args: vec![Reg(0); count],
        site: None,
    };
    assert!(said(|m| insts(m, 1).push(call(0, 3))).contains("3 arguments for 2 of plain"));
    assert!(said(|m| insts(m, 0).push(call(1, 1))).contains("waiting is called as if"));
    assert!(said(|m| insts(m, 0).push(call(0, 2))).contains("plain: calls itself"));
    let wait = Term::CallWaiting {
        function: FunctionId(0),
        args: vec![Reg(0); 2],
        into: None,
        then: BlockId(1),
        site: SiteId(0),
    };
    assert!(said(|m| *term(m, 1) = wait).contains("plain is called as if"));
    let host = Inst::Host { dst: None, op: HostOp::Win, args: vec![Reg(0); 5], site: SiteId(0) };
    assert!(said(|m| insts(m, 0).push(host)).contains("more than four"));
    assert!(said(|m| *term(m, 0) = Term::Return(None)).contains("without the value"));
}

#[test]
fn only_waiting_functions_wait() {
    let ask = Term::Ask {
        ask: AskId(0),
        who: Reg(0),
        offered: Offered::YesNo,
        into: None,
        then: BlockId(0),
    };
    assert!(
        said(|m| *term(m, 0) = ask).contains("plain b0: a wait in a function that never waits")
    );
    assert!(said(|m| *term(m, 0) = Term::EndGame).contains("never waits"));
}

#[test]
fn every_way_must_give_a_register_its_value() {
    let said = said(|m| {
        let function = &mut m.functions[0];
        let late = Reg(function.regs.len() as u32);
        function.regs.push(function.regs[0].clone());
        let next = function.blocks.len() as u32;
        let one_way = Block {
            insts: vec![Inst::Const { dst: late, value: 1 }],
            term: Term::Jump(BlockId(next + 1)),
        };
        let both = Block { insts: vec![], term: Term::Return(Some(late)) };
        function.blocks.extend([one_way, both]);
        function.blocks[0].term =
            Term::Branch { cond: Reg(0), yes: BlockId(next), no: BlockId(next + 1) };
    });
    assert_eq!(said, "plain: b2 reads r3, which may have no value");
}

#[test]
fn what_a_fault_shows_must_have_a_value() {
    let shown = said(|m| {
        let sum = m.sites[1].locals[0];
        m.sites[0].locals.push(sum);
    });
    assert!(shown.contains("b0 reads r2"), "{shown}");
    let shared = said(|m| insts(m, 1).push(Inst::Tick { steps: 1, site: SiteId(0) }));
    assert!(shared.contains("site 0 belongs to another function"), "{shared}");
    let many = said(|m| m.sites[1].locals = vec![Reg(0); 17]);
    assert!(many.contains("too many locals"), "{many}");
    let fault = said(|m| *term(m, 0) = Term::Fault { kind: FaultKind::Depth, site: SiteId(8) });
    assert!(fault.contains("no site 8"), "{fault}");
}

#[test]
fn frames_must_keep_what_outlives_a_wait() {
    let broken = |change: fn(&mut FrameLayout)| {
        said(|m| {
            split(m);
            change(m.functions[1].frame.as_mut().expect("it waits"));
        })
    };
    assert!(broken(|frame| frame.slots[0] = None).contains("parameter without a word"));
    assert!(broken(|frame| frame.slots[0] = Some(9)).contains("cannot be word 9"));
    assert!(broken(|frame| frame.resumes.truncate(1)).contains("not the waits in their order"));
    assert!(broken(|frame| frame.resumes[1].then = BlockId(0)).contains("does not go on"));
    assert!(broken(|frame| frame.slots.truncate(1)).contains("not one slot entry"));
    let moved = said(|m| {
        m.functions[0].frame = Some(FrameLayout { slots: vec![], words: vec![], resumes: vec![] })
    });
    assert!(moved.contains("a frame although it never waits"));
}

/// A function of one parameter of a type that loads a word of a table by it.
fn loading(
    base: Base,
    table: Table,
    change: impl FnOnce(&mut Body<'_>),
) -> Result<(), Vec<String>> {
    let mut module = module();
    let mut body = Body::new(&mut module, "loading", 1, false);
    body.function.regs[0].ty = Ty::one(base);
    let at = body.put(|dst| Inst::Copy { dst, src: Reg(0) });
    change(&mut body);
    let word = body.put(|dst| Inst::Load { dst, table, row: at, field: 0 });
    body.finish(Term::Return(Some(word)));
    verify(&module)
}

#[test]
fn only_rows_of_a_table_are_taken_for_its_rows() {
    let fine = [
        (Base::Segment(None), Table::Segment),
        (Base::Feature(None), Table::Segment),
        (Base::Tile, Table::Tile),
        (Base::Player, Table::Player),
        (Base::FigureKind, Table::FigureKind),
    ];
    for (base, table) in fine {
        assert_eq!(loading(base, table, |_| {}), Ok(()));
        // The next row is one, too.
        let next = |body: &mut Body<'_>| {
            let one = body.constant(1);
            body.push(Inst::Bits { dst: Reg(1), op: Bits::Add, a: Reg(1), b: one });
        };
        assert_eq!(loading(base, table, next), Ok(()));
    }
    let place = Base::Place(abi::PlaceSort::Any);
    for base in [place, Base::Spot, Base::Fit, Base::Cause, Base::Int, Base::Tile] {
        let found = loading(base, Table::Segment, |_| {}).expect_err("it is no segment");
        assert!(found[0].contains("cannot be a row of Segment"), "{found:?}");
    }
    // The row of a feature is not that of its segments.
    loading(Base::Feature(None), Table::Feature, |_| {}).expect_err("it is a segment");
    // A word that is calculated is no row any more.
    let shifted = |body: &mut Body<'_>| {
        let three = body.constant(3);
        body.push(Inst::Bits { dst: Reg(1), op: Bits::Shl, a: Reg(1), b: three });
    };
    loading(Base::Segment(None), Table::Segment, shifted).expect_err("it is a place");
}

#[test]
fn arguments_members_and_values_are_rows_where_their_types_say_so() {
    let mut module = module();
    let mut body = Body::new(&mut module, "callee", 1, false);
    body.function.regs[0].ty = Ty::one(Base::Tile);
    body.finish(Term::Return(Some(Reg(0))));
    let mut body = Body::new(&mut module, "caller", 1, false);
    let args = vec![Reg(0)];
    let value =
        body.put(|dst| Inst::Call { dst: Some(dst), function: FunctionId(0), args, site: None });
    let members = body.put(|dst| Inst::List { dst });
    body.function.regs[members.0 as usize].ty = Ty::list(Base::Figure(abi::FigureSort::Any));
    let site = body.site(&[]);
    body.push(Inst::Push { list: members, value, site });
    body.function.result = Some(Ty::one(Base::Player));
    body.finish(Term::Return(Some(value)));
    let found = verify(&module).expect_err("nothing fits").join("\n");
    for what in ["an argument of callee", "a member of Figure", "the value of the function"] {
        assert!(found.contains(what), "{found}");
    }
}
