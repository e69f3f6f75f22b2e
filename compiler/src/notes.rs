//! What the checker has seen: a note for each word of the texts with what it means, and for each question with
//! its type. Whoever shows rules to authors reads them; nothing here decides anything.

use std::cell::{Cell, RefCell};

use abi::{Base, Entry, Ty};
use grammar::Span;

use crate::meaning::Declared;

/// What a stretch of text was taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The stretch.
    pub span: Span,
    /// What it is.
    pub seen: Seen,
}

/// What the checker takes a word or a question for.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// The name of something that is declared.
    Declared(Declared),
    /// A local.
    Local {
        /// Where it gets its name; a local such as `it` gets it nowhere.
        at: Option<Span>,
        /// Its type, unless a mistake hides it.
        ty: Option<Ty>,
    },
    /// A word of the vocabulary.
    Word(&'static Entry),
    /// A type that needs no declaration.
    Type(Base),
    /// A phase, by its place in the list of phases.
    Phase(Span),
    /// A step, by its name where it is declared.
    Step(Span),
    /// A question with its type.
    Value(Ty),
    /// A name that means nothing here, with what could have stood in its place.
    Unknown(Open),
    /// A word that means nothing behind a value of this type.
    UnknownMember(Ty),
}

/// What could be named at a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Open {
    /// The locals, the outermost first, with their types.
    pub locals: Vec<(String, Option<Ty>)>,
    /// The type that is wanted there.
    pub want: Option<Ty>,
    /// The thing whose properties are bare names there.
    pub own: Option<Ty>,
    /// Whether it is the name of a deed on a line of its own.
    pub deed: bool,
}

/// So many names that mean nothing are noted with the locals around them: nobody writes more at once.
const MOST_OPEN: usize = 1000;

/// The notes of one check. Many lookups share the names and change nothing else, so notes are taken behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    all: RefCell<Vec<Note>>,
    /// How many of them are of names that mean nothing.
    unknown: Cell<usize>,
}

impl Notes {
    /// Takes a note.
    pub(crate) fn take(&self, span: Span, seen: Seen) {
        if matches!(seen, Seen::Unknown(_)) {
            self.unknown.update(|unknown| unknown + 1);
        }
        self.all.borrow_mut().push(Note { span, seen });
    }

    /// Whether it is noted what else could be named where the next name means nothing.
    pub(crate) fn is_open(&self) -> bool {
        self.unknown.get() < MOST_OPEN
    }

    /// All notes by place, each once: bodies of several kinds are checked several times.
    pub(crate) fn finish(self) -> Vec<Note> {
        let mut notes = self.all.into_inner();
        notes.sort_by_key(|note| (note.span, matches!(note.seen, Seen::Value(_))));
        notes.dedup();
        notes
    }
}
