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
    "invariant",
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

/// Nobody means another word by a longer one.
const LONGEST: usize = 256;

/// The candidate that `word` was most likely meant to be, if one is near enough.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let (length, bag) = (word.chars().count(), letters(word));
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .filter(|candidate| apart(&bag, candidate) <= 2 * limit)
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= limit && distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

/// How often each letter is in a word; letters that few words have share their places.
type Letters = [i16; 64];

fn letters(word: &str) -> Letters {
    let mut bag = [0; 64];
    word.chars().for_each(|c| bag[c as usize % 64] += 1);
    bag
}

/// The number of letters that only one of two words has. One change of a word makes at most two of them, so
/// most words are known to be far away without comparing them place by place.
fn apart(bag: &Letters, other: &str) -> usize {
    let mut left = *bag;
    other.chars().for_each(|c| left[c as usize % 64] -= 1);
    left.iter().map(|count| usize::from(count.unsigned_abs())).sum()
}
