//! Tests of the whole house in one binary; each file is one suite over its own fixtures.

mod fixture;
mod rules;

mod errors;
mod listings;
mod syntax;
mod tree;

mod house;
mod words;

mod docs;
mod markdown;
mod vocabulary;
