//! The language server of `.carc` rules: it answers what an editor asks, from what the compiler knows. One serial
//! loop, no analysis of its own: the compiler notes what each word means while it checks.

#![forbid(unsafe_code)]

mod checks;
mod completion;
mod context;
mod desk;
mod fixes;
mod formatting;
mod half_typed;
mod heads;
mod hover;
mod lenses;
mod nested;
mod offer;
mod outline;
mod phrases;
mod places;
mod recall;
mod references;
mod rename;
mod requests;
mod server;
mod signature;
mod sorts;
mod spoken;
mod state;
mod subject;
mod texts;
mod tokens;
mod tree;
mod wire;
mod within_reach;

#[cfg(test)]
mod tests;

pub use server::{ServerError, serve, serve_stdio};
