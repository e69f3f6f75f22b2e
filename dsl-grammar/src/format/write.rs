//! The text of a page whose columns are known: comments find their places, blank lines that say nothing go.

use super::indent::Start;
use super::page::Page;

/// A comment so near to what it stands behind belongs to no column.
const NEAR: usize = 2;

/// Writes a page.
pub(super) fn text(page: &Page<'_>, within: &[usize], starts: &[Start]) -> String {
    let comments = comments(page, within, starts);
    let mut text = String::new();
    let mut is_gap = false;
    let mut is_opened = true;
    for (number, line) in page.lines.iter().enumerate() {
        if page.is_blank(number) {
            is_gap = true;
            continue;
        }
        let signs = &page.signs[line.signs.clone()];
        let closes = signs.first().is_some_and(|first| first.text == "}");
        if is_gap && !is_opened && !closes {
            text.push('\n');
        }
        is_gap = false;
        is_opened = signs.last().is_some_and(|last| last.text == "{");
        let mut column = 0;
        for (sign, at) in signs.iter().zip(&within[line.signs.clone()]) {
            pad(&mut text, &mut column, starts[number].signs + at);
            text.push_str(sign.text);
            column += sign.width;
        }
        if let Some(comment) = &line.comment {
            pad(&mut text, &mut column, comments[number]);
            text.push_str(comment.text);
        }
        text.push('\n');
    }
    text
}

fn pad(text: &mut String, column: &mut usize, to: usize) {
    text.extend(std::iter::repeat_n(' ', to.saturating_sub(*column)));
    *column = to.max(*column);
}

/// The columns of the comments of all lines.
fn comments(page: &Page<'_>, within: &[usize], starts: &[Start]) -> Vec<usize> {
    // Behind its last sign as it will be; nothing without signs.
    let end = |line: usize| {
        let last = page.lines[line].signs.clone().last()?;
        Some(starts[line].signs + within[last] + page.signs[last].width)
    };
    let original = |line: usize| page.lines[line].comment.as_ref().map(|comment| comment.column);
    let mut columns: Vec<usize> = starts.iter().map(|start| start.comments).collect();
    let mut first = 0;
    while first < page.lines.len() {
        let (Some(place), Some(_)) = (original(first), end(first)) else {
            first += 1;
            continue;
        };
        // Comments below the first one, on lines of their own too: it goes on there.
        let below = (first..page.lines.len()).take_while(|&line| original(line) == Some(place));
        let behind = first + below.count();
        let blanks = place - page.end(first);
        let column = if behind == first + 1 && blanks <= NEAR {
            end(first).unwrap_or(0) + blanks.max(1)
        } else {
            (first..behind).filter_map(end).map(|end| end + 1).fold(place, usize::max)
        };
        columns[first..behind].fill(column);
        first = behind;
    }
    columns
}
