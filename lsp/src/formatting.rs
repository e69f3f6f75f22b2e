//! The usual layout, as the smallest change of a text.

use grammar::FileId;
use lsp_types::{Range, TextEdit};

use crate::{desk::Desk, places};

/// The change that lays out a file; none for one that cannot be read, or is laid out already.
pub(crate) fn formatting(desk: &Desk, file: FileId) -> Option<Vec<TextEdit>> {
    desk.tree(file)?;
    let source = desk.source(file);
    let new = grammar::format(desk.texts().sources(), file).ok()?;
    let old = source.text();
    if new == old {
        return Some(Vec::new());
    }
    // Whole lines, so that no sign is torn.
    let (before, behind) = alike(old, &new);
    let range = Range {
        start: places::position(source, before),
        end: places::position(source, old.len() - behind),
    };
    let new_text = new[before..new.len() - behind].to_owned();
    Some(vec![TextEdit { range, new_text }])
}

/// How many bytes of whole lines two texts have in common at their starts and at their ends.
fn alike(old: &str, new: &str) -> (usize, usize) {
    let pairs = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
    let before: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    let (old, new) = (&old[before..], &new[before..]);
    let last = |text: &str| text.split_inclusive('\n').rev().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (last(old), last(new));
    let behind: usize =
        old.iter().zip(&new).take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    (before, behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stays() {
        assert_eq!(alike("a\nb\nc\n", "a\nx\nc\n"), (2, 2));
        assert_eq!(alike("a\n", "a\na\n"), (2, 0));
        assert_eq!(alike("a", "b"), (0, 0));
    }
}
