//! How many blanks belong between two signs of a line, alignment apart.

use super::sign::Sign;

/// The blanks between the signs of a line so far, at least one of them, and the next one.
pub(super) fn between(before: &[Sign<'_>], next: &Sign<'_>) -> usize {
    let Some(last) = before.last() else { return 0 };
    if last.text == "-" && last.role.is_prefix {
        return 0;
    }
    match next.text {
        "," | ":" | "?" | ")" | "]" => return 0,
        "(" if next.role.is_call => return 0,
        "." => return usize::from(next.role.is_gap),
        // `1..5` and `first + 1 .. last - 1`: what reads best only the author knows.
        ".." => return usize::from(last.end() < next.column),
        _ => {}
    }
    match last.text {
        "(" | "[" => 0,
        "." => usize::from(last.role.is_gap),
        ".." => before.len().checked_sub(2).map_or(1, |_| last.space),
        "{" | "," => 1,
        // Two lines of a body on one line of text.
        _ if next.role.begins => 2,
        _ if next.role.is_apart => (next.column - last.end()).clamp(1, 2),
        _ => 1,
    }
}
