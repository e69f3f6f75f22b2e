//! The word that a misspelt one was most likely meant to be.

/// ``did you mean `x`?``, if one of some words is near enough.
pub(crate) fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    grammar::nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}
