//! The grammar of `.carc` files: texts with places in them, the tree that a text becomes, their usual layout,
//! and the diagnostics of all stages. It knows words and their order; what a name means is the compiler's.

pub mod ast;

mod source;
mod words;

mod codes;
mod diagnostic;

mod scan;

mod grammar;

mod build;
mod parse;
mod salvage;

mod length;

mod expected;
mod explain;
mod foreign;
mod misplaced;
mod repair;

mod format;
mod forms;

#[cfg(test)]
mod tests;

pub use codes::CODES;
pub use diagnostic::{Diagnostic, Record, Report, Severity};
pub use format::{LINE_WIDTH, format};
pub use length::micrometres;
pub use parse::{MAX_FILE_BYTES, MAX_ITEM_BYTES, Parsed, decode, is_item, parse};
pub use scan::tokens;
pub use source::{FileId, Position, SourceFile, Sources, Span};
pub use words::{ITEM_WORDS, MAX_NESTING, RESERVED_WORDS, nearest};
