use abi::OriginId;

use super::*;
use crate::typed::{Block, Body, PhaseId, PhaseList, Step, StepOrder};

fn step(name: &str, before: &[usize], after: &[usize]) -> Step {
    Step {
        name: name.to_owned(),
        course: 2,
        phase: PhaseId(0),
        order: StepOrder { before: before.to_vec(), after: after.to_vec() },
        guard: None,
        body: Body { locals: Vec::new(), params: 0, code: Block::default() },
        origin: OriginId(0),
        span: grammar::Span::new(grammar::FileId(0), 0, 0),
        expansion: 0,
    }
}

fn order(steps: Vec<Step>) -> Result<Vec<String>, Vec<Diagnostic>> {
    let mut rules = Rules { steps, ..Rules::default() };
    rules.phases[2] = PhaseList { names: vec!["drawing".to_owned()] };
    let linked = link(&rules)?;
    Ok(linked.courses[2][0].iter().map(|i| rules.steps[*i].name.clone()).collect())
}

#[test]
fn steps_keep_the_order_of_items() {
    let steps = vec![step("a", &[], &[]), step("b", &[], &[]), step("c", &[], &[])];
    assert_eq!(order(steps).unwrap(), ["a", "b", "c"]);
}

#[test]
fn a_step_goes_directly_before_or_behind_what_it_names() {
    let steps = vec![
        step("draw", &[], &[]),
        step("place", &[], &[]),
        step("first", &[1], &[]),
        step("second", &[1], &[]),
        step("third", &[], &[0]),
        step("fourth", &[], &[0]),
        step("behind_third", &[], &[4]),
    ];
    let expected = ["draw", "third", "behind_third", "fourth", "first", "second", "place"];
    assert_eq!(order(steps).unwrap(), expected);
}

#[test]
fn a_step_may_name_one_that_comes_later_in_the_text() {
    let steps =
        vec![step("abbey", &[2], &[1]), step("use_bought", &[2], &[]), step("draw", &[], &[])];
    assert_eq!(order(steps).unwrap(), ["use_bought", "abbey", "draw"]);
}

#[test]
fn circles_are_errors() {
    let found = order(vec![step("a", &[1], &[]), step("b", &[0], &[])]).unwrap_err();
    assert_eq!(found[0].code, "link/step-circle");
    assert_eq!(found[0].message, "the steps `a`, `b` wait for each other");
    // Two circles are told as two, and who waits for one of them is in none.
    let two = vec![
        step("a", &[1], &[]),
        step("b", &[0], &[]),
        step("c", &[3], &[]),
        step("d", &[4], &[]),
        step("e", &[2], &[]),
        step("f", &[], &[0]),
    ];
    let found: Vec<String> = order(two).unwrap_err().into_iter().map(|f| f.message).collect();
    let circle = |names: &str| format!("the steps {names} wait for each other");
    assert_eq!(found, [circle("`a`, `b`"), circle("`c`, `d`, `e`")]);
    let steps = vec![step("a", &[], &[]), step("b", &[], &[]), step("c", &[0], &[1])];
    assert!(order(steps).unwrap_err()[0].message.contains("cannot stand"));
}

#[test]
fn followers_of_followers_stand_before_later_ones() {
    let steps = vec![
        step("a", &[], &[]),
        step("b", &[], &[0]),
        step("z", &[], &[]),
        step("c", &[], &[1]),
        step("d", &[], &[0]),
        step("e", &[], &[1]),
    ];
    assert_eq!(order(steps).unwrap(), ["a", "b", "c", "e", "d", "z"]);
}

#[test]
fn a_long_chain_from_last_to_first_is_put_in_order() {
    let count = 4_000;
    let name = |i: usize| format!("s{i}");
    let mut steps: Vec<Step> = (0..count).map(|i| step(&name(i), &[], &[i + 1])).collect();
    steps.push(step(&name(count), &[], &[]));
    let expected: Vec<String> = (0..=count).rev().map(name).collect();
    assert_eq!(order(steps).unwrap(), expected);
}
