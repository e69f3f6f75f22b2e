//! What is known of values at a point of a body: that they are there, of which kind, and that lists hold something.
//!
//! Facts are about paths: a local, or properties behind one.

use std::collections::BTreeMap;

use abi::{Base, Question, Word};

use super::convert::{self, way};
use crate::typed::{FnId, LocalId, PropertyId, Rules};

/// One step of a path: where it begins, or the next property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PathStep {
    Local(LocalId),
    /// A thing that stands for itself.
    Thing(Base, Word),
    Ask(Question),
    Property(PropertyId),
    Call(FnId),
    Tokens(u16),
    First,
    Last,
}

/// Something that can be asked again with the same answer, as long as nothing happens in between.
pub(crate) type Path = Vec<PathStep>;

/// What is known of a value besides its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// It is there.
    pub(crate) certain: bool,
    /// It is of this type.
    pub(crate) base: Option<Base>,
    /// It is a list that is not empty.
    pub(crate) filled: bool,
}

/// What is known at some point of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    known: BTreeMap<Path, Known>,
}

impl Facts {
    /// What is known of a path.
    pub(crate) fn get(&self, path: &[PathStep]) -> Option<Known> {
        self.known.get(path).copied()
    }

    /// Adds what was found out.
    pub(crate) fn add(&mut self, rules: &Rules, path: Path, new: Known) {
        let old = self.known.entry(path).or_default();
        old.certain |= new.certain;
        old.filled |= new.filled;
        old.base = match (old.base, new.base) {
            (Some(a), Some(b)) if way(rules, a, b).is_some() => Some(a),
            (a, b) => b.or(a),
        };
    }

    /// Adds all of some facts.
    pub(crate) fn extend(&mut self, rules: &Rules, more: Self) {
        for (path, known) in more.known {
            self.add(rules, path, known);
        }
    }

    /// Forgets what a deed or an ask may have changed: all but what is known of locals themselves.
    pub(crate) fn forget_properties(&mut self) {
        self.known.retain(|path, _| matches!(path.as_slice(), [PathStep::Local(_)]));
    }

    /// Forgets everything about a local.
    pub(crate) fn forget_local(&mut self, local: LocalId) {
        self.known.retain(|path, _| path.first() != Some(&PathStep::Local(local)));
    }

    /// What is known whichever of two sets of facts holds.
    pub(crate) fn either(rules: &Rules, a: &Self, b: &Self) -> Self {
        let known = a.known.iter().filter_map(|(path, &x)| {
            let y = b.get(path)?;
            let base = match (x.base, y.base) {
                (Some(x), Some(y)) => convert::join(rules, x, y),
                _ => None,
            };
            let both =
                Known { certain: x.certain && y.certain, base, filled: x.filled && y.filled };
            (both != Known::default()).then(|| (path.clone(), both))
        });
        Self { known: known.collect() }
    }

    /// The same facts about another local.
    pub(crate) fn about(self, from: LocalId, to: LocalId) -> Self {
        let known = self.known.into_iter().filter_map(|(mut path, known)| {
            let first = path.first_mut()?;
            if *first != PathStep::Local(from) {
                return None;
            }
            *first = PathStep::Local(to);
            Some((path, known))
        });
        Self { known: known.collect() }
    }
}
