//! The codes of what the grammar can find wrong.

/// Something stands where something else was expected.
pub(crate) const UNEXPECTED: &str = "syntax/unexpected";
/// A text at column 0 begins like no item.
pub(crate) const UNKNOWN_ITEM: &str = "syntax/unknown-item";
/// A bracket has no partner.
pub(crate) const UNBALANCED: &str = "syntax/unbalanced";
/// A text in quotes does not end on its line.
pub(crate) const UNCLOSED_TEXT: &str = "syntax/unclosed-text";
/// A word of the language stands where a name is needed.
pub(crate) const RESERVED_WORD: &str = "syntax/reserved-word";
/// A line of a body does nothing.
pub(crate) const NOT_A_STATEMENT: &str = "syntax/not-a-statement";
/// A number is too large, or a length too fine.
pub(crate) const NUMBER: &str = "syntax/number";
/// Something is nested too deep.
pub(crate) const TOO_DEEP: &str = "syntax/too-deep";
/// A file or an item is too large.
pub(crate) const TOO_LARGE: &str = "syntax/too-large";
/// A file is no text.
pub(crate) const NOT_TEXT: &str = "syntax/not-text";

/// Every code that the grammar can raise.
pub const CODES: &[&str] = &[
    UNEXPECTED,
    UNKNOWN_ITEM,
    UNBALANCED,
    UNCLOSED_TEXT,
    RESERVED_WORD,
    NOT_A_STATEMENT,
    NUMBER,
    TOO_DEEP,
    TOO_LARGE,
    NOT_TEXT,
];
