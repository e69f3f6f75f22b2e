//! How long things take: text to trees, rules to code, whole games, single moves, copies and undo.
//!
//! `docs/performance.md` says what the figures mean. Figures of one run may be compared with each other;
//! figures of two runs hardly, unless the machine was idle.

#[path = "../hand/mod.rs"]
mod hand;
#[path = "../texts/mod.rs"]
mod texts;

mod compile;
mod games;
mod idle;
mod pairs;
mod parse;
mod random;
mod reload;
mod saves;
mod states;

use criterion::{criterion_group, criterion_main};
use mimalloc::MiMalloc;

/// The same as that of the `carc` command.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

criterion_group!(
    speed,
    parse::parse,
    compile::compile,
    compile::everything,
    reload::reload,
    saves::saves,
    games::games,
    games::boards,
    states::states,
    pairs::pairs,
    idle::idle
);
criterion_main!(speed);
