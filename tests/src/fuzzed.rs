//! The targets of fuzzers on the inputs that are kept, and, when asked for, for as long as one likes:
//! `CARC_FUZZ_SECONDS=3600 cargo test -p carc-tests --test suite -- --ignored targets_hold_out`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use runtime::Pcg32;

use crate::fixture::{bytes, root};
use crate::targets::{check, parse, records, rules, saves};

type Target = fn(&[u8]);

/// The targets by the names of their corpora.
const TARGETS: [(&str, Target); 5] =
    [("parse", parse), ("check", check), ("rules", rules), ("saves", saves), ("records", records)];

/// How long a kept input may be: many small ones are worth more than a large one.
const MOST: usize = 8 << 10;

/// The kept inputs of a target.
fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = root().join("fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).expect("every target has a corpus");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("it is there").path()).collect();
    found.sort();
    found
}

#[test]
fn every_kept_input_is_answered() {
    for (name, target) in TARGETS {
        let inputs = corpus(name);
        assert!(inputs.len() >= 5, "{name} has {} inputs", inputs.len());
        inputs.par_iter().for_each(|path| {
            let input = bytes(path);
            assert!(input.len() <= MOST, "{} is too large to be kept", path.display());
            target(&input);
        });
    }
}

/// Another input: a kept one with stretches of it changed, put together with a second one, or bytes of chance.
fn mutated(corpus: &[Vec<u8>], dice: &mut Pcg32) -> Vec<u8> {
    let pick = |dice: &mut Pcg32| corpus[dice.below(corpus.len() as u32) as usize].clone();
    let mut input = pick(dice);
    if dice.below(4) == 0 {
        let other = pick(dice);
        let at = dice.below(input.len() as u32 + 1) as usize;
        let from = dice.below(other.len() as u32 + 1) as usize;
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    }
    for _ in 0..=dice.below(6) {
        let at = dice.below(input.len() as u32 + 1) as usize;
        let end = (at + 1 + dice.below(16) as usize).min(input.len());
        match dice.below(5) {
            0 => drop(input.drain(at..end)),
            1 => {
                let copy = input[at..end].to_vec();
                input.splice(at..at, copy);
            }
            2 => input.insert(at, dice.below(256) as u8),
            3 => input[at..end].iter_mut().for_each(|byte| *byte = 32 + dice.below(95) as u8),
            _ => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
    }
    input.truncate(MOST);
    input
}

#[test]
#[ignore = "it takes as long as CARC_FUZZ_SECONDS says"]
fn targets_hold_out() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (seconds, seed) = (number("CARC_FUZZ_SECONDS", 60), number("CARC_FUZZ_SEED", 1));
    let only = std::env::var("CARC_FUZZ_TARGET").ok();
    let targets: Vec<_> =
        TARGETS.iter().filter(|(name, _)| only.as_deref().is_none_or(|o| o == *name)).collect();
    for (name, target) in &targets {
        let corpus: Vec<Vec<u8>> = corpus(name).iter().map(|path| bytes(path)).collect();
        let mut dice = Pcg32::new(seed);
        #[allow(clippy::disallowed_methods, reason = "it runs as long as it is told to")]
        let started = Instant::now();
        let limit = Duration::from_secs(seconds) / targets.len() as u32;
        let mut inputs = 0;
        let mut slowest = Duration::ZERO;
        let last = std::env::temp_dir().join(format!("carc-fuzz-{name}"));
        while started.elapsed() < limit {
            let input = mutated(&corpus, &mut dice);
            // Who comes back to a crash finds the input there.
            std::fs::write(&last, &input).expect("there is room for an input");
            let before = started.elapsed();
            target(&input);
            let took = started.elapsed().saturating_sub(before);
            if took > slowest {
                slowest = took;
                std::fs::write(last.with_extension("slowest"), &input).expect("there is room");
            }
            inputs += 1;
        }
        println!("{name}: {inputs} inputs, the slowest took {slowest:?}");
    }
}
