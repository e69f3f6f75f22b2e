//! One sign of a text, with where it stood and what belongs before it.

use super::role::Role;

/// A word, a number, a text in quotes, a bracket or another sign.
#[derive(Debug)]
pub(super) struct Sign<'t> {
    pub(super) text: &'t str,
    pub(super) role: Role,
    /// Where the author put it.
    pub(super) column: usize,
    /// The columns that it takes.
    pub(super) width: usize,
    /// The blanks that belong before it, unless it is the first of its line.
    pub(super) space: usize,
    /// The open brackets around it in its file.
    pub(super) depth: usize,
    /// The bracket around it, by its number among all signs.
    pub(super) around: Option<usize>,
}

impl<'t> Sign<'t> {
    /// A sign where the author put it; what is around it is still to be found.
    pub(super) fn new(text: &'t str, role: Role, column: usize) -> Self {
        let width = text.chars().count();
        Self { text, role, column, width, space: 0, depth: 0, around: None }
    }

    /// The column behind it, where the author put it.
    pub(super) fn end(&self) -> usize {
        self.column + self.width
    }

    /// Whether it opens a bracket.
    pub(super) fn opens(&self) -> bool {
        matches!(self.text, "(" | "[" | "{")
    }

    /// Whether it closes a bracket.
    pub(super) fn closes(&self) -> bool {
        matches!(self.text, ")" | "]" | "}")
    }
}
