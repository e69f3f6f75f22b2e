//! The locals that can be named at a place, and the way from a name to its local: a body may have very many.

use std::collections::BTreeMap;

use crate::typed::LocalId;

/// The locals that can be named, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    locals: Vec<(LocalId, String)>,
    /// Those of each name, innermost last.
    named: BTreeMap<String, Vec<LocalId>>,
}

impl Scope {
    /// A local can be named from here on.
    pub(crate) fn push(&mut self, local: LocalId, name: &str) {
        self.locals.push((local, name.to_owned()));
        match self.named.get_mut(name) {
            Some(same) => same.push(local),
            None => {
                self.named.insert(name.to_owned(), vec![local]);
            }
        }
    }

    /// The innermost one cannot be named any more.
    pub(crate) fn pop(&mut self) {
        let Some((_, name)) = self.locals.pop() else { return };
        if let Some(same) = self.named.get_mut(&name) {
            same.pop();
            if same.is_empty() {
                self.named.remove(&name);
            }
        }
    }

    /// Only the outermost ones stay, so many of them.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.locals.len() > len {
            self.pop();
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.locals.len()
    }

    /// The innermost local of a name.
    pub(crate) fn find(&self, name: &str) -> Option<LocalId> {
        self.named.get(name)?.last().copied()
    }

    /// The locals with their names, innermost last.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (LocalId, &str)> + Clone {
        self.locals.iter().map(|(local, name)| (*local, name.as_str()))
    }

    /// Their names, innermost last.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.locals.iter().map(|(_, name)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_of_a_name_is_found_as_long_as_it_can_be_named() {
        let mut scope = Scope::default();
        for (local, name) in [(0, "a"), (1, "b"), (2, "a")] {
            scope.push(LocalId(local), name);
        }
        assert_eq!(scope.find("a"), Some(LocalId(2)));
        scope.pop();
        assert_eq!(scope.find("a"), Some(LocalId(0)));
        assert_eq!(scope.names().collect::<Vec<_>>(), ["a", "b"]);
        scope.truncate(0);
        assert_eq!((scope.len(), scope.find("a"), scope.find("b")), (0, None, None));
        scope.pop();
    }
}
