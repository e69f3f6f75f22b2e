//! Which statement a citation means: strangers' expansions may well have the same numbers.

use std::collections::BTreeMap;

use crate::program::Texts;

/// The numbered statements of all expansions.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// By expansion the texts of its statements by number.
    all: BTreeMap<String, BTreeMap<String, String>>,
}

impl Statements {
    /// Those of a library.
    pub fn of(texts: &Texts) -> Self {
        let pages = texts.available().iter().filter_map(|source| {
            Some((source.folder.as_str(), texts.sources().text(source.statements?)))
        });
        Self::read(pages)
    }

    /// Those of pages, given with the names of their expansions.
    pub(crate) fn read<'t>(pages: impl Iterator<Item = (&'t str, &'t str)>) -> Self {
        let numbered = |page: &str| {
            let lines = page.lines().rev().filter_map(statement);
            lines.map(|(number, text)| (number.to_owned(), text.to_owned())).collect()
        };
        Self { all: pages.map(|(home, page)| (home.to_owned(), numbered(page))).collect() }
    }

    /// The statement that an expansion means by a number, with the expansion whose it is: its own, if it has such a
    /// one, else that of another, the first by name.
    pub fn meant(&self, citing: &str, number: &str) -> Option<(&str, &str)> {
        let own = self.all.get_key_value(citing).into_iter();
        let mut pages = own.chain(&self.all);
        pages.find_map(|(home, page)| Some((home.as_str(), page.get(number)?.as_str())))
    }

    /// Whether an expansion means the statement of another one, or its own, by a number.
    pub fn means(&self, citing: &str, number: &str, home: &str) -> bool {
        self.meant(citing, number).is_some_and(|(meant, _)| meant == home)
    }
}

/// The number and the text of a numbered line.
pub(crate) fn statement(line: &str) -> Option<(&str, &str)> {
    let (number, text) = line.strip_prefix("- ")?.split_once(". ")?;
    let digits = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let numbered = digits.len() < number.len()
        && !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_alphanumeric())
        && digits.starts_with(|c: char| c.is_ascii_digit());
    numbered.then_some((number, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expansion_means_its_own_statement_before_others() {
        let pages =
            [("a", "- X1. Of a.\n- X2. Only of a.\n"), ("b", "- X1. Of b.\n- X1. Again.\n")];
        let all = Statements::read(pages.into_iter());
        assert_eq!(all.meant("b", "X1"), Some(("b", "Of b.")));
        assert_eq!(all.meant("a", "X1"), Some(("a", "Of a.")));
        assert_eq!(all.meant("b", "X2"), Some(("a", "Only of a.")));
        assert_eq!(all.meant("c", "X1"), Some(("a", "Of a.")));
        assert_eq!(all.meant("b", "X3"), None);
        assert!(all.means("b", "X2", "a") && !all.means("b", "X1", "a"));
    }
}
