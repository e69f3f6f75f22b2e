//! The tree-sitter grammar of `.carc` rules. `grammar.js` is its source; the parser beside it is generated.

#![allow(unsafe_code, reason = "the generated parser is C")]

use tree_sitter_language::LanguageFn;

// SAFETY: `build.rs` compiles the function of this name from `src/parser.c`, and it takes nothing.
unsafe extern "C" {
    fn tree_sitter_carc() -> *const ();
}

/// The language, for a parser of tree-sitter.
// SAFETY: the function is the one that the generator of tree-sitter wrote for this grammar: it gives a language
// that lives as long as the program.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_carc) };

/// What the nodes of trees are coloured as.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
