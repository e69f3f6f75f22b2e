//! The grammar as a parser, with a name for each of its rules.

#[derive(pest_derive::Parser)]
#[grammar = "carc.pest"]
pub(crate) struct CarcParser;
