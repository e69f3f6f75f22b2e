//! What is under way in a game: courses, and rules that wait.

use abi::{FunctionId, Word};
use serde::{Deserialize, Serialize};

/// How deep courses and waiting rules may be nested.
pub const DEPTH: usize = 64;

/// The four courses of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CourseKind {
    /// Once, before the first turn.
    Setup,
    /// Each turn.
    Turn,
    /// Each part of a turn.
    Part,
    /// Once, after the last turn.
    Finish,
}

/// Something that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// A course, with the position of its next step.
    Course {
        /// Which course.
        course: CourseKind,
        /// The step that comes next.
        next: u32,
        /// Who was active before a part.
        former: Word,
    },
    /// A rule that may wait, with its words on the stack.
    Rule {
        /// Its function.
        function: FunctionId,
        /// Where its words begin on the stack.
        base: u32,
    },
}
