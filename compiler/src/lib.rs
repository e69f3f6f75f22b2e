//! From the syntax tree of `.carc` files to a program of native hooks. Pure: no files, no clock, no game.

pub mod ir;
mod names;
pub mod typed;

pub use names::{Declared, Meaning, Names};
