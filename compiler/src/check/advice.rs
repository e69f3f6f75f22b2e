//! What can be done about a mistake of which nothing more is known than its code.

use grammar::Diagnostic;

use super::codes;

/// What is done about mistakes of a code.
const ADVICE: &[(&str, &str)] = &[
    (codes::CIRCLE, "take one of them out of the circle"),
    (codes::DUPLICATE_NAME, "give one of them another name, or leave it out"),
    (codes::MISPLACED, "leave it out, or write it where it says something"),
    (codes::TILE_EDGES, "each edge is of exactly one segment: change the lines of the tile"),
    (codes::TILE_VALUE, "print another value, or none"),
    (
        codes::UNKNOWN_NAME,
        "declare it by an item, or name it by `let`, by `for` or in the head of the item",
    ),
    (
        codes::UNKNOWN_PROPERTY,
        "declare it by `has` or `keeps`, or write a property that is declared",
    ),
    (codes::UNKNOWN_STEP, "write the name of a step that is declared"),
    (codes::WRONG_ARGUMENTS, "write as many things as it is declared with"),
    (
        codes::WRONG_TYPE,
        "write something of the type that is wanted, or change the type where it is declared",
    ),
];

/// Adds what can be done to errors that say neither that nor what was expected.
pub(crate) fn where_none_is(diagnostics: &mut [Diagnostic]) {
    let expects = |text: &str| text.starts_with("expected ");
    let silent = |found: &&mut Diagnostic| {
        found.is_error()
            && found.help.is_none()
            && !found.labels.iter().any(|(_, label)| expects(label))
    };
    for diagnostic in diagnostics.iter_mut().filter(silent) {
        let advice = ADVICE.iter().find(|(code, _)| *code == diagnostic.code);
        diagnostic.help = advice.map(|(_, advice)| (*advice).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use grammar::{FileId, Span};

    use super::*;

    #[test]
    fn only_errors_without_help_are_advised() {
        let mut found = vec![
            Diagnostic::error(codes::UNKNOWN_NAME, "one"),
            Diagnostic::error(codes::UNKNOWN_NAME, "other").help("did you mean `one`?"),
            Diagnostic::warning(codes::TILE_EDGES, "third"),
            Diagnostic::error("syntax/unexpected", "fourth"),
            Diagnostic::error(codes::UNKNOWN_NAME, "fifth")
                .label(Span::new(FileId(0), 0, 1), "expected a tile"),
        ];
        where_none_is(&mut found);
        let helps: Vec<Option<&str>> = found.iter().map(|found| found.help.as_deref()).collect();
        assert!(helps[0].is_some_and(|help| help.starts_with("declare it")));
        assert_eq!(helps[1..], [Some("did you mean `one`?"), None, None, None]);
    }
}
