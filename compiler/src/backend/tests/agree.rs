//! Random modules mean the same on both back ends, whatever the arguments, the answers and the budget.

use abi::{FunctionId, Outcome, Word};
use proptest::prelude::*;

use super::{
    generate::{Tape, generate},
    pair::{Pair, Twins},
};

/// How many waits one run of a waiting function may have.
const WAITS: usize = 40;

/// Runs a waiting function to its end, with the frames of those that it waits for above its own.
fn play(pair: &Pair, start: FunctionId, args: &[Word], twins: &mut Twins, tape: &mut Tape<'_>) {
    let mut fresh = None;
    let mut frames = vec![(start, pair.enter(start, args, twins))];
    let mut answer = 0;
    for turn in 0..WAITS {
        let (function, base) = *frames.last().expect("the loop ends with the last frame");
        let mut copy = twins.clone();
        let code = fresh.as_ref().unwrap_or(pair);
        let outcome = code.resume(function, base, answer, twins);
        if turn % 3 == 1 {
            // A copy of the same moment goes on by itself, perhaps with another answer.
            let again = pair.resume(function, base, answer, &mut copy);
            assert_eq!(outcome, again);
            if matches!(again, Outcome::Ask(_) | Outcome::Part(_)) {
                pair.resume(function, base, tape.word(), &mut copy);
            }
        }
        answer = match outcome {
            Outcome::Ask(_) | Outcome::Part(_) => tape.word(),
            Outcome::Call(callee, args) => {
                frames.push((callee, pair.enter(callee, &args, twins)));
                0
            }
            Outcome::Done(value) => {
                Pair::leave(base, twins);
                frames.pop();
                if frames.is_empty() {
                    return;
                }
                value
            }
            Outcome::EndGame | Outcome::Fault(_) => return,
        };
        if turn == 2 {
            fresh = Some(pair.again());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn both_back_ends_agree(bytes in prop::collection::vec(any::<u8>(), 0..1500), steps in 0_i64..150) {
        let (code, answers) = bytes.split_at(bytes.len() * 3 / 4);
        let (module, plain, waiting) = generate(code);
        let pair = Pair::new(module);
        let mut tape = Tape::new(answers);
        let mut twins = pair.host(steps);
        for _ in 0..4 {
            let args = [tape.word(), tape.word(), tape.word()];
            let _ = pair.call(plain, &args, &mut twins);
        }
        for steps in [steps, 10_000] {
            let mut twins = pair.host(steps);
            let args = [tape.word(), tape.word()];
            play(&pair, waiting, &args, &mut twins, &mut tape);
        }
    }
}
