//! The word that a misspelt one was most likely meant to be.

use grammar::Diagnostic;

/// Nobody reads the hints of more mistakes at once, and to look for each among all names takes time.
pub(crate) const HINTS: usize = 100;

/// ``did you mean `x`?``, if one of some words is near enough.
pub(crate) fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    grammar::nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// The same where a text can hold any number of mistakes: nothing once very much was told.
pub(crate) fn hint<'c>(
    told: &[Diagnostic],
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    if told.len() < HINTS { did_you_mean(word, candidates) } else { None }
}

/// The most names that a message counts up.
const LISTED: usize = 12;

/// Some names, one after the other; of very many the first ones.
pub(crate) fn some(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut names = names.into_iter();
    let mut text = String::new();
    for name in names.by_ref().take(LISTED) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(name.as_ref());
    }
    let more = names.count();
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_end_where_nobody_reads_them() {
        let mistakes = vec![Diagnostic::error("check/unknown-name", "one of many"); HINTS];
        assert!(hint(&mistakes[1..], "pennnats", ["pennants"]).is_some());
        assert_eq!(hint(&mistakes, "pennnats", ["pennants"]), None);
    }

    #[test]
    fn of_very_many_names_some_are_counted_up() {
        assert_eq!(some(["a", "b"]), "a, b");
        let many: Vec<String> = (0..100).map(|i| i.to_string()).collect();
        assert_eq!(some(&many), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 88 more");
    }
}
