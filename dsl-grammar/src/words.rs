//! The words of the language in lists, and the nearest one to a misspelt word.

/// How deep brackets, blocks and expressions may be nested.
pub const MAX_NESTING: usize = 200;

/// The first words of items; an item may also begin with an owner and `has` or `keeps`.
pub const ITEM_WORDS: &[&str] = &[
    "adjust",
    "after",
    "before",
    "edition",
    "enum",
    "expansion",
    "extend",
    "feature",
    "figure",
    "fn",
    "forbid",
    "instead",
    "menu",
    "offer",
    "option",
    "phases",
    "pile",
    "scenario",
    "set",
    "step",
    "tile",
    "to",
    "token",
    "with",
];

/// The words that no name can be, except after a dot. The grammar's `reserved` is the same list.
pub const RESERVED_WORDS: &[&str] = &[
    "adjust",
    "again",
    "all",
    "and",
    "any",
    "at",
    "by",
    "chooses",
    "clockwise",
    "count",
    "decides",
    "deploys",
    "draws",
    "else",
    "end",
    "enum",
    "every",
    "expansion",
    "expect",
    "extend",
    "false",
    "fn",
    "for",
    "forbid",
    "from",
    "has",
    "if",
    "in",
    "instead",
    "is",
    "joins",
    "keeps",
    "lay",
    "least",
    "leaves",
    "let",
    "loses",
    "match",
    "max",
    "may",
    "min",
    "most",
    "moves",
    "next",
    "no",
    "none",
    "not",
    "or",
    "parts",
    "pays",
    "places",
    "plays",
    "puts",
    "repeat",
    "return",
    "returns",
    "rolls",
    "scenario",
    "scores",
    "shoots",
    "skip",
    "stop",
    "sum",
    "takes",
    "the",
    "then",
    "to",
    "true",
    "when",
    "where",
    "wins",
    "with",
];

/// The candidate that `word` was most likely meant to be, if one is near enough.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= limit && distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}
