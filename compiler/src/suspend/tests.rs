use abi::{Base, Ty};

use super::{shape, split};
use crate::{
    backend::tests::draft::{Body, INT, module},
    ir::{Arith, Module, Reg, Term},
};

/// Asks twice; the first answer and a local outlive the second ask, another local does not.
fn sample(edit: impl FnOnce(&mut Module)) -> Module {
    let mut module = module();
    let mut body = Body::new(&mut module, "step score", 2, true);
    let kept = body.arith(Arith::Add, Reg(0), Reg(1));
    let first = body.ask(Reg(0), Reg(1));
    let brief = body.arith(Arith::Mul, first, first);
    let second = body.ask(Reg(1), brief);
    let sum = body.arith(Arith::Add, kept, first);
    let sum = body.arith(Arith::Sub, sum, second);
    body.finish(Term::Return(Some(sum)));
    edit(&mut module);
    split(&mut module);
    module
}

#[test]
fn what_outlives_a_wait_gets_a_word_and_nothing_else_does() {
    let module = sample(|_| {});
    let frame = module.functions[0].frame.as_ref().unwrap();
    let slots: Vec<_> = frame.slots.iter().take(6).copied().collect();
    // Parameters r0 r1, kept r2, first answer r3, brief r4, second answer r5.
    assert_eq!(slots, [Some(1), Some(2), Some(3), Some(4), None, None]);
    assert_eq!(frame.words, [INT; 5]);
    let live: Vec<_> = frame.resumes.iter().map(|resume| resume.live.clone()).collect();
    assert_eq!(live, [vec![Reg(1), Reg(2)], vec![Reg(2), Reg(3)]]);
    let into: Vec<_> = frame.resumes.iter().map(|resume| resume.into).collect();
    assert_eq!(into, [Some(Reg(3)), Some(Reg(5))]);
    assert!(
        module.to_string().contains("resume 2 behind b1: r5 = answer, go on at b2 with r2, r3")
    );
}

#[test]
fn splitting_again_changes_nothing() {
    let mut module = sample(|_| {});
    let before = module.clone();
    split(&mut module);
    assert_eq!(module, before);
}

#[test]
fn the_shape_tells_frames_apart() {
    let of = |edit: fn(&mut Module)| {
        let module = sample(edit);
        shape(&module, &module.functions[0])
    };
    let same = of(|_| {});
    // What no frame keeps is no part of its shape, nor is what is computed behind the last wait.
    assert_eq!(same, of(|m| m.functions[0].regs[4].name = Some("brief".to_owned())));
    assert_eq!(same, of(|m| m.functions[0].blocks[2].term = Term::Return(Some(Reg(5)))));
    // Games are saved with it, so it must be the same on every machine and in every build.
    assert_eq!(same, 8_857_025_912_787_203_458);
    let others = [
        of(|m| m.functions[0].name = "step other".to_owned()),
        of(|m| m.functions[0].regs[2].name = Some("other".to_owned())),
        of(|m| m.functions[0].regs[2].ty = Ty::one(Base::Tile)),
        of(|m| m.functions[0].regs[5].ty = Ty::one(Base::Tile)),
        of(|m| m.functions[0].result = Some(Ty::one(Base::Tile))),
        of(|m| m.asks[0].name = "other".to_owned()),
        of(|m| {
            m.functions[0].blocks[2].insts.clear();
            m.functions[0].blocks[2].term = Term::Return(Some(Reg(3)));
        }),
    ];
    for (i, other) in others.iter().enumerate() {
        assert_ne!(*other, same, "edit {i}");
    }
}
