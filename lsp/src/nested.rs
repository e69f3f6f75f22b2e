//! Items inside `with OTHER { … }`: an author who writes there is helped as if the item stood alone.

/// The text of the innermost item that a text ends in, which begins with an item that may hold others.
///
/// Inside such a block an item begins with a line that is indented no deeper than the first one.
pub(crate) fn innermost(before: &str) -> &str {
    let mut tokens = grammar::tokens(before).skip_while(|at| before[at.clone()].starts_with('@'));
    if tokens.next().is_none_or(|word| &before[word] != "with") {
        return before;
    }
    let Some(opening) = tokens.find(|at| &before[at.clone()] == "{") else { return before };
    let (mut depth, mut first, mut item) = (0_usize, None, opening.end);
    for token in tokens {
        let column = column(before, token.start);
        if depth == 0 && column.is_some_and(|column| column <= *first.get_or_insert(column)) {
            item = token.start;
        }
        match &before[token] {
            "(" | "[" | "{" => depth += 1,
            // Behind the end of the block stands nothing of it.
            "}" if depth == 0 => return before,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    // The word that is being written may be the first of the next item.
    let column = column(before, before.len());
    if depth == 0 && column.is_some_and(|column| first.is_none_or(|first| column <= first)) {
        item = before.len();
    }
    &before[item..]
}

/// How far a place is indented, if nothing stands before it on its line.
fn column(text: &str, at: usize) -> Option<usize> {
    let line = &text[text[..at].rfind('\n')? + 1..at];
    line.trim().is_empty().then_some(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_begins_with_its_line() {
        for (before, inner) in [
            ("step a in b { ", "step a in b { "),
            ("with b ", "with b "),
            ("with b { ", " "),
            ("with b {\n    ", ""),
            ("with b {\n    adjust ", "adjust "),
            ("@A1 with b {\n    adjust a() by 1\n    after p ", "after p "),
            ("with b {\n    step a in b {\n        p ", "step a in b {\n        p "),
            ("with b {\n    step a in b {\n        p\n    }\n    ", ""),
            ("with b {\n    step a in b\n        after ", "step a in b\n        after "),
            ("with b {\n    step a in b {}\n}\n", "with b {\n    step a in b {}\n}\n"),
        ] {
            assert_eq!(innermost(before), inner, "{before}");
        }
    }
}
