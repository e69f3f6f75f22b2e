//! Bodies: code with its locals.

use abi::Ty;

/// A local of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its declared or inferred type, before any narrowing.
    pub ty: Ty,
}

/// Something with locals, the first of which are its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<T> {
    /// The locals, parameters first.
    pub locals: Vec<Local>,
    /// How many of them are parameters.
    pub params: u32,
    /// What is computed or done.
    pub code: T,
}
