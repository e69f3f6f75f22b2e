//! Words that were meant as a remark behind the sign of another language, and read as a name with two minuses.

use grammar::{Diagnostic, Sources};

use super::codes;

/// Says how remarks begin where the last word of a line stands behind `--` and makes no sense there.
pub(crate) fn meant(sources: &Sources, diagnostics: &mut [Diagnostic]) {
    let doubtful = |found: &&mut Diagnostic| {
        found.is_error() && matches!(found.code, codes::UNKNOWN_NAME | codes::WRONG_TYPE)
    };
    for diagnostic in diagnostics.iter_mut().filter(doubtful) {
        let Some(place) = diagnostic.span() else { continue };
        let text = sources.text(place.file);
        let (Some(before), Some(behind)) =
            (text.get(..place.end as usize), text.get(place.end as usize..))
        else {
            continue;
        };
        let line = before.lines().next_back().unwrap_or_default();
        let rest = behind.lines().next().unwrap_or_default().trim();
        let Some((_, word)) = line.rsplit_once("--") else { continue };
        // A minus of a minus is a number too; but then nobody leaves a blank behind it.
        let apart = word.starts_with(' ') || diagnostic.code == codes::UNKNOWN_NAME;
        let word = word.trim();
        let is_word = word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if apart && is_word && (rest.is_empty() || rest.starts_with("//")) {
            diagnostic.help =
                Some(format!("remarks begin with `//`, not with `--`: write `// {word}`"));
        }
    }
}
